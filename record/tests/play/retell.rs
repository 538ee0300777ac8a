//! The lines of a set of four stones, to be changed and told anew.

use chowk_record::canonical::canonical;
use chowk_record::chain::link;
use chowk_record::verify::{CheckName, Report};
use serde_json::{Map, Value, json};

/// A line.
pub(crate) type Fields = Map<String, Value>;

/// The lines of a record.
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
