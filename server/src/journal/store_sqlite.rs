//! The journal in SQLite: one file, one connection, write-ahead log, each commit forced to disk.

mod schema;
mod tables;
mod throws;

use std::path::{Path, PathBuf};

use bytes::Bytes;
use chowk_protocol::MatchId;
use rusqlite::params;

pub use self::schema::SCHEMA;
use self::{schema::Begin, tables::Tables};
pub(super) use self::{
    schema::{TABLES, check, is_as_made, stamp},
    tables::{directory_of, sql},
};
use super::{AllThrows, Append, DirectoryEntry, Fence, Outcome, RoomNo, Row, SealSum, Store, StoreError, Stored};

/// A journal in a file.
pub struct SqliteStore {
    path: PathBuf,
    /// `None` after a commit that failed, until the store is reopened.
    open: Option<Tables>,
}

impl SqliteStore {
    /// Opens the journal in this file, or makes it.
    ///
    /// # Errors
    /// [`StoreError::Database`] if it cannot be opened or written, [`StoreError::Broken`] if it is no journal or one of
    /// a newer server.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::begin(path, Begin::Anew)
    }

    /// Opens the journal that was made in this file.
    ///
    /// # Errors
    /// The same, and [`StoreError::Broken`] if there is nothing.
    pub fn open_kept(path: &Path) -> Result<Self, StoreError> {
        Self::begin(path, Begin::Never)
    }

    fn begin(path: &Path, begin: Begin) -> Result<Self, StoreError> {
        let open = Some(Tables::new(path, begin)?);
        Ok(Self {
            path: path.to_owned(),
            open,
        })
    }

    fn at(&mut self) -> Result<&mut Tables, StoreError> {
        self.open.as_mut().ok_or(StoreError::Down)
    }

    /// Does `work` in a transaction. If that fails for the database's sake the store is closed: what SQLite believes of
    /// a file after an error is not to be trusted.
    fn write<T>(&mut self, work: impl FnOnce(&mut Tables) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let tables = self.at()?;
        let done = tables.begin().and_then(|()| work(tables)).and_then(|done| {
            tables.run("COMMIT", [])?;
            Ok(done)
        });
        let fine = match &done {
            Ok(_) => true,
            Err(StoreError::NoSuchRoom(_)) => tables.run("ROLLBACK", []).is_ok(),
            Err(StoreError::Database { .. } | StoreError::Broken(_) | StoreError::Down) => false,
        };
        if !fine {
            self.open = None;
        }
        done
    }
}

impl Store for SqliteStore {
    fn commit(&mut self, appends: &[Append]) -> Result<Vec<Outcome>, StoreError> {
        self.write(|tables| appends.iter().map(|append| tables.append(append)).collect())
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        self.open = None;
        let tables = Tables::new(&self.path, Begin::Never)?;
        tables.write_anew()?;
        self.open = Some(tables);
        Ok(())
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        self.write(|tables| {
            tables.run(
                "INSERT INTO meta (key, value) VALUES ('probe', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1",
                [],
            )
        })
    }

    fn new_room(&mut self) -> Result<(RoomNo, Fence), StoreError> {
        if !self.at()?.has_numbers() {
            self.write(Tables::take_numbers)?;
        }
        Ok((self.at()?.give_number()?, Fence(1)))
    }

    fn open_room(&mut self, room: RoomNo) -> Result<Stored, StoreError> {
        self.write(|tables| tables.take_room(room))
    }

    fn rows_from(&mut self, room: RoomNo, from_v: u64) -> Result<Vec<Row>, StoreError> {
        self.at()?.rows(room, from_v)
    }

    fn quarantine(&mut self, room: RoomNo) -> Result<(), StoreError> {
        self.write(|tables| tables.quarantine(room))
    }

    fn directory(&mut self) -> Result<Vec<DirectoryEntry>, StoreError> {
        self.at()?.directory()
    }

    fn record(&mut self, match_id: MatchId) -> Result<Option<Bytes>, StoreError> {
        let text = "SELECT gzip FROM records WHERE match_id = ?";
        let found = self
            .at()?
            .ask(text, [&match_id.0[..]], |row| row.get::<_, Vec<u8>>(0))?;
        Ok(found.map(Bytes::from))
    }

    fn throws(&mut self) -> Result<AllThrows, StoreError> {
        self.at()?.throws()
    }

    fn seals(&mut self, from: u64, most: usize) -> Result<Vec<String>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let text = "SELECT line FROM seals WHERE n >= ? ORDER BY n LIMIT ?";
        self.at()?.list(text, params![sql(from), most], |row| row.get(0))
    }

    fn seal_sum(&mut self) -> Result<SealSum, StoreError> {
        Ok(self.at()?.seal_sum())
    }

    fn drop_records(&mut self, older_than: u64, bytes_max: u64) -> Result<u64, StoreError> {
        self.write(|tables| tables.drop_records(older_than, bytes_max))
    }
}
