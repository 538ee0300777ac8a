//! What a journal keeps of answers that clients were given: read from a data folder whose server is down, row by row
//! and record by record.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

use anyhow::{Context as _, bail};
use chowk_protocol::MatchId;
use chowk_server::journal::{SqliteStore, Store as _, gunzip};
use serde::Deserialize;
use serde_json::Value;

/// Lines of the log of seals that are looked through.
const SEALS_MAX: usize = 100_000;

/// An answer as `chowk swarm --answers` wrote it down.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Answer {
    /// The room.
    pub room: String,
    /// The match.
    pub r#match: String,
    /// The chair that threw.
    pub chair: u8,
    /// The client id.
    pub cid: String,
    /// The version that the acknowledgement told.
    pub v: u64,
    /// The command's number.
    pub n: u64,
    /// The draw.
    pub t: u64,
    /// Its value.
    pub value: u8,
}

/// The answers in a file; a last line that is not whole is being written.
///
/// # Errors
/// If the file cannot be read.
pub fn answers(file: &Path) -> anyhow::Result<Vec<Answer>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    whole
        .map(|line| serde_json::from_str(line).with_context(|| format!("no answer: {line}")))
        .collect()
}

/// Where an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In its row.
    Row,
    /// In the record of its match, which has ended.
    Record,
}

/// What a journal keeps.
#[derive(Debug, Default)]
pub struct Kept {
    rooms: HashMap<String, Room>,
    records: HashMap<String, Option<Record>>,
    /// Matches that have ended.
    ended: usize,
}

#[derive(Debug, Default)]
struct Room {
    /// By version: what is stored there for whoever asked.
    stored: HashMap<u64, Value>,
    /// The match that the newest row belongs to.
    at: String,
    /// Draws that rows tell: match, t, value.
    draws: Vec<(String, u64, u8)>,
}

#[derive(Debug, Default)]
struct Record {
    /// The chair and the value of each throw, by t.
    throws: BTreeMap<u64, (u8, u8)>,
}

impl Kept {
    /// Reads a copy of the data folder, made in `scratch`: what is read stays as the dead server left it.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub fn copied(data: &Path, scratch: &Path, answers: &[Answer]) -> anyhow::Result<Self> {
        fs::create_dir_all(scratch)?;
        for name in ["chowk.db", "chowk.db-wal"] {
            let to = scratch.join(name);
            match fs::copy(data.join(name), &to) {
                Ok(_) => {}
                // A server that stopped has no log left over.
                Err(_) if name.ends_with("-wal") => fs::remove_file(&to).or_else(gone)?,
                Err(error) => bail!("{name}: {error}"),
            }
        }
        fs::remove_file(scratch.join("chowk.db-shm")).or_else(gone)?;
        Self::read(&mut SqliteStore::open(&scratch.join("chowk.db"))?, answers)
    }

    fn read(store: &mut SqliteStore, answers: &[Answer]) -> anyhow::Result<Self> {
        let mut kept = Self::default();
        for entry in store.directory()? {
            let mut room = Room::default();
            for row in store.rows_from(entry.room, 0)? {
                room.read(row.v, &serde_json::from_slice(&row.body)?);
            }
            kept.rooms.insert(entry.row.code.to_string(), room);
        }
        let seals = store.seals(0, SEALS_MAX)?;
        kept.ended = seals.iter().filter(|line| line.contains("\"kind\":\"opened\"")).count();
        for answer in answers {
            if !kept.records.contains_key(&answer.r#match) {
                let id: MatchId = answer.r#match.parse().context("no match id")?;
                let record = store
                    .record(id)?
                    .map(|packed| Record::read(&gunzip(&packed)?))
                    .transpose()?;
                kept.records.insert(answer.r#match.clone(), record);
            }
        }
        Ok(kept)
    }

    /// How many matches have ended: their seals are opened.
    pub fn ended(&self) -> usize {
        self.ended
    }

    /// Looks for an answer: equal in its row, or, where its match has ended, in the record.
    ///
    /// # Errors
    /// A sentence, if it is not there or is another.
    pub fn find(&self, answer: &Answer) -> Result<Place, String> {
        let stored = self.rooms.get(&answer.room).and_then(|room| room.stored.get(&answer.v));
        if let Some(stored) = stored {
            let same = stored["n"] == answer.n
                && stored["cid"] == answer.cid.as_str()
                && stored["chair"] == answer.chair
                && stored["answer"]["t"] == answer.t
                && stored["answer"]["value"] == answer.value;
            return same
                .then_some(Place::Row)
                .ok_or_else(|| format!("{answer:?} is kept as {stored}"));
        }
        match self.records.get(&answer.r#match) {
            Some(Some(record)) => match record.throws.get(&answer.t) {
                Some(kept) if *kept == (answer.chair, answer.value) => Ok(Place::Record),
                kept => Err(format!("{answer:?} is recorded as {kept:?} (chair, value)")),
            },
            Some(None) | None => Err(format!("{answer:?} is kept nowhere")),
        }
    }

    /// All draws that rows and records tell: match, t, value.
    pub fn draws(&self) -> impl Iterator<Item = (&str, u64, u8)> {
        let rows = self.rooms.values().flat_map(|room| &room.draws);
        let rows = rows.map(|(of, t, value)| (of.as_str(), *t, *value));
        let records = self
            .records
            .iter()
            .filter_map(|(of, record)| Some((of.as_str(), record.as_ref()?)));
        rows.chain(records.flat_map(|(of, record)| record.throws.iter().map(move |(t, (_, value))| (of, *t, *value))))
    }
}

impl Room {
    fn read(&mut self, v: u64, envelope: &Value) {
        if !envelope["stored"].is_null() {
            self.stored.insert(v, envelope["stored"].clone());
        }
        for fact in envelope["facts"].as_array().into_iter().flatten() {
            if let Some(id) = fact["header"]["match"].as_str() {
                id.clone_into(&mut self.at);
            }
            let line = &fact["line"];
            if line["kind"] == "thrown"
                && let (Some(t), Some(value)) = (line["t"].as_u64(), small(&line["value"]))
            {
                self.draws.push((self.at.clone(), t, value));
            }
        }
    }
}

impl Record {
    fn read(text: &[u8]) -> anyhow::Result<Self> {
        let mut record = Self::default();
        let mut chairs = HashMap::new();
        for line in std::str::from_utf8(text)?.lines() {
            let line: Value = serde_json::from_str(line)?;
            if line["kind"] == "lots" {
                let seated: Vec<u8> = serde_json::from_value(line["sides"].clone())?;
                chairs = sides(seated.len())
                    .iter()
                    .zip(seated)
                    .map(|(side, chair)| (*side, chair))
                    .collect();
            }
            if line["kind"] == "thrown" {
                let side = line["side"].as_str().unwrap_or_default();
                let chair = *chairs.get(side).context("a throw by a side that nobody has")?;
                let (t, value) = (line["t"].as_u64(), small(&line["value"]));
                record.throws.insert(
                    t.context("a throw without t")?,
                    (chair, value.context("a throw without value")?),
                );
            }
        }
        Ok(record)
    }
}

/// The sides in use, in the order of the lots.
fn sides(players: usize) -> &'static [&'static str] {
    match players {
        2 => &["S", "N"],
        3 => &["S", "E", "N"],
        _ => &["S", "E", "N", "W"],
    }
}

fn small(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|value| value.try_into().ok())
}

fn gone(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound {
        Ok(())
    } else {
        Err(error)
    }
}
