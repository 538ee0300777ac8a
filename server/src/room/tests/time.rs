//! Twice the time, once a match (the players' page, 5.5): what it grants, to whom, and for how long.

use chowk_protocol::{ClientMsg, ClockKind, CourtPhase, Event, RefusalCode as Code, ServerMsg, Stage, TurnPhase};

use super::{
    super::{Body, Input},
    refusals::refused,
    seat::Seat,
    stones::{begun, short},
    table::Bench,
};
use crate::journal::Outcome;

/// The casual clock, in ticks.
const THROW: u64 = 12_000;
const CHOOSE: u64 = 20_000;
const BANK: u64 = 60_000;

fn ask(bench: &mut Bench, seat: &mut Seat) {
    let n = seat.next_n();
    bench.wish(seat, ClientMsg::MoreTime { n });
    bench.ack(seat.session);
}

fn deadline(bench: &Bench) -> u64 {
    bench.view().turn.unwrap().deadline.unwrap()
}

#[test]
fn who_asks_has_twice_the_time_at_once_and_nobody_else() {
    let (mut bench, [mut mover, mut other]) = Bench::playing();
    let before = bench.view();
    assert_eq!(before.turn.as_ref().unwrap().phase, TurnPhase::Throw);
    let began = deadline(&bench) - THROW;
    bench.up += 5_000;
    bench.forget_what_was_told();
    ask(&mut bench, &mut mover);
    assert_eq!(deadline(&bench), began + 2 * THROW, "from when it was asked");
    let view = bench.view();
    assert!(view.chairs[&mover.chair].more_time && !view.chairs[&other.chair].more_time);
    assert_eq!(view.chairs[&mover.chair].bank, Some(2 * BANK));
    assert_eq!(
        view.turn.as_ref().unwrap().asked,
        before.turn.unwrap().asked,
        "the question is the same"
    );
    let told = bench.inbox(other.session).into_iter().find_map(|message| {
        if let ServerMsg::Diff(diff) = message {
            Some(diff.events)
        } else {
            None
        }
    });
    let (chair, longer) = (mover.chair, Some(began + 2 * THROW));
    assert_eq!(
        told,
        Some(vec![Event::MoreTime {
            chair,
            deadline: longer
        }])
    );
    // Who is not asked gets it for later; the open question stands as it did.
    ask(&mut bench, &mut other);
    assert_eq!(deadline(&bench), began + 2 * THROW);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn the_clock_plays_when_twice_the_time_is_over_and_not_before() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let left = bench.room.next_wake().unwrap() - bench.up;
    ask(&mut bench, &mut mover);
    bench.up += left + THROW - 1;
    bench.handle(Input::Wake);
    assert_eq!(bench.view().chairs[&mover.chair].by_clock, 0);
    bench.up += 1;
    bench.handle(Input::Wake);
    assert_eq!(bench.view().chairs[&mover.chair].by_clock, 1);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn it_holds_to_the_end_of_the_match_and_outlives_a_restart() {
    let (mut bench, [mut mover, mut other]) = Bench::playing();
    ask(&mut bench, &mut mover);
    let chair = mover.chair;
    for seat in [&mover, &other] {
        bench.letter(seat.session, seat.cid, Body::Closed);
    }
    bench.restart();
    assert!(bench.view().chairs[&chair].more_time);
    for seat in [&mut mover, &mut other] {
        seat.session = bench.new_session();
        bench.join(seat);
    }
    // The open question waits for who was gone.
    let (mut seen, returned) = ([0, 0], bench.room.v());
    let mut seats = [mover, other];
    bench.play_on(&mut seats, |bench, seat| {
        let view = bench.view();
        let (Some(turn), Some(play)) = (&view.turn, bench.room.state.play()) else {
            return;
        };
        if turn.asked <= returned {
            return;
        }
        let (at, bank) = (play.question.at, view.chairs[&seat.chair].bank.unwrap_or(0));
        let grants = match turn.phase {
            TurnPhase::Throw => THROW,
            TurnPhase::Move => CHOOSE,
        };
        let in_bank = if turn.phase == TurnPhase::Move { bank } else { 0 };
        let times = if seat.chair == chair { 2 } else { 1 };
        assert_eq!(turn.deadline, Some(at + times * grants + in_bank), "{turn:?}");
        seen[usize::from(seat.chair)] += 1;
    });
    assert!(seen.iter().all(|seen| *seen > 10), "{seen:?}");
    let view = bench.view();
    assert_eq!(view.stage, Stage::Ended);
    assert!(!view.chairs[&chair].more_time, "it was for that match");
    let [mover, other] = &mut seats;
    let n = mover.next_n();
    bench.wish(mover, ClientMsg::Again { n });
    bench.start(&mut [mover, other]);
    assert!(!bench.view().chairs[&chair].more_time);
    bench.forget_what_was_told();
    ask(&mut bench, mover);
    assert!(bench.view().chairs[&chair].more_time, "and once in the next one");
    bench.the_rows_fold_to_the_same_state();
}

/// What is over the doubled grant is taken from the bank, and nothing below it.
#[test]
fn the_bank_pays_only_beyond_twice_the_time() {
    let (mut bench, [mut mover, other]) = Bench::playing();
    ask(&mut bench, &mut mover);
    let chair = mover.chair;
    let mut seats = [mover, other];
    let (mut waited, over) = (false, 2 * CHOOSE + 7_000);
    bench.play_on(&mut seats, |bench, seat| {
        let is_move = bench.view().turn.is_some_and(|turn| turn.phase == TurnPhase::Move);
        // A forced move waits for nobody.
        let waits = bench.room.next_wake().is_some_and(|wake| wake > bench.up + over);
        if seat.chair == chair && is_move && waits && !waited {
            waited = true;
            bench.up = bench.room.state.play().unwrap().question.at + over;
        }
    });
    assert!(waited);
    let rows = bench
        .rows
        .iter()
        .map(|row| String::from_utf8_lossy(&row.body).into_owned());
    let paid: Vec<String> = rows.filter(|row| row.contains("\"f\":\"banked\"")).collect();
    assert_eq!(paid.len(), 1, "{paid:?}");
    assert!(paid[0].contains(&format!("\"left\":{}", 2 * BANK - 7_000)), "{paid:?}");
}

#[test]
fn it_is_refused_where_it_means_nothing() {
    let mut bench = Bench::open(2, "pagdi");
    refused(&mut bench, &Seat::host(), ClientMsg::MoreTime { n: 1 }, Code::NotNow);
    let (mut bench, [mut mover, _]) = Bench::playing();
    ask(&mut bench, &mut mover);
    let again = ClientMsg::MoreTime { n: mover.peek_n() };
    refused(&mut bench, &mover, again, Code::NotNow);
    let (mut bench, [host, _]) = Bench::started(ClockKind::None);
    let n = host.peek_n();
    refused(&mut bench, &host, ClientMsg::MoreTime { n }, Code::NotNow);
    let (mut bench, host) = begun(short(), |_| {});
    let n = host.peek_n();
    refused(&mut bench, &host, ClientMsg::MoreTime { n }, Code::NotNow);
}

#[test]
fn who_has_left_the_match_has_no_time_to_ask_for() {
    let mut bench = Bench::open(3, "pagdi");
    let (mut host, mut guest, mut third) = (Seat::host(), Seat::new(2), Seat::new(3));
    bench.join(&mut guest);
    bench.join(&mut third);
    bench.start(&mut [&mut host, &mut guest, &mut third]);
    let n = guest.next_n();
    bench.wish(&guest, ClientMsg::Resign { n });
    let n = guest.peek_n();
    refused(&mut bench, &guest, ClientMsg::MoreTime { n }, Code::NotPlaying);
}

#[test]
fn a_step_waits_twice_as_long_for_who_asked() {
    let (mut bench, mut host) = begun(short(), |opening| opening.step = Some(15));
    while bench.view().court.unwrap().phase == CourtPhase::Break {
        bench.sleep_to_next_wake();
    }
    let question = |bench: &Bench| bench.room.state.play().unwrap().question;
    let first = question(&bench);
    assert_eq!(first.deadline, Some(first.at + CHOOSE));
    ask(&mut bench, &mut host);
    let longer = question(&bench);
    assert_eq!(
        (longer.asked, longer.deadline),
        (first.asked, Some(first.at + 2 * CHOOSE))
    );
    bench.up += CHOOSE + 1;
    bench.handle(Input::Wake);
    assert_eq!(question(&bench).asked, first.asked, "the step still waits");
    bench.sleep_to_next_wake();
    let next = question(&bench);
    assert!(next.asked > first.asked);
    assert_eq!(next.deadline, Some(next.at + 2 * CHOOSE));
    bench.the_rows_fold_to_the_same_state();
}

/// Whoever counts down to a deadline must know how ticks map to the clock.
#[test]
fn a_clock_that_stood_still_or_was_set_is_told_once() {
    let (mut bench, [host, _]) = Bench::started(ClockKind::Casual);
    let told = |bench: &mut Bench| {
        let all = bench.inbox(host.session);
        let times = all.into_iter().filter_map(|message| {
            if let ServerMsg::Around(around) = message {
                Some(around.now - around.tick)
            } else {
                None
            }
        });
        times.collect::<Vec<u64>>()
    };
    bench.handle(Input::Wake);
    let before = *told(&mut bench).last().unwrap();
    bench.forget_what_was_told();
    bench.up += 2_000;
    bench.handle(Input::Wake);
    assert_eq!(told(&mut bench), [0; 0], "time goes as it does");
    // A slow disk: rows wait for three seconds.
    bench.disk_waits = true;
    let n = host.peek_n();
    bench.wish(&host, ClientMsg::MoreTime { n });
    bench.up += 3_000;
    bench.handle(Input::Wake);
    bench.disk_waits = false;
    bench.handle(Input::Journal(Outcome::Durable));
    let after = told(&mut bench);
    assert_eq!(after, [before + 2_900], "but for the 100 ms that a disk may take");
    // The machine's clock is set: by a second more, as its operator or the network does.
    bench.wall_ahead += 1_000;
    bench.forget_what_was_told();
    bench.handle(Input::Wake);
    bench.handle(Input::Wake);
    assert_eq!(told(&mut bench), [before + 3_900]);
}
