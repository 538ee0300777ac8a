//! E6, E7, K3: clocks are facts, run without lookers-on, and end with their room; and what may be done while chance is
//! waited for.

use chowk_protocol::{ClientMsg, ClockKind, RefusalCode as Code, TurnPhase};

use super::{
    super::{
        super::{Body, Input, Out},
        refusals::refused,
        table::Bench,
    },
    lines,
};

/// A deadline is a fact: it is in the row, outlives a restart, and what the clock did is told.
#[test]
fn what_clocks_do_is_in_the_log_case_e6() {
    let (mut bench, [mover, _]) = Bench::playing();
    let chair = mover.chair;
    let deadline = bench
        .view()
        .turn
        .unwrap()
        .deadline
        .expect("a casual turn has a deadline");
    let row = bench.rows.last().unwrap().body.clone();
    assert!(String::from_utf8_lossy(&row).contains(&format!("\"deadline\":{deadline}")));
    let left = bench.room.next_wake().unwrap() - bench.up;
    bench.up += 3_600_000;
    bench.restart();
    let after = bench.view().turn.unwrap().deadline.unwrap();
    assert!(after >= deadline, "a restart takes nobody's time");
    bench.the_rows_fold_to_the_same_state();
    assert!(
        bench.room.next_wake().unwrap() >= bench.up + left,
        "the time that was lost is nobody's loss"
    );
    bench.sleep_to_next_wake();
    let view = bench.view();
    assert_eq!((view.chairs[&chair].by_clock, view.chairs[&chair].away), (1, true));
    let told: Vec<String> = bench
        .rows
        .iter()
        .map(|row| String::from_utf8_lossy(&row.body).into_owned())
        .collect();
    assert!(
        told.iter()
            .any(|row| row.contains("\"f\":\"missed\"") && row.contains("\"by\":\"clock\""))
    );
    bench.the_rows_fold_to_the_same_state();
}

/// Clocks run whether or not anybody is there to be told; when the room has ended nothing falls due any more.
#[test]
fn clocks_need_no_listener_and_end_with_the_room_case_e7() {
    let (mut bench, [host, guest]) = Bench::started(ClockKind::Casual);
    for seat in [&host, &guest] {
        bench.letter(seat.session, seat.cid, Body::Closed);
    }
    bench.forget_what_was_told();
    for _ in 0..5_000 {
        if bench.outs.iter().any(|out| matches!(out, Out::Gone)) {
            break;
        }
        bench.sleep_to_next_wake();
    }
    assert!(matches!(bench.outs.last(), Some(Out::Gone)));
    assert!(bench.told_sessions().is_empty(), "nobody was there");
    let record = bench.record();
    assert!(lines(&record).iter().any(|line| line["by"] == "clock"));
    assert!(chowk_record::verify::verify(&record, None).holds());
    assert_eq!(bench.room.next_wake(), None, "nothing falls due in a room that is gone");
    let (rows, outs) = (bench.rows.len(), bench.outs.len());
    bench.up += 48 * 3_600_000;
    bench.handle(Input::Wake);
    assert_eq!(
        (bench.rows.len(), bench.outs.len()),
        (rows, outs),
        "and a late alarm does nothing"
    );
}

/// While a throw is waited for there is no move to be made, and while a move is, none to be thrown: one question, one state.
#[test]
fn while_a_throw_is_waited_for_nothing_may_be_moved_case_k3() {
    let (mut bench, mut seats) = Bench::started(ClockKind::Casual);
    let mut tried = [0, 0];
    bench.play_on(&mut seats, |bench, seat| {
        let (turn, n) = (bench.view().turn.unwrap(), seat.peek_n());
        let v = turn.asked;
        match turn.phase {
            TurnPhase::Throw => {
                assert!(
                    turn.moves.is_empty() && turn.blocked.is_empty() && turn.value.is_none(),
                    "{turn:?}"
                );
                tried[0] += 1;
                if tried[0] < 20 {
                    let wish = ClientMsg::Move {
                        n,
                        v,
                        pawn: 0,
                        value: 1,
                    };
                    refused(bench, seat, wish, Code::NothingThrown);
                }
            }
            TurnPhase::Move => {
                assert!(
                    !turn.moves.is_empty() && (turn.value.is_some() || !turn.hand.is_empty()),
                    "{turn:?}"
                );
                tried[1] += 1;
                if tried[1] < 20 {
                    let link = seat.next_link(&bench.view());
                    refused(bench, seat, ClientMsg::Throw { n, v, link }, Code::AlreadyThrown);
                }
            }
        }
    });
    assert!(tried.iter().all(|tried| *tried > 20), "{tried:?}");
}
