//! What the host and the operator do to a table: series, bots that fill, kicking, handing over, ending.

use chowk_protocol::{ChairKind, ClientMsg, ClockKind, EndedWhy, Event, RefusalCode as Code, ServerMsg, Stage};

use super::{
    super::{Body, Input, Order, Out, Post},
    refusals::refused,
    seat::Seat,
    table::Bench,
};

fn order(bench: &mut Bench, order: Order) {
    bench.handle(Input::Order(order));
}

fn told_events(bench: &mut Bench, seat: &Seat) -> Vec<Event> {
    let mut events = Vec::new();
    for message in bench.inbox(seat.session) {
        if let ServerMsg::Diff(diff) = message {
            events.extend(diff.events);
        }
    }
    events
}

#[test]
fn the_host_puts_somebody_off_who_does_not_come_back() {
    let mut bench = Bench::open(3, "pagdi");
    let (mut host, mut guest, mut third) = (Seat::host(), Seat::new(2), Seat::new(3));
    bench.join(&mut guest);
    bench.join(&mut third);
    bench.ready(&mut third);
    refused(&mut bench, &guest, ClientMsg::Remove { n: 1, chair: 2 }, Code::NotHost);
    refused(&mut bench, &host, ClientMsg::Remove { n: 1, chair: 0 }, Code::NotNow);
    bench.forget_what_was_told();
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Remove { n, chair: 1 });
    assert!(bench.was_closed(guest.session, 1000));
    let end = bench.posts(guest.session).pop();
    assert!(
        matches!(end, Some(Post::Close(end)) if end.text() == Code::Removed.text()),
        "the words say why: {end:?}"
    );
    assert!(
        bench.inbox(guest.session).is_empty(),
        "who is put off hears nothing more"
    );
    let events = told_events(&mut bench, &third);
    assert_eq!(events, [Event::Removed { chair: 1 }, Event::Left { chair: 1 }]);
    let view = bench.view();
    assert_eq!((view.stage, view.chairs[&1].kind), (Stage::Gathering, ChairKind::Empty));
    assert!(!view.chairs[&2].ready, "nobody is ready any more");
    guest.session = bench.new_session();
    bench.join(&mut guest);
    assert_eq!(bench.refusal(guest.session).code, Code::Removed);
    let session = bench.new_session();
    let resume = Body::Resume {
        token: guest.token(),
        epoch: bench.room.state.epoch,
        v: bench.room.v(),
    };
    bench.letter(session, guest.cid, resume);
    let resumed = Err(Code::Removed);
    assert_eq!(bench.posts(session)[0], Post::Welcome { resumed });
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn nobody_is_put_off_once_the_table_is_locked() {
    let (mut bench, [mut host, _]) = Bench::started(ClockKind::Casual);
    let n = host.peek_n();
    refused(&mut bench, &host, ClientMsg::Remove { n, chair: 1 }, Code::Locked);
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Resign { n });
    let n = host.peek_n();
    refused(&mut bench, &host, ClientMsg::Remove { n, chair: 1 }, Code::NotNow);
}

fn hand_over(n: u64, chair: u8, brain: &str) -> ClientMsg {
    let brain = brain.into();
    ClientMsg::HandOver { n, chair, brain }
}

#[test]
fn an_absent_seat_is_handed_to_a_bot_and_taken_back_by_any_command() {
    let (mut bench, [mut host, mut guest]) = Bench::started(ClockKind::Casual);
    let n = host.peek_n();
    refused(&mut bench, &host, hand_over(n, 1, "careful"), Code::NotAway);
    let m = guest.peek_n();
    refused(&mut bench, &guest, hand_over(m, 0, "careful"), Code::NotHost);
    bench.letter(guest.session, guest.cid, Body::Closed);
    refused(&mut bench, &host, hand_over(n, 1, "deep"), Code::NoSuchBrain);
    refused(&mut bench, &host, hand_over(n, 3, "bold"), Code::NoSuchChair);
    let generation = bench.view().chairs[&1].generation.unwrap();
    let n = host.next_n();
    bench.wish(&host, hand_over(n, 1, "bold"));
    let chair = bench.view().chairs[&1].clone();
    assert_eq!((chair.away, chair.stand_in.as_deref()), (true, Some("bold")));
    assert_eq!(
        chair.generation,
        Some(generation + 1),
        "another controls the seat (contract 12)"
    );
    for _ in 0..8 {
        bench.sleep_to_next_wake();
    }
    guest.session = bench.new_session();
    bench.join(&mut guest);
    assert!(bench.view().chairs[&1].away, "a return alone does not end it");
    let n = guest.next_n();
    let phrase = "i_am_back".to_owned();
    bench.wish(&guest, ClientMsg::Say { n, phrase });
    let chair = bench.view().chairs[&1].clone();
    assert_eq!((chair.away, chair.stand_in), (false, None));
    bench.the_rows_fold_to_the_same_state();
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Resign { n });
    let record = bench.record();
    assert!(record.contains(r#""by":"away""#) && !record.contains(r#""by":"house""#));
    assert!(chowk_record::verify::verify(&record, None).holds());
}

#[test]
fn without_a_clock_the_host_decides_who_is_away() {
    let (mut bench, [mut host, mut guest]) = Bench::started(ClockKind::None);
    let n = host.next_n();
    bench.wish(&host, hand_over(n, 1, "careful"));
    assert!(bench.view().chairs[&1].away);
    if bench.asked_chair() == 1 {
        bench.sleep_to_next_wake();
    }
    assert!(
        !bench.was_closed(guest.session, 4001),
        "he is still here, and may come back"
    );
    let n = guest.next_n();
    let phrase = "i_am_back".to_owned();
    bench.wish(&guest, ClientMsg::Say { n, phrase });
    bench.ack(guest.session);
    assert!(
        !bench.view().chairs[&1].away,
        "his own socket is heard (found by the simulation, seed 20024)"
    );
}

#[test]
fn house_bots_take_the_chairs_that_stay_free() {
    let mut bench = Bench::open_as(3, "quick", |opening| opening.fill = true);
    assert_eq!(bench.view().fill_at, Some(20_000));
    bench.up = 19_999;
    bench.handle(Input::Wake);
    assert_eq!(bench.view().stage, Stage::Gathering);
    bench.up = 20_000;
    bench.handle(Input::Wake);
    let view = bench.view();
    assert_eq!((view.stage, view.fill_at), (Stage::Readying, None));
    assert_eq!(view.chairs[&2].kind, ChairKind::House, "a bot is called a bot");
    let mut host = Seat::host();
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Remove { n, chair: 2 });
    assert_eq!(
        bench.view().fill_at,
        Some(40_000),
        "a chair that becomes free is free for a while again"
    );
    bench.join(&mut Seat::new(3));
    assert_eq!((bench.view().stage, bench.view().fill_at), (Stage::Readying, None));
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn nobody_is_filled_up_for_an_empty_room() {
    let mut bench = Bench::open_as(2, "quick", |opening| opening.fill = true);
    let host = Seat::host();
    bench.letter(host.session, host.cid, Body::Closed);
    bench.up = 60_000;
    bench.handle(Input::Wake);
    assert_eq!(bench.view().stage, Stage::Gathering);
    bench.join(&mut Seat::host());
    bench.handle(Input::Wake);
    assert_eq!(bench.view().stage, Stage::Readying, "now somebody waits");
}

#[test]
fn a_series_goes_on_from_match_to_match_and_ends_with_its_winner() {
    let mut bench = Bench::open_as(2, "quick", |opening| opening.best_of = 3);
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    let mut seats = [Seat::host(), guest];
    for number in 1..=2 {
        let series = bench.view().series.unwrap();
        assert_eq!((series.number, series.over), (number, false));
        bench.start(&mut seats.iter_mut().collect::<Vec<_>>());
        let n = seats[0].next_n();
        bench.wish(&seats[0], ClientMsg::Resign { n });
        assert_eq!(bench.view().series.unwrap().wins[&1], number);
        bench.compact();
        bench.the_rows_fold_to_the_same_state();
        if number == 1 {
            let n = seats[1].next_n();
            bench.wish(&seats[1], ClientMsg::Again { n });
        }
    }
    let series = bench.view().series.unwrap();
    assert_eq!((series.over, series.winner, series.number), (true, Some(1), 2));
    let n = seats[1].next_n();
    bench.wish(&seats[1], ClientMsg::Again { n });
    let series = bench.view().series.unwrap();
    assert_eq!(
        (series.over, series.number, series.wins.len()),
        (false, 1, 0),
        "another series"
    );
}

#[test]
fn the_operator_kicks_and_the_side_leaves_as_kicked() {
    let (mut bench, [_, guest]) = Bench::started(ClockKind::Casual);
    order(&mut bench, Order::Kick { chair: 1 });
    assert!(bench.was_closed(guest.session, 1008));
    assert_eq!(bench.view().result.unwrap().why, EndedWhy::Finished);
    assert!(bench.record().contains(r#""why":"kicked""#));
    assert!(chowk_record::verify::verify(&bench.record(), None).holds());
    let mut bench = Bench::open(2, "pagdi");
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    let mut host = Seat::host();
    bench.ready(&mut host);
    bench.ready(&mut guest);
    assert_eq!(bench.view().stage, Stage::Revealing);
    for chair in [7, 1, 1] {
        order(&mut bench, Order::Kick { chair });
    }
    let view = bench.view();
    assert_eq!((view.stage, view.chairs[&1].kind), (Stage::Gathering, ChairKind::Empty));
    assert_eq!(bench.seal_fates(), ["sealed", "not_started"]);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn the_operator_ends_a_room_and_its_seed_is_opened() {
    let (mut bench, [host, guest]) = Bench::started(ClockKind::Casual);
    let why = "The operator has ended this room.".to_owned();
    order(&mut bench, Order::End { why });
    assert!(bench.was_closed(host.session, 4002) && bench.was_closed(guest.session, 4002));
    assert!(matches!(bench.outs.last(), Some(Out::Gone)));
    assert_eq!(bench.seal_fates(), ["sealed", "abandoned"]);
    assert!(chowk_record::verify::verify(&bench.record(), None).holds());
}

#[test]
fn while_the_server_drains_matches_go_on_and_none_begins() {
    let (mut bench, [mut host, guest]) = Bench::started(ClockKind::Casual);
    order(&mut bench, Order::Drain(true));
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Resign { n });
    let mut seats = [host, guest];
    let n = seats[1].next_n();
    bench.wish(&seats[1], ClientMsg::Again { n });
    let ready = seats[1].ready_message(&bench.view());
    refused(&mut bench, &seats[1], ready.clone(), Code::Draining);
    order(&mut bench, Order::Drain(false));
    bench.wish(&seats[1], ready);
    assert!(bench.view().chairs[&1].ready);
}
