//! Tests of the room through its one door: letters in, posts out, rows in between.

mod cases;
mod host;
mod manners;
mod refusals;
mod seat;
mod stones;
mod table;
mod time;
mod words;

use chowk_protocol::{ClientMsg, ClockKind, EndedWhy, RefusalCode, ServerMsg, Stage, TurnPhase};

use self::{seat::Seat, table::Bench};
use super::{Body, Input, Out};
use crate::journal::{Besides, Outcome};

#[test]
fn two_seats_play_a_match_and_its_record_verifies() {
    let mut bench = Bench::open(2, "quick");
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    bench.play_to_the_end(&mut [Seat::host(), guest]);
    let view = bench.view();
    assert_eq!(view.stage, Stage::Ended);
    let result = view.result.unwrap();
    assert_eq!(result.why, EndedWhy::Finished);
    let record = bench.record();
    let report = chowk_record::verify::verify(&record, None);
    assert!(report.holds(), "{report}");
    assert!(record.trim_end().ends_with('}') && record.contains(&result.server_seed.to_string()));
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn nothing_is_said_before_its_row_is_durable_case_c1_g11() {
    let mut bench = Bench::open(2, "pagdi");
    bench.disk_waits = true;
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    assert!(bench.inbox(guest.session).is_empty(), "the row is not on disk");
    bench.handle(Input::Journal(Outcome::Durable));
    let told = bench.inbox(guest.session);
    assert!(matches!(told[0], ServerMsg::Seated { chair: Some(1), .. }), "{told:?}");
    assert!(
        matches!(told[1], ServerMsg::Snapshot { .. }),
        "case C1: nothing before the snapshot"
    );
    assert!(matches!(told[2], ServerMsg::Around(_)));
}

#[test]
fn a_repeated_command_gets_the_stored_answer_case_d2() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let mover = &mut mover;
    let throw = mover.throw(&bench.view());
    let before = bench.room.v();
    bench.wish(mover, throw.clone());
    let first = bench.ack(mover.session);
    let after = bench.room.v();
    assert!(after > before);
    bench.wish(mover, throw);
    assert_eq!(bench.ack(mover.session), first);
    assert_eq!(bench.room.v(), after, "a throw is drawn once");
}

/// Contract 21: what answers a question meets no limit. Only what is done for the first time counts: who says the same again,
/// or what cannot be, is told so, and it is a frame like any other.
#[test]
fn what_is_done_is_no_flood_and_what_is_said_again_may_be() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let throw = mover.throw(&bench.view());
    let stale = ClientMsg::Move {
        n: mover.next_n(),
        v: 1,
        pawn: 0,
        value: 1,
    };
    for (message, counted) in [(throw.clone(), 1), (throw, 0), (stale, 0)] {
        bench.outs.clear();
        bench.wish(&mover, message);
        let answered = |out: &&Out| matches!(out, Out::Answered { to, direction: false } if *to == mover.session);
        assert_eq!(bench.outs.iter().filter(answered).count(), counted);
    }
}

#[test]
fn an_older_generation_is_not_heard_case_a1() {
    let mut bench = Bench::open(2, "pagdi");
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    let old = guest.session;
    guest.session = bench.new_session();
    bench.join(&mut guest);
    assert!(bench.was_closed(old, 4001), "the older socket is told");
    let v = bench.room.v();
    bench.letter(old, guest.cid, Body::Wish(guest.ready_message(&bench.view())));
    bench.letter(old, guest.cid, Body::Closed);
    assert_eq!(bench.room.v(), v);
    assert!(
        bench.around().chairs[&1],
        "the late close of the old socket removes nobody"
    );
}

#[test]
fn the_late_hello_of_an_older_socket_takes_nothing_from_a_newer_one_case_a2() {
    let mut bench = Bench::open(2, "pagdi");
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    let (late, new) = (bench.new_session(), bench.new_session());
    guest.session = new;
    bench.join(&mut guest);
    let v = bench.room.v();
    guest.session = late;
    bench.join(&mut guest);
    assert!(bench.was_closed(late, 4001) && !bench.was_closed(new, 4001));
    bench.letter(late, guest.cid, Body::Closed);
    assert_eq!(bench.room.v(), v);
    guest.session = new;
    bench.ready(&mut guest);
    bench.ack(new);
}

#[test]
fn the_only_move_is_played_for_you_and_yours_comes_too_late() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let mover = &mut mover;
    bench.throw_with(mover);
    let turn = bench.view().turn.unwrap();
    assert_eq!(
        turn.phase,
        TurnPhase::Move,
        "all pawns stand on one square: there is no choice, and 0.6 s to make it"
    );
    let (pawn, value) = (0, *turn.moves[&0].keys().next().unwrap());
    bench.up += 601;
    bench.handle(Input::Wake);
    let n = mover.next_n();
    bench.wish(
        mover,
        ClientMsg::Move {
            n,
            v: turn.asked,
            pawn,
            value,
        },
    );
    assert_eq!(bench.refusal(mover.session).code, RefusalCode::AlreadyPlayed);
}

#[test]
fn who_lets_three_decisions_pass_is_away_until_a_command() {
    let (mut bench, [mut host, _]) = Bench::started(ClockKind::Casual);
    for _ in 0..2_000 {
        if bench.view().chairs[&0].away {
            break;
        }
        bench.sleep_to_next_wake();
    }
    let view = bench.view();
    assert!(
        view.chairs[&0].away && view.chairs[&0].by_clock >= 2,
        "{:?}",
        view.chairs[&0]
    );
    let n = host.next_n();
    bench.wish(
        &host,
        ClientMsg::Say {
            n,
            phrase: "hello".into(),
        },
    );
    bench.ack(host.session);
    assert!(!bench.view().chairs[&0].away);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn a_letter_stamped_in_time_is_heard_in_time_case_d1() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let mover = &mut mover;
    let throw = mover.throw(&bench.view());
    let stamp = bench.up + 11_000;
    bench.up += 60_000;
    bench.letter_at(mover.session, mover.cid, Body::Wish(throw), stamp);
    bench.ack(mover.session);
    assert_eq!(bench.view().chairs[&mover.chair].by_clock, 0);
}

#[test]
fn rows_that_are_lost_were_never_told_and_may_be_sent_again_case_d5() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let mover = &mut mover;
    let throw = mover.throw(&bench.view());
    bench.disk_waits = true;
    bench.wish(mover, throw.clone());
    bench.handle(Input::Journal(Outcome::Unknown));
    assert_eq!(bench.refusal(mover.session).code, RefusalCode::Paused);
    assert!(bench.around().paused.is_some());
    bench.lose_what_waits();
    bench.disk_waits = false;
    bench.refold();
    bench.wish(mover, throw);
    bench.ack(mover.session);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn who_was_back_in_a_row_that_is_lost_is_heard_again() {
    let (mut bench, [mut host, _]) = Bench::started(ClockKind::Casual);
    while !bench.view().chairs[&0].away {
        bench.sleep_to_next_wake();
    }
    let n = host.next_n();
    let hello = ClientMsg::Say {
        n,
        phrase: "hello".into(),
    };
    bench.disk_waits = true;
    bench.wish(&host, hello.clone());
    bench.handle(Input::Journal(Outcome::Unknown));
    bench.lose_what_waits();
    bench.disk_waits = false;
    bench.refold();
    bench.wish(&host, hello);
    bench.ack(host.session);
    assert!(!bench.view().chairs[&0].away);
}

#[test]
fn who_does_not_reveal_stops_the_start_and_the_attempt_is_opened() {
    let mut bench = Bench::open(2, "pagdi");
    let (mut host, mut guest) = (Seat::host(), Seat::new(2));
    bench.join(&mut guest);
    let first = bench.view().r#match;
    bench.ready(&mut host);
    bench.ready(&mut guest);
    assert_eq!(bench.view().stage, Stage::Revealing);
    bench.reveal(&mut host);
    bench.up += 10_001;
    bench.handle(Input::Wake);
    let view = bench.view();
    assert_eq!((view.stage, view.not_started), (Stage::Readying, 1));
    assert_ne!(view.r#match, first);
    assert!(!view.chairs[&0].ready && !view.chairs[&1].ready);
    bench.start(&mut [&mut host, &mut guest]);
    assert_eq!(bench.view().stage, Stage::Playing);
}

#[test]
fn a_dropped_seat_is_waited_for_and_then_played_for() {
    let (mut bench, [host, guest]) = Bench::started(ClockKind::Casual);
    let chair = bench.asked_chair();
    let mover = if chair == 0 { &host } else { &guest };
    let before = bench.view().turn.unwrap().deadline.unwrap();
    bench.letter(mover.session, mover.cid, Body::Closed);
    let after = bench.view().turn.unwrap().deadline.unwrap();
    assert!(
        after >= before + 17_000,
        "30 s of grace from the drop, against 12 s to throw"
    );
    bench.up += 30_001;
    bench.handle(Input::Wake);
    assert!(bench.view().chairs[&chair].away);
    assert_eq!(bench.view().chairs[&chair].by_clock, 1);
}

#[test]
fn a_match_ends_in_one_transaction_with_its_seal_its_record_and_its_base_case_g9() {
    let mut bench = Bench::open(2, "quick");
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    bench.start(&mut [&mut Seat::host(), &mut guest]);
    let n = guest.next_n();
    let out = bench.what_follows(&guest, ClientMsg::Resign { n });
    let Some(Out::Append {
        append,
        record: Some((match_id, _)),
    }) = out.first()
    else {
        panic!("{out:?}")
    };
    assert_eq!(bench.view().r#match, Some(*match_id));
    let [Besides::Seal(_), Besides::Base(_)] = append.besides.as_slice() else {
        panic!("{:?}", append.besides)
    };
}
