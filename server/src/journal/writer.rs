//! The one writer: it takes what waits from all rooms, commits it in one transaction, and only then answers.
//!
//! A commit that fails is not retried: the writer closes the store, opens it again, and probes it with a write until it
//! works; meanwhile all that is asked of it is answered "unknown" at once (contract 7).

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    thread,
    time::Duration,
};

use bytes::Bytes;
use chowk_protocol::MatchId;
use tokio::sync::{mpsc, oneshot, watch};

use super::{Append, DirectoryEntry, Fence, Outcome, RoomNo, Row, SealSum, Store, StoreError, Stored};
use crate::clock::Clock;

/// Wishes that may wait for the writer. Rooms beyond it wait for a [`Slot`]; they judge on, up to their rows ahead.
const WAITING_MAX: usize = 1024;
/// Most wishes of one round.
const ROUND_MAX: usize = 512;
/// The wait before a store that failed is tried again, first and at most.
const BACK_OFF: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];
/// A round that took longer is worth a line in the log, in milliseconds.
const SLOW_MS: u64 = 250;

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

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What is asked of the writer.
#[derive(Debug)]
enum Wish {
    Append(Append, oneshot::Sender<Outcome>),
    NewRoom(Answer<(RoomNo, Fence)>),
    OpenRoom(RoomNo, Answer<Stored>),
    RowsFrom(RoomNo, u64, Answer<Vec<Row>>),
    Quarantine(RoomNo, Answer<()>),
    Directory(Answer<Vec<DirectoryEntry>>),
    Record(MatchId, Answer<Option<Bytes>>),
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
        let writer = Writer {
            store,
            wishes,
            say_health,
            say_seals,
            clock,
            failed: None,
        };
        let started = thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer.run());
        started.map_err(|source| StoreError::Database {
            doing: "starting the writer",
            source: Box::new(source),
        })?;
        Ok(Self { desk, health, seals })
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

/// The writer's side.
struct Writer<S> {
    store: S,
    wishes: mpsc::Receiver<Wish>,
    say_health: watch::Sender<Health>,
    say_seals: watch::Sender<SealSum>,
    clock: Arc<dyn Clock>,
    failed: Option<Failed>,
}

/// A store that does not work.
#[derive(Debug, Clone, Copy)]
struct Failed {
    /// How long was waited for the next try.
    wait: Duration,
    /// When it is, in milliseconds of uptime.
    at: u64,
}

/// What was heard.
enum Heard {
    Wish(Wish),
    TimeToTry,
    Nobody,
}

impl<S: Store> Writer<S> {
    fn run(mut self) {
        loop {
            match self.hear() {
                Heard::Wish(Wish::Stop(stopped)) => return self.close(Some(stopped)),
                Heard::Wish(first) => {
                    if let Some(stopped) = self.round(first) {
                        return self.close(Some(stopped));
                    }
                }
                Heard::TimeToTry => self.try_again(),
                Heard::Nobody => return self.close(None),
            }
        }
    }

    /// Blocks until somebody asks, or until a store that failed is to be tried again.
    fn hear(&mut self) -> Heard {
        let heard = match self.failed {
            None => Ok(self.wishes.blocking_recv()),
            Some(failed) => {
                let wait = Duration::from_millis(failed.at.saturating_sub(self.clock.now().up));
                match tokio::runtime::Builder::new_current_thread().enable_time().build() {
                    Ok(timer) if !wait.is_zero() => {
                        timer.block_on(async { tokio::time::timeout(wait, self.wishes.recv()).await })
                    }
                    Ok(_) => return Heard::TimeToTry,
                    Err(_) => Ok(self.wishes.blocking_recv()),
                }
            }
        };
        match heard {
            Ok(Some(wish)) => Heard::Wish(wish),
            Ok(None) => Heard::Nobody,
            Err(_) => Heard::TimeToTry,
        }
    }

    /// Does what waits, in order: appends together, up to the first other wish. Returns the wish to stop.
    fn round(&mut self, first: Wish) -> Option<oneshot::Sender<()>> {
        let mut appends = Vec::new();
        let mut askers = Vec::new();
        let mut next = Some(first);
        let mut taken = 1;
        let mut stop = None;
        while let Some(wish) = next {
            match wish {
                Wish::Append(append, asker) => {
                    appends.push(append);
                    askers.push(asker);
                }
                Wish::Stop(stopped) => {
                    stop = Some(stopped);
                    break;
                }
                other @ (Wish::NewRoom(_)
                | Wish::OpenRoom(..)
                | Wish::RowsFrom(..)
                | Wish::Quarantine(..)
                | Wish::Directory(_)
                | Wish::Record(..)
                | Wish::Seals(..)
                | Wish::DropRecords { .. }) => {
                    self.commit(&mut appends, &mut askers);
                    self.answer(other);
                }
            }
            next = if taken < ROUND_MAX {
                self.wishes.try_recv().ok()
            } else {
                None
            };
            taken += 1;
        }
        self.commit(&mut appends, &mut askers);
        stop
    }

    fn commit(&mut self, appends: &mut Vec<Append>, askers: &mut Vec<oneshot::Sender<Outcome>>) {
        if appends.is_empty() {
            return;
        }
        let before = self.clock.now().up;
        let outcomes = match self.failed {
            None => self.store.commit(appends).and_then(|outcomes| {
                if outcomes.len() == askers.len() {
                    Ok(outcomes)
                } else {
                    Err(StoreError::Broken("answers missing".into()))
                }
            }),
            Some(_) => Err(StoreError::Down),
        };
        let took = self.clock.now().up.saturating_sub(before);
        if took >= SLOW_MS {
            tracing::warn!(rows = appends.len(), took_ms = took, "a slow commit");
        }
        appends.clear();
        match outcomes {
            Ok(outcomes) => {
                self.tell_seals();
                for (asker, outcome) in askers.drain(..).zip(outcomes) {
                    tell(asker, outcome);
                }
            }
            Err(error) => {
                self.fail(&error);
                for asker in askers.drain(..) {
                    tell(asker, Outcome::Unknown);
                }
            }
        }
    }

    fn answer(&mut self, wish: Wish) {
        match wish {
            Wish::NewRoom(answer) => self.answer_with(answer, S::new_room),
            Wish::OpenRoom(room, answer) => self.answer_with(answer, |store| store.open_room(room)),
            Wish::RowsFrom(room, from, answer) => self.answer_with(answer, |store| store.rows_from(room, from)),
            Wish::Quarantine(room, answer) => self.answer_with(answer, |store| store.quarantine(room)),
            Wish::Directory(answer) => self.answer_with(answer, S::directory),
            Wish::Record(match_id, answer) => self.answer_with(answer, |store| store.record(match_id)),
            Wish::Seals(from, most, answer) => self.answer_with(answer, |store| store.seals(from, most)),
            Wish::DropRecords {
                older_than,
                bytes_max,
                answer,
            } => {
                self.answer_with(answer, |store| store.drop_records(older_than, bytes_max));
            }
            Wish::Append(_, asker) => tell(asker, Outcome::Unknown),
            Wish::Stop(stopped) => tell(stopped, ()),
        }
    }

    fn answer_with<T>(&mut self, answer: Answer<T>, work: impl FnOnce(&mut S) -> Result<T, StoreError>) {
        let done = if self.failed.is_some() {
            Err(StoreError::Down)
        } else {
            work(&mut self.store)
        };
        if let Err(error @ (StoreError::Database { .. } | StoreError::Down)) = &done {
            self.fail(error);
        }
        tell(answer, done);
    }

    fn fail(&mut self, error: &StoreError) {
        if self.failed.is_none() {
            tracing::error!(%error, "the journal failed; rooms are paused until it works again");
            self.wait(BACK_OFF[0]);
            let why = error.to_string().into();
            self.say_health.send_replace(Health::Failed { why });
        }
    }

    fn wait(&mut self, wait: Duration) {
        let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        self.failed = Some(Failed {
            wait,
            at: self.clock.now().up.saturating_add(millis),
        });
    }

    fn try_again(&mut self) {
        let waited = self.failed.map_or(BACK_OFF[0], |failed| failed.wait);
        match self.store.reopen().and_then(|()| self.store.probe()) {
            Ok(()) => {
                tracing::info!("the journal works again");
                self.failed = None;
                self.tell_seals();
                self.say_health.send_replace(Health::Works);
            }
            Err(error) => {
                tracing::warn!(%error, "the journal does not work yet");
                self.wait((waited * 2).min(BACK_OFF[1]));
            }
        }
    }

    fn tell_seals(&mut self) {
        if let Ok(sum) = self.store.seal_sum() {
            self.say_seals
                .send_if_modified(|known| std::mem::replace(known, sum) != sum);
        }
    }

    fn close(self, stopped: Option<oneshot::Sender<()>>) {
        let Self { store, .. } = self;
        drop(store);
        if let Some(stopped) = stopped {
            tell(stopped, ());
        }
    }
}

/// Tells whoever asked. If it no longer listens, it has ended in the meantime.
fn tell<T>(asker: oneshot::Sender<T>, answer: T) {
    let _ = asker.send(answer);
}
