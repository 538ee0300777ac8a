//! `restore`: a backup becomes the journal of a folder on which no server runs (contract 27).

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    time::SystemTime,
};

use chowk_protocol::MatchId;

use crate::{
    bans,
    clock::{Clock as _, MachineClock},
    fate::OsEntropy,
    games,
    journal::{
        Append, Backup, Counts, DirectoryEntry, Outcome, Reader, SqliteStore, Store, StoreError, become_journal,
        examine,
        folder::{DataFolder, FolderError},
    },
    room::{Brought, Guests, Room, RoomLimits},
};

/// The journal's name while it is made of the backup.
const NEW: &str = "chowk.db.new";

/// What was restored.
#[derive(Debug)]
pub(super) struct Restored {
    pub(super) backup: Backup,
    /// How much there is now.
    pub(super) counts: Counts,
    pub(super) bans: usize,
    /// Matches that were abandoned and opened.
    pub(super) abandoned: Vec<MatchId>,
    /// Attempts that were opened as not started.
    pub(super) not_started: Vec<MatchId>,
    /// Matches and attempts that were given up, since there was no seed to open.
    pub(super) given_up: Vec<MatchId>,
    /// Rooms that are kept as failed.
    pub(super) failed: usize,
    /// Where the journal is that was there before.
    pub(super) kept: Option<PathBuf>,
}

/// Why nothing was restored. The folder is as it was.
#[derive(Debug, thiserror::Error)]
pub(super) enum RestoreError {
    #[error("{0} is in use by a chowk-server: stop it first, a restore needs the folder for itself")]
    InUse(String),
    #[error("{0}")]
    Folder(FolderError),
    #[error("{0}; nothing was changed")]
    NoBackup(String),
    #[error("{0}")]
    Full(String),
    #[error("cannot restore: {0}; nothing was changed")]
    Failed(String),
}

impl RestoreError {
    /// The exit code (BSD's sysexits): 65 the file is no good, 73 it would overwrite, 74 input or output; those of the
    /// folder.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::InUse(_) => 75,
            Self::Folder(error) => error.exit_code(),
            Self::NoBackup(_) => 65,
            Self::Full(_) => 73,
            Self::Failed(_) => 74,
        }
    }
}

impl From<FolderError> for RestoreError {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::InUse(path) => Self::InUse(path.display().to_string()),
            FolderError::NotWritable(_) | FolderError::Lost(_) | FolderError::Broken(_) | FolderError::Failed(_) => {
                Self::Folder(error)
            }
        }
    }
}

/// Restores a backup, read from `from`, which is told as `name`, into the folder.
pub(super) fn restore(
    data: &Path,
    name: &str,
    from: &mut impl io::Read,
    force: bool,
) -> Result<Restored, RestoreError> {
    let mut folder = DataFolder::take(data, false, |_| {})?;
    let new = data.join(NEW);
    let restored = restore_into(&mut folder, &new, name, from, force);
    if restored.is_err() {
        remove(&new);
    }
    restored
}

fn restore_into(
    folder: &mut DataFolder,
    new: &Path,
    name: &str,
    from: &mut impl io::Read,
    force: bool,
) -> Result<Restored, RestoreError> {
    let failed = |error: io::Error| RestoreError::Failed(error.to_string());
    let store_failed = |error: StoreError| RestoreError::Failed(error.to_string());
    remove(new);
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(new)
        .map_err(failed)?;
    io::copy(from, &mut file).map_err(failed)?;
    drop(file);
    let backup = examine(new).map_err(|error| no_backup(&error, new, name))?;
    if !force {
        check_empty(folder)?;
    }
    become_journal(new).map_err(store_failed)?;
    let mut restored = Restored {
        backup,
        counts: Counts::default(),
        bans: 0,
        abandoned: Vec::new(),
        not_started: Vec::new(),
        given_up: Vec::new(),
        failed: 0,
        kept: None,
    };
    let mut store = SqliteStore::open(new).map_err(store_failed)?;
    bring_rooms_back(&mut store, &mut restored).map_err(store_failed)?;
    restored.counts = Reader::open(new)
        .and_then(|reader| reader.counts())
        .map_err(store_failed)?;
    // Closed by who may write it, it is one file again.
    drop(store);
    File::open(new).and_then(|file| file.sync_all()).map_err(failed)?;
    let date = humantime::format_rfc3339_seconds(SystemTime::now())
        .to_string()
        .replace(['-', ':'], "");
    put_bans(folder.path(), &mut restored, &date).map_err(failed)?;
    restored.kept = folder.put_journal(new, &date)?;
    folder.belongs_to_its_owner(&[bans::FILE]);
    Ok(restored)
}

/// What is wrong with a backup, told by the name that the operator knows.
fn no_backup(error: &StoreError, new: &Path, name: &str) -> RestoreError {
    RestoreError::NoBackup(match error {
        StoreError::Broken(why) => why.replace(&new.display().to_string(), name),
        StoreError::Database { .. } | StoreError::NoSuchRoom(_) | StoreError::Down => {
            format!("{name} is no backup, or it is damaged ({error})")
        }
    })
}

/// What is there is not lost by a slip.
fn check_empty(folder: &DataFolder) -> Result<(), RestoreError> {
    let shown = folder.path().display();
    let full = |what: String| RestoreError::Full(format!("{shown} holds {what}; to restore all the same: --force"));
    match folder.count() {
        None => Ok(()),
        Some(Ok(counts)) if counts.is_nothing() => Ok(()),
        Some(Ok(Counts {
            rooms, records, seals, ..
        })) => Err(full(format!(
            "a journal (rooms: {rooms}, records: {records}, lines of the log of seals: {seals})"
        ))),
        Some(Err(error)) => Err(full(format!("a journal that cannot be read ({error})"))),
    }
}

/// Ends in every room what was sealed, and gives it another epoch.
fn bring_rooms_back(store: &mut SqliteStore, restored: &mut Restored) -> Result<(), StoreError> {
    let clock = MachineClock::new(store.seal_sum()?.at);
    for DirectoryEntry { room, row, quarantined } in store.directory()? {
        if quarantined {
            restored.failed += 1;
            continue;
        }
        let stored = store.open_room(room)?;
        let brought = catch_unwind(AssertUnwindSafe(|| {
            let mut entropy = OsEntropy;
            let guests = Guests {
                now: clock.now(),
                entropy: &mut entropy,
            };
            Room::bring_back(row.code, stored, RoomLimits::default(), guests)
        }));
        // A room that does not fold is kept for the operator to look at, as on a server that runs.
        let Ok(Ok((brought, appends))) = brought else {
            restored.failed += 1;
            store.quarantine(room)?;
            continue;
        };
        for (append, record) in appends {
            append_one(store, append, record)?;
        }
        match brought {
            Brought::Nothing => {}
            Brought::Abandoned(id) => restored.abandoned.push(id),
            Brought::NotStarted(id) => restored.not_started.push(id),
            Brought::GivenUp(id) | Brought::Forgotten(id) => restored.given_up.push(id),
        }
    }
    Ok(())
}

fn append_one(store: &mut SqliteStore, mut append: Append, record: Option<(MatchId, u64)>) -> Result<(), StoreError> {
    if let Some((match_id, from_v)) = record {
        let mut rows = store.rows_from(append.room, from_v)?;
        rows.push(append.row.clone());
        let kept = games::record_of(&rows).map_err(|error| StoreError::Broken(error.to_string()))?;
        append.besides.push(kept.beside(match_id));
    }
    match store.commit(&[append])?[..] {
        [Outcome::Durable] => Ok(()),
        _ => Err(StoreError::Broken("a row of a restored room did not fit".into())),
    }
}

/// The bans of the backup take the place of those that are there, which are kept beside them.
fn put_bans(folder: &Path, restored: &mut Restored, date: &str) -> io::Result<()> {
    let there = folder.join(bans::FILE);
    if there.exists() {
        fs::rename(&there, folder.join(format!("{}.until-{date}", bans::FILE)))?;
    }
    if let Some(text) = &restored.backup.bans {
        restored.bans = bans::count(text).unwrap_or(0);
        bans::write(folder, text)?;
    }
    Ok(())
}

/// Removes what is left of a journal that was to be.
fn remove(new: &Path) {
    for end in ["", "-wal", "-shm", "-journal"] {
        // What is not there needs no removing, and what cannot be removed is told by the next step.
        let _ = fs::remove_file(format!("{}{end}", new.display()));
    }
}

impl Restored {
    /// Names of fields and what they count, for the answer.
    pub(super) fn matches(&self) -> BTreeMap<&'static str, &Vec<MatchId>> {
        [
            ("abandoned", &self.abandoned),
            ("not_started", &self.not_started),
            ("given_up", &self.given_up),
        ]
        .into()
    }
}
