//! The one writer: it takes what waits from all rooms, commits it in one transaction, and only then answers.
//!
//! A commit that fails is not retried: the writer closes the store, opens it again, and probes it with a write until it
//! works; meanwhile all that is asked of it is answered "unknown" at once (contract 7).

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::{mpsc, oneshot, watch};

use super::{
    Append, Outcome, Pulse, SealSum, Store, StoreError,
    desk::{Answer, Health, Wish},
};
use crate::{clock::Clock, tally};

/// Most wishes of one round.
const ROUND_MAX: usize = 512;
/// The wait before a store that failed is tried again, first and at most.
const BACK_OFF: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];
/// A round that took longer is worth a line in the log, in milliseconds.
const SLOW_MS: u64 = 250;

/// The writer's side.
pub(super) struct Writer<S> {
    store: S,
    wishes: mpsc::Receiver<Wish>,
    say_health: watch::Sender<Health>,
    say_seals: watch::Sender<SealSum>,
    pulse: Arc<Pulse>,
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
    /// A writer on this store, which works.
    pub(super) fn new(
        store: S,
        wishes: mpsc::Receiver<Wish>,
        say_health: watch::Sender<Health>,
        say_seals: watch::Sender<SealSum>,
        pulse: Arc<Pulse>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            store,
            wishes,
            say_health,
            say_seals,
            pulse,
            clock,
            failed: None,
        }
    }

    /// Works until it is stopped, or nobody is left who could ask. A bug in here must not leave all rooms without a
    /// journal: it is a failure like any other, and whoever waited is answered "unknown".
    pub(super) fn run(mut self) {
        loop {
            match catch_unwind(AssertUnwindSafe(|| self.work())) {
                Ok(stopped) => return self.close(stopped),
                Err(_) => self.fail(&StoreError::Broken("a bug in the journal".into())),
            }
        }
    }

    fn work(&mut self) -> Option<oneshot::Sender<()>> {
        loop {
            match self.hear() {
                Heard::Wish(Wish::Stop(stopped)) => return Some(stopped),
                Heard::Wish(first) => {
                    let stopped = self.round(first);
                    if stopped.is_some() {
                        return stopped;
                    }
                }
                Heard::TimeToTry => self.try_again(),
                Heard::Nobody => return None,
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
                | Wish::Throws(_)
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
        let timer = Instant::now();
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
        let appends = std::mem::take(appends);
        match outcomes {
            Ok(outcomes) => {
                tally::wrote(timer.elapsed());
                self.pulse.beat(outcomes.len() as u64, took, before);
                self.tell_seals();
                for (asker, outcome) in askers.drain(..).zip(&outcomes) {
                    tell(asker, *outcome);
                }
                // Whoever waited has been answered; what is counted comes after.
                let known = appends.iter().zip(outcomes);
                known
                    .filter(|(_, outcome)| *outcome == Outcome::Durable)
                    .for_each(|(append, _)| tally::durable(append));
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
            Wish::Throws(answer) => self.answer_with(answer, S::throws),
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
