//! A data folder that a server of some day left behind, kept for ever: every later build must read it, and everybody must
//! find his room, seat and record as they were.
//!
//! `chowk-tests fixture FOLDER` makes one with the programs of that day ([`make`]); `kept.json` in it says what must be found.
//! The journal is kept compressed.

mod found;
mod make;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use chowk_cli::client::{Identity, Intent, Sk};
use chowk_protocol::RoomCode;
use chowk_server::journal::{SCHEMA, gunzip};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::{
    found::{Found, admin},
    make::make,
};
use crate::{
    house::{House, Plan},
    programs::Programs,
    seat::Seat,
};

/// What must be found.
const KEPT: &str = "kept.json";
/// The journal, and as it is kept.
const JOURNAL: &str = "chowk.db";
const PACKED: &str = "chowk.db.gz";
/// What else a data folder has, as it is.
const BESIDE: [&str; 3] = ["config.toml", "bans.json", "lock"];
/// Where SQLite keeps the number of the schema in its file: four bytes, big end first.
const SCHEMA_AT: usize = 60;

/// What must be found in a folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Kept {
    /// The version of the programs that made it.
    pub version: String,
    /// Its rooms.
    pub rooms: Vec<Room>,
    /// Matches that have a record.
    pub records: Vec<String>,
    /// The log of seals.
    pub seals: Vec<String>,
    /// Addresses that are banned.
    pub bans: Vec<String>,
}

/// A room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Room {
    /// What it was left in the middle of.
    pub what: String,
    /// Its code.
    pub code: RoomCode,
    /// Its version, the hash of its view, and the view, as whoever watches is told first.
    pub v: u64,
    /// See `v`.
    pub hash: String,
    /// See `v`.
    pub view: Value,
    /// Its people.
    pub seats: Vec<Chair>,
}

/// A seat.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Chair {
    /// The chair.
    pub chair: u8,
    /// The secret.
    pub sk: String,
}

/// A copy of a folder, ready for a server.
#[derive(Debug)]
pub struct Copied {
    /// The data folder.
    pub data: PathBuf,
    /// What must be found.
    pub kept: Kept,
}

impl Copied {
    /// Unpacks a folder into another.
    ///
    /// # Errors
    /// If it is not whole.
    pub fn of(folder: &Path, data: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(data)?;
        for name in BESIDE {
            fs::copy(folder.join(name), data.join(name)).with_context(|| name.to_owned())?;
        }
        let packed = fs::read(folder.join(PACKED)).context(PACKED)?;
        fs::write(data.join(JOURNAL), gunzip(&packed)?)?;
        let kept = fs::read_to_string(folder.join(KEPT)).context(KEPT)?;
        Ok(Self {
            data: data.to_owned(),
            kept: serde_json::from_str(&kept)?,
        })
    }

    /// Makes it one of a newer server: the number of its schema is one more than this one knows.
    ///
    /// # Errors
    /// If the journal is none.
    pub fn is_newer(&self) -> anyhow::Result<()> {
        let file = self.data.join(JOURNAL);
        let mut bytes = fs::read(&file)?;
        let number = bytes.get_mut(SCHEMA_AT..SCHEMA_AT + 4).context("no journal")?;
        let schema = u32::from_be_bytes(number.try_into()?);
        ensure!((1..1_000).contains(&schema), "schema {schema}");
        number.copy_from_slice(&(u32::try_from(SCHEMA)? + 1).to_be_bytes());
        Ok(fs::write(file, bytes)?)
    }

    /// The names and bytes of all files in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn files(&self) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.data)? {
            let path = entry?.path();
            files.push((path.clone(), fs::read(path)?));
        }
        files.sort();
        Ok(files)
    }

    /// A server on it.
    ///
    /// # Errors
    /// If it does not start.
    pub fn open(&self, programs: &Programs) -> anyhow::Result<House> {
        Plan::new(programs.server(), &self.data).open()
    }
}

impl Chair {
    /// Whoever holds it, with a client id of a new tab.
    ///
    /// # Errors
    /// If the secret is none, or the system gives no random bytes.
    pub fn seat(&self, house: &House, code: RoomCode) -> anyhow::Result<Seat> {
        let sk: Sk = self.sk.parse().context("no secret")?;
        let identity = Identity {
            sk,
            ..chowk_cli::chance::identity()?
        };
        let join = Intent::Join {
            code,
            name: "Asha".into(),
            chair: None,
        };
        Ok(Seat::of(house.at(), identity, join))
    }
}
