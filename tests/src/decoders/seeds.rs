//! What the corpora began with: matches played against a house, vectors, presets, and examples by hand.

mod by_hand;
mod played;

use std::{fs, io, path::Path};

use chowk_server::journal::Append;
use sha2::{Digest as _, Sha256};

/// Milliseconds since 1970 at which the backup of the seeds was made.
pub(super) const WALL: u64 = 1_790_000_000_000;

/// Inputs for a target.
type Seeds = Vec<Vec<u8>>;

/// Writes the seeds of every target into a folder of its name under `into`, each named by its hash; returns how many.
///
/// # Errors
/// If one cannot be written.
pub fn write(into: &Path) -> io::Result<usize> {
    let mut count = 0;
    for target in super::TARGETS {
        let folder = into.join(target.name);
        fs::create_dir_all(&folder)?;
        for seed in of(target.name) {
            let name = hex::encode(&Sha256::digest(&seed)[..20]);
            fs::write(folder.join(name), seed)?;
            count += 1;
        }
    }
    Ok(count)
}

/// The seeds of a target.
pub fn of(target: &str) -> Seeds {
    match target {
        "session" => played::sessions(),
        "client" => played::frames(),
        "rows" => played::rows(),
        "record" => by_hand::records(),
        "seals" => by_hand::seals(),
        "positions" => by_hand::positions(),
        "rules" => by_hand::rules(),
        "config" => by_hand::settings(),
        "admin" => by_hand::requests(),
        "journal" => by_hand::edits(),
        other => panic!("there are no seeds for {other}"),
    }
}

/// All that a room with a match of Chowka-bara to its end gave to the journal.
pub(super) fn journal() -> Vec<Append> {
    played::appends()
}
