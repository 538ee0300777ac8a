//! Records of four stones that nobody played: lines of the other game, clocks that take for ever, any change at all.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

#[path = "play/stones.rs"]
mod play;
#[path = "play/retell.rs"]
mod retell;
#[path = "play/whim.rs"]
mod whim;

use std::time::{Duration, Instant};

use chowk_record::verify::CheckName::{self, Draws, HashChain, Moves, Seal};
use chowk_record::verify::verify;
use chowk_rules::stones::RuleSet;
use play::{play, short};
use proptest::prelude::*;
use retell::{Fields, chained, failures, lines};
use serde_json::{Value, json};

fn stones() -> Vec<Fields> {
    lines(&play(short(), [9; 32], None).record)
}

fn chowka() -> Vec<Fields> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/vectors/records/pagdi-2.chowk.ndjson"
    );
    lines(&std::fs::read_to_string(path).unwrap())
}

fn of_kind(lines: &[Fields], kind: &str) -> Fields {
    lines.iter().find(|line| line["kind"] == kind).unwrap().clone()
}

/// One door for the rows below: `record` with a line of another inserted at this place fails so and not otherwise.
#[track_caller]
fn with(mut record: Vec<Fields>, at: usize, mut line: Fields, expected: &[CheckName]) {
    line.insert("ms".to_owned(), record[at]["ms"].clone());
    record.insert(at, line);
    let report = verify(&chained(&record), None);
    let expected: Vec<(CheckName, u64)> = expected.iter().map(|check| (*check, at as u64 + 1)).collect();
    assert_eq!(failures(&report), expected, "{report}");
}

#[test]
fn lines_of_the_other_game() {
    for kind in ["thrown", "moved", "passed"] {
        with(stones(), 6, of_kind(&chowka(), kind), &[HashChain]);
    }
    with(stones(), 6, of_kind(&chowka(), "lots"), &[Draws]);
    with(stones(), 6, of_kind(&chowka(), "ended"), &[Moves]);
    for kind in ["inputs", "take", "phase", "innings", "tagged"] {
        with(chowka(), 6, of_kind(&stones(), kind), &[HashChain]);
    }
    with(chowka(), 6, of_kind(&stones(), "lots"), &[Draws]);
    with(chowka(), 6, of_kind(&stones(), "ended"), &[Moves]);
}

#[test]
fn a_header_of_the_other_game() {
    for (mut record, other) in [(stones(), "chowka"), (chowka(), "stones")] {
        record[0].insert("game".to_owned(), json!(other));
        let report = verify(&chained(&record), None);
        assert_eq!(report.failed_at(Seal), Some(1), "{report}");
    }
    let mut four = stones();
    four[0]["chairs"].as_array_mut().unwrap().pop();
    let report = verify(&chained(&four), None);
    assert_eq!(report.failed_at(Seal), Some(1));
    assert!(report.to_string().contains("`chairs` must list five"), "{report}");
}

/// The longest clocks that a rule set may have: a stranger's record costs no more than a set of them has ticks.
#[test]
fn clocks_of_an_hour() {
    let hours = RuleSet {
        hz: 240,
        runner: 240,
        patwar: 240,
        steal_s: 3_600,
        idle_s: 3_600,
        choice_s: 3_600,
        gumpu_s: 3_600,
        chhuttu_s: 3_600,
        break_s: 3_600,
        ..RuleSet::default()
    };
    let mut record = lines(&play(hours, [1; 32], Some(1)).record);
    record.truncate(3);
    let mut far = of_kind(&stones(), "take");
    far.insert("tick".to_owned(), json!(u32::MAX));
    for _ in 0..1_000 {
        record.push(far.clone());
    }
    let began = Instant::now();
    let report = verify(&chained(&record), None);
    assert_eq!(report.failed_at(Moves), Some(4), "{report}");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

/// A JSON value of any kind, as a stranger might put it where another belongs.
fn any_value() -> impl Strategy<Value = Value> {
    let words = [
        "SW",
        "steal",
        "over",
        "ended",
        "clock_out",
        "lots",
        "inputs",
        "take",
        "opened",
        "finished",
        "",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0u64..6).prop_map(Value::from),
        (0u64..2_000).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 6, 4, |inner| {
        prop::collection::vec(inner, 0..5).prop_map(Value::from)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 4_000 }))]

    /// Lines changed, taken out, doubled and exchanged, the chain made anew: a report, never a panic.
    #[test]
    fn any_mutation_gives_a_report(
        seed: [u8; 32],
        give_up in prop::option::of(0u32..600),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any_value(), 0u8..5), 1..4),
    ) {
        let written = play(short(), seed, give_up);
        let mut all = lines(&written.record);
        for (line, field, value, how) in cuts {
            let at = line.index(all.len());
            match how {
                0 if all.len() > 1 => { all.remove(at); }
                1 => { let twin = all[at].clone(); all.insert(at, twin); }
                2 => { let other = field.index(all.len()); all.swap(at, other); }
                _ => {
                    let names: Vec<String> = all[at].keys().cloned().collect();
                    all[at].insert(names[field.index(names.len())].clone(), value);
                }
            }
        }
        let report = verify(&chained(&all), Some(&written.log));
        prop_assert_eq!(report.checks.len(), 6);
    }
}
