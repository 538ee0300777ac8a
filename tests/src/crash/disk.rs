//! A disk as the power leaves it: what was synced is there; of what was only written, any part may be, sector by sector.
//!
//! Of a sync that failed nothing is believed: the system may call those pages clean and never write them again, so a later
//! sync makes durable only the pages that were written anew.

use std::collections::BTreeSet;

use chowk_cli::client::Jitter;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;
/// What the system writes back whole.
const PAGE: usize = 4096;

/// Something done to a file.
#[derive(Debug, Clone)]
pub enum Deed {
    /// These bytes were written at this place.
    Wrote(Vec<u8>, usize),
    /// It was cut to, or stretched to, this length.
    Cut(usize),
}

/// What reached the disk of all that was not synced when the power went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Luck {
    /// Nothing.
    Nothing,
    /// All.
    All,
    /// The first deeds whole, and of the next one some sectors.
    Prefix,
    /// Of each sector any of its states; of lengths any prefix.
    Any,
}

impl Luck {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Nothing, Self::All, Self::Prefix, Self::Any];
}

/// A file: as the system shows it, and as the disk holds it.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// As whoever reads it sees it.
    pub seen: Vec<u8>,
    /// As it was seen at the last sync, well or not.
    before: Vec<u8>,
    durable: Vec<u8>,
    pending: Vec<Deed>,
    /// Whether its name is on the disk.
    pub named: bool,
    /// Whether there is such a file.
    pub exists: bool,
}

impl File {
    /// Something is done to it.
    pub fn suffers(&mut self, deed: Deed) {
        self.exists = true;
        apply(&mut self.seen, &deed);
        self.pending.push(deed);
    }

    /// It is synced.
    pub fn synced(&mut self, well: bool) {
        if well {
            let pages: BTreeSet<usize> = self.pending.iter().flat_map(|deed| touched(deed, PAGE)).collect();
            self.durable.resize(self.seen.len(), 0);
            for page in pages {
                copy(&mut self.durable, &self.seen, page * PAGE, PAGE);
            }
        }
        self.pending.clear();
        self.before.clone_from(&self.seen);
    }

    /// Whether something was done since the last sync.
    pub fn is_dirty(&self) -> bool {
        !self.pending.is_empty()
    }

    /// As it is found when the power is back; `None` if its name is not on the disk.
    pub fn after(&self, luck: Luck, chance: &mut Jitter) -> Option<Vec<u8>> {
        if !self.exists || !self.named && (luck == Luck::Nothing || luck != Luck::All && chance.below(2) == 0) {
            return None;
        }
        let count = self.pending.len() as u64;
        let whole = match luck {
            Luck::Nothing => 0,
            Luck::All => count,
            Luck::Prefix => chance.below(count.max(1)),
            Luck::Any => chance.below(count + 1),
        };
        let mut found = self.durable.clone();
        let mut seen = self.before.clone();
        for (n, deed) in self.pending.iter().enumerate() {
            apply(&mut seen, deed);
            let n = n as u64;
            match deed {
                Deed::Cut(length) => {
                    if n < whole {
                        found.resize(*length, 0);
                    }
                }
                Deed::Wrote(..) => {
                    for sector in touched(deed, SECTOR) {
                        let arrives = match luck {
                            Luck::Any => chance.below(2) == 0,
                            Luck::Prefix if n == whole => chance.below(2) == 0,
                            Luck::Nothing | Luck::All | Luck::Prefix => n < whole,
                        };
                        if arrives {
                            let end = ((sector + 1) * SECTOR).min(seen.len());
                            if found.len() < end {
                                found.resize(end, 0);
                            }
                            copy(&mut found, &seen, sector * SECTOR, SECTOR);
                        }
                    }
                }
            }
        }
        Some(found)
    }
}

fn apply(bytes: &mut Vec<u8>, deed: &Deed) {
    match deed {
        Deed::Wrote(new, at) => {
            let end = at + new.len();
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            bytes[*at..end].copy_from_slice(new);
        }
        Deed::Cut(length) => bytes.resize(*length, 0),
    }
}

/// The pieces of this size that a deed has changed.
fn touched(deed: &Deed, size: usize) -> std::ops::Range<usize> {
    match deed {
        Deed::Wrote(bytes, at) => at / size..(at + bytes.len()).div_ceil(size),
        Deed::Cut(length) => length / size..length.div_ceil(size),
    }
}

fn copy(to: &mut [u8], from: &[u8], at: usize, size: usize) {
    let end = (at + size).min(to.len()).min(from.len());
    if at < end {
        to[at..end].copy_from_slice(&from[at..end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrote(byte: u8, length: usize, at: usize) -> Deed {
        Deed::Wrote(vec![byte; length], at)
    }

    fn file() -> File {
        let mut file = File {
            named: true,
            ..File::default()
        };
        file.suffers(wrote(1, 2 * PAGE, 0));
        file.synced(true);
        file
    }

    fn found(file: &File, luck: Luck, seed: u64) -> Vec<u8> {
        file.after(luck, &mut Jitter::new(seed)).unwrap()
    }

    #[test]
    fn what_was_synced_is_there_and_the_rest_may_be() {
        let mut file = file();
        file.suffers(wrote(2, 24, 8000));
        file.suffers(wrote(3, 1000, 8192));
        assert_eq!(found(&file, Luck::Nothing, 1), vec![1; 2 * PAGE]);
        assert_eq!(found(&file, Luck::All, 1), file.seen);
        let lengths: BTreeSet<usize> = (0..50).map(|seed| found(&file, Luck::Any, seed).len()).collect();
        assert_eq!(lengths, BTreeSet::from([8192, 8704, 9192]), "torn at a sector");
        let torn = |seed| found(&file, Luck::Prefix, seed);
        assert!((0..50).any(|seed| torn(seed)[8000] == 2 && torn(seed).len() == 8192));
    }

    #[test]
    fn a_sector_never_has_what_was_written_later_without_what_was_written_before() {
        let mut file = file();
        file.suffers(wrote(2, 100, 0));
        file.suffers(wrote(3, 100, 200));
        for seed in 0..50 {
            let found = found(&file, Luck::Any, seed);
            assert!(found[200] == 1 || found[0] == 2);
        }
    }

    #[test]
    fn what_a_failed_sync_lost_comes_back_only_if_it_is_written_anew() {
        let mut file = file();
        file.suffers(wrote(2, PAGE, 0));
        file.synced(false);
        file.suffers(wrote(3, 10, PAGE));
        file.synced(true);
        let lost = found(&file, Luck::All, 1);
        assert_eq!((lost[0], lost[PAGE], file.seen[0]), (1, 3, 2));
        file.suffers(wrote(2, 10, 0));
        file.synced(true);
        assert_eq!(found(&file, Luck::All, 1), file.seen);
    }

    #[test]
    fn a_file_whose_folder_was_not_synced_may_be_gone() {
        let mut file = file();
        file.named = false;
        assert_eq!(file.after(Luck::Nothing, &mut Jitter::new(1)), None);
        assert!(file.after(Luck::All, &mut Jitter::new(1)).is_some());
    }
}
