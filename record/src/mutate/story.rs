//! A valid record as a story: its lines, the match before each, who sat where, and the record told anew with a change.

use chowk_rules::Game;
use chowk_rules::chowka::{Match, Side};
use serde_json::Value;

use super::changes::Change;
use crate::canonical::canonical;
use crate::chain::{Open, link};
use crate::fair::Digest;
use crate::line::{Header, Line};
use crate::rules::Rules;

/// A valid record, read.
pub(super) struct Story {
    /// The lines as JSON objects, the header first.
    pub(super) lines: Vec<Value>,
    pub(super) header: Header,
    /// The lines after the header as types; `told[at - 1]` is `lines[at]`.
    told: Vec<Line>,
    /// The match before each line.
    before: Vec<Match>,
    /// For each side in use its chair.
    sides: Vec<usize>,
    texts: Vec<Text>,
}

/// A line's text, whole and open for another `h`.
struct Text {
    whole: String,
    open: Open,
    h: Digest,
}

impl Story {
    /// Reads a record of Chowka-bara that verifies; `None` if it cannot be read so.
    pub(super) fn tell(record: &str) -> Option<Story> {
        let lines: Vec<Value> = record
            .lines()
            .map(serde_json::from_str)
            .collect::<Result<_, _>>()
            .ok()?;
        let header = Header::from_fields(lines.first()?.as_object()?).ok()?;
        let told: Option<Vec<Line>> = lines[1..]
            .iter()
            .map(|line| Line::from_fields(line.as_object()?).ok())
            .collect();
        let told = told?;
        let Line::Lots { sides, .. } = told.first()? else {
            return None;
        };
        let Rules::Chowka(rules) = header.rules else {
            return None;
        };
        let mut game = Match::new(rules, u8::try_from(header.chairs.len()).ok()?);
        let mut before = vec![game.clone()];
        for line in &told {
            before.push(game.clone());
            if let Some(event) = line.event() {
                game.evolve(&event);
            }
        }
        let texts = lines.iter().map(Text::of).collect::<Option<_>>()?;
        Some(Story {
            sides: sides.clone(),
            header,
            told,
            before,
            texts,
            lines,
        })
    }

    /// The line at a place, 1 or later, as a type; `None` for the header.
    pub(super) fn told(&self, at: usize) -> Option<&Line> {
        self.told.get(at.checked_sub(1)?)
    }

    /// The lines after a place, with their places.
    pub(super) fn after(&self, at: usize) -> impl Iterator<Item = (usize, &Line)> {
        (1..).zip(&self.told).skip(at)
    }

    /// All lines but the header, with their places.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, &Line)> {
        self.after(0)
    }

    /// The match before a line.
    pub(super) fn before(&self, at: usize) -> &Match {
        &self.before[at]
    }

    /// The chair that was drawn to a side.
    pub(super) fn chair(&self, side: Side) -> Option<usize> {
        let place = self.before[0].sides().position(|seated| seated == side)?;
        self.sides.get(place).copied()
    }

    pub(super) fn kind(&self, at: usize) -> &str {
        self.told(at).map_or("header", Line::kind)
    }

    /// The number of a place in the file: the header's is 1.
    pub(super) fn number(&self, at: usize) -> u64 {
        at as u64 + 1
    }

    /// The number of the last line.
    pub(super) fn last(&self) -> u64 {
        self.lines.len() as u64
    }

    /// The record with one value changed and the chain made anew. A changed `h` stays as changed, and the lines after
    /// it follow from it.
    pub(super) fn retold(&self, at: usize, pointer: &str, change: &Change) -> String {
        let mut record: String = self.texts[..at]
            .iter()
            .map(|text| format!("{}\n", text.whole))
            .collect();
        let before = at.checked_sub(1).map(|before| self.texts[before].h.to_string());
        let mut line = self.lines[at].clone();
        change.make(&mut line, pointer);
        let mut h = before.unwrap_or_default();
        if pointer == "/h" {
            record.push_str(&canonical(&line));
            h = line.get("h").and_then(Value::as_str).unwrap_or_default().to_owned();
        } else if let Some(fields) = line.as_object() {
            next(&Open::of(fields), &mut h, &mut record);
        }
        record.push('\n');
        for text in &self.texts[at + 1..] {
            next(&text.open, &mut h, &mut record);
            record.push('\n');
        }
        record
    }
}

/// Adds a line whose `h` follows from the text of the one before, which becomes its own.
fn next(open: &Open, h: &mut String, record: &mut String) {
    // A changed `h` may be anything, and the next line's hash takes it as text.
    let digest = link(None, &format!("{h}{}", open.without_h()));
    record.push_str(&open.with_h(&digest));
    *h = digest.to_string();
}

impl Text {
    fn of(line: &Value) -> Option<Text> {
        let h = line.get("h")?.as_str()?.parse().ok()?;
        let open = Open::of(line.as_object()?);
        Some(Text {
            whole: open.with_h(&h),
            open,
            h,
        })
    }
}
