//! B10, E2, K2, G10: what the door says, how matches end, and what one row holds.

use std::collections::BTreeSet;

use chowk_protocol::{ChairKind, ClientMsg, ClockKind, EndedWhy, RefusalCode as Code, Stage};

use super::{
    super::{
        super::{Body, Input, Order, Out, fold, state},
        seat::Seat,
        table::Bench,
    },
    full_table, lines, resume,
};
use crate::journal::{Fence, RoomNo, Stored};

/// A full table, a locked one, and a room that cannot hear now: three answers, and only the last is worth a retry.
#[test]
fn a_full_table_is_told_apart_from_a_busy_room_case_b10() {
    let knock = |bench: &mut Bench| {
        let mut late = Seat::new(3);
        late.session = bench.new_session();
        bench.join(&mut late);
        bench.refusal(late.session)
    };
    let (mut full, mut host, _) = full_table();
    let (mut locked, _) = Bench::started(ClockKind::Casual);
    let refusals = [knock(&mut full), knock(&mut locked)];
    full.disk_waits = true;
    for _ in 0..64 {
        let n = host.next_n();
        let phrase = "hello".into();
        full.wish(&host, ClientMsg::Say { n, phrase });
    }
    let busy = knock(&mut full);
    assert_eq!(
        refusals.each_ref().map(|refusal| refusal.code),
        [Code::RoomFull, Code::Locked]
    );
    assert_eq!(busy.code, Code::Busy);
    assert!(busy.retry_ms.is_some() && refusals.iter().all(|refusal| refusal.retry_ms.is_none()));
    let texts: BTreeSet<&str> = refusals
        .iter()
        .chain([&busy])
        .map(|refusal| refusal.text.as_str())
        .collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
}

type Act = fn(&mut Bench, &mut [Seat; 2]);

fn asked(bench: &Bench) -> usize {
    bench.asked_chair().into()
}

fn resign(bench: &mut Bench, seat: &mut Seat) {
    let n = seat.next_n();
    bench.wish(seat, ClientMsg::Resign { n });
}

fn part(bench: &mut Bench, seats: &[Seat; 2]) {
    for seat in seats {
        bench.letter(seat.session, seat.cid, Body::Closed);
    }
}

/// The table of ends: what happens, why the match ended, and why a side left before. Only the first three reasons are the
/// rules' own; nobody wins by waiting, nobody loses by a clock or a lost connection.
#[test]
fn each_end_has_its_reason_case_e2_k2() {
    let table: [(&str, Act, EndedWhy, &[&str]); 9] = [
        (
            "whoever is asked resigns",
            |bench, seats| {
                let asked = asked(bench);
                resign(bench, &mut seats[asked]);
            },
            EndedWhy::Finished,
            &["resigned"],
        ),
        (
            "the other resigns",
            |bench, seats| {
                let asked = asked(bench);
                resign(bench, &mut seats[1 - asked]);
            },
            EndedWhy::Finished,
            &["resigned"],
        ),
        (
            "somebody leaves",
            |bench, seats| {
                let n = seats[1].next_n();
                bench.wish(&seats[1], ClientMsg::Leave { n });
            },
            EndedWhy::Finished,
            &["resigned"],
        ),
        (
            "the operator kicks",
            |bench, _| {
                bench.handle(Input::Order(Order::Kick { chair: 0 }));
            },
            EndedWhy::Finished,
            &["kicked"],
        ),
        (
            "it is played to its end",
            |bench, seats| {
                bench.play_on(seats, |_, _| {});
            },
            EndedWhy::Finished,
            &[],
        ),
        (
            "both are here and say nothing",
            |bench, _| {
                while bench.view().turn.is_some() {
                    bench.sleep_to_next_wake();
                }
            },
            EndedWhy::Finished,
            &[],
        ),
        (
            "both are gone",
            |bench, seats| {
                part(bench, seats);
                while bench.view().turn.is_some() {
                    bench.sleep_to_next_wake();
                }
            },
            EndedWhy::Finished,
            &[],
        ),
        (
            "the operator ends the room",
            |bench, _| {
                let why = "It is late.".to_owned();
                bench.handle(Input::Order(Order::End { why }));
            },
            EndedWhy::Abandoned,
            &[],
        ),
        (
            "nobody comes for a day, and nobody plays for them",
            |bench, seats| {
                bench.room.limits.away_pace = 48 * 3_600_000;
                part(bench, seats);
                bench.up += 24 * 3_600_000;
                bench.handle(Input::Wake);
            },
            EndedWhy::Abandoned,
            &[],
        ),
    ];
    for (what, act, why, left) in table {
        let (mut bench, mut seats) = Bench::started(ClockKind::Casual);
        act(&mut bench, &mut seats);
        let record = bench.record();
        let report = chowk_record::verify::verify(&record, None);
        assert!(report.holds(), "{what}: {report}");
        let lines = lines(&record);
        let of = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).collect::<Vec<_>>();
        let why_left: Vec<&str> = of("left").iter().map(|line| line["why"].as_str().unwrap()).collect();
        assert_eq!(why_left, left, "{what}");
        let [ended] = of("ended")[..] else {
            panic!("{what}: it ends once")
        };
        assert_eq!(ended["why"], serde_json::to_value(why).unwrap(), "{what}");
        // Whoever asks the view, a bot as well, is told the same, and that it is over.
        let view = bench.view();
        assert_eq!((view.stage, view.turn), (Stage::Ended, None), "{what}");
        assert_eq!(view.result.unwrap().why, why, "{what}");
        let shared = ended["ranks"].as_array().unwrap().len() == 1;
        assert_eq!(
            shared,
            why == EndedWhy::Abandoned,
            "{what}: given up, they share the rank"
        );
        if let [_] = left {
            assert_eq!(
                ended["ranks"][1][0],
                of("left")[0]["side"],
                "{what}: whoever left is last"
            );
        }
    }
}

/// A side that has left is marked so at once and asked nothing more, while the others play on.
#[test]
fn who_has_left_is_marked_and_asked_no_more_case_k2() {
    let mut bench = Bench::open(3, "pagdi");
    let mut seats = [Seat::host(), Seat::new(2), Seat::new(3)];
    for seat in &mut seats[1..] {
        bench.join(seat);
    }
    let [host, second, third] = &mut seats;
    bench.start(&mut [host, second, third]);
    let first = usize::from(bench.asked_chair());
    resign(&mut bench, &mut seats[first]);
    let side = bench.view().chairs[&(first as u8)].side.unwrap();
    let view = bench.view();
    assert_eq!((view.stage, view.sides[&side].left), (Stage::Playing, true));
    bench.play_on(&mut seats, |bench, _| {
        assert_ne!(usize::from(bench.asked_chair()), first)
    });
    let result = bench.view().result.unwrap();
    assert_eq!(
        (result.why, result.ranks.last()),
        (EndedWhy::Finished, Some(&vec![side]))
    );
}

/// Whatever changes a seat is one row with all that follows from it: wherever the rows are cut off, the room is whole.
#[test]
fn a_change_of_seat_and_what_it_brings_are_one_row_case_g10() {
    let mut bench = Bench::open(2, "pagdi");
    let (mut host, mut guest) = (Seat::host(), Seat::new(2));
    let mut rows = bench.rows.len();
    let mut one = |bench: &Bench, what: &str| {
        assert_eq!(bench.rows.len(), rows + 1, "{what}");
        rows += 1;
    };
    bench.join(&mut guest);
    one(&bench, "the last chair is taken, and the table sealed");
    bench.ready(&mut host);
    one(&bench, "ready");
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Remove { n, chair: 1 });
    one(&bench, "put off, and nobody is ready any more");
    let mut third = Seat::new(3);
    third.chair = 1;
    bench.join(&mut third);
    one(&bench, "another sits down");
    resume(&mut bench, &mut third);
    one(&bench, "another socket takes over");
    bench.letter(third.session, third.cid, Body::Closed);
    bench.up += 60_000;
    bench.handle(Input::Wake);
    one(&bench, "an absent chair is free");
    let mut fourth = Seat::new(4);
    fourth.chair = 1;
    bench.join(&mut fourth);
    bench.ready(&mut host);
    bench.ready(&mut fourth);
    bench.reveal(&mut host);
    bench.reveal(&mut fourth);
    rows = bench.rows.len();
    let chair = bench.asked_chair();
    let mut seats = [host, fourth];
    let mut one = |bench: &Bench, what: &str| {
        assert_eq!(bench.rows.len(), rows + 1, "{what}");
        rows += 1;
    };
    let mover = &mut seats[usize::from(chair)];
    bench.letter(mover.session, mover.cid, Body::Closed);
    one(&bench, "dropped, and the deadline moves");
    bench.up += 30_000;
    bench.handle(Input::Wake);
    one(&bench, "missed, away, and thrown for");
    assert!(bench.view().chairs[&chair].away);
    let (code, all) = (bench.room.code(), bench.rows.clone());
    for length in 1..=all.len() {
        let stored = Stored {
            room: RoomNo(1),
            fence: Fence(2),
            base: None,
            rows: all[..length].to_vec(),
        };
        let (state, _) = fold::fold_rows(code, &stored).unwrap();
        let before_the_lock = match state.stage {
            state::Stage::Gathering { .. } => Some(false),
            state::Stage::Readying { .. } => Some(true),
            state::Stage::Revealing { .. } | state::Stage::Playing(_) | state::Stage::Ended(_) => None,
        };
        assert!(
            before_the_lock.is_none_or(|full| full == state.is_full()),
            "{length} rows"
        );
        assert!(state.seat(state.host).is_some(), "{length} rows: the host sits");
    }
    assert!(!bench.outs.iter().any(|out| matches!(out, Out::Gone)));
    assert_eq!(bench.view().chairs[&1].kind, ChairKind::Person);
}
