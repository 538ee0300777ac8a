//! The secrets of seats, kept in a folder of the player's own so that a client that crashed finds its chair again.
//!
//! One small file a seat, readable by its owner only. A seat is found by server, room and name: two people who share a
//! machine share neither chair nor secret.

use std::{
    fmt, fs,
    io::{self, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use chowk_protocol::RoomCode;
use serde::{Deserialize, Serialize};

use crate::{address::Address, client::Sk};

/// A seat as it is kept. Its `Debug` shows no secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The server.
    pub server: String,
    /// The room.
    pub room: RoomCode,
    /// The player's name there.
    pub name: String,
    sk: String,
}

impl Kept {
    /// The secret, if the file holds one.
    pub fn sk(&self) -> Option<Sk> {
        self.sk.parse().ok()
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            server,
            room,
            name,
            sk: _,
        } = self;
        write!(f, "Kept({name} in {room} at {server})")
    }
}

/// The folder of kept seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    folder: PathBuf,
}

impl Seats {
    /// The given folder, or `$XDG_STATE_HOME/chowk`, or `~/.local/state/chowk`; `None` where there is none of these.
    pub fn at(folder: Option<&Path>) -> Option<Self> {
        let from = |variable: &str| {
            std::env::var_os(variable)
                .filter(|path| !path.is_empty())
                .map(PathBuf::from)
        };
        let folder = folder
            .map(Path::to_owned)
            .or_else(|| Some(from("XDG_STATE_HOME")?.join("chowk")))
            .or_else(|| Some(from("HOME")?.join(".local/state/chowk")))?;
        Some(Self {
            folder: folder.join("seats"),
        })
    }

    /// Keeps a seat's secret.
    pub fn keep(&self, server: &Address, room: RoomCode, name: &str, sk: &Sk) -> anyhow::Result<()> {
        let kept = Kept {
            server: server.to_string(),
            room,
            name: name.to_owned(),
            sk: sk.open(),
        };
        let path = self.path(server, room, name);
        let write = || -> io::Result<()> {
            fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
            // Written beside and put in place at once: a crash leaves the old file or the new one, whole.
            let beside = path.with_extension("new");
            match fs::remove_file(&beside) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                Ok(()) | Err(_) => {}
            }
            let mut file = fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&beside)?;
            file.write_all(&serde_json::to_vec(&kept)?)?;
            file.sync_all()?;
            fs::rename(&beside, &path)
        };
        write().with_context(|| format!("cannot keep the seat in {}", path.display()))
    }

    /// The seat of this name in this room.
    pub fn find(&self, server: &Address, room: RoomCode, name: &str) -> Option<Kept> {
        read(&self.path(server, room, name))
    }

    /// All seats in this room, whatever their names.
    pub fn in_room(&self, server: &Address, room: RoomCode) -> Vec<Kept> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut kept: Vec<Kept> = files
            .filter_map(|file| read(&file.path()))
            .filter(|kept| kept.room == room && kept.server == server.to_string())
            .collect();
        kept.sort_by(|a, b| a.name.cmp(&b.name));
        kept
    }

    /// Forgets a seat that was given up.
    pub fn forget(&self, server: &Address, room: RoomCode, name: &str) {
        // A file that is gone already is forgotten too.
        let _ = fs::remove_file(self.path(server, room, name));
    }

    fn path(&self, server: &Address, room: RoomCode, name: &str) -> PathBuf {
        use sha2::{Digest as _, Sha256};
        // The name may hold anything; its hash fits into a file name.
        let hash = hex::encode(&Sha256::digest(format!("{server}\n{name}"))[..8]);
        self.folder.join(format!("{room}-{hash}.json"))
    }
}

fn read(path: &Path) -> Option<Kept> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_seat_is_kept_found_and_forgotten_and_nobody_else_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let seats = Seats::at(Some(folder.path())).unwrap();
        let server: Address = "ws://host:1".parse().unwrap();
        let room: RoomCode = "7Q4KM2XD".parse().unwrap();
        for (name, byte) in [("Asha", 1), ("../ರವಿ", 2), ("Asha", 3)] {
            seats.keep(&server, room, name, &Sk::from_bytes([byte; 32])).unwrap();
        }
        assert_eq!(
            seats.find(&server, room, "Asha").unwrap().sk(),
            Some(Sk::from_bytes([3; 32]))
        );
        assert_eq!(seats.in_room(&server, room).len(), 2);
        assert_eq!(seats.in_room(&"ws://other:1".parse().unwrap(), room).len(), 0);
        for file in fs::read_dir(folder.path().join("seats")).unwrap() {
            assert_eq!(file.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        seats.forget(&server, room, "Asha");
        assert_eq!(seats.find(&server, room, "Asha"), None);
    }

    #[test]
    fn a_kept_seat_shows_no_secret() {
        let sk = Sk::from_bytes([7; 32]);
        assert_eq!(format!("{sk:?}"), "Sk(…)");
        let kept = Kept {
            server: "s".into(),
            room: "7Q4KM2XD".parse().unwrap(),
            name: "n".into(),
            sk: sk.open(),
        };
        assert!(!format!("{kept:?}").contains("0707"));
    }
}
