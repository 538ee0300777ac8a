//! Each value of each line of whole records changed in turn: verify fails as it must, and the log of seals always.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::collections::BTreeMap;
use std::fs;

use chowk_record::mutate::{Expect, Mutants};
use chowk_record::verify::verify;

fn file(name: &str) -> String {
    let path = format!("{}/../tests/vectors/records/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).unwrap()
}

/// Each `stride`th mutant of a record; how many there were.
fn judged(name: &str, stride: usize) -> usize {
    let (record, log) = (file(name), file("seals.ndjson"));
    let mut wrong = Vec::new();
    let mut only_log: BTreeMap<String, u32> = BTreeMap::new();
    let mut count = 0;
    let mutants = Mutants::of(&record).unwrap();
    // A stride without common factors with the changes of a value comes to all kinds of them.
    for mutant in (0..mutants.len()).step_by(stride).filter_map(|n| mutants.get(n)) {
        count += 1;
        if let Err(why) = mutant.judge(&verify(&mutant.record, Some(&log))) {
            wrong.push(why);
        }
        if mutant.expect == Expect::OnlyLog {
            *only_log.entry(mutant.place).or_default() += 1;
        }
    }
    assert!(
        wrong.is_empty(),
        "{name}: {} of {count}\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
    eprintln!("{name}: {count} mutants; only the log tells {only_log:#?}");
    count
}

/// Every mutant, but of a debug build, which takes ten times as long, each `stride`th.
fn all_or(stride: usize) -> usize {
    if cfg!(debug_assertions) { stride } else { 1 }
}

#[test]
fn a_match_with_links_used_up_and_clocks() {
    assert!(judged("pagdi-2.chowk.ndjson", all_or(19)) > 300);
}

#[test]
fn a_match_with_drawn_victims_and_a_house_bot() {
    assert!(judged("random-rules-3.chowk.ndjson", all_or(127)) > 150);
}

#[test]
fn every_other_record() {
    for name in [
        "pagdi-3-no-chain",
        "pagdi-4-house-and-clock",
        "ashte-kashte-4-left",
        "collect-all-3",
        "collect-equal-2",
        "dead-end",
        "karnataka-2",
        "karnataka-3-void",
        "keep-owed-2",
        "open-gate-2",
        "quick-3-abandoned",
        "unknown-fields",
    ] {
        judged(
            &format!("{name}.chowk.ndjson"),
            if cfg!(debug_assertions) { 1009 } else { 23 },
        );
    }
}
