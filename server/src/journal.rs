//! The journal: what happened, on disk before anybody hears of it.
//!
//! A room gives each of its rows to [`Journal::append`] and says nothing that depends on it before the answer. One
//! writer takes what waits from all rooms, commits it in one transaction, and only then answers (contract 6). Behind
//! the writer lies a [`Store`]: SQLite in production, a twin in memory for the simulation; both pass the same tests.

mod copy;
mod desk;
pub mod folder;
mod head;
mod pack;
mod pulse;
mod reader;
mod seal;
mod store_memory;
mod store_sqlite;
mod throws;
mod writer;

use std::fmt;

use bytes::Bytes;
use chowk_protocol::{MatchId, RoomCode};
use serde::{Deserialize, Serialize};

pub use copy::{Backup, back_up, become_journal, examine};
pub use desk::{Health, Journal, Pending, Slot};
pub use pack::{gunzip, gzip};
pub use pulse::{Beat, Pulse};
pub use reader::{Counts, Reader};
pub use seal::SealSum;
pub use store_memory::{CommitFault, Disk, MemoryStore};
pub use store_sqlite::{SCHEMA, SqliteStore};
pub use throws::{AllThrows, Cast, Throws};

/// A room's number: never used twice in one data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RoomNo(pub u64);

/// Who may write a room: a number that grows with each opening of the room. A writer with an older one is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence(pub u64);

/// One row: an envelope's text and the version it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The room's version after this row.
    pub v: u64,
    /// The envelope, JSON, under [`ROW_BYTES_MAX`].
    pub body: Bytes,
}

/// Most bytes of a row (contract 1).
pub const ROW_BYTES_MAX: usize = 64 * 1024;

/// A row on its way to disk, with all that must be in the same transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Append {
    /// Which room.
    pub room: RoomNo,
    /// The right to write it.
    pub fence: Fence,
    /// The room's version before this row.
    pub expected_v: u64,
    /// The row.
    pub row: Row,
    /// What else belongs to the same transaction, in this order.
    pub besides: Vec<Besides>,
}

/// What a row may bring with it.
#[derive(Debug, Clone, PartialEq)]
pub enum Besides {
    /// The room is new: its row of the directory. `append` with it takes `expected_v` 0.
    Open(DirectoryRow),
    /// A line for the log of seals. The store gives it its number and its link to the line before.
    Seal(SealNews),
    /// A match has ended: its record, compressed (gzip). One that is there already is kept, and not counted again.
    Record {
        /// Which match.
        match_id: MatchId,
        /// The record, gzip.
        gzip: Bytes,
        /// What was thrown in it, to be counted for all time.
        throws: Throws,
    },
    /// The state after this row, from which the room is folded later; this row and all before it are dropped.
    Base(Bytes),
    /// The room has ended: its directory row, base and rows are dropped. Records stay.
    Bury,
}

/// What the directory keeps of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryRow {
    /// The code that people type.
    pub code: RoomCode,
    /// The hash of the creating token, so that a repeated `create` finds the same room.
    pub creator: [u8; 32],
    /// Whether the room is listed.
    pub listed: bool,
}

/// A room as the directory knows it when the server starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// Its number.
    pub room: RoomNo,
    /// Its row.
    pub row: DirectoryRow,
    /// Whether it is quarantined.
    pub quarantined: bool,
}

/// What is to be told in the log of seals (`fairness.md` 9).
#[derive(Debug, Clone, PartialEq)]
pub enum SealNews {
    /// A seed was sealed.
    Sealed {
        /// The commitment.
        server_commit: [u8; 32],
        /// Milliseconds since 1970; the store raises it to that of the line before, if it is lower.
        at: u64,
    },
    /// A seed was opened.
    Opened {
        /// The commitment.
        server_commit: [u8; 32],
        /// Milliseconds since 1970, as above.
        at: u64,
        /// How the match ended.
        fate: SealFate,
        /// Of which game: to be counted, and in no log.
        game: chowk_protocol::GameKind,
    },
}

/// How a sealed match ended.
#[derive(Debug, Clone, PartialEq)]
pub enum SealFate {
    /// Played: why it ended ("finished", "dead_end", "exhausted", "abandoned") and the last `h` of its record.
    Played {
        /// The `why` of the record's `ended`.
        why: &'static str,
        /// The last `h` of the record.
        last: [u8; 32],
    },
    /// Sealed and never played.
    NotStarted {
        /// The match.
        match_id: MatchId,
        /// Its seed.
        server_seed: [u8; 32],
    },
}

/// What became of an append (contract 29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is on disk.
    Durable,
    /// Somebody else owns the room, or its version is another: step down.
    Conflict,
    /// It is not known, or known not to be on disk: read again before anything else.
    Unknown,
}

/// A room as it is on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its number.
    pub room: RoomNo,
    /// The right to write it from now on; older ones are void.
    pub fence: Fence,
    /// The base, if there is one: its version and its state.
    pub base: Option<Row>,
    /// All rows after the base, in order.
    pub rows: Vec<Row>,
}

impl Stored {
    /// The newest version on disk; 0 if there is none.
    pub fn v(&self) -> u64 {
        self.rows.last().or(self.base.as_ref()).map_or(0, |row| row.v)
    }
}

/// The world failing: what a store could not do, and why.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no.
    #[error("{doing}: {source}")]
    Database {
        /// What was being done.
        doing: &'static str,
        /// What the database said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// There is no such room.
    #[error("there is no room {0}")]
    NoSuchRoom(RoomNo),
    /// What was read makes no sense.
    #[error("{0}")]
    Broken(String),
    /// The journal does not work at present, or has been closed.
    #[error("the journal does not work at present")]
    Down,
}

impl StoreError {
    /// What a database said while something was being done.
    fn database(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> Self {
        move |source| Self::Database {
            doing,
            source: Box::new(source),
        }
    }
}

impl fmt::Display for RoomNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Where rows lie. One thread owns it; [`Journal`] is the way to it for everybody else.
pub trait Store: Send {
    /// Commits all appends in one transaction, in order, and says of each whether it was taken: those whose fence or
    /// version does not fit are left out as [`Outcome::Conflict`]. An error means that nothing is known of any:
    /// the caller must [`Store::reopen`] before anything else.
    fn commit(&mut self, appends: &[Append]) -> Result<Vec<Outcome>, StoreError>;

    /// Closes and opens again after a failed commit.
    fn reopen(&mut self) -> Result<(), StoreError>;

    /// Writes a small row and commits it: does the disk work again?
    fn probe(&mut self) -> Result<(), StoreError>;

    /// A number for a new room and the right to write it; durable before it is used with [`Besides::Open`], so that
    /// it is never given twice.
    fn new_room(&mut self) -> Result<(RoomNo, Fence), StoreError>;

    /// Takes the right to write a room and reads it.
    fn open_room(&mut self, room: RoomNo) -> Result<Stored, StoreError>;

    /// All rows of a room from version `from_v` on, in order; takes no right away from anybody.
    fn rows_from(&mut self, room: RoomNo, from_v: u64) -> Result<Vec<Row>, StoreError>;

    /// Marks a room as quarantined (contract 25); all rights to write it are void.
    fn quarantine(&mut self, room: RoomNo) -> Result<(), StoreError>;

    /// All rooms.
    fn directory(&mut self) -> Result<Vec<DirectoryEntry>, StoreError>;

    /// A record, gzip, or `None`.
    fn record(&mut self, match_id: MatchId) -> Result<Option<Bytes>, StoreError>;

    /// All throws of all matches that ended, also of those whose records were dropped.
    fn throws(&mut self) -> Result<AllThrows, StoreError>;

    /// Lines of the log of seals from number `from` (the first is 1), at most `most`, each without its line end.
    fn seals(&mut self, from: u64, most: usize) -> Result<Vec<String>, StoreError>;

    /// How far the log of seals has come.
    fn seal_sum(&mut self) -> Result<SealSum, StoreError>;

    /// Drops the oldest records beyond an age (milliseconds since 1970) or a total size; returns how many.
    fn drop_records(&mut self, older_than: u64, bytes_max: u64) -> Result<u64, StoreError>;
}
