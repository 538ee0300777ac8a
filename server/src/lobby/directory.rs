//! Where rooms are found: by code, by the token that opened them, and as a list. No entry is held across an await, and
//! every count is the length of something, so that none can go wrong.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use chowk_protocol::RoomCode;
use dashmap::{DashMap, Entry};
use tokio::sync::Notify;

use crate::{
    http::Address,
    journal::{DirectoryEntry, RoomNo},
    room::{RoomHandle, Summary},
};

/// Where a room is (contract 30).
#[derive(Debug, Clone)]
pub enum Located {
    /// Here: this is the way to it.
    Here(RoomHandle),
    /// It has failed, and is kept for the operator to look at.
    Failed,
    /// On another machine. None is yet.
    Elsewhere(u16),
    /// There is none of this code.
    Nowhere,
}

/// All rooms of this machine.
#[derive(Debug, Default)]
pub struct Directory {
    rooms: DashMap<RoomCode, Found>,
    /// Taken before `rooms`, never after.
    desk: Mutex<Desk>,
    /// Rings when a line of the list has changed.
    told: Notify,
}

/// What opening a room must look at in one piece.
#[derive(Debug, Default)]
struct Desk {
    by_creator: HashMap<[u8; 32], RoomCode>,
}

#[derive(Debug)]
struct Found {
    standing: Standing,
    no: Option<RoomNo>,
    creator: [u8; 32],
    /// Who opened it, while the server remembers.
    opener: Option<Address>,
    listed: bool,
    summary: Option<Summary>,
}

#[derive(Debug)]
enum Standing {
    /// On disk; nobody has visited it since the start.
    Asleep,
    Awake(RoomHandle),
    Failed,
}

/// Why a room may not be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// There are as many rooms as there may be.
    Server,
    /// This address has opened as many as it may.
    Address,
}

/// Why a room tells no line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLine {
    /// It has failed.
    Failed,
    /// There is none of this code (any more).
    Nowhere,
}

/// How many rooms there are, by how they stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoomCount {
    /// Those that live in memory.
    pub awake: usize,
    /// Those on disk that nobody has visited since the start.
    pub asleep: usize,
    /// Those that failed.
    pub failed: usize,
}

impl Directory {
    /// The rooms that are on disk.
    pub fn new(on_disk: Vec<DirectoryEntry>) -> Self {
        let directory = Self::default();
        for DirectoryEntry { room, row, quarantined } in on_disk {
            directory.desk().by_creator.insert(row.creator, row.code);
            let standing = if quarantined {
                Standing::Failed
            } else {
                Standing::Asleep
            };
            let found = Found {
                standing,
                no: Some(room),
                creator: row.creator,
                opener: None,
                listed: row.listed,
                summary: None,
            };
            directory.rooms.insert(row.code, found);
        }
        directory
    }

    /// The room of this code. One that sleeps, or whose task has ended unseen, is woken by `wake`.
    pub fn locate(&self, code: RoomCode, wake: impl FnOnce(RoomNo) -> RoomHandle) -> Located {
        let Some(mut found) = self.rooms.get_mut(&code) else {
            return Located::Nowhere;
        };
        match (&found.standing, found.no) {
            (Standing::Failed, _) => Located::Failed,
            (Standing::Awake(handle), None) => Located::Here(handle.clone()),
            (Standing::Awake(handle), Some(_)) if !handle.is_gone() => Located::Here(handle.clone()),
            (Standing::Asleep | Standing::Awake(_), Some(no)) => {
                let handle = wake(no);
                found.standing = Standing::Awake(handle.clone());
                Located::Here(handle)
            }
            (Standing::Asleep, None) => Located::Nowhere,
        }
    }

    /// The code of the room that this token opened, or a place for a new one under `code`, opened by `open`. Both in
    /// one piece, so that a repeated wish, at the same moment or after a restart, finds the same room.
    ///
    /// # Errors
    /// [`NoPlace`]; nothing is kept then.
    pub fn reserve(
        &self,
        creator: [u8; 32],
        opener: Address,
        listed: bool,
        most: RoomsMost,
        mut draw: impl FnMut() -> RoomCode,
        open: impl FnOnce(RoomCode) -> RoomHandle,
    ) -> Result<Reserved, NoPlace> {
        let mut desk = self.desk();
        if let Some(code) = desk.by_creator.get(&creator).copied() {
            return Ok(Reserved::Known(code));
        }
        let kept = |found: &Found| !matches!(found.standing, Standing::Failed);
        if self.rooms.iter().filter(|found| kept(found.value())).count() >= most.server {
            return Err(NoPlace::Server);
        }
        if self.rooms.iter().filter(|found| found.opener == Some(opener)).count() >= most.address {
            return Err(NoPlace::Address);
        }
        loop {
            // The entry is held while the room's task starts, so that the task finds itself in here.
            if let Entry::Vacant(place) = self.rooms.entry(draw()) {
                let code = *place.key();
                let handle = open(code);
                let standing = Standing::Awake(handle.clone());
                place.insert(Found {
                    standing,
                    no: None,
                    creator,
                    opener: Some(opener),
                    listed,
                    summary: None,
                });
                desk.by_creator.insert(creator, code);
                return Ok(Reserved::New(handle));
            }
        }
    }

    /// A new room has its number.
    pub fn numbered(&self, handle: &RoomHandle, no: RoomNo) {
        self.change(handle, |found| found.no = Some(no));
    }

    /// A room's line in the list has changed.
    pub fn summarise(&self, handle: &RoomHandle, summary: Summary) {
        self.change(handle, |found| {
            found.listed = summary.listed;
            found.summary = Some(summary);
        });
        self.told.notify_waiters();
    }

    /// Waits until something in the list changes.
    pub async fn changed(&self) {
        self.told.notified().await;
    }

    /// Waits until every room that is listed and awake has told its line.
    pub async fn all_told(&self) {
        self.until(|directory| directory.waking() == 0).await;
    }

    /// Waits until the list is so.
    pub async fn until(&self, is_so: impl Fn(&Self) -> bool) {
        let mut told = std::pin::pin!(self.told.notified());
        loop {
            told.as_mut().enable();
            if is_so(self) {
                return;
            }
            told.as_mut().await;
            told.set(self.told.notified());
        }
    }

    /// A room has failed: it is kept.
    pub fn fail(&self, handle: &RoomHandle) {
        self.change(handle, |found| {
            found.standing = Standing::Failed;
            found.summary = None;
        });
        self.told.notify_waiters();
    }

    /// A room has ended: all is as if it had never been.
    pub fn forget(&self, handle: &RoomHandle) {
        let mut desk = self.desk();
        if let Entry::Occupied(entry) = self.rooms.entry(handle.code())
            && entry.get().is_of(handle)
        {
            desk.by_creator.remove(&entry.get().creator);
            entry.remove();
        }
        self.told.notify_waiters();
    }

    /// The lines of the rooms that are listed, in the order of their codes.
    pub fn listed(&self) -> Vec<Summary> {
        let mut lines: Vec<Summary> = self
            .rooms
            .iter()
            .filter(|found| found.listed)
            .filter_map(|found| found.summary.clone())
            .collect();
        lines.sort_by_key(|line| line.code);
        lines
    }

    /// The line of one room, listed or not, as soon as it has told one. All of it is durable.
    ///
    /// # Errors
    /// [`NoLine`].
    pub async fn line(&self, code: RoomCode) -> Result<Summary, NoLine> {
        self.until(|directory| !directory.is_silent(code)).await;
        self.told_line(code)
    }

    /// Whether a room of this code is there that may still tell its line.
    fn is_silent(&self, code: RoomCode) -> bool {
        let may_tell = |found: &Found| match found.standing {
            Standing::Asleep | Standing::Awake(_) => found.summary.is_none(),
            Standing::Failed => false,
        };
        self.rooms.get(&code).is_some_and(|found| may_tell(&found))
    }

    /// The line of a room that is not silent. Since it was seen so, it may only have ended or failed.
    fn told_line(&self, code: RoomCode) -> Result<Summary, NoLine> {
        let found = self.rooms.get(&code).ok_or(NoLine::Nowhere)?;
        found.summary.clone().ok_or(NoLine::Failed)
    }

    /// The room in which this token holds a seat, as far as lines tell.
    pub fn seat_of(&self, token: &[u8; 32]) -> Option<RoomCode> {
        let holds = |found: &Found| found.summary.as_ref().is_some_and(|line| line.tokens.contains(token));
        self.rooms
            .iter()
            .find(|found| holds(found.value()))
            .map(|found| *found.key())
    }

    /// The lines of all rooms, to be counted and not shown.
    pub fn summaries(&self) -> Vec<Summary> {
        self.rooms.iter().filter_map(|found| found.summary.clone()).collect()
    }

    /// Every room there is, in the order of their codes, for the operator.
    pub fn entries(&self) -> Vec<Entered> {
        let entered = |found: dashmap::mapref::multiple::RefMulti<'_, RoomCode, Found>| Entered {
            code: *found.key(),
            no: found.no,
            listed: found.listed,
            stands: match &found.standing {
                Standing::Asleep => Stands::Asleep,
                Standing::Awake(handle) => Stands::Awake(handle.clone()),
                Standing::Failed => Stands::Failed,
            },
            summary: found.summary.clone(),
        };
        let mut all: Vec<Entered> = self.rooms.iter().map(entered).collect();
        all.sort_by_key(|entered| entered.code);
        all
    }

    /// Rooms that sleep: all, or only those that are listed.
    pub fn asleep(&self, only_listed: bool) -> Vec<RoomCode> {
        let sleeps = |found: &Found| matches!(found.standing, Standing::Asleep) && (found.listed || !only_listed);
        self.rooms
            .iter()
            .filter(|found| sleeps(found.value()))
            .map(|found| *found.key())
            .collect()
    }

    /// Rooms that are listed, awake, and have not told their line yet.
    pub fn waking(&self) -> usize {
        let wakes =
            |found: &Found| found.listed && found.summary.is_none() && matches!(found.standing, Standing::Awake(_));
        self.rooms.iter().filter(|found| wakes(found.value())).count()
    }

    /// The ways to all rooms that are awake.
    pub fn awake(&self) -> Vec<RoomHandle> {
        let handle = |found: &Found| match &found.standing {
            Standing::Awake(handle) => Some(handle.clone()),
            Standing::Asleep | Standing::Failed => None,
        };
        self.rooms.iter().filter_map(|found| handle(found.value())).collect()
    }

    /// How many rooms there are.
    pub fn count(&self) -> RoomCount {
        let mut count = RoomCount::default();
        for found in &self.rooms {
            match found.standing {
                Standing::Asleep => count.asleep += 1,
                Standing::Awake(_) => count.awake += 1,
                Standing::Failed => count.failed += 1,
            }
        }
        count
    }

    fn change(&self, handle: &RoomHandle, change: impl FnOnce(&mut Found)) {
        if let Some(mut found) = self.rooms.get_mut(&handle.code())
            && found.is_of(handle)
        {
            change(&mut found);
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A room as the operator sees it in the directory.
#[derive(Debug, Clone)]
pub struct Entered {
    /// Its code.
    pub code: RoomCode,
    /// Its number, once it has one.
    pub no: Option<RoomNo>,
    /// Whether it is listed.
    pub listed: bool,
    /// How it stands.
    pub stands: Stands,
    /// Its line, if it has told one.
    pub summary: Option<Summary>,
}

/// How a room stands.
#[derive(Debug, Clone)]
pub enum Stands {
    /// On disk; nobody has visited it since the start.
    Asleep,
    /// It lives: this is the way to it.
    Awake(RoomHandle),
    /// It has failed, and is kept.
    Failed,
}

/// How many rooms there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomsMost {
    /// In all.
    pub server: usize,
    /// Opened by one address.
    pub address: usize,
}

/// A place for a room.
#[derive(Debug, Clone)]
pub enum Reserved {
    /// This token opened a room before.
    Known(RoomCode),
    /// A new one.
    New(RoomHandle),
}

impl Found {
    fn is_of(&self, handle: &RoomHandle) -> bool {
        matches!(&self.standing, Standing::Awake(own) if own.is_same(handle))
    }
}
