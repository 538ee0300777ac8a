//! The lines of a set of four stones, to be changed and told anew.

use chowk_record::canonical::canonical;
use chowk_record::chain::link;
use chowk_record::verify::{CheckName, Report};
use serde_json::{Map, Value, json};

use super::play::{play, short};

/// A line.
pub(crate) type Fields = Map<String, Value>;

/// The lines of the first set that is full.
pub(crate) fn set(full: &dyn Fn(&str) -> bool) -> Vec<Fields> {
    let mut sets = (0..10_000).map(|n| play(short(), seed(n), None).record);
    lines(&sets.find(|record| full(record)).unwrap())
}

fn seed(n: u64) -> [u8; 32] {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&n.to_be_bytes());
    seed
}

pub(crate) fn lines(record: &str) -> Vec<Fields> {
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines as a record, numbered and chained anew.
pub(crate) fn chained(lines: &[Fields]) -> String {
    let mut before = None;
    let mut record = String::new();
    for (number, fields) in lines.iter().enumerate() {
        let mut fields = fields.clone();
        fields.remove("h");
        if number > 0 {
            fields.insert("line".to_owned(), json!(number));
        }
        let h = link(before.as_ref(), &canonical(&Value::Object(fields.clone())));
        fields.insert("h".to_owned(), json!(h));
        before = Some(h);
        record += &(canonical(&Value::Object(fields)) + "\n");
    }
    record
}

/// The checks that fail, each with its line.
pub(crate) fn failures(report: &Report) -> Vec<(CheckName, u64)> {
    let all = report.checks.iter();
    all.filter_map(|check| Some((check.name, report.failed_at(check.name)?)))
        .collect()
}
