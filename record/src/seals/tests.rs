//! The log of the vectors read and written again, and a log that goes on after a restart.

use super::*;

#[test]
fn the_published_log_is_written_again_line_by_line() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/records/seals.ndjson");
    let published = std::fs::read_to_string(path).unwrap();
    let mut log = SealLog::default();
    for text in published.lines() {
        let line = SealLine::from_value(&serde_json::from_str(text).unwrap()).unwrap();
        assert_eq!(line.to_text(), text);
        // What is stored of the log is enough to go on.
        log = serde_json::from_str(&serde_json::to_string(&log).unwrap()).unwrap();
        assert_eq!(log.push(line.at, &line.seal), text);
    }
    assert_eq!(log.n, 31);
    assert_eq!(log.newest, published.lines().last().map(line_hash));
}

#[test]
fn at_never_falls() {
    let seal = Seal::Sealed {
        server_commit: Digest::from_bytes([1; 32]),
    };
    let mut log = SealLog::default();
    let later = "2030-01-02T03:04:05Z".parse().unwrap();
    log.push(later, &seal);
    let line = log.push("2029-12-31T00:00:00Z".parse().unwrap(), &seal);
    assert!(line.starts_with("{\"at\":\"2030-01-02T03:04:05Z\","), "{line}");
}

#[test]
fn what_cannot_be_is_refused_with_its_field() {
    let commit = Digest::from_bytes([1; 32]);
    let rows = [
        (json!([]), "a line of the log must be an object"),
        (
            json!({"n": 1, "at": "yesterday", "prev": ""}),
            "`at` must be a moment in UTC as RFC 3339 writes it",
        ),
        (
            json!({"n": 1, "at": "2030-01-02T03:04:05Z", "prev": "ab"}),
            "`prev` must be 64 lower-case hex digits",
        ),
        (
            json!({"n": 1, "at": "2030-01-02T03:04:05Z", "prev": "", "server_commit": commit, "kind": "burnt"}),
            "no line of the log is of kind \"burnt\"",
        ),
        (
            json!({"n": 1, "at": "2030-01-02T03:04:05Z", "prev": "", "server_commit": commit, "kind": "opened",
                "fate": "finished", "last": null}),
            "`last` must be 64 lower-case hex digits",
        ),
        (
            json!({"n": 1, "at": "2030-01-02T03:04:05Z", "prev": "", "server_commit": commit, "kind": "opened",
                "fate": "not_started", "last": null, "match": "m", "server_seed": commit}),
            "`match` must be 32 lower-case hex digits",
        ),
    ];
    for (value, why) in rows {
        assert_eq!(SealLine::from_value(&value).unwrap_err().to_string(), why);
    }
}
