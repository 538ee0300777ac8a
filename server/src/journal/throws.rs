//! Throws as they are counted for all time: by the kind of cast and by how many mouths lay up. A match's are counted in the
//! transaction that keeps its record, and stay counted when the record is dropped.

use std::collections::BTreeMap;

/// A kind of cast: all that decides how likely a throw is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cast {
    /// How many shells: 4 or 6.
    pub shells: u8,
    /// The chance of a shell to lie with its mouth up, in 256.
    pub mouth_up_256: u8,
}

/// How often each throw fell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Throws(BTreeMap<(Cast, u8), u64>);

/// All throws of all matches that were counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllThrows {
    /// When the first match was counted that had a throw, milliseconds since 1970; `None` before.
    pub since: Option<u64>,
    /// The throws.
    pub throws: Throws,
}

impl Throws {
    /// So many mouths lay up, so many times more.
    pub fn count(&mut self, cast: Cast, mouths_up: u8, times: u64) {
        let so_far = self.0.entry((cast, mouths_up)).or_default();
        *so_far = so_far.saturating_add(times);
    }

    /// Whether nothing was thrown.
    pub fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// Each kind of throw that fell, with how many mouths lay up and how often it did, in order.
    pub fn each(&self) -> impl Iterator<Item = (Cast, u8, u64)> + '_ {
        self.0
            .iter()
            .map(|((cast, mouths_up), times)| (*cast, *mouths_up, *times))
    }
}

impl AllThrows {
    /// Adds the throws of a match that ended at `at`, milliseconds since 1970.
    pub(super) fn count(&mut self, more: &Throws, at: u64) {
        if more.is_nothing() {
            return;
        }
        self.since.get_or_insert(at);
        for (cast, mouths_up, times) in more.each() {
            self.throws.count(cast, mouths_up, times);
        }
    }
}
