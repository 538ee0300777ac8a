//! The twin in memory: what the simulation writes on, and what SQLite is compared with.
//!
//! A [`Disk`] outlives the stores that are opened on it, as a disk outlives a process: a crash is to drop the store and
//! open another one on the same disk. What was committed is there, nothing else is.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use chowk_protocol::MatchId;

use crate::fault::{Fault, is_planted};

use super::{
    AllThrows, Append, Besides, DirectoryEntry, DirectoryRow, Fence, Outcome, RoomNo, Row, SealSum, Store, StoreError,
    Stored,
    head::{Head, ROOM_MAX, fits},
    seal::SealEnd,
};

/// What is kept when the process is gone. Clones are the same disk.
#[derive(Clone, Default)]
pub struct Disk {
    kept: Arc<Mutex<Kept>>,
    fault: Arc<Mutex<Option<CommitFault>>>,
}

/// What is wrong with a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitFault {
    /// The next commit fails, and nothing of it is on disk.
    NextLost,
    /// The next commit fails, but all of it is on disk.
    NextKept,
    /// Every commit fails, and so does every probe, until the fault is taken away.
    All,
}

#[derive(Default)]
struct Kept {
    rooms_given: u64,
    rooms: BTreeMap<RoomNo, KeptRoom>,
    records: Vec<KeptRecord>,
    seals: Vec<String>,
    seal_end: SealEnd,
    throws: AllThrows,
}

struct KeptRoom {
    row: DirectoryRow,
    quarantined: bool,
    fence: Fence,
    base: Option<Row>,
    rows: Vec<Row>,
}

struct KeptRecord {
    match_id: MatchId,
    at: u64,
    gzip: Bytes,
}

impl Disk {
    /// An empty disk.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the disk fail, or work again.
    pub fn set_fault(&self, fault: Option<CommitFault>) {
        *lock(&self.fault) = fault;
    }

    /// What is wrong with the next commit.
    fn take_fault(&self) -> Option<CommitFault> {
        let mut fault = lock(&self.fault);
        match *fault {
            Some(CommitFault::NextLost | CommitFault::NextKept) => fault.take(),
            Some(CommitFault::All) | None => *fault,
        }
    }
}

/// A store on a [`Disk`].
pub struct MemoryStore {
    disk: Disk,
    /// A failed commit closes the store until it is reopened, as the contract of [`Store`] asks.
    closed: bool,
}

impl MemoryStore {
    /// Opens the disk.
    pub fn open(disk: &Disk) -> Self {
        Self {
            disk: disk.clone(),
            closed: false,
        }
    }

    fn kept(&self) -> Result<MutexGuard<'_, Kept>, StoreError> {
        if self.closed {
            Err(StoreError::Down)
        } else {
            Ok(lock(&self.disk.kept))
        }
    }

    /// Does one small thing durably, unless the disk fails.
    fn write<T>(&mut self, change: impl FnOnce(&mut Kept) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let fault = if self.closed { None } else { self.disk.take_fault() };
        let done = match fault {
            Some(CommitFault::NextLost | CommitFault::All) => None,
            Some(CommitFault::NextKept) | None => Some(change(&mut *self.kept()?)?),
        };
        match (done, fault) {
            (Some(done), None) => Ok(done),
            (Some(_), Some(_)) | (None, _) => {
                self.closed = true;
                Err(StoreError::Database {
                    doing: "committing",
                    source: "a planted fault".into(),
                })
            }
        }
    }
}

impl Store for MemoryStore {
    fn commit(&mut self, appends: &[Append]) -> Result<Vec<Outcome>, StoreError> {
        self.write(|kept| Ok(appends.iter().map(|append| kept.append(append)).collect()))
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        self.closed = false;
        Ok(())
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        self.write(|_| Ok(()))
    }

    fn new_room(&mut self) -> Result<(RoomNo, Fence), StoreError> {
        self.write(|kept| {
            if kept.rooms_given == ROOM_MAX {
                return Err(StoreError::Broken("all room numbers are used up".into()));
            }
            kept.rooms_given += 1;
            Ok((RoomNo(kept.rooms_given), Fence(1)))
        })
    }

    fn open_room(&mut self, room: RoomNo) -> Result<Stored, StoreError> {
        self.write(|kept| {
            let it = kept.rooms.get_mut(&room).ok_or(StoreError::NoSuchRoom(room))?;
            it.fence.0 += 1;
            Ok(Stored {
                room,
                fence: it.fence,
                base: it.base.clone(),
                rows: it.rows.clone(),
            })
        })
    }

    fn rows_from(&mut self, room: RoomNo, from_v: u64) -> Result<Vec<Row>, StoreError> {
        let kept = self.kept()?;
        let rows = kept
            .rooms
            .get(&room)
            .map(|it| it.rows.iter().filter(|row| row.v >= from_v).cloned().collect());
        Ok(rows.unwrap_or_default())
    }

    fn quarantine(&mut self, room: RoomNo) -> Result<(), StoreError> {
        self.write(|kept| {
            let it = kept.rooms.get_mut(&room).ok_or(StoreError::NoSuchRoom(room))?;
            it.quarantined = true;
            it.fence.0 += 1;
            if is_planted(Fault::QuarantineSpreads) {
                kept.rooms.values_mut().for_each(|it| it.fence.0 += 1);
            }
            Ok(())
        })
    }

    fn directory(&mut self) -> Result<Vec<DirectoryEntry>, StoreError> {
        let entry = |(room, it): (&RoomNo, &KeptRoom)| DirectoryEntry {
            room: *room,
            row: it.row.clone(),
            quarantined: it.quarantined,
        };
        Ok(self.kept()?.rooms.iter().map(entry).collect())
    }

    fn record(&mut self, match_id: MatchId) -> Result<Option<Bytes>, StoreError> {
        let kept = self.kept()?;
        Ok(kept
            .records
            .iter()
            .find(|record| record.match_id == match_id)
            .map(|record| record.gzip.clone()))
    }

    fn throws(&mut self) -> Result<AllThrows, StoreError> {
        Ok(self.kept()?.throws.clone())
    }

    fn seals(&mut self, from: u64, most: usize) -> Result<Vec<String>, StoreError> {
        let skipped = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        Ok(self.kept()?.seals.iter().skip(skipped).take(most).cloned().collect())
    }

    fn seal_sum(&mut self) -> Result<SealSum, StoreError> {
        Ok(self.kept()?.seal_end.sum())
    }

    fn drop_records(&mut self, older_than: u64, bytes_max: u64) -> Result<u64, StoreError> {
        self.write(|kept| {
            let before = kept.records.len();
            kept.records.retain(|record| record.at >= older_than);
            let mut bytes: u64 = kept.records.iter().map(|record| record.gzip.len() as u64).sum();
            kept.records.retain(|record| {
                let keep = bytes <= bytes_max;
                bytes -= if keep { 0 } else { record.gzip.len() as u64 };
                keep
            });
            Ok((before - kept.records.len()) as u64)
        })
    }
}

impl Kept {
    fn append(&mut self, append: &Append) -> Outcome {
        let it = self.rooms.get(&append.room);
        if !fits(it.map(KeptRoom::head), RoomNo(self.rooms_given + 1), append) {
            return Outcome::Conflict;
        }
        if let Some(row) = append.besides.iter().find_map(Besides::opens) {
            if self.rooms.values().any(|other| other.row.code == row.code) {
                return Outcome::Conflict;
            }
            let room = KeptRoom {
                row: row.clone(),
                quarantined: false,
                fence: append.fence,
                base: None,
                rows: vec![],
            };
            self.rooms.insert(append.room, room);
        }
        if let Some(it) = self.rooms.get_mut(&append.room) {
            it.rows.push(append.row.clone());
        }
        for beside in &append.besides {
            self.beside(append, beside);
        }
        Outcome::Durable
    }

    fn beside(&mut self, append: &Append, beside: &Besides) {
        match beside {
            Besides::Open(_) => {}
            Besides::Seal(news) => {
                let line = self.seal_end.push(news);
                self.seals.push(line);
            }
            Besides::Record { match_id, gzip, throws } => {
                if self.records.iter().all(|record| record.match_id != *match_id) {
                    let at = self.seal_end.sum().at;
                    self.throws.count(throws, at);
                    self.records.push(KeptRecord {
                        match_id: *match_id,
                        at,
                        gzip: gzip.clone(),
                    });
                }
            }
            Besides::Base(state) => {
                if let Some(it) = self.rooms.get_mut(&append.room) {
                    it.base = Some(Row {
                        v: append.row.v,
                        body: state.clone(),
                    });
                    it.rows.clear();
                }
            }
            Besides::Bury => {
                self.rooms.remove(&append.room);
            }
        }
    }
}

impl KeptRoom {
    fn head(&self) -> Head {
        let newest = self.rows.last().or(self.base.as_ref());
        Head {
            fence: self.fence,
            v: newest.map_or(0, |row| row.v),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
