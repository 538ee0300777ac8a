//! The log of seals: a line, the log as a writer goes on with it, and as `chowk verify` reads it beside a record.

use std::sync::LazyLock;

use chowk_record::{
    canonical::canonical,
    moment::Moment,
    seals::{Seal, SealLine, SealLog, line_hash},
    verify::verify_bytes,
};
use serde_json::Value;

/// A record that stays what it is while the log beside it is anything: the first and the last lines, since no check but the
/// log's matters here.
static RECORD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let whole = include_str!("../../vectors/records/pagdi-2.chowk.ndjson");
    let lines: Vec<&str> = whole.lines().collect();
    let (first, last) = (&lines[..3], &lines[lines.len() - 2..]);
    ([first, last].concat().join("\n") + "\n").into_bytes()
});

/// Reads a log line by line, and as a whole. A line that is read is the same after its own text; whoever goes on after it
/// makes the next line of the chain.
pub(super) fn read(bytes: &[u8]) {
    for line in super::lines(bytes) {
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            continue;
        };
        let Ok(line) = SealLine::from_value(&value) else {
            continue;
        };
        let text = line.to_text();
        let again: Value = serde_json::from_str(&text).expect("a line is JSON");
        assert_eq!(canonical(&again), text);
        assert_eq!(SealLine::from_value(&again).as_ref(), Ok(&line));
        go_on(&line, &text);
    }
    let report = verify_bytes(&RECORD, Some(bytes));
    assert_eq!(report, verify_bytes(&RECORD, Some(bytes)));
    assert!(report.to_string().lines().count() >= report.checks.len());
}

fn go_on(line: &SealLine, text: &str) {
    if line.n == u64::MAX {
        return;
    }
    let mut log = SealLog {
        n: line.n,
        newest: Some(line_hash(text)),
        at: Some(line.at),
    };
    let server_commit = *line.seal.server_commit();
    let early: Moment = "1970-01-01T00:00:00.000Z".parse().expect("a moment");
    let next = log.push(early, &Seal::Sealed { server_commit });
    let next: Value = serde_json::from_str(&next).expect("a line is JSON");
    let next = SealLine::from_value(&next).expect("a line that was written is read");
    assert_eq!((next.n, next.prev, next.at), (line.n + 1, log_before(text), line.at));
}

fn log_before(text: &str) -> Option<chowk_record::fair::Digest> {
    Some(line_hash(text))
}
