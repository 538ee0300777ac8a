//! Each value of each line of whole records changed in turn: verify fails as it must, and the log of seals always.

use std::collections::BTreeMap;
use std::fs;

use chowk_record::mutate::{Expect, mutants};
use chowk_record::verify::verify;

fn file(name: &str) -> String {
    let path = format!("{}/../tests/vectors/records/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).unwrap()
}

/// All mutants of a record, or of a debug build each `stride`th; how many there were.
fn judged(name: &str, stride: usize) -> usize {
    let (record, log) = (file(name), file("seals.ndjson"));
    let stride = if cfg!(debug_assertions) { stride } else { 1 };
    let mut wrong = Vec::new();
    let mut only_log: BTreeMap<String, u32> = BTreeMap::new();
    let mut count = 0;
    for mutant in mutants(&record).unwrap().step_by(stride) {
        count += 1;
        if let Err(why) = mutant.judge(&verify(&mutant.record, Some(&log))) {
            wrong.push(why);
        }
        if mutant.expect == Expect::OnlyLog {
            *only_log.entry(mutant.place).or_default() += 1;
        }
    }
    assert!(wrong.is_empty(), "{name}: {} of {count}\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    println!("{name}: {count} mutants; only the log tells {only_log:#?}");
    count
}

#[test]
fn a_match_with_links_used_up_and_clocks() {
    assert!(judged("pagdi-2.chowk.ndjson", 7) > 400);
}

#[test]
fn a_match_with_drawn_victims_and_a_house_bot() {
    assert!(judged("random-rules-3.chowk.ndjson", 67) > 100);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "minutes in a debug build")]
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
        judged(&format!("{name}.chowk.ndjson"), 1);
    }
}
