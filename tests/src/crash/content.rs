//! What a journal holds: rooms with their rows, and the log of seals, read through the server's own store.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::Path,
};

use anyhow::{Context as _, ensure};
use bytes::Bytes;
use chowk_record::{fair::Digest, seals::line_hash};
use chowk_server::{
    journal::{Reader, SqliteStore, Store as _, Stored},
    room::Room,
};

use crate::order::On;

/// Lines of the log of seals that are read.
const SEALS_MAX: usize = 100_000;

/// What a journal holds.
#[derive(Debug, Default)]
pub struct Content {
    /// By code.
    pub rooms: BTreeMap<String, Stored>,
    /// The hashes of all lines of the log of seals.
    pub seals: HashSet<Digest>,
    /// How many records there are.
    pub records: u64,
}

impl Content {
    /// Lays a journal's files into a folder, opens it as a server does, and reads all of it. A file that is `None` is not
    /// there.
    ///
    /// # Errors
    /// If it does not open, or cannot be read.
    pub fn of(folder: &Path, main: Option<&[u8]>, log: Option<&[u8]>) -> anyhow::Result<Self> {
        let file = folder.join("chowk.db");
        for (name, bytes) in [("chowk.db", main), ("chowk.db-wal", log), ("chowk.db-shm", None)] {
            match bytes {
                Some(bytes) => fs::write(folder.join(name), bytes)?,
                None => fs::remove_file(folder.join(name)).or_else(gone)?,
            }
        }
        Self::read(&file)
    }

    fn read(file: &Path) -> anyhow::Result<Self> {
        let mut store = SqliteStore::open(file)?;
        let mut content = Self::default();
        for entry in store.directory()? {
            let stored = store.open_room(entry.room)?;
            content.rooms.insert(entry.row.code.to_string(), stored);
        }
        content.seals = store.seals(0, SEALS_MAX)?.iter().map(line_hash).collect();
        content.records = Reader::open(file)?.counts()?.records;
        Ok(content)
    }

    /// Whether what somebody was told is here.
    pub fn covers(&self, on: &On) -> bool {
        match on {
            On::Row(room, v) => self.rooms.get(room).is_some_and(|stored| stored.v() >= *v),
            On::Seal(text) => text.parse().is_ok_and(|seal: Digest| self.seals.contains(&seal)),
        }
    }

    /// A sum over all of it: two journals that have the same hold the same.
    pub fn sum(&self) -> u64 {
        let mut sum = DefaultHasher::new();
        let mut seals: Vec<&Digest> = self.seals.iter().collect();
        seals.sort_unstable();
        (seals, self.records).hash(&mut sum);
        for (code, stored) in &self.rooms {
            code.hash(&mut sum);
            for row in stored.base.iter().chain(&stored.rows) {
                (row.v, &row.body).hash(&mut sum);
            }
        }
        sum.finish()
    }
}

/// What is known of a journal from all that was read of it: a row that somebody was told of never has two contents, there
/// are no holes, and all of it folds.
#[derive(Debug, Default)]
pub struct Truth {
    rows: HashMap<(String, u64), Bytes>,
    /// By room and the version of its base, the most rows that were seen: fewer are a part of them, and fold as they do.
    longest: HashMap<(String, u64), Stored>,
}

impl Truth {
    /// Compares with what was seen before. Rows beyond the version that `told` tells of a room are nobody's yet: after a
    /// commit that failed another row may come in their place.
    ///
    /// # Errors
    /// If a row is another than it was, one is missing between others, or a room does not fold.
    pub fn agrees(&mut self, content: &Content, told: impl Fn(&str) -> u64) -> anyhow::Result<()> {
        for (code, stored) in &content.rooms {
            let base = stored.base.as_ref().map_or(0, |base| base.v);
            let newest = told(code);
            for (row, v) in stored.rows.iter().zip(base + 1..) {
                ensure!(row.v == v, "the row {code} v{v} is missing");
                if v <= newest {
                    let known = self.rows.entry((code.clone(), v)).or_insert_with(|| row.body.clone());
                    ensure!(*known == row.body, "the row {code} v{v} has two contents");
                }
            }
            let longest = self
                .longest
                .entry((code.clone(), base))
                .or_insert_with(|| stored.clone());
            let same = longest.base == stored.base && longest.rows.iter().zip(&stored.rows).all(|(a, b)| a == b);
            if !same {
                folds(code, longest)?;
            }
            if !same || longest.rows.len() < stored.rows.len() {
                longest.clone_from(stored);
            }
        }
        Ok(())
    }

    /// Folds all that was seen.
    ///
    /// # Errors
    /// If a room does not fold.
    pub fn folds(&self) -> anyhow::Result<()> {
        self.longest
            .iter()
            .try_for_each(|((code, _), stored)| folds(code, stored))
    }
}

fn folds(code: &str, stored: &Stored) -> anyhow::Result<()> {
    let code = code.parse().ok().context("no code")?;
    Room::retold(code, stored).with_context(|| format!("room {code}"))?;
    Ok(())
}

fn gone(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound {
        Ok(())
    } else {
        Err(error)
    }
}
