//! Four stones in a room: ticks, motion between rows, commands that wait for their tick, steps, and what a crash leaves.

mod buttons;

use std::collections::BTreeMap;

use chowk_protocol::{ClientMsg, CourtEvent, CourtPhase, Event, GameKind, RefusalCode as Code, ServerMsg, Stage, Word};
use chowk_record::rules::Rules;
use chowk_rules::stones::RuleSet;

use super::{
    super::{Body, Input},
    refusals::refused,
    seat::Seat,
    table::Bench,
};
use crate::{journal::Outcome, room::Opening};

/// A set whose innings are short.
pub(super) fn short() -> RuleSet {
    RuleSet {
        steal_s: 20,
        gumpu_s: 5,
        chhuttu_s: 5,
        break_s: 1,
        ..RuleSet::default()
    }
}

pub(super) fn room(rules: RuleSet, otherwise: impl FnOnce(&mut Opening)) -> (Bench, Seat) {
    let bench = Bench::open_as(5, "pagdi", |opening| {
        opening.game = GameKind::Stones;
        opening.preset = None;
        opening.rules = Rules::Stones(rules);
        otherwise(opening);
    });
    (bench, Seat::host())
}

/// A set that has just begun: one person on chair 0, and four players of the house.
pub(super) fn begun(rules: RuleSet, otherwise: impl FnOnce(&mut Opening)) -> (Bench, Seat) {
    let (mut bench, mut host) = room(rules, otherwise);
    for chair in 1..5 {
        let n = host.next_n();
        let brain = ["chaser", "thief", "hunter", "fox"][usize::from(chair) - 1].to_owned();
        bench.wish(&host, ClientMsg::AddBot { n, chair, brain });
    }
    bench.start(&mut [&mut host]);
    (bench, host)
}

pub(super) fn court_events(told: &[ServerMsg]) -> Vec<(u32, CourtEvent)> {
    let mut found = Vec::new();
    for message in told {
        let ServerMsg::Diff(diff) = message else { continue };
        for event in &diff.events {
            if let Event::Court { tick, happened } = event {
                found.push((*tick, happened.clone()));
            }
        }
    }
    found
}

/// Runs until the set has ended; gives all that the seat was told.
pub(super) fn run_out(bench: &mut Bench, seat: &Seat) -> Vec<ServerMsg> {
    let mut told = Vec::new();
    for _ in 0..40_000 {
        if bench.view().stage == Stage::Ended {
            return told;
        }
        bench.sleep_to_next_wake();
        told.extend(bench.inbox(seat.session));
    }
    panic!("the set does not end");
}

#[test]
fn a_set_of_one_person_and_four_of_the_house_ends_and_verifies() {
    let (mut bench, host) = begun(short(), |_| {});
    let told = run_out(&mut bench, &host);
    let view = bench.view();
    let result = view.result.unwrap();
    assert_eq!(result.seats.iter().map(Vec::len).sum::<usize>(), 5, "{result:?}");
    assert!(result.ranks.is_empty());
    assert_eq!(view.court.unwrap().phase, CourtPhase::Over);
    let record = bench.record();
    let report = chowk_record::verify::verify(&record, None);
    assert!(report.holds(), "{report}");
    for (tick, event) in court_events(&told) {
        let what = serde_json::to_value(&event).unwrap()["what"]
            .as_str()
            .unwrap()
            .to_owned();
        let line = format!("\"kind\":\"{what}\"");
        let is_told = record
            .lines()
            .any(|told| told.contains(&line) && told.contains(&format!("\"tick\":{tick}")));
        assert!(is_told || what == "lots", "{what} of tick {tick} is in the record");
    }
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn motion_goes_on_between_rows_and_every_place_is_told() {
    let (mut bench, host) = begun(short(), |_| {});
    let mut at = BTreeMap::new();
    let (mut frames, mut diffs, mut last) = (0, 0, 0);
    for message in run_out(&mut bench, &host) {
        if let ServerMsg::Diff(_) = message {
            diffs += 1;
        }
        let ServerMsg::Motion { tick, at: moved, .. } = message else {
            continue;
        };
        assert!(tick >= last, "motion never goes back");
        last = tick;
        at.extend(moved);
        assert_eq!(at.len(), 5, "the first frame tells all five");
        frames += 1;
    }
    assert!(frames > 2 * diffs, "{frames} frames, {diffs} rows");
}

#[test]
fn nobody_sees_what_only_a_fact_explains_before_its_row() {
    let (mut bench, host) = begun(short(), |_| {});
    let mut held = false;
    for _ in 0..20_000 {
        if bench.view().stage == Stage::Ended {
            break;
        }
        bench.disk_waits = true;
        let innings = bench
            .room
            .state
            .play()
            .and_then(|_| bench.view().court)
            .map(|court| court.innings);
        bench.inbox(host.session);
        bench.sleep_to_next_wake();
        let told = bench.inbox(host.session);
        assert!(court_events(&told).is_empty(), "a fact waits for its row");
        if bench.view().court.map(|court| court.innings) != innings {
            let shown = told.iter().any(|message| matches!(message, ServerMsg::Motion { .. }));
            assert!(!shown, "the new innings is not shown before it is durable");
            held = true;
        }
        bench.disk_waits = false;
        while bench.room.durable_v() < bench.room.v() {
            bench.handle(Input::Journal(Outcome::Durable));
        }
    }
    assert!(held);
}

#[test]
fn a_direction_counts_at_the_next_tick_and_its_number_comes_back() {
    let (mut bench, host) = begun(short(), |_| {});
    while bench.view().court.unwrap().phase == CourtPhase::Break {
        bench.sleep_to_next_wake();
    }
    bench.forget_what_was_told();
    for i in 1..=100 {
        bench.wish(
            &host,
            ClientMsg::Input {
                i,
                dx: -127,
                dy: 127 - i as i8,
            },
        );
    }
    let mut newest = None;
    while newest.is_none() {
        bench.sleep_to_next_wake();
        newest = bench.inbox(host.session).iter().find_map(|message| {
            if let ServerMsg::Motion { i, .. } = message {
                *i
            } else {
                None
            }
        });
    }
    assert_eq!(newest, Some(100), "of a hundred in a tick the last counts");
    run_out(&mut bench, &host);
    let record = bench.record();
    let inputs = record.lines().filter(|line| line.contains("\"kind\":\"inputs\""));
    let own = inputs.filter(|line| line.contains(",0,-127,27]")).count();
    assert_eq!(own, 1, "the last of them is in the record, once");
}

#[test]
fn what_is_no_wish_of_the_moment_is_refused() {
    let (mut bench, mut host) = begun(short(), |_| {});
    refused(
        &mut bench,
        &host,
        ClientMsg::Input { i: 1, dx: -128, dy: 0 },
        Code::BadDirection,
    );
    let watcher = bench.new_session();
    bench.letter(watcher, host.cid, Body::Watch { name: None });
    bench.letter(watcher, host.cid, Body::Wish(ClientMsg::Input { i: 1, dx: 1, dy: 0 }));
    assert_eq!(bench.refusal(watcher).code, Code::WatchersOnlySee);
    let n = host.peek_n();
    bench.wish(&host, ClientMsg::Take { n });
    bench.sleep_to_next_wake();
    assert_eq!(
        bench.refusal(host.session).code,
        Code::NotNow,
        "in the break nobody takes"
    );
    let word = ClientMsg::Choose {
        n,
        v: bench.view().court.unwrap().asked.unwrap_or(0),
        word: Word::Chhuttu,
        r#box: None,
    };
    bench.wish(&host, word);
    bench.sleep_to_next_wake();
    assert_eq!(bench.refusal(host.session).code, Code::NotNow);
    refused(&mut bench, &host, ClientMsg::LookBack {}, Code::NoTag);
    let throw = ClientMsg::Throw { n, v: 1, link: None };
    refused(&mut bench, &host, throw, Code::WrongGame);
    refused(&mut bench, &host, ClientMsg::Resign { n }, Code::WrongGame);
    let _ = host.next_n();
    run_out(&mut bench, &host);
    refused(&mut bench, &host, ClientMsg::Input { i: 9, dx: 1, dy: 0 }, Code::NotNow);
}

#[test]
fn a_room_that_was_killed_goes_on_from_its_last_row_when_all_are_back() {
    let (mut bench, mut host) = begun(short(), |_| {});
    while bench.view().court.unwrap().tick < 200 {
        bench.sleep_to_next_wake();
    }
    let (tick, epoch) = (bench.view().court.unwrap().tick, bench.room.state.epoch);
    bench.restart();
    assert_ne!(bench.room.state.epoch, epoch, "motion that was shown may be lost");
    bench.up += 5_000;
    bench.handle(Input::Wake);
    assert_eq!(bench.view().court.unwrap().tick, tick, "it stands while one is missing");
    host.session = bench.new_session();
    let resume = Body::Resume {
        token: host.token(),
        epoch,
        v: 1,
    };
    bench.letter(host.session, host.cid, resume);
    assert_eq!(bench.around().paused, None, "all are back");
    let told = run_out(&mut bench, &host);
    assert!(told.iter().any(|message| matches!(message, ServerMsg::Motion { .. })));
    let record = bench.record();
    let report = chowk_record::verify::verify(&record, None);
    assert!(report.holds(), "{report}");
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn who_stays_away_is_played_for_after_ten_seconds_and_takes_over_again() {
    let (mut bench, mut host) = begun(RuleSet::default(), |_| {});
    bench.letter(host.session, host.cid, Body::Closed);
    let gone = bench.up;
    while !bench.view().chairs[&0].away {
        bench.sleep_to_next_wake();
    }
    assert!(bench.up >= gone + 10_000 && bench.up < gone + 10_050);
    host.session = bench.new_session();
    let resume = Body::Resume {
        token: host.token(),
        epoch: bench.room.state.epoch,
        v: 1,
    };
    bench.letter(host.session, host.cid, resume);
    assert!(bench.view().chairs[&0].away, "coming back alone takes nothing over");
    bench.wish(&host, ClientMsg::Input { i: 1, dx: 0, dy: 0 });
    assert!(!bench.view().chairs[&0].away);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn where_away_seats_stand_still_the_record_says_so() {
    let (mut bench, host) = begun(short(), |opening| opening.still = true);
    let watcher = bench.new_session();
    bench.letter(watcher, host.cid, Body::Watch { name: None });
    bench.letter(host.session, host.cid, Body::Closed);
    run_out(&mut bench, &host);
    let record = bench.record();
    assert_eq!(
        record.lines().filter(|line| line.contains("\"kind\":\"away\"")).count(),
        1
    );
    assert!(chowk_record::verify::verify(&record, None).holds());
}

#[test]
fn in_step_mode_the_room_waits_for_every_answer() {
    let (mut bench, host) = begun(short(), |opening| opening.step = Some(15));
    while bench.view().court.unwrap().phase == CourtPhase::Break {
        bench.sleep_to_next_wake();
    }
    let asked = bench.view().court.unwrap();
    let step = asked.step.unwrap();
    let deadline = step.deadline.expect("the step has a clock");
    bench.forget_what_was_told();
    bench.wish(&host, ClientMsg::Input { i: 1, dx: 0, dy: 0 });
    assert_eq!(bench.around().answered, [0]);
    bench.sleep_to_next_wake();
    let next = bench.view().court.unwrap();
    assert_eq!(next.tick, asked.tick + 15, "a step is fifteen ticks");
    assert!(next.step.unwrap().asked > step.asked);
    assert!(bench.up < deadline);
    // Whoever lets three steps go is played for.
    for _ in 0..3 {
        bench.sleep_to_next_wake();
    }
    assert!(bench.view().chairs[&0].away);
    run_out(&mut bench, &host);
    let record = bench.record();
    assert!(chowk_record::verify::verify(&record, None).holds());
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn a_tag_can_be_looked_back_at() {
    let (mut bench, host) = begun(RuleSet::default(), |_| {});
    for _ in 0..40_000 {
        bench.sleep_to_next_wake();
        let told = court_events(&bench.inbox(host.session));
        let tagged = told.iter().find_map(|(tick, event)| {
            if let CourtEvent::Tagged {
                seat,
                by,
                at,
                patwar_at,
                ..
            } = event
            {
                Some((*tick, *seat, *by, *at, *patwar_at))
            } else {
                None
            }
        });
        let Some((tick, seat, by, at, patwar_at)) = tagged else {
            if bench.view().stage == Stage::Ended {
                return;
            }
            continue;
        };
        bench.wish(&host, ClientMsg::LookBack {});
        let film = bench.inbox(host.session).into_iter().find_map(|message| {
            if let ServerMsg::Film { tag, frames } = message {
                Some((tag, frames))
            } else {
                None
            }
        });
        let (tag, frames) = film.expect("the film");
        let last = frames.last().unwrap();
        assert_eq!((tag, frames.len(), last.tick), (tick, 45, tick));
        assert_eq!((last.at[&seat], last.at[&by]), (at, patwar_at));
        return;
    }
}

#[test]
fn whoever_comes_between_two_steps_sees_all_five_at_once() {
    let (mut bench, mut host) = begun(short(), |opening| opening.step = Some(15));
    while bench.view().court.unwrap().phase == CourtPhase::Break {
        bench.sleep_to_next_wake();
    }
    let shown = |told: Vec<ServerMsg>| {
        let mut all = told.into_iter().filter_map(|message| {
            if let ServerMsg::Motion { tick, at, .. } = message {
                Some((tick, at.len()))
            } else {
                None
            }
        });
        all.next()
    };
    let tick = bench.view().court.unwrap().tick;
    let watcher = bench.new_session();
    bench.letter(watcher, host.cid, Body::Watch { name: None });
    assert_eq!(shown(bench.inbox(watcher)), Some((tick, 5)));
    // Whoever comes back to a server that was killed is to answer a step, and sees where it begins.
    bench.restart();
    host.session = bench.new_session();
    let resume = Body::Resume {
        token: host.token(),
        epoch: bench.room.state.epoch,
        v: 1,
    };
    bench.letter(host.session, host.cid, resume);
    assert_eq!(shown(bench.inbox(host.session)), Some((tick, 5)));
    run_out(&mut bench, &host);
}

#[test]
fn who_comes_to_the_next_set_is_not_shown_the_last_one() {
    let (mut bench, mut host) = begun(short(), |_| {});
    run_out(&mut bench, &host);
    let come_back = |bench: &mut Bench, host: &mut Seat| {
        host.session = bench.new_session();
        let (epoch, v) = (bench.room.state.epoch, bench.room.v());
        let token = host.token();
        bench.letter(host.session, host.cid, Body::Resume { token, epoch, v });
        let told = bench.inbox(host.session);
        told.iter().any(|message| matches!(message, ServerMsg::Motion { .. }))
    };
    assert!(come_back(&mut bench, &mut host), "the court as it was at the end");
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Again { n });
    assert!(!come_back(&mut bench, &mut host), "there is no court before the lots");
    bench.start(&mut [&mut host]);
    assert!(come_back(&mut bench, &mut host), "and then the new one");
}
