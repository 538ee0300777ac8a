//! Slow and hostile clients at a real server, by all that they do: each gets the answer that is stated for it, the memory
//! that it costs is bounded, its files come back, and the tables beside it play to the end and are refused nothing.
//!
//! How quick the tables are meanwhile is measured by `tests/show proof abuse` only: no test here depends on speed.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use chowk_tests::{
    abuse::{
        Abuse,
        Abuse::{
            BigFrames, Bytes, Codes, Connections, Crowd, CrowdOfOne, DeepJson, EmptyPieces, Flood, Garbage, NeverReads,
            Pieces, Pings, Requests, SlowFrames, SlowHeads, SlowHellos, Tokens, UnreadAnswers,
        },
        trial,
    },
    programs::Programs,
};

/// Tables of people beside them.
const TABLES: u8 = 2;

/// A server under all of these at once.
async fn under(all: &[Abuse], settings: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let outcome = trial::run(&Programs::find().unwrap(), folder.path(), all, settings, TABLES)
        .await
        .unwrap();
    assert_eq!(outcome.wrong(), [""; 0], "{:#?}", outcome.answers);
    assert!(outcome.matches >= usize::from(TABLES));
}

/// Byte by byte, or nothing at all. Only the time between two pings is shorter than usual, since a frame that never ends is
/// waited for as long as three of them: a minute.
#[tokio::test]
async fn those_who_take_their_time() {
    under(&[SlowHeads, SlowHellos, SlowFrames, Connections], &["--ping", "4s"]).await;
}

#[tokio::test]
async fn those_who_never_read() {
    under(&[NeverReads, UnreadAnswers], &[]).await;
}

#[tokio::test]
async fn a_thousand_who_never_say_hello() {
    under(&[Crowd, CrowdOfOne], &[]).await;
}

#[tokio::test]
async fn floods_rubbish_and_pieces() {
    let all = [Flood, Pings, Garbage, Bytes, EmptyPieces, Pieces, BigFrames, DeepJson];
    under(&all, &[]).await;
}

#[tokio::test]
async fn codes_tokens_and_requests_by_the_thousand() {
    under(&[Codes, Tokens, Requests], &[]).await;
}

/// Nothing is left out: each abuse stands in one of the tests above.
#[test]
fn every_abuse_is_tried() {
    let text = include_str!("main.rs");
    for abuse in Abuse::all() {
        let tried = text
            .lines()
            .filter(|line| line.contains("under(&[") || line.contains("let all = ["));
        let is_there = tried.into_iter().any(|line| {
            line.split(|letter: char| !letter.is_alphanumeric())
                .any(|word| word == abuse.to_string())
        });
        assert!(is_there, "{abuse}");
    }
}
