//! The data folder: one process at a time (contract 24), and never an empty journal where there was one (contract 25).

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Write as _},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, chown},
    path::{Path, PathBuf},
};

use super::{Counts, Reader, SqliteStore, StoreError};

/// The file that a process holds locked while it uses the folder. Its text says that a journal was made here.
const LOCK: &str = "lock";
/// The journal.
const JOURNAL: &str = "chowk.db";
/// What the lock's file says once the journal is on disk.
const MARK: &[u8] = b"A chowk-server keeps its journal in chowk.db beside this file.\n";

/// A data folder that this process holds. Whoever drops it lets the next one in.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    lock: File,
}

/// Why a data folder cannot be used: one line for the operator, and the exit code.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process holds it, and nobody wanted to wait.
    #[error("{} is in use by another chowk-server", .0.display())]
    InUse(PathBuf),
    /// This process may not write it.
    #[error("{0}")]
    NotWritable(String),
    /// There was a journal, and it is gone.
    #[error(
        "{0} held a journal, and {JOURNAL} is gone or empty: bring it back from a backup; or, to begin with nothing, \
         remove {0}/{LOCK}"
    )]
    Lost(String),
    /// The journal is newer, broken, or none of ours.
    #[error("{0}")]
    Broken(String),
    /// The world failed in another way.
    #[error("{0}")]
    Failed(String),
}

impl FolderError {
    /// The exit code (BSD's sysexits): 75 try again later, 78 settings, 65 data, 74 input or output.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::InUse(_) => 75,
            Self::NotWritable(_) => 78,
            Self::Lost(_) | Self::Broken(_) => 65,
            Self::Failed(_) => 74,
        }
    }
}

impl DataFolder {
    /// Takes the folder, which is made if it is not there. If another process holds it: says so once through `waiting`
    /// and blocks until that one ends; without `wait`, [`FolderError::InUse`].
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn take(path: &Path, wait: bool, waiting: impl FnOnce(&str)) -> Result<Self, FolderError> {
        let fail = |error: io::Error| refusal(path, &error);
        if !path.is_dir() {
            fs::create_dir_all(path).map_err(fail)?;
            if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
                sync_folder(parent).map_err(fail)?;
            }
        }
        let file = path.join(LOCK);
        let lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(file)
            .map_err(fail)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if wait => {
                waiting(&format!(
                    "{} is in use by another chowk-server; waiting for it to end",
                    path.display()
                ));
                lock.lock().map_err(fail)?;
            }
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        Ok(Self {
            path: path.to_owned(),
            lock,
        })
    }

    /// Opens the journal, or makes it where there was none.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn open_journal(&mut self) -> Result<SqliteStore, FolderError> {
        let fail = |error: io::Error| refusal(&self.path, &error);
        let mut mark = Vec::new();
        self.lock.read_to_end(&mut mark).map_err(fail)?;
        let file = self.path.join(JOURNAL);
        let there = fs::metadata(&file).is_ok_and(|file| file.len() > 0);
        let rest = self.path.join(format!("{JOURNAL}-wal")).exists();
        if !there && (!mark.is_empty() || rest) {
            return Err(FolderError::Lost(self.path.display().to_string()));
        }
        if !there {
            // Whoever can read it can foresee throws. What SQLite makes beside it follows it in this.
            let mut options = OpenOptions::new();
            options
                .append(true)
                .create(true)
                .mode(0o600)
                .open(&file)
                .map_err(fail)?;
        }
        let open = if mark.is_empty() {
            SqliteStore::open
        } else {
            SqliteStore::open_kept
        };
        let store = open(&file).and_then(|mut store| {
            super::Store::probe(&mut store)?;
            Ok(store)
        });
        let store = store.map_err(|error| self.database(error))?;
        if mark.is_empty() {
            // The name of the journal is on disk before the mark that promises it.
            sync_folder(&self.path).map_err(fail)?;
            self.lock
                .write_all(MARK)
                .and_then(|()| self.lock.sync_all())
                .map_err(fail)?;
        }
        Ok(store)
    }

    /// Puts another journal, which lies closed in this folder, into the place of the one that is there; that one is kept
    /// beside it under the name that is returned. A crash in between leaves no journal and the mark of one, so that
    /// nothing begins silently empty.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn put_journal(&mut self, new: &Path, date: &str) -> Result<Option<PathBuf>, FolderError> {
        let fail = |error: io::Error| refusal(&self.path, &error);
        let file = journal_in(&self.path);
        let with = |file: &Path, end: &str| PathBuf::from(format!("{}{end}", file.display()));
        let kept = (1..)
            .map(|n| {
                if n == 1 {
                    format!(".until-{date}")
                } else {
                    format!(".until-{date}-{n}")
                }
            })
            .map(|end| with(&file, &end))
            .find(|kept| !kept.exists())
            .filter(|_| file.exists());
        if let Some(kept) = &kept {
            // So that it is one file; one that cannot be opened keeps what lies beside it.
            if let Ok(db) = rusqlite::Connection::open(&file) {
                let _ = db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
            }
            // What is not yet in the file itself goes with it, under the name by which SQLite finds it.
            if fs::metadata(with(&file, "-wal")).is_ok_and(|wal| wal.len() > 0) {
                fs::rename(with(&file, "-wal"), with(kept, "-wal")).map_err(fail)?;
            }
            fs::rename(&file, kept).map_err(fail)?;
        }
        for rest in ["-wal", "-shm"] {
            match fs::remove_file(with(&file, rest)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                removed => removed.map_err(fail)?,
            }
        }
        fs::rename(new, &file)
            .and_then(|()| sync_folder(&self.path))
            .map_err(fail)?;
        let mut mark = Vec::new();
        self.lock.read_to_end(&mut mark).map_err(fail)?;
        if mark.is_empty() {
            self.lock
                .write_all(MARK)
                .and_then(|()| self.lock.sync_all())
                .map_err(fail)?;
        }
        Ok(kept)
    }

    /// How much the journal holds that is there, read without leaving a trace; `None` if there is none.
    pub fn count(&self) -> Option<Result<Counts, StoreError>> {
        let file = journal_in(&self.path);
        file.exists().then(|| self.read_only(|| Reader::open(&file)?.counts()))
    }

    /// Reads the journal while no server does. SQLite makes two files beside it even to read; they are removed, since
    /// whoever reads may be another user than the server's, and the folder is held.
    pub fn read_only<T>(&self, read: impl FnOnce() -> T) -> T {
        let beside = ["-wal", "-shm"].map(|end| self.path.join(format!("{JOURNAL}{end}")));
        let new: Vec<&PathBuf> = beside.iter().filter(|file| !file.exists()).collect();
        let told = read();
        for file in new {
            // What is not there needs no removing.
            let _ = fs::remove_file(file);
        }
        told
    }

    /// What this process has put there as another user, as root, becomes the folder's owner's, as far as it may do that.
    pub fn belongs_to_its_owner(&self, others: &[&str]) {
        let Some((uid, gid)) = ids(&self.path) else { return };
        for name in [JOURNAL, LOCK].iter().chain(others) {
            let file = self.path.join(name);
            if ids(&file).is_some_and(|owner| owner != (uid, gid)) {
                // If not, the start says what is to be done.
                let _ = chown(&file, Some(uid), Some(gid));
            }
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the system says to a file of ours, where the database says only that its own could not be written.
    fn cannot_write(&self) -> Option<io::Error> {
        let file = self.path.join("write-test");
        let tried = File::create(&file).and_then(|mut file| {
            file.write_all(&[0; 1 << 16])?;
            file.sync_all()
        });
        // What could not be made needs no removing.
        let _ = fs::remove_file(&file);
        tried.err()
    }

    fn database(&self, error: StoreError) -> FolderError {
        use rusqlite::ErrorCode;
        let path = self.path.display();
        let code = match &error {
            StoreError::Database { source, .. } => source
                .downcast_ref::<rusqlite::Error>()
                .and_then(rusqlite::Error::sqlite_error_code),
            StoreError::NoSuchRoom(_) | StoreError::Broken(_) | StoreError::Down => None,
        };
        let said = error.to_string().replace('\n', " ");
        match code {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => FolderError::Broken(format!(
                "{path}/{JOURNAL} is broken ({said}): bring it back from a backup"
            )),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                FolderError::NotWritable(not_writable(&self.path.join(JOURNAL), &said))
            }
            Some(_) => {
                let why = self.cannot_write().map_or(String::new(), |error| format!(": {error}"));
                FolderError::Failed(format!("{path}/{JOURNAL}: {said}{why}"))
            }
            None => FolderError::Broken(said),
        }
    }
}

/// The journal's file in a data folder.
pub fn journal_in(folder: &Path) -> PathBuf {
    folder.join(JOURNAL)
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

fn ids(path: &Path) -> Option<(u32, u32)> {
    fs::metadata(path).ok().map(|found| (found.uid(), found.gid()))
}

fn refusal(path: &Path, error: &io::Error) -> FolderError {
    use io::ErrorKind::{NotADirectory, PermissionDenied, ReadOnlyFilesystem};
    if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | NotADirectory) {
        FolderError::NotWritable(not_writable(path, &error.to_string()))
    } else {
        FolderError::Failed(format!("{}: {error}", path.display()))
    }
}

/// One line: the path, who we are, whose it is, and the cure (story O4).
fn not_writable(path: &Path, said: &str) -> String {
    // With its beginning, so that it can be told who owns what holds it.
    let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path_text = path.display();
    let there = path
        .ancestors()
        .find_map(|place| Owner::of(place).map(|owner| (place, owner)));
    let (uid, gid) = own_ids();
    let whose = there.as_ref().map_or(String::new(), |(place, owner)| {
        let place = if *place == path {
            "it".into()
        } else {
            place.display().to_string()
        };
        let Owner { uid, gid, mode, .. } = owner;
        format!("; {place} belongs to {uid}:{gid}, mode {mode:04o}")
    });
    let cure = match &there {
        Some((place, owner)) if !owner.is_folder && *place != path => {
            format!("{} is a file: name another folder by --data", place.display())
        }
        _ if said.contains("ad-only") || said.contains("readonly") => format!(
            "what holds {path_text} is mounted read-only: mount a volume or a folder there that can be written (docker: \
             -v chowk:{path_text})"
        ),
        Some(_) | None => format!(
            "{make}chown -R {uid}:{gid} {path_text} (SELinux: mount with :Z; compose: set user:; docker: --user UID:GID \
             of its owner)",
            make = if path.exists() {
                String::new()
            } else {
                format!("mkdir -p {path_text} && ")
            },
        ),
    };
    format!("cannot write {path_text} ({said}): this process is {uid}:{gid}{whose}. Cure: {cure}")
}

/// Who this process is. The standard library does not tell, but the owner of its own entry in /proc does.
pub(crate) fn own_ids() -> (u32, u32) {
    Owner::of(Path::new("/proc/self")).map_or((10001, 10001), |own| (own.uid, own.gid))
}

/// Whose a file or folder is.
struct Owner {
    uid: u32,
    gid: u32,
    mode: u32,
    is_folder: bool,
}

impl Owner {
    fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok()?;
        Some(Self {
            uid: found.uid(),
            gid: found.gid(),
            mode: found.mode() & 0o7777,
            is_folder: found.is_dir(),
        })
    }
}
