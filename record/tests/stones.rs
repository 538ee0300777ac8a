//! Whole sets of four stones, written down and verified; a set told again is the set that was played.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

#[path = "play/stones.rs"]
mod play;
#[path = "play/whim.rs"]
mod whim;

use std::collections::BTreeSet;

use chowk_record::fair::FairFate;
use chowk_record::line::{Line, StonesLine};
use chowk_record::retold::Retold;
use chowk_record::verify::verify;
use chowk_rules::stones::{Event, RuleSet};
use play::{Written, play, short};
use proptest::prelude::*;

/// How many sets are played; a debug build takes ten times as long.
const SETS: u8 = if cfg!(debug_assertions) { 24 } else { 240 };

#[track_caller]
fn holds(written: &Written) {
    let report = verify(&written.record, Some(&written.log));
    assert_eq!(report.checks.len(), 6);
    assert!(report.holds(), "{report}");
}

/// The kinds of line, and of those that tell of a clock whether it was drawn.
fn kinds(written: &Written) -> impl Iterator<Item = String> {
    written.lines.iter().map(|line| {
        let drawn = matches!(
            line,
            StonesLine::Happened {
                event: Event::ClockOut { t: Some(_), .. },
                ..
            }
        );
        format!("{}{}", line.kind(), if drawn { ", drawn" } else { "" })
    })
}

#[test]
fn whole_sets_verify_and_have_every_kind_of_line() {
    let mut all = BTreeSet::new();
    for seed in 0..SETS {
        let written = play(short(), [seed; 32], None);
        holds(&written);
        all.extend(kinds(&written));
    }
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(
        all,
        [
            "away",
            "choice",
            "clock_out",
            "clock_out, drawn",
            "crossed",
            "cut",
            "ended",
            "give",
            "given",
            "innings",
            "innings_end",
            "inputs",
            "lots",
            "phase",
            "tagged",
            "take",
            "taken",
            "through",
            "void",
        ]
    );
}

#[test]
fn a_set_by_the_shipped_numbers_verifies() {
    holds(&play(RuleSet::default(), [3; 32], None));
}

#[test]
fn a_set_that_is_given_up_verifies_whenever_that_is() {
    for tick in [0, 1, 29, 30, 31, 200] {
        let written = play(short(), [5; 32], Some(tick));
        holds(&written);
        assert_eq!(written.sets.len(), tick as usize + 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 30 } else { 300 }))]

    /// Any prefix of the lines folds, by a fate made anew for each, and the set told again is the one that was played.
    #[test]
    fn a_set_told_again_is_the_set_that_was_played(seed: [u8; 32], give_up in prop::option::of(0u32..900), stop in 0..40usize) {
        let written = play(short(), seed, give_up);
        let mut told = Retold::new(short(), written.lots);
        prop_assert_eq!(told.set(), &written.sets[0]);
        let mut draws = 4;
        let lines = &written.lines[1..];
        for (at, line) in lines.iter().enumerate() {
            let mut fate = FairFate::new(&written.key, told.t(), None);
            prop_assert_eq!(told.take_in(line, &mut fate), Ok(()), "{:?}", line);
            let tick = told.set().tick();
            if !told.set().is_over() {
                prop_assert_eq!(told.set(), &written.sets[tick as usize]);
            }
            if let StonesLine::Happened { event: Event::ClockOut { t: Some(t), .. }, .. } = line {
                prop_assert_eq!(*t, draws);
                draws += 1;
            }
            if told.owed().is_none() {
                prop_assert_eq!(told.t(), draws);
            }
            // What is owed is what is told next.
            if let Some(owed) = told.owed() {
                let next = StonesLine::Happened { tick, event: owed.clone() };
                prop_assert_eq!(lines.get(at + 1), Some(&next));
            }
            // Whoever stops between two beats goes on to the tick that was the last when this line was written.
            let written_at = written.at[at + 1];
            let to_be_told = matches!(lines.get(at + 1), Some(&StonesLine::Happened { tick, .. }) if tick <= written_at);
            if at % 40 == stop && !to_be_told {
                let mut rest = told.clone();
                let mut fate = FairFate::new(&written.key, rest.t(), None);
                prop_assert_eq!(rest.go_on(written_at, &mut fate), Ok(()));
                if !rest.set().is_over() {
                    let reached = rest.set().tick().max(written_at);
                    prop_assert_eq!(rest.set(), &written.sets[reached as usize]);
                }
            }
        }
        prop_assert_eq!(told.set(), &written.end);
        prop_assert_eq!(told.owed(), None);
    }

    /// Each line of a set as JSON and back, whether the game is known or not.
    #[test]
    fn lines_come_back(seed: [u8; 32]) {
        for line in play(short(), seed, None).lines {
            let line = Line::Stones(line);
            prop_assert_eq!(Line::from_fields(&line.to_fields()), Ok(line));
        }
    }
}
