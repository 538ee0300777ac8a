//! The journal's write-ahead log as a trace shows it: what was written, what was committed, what was forced to disk.
//!
//! A row is durable once three things have happened in this order: the write of the page that holds it returned, the
//! write of the frame that ends its transaction returned, and a sync of the log that began after that returned 0.

use std::collections::HashMap;

use chowk_record::{fair::Digest, seals::line_hash};

use super::page::{Cell, cells};

/// Bytes of the log's own header, and of a frame's.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The log under trace.
#[derive(Debug, Default)]
pub struct Wal {
    image: Vec<u8>,
    /// Written; the transaction has not ended.
    written: Vec<Cell>,
    /// The transaction has ended; not forced to disk.
    committed: Vec<Cell>,
    /// Syncs under way, by thread: how many of `committed` they cover.
    syncing: HashMap<u32, usize>,
    /// What is on disk.
    pub durable: Durable,
}

/// What is on disk, and since which line of the trace.
#[derive(Debug, Default)]
pub struct Durable {
    rows: HashMap<(u64, u64), usize>,
    bases: HashMap<u64, Vec<(u64, usize)>>,
    rooms: HashMap<String, u64>,
    seals: HashMap<Digest, usize>,
}

impl Wal {
    /// Bytes were written at a place.
    pub fn wrote(&mut self, bytes: &[u8], at: u64) {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let end = at.saturating_add(bytes.len());
        if self.image.len() < end {
            self.image.resize(end, 0);
        }
        self.image[at..end].copy_from_slice(bytes);
        let Some(page) = self.page_bytes() else { return };
        // A frame counts once its last byte is there; its header is always written before its page.
        let frame = FRAME_HEADER + page;
        if end > LOG_HEADER && (end - LOG_HEADER).is_multiple_of(frame) {
            let whole = ((end - at).div_ceil(frame)).max(1);
            for n in (1..=whole).rev() {
                let Some(begin) = end.checked_sub(n * frame) else {
                    continue;
                };
                self.frame(begin);
            }
        }
    }

    /// The log was cut.
    pub fn cut(&mut self, length: u64) {
        self.image.truncate(usize::try_from(length).unwrap_or(usize::MAX));
    }

    /// A sync began.
    pub fn sync_began(&mut self, thread: u32) {
        self.syncing.insert(thread, self.committed.len());
    }

    /// It ended, well or not.
    pub fn sync_ended(&mut self, thread: u32, well: bool, line: usize) {
        let Some(covered) = self.syncing.remove(&thread).filter(|_| well) else {
            return;
        };
        let covered = covered.min(self.committed.len());
        for cell in self.committed.drain(..covered) {
            self.durable.note(cell, line);
        }
        for other in self.syncing.values_mut() {
            *other = other.saturating_sub(covered);
        }
    }

    fn frame(&mut self, begin: usize) {
        let Some(page) = self.page_bytes() else { return };
        let number = self.word(begin);
        let ends_transaction = self.word(begin + 4) != 0;
        let body = &self.image[begin + FRAME_HEADER..begin + FRAME_HEADER + page];
        self.written.extend(cells(body, number == 1));
        if ends_transaction {
            self.committed.append(&mut self.written);
        }
    }

    /// The size of a page, as the log's header says.
    fn page_bytes(&self) -> Option<usize> {
        let size = usize::try_from(self.word(8)).ok()?;
        (size.is_power_of_two() && size >= 512).then_some(size)
    }

    fn word(&self, at: usize) -> u32 {
        let bytes = self.image.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_be_bytes)
    }
}

impl Durable {
    fn note(&mut self, cell: Cell, line: usize) {
        match cell {
            Cell::Row { room, v } => {
                self.rows.entry((room, v)).or_insert(line);
            }
            Cell::Base { room, v } => {
                let bases = self.bases.entry(room).or_default();
                if bases.iter().all(|(known, _)| *known != v) {
                    bases.push((v, line));
                }
            }
            Cell::Room { room, code } => {
                self.rooms.insert(code, room);
            }
            Cell::Seal { line: text } => {
                self.seals.entry(line_hash(text)).or_insert(line);
            }
        }
    }

    /// The line of the trace since which a room's row of this version, or a base that stands for it, is on disk.
    pub fn row_since(&self, code: &str, v: u64) -> Option<usize> {
        let room = *self.rooms.get(code)?;
        let row = self.rows.get(&(room, v)).copied();
        let bases = self.bases.get(&room).into_iter().flatten();
        let base = bases.filter(|(base, _)| *base >= v).map(|(_, line)| *line).min();
        row.into_iter().chain(base).min()
    }

    /// The same for the line of the log of seals that has this hash.
    pub fn seal_since(&self, hash: &str) -> Option<usize> {
        self.seals.get(&hash.parse().ok()?).copied()
    }

    /// How many rows are on disk.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }
}
