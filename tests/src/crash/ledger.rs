//! What clients were told, over all lives of a server, and what the journal says to it after each death. Four kinds of
//! wrong are counted: lost, doubled, redrawn, shown and then gone.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use anyhow::Context as _;
use chowk_protocol::Diff;
use chowk_server::{journal::Stored, room::Room};
use serde::Serialize;
use serde_json::Value;

use super::content::Content;
use crate::seat::{Frame, Seat};

/// Facts that were wrong, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Commands that were answered, and are not in the journal as they were.
    pub lost: usize,
    /// Commands that were applied twice.
    pub doubled: usize,
    /// Draws with two values, and rows that somebody was told of and that are others now.
    pub redrawn: usize,
    /// Versions that any client, watchers included, was told, and that are not in the journal as they were.
    pub shown_then_gone: usize,
}

impl Counts {
    /// Adds those of another ledger.
    pub fn add(&mut self, other: Self) {
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.redrawn += other.redrawn;
        self.shown_then_gone += other.shown_then_gone;
    }

    /// All of them together.
    pub fn all(&self) -> usize {
        self.lost + self.doubled + self.redrawn + self.shown_then_gone
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            lost,
            doubled,
            redrawn,
            shown_then_gone,
        } = self;
        write!(
            f,
            "lost {lost}, doubled {doubled}, redrawn {redrawn}, shown then gone {shown_then_gone}"
        )
    }
}

/// All that was told.
#[derive(Debug, Default)]
pub struct Ledger {
    rooms: HashMap<String, Told>,
    /// What was wrong.
    pub counts: Counts,
    /// The first wrong things, in words.
    pub wrong: Vec<String>,
    /// Answers that clients were given.
    pub answers: usize,
    /// Versions that clients were told, each once.
    pub versions: usize,
    /// How often a version that was told was compared with the journal's.
    pub compared: usize,
    /// How often an answer was looked for in the journal.
    pub looked_for: usize,
}

/// What was told of a room.
#[derive(Debug, Default)]
struct Told {
    /// By version: the hash of its view, and what happened in it, where a diff told.
    versions: BTreeMap<u64, (String, Option<String>)>,
    newest: u64,
    answers: BTreeMap<(String, u64), Answered>,
    /// By client id and number: the version at which a command was applied.
    applied: HashMap<(String, u64), u64>,
    rows: HashMap<u64, u64>,
    draws: HashMap<(String, u64), u64>,
    /// The match that its newest rows belong to.
    at: String,
}

#[derive(Debug, Clone, PartialEq)]
struct Answered {
    v: u64,
    answer: Value,
}

impl Ledger {
    /// Takes in what a seat or watcher heard since the last time.
    ///
    /// # Errors
    /// If a frame is none.
    pub fn hear(&mut self, seat: &mut Seat) -> anyhow::Result<()> {
        let Some(room) = seat.client().room() else {
            // What comes before the room is known is no fact of a room.
            return Ok(());
        };
        let room = room.to_string();
        let cid = seat.cid();
        for frame in std::mem::take(&mut seat.traffic) {
            if let Frame::Came(text) = frame {
                let message: Value = serde_json::from_str(&text).context("a frame that is no JSON")?;
                self.told(&room, &cid, &message);
            }
        }
        Ok(())
    }

    fn told(&mut self, room: &str, cid: &str, message: &Value) {
        let told = self.rooms.entry(room.to_owned()).or_default();
        let mut wrong = Vec::new();
        let mut version = |told: &mut Told, v: &Value, events: bool| {
            let (Some(number), Some(hash)) = (v["v"].as_u64(), v["hash"].as_str()) else {
                return;
            };
            let events = events.then(|| v["events"].to_string());
            told.newest = told.newest.max(number);
            match told.versions.get_mut(&number) {
                None => {
                    self.versions += 1;
                    told.versions.insert(number, (hash.to_owned(), events));
                }
                Some((known, happened)) => {
                    if *known != hash || happened.is_some() && events.is_some() && *happened != events {
                        wrong.push(format!("{room} v{number} was told in two ways"));
                    }
                    *happened = happened.take().or(events);
                }
            }
        };
        match message["t"].as_str() {
            Some("diff") => version(told, message, true),
            Some("snapshot") => version(told, message, false),
            Some("catch_up") => {
                let diffs = message["diffs"].as_array().into_iter().flatten();
                diffs.for_each(|diff| version(told, diff, true));
            }
            Some("ack") => {
                if let (Some(n), Some(v)) = (message["n"].as_u64(), message["v"].as_u64()) {
                    self.answers += 1;
                    told.newest = told.newest.max(v);
                    let answer = message["answer"].clone();
                    let given = Answered { v, answer };
                    let known = told.answers.entry((cid.to_owned(), n)).or_insert_with(|| given.clone());
                    if *known != given {
                        self.counts.doubled += 1;
                        self.wrong
                            .push(format!("{room}: {cid} {n} was answered {known:?} and {given:?}"));
                    }
                }
            }
            Some(_) | None => {
                let newest = message["v"].as_u64().unwrap_or(0);
                told.newest = told.newest.max(newest);
            }
        }
        self.counts.shown_then_gone += wrong.len();
        self.wrong.append(&mut wrong);
    }

    /// Compares all that was told with the journal of a server that is down.
    ///
    /// # Errors
    /// If a row is none.
    pub fn look(&mut self, content: &Content) -> anyhow::Result<()> {
        let mut rooms = std::mem::take(&mut self.rooms);
        for (code, told) in &mut rooms {
            let Some(stored) = content.rooms.get(code) else {
                self.counts.shown_then_gone += told.versions.len();
                self.counts.lost += told.answers.len();
                self.note(format!(
                    "the room {code} is gone, which was told up to v{}",
                    told.newest
                ));
                continue;
            };
            self.versions_of(code, told, stored)?;
            self.rows_of(code, told, stored)?;
        }
        self.rooms = rooms;
        Ok(())
    }

    /// Forgets the rooms that nobody will hear of again.
    pub fn forget(&mut self) {
        self.rooms.clear();
    }

    fn versions_of(&mut self, code: &str, told: &Told, stored: &Stored) -> anyhow::Result<()> {
        let gone = told.newest.saturating_sub(stored.v());
        if gone > 0 {
            self.counts.shown_then_gone += usize::try_from(gone)?;
            self.note(format!(
                "{code} was told up to v{}, and has v{}",
                told.newest,
                stored.v()
            ));
        }
        let room = code.parse().ok().context("no code")?;
        let retold: Vec<Diff> = Room::retold(room, stored)?;
        for diff in retold {
            let Some((hash, happened)) = told.versions.get(&diff.v) else {
                continue;
            };
            self.compared += 1;
            let events = serde_json::to_string(&serde_json::to_value(&diff.events)?)?;
            if *hash != diff.hash.to_string() || happened.as_ref().is_some_and(|happened| *happened != events) {
                self.counts.shown_then_gone += 1;
                self.note(format!("{code} v{} is another than was told", diff.v));
            }
        }
        Ok(())
    }

    fn rows_of(&mut self, code: &str, told: &mut Told, stored: &Stored) -> anyhow::Result<()> {
        let mut kept: HashMap<(String, u64), Answered> = HashMap::new();
        for row in &stored.rows {
            let envelope: Value = serde_json::from_slice(&row.body)?;
            let mut sum = DefaultHasher::new();
            row.body.hash(&mut sum);
            if row.v <= told.newest {
                let sum = sum.finish();
                if *told.rows.entry(row.v).or_insert(sum) != sum {
                    self.counts.redrawn += 1;
                    self.note(format!("the row {code} v{} is another than it was", row.v));
                }
            }
            for answer in one_or_more(&envelope["stored"]) {
                let key = key_of(answer);
                let v = *told.applied.entry(key.clone()).or_insert(row.v);
                // What nobody was told may be gone, and be applied anew.
                if v != row.v && v.min(row.v) <= told.newest && stored.rows.iter().any(|row| row.v == v) {
                    self.counts.doubled += 1;
                    self.note(format!("{code}: {key:?} was applied at v{v} and v{}", row.v));
                }
                told.applied.insert(key.clone(), row.v);
                let answer = answer["answer"].clone();
                kept.insert(key, Answered { v: row.v, answer });
            }
            self.draws(code, told, &envelope);
        }
        let base: Value = match &stored.base {
            Some(base) => serde_json::from_slice(&base.body)?,
            None => Value::Null,
        };
        let mut older = HashMap::new();
        answers_in(&base, &mut older);
        for (key, given) in &told.answers {
            self.looked_for += 1;
            let found = match kept.get(key) {
                Some(kept) => kept == given,
                // The base keeps the last sixteen answers of a client, and the number of the last.
                None => older.get(&key.0).is_some_and(|client| client.has(key.1, given)),
            };
            if !found {
                self.counts.lost += 1;
                self.note(format!("{code}: the answer {given:?} to {key:?} is not kept"));
            }
        }
        Ok(())
    }

    fn draws(&mut self, code: &str, told: &mut Told, envelope: &Value) {
        for fact in envelope["facts"].as_array().into_iter().flatten() {
            if let Some(id) = fact["header"]["match"].as_str() {
                id.clone_into(&mut told.at);
            }
            let line = &fact["line"];
            if let (Some(t), Some(value)) = (line["t"].as_u64(), line["value"].as_u64()) {
                let first = *told.draws.entry((told.at.clone(), t)).or_insert(value);
                if first != value {
                    self.counts.redrawn += 1;
                    self.note(format!("{code}: the draw {t} has the values {first} and {value}"));
                }
            }
        }
    }

    fn note(&mut self, wrong: String) {
        const WRONG_MAX: usize = 10;
        if self.wrong.len() < WRONG_MAX {
            self.wrong.push(wrong);
        }
    }
}

/// What a base keeps of a client's answers.
struct Older {
    last_n: u64,
    kept: HashMap<u64, Answered>,
}

impl Older {
    fn has(&self, n: u64, given: &Answered) -> bool {
        self.kept.get(&n).map_or(n <= self.last_n, |kept| kept == given)
    }
}

/// All answers of a state that is written down, wherever in it: `{cid, last_n, kept: [{n, v, answer}]}`.
fn answers_in(value: &Value, found: &mut HashMap<String, Older>) {
    match value {
        Value::Object(fields) => {
            if let (Some(cid), Some(last_n), Some(kept)) = (
                value["cid"].as_str(),
                value["last_n"].as_u64(),
                value["kept"].as_array(),
            ) {
                let kept = kept.iter().filter_map(|kept| {
                    let answer = kept["answer"].clone();
                    Some((
                        kept["n"].as_u64()?,
                        Answered {
                            v: kept["v"].as_u64()?,
                            answer,
                        },
                    ))
                });
                let kept = kept.collect();
                found.insert(cid.to_owned(), Older { last_n, kept });
            }
            fields.values().for_each(|value| answers_in(value, found));
        }
        Value::Array(all) => all.iter().for_each(|value| answers_in(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn one_or_more(stored: &Value) -> Vec<&Value> {
    match stored {
        Value::Null => Vec::new(),
        Value::Array(all) => all.iter().collect(),
        one @ (Value::Object(_) | Value::Bool(_) | Value::Number(_) | Value::String(_)) => vec![one],
    }
}

fn key_of(stored: &Value) -> (String, u64) {
    let cid = stored["cid"].as_str().unwrap_or_default().to_owned();
    (cid, stored["n"].as_u64().unwrap_or(0))
}
