//! Crashes of the whole machine and failures of its disk, made on real files: what a journal holds after each.
//!
//! - [`disk`]: a disk that keeps what was synced, and of the rest whatever chance leaves, torn at sectors.
//! - [`power`]: a trace of the server by strace, and the power cut at each of its moments.
//! - [`cut`]: the log of a played journal, cut at every frame and beside it, and with bits flipped.
//! - [`death`]: kill -9 at random moments while [`table`]s play, and the [`ledger`] of all that anybody was told.
//! - [`outage`]: disks that fail under a running server, in the ways that are in [`failing`], and work again.
//! - [`start`]: servers that are started on such disks.
//! - [`content`]: what a journal holds, and whether that covers what somebody was told.

pub mod content;
pub mod cut;
pub mod death;
pub mod disk;
pub mod failing;
pub mod ledger;
pub mod outage;
pub mod power;
pub mod start;
pub mod table;

use std::{io, path::Path};

use tempfile::TempDir;

/// A folder in memory, where there is one: a trial writes a whole journal, and thousands of them are made.
///
/// # Errors
/// If none can be made.
pub fn scratch() -> io::Result<TempDir> {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    }
}
