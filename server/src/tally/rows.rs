//! What a row tells that is to be counted, once it is on disk. It is read a second time for that, and only as far as is
//! needed; a server that counts nothing reads nothing.

use std::borrow::Cow;

use metrics::counter;
use serde::Deserialize;

use super::is_on;
use crate::journal::{Append, Besides, SealFate, SealNews};

/// A row, as far as it is counted.
#[derive(Debug, Deserialize)]
struct Peek<'a> {
    #[serde(borrow)]
    facts: Vec<Fact<'a>>,
}

#[derive(Debug, Deserialize)]
struct Fact<'a> {
    #[serde(borrow, default)]
    line: Option<Line<'a>>,
}

/// A line of a record.
#[derive(Debug, Deserialize)]
struct Line<'a> {
    #[serde(borrow, default)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    by: Cow<'a, str>,
    #[serde(default)]
    shells: Vec<u8>,
    #[serde(default)]
    value: u8,
}

/// A row is on disk, with what belongs to it.
pub(crate) fn durable(append: &Append) {
    if !is_on() {
        return;
    }
    for besides in &append.besides {
        match besides {
            Besides::Seal(SealNews::Opened { fate, game, .. }) => {
                let result = match fate {
                    SealFate::Played { why, .. } => *why,
                    SealFate::NotStarted { .. } => "not_started",
                };
                counter!("chowk_matches_total", "game" => super::page::game_name(*game), "result" => result)
                    .increment(1);
            }
            Besides::Seal(SealNews::Sealed { .. })
            | Besides::Open(_)
            | Besides::Record { .. }
            | Besides::Base(_)
            | Besides::Bury => {}
        }
    }
    for line in lines(&append.row.body) {
        match (&*line.kind, &*line.by) {
            ("thrown", _) => {
                let (shells, value) = (line.shells.len().to_string(), line.value.to_string());
                counter!("chowk_throws_total", "shells" => shells, "value" => value).increment(1);
            }
            ("moved", "forced") => auto_move("forced"),
            ("moved", "clock") => auto_move("clock"),
            ("moved", "away") => auto_move("away"),
            _ => {}
        }
    }
}

fn auto_move(by: &'static str) {
    counter!("chowk_auto_moves_total", "by" => by).increment(1);
}

/// The lines of records in a row. A row that is not understood here is not counted.
fn lines(body: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let peek = serde_json::from_slice(body).unwrap_or(Peek { facts: Vec::new() });
    peek.facts.into_iter().filter_map(|fact| fact.line)
}

#[cfg(test)]
mod tests {
    use chowk_record::line::{By, ENGINE, Line as Record};
    use chowk_rules::chowka::{Shells, Side};

    use super::*;
    use crate::room::{Envelope, Fact as Whole, Told};

    /// What is read here is what rooms write.
    #[test]
    fn rows_as_rooms_write_them_are_understood() {
        let thrown = Record::Thrown {
            side: Side::South,
            t: 3,
            link: None,
            by: By::Away,
            shells: Shells::from_faces(&[1, 0, 0, 1]).unwrap(),
            value: 2,
        };
        let moved = Record::Moved {
            side: Side::South,
            pawn: 0,
            value: 2,
            from: 0,
            to: 2,
            hits: Vec::new(),
            by: By::Forced,
            t: None,
        };
        let told = |line| Whole::Told { line: Told(line) };
        let row = Envelope {
            engine: ENGINE,
            tick: 7,
            facts: vec![
                Whole::Said {
                    chair: 0,
                    phrase: "hello".into(),
                },
                told(thrown),
                told(moved),
            ],
            stored: Vec::new(),
        };
        let row = row.encode();
        let seen: Vec<_> = lines(&row)
            .map(|line| {
                (
                    line.kind.to_string(),
                    line.by.to_string(),
                    line.shells.len(),
                    line.value,
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                ("thrown".into(), "away".into(), 4, 2),
                ("moved".into(), "forced".into(), 0, 2)
            ]
        );
        assert_eq!(lines(b"no row").count(), 0);
    }
}
