//! A room: who sits where, and the game they play. It does no I/O, reads no clock and draws nothing by itself.
//!
//! A room hears [`Input`]s and answers with [`Out`]s. It first does what fell due before a letter's stamp, then hears
//! the letter; each command that changes something makes one envelope, and everything said after it waits in order
//! until that envelope's row is durable (contract 5 and 14).

mod actor;
mod chairs;
mod clocks;
mod door;
mod due;
mod evolve;
mod fact;
mod fold;
mod handle;
mod history;
mod lengths;
mod letter;
mod manners;
mod report;
mod restore;
mod series;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod ticks;
mod time;
mod told;
mod turns;
mod view;
mod wishes;

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use chowk_protocol::{ChairNo, Cid, ClientKind, CloseCode, Diff, RefusalCode, RoomCode, ViewHash};
use chowk_record::line::ENGINE;
use chowk_rules::Tick;
use serde_json::Value;

pub use self::actor::World;
pub(crate) use self::actor::{Birth, start};
#[cfg(test)]
pub(crate) use self::fact::Told;
pub(crate) use self::fact::{Envelope, Fact};
pub use self::fold::FoldError;
pub(crate) use self::handle::creator_of;
pub use self::handle::{NotTaken, RoomHandle};
pub use self::lengths::Lengths;
pub use self::letter::{
    Body, Caller, End, Guests, Input, Letter, Opening, Order, Out, Post, RoomLimits, SessionId, Summary,
};
pub use self::report::{ChairReport, Report, SessionReport};
pub use self::restore::Brought;
pub(crate) use self::restore::{conceal_base, conceal_row};
pub(crate) use self::series::is_series;
use self::{
    clocks::RoomClock,
    fact::Stored as StoredAnswer,
    history::History,
    state::State,
    ticks::Running,
    told::{RETRY_MS, Saying, Waiting},
    view::{Seen, Viewer},
};
use crate::{
    clock::Moment,
    fault::{Fault, is_planted},
    journal::{Append, Besides, DirectoryRow, Fence, RoomNo, Row},
};

/// A room.
#[derive(Debug)]
pub struct Room {
    no: RoomNo,
    fence: Fence,
    code: RoomCode,
    limits: RoomLimits,
    state: State,
    /// What all may see at `state.v`.
    seen: Seen,
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
    /// How long each seat of a bot took for its last answer, in milliseconds.
    answered_in: Vec<Option<u64>>,
    summary: Option<Summary>,
    /// The match that goes by ticks, as it runs ahead of its rows.
    running: Option<Running>,
    /// How far the room's clock was behind the wall's when all were told last, in milliseconds.
    told_behind: Option<u64>,
    /// No new match starts: the server closes for the evening.
    is_draining: bool,
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
    /// It has not answered a ping.
    silent: bool,
    /// The uptime at which it last said something to those who watch.
    aside_at: Option<u64>,
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
            rules: opening.rules.to_value(),
            preset: opening.preset,
            chairs: opening.chairs,
            clock: opening.clock,
            listed: opening.listed,
            watch: opening.watch,
            best_of: opening.best_of,
            fill: opening.fill,
            step: opening.step,
            still: opening.still,
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
        room.close_envelope(&mut call, Vec::new());
        room.welcome(&mut call, host, None);
        room
    }

    fn new(no: RoomNo, fence: Fence, code: RoomCode, limits: RoomLimits, state: State, clock: RoomClock) -> Self {
        let tick = Tick(state.tick);
        Self {
            no,
            fence,
            code,
            limits,
            gone_since: vec![tick; state.chairs.len()],
            answered_in: vec![None; state.chairs.len()],
            seen: Seen::of(Viewer::Everybody, code, &state),
            state,
            history: History::default(),
            clock,
            sessions: BTreeMap::new(),
            empty_since: tick,
            ahead: VecDeque::new(),
            durable_v: 0,
            waiting: VecDeque::new(),
            question_told: (0, 0),
            summary: None,
            running: None,
            told_behind: None,
            is_draining: false,
            mode: Mode::Running,
        }
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
            Input::Order(order) => {
                let now = self.clock.tick(call.now().up);
                self.settle(&mut call, now, due::Until::Including);
                self.clock.reached(now);
                self.order(&mut call, order);
            }
            Input::Stop => self.stop(&mut call),
        }
        self.go_on_with_ticks(&mut call);
        self.hurry(&mut call);
        self.tell_the_time(&mut call);
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
    pub fn view(&self) -> (Value, ViewHash) {
        (self.seen.json(), self.seen.hash())
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
            Body::Silent(silent) => self.silent(call, letter.from.session, silent),
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
            (Body::Silent(silent), _) => self.is_silent_now(session, *silent),
            (_, Mode::Gone) => {
                let post = Post::Close(End::of(CloseCode::RoomGone));
                call.out.push(Out::Tell { to: session, post });
            }
            (Body::Wish(message), Mode::Lost) => {
                if let Some(n) = message.n() {
                    self.refuse_now(call, session, RefusalCode::Paused, Some(n));
                }
            }
            (Body::Join { .. } | Body::Resume { .. } | Body::Watch { .. }, Mode::Lost | Mode::Stopping) => {
                let post = Post::Close(End::restart(RETRY_MS));
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
            // The fact itself may hold a player's name, which belongs in no log.
            Err(why) => panic!("room {} made a fact that does not fit: {why}", self.no),
        }
        call.draft.push(fact);
    }

    /// Ends the envelope: one row for the journal, one diff for everybody, both at the next version.
    fn close_envelope(&mut self, call: &mut Call<'_, '_>, stored: Vec<StoredAnswer>) {
        let tick = self.clock.last().0;
        let from = self.state.v;
        self.state.finish(from + 1, tick, &stored);
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
        let patch = self.seen.become_(self.code, &self.state);
        self.history.remember(&Diff {
            from,
            v: self.state.v,
            hash: self.seen.hash(),
            patch,
            events,
        })
    }

    fn stop(&mut self, call: &mut Call<'_, '_>) {
        if self.mode == Mode::Running {
            self.row_of_ticks(call);
            self.mode = Mode::Stopping;
        }
        if self.mode == Mode::Stopping && !self.ahead.is_empty() {
            return;
        }
        for (at, session) in (0..).zip(std::mem::take(&mut self.sessions).into_keys()) {
            // A spread, so that not all come back in the same moment.
            let retry_ms = RETRY_MS + (session.n * 37 + at * 101) % 1_500;
            call.out.push(Out::Tell {
                to: session,
                post: Post::Close(End::restart(retry_ms)),
            });
        }
        self.mode = Mode::Gone;
        call.out.push(Out::Stopped);
    }
}
