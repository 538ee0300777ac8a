//! A room: who sits where, and the game they play. It does no I/O, reads no clock and draws nothing by itself.
//!
//! A room hears [`Input`]s and answers with [`Out`]s. It first does what fell due before a letter's stamp, then hears
//! the letter; each command that changes something makes one envelope, and everything said after it waits in order
//! until that envelope's row is durable (contract 5 and 14).

mod chairs;
mod clocks;
mod door;
mod due;
mod fact;
mod history;
mod letter;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod turns;
mod view;

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use chowk_protocol::{
    Around, ChairNo, Cid, ClientKind, CloseCode, Diff, Refusal, RefusalCode, RoomCode, ServerMsg, ViewHash, patch,
};
use chowk_record::line::ENGINE;
use chowk_rules::Tick;
use serde_json::Value;

pub(crate) use self::fact::{Envelope, Fact};
pub use self::letter::{Body, Caller, Guests, Input, Letter, Opening, Out, Post, RoomLimits, SessionId, Summary};
use self::{
    clocks::RoomClock,
    fact::Stored as StoredAnswer,
    history::{HISTORY_MAX, History},
    state::State,
};
use crate::{
    clock::Moment,
    fault::{Fault, is_planted},
    journal::{Append, Besides, DirectoryRow, Fence, Outcome, RoomNo, Row, Stored},
};

/// Rows that do not fold: the room is quarantined (contract 25).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the row of version {v} does not fold: {why}")]
pub struct FoldError {
    /// The version of the row.
    pub v: u64,
    /// What is wrong with it.
    pub why: String,
}

/// A room.
#[derive(Debug)]
pub struct Room {
    no: RoomNo,
    fence: Fence,
    code: RoomCode,
    limits: RoomLimits,
    state: State,
    /// What all may see at `state.v`, and its hash.
    view: Value,
    hash: ViewHash,
    history: History,
    clock: RoomClock,
    sessions: BTreeMap<SessionId, Sitter>,
    /// For each chair, the tick since which nobody is connected; it counts only while nobody is.
    gone_since: Vec<Tick>,
    /// The tick since which no session is in the room; it counts only while none is.
    empty_since: Tick,
    /// The uptime at which each row that is not durable yet was made, oldest first.
    ahead: VecDeque<u64>,
    durable_v: u64,
    /// What waits for rows to be durable, in order.
    waiting: VecDeque<Waiting>,
    /// When the open question was told, and at which version it was asked: for the measure of bots.
    question_told: (u64, u64),
    summary: Option<Summary>,
    mode: Mode,
}

/// A session that is in the room.
#[derive(Debug, Clone, PartialEq)]
struct Sitter {
    kind: ClientKind,
    cid: Cid,
    place: Place,
    /// The version of its snapshot: later diffs are for it.
    since_v: u64,
}

/// Where a session is.
#[derive(Debug, Clone, PartialEq)]
enum Place {
    /// It controls a seat, if its generation is the seat's.
    Seat { chair: ChairNo, generation: u32 },
    /// It watches.
    Watcher { name: Option<String> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Running,
    /// Rows were lost; the room waits to be read again.
    Lost,
    Stopping,
    Gone,
}

/// Something to be said once a version is durable.
#[derive(Debug)]
struct Waiting {
    v: u64,
    what: Saying,
}

#[derive(Debug)]
enum Saying {
    /// To one session. With a command's number, so that it can be told if the row is lost.
    One {
        to: SessionId,
        post: Post,
        n: Option<u64>,
    },
    /// To all sessions whose snapshot is older.
    All {
        frame: Bytes,
    },
    Summary(Summary),
    Gone,
}

/// One call's guests and what it does to the world.
struct Call<'a, 'g> {
    guests: Guests<'g>,
    out: &'a mut Vec<Out>,
    /// The facts of the envelope that is being made.
    draft: Vec<Fact>,
    /// Their events, for the wire.
    events: Vec<chowk_protocol::Event>,
    /// What goes into the same transaction.
    besides: Vec<Besides>,
    /// The match that this envelope ends, and the version of its first row.
    record: Option<(chowk_protocol::MatchId, u64)>,
}

impl<'a, 'g> Call<'a, 'g> {
    fn new(guests: Guests<'g>, out: &'a mut Vec<Out>) -> Self {
        Self {
            guests,
            out,
            draft: Vec::new(),
            events: Vec::new(),
            besides: Vec::new(),
            record: None,
        }
    }

    fn now(&self) -> Moment {
        self.guests.now
    }
}

impl Room {
    /// Opens a room; its host sits on chair 0.
    pub fn open(opening: Opening, host: Caller, limits: RoomLimits, guests: Guests<'_>, out: &mut Vec<Out>) -> Self {
        let mut call = Call::new(guests, out);
        let up = call.now().up;
        let opened = Fact::Opened {
            epoch: chowk_protocol::Hex(crate::fate::draw(call.guests.entropy)),
            game: opening.game,
            rules: chowk_record::rules_json::to_value(&opening.rules),
            preset: opening.preset,
            chairs: opening.chairs,
            clock: opening.clock,
            listed: opening.listed,
            watch: opening.watch,
        };
        let state = State::open(&opened).expect("the rules were checked before the room was opened");
        let mut room = Self::new(
            opening.room,
            opening.fence,
            opening.code,
            limits,
            state,
            RoomClock::new(Tick(0), up),
        );
        let token = door::token_hash(&opening.token);
        let row = DirectoryRow {
            code: opening.code,
            creator: *token.as_bytes(),
            listed: opening.listed,
        };
        call.besides.push(Besides::Open(row));
        room.put(&mut call, opened);
        room.put(
            &mut call,
            Fact::Seated {
                chair: 0,
                name: opening.name,
                kind: host.kind,
                token,
            },
        );
        room.follow(&mut call);
        room.enter(
            host,
            Place::Seat {
                chair: 0,
                generation: 1,
            },
        );
        room.close_envelope(&mut call, None);
        room.welcome(&mut call, host, None);
        room
    }

    /// Reads a room from its rows. Nobody is in it; if a match runs, a row says that it goes on.
    ///
    /// # Errors
    /// [`FoldError`]: the room is to be quarantined.
    pub fn fold(
        code: RoomCode,
        stored: Stored,
        limits: RoomLimits,
        guests: Guests<'_>,
        out: &mut Vec<Out>,
    ) -> Result<Self, FoldError> {
        let mut call = Call::new(guests, out);
        let (state, history) = fold_rows(code, &stored)?;
        let clock = RoomClock::new(Tick(state.tick), call.now().up);
        let mut room = Self::new(stored.room, stored.fence, code, limits, state, clock);
        room.history = history;
        room.durable_v = room.state.v;
        room.resume(&mut call, "The server was restarted.");
        Ok(room)
    }

    /// After [`Out::Lost`], once the disk works: the room as it is on disk. Sessions stay and get a snapshot.
    ///
    /// # Errors
    /// [`FoldError`]: the room is to be quarantined.
    pub fn refold(&mut self, stored: Stored, guests: Guests<'_>, out: &mut Vec<Out>) -> Result<(), FoldError> {
        let mut call = Call::new(guests, out);
        let (state, history) = fold_rows(self.code, &stored)?;
        self.clock = RoomClock::new(Tick(state.tick), call.now().up);
        self.fence = stored.fence;
        self.state = state;
        self.history = history;
        self.durable_v = self.state.v;
        self.see();
        self.mode = Mode::Running;
        self.summary = None;
        self.clock.reached(self.clock.tick(call.now().up));
        self.put(&mut call, Fact::Paused { why: PAUSED.into() });
        self.close_envelope(&mut call, None);
        self.put(
            &mut call,
            Fact::Resumed {
                why: "The disk works again.".into(),
                reveal_by: None,
            },
        );
        self.close_envelope(&mut call, None);
        let back: Vec<SessionId> = self.sessions.keys().copied().collect();
        for session in back {
            if let Some(sitter) = self.sessions.get_mut(&session) {
                sitter.since_v = self.state.v;
            }
            self.say(&mut call, session, Post::Frame(self.snapshot()), None);
        }
        self.nobody_new(&call);
        self.tell_around(&mut call);
        Ok(())
    }

    fn new(no: RoomNo, fence: Fence, code: RoomCode, limits: RoomLimits, state: State, clock: RoomClock) -> Self {
        let tick = Tick(state.tick);
        let mut room = Self {
            no,
            fence,
            code,
            limits,
            gone_since: vec![tick; state.chairs.len()],
            state,
            view: Value::Null,
            hash: chowk_protocol::Hex([0; 8]),
            history: History::default(),
            clock,
            sessions: BTreeMap::new(),
            empty_since: tick,
            ahead: VecDeque::new(),
            durable_v: 0,
            waiting: VecDeque::new(),
            question_told: (0, 0),
            summary: None,
            mode: Mode::Running,
        };
        room.see();
        room
    }

    /// Hears an input and says what follows.
    pub fn handle(&mut self, input: Input, guests: Guests<'_>, out: &mut Vec<Out>) {
        let mut call = Call::new(guests, out);
        match input {
            Input::Letter(letter) => self.hear(&mut call, letter),
            Input::Journal(outcome) => self.journal_says(&mut call, outcome),
            Input::Wake => {
                let now = self.clock.tick(call.now().up);
                self.settle(&mut call, now, due::Until::Including);
            }
            Input::Stop => self.stop(&mut call),
        }
        self.hurry(&mut call);
    }

    /// The version of the state.
    pub fn v(&self) -> u64 {
        self.state.v
    }

    /// The newest version that is durable.
    pub fn durable_v(&self) -> u64 {
        self.durable_v
    }

    /// The code.
    pub fn code(&self) -> RoomCode {
        self.code
    }

    /// The view at the room's version, with its hash: what every session is led to.
    pub fn view(&self) -> (&Value, ViewHash) {
        (&self.view, self.hash)
    }

    /// The sessions that are in the room.
    pub fn sessions(&self) -> impl Iterator<Item = SessionId> + '_ {
        self.sessions.keys().copied()
    }

    fn hear(&mut self, call: &mut Call<'_, '_>, letter: Letter) {
        if self.mode != Mode::Running {
            return self.hear_while_not_running(call, &letter);
        }
        let stamp = self.clock.tick(letter.at);
        if is_planted(Fault::DeadlineBeforeLetter) {
            let now = self.clock.tick(call.now().up);
            self.settle(call, now, due::Until::Including);
        } else {
            self.settle(call, stamp, due::Until::Before);
        }
        if self.mode != Mode::Running {
            return self.hear_while_not_running(call, &letter);
        }
        self.clock.reached(stamp);
        match letter.body {
            Body::Join { token, name, chair } => self.join(call, letter.from, &token, name, chair),
            Body::Resume { token, epoch, v } => self.come_back(call, letter.from, &token, epoch, v),
            Body::Watch { name } => self.watch(call, letter.from, name),
            Body::Closed => self.closed(call, letter.from.session),
            Body::Wish(message) => self.wish(call, letter.from.session, message, letter.at),
        }
    }

    /// A room that waits for its disk, stops or has ended judges nothing.
    fn hear_while_not_running(&mut self, call: &mut Call<'_, '_>, letter: &Letter) {
        let session = letter.from.session;
        match (&letter.body, self.mode) {
            (Body::Closed, _) => {
                self.sessions.remove(&session);
            }
            (_, Mode::Gone) => {
                let post = Post::Close {
                    code: CloseCode::RoomGone,
                    retry_ms: None,
                };
                call.out.push(Out::Tell { to: session, post });
            }
            (Body::Wish(message), Mode::Lost) => {
                if let Some(n) = message.n() {
                    self.refuse_now(call, session, RefusalCode::Paused, Some(n));
                }
            }
            (Body::Join { .. } | Body::Resume { .. } | Body::Watch { .. }, Mode::Lost | Mode::Stopping) => {
                let post = Post::Close {
                    code: CloseCode::Restart,
                    retry_ms: Some(RETRY_MS),
                };
                call.out.push(Out::Tell { to: session, post });
            }
            (_, Mode::Running | Mode::Stopping) => {}
        }
    }

    /// Adds a fact to the envelope that is being made; from here on it is so.
    ///
    /// # Panics
    /// When the fact does not fit: a bug, which ends this room's task and nothing else.
    fn put(&mut self, call: &mut Call<'_, '_>, fact: Fact) {
        let tick = self.clock.last().0;
        match self.state.evolve(self.state.v + 1, tick, &fact) {
            Ok(events) => call.events.extend(events),
            Err(why) => panic!("room {} made a fact that does not fit: {why}: {fact:?}", self.no),
        }
        call.draft.push(fact);
    }

    /// Ends the envelope: one row for the journal, one diff for everybody, both at the next version.
    fn close_envelope(&mut self, call: &mut Call<'_, '_>, stored: Option<StoredAnswer>) {
        let tick = self.clock.last().0;
        let from = self.state.v;
        self.state.finish(from + 1, tick, stored.as_ref());
        let envelope = Envelope {
            engine: ENGINE,
            tick,
            facts: std::mem::take(&mut call.draft),
            stored,
        };
        let body = envelope.encode();
        assert!(
            body.len() <= crate::journal::ROW_BYTES_MAX,
            "room {}: a row of {} bytes",
            self.no,
            body.len()
        );
        let events = std::mem::take(&mut call.events);
        let frame = self.remember(from, events);
        let mut besides = std::mem::take(&mut call.besides);
        if call.record.is_some() {
            let base = serde_json::to_vec(&self.state).expect("a room without a running match can be written down");
            besides.push(Besides::Base(Bytes::from(base)));
        }
        let row = Row { v: from + 1, body };
        let append = Append {
            room: self.no,
            fence: self.fence,
            expected_v: from,
            row,
            besides,
        };
        call.out.push(Out::Append {
            append,
            record: call.record.take(),
        });
        self.ahead.push_back(call.now().up);
        self.clock.rows_wait(self.ahead.front().copied(), call.now().up);
        self.wait(call, Saying::All { frame });
        self.tell_summary(call);
    }

    /// Makes the new view, and the diff that leads to it.
    fn remember(&mut self, from: u64, events: Vec<chowk_protocol::Event>) -> Bytes {
        let old = std::mem::replace(&mut self.view, Value::Null);
        self.see();
        let diff = Diff {
            from,
            v: self.state.v,
            hash: self.hash,
            patch: patch::diff(&old, &self.view),
            events,
        };
        self.history.remember(&diff)
    }

    fn see(&mut self) {
        self.view = view::view_of(self.code, &self.state);
        self.hash = patch::hash(&self.view);
    }

    /// Says something to one session, after all rows so far are durable.
    fn say(&mut self, call: &mut Call<'_, '_>, to: SessionId, post: Post, n: Option<u64>) {
        self.wait(call, Saying::One { to, post, n });
    }

    fn wait(&mut self, call: &mut Call<'_, '_>, what: Saying) {
        let waiting = Waiting { v: self.state.v, what };
        if self.waiting.is_empty() && (waiting.v <= self.durable_v || is_planted(Fault::AckBeforeCommit)) {
            self.release(call, waiting);
        } else {
            self.waiting.push_back(waiting);
        }
    }

    fn release(&mut self, call: &mut Call<'_, '_>, waiting: Waiting) {
        match waiting.what {
            Saying::One { to, post, .. } => call.out.push(Out::Tell { to, post }),
            Saying::All { frame } => {
                for (session, _) in self.sessions.iter().filter(|(_, sitter)| sitter.since_v < waiting.v) {
                    call.out.push(Out::Tell {
                        to: *session,
                        post: Post::Frame(frame.clone()),
                    });
                }
            }
            Saying::Summary(summary) => call.out.push(Out::Summary(summary)),
            Saying::Gone => {
                self.mode = Mode::Gone;
                call.out.push(Out::Gone);
            }
        }
    }

    fn journal_says(&mut self, call: &mut Call<'_, '_>, outcome: Outcome) {
        if matches!(self.mode, Mode::Lost | Mode::Gone) {
            return;
        }
        match outcome {
            Outcome::Durable => {
                self.ahead.pop_front();
                self.durable_v += 1;
                self.clock.rows_wait(self.ahead.front().copied(), call.now().up);
                while self.waiting.front().is_some_and(|waiting| waiting.v <= self.durable_v) {
                    let Some(waiting) = self.waiting.pop_front() else { break };
                    self.release(call, waiting);
                }
                self.measure_from_here(call.now().up);
                if self.mode == Mode::Stopping {
                    self.stop(call);
                }
            }
            Outcome::Conflict | Outcome::Unknown => self.lose(call),
        }
    }

    /// Rows may be lost. Nobody heard of what they said; whoever waits for it is told to try again.
    fn lose(&mut self, call: &mut Call<'_, '_>) {
        self.ahead.clear();
        if self.mode == Mode::Stopping {
            self.waiting.clear();
            return self.stop(call);
        }
        self.mode = Mode::Lost;
        let mut again = Vec::new();
        for waiting in std::mem::take(&mut self.waiting) {
            if let Saying::One { to, post, n } = waiting.what {
                match (n, post) {
                    (Some(n), _) => self.refuse_now(call, to, RefusalCode::Paused, Some(n)),
                    (None, Post::Close { .. } | Post::Welcome { .. } | Post::Detached) => again.push(to),
                    (None, Post::Frame(_)) => {}
                }
            }
        }
        // Who was let in by a row that may be lost comes in again.
        let durable = self.durable_v;
        again.extend(
            self.sessions
                .iter()
                .filter(|(_, sitter)| sitter.since_v > durable)
                .map(|(id, _)| *id),
        );
        for session in again {
            self.sessions.remove(&session);
            let post = Post::Close {
                code: CloseCode::Restart,
                retry_ms: Some(RETRY_MS),
            };
            call.out.push(Out::Tell { to: session, post });
        }
        let around = ServerMsg::Around(self.around(call.now(), Some(PAUSED.to_owned())));
        let frame = Bytes::from(around.encode());
        for session in self.sessions.keys() {
            call.out.push(Out::Tell {
                to: *session,
                post: Post::Frame(frame.clone()),
            });
        }
        call.out.push(Out::Lost);
    }

    fn stop(&mut self, call: &mut Call<'_, '_>) {
        if self.mode == Mode::Running {
            self.mode = Mode::Stopping;
        }
        if self.mode == Mode::Stopping && !self.ahead.is_empty() {
            return;
        }
        for (at, session) in (0..).zip(std::mem::take(&mut self.sessions).into_keys()) {
            // A spread, so that not all come back in the same moment.
            let retry_ms = Some(RETRY_MS + (session.n * 37 + at * 101) % 1_500);
            call.out.push(Out::Tell {
                to: session,
                post: Post::Close {
                    code: CloseCode::Restart,
                    retry_ms,
                },
            });
        }
        self.mode = Mode::Gone;
        call.out.push(Out::Stopped);
    }

    /// A refusal that depends on no fact: it leaves at once and names the last durable version (contract 5).
    fn refuse_now(&self, call: &mut Call<'_, '_>, to: SessionId, code: RefusalCode, n: Option<u64>) {
        let mut refusal = Refusal::new(code).to(n).retry_in(RETRY_MS);
        refusal.v = Some(self.durable_v);
        let frame = Bytes::from(ServerMsg::Refused(refusal).encode());
        call.out.push(Out::Tell {
            to,
            post: Post::Frame(frame),
        });
    }

    fn refuse(&mut self, call: &mut Call<'_, '_>, to: SessionId, mut refusal: Refusal) {
        refusal.v = Some(self.state.v);
        let n = refusal.n;
        let frame = Bytes::from(ServerMsg::Refused(refusal).encode());
        self.say(call, to, Post::Frame(frame), n);
    }

    fn around(&self, now: Moment, paused: Option<String>) -> Around {
        let seats = self.state.numbered().filter(|(_, chair)| chair.seat().is_some());
        let names = self.sessions.values().filter_map(|sitter| match &sitter.place {
            Place::Watcher { name } => name.clone(),
            Place::Seat { .. } => None,
        });
        Around {
            chairs: seats.map(|(chair, _)| (chair, self.is_here(chair))).collect(),
            watchers: self.watchers(),
            names: names.collect(),
            paused,
            tick: self.clock.tick(now.up).0,
            now: now.wall,
        }
    }

    fn tell_around(&mut self, call: &mut Call<'_, '_>) {
        let frame = Bytes::from(ServerMsg::Around(self.around(call.now(), None)).encode());
        let all: Vec<SessionId> = self.sessions.keys().copied().collect();
        for session in all {
            self.say(call, session, Post::Frame(frame.clone()), None);
        }
    }

    fn tell_summary(&mut self, call: &mut Call<'_, '_>) {
        let summary = view::summary_of(self.code, &self.state, self.watchers());
        if self.summary.as_ref() != Some(&summary) {
            self.summary = Some(summary.clone());
            self.wait(call, Saying::Summary(summary));
        }
    }

    /// The room goes on after the server was down: a row, if clocks run, and time for those who must come back.
    fn resume(&mut self, call: &mut Call<'_, '_>, why: &str) {
        self.nobody_new(call);
        let now = self.clock.tick(call.now().up).0;
        self.clock.reached(Tick(now));
        let (runs, reveal_by) = match &self.state.stage {
            state::Stage::Playing(_) => (true, None),
            state::Stage::Revealing { reveal_by, .. } => (true, Some((now + self.limits.reveal).max(*reveal_by))),
            state::Stage::Gathering { .. } | state::Stage::Readying { .. } | state::Stage::Ended(_) => (false, None),
        };
        if runs {
            self.put(
                call,
                Fact::Resumed {
                    why: why.to_owned(),
                    reveal_by,
                },
            );
            self.wait_for_dropped(call);
            self.close_envelope(call, None);
        }
        self.tell_summary(call);
    }

    /// From now on whoever is not connected counts as gone since now.
    fn nobody_new(&mut self, call: &Call<'_, '_>) {
        let now = self.clock.tick(call.now().up);
        for chair in 0..self.gone_since.len() {
            if !self.is_here(chair as ChairNo) {
                self.gone_since[chair] = now;
            }
        }
        self.empty_since = now;
    }
}

/// When to try again what a room could not hear now, in milliseconds.
const RETRY_MS: u64 = 500;
/// Why a room stands still.
const PAUSED: &str = "The server cannot write to its disk; the room stands still and no clock runs.";

/// Folds what is on disk, and remembers the last versions' diffs.
fn fold_rows(code: RoomCode, stored: &Stored) -> Result<(State, History), FoldError> {
    let broken = |v: u64| move |why: String| FoldError { v, why };
    let mut state: Option<State> = match &stored.base {
        Some(base) => Some(serde_json::from_slice(&base.body).map_err(|error| broken(base.v)(error.to_string()))?),
        None => None,
    };
    let mut history = History::default();
    let mut seen = None;
    let remembered_from = stored.v().saturating_sub(HISTORY_MAX as u64);
    for row in &stored.rows {
        let envelope = Envelope::decode(&row.body).map_err(broken(row.v))?;
        let state = match (&mut state, envelope.facts.first()) {
            (Some(state), _) => state,
            (none @ None, Some(first)) => {
                none.insert(State::open(first).ok_or_else(|| broken(row.v)("the first row opens no room".into()))?)
            }
            (None, None) => return Err(broken(row.v)("the first row is empty".into())),
        };
        if row.v != state.v + 1 {
            return Err(broken(row.v)(format!("it follows version {}", state.v)));
        }
        if row.v > remembered_from && seen.is_none() {
            seen = Some(view::view_of(code, state));
        }
        let from = state.v;
        let events = state.fold(row.v, &envelope).map_err(broken(row.v))?;
        if let Some(old) = &mut seen {
            let new = view::view_of(code, state);
            let diff = Diff {
                from,
                v: state.v,
                hash: patch::hash(&new),
                patch: patch::diff(old, &new),
                events,
            };
            history.remember(&diff);
            *old = new;
        }
    }
    let state = state.ok_or_else(|| broken(0)("there are no rows".into()))?;
    if state.v == stored.v() {
        Ok((state, history))
    } else {
        Err(broken(stored.v())("versions have a hole".into()))
    }
}
