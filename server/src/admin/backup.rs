//! `backup` on the server's side, or with no server at all: the copy is made in the data folder, examined, and given out.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use serde_json::json;

use super::{
    Steward, Told, put,
    request::{self, No, Request},
};
use crate::{
    bans,
    journal::{Backup, back_up, examine, folder::journal_in},
};

/// The copy's name while it is made.
const NEW: &str = "backup.new";

/// A backup that is ready to be given out. Its file has no name any more.
pub(super) struct Made {
    pub(super) backup: Backup,
    pub(super) bytes: u64,
    pub(super) file: File,
}

/// Removes what a server that died has left of a backup.
pub(super) fn clean(folder: &Path) {
    // Mostly nothing is there; what cannot be removed is told by the next backup.
    let _ = fs::remove_file(folder.join(NEW));
}

impl Made {
    /// Makes a backup of the journal in this folder.
    pub(super) fn of(folder: &Path, made: u64, with_seeds: bool) -> Result<Self, No> {
        let new = folder.join(NEW);
        let done = Self::try_of(folder, &new, made, with_seeds);
        // It is read through its open file; what a crash leaves is removed by the next backup.
        let _ = fs::remove_file(&new);
        done.map_err(|why| No::new("not_written", format!("the backup could not be made: {why}")))
    }

    fn try_of(folder: &Path, new: &Path, made: u64, with_seeds: bool) -> Result<Self, String> {
        let world = |error: io::Error| format!("{}: {error}", new.display());
        match fs::remove_file(new) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            removed => removed.map_err(world)?,
        }
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(new)
            .map_err(world)?;
        let bans = bans::text_in(folder).map_err(|error| error.to_string())?;
        back_up(&journal_in(folder), new, made, with_seeds, bans).map_err(|error| error.to_string())?;
        let backup = examine(new).map_err(|error| error.to_string())?;
        let bytes = file.metadata().map_err(world)?.len();
        Ok(Self { backup, bytes, file })
    }

    /// What there is to tell of it.
    pub(super) fn told(&self) -> Told {
        let mut told = Told::new();
        put(&mut told, "backup", json!(self.backup));
        let bans = self.backup.bans.as_deref().and_then(|text| bans::count(text).ok());
        put(&mut told, "bans", bans.unwrap_or(0));
        put(&mut told, "bytes", self.bytes);
        told
    }
}

impl Steward {
    /// Answers, and lets the bytes follow.
    pub(super) fn pour(&self, request: Request, out: &mut impl Write) -> io::Result<()> {
        match request {
            Request::Backup { with_seeds } => self.pour_backup(with_seeds, out),
            Request::Export { room, with_seeds } => self.pour_export(room.as_deref(), with_seeds, out),
            Request::Status
            | Request::Rooms
            | Request::Room { .. }
            | Request::Say { .. }
            | Request::Kick { .. }
            | Request::Ban { .. }
            | Request::Unban { .. }
            | Request::Bans
            | Request::End { .. }
            | Request::Reload
            | Request::Drain(_) => refuse(No::new("failed", "No bytes follow this."), out),
        }
    }

    fn pour_backup(&self, with_seeds: bool, out: &mut impl Write) -> io::Result<()> {
        let Ok(one) = self.backing_up.try_lock() else {
            return refuse(No::new("busy", "Another backup is just being made: try again."), out);
        };
        let made = Made::of(&self.folder, self.wall(), with_seeds);
        drop(one);
        match made {
            Err(no) => {
                tracing::warn!(why = no.error, "a backup failed");
                refuse(no, out)
            }
            Ok(mut made) => {
                tracing::info!(bytes = made.bytes, with_seeds, "a backup was made");
                out.write_all(request::answer(Ok(made.told())).as_bytes())?;
                io::copy(&mut made.file, out)?;
                out.flush()
            }
        }
    }
}

pub(super) fn refuse(no: No, out: &mut impl Write) -> io::Result<()> {
    out.write_all(request::answer(Err(no)).as_bytes())
}
