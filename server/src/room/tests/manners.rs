//! How a table lives: absent chairs, hosts, house bots, leaving, playing again, idle rooms.

use chowk_protocol::{ChairKind, ClientMsg, ClockKind, EndedWhy, Hex, ServerMsg, Stage, TurnPhase};

use super::{
    super::{Body, Input, Out},
    seat::Seat,
    table::Bench,
};

#[test]
fn a_host_with_house_bots_plays_alone() {
    let mut bench = Bench::open(3, "quick");
    let mut host = Seat::host();
    for chair in [1, 2] {
        let n = host.next_n();
        bench.wish(
            &host,
            ClientMsg::AddBot {
                n,
                chair,
                brain: "careful".into(),
            },
        );
    }
    assert_eq!(bench.view().chairs[&1].kind, ChairKind::House);
    bench.start(&mut [&mut host]);
    let mut seats = [host];
    for _ in 0..5_000 {
        let Some(turn) = bench.view().turn else { break };
        if bench.asked_chair() == 0 && turn.phase == TurnPhase::Throw {
            bench.throw_with(&mut seats[0]);
        } else {
            bench.sleep_to_next_wake();
        }
    }
    assert_eq!(bench.view().result.unwrap().why, EndedWhy::Finished);
    let record = bench.record();
    assert!(record.contains(r#""by":"house""#) && record.contains(r#""by":"forced""#));
    assert!(chowk_record::verify::verify(&record, None).holds());
}

#[test]
fn before_the_lock_an_absent_chair_is_kept_for_a_minute() {
    let mut bench = Bench::open(2, "pagdi");
    let (mut host, mut guest) = (Seat::host(), Seat::new(2));
    bench.join(&mut guest);
    let sealed = bench.view().server_commit;
    bench.ready(&mut host);
    bench.letter(guest.session, guest.cid, Body::Closed);
    bench.up += 59_999;
    bench.handle(Input::Wake);
    assert_eq!(bench.view().stage, Stage::Readying);
    bench.up += 1;
    bench.handle(Input::Wake);
    let view = bench.view();
    assert_eq!((view.stage, view.chairs[&1].kind), (Stage::Gathering, ChairKind::Empty));
    assert_eq!(view.server_commit, sealed, "the seal stays");
    assert!(!view.chairs[&0].ready, "and nobody is ready any more");
    bench.join(&mut Seat::new(3));
    assert_eq!(
        (bench.view().stage, bench.view().server_commit),
        (Stage::Readying, sealed)
    );
}

#[test]
fn an_absent_host_passes_on() {
    let (mut bench, [host, _]) = Bench::started(ClockKind::Casual);
    bench.letter(host.session, host.cid, Body::Closed);
    for _ in 0..100 {
        bench.sleep_to_next_wake();
        if bench.view().host == 1 {
            return;
        }
    }
    panic!("the host is still chair 0");
}

#[test]
fn playing_again_keeps_seats_and_seals_anew() {
    let mut bench = Bench::open(2, "quick");
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    let watcher = bench.new_session();
    bench.letter(watcher, Hex([9; 8]), Body::Watch { name: None });
    let mut seats = [Seat::host(), guest];
    let mut seals = std::collections::BTreeSet::new();
    for _ in 0..3 {
        seals.insert(bench.view().server_commit);
        bench.play_to_the_end(&mut seats);
        assert!(chowk_record::verify::verify(&bench.record(), None).holds());
        bench.compact();
        let n = seats[1].next_n();
        bench.wish(&seats[1], ClientMsg::Again { n });
        let view = bench.view();
        assert_eq!((view.stage, view.chairs[&0].ready), (Stage::Readying, false));
        assert!(view.result.is_none() && view.sides.is_empty());
        bench.the_rows_fold_to_the_same_state();
    }
    assert_eq!(seals.len(), 3);
    assert_eq!(bench.around().watchers, 1, "the watcher stays");
}

#[test]
fn whoever_leaves_a_match_resigns_and_his_chair_is_free_afterwards() {
    let mut bench = Bench::open(3, "pagdi");
    let (mut host, mut second, mut third) = (Seat::host(), Seat::new(2), Seat::new(3));
    bench.join(&mut second);
    bench.join(&mut third);
    bench.start(&mut [&mut host, &mut second, &mut third]);
    let n = third.next_n();
    bench.wish(&third, ClientMsg::Leave { n });
    assert!(bench.was_closed(third.session, 1000));
    let view = bench.view();
    let side = view.chairs[&2].side.unwrap();
    assert!(view.sides[&side].left);
    let n = second.next_n();
    bench.wish(&second, ClientMsg::Resign { n });
    assert_eq!(bench.view().result.unwrap().why, EndedWhy::Finished);
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Again { n });
    assert_eq!(bench.view().chairs[&2].kind, ChairKind::Empty);
    assert_eq!(bench.view().stage, Stage::Gathering);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn somebody_elses_leaving_leaves_the_open_question_open() {
    let mut bench = Bench::open(3, "pagdi");
    let (mut host, mut second, mut third) = (Seat::host(), Seat::new(2), Seat::new(3));
    bench.join(&mut second);
    bench.join(&mut third);
    bench.start(&mut [&mut host, &mut second, &mut third]);
    let mut seats = [host, second, third];
    let asked = bench.asked_chair();
    let throw = seats[usize::from(asked)].throw(&bench.view());
    let leaver = &mut seats[usize::from((asked + 1) % 3)];
    let n = leaver.next_n();
    bench.wish(leaver, ClientMsg::Resign { n });
    bench.wish(&seats[usize::from(asked)], throw);
    bench.ack(seats[usize::from(asked)].session);
}

#[test]
fn a_seat_that_lost_its_chain_throws_without_links() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let mover = &mut mover;
    let n = mover.next_n();
    bench.wish(mover, ClientMsg::NoChain { n });
    assert_eq!(bench.view().chairs[&mover.chair].links_left, Some(0));
    let (n, v) = (mover.next_n(), bench.view().turn.unwrap().asked);
    bench.wish(mover, ClientMsg::Throw { n, v, link: None });
    bench.ack(mover.session);
    assert!(
        bench
            .rows
            .iter()
            .any(|row| String::from_utf8_lossy(&row.body).contains(r#""by":"no_chain""#))
    );
}

#[test]
fn without_a_clock_a_dropped_seat_is_away_after_ten_minutes() {
    let (mut bench, [host, guest]) = Bench::started(ClockKind::None);
    let chair = bench.asked_chair();
    let mover = if chair == 0 { &host } else { &guest };
    assert_eq!(bench.view().turn.unwrap().deadline, None);
    bench.letter(mover.session, mover.cid, Body::Closed);
    bench.up += 599_999;
    bench.handle(Input::Wake);
    assert!(!bench.view().chairs[&chair].away);
    bench.up += 1;
    bench.handle(Input::Wake);
    assert!(bench.view().chairs[&chair].away);
}

#[test]
fn an_empty_room_ends_and_its_seal_is_opened_case_b9() {
    let mut bench = Bench::open(2, "pagdi");
    let (host, mut guest) = (Seat::host(), Seat::new(2));
    bench.join(&mut guest);
    for seat in [&host, &guest] {
        bench.letter(seat.session, seat.cid, Body::Closed);
    }
    bench.up += 30 * 60_000;
    bench.handle(Input::Wake);
    assert!(
        bench.outs.iter().any(|out| matches!(out, Out::Gone)),
        "case B9: the empty room ends"
    );
    assert_eq!(bench.seal_fates(), ["sealed", "not_started"]);
}

#[test]
fn a_running_match_that_nobody_visits_is_abandoned_after_a_day() {
    let (mut bench, [host, guest]) = Bench::started(ClockKind::None);
    bench.room.limits.away_pace = 48 * 3_600_000;
    for seat in [&host, &guest] {
        bench.letter(seat.session, seat.cid, Body::Closed);
    }
    bench.up += 24 * 3_600_000;
    bench.handle(Input::Wake);
    assert_eq!(bench.seal_fates(), ["sealed", "abandoned"]);
    let record = bench.record();
    assert!(chowk_record::verify::verify(&record, None).holds());
}

#[test]
fn a_resume_gets_what_it_missed_in_one_frame_or_a_snapshot_case_a27() {
    let mut bench = Bench::open(2, "pagdi");
    let (mut host, mut guest) = (Seat::host(), Seat::new(2));
    bench.join(&mut guest);
    let known = bench.room.v();
    let epoch = bench.room.state.epoch;
    bench.start(&mut [&mut host, &mut guest]);
    guest.session = bench.new_session();
    bench.letter(
        guest.session,
        guest.cid,
        Body::Resume {
            token: guest.token(),
            epoch,
            v: known,
        },
    );
    let told = bench.inbox(guest.session);
    let ServerMsg::Seated {
        last_n: 2,
        generation: Some(2),
        ..
    } = told[0]
    else {
        panic!("{:?}", told[0])
    };
    let ServerMsg::CatchUp { diffs } = &told[1] else {
        panic!("{:?}", told[1])
    };
    assert_eq!((diffs[0].from, diffs.last().unwrap().v), (known, bench.room.v()));
    guest.session = bench.new_session();
    let other = Hex([0xEE; 8]);
    bench.letter(
        guest.session,
        guest.cid,
        Body::Resume {
            token: guest.token(),
            epoch: other,
            v: known,
        },
    );
    assert!(
        matches!(bench.inbox(guest.session)[1], ServerMsg::Snapshot { .. }),
        "another epoch: a snapshot"
    );
}

#[test]
fn a_room_runs_sixty_four_rows_ahead_and_then_is_busy() {
    let mut bench = Bench::open(2, "pagdi");
    bench.disk_waits = true;
    let mut host = Seat::host();
    for _ in 0..64 {
        let n = host.next_n();
        bench.wish(
            &host,
            ClientMsg::Say {
                n,
                phrase: "hello".into(),
            },
        );
    }
    let n = host.next_n();
    bench.forget_what_was_told();
    bench.wish(
        &host,
        ClientMsg::Say {
            n,
            phrase: "hello".into(),
        },
    );
    let refusal = bench.refusal(host.session);
    assert_eq!(
        (refusal.code.code(), refusal.v),
        ("busy", Some(bench.room.durable_v())),
        "it leaves at once"
    );
    assert!(refusal.retry_ms.is_some());
    bench.disk_waits = false;
    bench.handle(Input::Journal(crate::journal::Outcome::Durable));
    bench.wish(
        &host,
        ClientMsg::Say {
            n,
            phrase: "hello".into(),
        },
    );
    bench.ack(host.session);
}

/// Contract 5: nobody looks on, and the house plays in a hurry; no further ahead of the disk than the room may run.
#[test]
fn a_room_in_a_hurry_runs_no_further_ahead_than_it_may() {
    let mut bench = Bench::open(4, "quick");
    let mut host = Seat::host();
    for chair in [1, 2, 3] {
        let n = host.next_n();
        let brain = "careful".into();
        bench.wish(&host, ClientMsg::AddBot { n, chair, brain });
    }
    bench.start(&mut [&mut host]);
    bench.room.limits.rows_ahead = 2;
    bench.letter(host.session, host.cid, Body::Closed);
    let mut ahead = Vec::new();
    for _ in 0..20 {
        bench.disk_waits = true;
        bench.sleep_to_next_wake();
        ahead.push(bench.room.ahead.len());
        bench.disk_waits = false;
        bench.handle(Input::Journal(crate::journal::Outcome::Durable));
    }
    assert_eq!(ahead.iter().max(), Some(&2), "{ahead:?}");
}
