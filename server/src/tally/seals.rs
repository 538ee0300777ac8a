//! The public log of seals, followed to know which seals are not opened yet.

use std::collections::BTreeSet;

use chowk_record::{
    fair::Digest,
    seals::{Seal, SealLine},
};

use crate::journal::{Journal, StoreError};

/// Lines that are read at once.
const PAGE: usize = 256;

/// The seals that are not opened, as far as the log was read.
#[derive(Debug, Default)]
pub(super) struct OpenSeals {
    read: u64,
    open: BTreeSet<[u8; 32]>,
}

impl OpenSeals {
    /// Reads on to the end of the log.
    pub(super) async fn follow(&mut self, journal: &Journal) -> Result<(), StoreError> {
        let last = journal.seal_sum().lines;
        while self.read < last {
            let lines = journal.seals(self.read + 1, PAGE).await?;
            if lines.is_empty() {
                break;
            }
            for line in lines {
                self.read += 1;
                self.take(&line);
            }
        }
        Ok(())
    }

    /// How many are open.
    pub(super) fn count(&self) -> usize {
        self.open.len()
    }

    /// A line that is not understood is passed over: whether the log is right is not asked here.
    fn take(&mut self, line: &str) {
        let value = serde_json::from_str(line).ok();
        let Some(Ok(line)) = value.map(|value| SealLine::from_value(&value)) else {
            return;
        };
        let bytes = |commit: Digest| *commit.as_bytes();
        match line.seal {
            Seal::Sealed { server_commit } => self.open.insert(bytes(server_commit)),
            Seal::Opened { server_commit, .. } | Seal::NotStarted { server_commit, .. } => {
                self.open.remove(&bytes(server_commit))
            }
        };
    }
}
