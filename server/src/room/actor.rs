//! A room's task: it owns the room, hears its mailbox, and does to the world what the room says.
//!
//! The order in which it listens is part of the promise: letters before the clock, so that a command that came in time
//! is not late (contract 14); answers of the journal strictly in the order of the rows. A bug in the room ends neither
//! the server nor the mailbox: the room is read again from its rows, and one that fails twice at the same place is
//! quarantined (contract 25).

mod append;
mod ending;
mod hearing;

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chowk_protocol::RoomCode;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, Sleep, sleep_until},
};

use self::{
    append::{Appends, Told},
    hearing::{Heard, Stage, asked, works},
};
use super::{
    Body, Caller, FoldError, Guests, Input, Order, Out, Post, Room, RoomLimits, SessionId,
    handle::{Mail, RoomHandle},
};
use crate::{
    clock::Clock,
    fate::OsEntropy,
    journal::{Fence, Health, Journal, Outcome, RoomNo, StoreError, Stored},
    lobby::directory::Directory,
    outbox::Outboxes,
    session::NewRoom,
    tally,
};

/// Bugs that a room may show in one life of the server before it is quarantined, even if they are all different.
const PANICS_MAX: u32 = 5;
/// Rows told in one go, before the sockets' tasks get their turn to take what was said.
const ROWS_IN_ONE_GO: u32 = 4;
/// Who was in a room that failed comes back after so many milliseconds.
const RETRY_MS: u64 = 300;

/// What all rooms share.
pub struct World {
    /// Where rows go.
    pub journal: Journal,
    /// The ways to the sockets.
    pub outboxes: Outboxes,
    /// Where rooms are found.
    pub directory: Directory,
    /// Now.
    pub clock: Arc<dyn Clock>,
    /// What a room may do.
    pub limits: RoomLimits,
    /// Whether no new match may start.
    pub draining: AtomicBool,
}

/// How a room's task begins.
pub(crate) enum Birth {
    /// Somebody opens a room.
    New(Box<NewRoom>, Caller),
    /// Somebody visits a room that is on disk.
    Known(RoomNo),
}

/// Starts a room's task.
pub(crate) fn start(world: &Arc<World>, code: RoomCode, birth: Birth) -> RoomHandle {
    let (handle, mailbox) = RoomHandle::new(code);
    let actor = Actor::new(Arc::clone(world), code, handle.clone(), mailbox, birth);
    tokio::spawn(actor.live());
    handle
}

struct Actor {
    world: Arc<World>,
    code: RoomCode,
    /// By which the directory knows that it is this task which speaks of the room, and not an older one.
    own_handle: RoomHandle,
    mailbox: mpsc::Receiver<Mail>,
    health: watch::Receiver<Health>,
    stage: Stage,
    /// The room, except before its birth and after a bug.
    room: Option<Room>,
    no: Option<RoomNo>,
    appends: Appends,
    /// Sessions that are in the room, or have asked to be and were not turned away.
    sessions: BTreeSet<SessionId>,
    alarm: Pin<Box<Sleep>>,
    alarm_at: Option<u64>,
    /// When the command arrived that is being judged.
    asked_at: Option<u64>,
    panics: u32,
    /// The version right after the room was last read, to tell whether it has come any further.
    read_at_v: Option<u64>,
    ending: Option<Ending>,
}

/// Why a room's task ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The room has ended, and the directory forgets it.
    Gone,
    /// The room never came to disk, and nobody was ever told of it: whoever asked for it asks again.
    Unborn,
    /// The room has failed, and is kept for the operator to look at.
    Failed,
    /// The server stops.
    Stopped,
}

impl Actor {
    fn new(
        world: Arc<World>,
        code: RoomCode,
        own_handle: RoomHandle,
        mailbox: mpsc::Receiver<Mail>,
        birth: Birth,
    ) -> Self {
        Self {
            code,
            own_handle,
            mailbox,
            health: world.journal.health(),
            stage: Stage::Waiting(Some(birth)),
            room: None,
            no: None,
            appends: Appends::new(world.journal.clone()),
            sessions: BTreeSet::new(),
            alarm: Box::pin(sleep_until(Instant::now())),
            alarm_at: None,
            asked_at: None,
            panics: 0,
            read_at_v: None,
            ending: None,
            world,
        }
    }

    async fn live(mut self) {
        self.go_on();
        let mut told: u32 = 0;
        while self.ending.is_none() {
            match self.hear().await {
                Heard::Mail(mail) => self.open_mail(mail),
                Heard::Told(Told::Outcome(outcome, asked_at)) => {
                    self.tell_room(Input::Journal(outcome));
                    if let (Outcome::Durable, Some(asked_at)) = (outcome, asked_at) {
                        tally::took(self.world.clock.now().up.saturating_sub(asked_at));
                    }
                    told = told.wrapping_add(1);
                    if told.is_multiple_of(ROWS_IN_ONE_GO) {
                        let_them_read(&self.world.outboxes, &self.sessions).await;
                    }
                }
                Heard::Told(Told::Moved) => {}
                Heard::Told(Told::Broken(why)) => {
                    tracing::error!(room = self.no.map(|no| no.0), why, "no record can be made of a match");
                    self.ending = Some(Ending::Failed);
                }
                Heard::Alarm => {
                    let due = self.alarm_at.take();
                    if let (Some(due), Some(per_s)) = (due, self.room.as_ref().and_then(Room::ticks_per_s)) {
                        tally::ticked(self.world.clock.now().up.saturating_sub(due), per_s);
                    }
                    self.tell_room(Input::Wake);
                }
                Heard::Numbered(answer) => self.numbered(answer),
                Heard::Read(answer) => self.read(answer),
                Heard::DiskWorks => self.go_on(),
            }
        }
        let ending = self.ending.unwrap_or(Ending::Gone);
        self.end(ending).await;
    }

    /// The next thing, letters first.
    async fn hear(&mut self) -> Heard {
        // Before there is a room, letters wait; unless the disk does not work: then whoever writes is turned away.
        let listens = self.room.is_some() || matches!(self.stage, Stage::Waiting(_));
        let waits = matches!(self.stage, Stage::Waiting(_));
        let is_busy = self.appends.is_busy();
        tokio::select! {
            biased;
            mail = self.mailbox.recv(), if listens => Heard::Mail(mail),
            told = self.appends.next(), if is_busy => Heard::Told(told),
            heard = asked(&mut self.stage) => heard,
            () = works(&mut self.health), if waits => Heard::DiskWorks,
            () = self.alarm.as_mut(), if self.alarm_at.is_some() => Heard::Alarm,
        }
    }

    /// Begins to be born, or to read the room again.
    fn go_on(&mut self) {
        let Stage::Waiting(birth) = std::mem::replace(&mut self.stage, Stage::Living) else {
            return;
        };
        let journal = self.world.journal.clone();
        self.stage = match (birth, self.no) {
            (Some(Birth::New(new, host)), _) => {
                self.sessions.insert(host.session);
                Stage::Numbering(new, host, Box::pin(async move { journal.new_room().await }))
            }
            (Some(Birth::Known(no)), _) | (None, Some(no)) => {
                self.no = Some(no);
                Stage::Reading(Box::pin(async move { journal.open_room(no).await }))
            }
            (None, None) => {
                self.ending = Some(Ending::Gone);
                Stage::Living
            }
        };
    }

    fn open_mail(&mut self, mail: Option<Mail>) {
        match mail {
            Some(Mail::Order(order)) => self.tell_room(Input::Order(order)),
            Some(Mail::Look(asker)) => {
                if let Some(room) = &self.room {
                    // Whoever asked may have gone.
                    let _ = asker.send(room.report(self.world.clock.now()));
                }
            }
            Some(Mail::Stop) if self.room.is_some() => self.tell_room(Input::Stop),
            Some(Mail::Stop) | None => self.ending = Some(Ending::Stopped),
            #[cfg(test)]
            Some(Mail::Bug) => self.judge(|_, _, _| panic!("a planted bug")),
            Some(Mail::Letter(letter)) => {
                match letter.body {
                    Body::Join { .. } | Body::Resume { .. } | Body::Watch { .. } => {
                        self.sessions.insert(letter.from.session);
                    }
                    Body::Closed => {
                        self.sessions.remove(&letter.from.session);
                    }
                    Body::Wish(_) | Body::Silent(_) => {}
                }
                if self.room.is_some() {
                    self.asked_at = matches!(letter.body, Body::Wish(_)).then_some(letter.at);
                    self.tell_room(Input::Letter(letter));
                    self.asked_at = None;
                } else {
                    self.turn_away(&letter, Ending::Stopped);
                }
            }
        }
    }

    fn numbered(&mut self, answer: Result<(RoomNo, Fence), StoreError>) {
        let Stage::Numbering(new, host, _) = std::mem::replace(&mut self.stage, Stage::Living) else {
            return;
        };
        match answer {
            Ok((no, fence)) => {
                self.no = Some(no);
                self.world.directory.numbered(&self.own_handle, no);
                let (opening, limits) = (new.opening(no, fence, self.code), self.world.limits);
                tracing::info!(room = no.0, chairs = opening.chairs, "a room is opened");
                self.judge(|_, guests, out| Ok(Some(Room::open(opening, host, limits, guests, out))));
            }
            Err(error) => {
                tracing::warn!(%error, "a room could not be opened");
                self.ending = Some(Ending::Unborn);
            }
        }
    }

    fn read(&mut self, answer: Result<Stored, StoreError>) {
        self.stage = Stage::Living;
        match answer {
            Ok(stored) => {
                let (code, limits) = (self.code, self.world.limits);
                self.judge(|room, guests, out| match room {
                    Some(room) => room.refold(stored, guests, out).map(|()| None),
                    None => Room::fold(code, stored, limits, guests, out).map(Some),
                });
                self.read_at_v = self.room.as_ref().map(Room::v);
            }
            Err(StoreError::NoSuchRoom(_)) => {
                let is_unborn = self.room.as_ref().is_some_and(|room| room.durable_v() == 0);
                self.ending = Some(if is_unborn { Ending::Unborn } else { Ending::Gone });
            }
            Err(StoreError::Broken(why)) => {
                tracing::error!(room = self.no.map(|no| no.0), why, "a room cannot be read");
                self.ending = Some(Ending::Failed);
            }
            Err(StoreError::Database { .. } | StoreError::Down) => self.stage = Stage::Waiting(None),
        }
    }

    fn tell_room(&mut self, input: Input) {
        if self.room.is_some() {
            self.judge(|room, guests, out| {
                if let Some(room) = room {
                    room.handle(input, guests, out);
                }
                Ok(None)
            });
        }
    }

    /// Lets the room judge, and does what it says. A bug in it stays in here.
    fn judge(
        &mut self,
        work: impl FnOnce(Option<&mut Room>, Guests<'_>, &mut Vec<Out>) -> Result<Option<Room>, FoldError>,
    ) {
        let mut out = Vec::new();
        let mut entropy = OsEntropy;
        let guests = Guests {
            now: self.world.clock.now(),
            entropy: &mut entropy,
        };
        let room = self.room.as_mut();
        match catch_unwind(AssertUnwindSafe(|| work(room, guests, &mut out))) {
            Ok(Ok(None)) => self.act(out),
            Ok(Ok(Some(room))) => {
                self.room = Some(room);
                self.act(out);
                if self.world.draining.load(Ordering::Relaxed) {
                    self.tell_room(Input::Order(Order::Drain(true)));
                }
            }
            Ok(Err(error)) => {
                tracing::error!(room = self.no.map(|no| no.0), %error, "a room does not fold");
                self.ending = Some(Ending::Failed);
            }
            Err(_) => self.panicked(),
        }
        self.set_alarm();
    }

    /// The hook of telemetry has told where. What the room said in that call is forgotten with the room.
    fn panicked(&mut self) {
        let v = self.room.as_ref().map(Room::v);
        self.panics += 1;
        tracing::error!(room = self.no.map(|no| no.0), v, "a bug ended a room; it is read again");
        let no_further = self.panics > 1 && v == self.read_at_v;
        if no_further || self.panics >= PANICS_MAX || self.room.is_none() && self.panics > 1 {
            self.ending = Some(Ending::Failed);
            return;
        }
        self.room = None;
        self.appends.forget();
        self.send_home(RETRY_MS);
        self.stage = Stage::Waiting(None);
        if *self.health.borrow() == Health::Works {
            self.go_on();
        }
    }

    /// Does what the room said, in order.
    fn act(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Append { append, record } => {
                    if let Some((match_id, _)) = record {
                        tracing::info!(room = self.no.map(|no| no.0), r#match = %match_id, "a match ends");
                    }
                    self.appends.push(append, record, self.asked_at);
                }
                Out::Tell { to, post } => {
                    if matches!(post, Post::Close(_) | Post::Detached) {
                        self.sessions.remove(&to);
                    }
                    self.world.outboxes.tell(to, post);
                }
                Out::Answered { to, direction } => self.world.outboxes.answered(to, direction),
                Out::Summary(summary) => self.world.directory.summarise(&self.own_handle, summary),
                Out::Reported { by, whom, about } => {
                    tally::reported(about);
                    let about = tally::word_of(about);
                    tracing::warn!(
                        room = self.no.map(|no| no.0),
                        by,
                        whom,
                        about,
                        "a player tells the operator of another"
                    );
                }
                Out::Gone => self.ending = Some(Ending::Gone),
                Out::Stopped => self.ending = Some(Ending::Stopped),
                Out::Lost => {
                    self.appends.forget();
                    self.stage = Stage::Waiting(None);
                }
            }
        }
        if matches!(self.stage, Stage::Waiting(_)) && *self.health.borrow() == Health::Works {
            self.go_on();
        }
    }

    fn set_alarm(&mut self) {
        let wanted = self.room.as_ref().and_then(Room::next_wake);
        if wanted != self.alarm_at {
            self.alarm_at = wanted;
            if let Some(up) = wanted {
                let wait = Duration::from_millis(up.saturating_sub(self.world.clock.now().up));
                self.alarm.as_mut().reset(Instant::now() + wait);
            }
        }
    }
}

/// A room in a hurry says more at once than a reader's queue holds. It waits for nobody, but a reader that reads must get
/// the time to do so.
async fn let_them_read(outboxes: &Outboxes, readers: &BTreeSet<SessionId>) {
    tokio::task::yield_now().await;
    if let Some(rest) = outboxes.rest(readers.iter()) {
        sleep_until(Instant::now() + rest).await;
    }
}

#[cfg(test)]
mod tests;
