//! The open database: statements, and what is known of it without asking. All writing happens between
//! [`Tables::begin`] and a commit.

use std::{collections::HashMap, ops::Range, path::Path};

use chowk_protocol::RoomCode;
use rusqlite::{Connection, OptionalExtension as _, Params, params};

use super::{
    super::{
        Append, Besides, DirectoryEntry, DirectoryRow, Fence, Outcome, RoomNo, Row, SealNews, SealSum, StoreError,
        Stored,
        head::{Head, ROOM_MAX, V_MAX, fits},
        seal::SealEnd,
    },
    schema::{self, Begin},
};

/// Room numbers are taken from the database so many at a time, so that most new rooms cost no commit. A crash wastes
/// what is left of them.
const NUMBERS_AT_ONCE: u64 = 64;

/// An open database, and what is known of it without asking.
pub(super) struct Tables {
    db: Connection,
    /// Rooms that were looked up, valid while nobody else changes the file.
    heads: HashMap<RoomNo, Head>,
    /// SQLite's word for "nobody else has changed the file".
    data_version: i64,
    seal_end: SealEnd,
    numbers: Range<u64>,
}

impl Tables {
    pub(super) fn new(path: &Path, begin: Begin) -> Result<Self, StoreError> {
        let db = schema::open(path, begin)?;
        let mut open = Self {
            db,
            heads: HashMap::new(),
            data_version: 0,
            seal_end: SealEnd::default(),
            numbers: 0..0,
        };
        open.look_again()?;
        Ok(open)
    }

    /// After a failed fsync the kernel may call pages clean that never reached the disk, and a later fsync of the same
    /// file would succeed. Copying the write-ahead log into the main file writes them anew.
    pub(super) fn write_anew(&self) -> Result<(), StoreError> {
        match self.ask("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))? {
            Some(0) | None => Ok(()),
            Some(_) => Err(StoreError::Broken(
                "another process reads the journal and holds it up".into(),
            )),
        }
    }

    /// Forgets what it knew of the rooms, and reads the end of the log of seals.
    fn look_again(&mut self) -> Result<(), StoreError> {
        self.heads.clear();
        let text = "SELECT line, at FROM seals ORDER BY n DESC LIMIT 1";
        let newest: Option<(String, u64)> = self.ask(text, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let newest = newest.as_ref().map(|(line, at)| (line.as_str(), *at));
        self.seal_end = SealEnd::read(newest, self.meta("not_started")?)?;
        Ok(())
    }

    /// Begins a transaction, and looks again if somebody else has changed the file.
    pub(super) fn begin(&mut self) -> Result<(), StoreError> {
        self.run("BEGIN IMMEDIATE", [])?;
        let version = self.ask("PRAGMA data_version", [], |row| row.get(0))?.unwrap_or(0);
        if version != self.data_version {
            self.data_version = version;
            self.look_again()?;
        }
        Ok(())
    }

    pub(super) fn append(&mut self, append: &Append) -> Result<Outcome, StoreError> {
        let room = append.room;
        let head = self.head(room)?;
        let next_room = if head.is_none() { self.next_room()? } else { room };
        if !fits(head, next_room, append) {
            return Ok(Outcome::Conflict);
        }
        if let Some(row) = append.besides.iter().find_map(Besides::opens)
            && !self.open_directory_row(append, row)?
        {
            return Ok(Outcome::Conflict);
        }
        let key = key_of(room) << 32 | sql(append.row.v);
        self.run(
            "INSERT INTO rows (id, body) VALUES (?, ?)",
            params![key, &append.row.body[..]],
        )?;
        self.heads.insert(
            room,
            Head {
                fence: append.fence,
                v: append.row.v,
            },
        );
        for beside in &append.besides {
            self.beside(append, beside)?;
        }
        Ok(Outcome::Durable)
    }

    fn beside(&mut self, append: &Append, beside: &Besides) -> Result<(), StoreError> {
        let room = key_of(append.room);
        match beside {
            Besides::Open(_) => Ok(()),
            Besides::Seal(news) => self.seal(news),
            Besides::Record { match_id, gzip, throws } => {
                let at = self.seal_end.sum().at;
                self.run(
                    "INSERT OR IGNORE INTO records (match_id, at, gzip) VALUES (?, ?, ?)",
                    params![&match_id.0[..], sql(at), &gzip[..]],
                )?;
                match self.db.changes() {
                    0 => Ok(()),
                    _ => self.count_throws(throws, at),
                }
            }
            Besides::Base(state) => {
                self.run(
                    "INSERT OR REPLACE INTO bases (room, v, state) VALUES (?, ?, ?)",
                    params![room, sql(append.row.v), &state[..]],
                )?;
                self.drop_rows(append.room)
            }
            Besides::Bury => {
                self.heads.remove(&append.room);
                self.run("DELETE FROM rooms WHERE room = ?", [room])?;
                self.run("DELETE FROM bases WHERE room = ?", [room])?;
                self.drop_rows(append.room)
            }
        }
    }

    /// `false` if the code is another room's.
    fn open_directory_row(&self, append: &Append, row: &DirectoryRow) -> Result<bool, StoreError> {
        self.run(
            "INSERT OR IGNORE INTO rooms (room, code, creator, listed, quarantined, fence) VALUES (?, ?, ?, ?, 0, ?)",
            params![
                key_of(append.room),
                row.code.as_str(),
                &row.creator[..],
                row.listed,
                sql(append.fence.0)
            ],
        )?;
        Ok(self.db.changes() == 1)
    }

    fn seal(&mut self, news: &SealNews) -> Result<(), StoreError> {
        let line = self.seal_end.push(news);
        let sum = self.seal_end.sum();
        self.run(
            "INSERT INTO seals (n, at, line) VALUES (?, ?, ?)",
            params![sql(sum.lines), sql(sum.at), line],
        )?;
        self.set_meta("not_started", sum.not_started)
    }

    fn drop_rows(&self, room: RoomNo) -> Result<(), StoreError> {
        let first = key_of(room) << 32;
        self.run("DELETE FROM rows WHERE id BETWEEN ? AND ?", [first, first | sql(V_MAX)])
    }

    pub(super) fn drop_records(&mut self, older_than: u64, bytes_max: u64) -> Result<u64, StoreError> {
        self.run("DELETE FROM records WHERE at < ?", [sql(older_than)])?;
        let old = self.db.changes();
        self.run(
            "DELETE FROM records WHERE id IN (SELECT id FROM
                (SELECT id, sum(length(gzip)) OVER (ORDER BY id DESC) AS so_far FROM records) WHERE so_far > ?)",
            [sql(bytes_max)],
        )?;
        Ok(old + self.db.changes())
    }

    /// The first number that nobody was given.
    fn next_room(&self) -> Result<RoomNo, StoreError> {
        let taken = if self.numbers.is_empty() {
            self.meta("rooms_given")? + 1
        } else {
            self.numbers.start
        };
        Ok(RoomNo(taken))
    }

    fn head(&mut self, room: RoomNo) -> Result<Option<Head>, StoreError> {
        if let Some(head) = self.heads.get(&room) {
            return Ok(Some(*head));
        }
        let text = "SELECT fence, coalesce(
                (SELECT max(id) & 4294967295 FROM rows WHERE id BETWEEN ?1 << 32 AND (?1 << 32) | 4294967295),
                (SELECT v FROM bases WHERE room = ?1),
                0)
            FROM rooms WHERE room = ?1";
        let head = self.ask(text, [key_of(room)], |row| {
            Ok(Head {
                fence: Fence(row.get(0)?),
                v: row.get(1)?,
            })
        })?;
        if let Some(head) = head {
            self.heads.insert(room, head);
        }
        Ok(head)
    }

    pub(super) fn take_room(&mut self, room: RoomNo) -> Result<Stored, StoreError> {
        let fence = self.raise_fence(room)?;
        let stored = Stored {
            room,
            fence,
            base: self.base(room)?,
            rows: self.rows(room, 0)?,
        };
        self.heads.insert(room, Head { fence, v: stored.v() });
        Ok(stored)
    }

    pub(super) fn quarantine(&mut self, room: RoomNo) -> Result<(), StoreError> {
        self.raise_fence(room)?;
        self.heads.remove(&room);
        self.run("UPDATE rooms SET quarantined = 1 WHERE room = ?", [key_of(room)])
    }

    pub(super) fn seal_sum(&self) -> SealSum {
        self.seal_end.sum()
    }

    pub(super) fn has_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }

    pub(super) fn give_number(&mut self) -> Result<RoomNo, StoreError> {
        let number = self.numbers.next().filter(|number| *number <= ROOM_MAX);
        number
            .map(RoomNo)
            .ok_or_else(|| StoreError::Broken("all room numbers are used up".into()))
    }

    fn raise_fence(&self, room: RoomNo) -> Result<Fence, StoreError> {
        let text = "UPDATE rooms SET fence = fence + 1 WHERE room = ? RETURNING fence";
        let fence = self.ask(text, [key_of(room)], |row| row.get(0))?;
        fence.map(Fence).ok_or(StoreError::NoSuchRoom(room))
    }

    fn base(&self, room: RoomNo) -> Result<Option<Row>, StoreError> {
        self.ask("SELECT v, state FROM bases WHERE room = ?", [key_of(room)], |row| {
            Ok(Row {
                v: row.get(0)?,
                body: row.get::<_, Vec<u8>>(1)?.into(),
            })
        })
    }

    pub(super) fn rows(&self, room: RoomNo, from_v: u64) -> Result<Vec<Row>, StoreError> {
        let first = key_of(room) << 32;
        let keys = [first | sql(from_v.min(V_MAX)), first | sql(V_MAX)];
        self.list(
            "SELECT id & 4294967295, body FROM rows WHERE id BETWEEN ? AND ? ORDER BY id",
            keys,
            |row| {
                Ok(Row {
                    v: row.get(0)?,
                    body: row.get::<_, Vec<u8>>(1)?.into(),
                })
            },
        )
    }

    pub(super) fn directory(&self) -> Result<Vec<DirectoryEntry>, StoreError> {
        directory_of(&self.db)
    }

    pub(super) fn take_numbers(&mut self) -> Result<(), StoreError> {
        let given = self.meta("rooms_given")?;
        self.set_meta("rooms_given", given + NUMBERS_AT_ONCE)?;
        self.numbers = given + 1..given + 1 + NUMBERS_AT_ONCE;
        Ok(())
    }

    fn meta(&self, key: &'static str) -> Result<u64, StoreError> {
        Ok(self
            .ask("SELECT value FROM meta WHERE key = ?", [key], |row| row.get(0))?
            .unwrap_or(0))
    }

    fn set_meta(&self, key: &'static str, value: u64) -> Result<(), StoreError> {
        self.run(
            "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
            params![key, sql(value)],
        )
    }

    /// Runs one statement that answers nothing.
    pub(super) fn run(&self, text: &'static str, values: impl Params) -> Result<(), StoreError> {
        let mut statement = self.db.prepare_cached(text).map_err(StoreError::database(text))?;
        statement.execute(values).map_err(StoreError::database(text))?;
        Ok(())
    }

    /// What a question answers, if anything.
    pub(super) fn ask<T>(
        &self,
        text: &'static str,
        values: impl Params,
        read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let mut statement = self.db.prepare_cached(text).map_err(StoreError::database(text))?;
        statement
            .query_row(values, read)
            .optional()
            .map_err(StoreError::database(text))
    }

    /// All that a question answers.
    pub(super) fn list<T>(
        &self,
        text: &'static str,
        values: impl Params,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        list(&self.db, text, values, read)
    }
}

fn list<T>(
    db: &Connection,
    text: &'static str,
    values: impl Params,
    read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = db.prepare_cached(text).map_err(StoreError::database(text))?;
    let found = statement.query_map(values, read).map_err(StoreError::database(text))?;
    found.collect::<Result<_, _>>().map_err(StoreError::database(text))
}

/// All rooms of a database, in the order of their numbers.
pub(in crate::journal) fn directory_of(db: &Connection) -> Result<Vec<DirectoryEntry>, StoreError> {
    let found = list(
        db,
        "SELECT room, code, creator, listed, quarantined FROM rooms ORDER BY room",
        [],
        |row| {
            let (room, code): (u64, String) = (row.get(0)?, row.get(1)?);
            let (creator, listed, quarantined): (Vec<u8>, bool, bool) = (row.get(2)?, row.get(3)?, row.get(4)?);
            Ok((RoomNo(room), code, creator, listed, quarantined))
        },
    )?;
    found
        .into_iter()
        .map(|(room, code, creator, listed, quarantined)| {
            let broken = || StoreError::Broken(format!("the directory row of room {room} makes no sense"));
            let code: RoomCode = code.parse().map_err(|_| broken())?;
            let creator = creator.try_into().map_err(|_| broken())?;
            Ok(DirectoryEntry {
                room,
                row: DirectoryRow { code, creator, listed },
                quarantined,
            })
        })
        .collect()
}

fn key_of(room: RoomNo) -> i64 {
    sql(room.0.min(ROOM_MAX))
}

/// SQLite's integers are signed.
pub(in crate::journal) fn sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
