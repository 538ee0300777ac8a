//! Records of every engine, kept: whatever the rules become, these verify, line by line as they were played (contract
//! 26). They were made by the players of `play/stones.rs`; a new engine brings files beside them, never in their place.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::fs;

use chowk_record::chain::RecordChain;
use chowk_record::line::{Header, Line};
use chowk_record::verify::verify;
use serde_json::{Map, Value};

fn file(name: &str) -> String {
    fs::read_to_string(format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Four stones by engine 1: a set with short clocks that has every kind of line, and one by the shipped numbers.
#[test]
fn four_stones_of_engine_1() {
    for name in ["stones-short", "stones-shipped"] {
        let record = file(&format!("{name}.chowk.ndjson"));
        let report = verify(&record, Some(&file(&format!("{name}.seals.ndjson"))));
        assert!(report.holds(), "{name}\n{report}");
        assert!(record.contains("\"engine\":1,"));
        assert_eq!(again(&record), record, "{name}: written again from its types");
    }
}

/// The record read as types and written again.
fn again(record: &str) -> String {
    let mut lines = record
        .lines()
        .map(|line| serde_json::from_str::<Map<String, Value>>(line).unwrap());
    let header = Header::from_fields(&lines.next().unwrap()).unwrap();
    let (mut chain, first) = RecordChain::begin(&header);
    let mut text = first + "\n";
    for fields in lines {
        let line = Line::of_game(header.game(), &fields).unwrap();
        text += &(chain.push(fields["ms"].as_u64().unwrap(), &line) + "\n");
    }
    text
}
