//! A valid record as a story: its lines, the match before each, who sat where, and the record told anew with a change.

use chowk_rules::Game;
use chowk_rules::chowka::{Match, Side};
use serde_json::{Map, Value, json};

use super::changes::Change;
use crate::canonical::canonical;
use crate::chain::link;
use crate::fair::Digest;
use crate::line::{Header, Line};

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

/// A line's text, in the pieces that a new `h` needs.
struct Text {
    without_h: String,
    before_h: String,
    after_h: String,
}

impl Story {
    /// Reads a record that verifies; `None` if it cannot be read so.
    pub(super) fn tell(record: &str) -> Option<Story> {
        let lines: Vec<Value> = record.lines().map(serde_json::from_str).collect::<Result<_, _>>().ok()?;
        let header = Header::from_fields(lines.first()?.as_object()?).ok()?;
        let told: Option<Vec<Line>> =
            lines[1..].iter().map(|line| Line::from_fields(line.as_object()?).ok()).collect();
        let told = told?;
        let Line::Lots { sides, .. } = told.first()? else { return None };
        let mut game = Match::new(header.rules, u8::try_from(header.chairs.len()).ok()?);
        let mut before = vec![game.clone()];
        for line in &told {
            before.push(game.clone());
            if let Some(event) = line.event() {
                game.evolve(&event);
            }
        }
        let texts = lines.iter().map(Text::of).collect::<Option<_>>()?;
        Some(Story { sides: sides.clone(), header, told, before, texts, lines })
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
        let mut line = self.lines[at].clone();
        change.make(&mut line, pointer);
        let mut record = String::new();
        for text in &self.texts[..at] {
            record.push_str(&text.before_h);
            record.push_str(&text.after_h);
        }
        let h_before = at.checked_sub(1).and_then(|before| h_of(&self.lines[before]));
        let mut h = self.changed_line(line, pointer, h_before, &mut record);
        for (number, text) in self.texts.iter().enumerate().skip(at + 1) {
            let before_h = &text.before_h[..text.before_h.len() - HEX];
            let next = match &h {
                Some(h) => link_text(h, &text.without_h),
                None => link(None, &text.without_h),
            };
            record.push_str(before_h);
            record.push_str(&next.to_string());
            record.push_str(&text.after_h);
            h = Some(next.to_string());
            debug_assert!(number > at, "lines before the change stay");
        }
        record
    }

    /// Writes the changed line, and gives its `h` as text, as the next line's hash takes it.
    fn changed_line(&self, mut line: Value, pointer: &str, before: Option<Digest>, record: &mut String) -> Option<String> {
        if pointer != "/h" {
            let map = line.as_object_mut()?;
            map.remove("h");
            let body = canonical(&Value::Object(map.clone()));
            map.insert("h".to_owned(), json!(link(before.as_ref(), &body)));
        }
        record.push_str(&canonical(&line));
        record.push('\n');
        line.get("h").and_then(Value::as_str).map(str::to_owned)
    }
}

/// Hex digits of a digest.
const HEX: usize = 64;

impl Text {
    fn of(line: &Value) -> Option<Text> {
        let whole = canonical(line);
        let h = h_of(line)?.to_string();
        let end = whole.find(&format!("\"h\":\"{h}\""))? + "\"h\":\"".len() + HEX;
        let mut without: Map<String, Value> = line.as_object()?.clone();
        without.remove("h");
        Some(Text {
            without_h: canonical(&Value::Object(without)),
            before_h: whole[..end].to_owned(),
            after_h: format!("{}\n", &whole[end..]),
        })
    }
}

fn h_of(line: &Value) -> Option<Digest> {
    line.get("h")?.as_str()?.parse().ok()
}

/// As [`link`], after an `h` that may have been changed into anything.
fn link_text(before: &str, without_h: &str) -> Digest {
    link(None, &format!("{before}{without_h}"))
}
