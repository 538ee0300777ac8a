//! The way to the journal, for everybody but the writer: clones are cheap, nothing blocks a thread.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    thread,
};

use bytes::Bytes;
use chowk_protocol::MatchId;
use tokio::sync::{mpsc, oneshot, watch};

use super::{
    AllThrows, Append, DirectoryEntry, Fence, Outcome, Pulse, RoomNo, Row, SealSum, Store, StoreError, Stored,
    writer::Writer,
};
use crate::clock::Clock;

/// Wishes that may wait for the writer. Rooms beyond it wait for a [`Slot`]; they judge on, up to their rows ahead.
const WAITING_MAX: usize = 1024;

/// Whether the journal takes rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// It does.
    Works,
    /// It does not.
    Failed {
        /// What went wrong, for people.
        why: Arc<str>,
    },
}

/// The way to the journal. Clones lead to the same one.
#[derive(Debug, Clone)]
pub struct Journal {
    desk: mpsc::Sender<Wish>,
    health: watch::Receiver<Health>,
    seals: watch::Receiver<SealSum>,
    pulse: Arc<Pulse>,
}

/// A place in the queue of the writer.
#[derive(Debug)]
pub struct Slot<'a>(mpsc::Permit<'a, Wish>);

/// What becomes of an append: a future that is ready once the row is on disk, or is known not to be surely there.
#[derive(Debug)]
pub struct Pending(oneshot::Receiver<Outcome>);

impl Future for Pending {
    type Output = Outcome;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Outcome> {
        Poll::Ready(ready!(Pin::new(&mut self.0).poll(context)).unwrap_or(Outcome::Unknown))
    }
}

pub(super) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What is asked of the writer.
#[derive(Debug)]
pub(super) enum Wish {
    Append(Append, oneshot::Sender<Outcome>),
    NewRoom(Answer<(RoomNo, Fence)>),
    OpenRoom(RoomNo, Answer<Stored>),
    RowsFrom(RoomNo, u64, Answer<Vec<Row>>),
    Quarantine(RoomNo, Answer<()>),
    Directory(Answer<Vec<DirectoryEntry>>),
    Record(MatchId, Answer<Option<Bytes>>),
    Throws(Answer<AllThrows>),
    Seals(u64, usize, Answer<Vec<String>>),
    DropRecords {
        older_than: u64,
        bytes_max: u64,
        answer: Answer<u64>,
    },
    Stop(oneshot::Sender<()>),
}

impl Journal {
    /// Starts the writer on a store, in a thread of its own. It ends when it is stopped or all clones are gone.
    ///
    /// # Errors
    /// If the store cannot be read, or the system has no thread to give.
    pub fn start(mut store: impl Store + 'static, clock: Arc<dyn Clock>) -> Result<Self, StoreError> {
        let (desk, wishes) = mpsc::channel(WAITING_MAX);
        let (say_health, health) = watch::channel(Health::Works);
        let (say_seals, seals) = watch::channel(store.seal_sum()?);
        let pulse = Arc::<Pulse>::default();
        let writer = Writer::new(store, wishes, say_health, say_seals, Arc::clone(&pulse), clock);
        let started = thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer.run());
        started.map_err(|source| StoreError::Database {
            doing: "starting the writer",
            source: Box::new(source),
        })?;
        Ok(Self {
            desk,
            health,
            seals,
            pulse,
        })
    }

    /// Waits for a place in the queue. Rows of one room are appended in the order in which their slots are used.
    pub async fn slot(&self) -> Option<Slot<'_>> {
        self.desk.reserve().await.ok().map(Slot)
    }

    /// A place in the queue, if there is one now.
    pub fn try_slot(&self) -> Option<Slot<'_>> {
        self.desk.try_reserve().ok().map(Slot)
    }

    /// Appends a row, and waits for what becomes of it.
    pub async fn append(&self, append: Append) -> Outcome {
        match self.slot().await {
            Some(slot) => slot.append(append).await,
            None => Outcome::Unknown,
        }
    }

    /// A number for a new room, and the right to write it.
    ///
    /// # Errors
    /// [`StoreError`], as with all the questions below.
    pub async fn new_room(&self) -> Result<(RoomNo, Fence), StoreError> {
        self.ask(Wish::NewRoom).await
    }

    /// Takes the right to write a room, and reads it.
    pub async fn open_room(&self, room: RoomNo) -> Result<Stored, StoreError> {
        self.ask(|answer| Wish::OpenRoom(room, answer)).await
    }

    /// The rows of a room from version `from_v` on.
    pub async fn rows_from(&self, room: RoomNo, from_v: u64) -> Result<Vec<Row>, StoreError> {
        self.ask(|answer| Wish::RowsFrom(room, from_v, answer)).await
    }

    /// Marks a room as failed: it is kept, and nobody writes it any more.
    pub async fn quarantine(&self, room: RoomNo) -> Result<(), StoreError> {
        self.ask(|answer| Wish::Quarantine(room, answer)).await
    }

    /// All rooms.
    pub async fn directory(&self) -> Result<Vec<DirectoryEntry>, StoreError> {
        self.ask(Wish::Directory).await
    }

    /// A record, gzip.
    pub async fn record(&self, match_id: MatchId) -> Result<Option<Bytes>, StoreError> {
        self.ask(|answer| Wish::Record(match_id, answer)).await
    }

    /// All throws of all matches that ended.
    pub async fn throws(&self) -> Result<AllThrows, StoreError> {
        self.ask(Wish::Throws).await
    }

    /// Lines of the log of seals from number `from`, at most `most`.
    pub async fn seals(&self, from: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.ask(|answer| Wish::Seals(from, most, answer)).await
    }

    /// Drops the oldest records beyond an age (milliseconds since 1970) or a total size; returns how many.
    pub async fn drop_records(&self, older_than: u64, bytes_max: u64) -> Result<u64, StoreError> {
        self.ask(|answer| Wish::DropRecords {
            older_than,
            bytes_max,
            answer,
        })
        .await
    }

    /// How far the log of seals has come, all of it durable.
    pub fn seal_sum(&self) -> SealSum {
        *self.seals.borrow()
    }

    /// The SHA-256 of the newest line of the log of seals, if there is one.
    pub fn newest_seal_hash(&self) -> Option<[u8; 32]> {
        self.seal_sum().newest
    }

    /// Whether the journal takes rows, and word of each change.
    pub fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
    }

    /// How much it writes, and how fast.
    pub fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// Does all that was asked before, and closes the store.
    pub async fn stop(&self) {
        let (answer, stopped) = oneshot::channel();
        if self.desk.send(Wish::Stop(answer)).await.is_ok() {
            // An error means that the writer has ended already.
            let _ = stopped.await;
        }
    }

    async fn ask<T>(&self, wish: impl FnOnce(Answer<T>) -> Wish) -> Result<T, StoreError> {
        let (answer, told) = oneshot::channel();
        self.desk.send(wish(answer)).await.map_err(|_| StoreError::Down)?;
        told.await.map_err(|_| StoreError::Down)?
    }
}

impl Slot<'_> {
    /// Hands the row over.
    pub fn append(self, append: Append) -> Pending {
        let (answer, pending) = oneshot::channel();
        self.0.send(Wish::Append(append, answer));
        Pending(pending)
    }
}
