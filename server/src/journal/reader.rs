//! A second pair of eyes on the journal: reads what is committed beside the writer, and writes nothing.

use std::path::Path;

use bytes::Bytes;
use chowk_protocol::MatchId;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use serde::Serialize;

use super::{
    DirectoryEntry, RoomNo, Row, StoreError,
    store_sqlite::{check, directory_of},
};

/// A journal, or a backup of one, that is only read.
pub struct Reader {
    pub(super) db: Connection,
}

/// How much a journal holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Rooms, also those that failed.
    pub rooms: u64,
    /// Rows of rooms.
    pub rows: u64,
    /// Records of ended matches.
    pub records: u64,
    /// Lines of the log of seals.
    pub seals: u64,
}

impl Counts {
    /// Whether there is nothing that anybody could miss.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Reader {
    /// Opens a file that is a journal of a version that this program knows.
    ///
    /// # Errors
    /// [`StoreError`]: it is none, it is of a newer version, or it cannot be read.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let opening = "opening the journal to read it";
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).map_err(StoreError::database(opening))?;
        db.execute_batch("PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY;")
            .map_err(StoreError::database(opening))?;
        if check(&db, path)? == 0 {
            return Err(StoreError::Broken(format!("{} is empty", path.display())));
        }
        Ok(Self { db })
    }

    /// How much there is.
    ///
    /// # Errors
    /// [`StoreError`], as with all questions below.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let count = |text: &'static str| {
            let counted = self.db.query_row(text, [], |row| row.get::<_, u64>(0));
            counted.map_err(StoreError::database(text))
        };
        Ok(Counts {
            rooms: count("SELECT count(*) FROM rooms")?,
            rows: count("SELECT count(*) FROM rows")?,
            records: count("SELECT count(*) FROM records")?,
            seals: count("SELECT count(*) FROM seals")?,
        })
    }

    /// All rooms.
    pub fn directory(&self) -> Result<Vec<DirectoryEntry>, StoreError> {
        directory_of(&self.db)
    }

    /// The first record after this place, with its own place. The first place of all is after 0.
    pub fn record_after(&self, place: i64) -> Result<Option<(i64, MatchId, Bytes)>, StoreError> {
        let text = "SELECT id, match_id, gzip FROM records WHERE id > ? ORDER BY id LIMIT 1";
        let read = |row: &rusqlite::Row<'_>| {
            let (id, match_id, gzip): (i64, [u8; 16], Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((id, chowk_protocol::Hex(match_id), Bytes::from(gzip)))
        };
        let mut statement = self.db.prepare_cached(text).map_err(StoreError::database(text))?;
        let found = statement.query_row([place], read).optional();
        found.map_err(StoreError::database(text))
    }

    /// How many lines the log of seals has, and how many bytes they are together with their line ends.
    pub fn seals_size(&self) -> Result<(u64, u64), StoreError> {
        let text = "SELECT count(*), coalesce(sum(length(CAST(line AS BLOB)) + 1), 0) FROM seals";
        let found = self.db.query_row(text, [], |row| Ok((row.get(0)?, row.get(1)?)));
        found.map_err(StoreError::database(text))
    }

    /// Lines of the log of seals from number `from` (the first is 1), at most `most`.
    pub fn seals(&self, from: u64, most: u64) -> Result<Vec<String>, StoreError> {
        let text = "SELECT line FROM seals WHERE n >= ? ORDER BY n LIMIT ?";
        let mut statement = self.db.prepare_cached(text).map_err(StoreError::database(text))?;
        let lines = statement
            .query_map(params![from, most], |row| row.get(0))
            .and_then(Iterator::collect);
        lines.map_err(StoreError::database(text))
    }

    /// A room as it lies there: its base, if it has one, and its rows.
    pub fn raw_room(&self, room: RoomNo) -> Result<(Option<Row>, Vec<Row>), StoreError> {
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Row {
                v: row.get(0)?,
                body: row.get::<_, Vec<u8>>(1)?.into(),
            })
        };
        let text = "SELECT v, state FROM bases WHERE room = ?";
        let base = self.db.query_row(text, [room.0], read).optional();
        let base = base.map_err(StoreError::database(text))?;
        let text = "SELECT id & 4294967295, body FROM rows WHERE id >> 32 = ? ORDER BY id";
        let mut statement = self.db.prepare_cached(text).map_err(StoreError::database(text))?;
        let rows = statement.query_map([room.0], read).and_then(Iterator::collect);
        Ok((base, rows.map_err(StoreError::database(text))?))
    }
}
