//! A room's task: letters and the journal's answers go in one by one, and what the room says is carried out in order.
//! The room is the server's own; nothing of it is simulated.

mod bugs;
mod rows;

use std::collections::VecDeque;

use chowk_protocol::{CloseCode, MatchId, RoomCode};
use chowk_server::{
    journal::{Append, Outcome, RoomNo},
    room::{Body, Guests, Input, Letter, Room},
};

use crate::sim::{
    laws::{Law, MAILBOX},
    server::RETRY_MS,
    world::{Step, World},
};

/// A room's task.
pub(crate) struct Actor {
    pub(crate) no: RoomNo,
    /// `None` until it is read.
    pub(crate) room: Option<Room>,
    mailbox: VecDeque<Letter>,
    heard: VecDeque<Outcome>,
    /// Rows that are not with the writer yet; one that ends a match waits for all before it.
    unsent: VecDeque<(Append, Option<(MatchId, u64)>)>,
    flying: usize,
    life: u64,
    is_lost: bool,
    /// The writer was asked for its rows.
    is_asked_for: bool,
    is_planned: bool,
    stands_until: u64,
    wake_at: Option<u64>,
    /// Bugs that it has shown, and the version right after it was read last.
    panics: u32,
    read_at_v: Option<u64>,
    /// How often it woke for nothing at one moment.
    idle_wakes: u32,
}

impl Actor {
    /// The task of a room that must be read first. Each task, and each reading of a room, has a `life` of its own.
    pub(crate) fn unread(no: RoomNo, life: u64) -> Self {
        Self {
            no,
            room: None,
            mailbox: VecDeque::new(),
            heard: VecDeque::new(),
            unsent: VecDeque::new(),
            flying: 0,
            life,
            is_lost: false,
            is_asked_for: false,
            is_planned: false,
            stands_until: 0,
            wake_at: None,
            panics: 0,
            read_at_v: None,
            idle_wakes: 0,
        }
    }

    /// The task of a room that was opened just now.
    pub(crate) fn with(no: RoomNo, life: u64, room: Room) -> Self {
        Self {
            room: Some(room),
            ..Self::unread(no, life)
        }
    }

    /// The writer answers what was asked in this life of the task; `false` if nobody waits for it any more.
    pub(crate) fn is_answered(&mut self, life: u64) -> bool {
        self.life == life && std::mem::replace(&mut self.is_asked_for, false)
    }

    /// Whether it can go on only when the disk works.
    pub(crate) fn waits_for_disk(&self) -> bool {
        self.is_lost || self.room.is_none()
    }

    /// Whether a match runs or is about to.
    pub(crate) fn plays(&self) -> bool {
        self.room.as_ref().is_some_and(|room| {
            let (view, _) = room.view();
            view["stage"] == "playing" || view["stage"] == "revealing"
        })
    }

    /// Whether nothing is on its way to it or from it.
    pub(crate) fn is_still(&self) -> bool {
        !self.waits_for_disk()
            && self.mailbox.is_empty()
            && self.heard.is_empty()
            && self.unsent.is_empty()
            && self.flying == 0
    }
}

impl World {
    /// A letter for a room.
    pub(crate) fn post_letter(&mut self, code: RoomCode, letter: Letter) {
        let Some(actor) = self.actor(code) else { return };
        let is_last = |letter: &Letter| matches!(letter.body, Body::Closed);
        let waiting = actor.mailbox.iter().filter(|letter| !is_last(letter)).count();
        if waiting >= MAILBOX && !is_last(&letter) {
            return self.mailbox_is_full(letter);
        }
        actor.mailbox.push_back(letter);
        self.laws.mailbox_holds(code, waiting + 1);
        self.plan_run(code);
    }

    /// What became of a row.
    pub(crate) fn answer(&mut self, code: RoomCode, life: u64, outcome: Outcome) {
        let Some(actor) = self.actor(code).filter(|actor| actor.life == life) else {
            return;
        };
        actor.flying -= 1;
        // Nobody else writes this room: only a row behind one that may be lost can fail to fit.
        let stranger = outcome == Outcome::Conflict && !actor.heard.contains(&Outcome::Unknown);
        actor.heard.push_back(outcome);
        if stranger {
            let why = format!("a row of room {code} conflicts, and none before it was lost");
            let failed = self.server.as_ref().is_some_and(|server| !server.failed.is_empty());
            let law = if failed { Law::OneRoom } else { Law::Durable };
            self.laws.break_now(law, why);
        }
        self.hand_over(code);
        self.plan_run(code);
    }

    fn plan_run(&mut self, code: RoomCode) {
        let stalls = !self.calm && self.dice.one_in(self.plan.stall_one_in);
        let wait = if stalls {
            self.dice.between(200, 12_000)
        } else {
            self.dice.between(0, 2)
        };
        let now = self.time.now();
        let Some(server) = &mut self.server else { return };
        let Some(actor) = server.actors.get_mut(&code) else {
            return;
        };
        if actor.is_planned || (actor.room.is_none() && server.writer.works()) {
            return;
        }
        actor.is_planned = true;
        actor.stands_until = actor.stands_until.max(now + wait);
        self.time.at(actor.stands_until, Step::Run(server.era, code));
        if stalls {
            for socket in server.sockets.values().filter(|socket| socket.room == Some(code)) {
                self.net.conns[socket.conn].stalled = true;
            }
        }
    }

    /// Hears one letter, or one answer of the journal; which comes first is up to chance.
    pub(crate) fn run(&mut self, code: RoomCode) {
        let works = self.server.as_ref().is_some_and(|server| server.writer.works());
        let Some(actor) = self.actor(code) else { return };
        actor.is_planned = false;
        if actor.room.is_none() {
            // Letters wait until it is read; unless it cannot be.
            if !works {
                self.turn_away(code);
            }
            return;
        }
        let letters_first = self.dice.one_in(2);
        let Some(actor) = self.actor(code) else { return };
        let outcome = if letters_first && !actor.mailbox.is_empty() {
            None
        } else {
            actor.heard.pop_front()
        };
        if let Some(outcome) = outcome {
            self.handle(code, Input::Journal(outcome), None);
        } else if let Some(letter) = actor.mailbox.pop_front() {
            let session = letter.from.session.n;
            self.handle(code, Input::Letter(letter), Some(session));
        }
        if self
            .actor(code)
            .is_some_and(|actor| !actor.mailbox.is_empty() || !actor.heard.is_empty())
        {
            self.plan_run(code);
        }
    }

    /// A room cannot be read while the disk fails: whoever writes to it comes back later.
    fn turn_away(&mut self, code: RoomCode) {
        let Some(actor) = self.actor(code) else { return };
        for letter in std::mem::take(&mut actor.mailbox) {
            if !matches!(letter.body, Body::Closed) {
                self.close_by_itself(letter.from.session.n, CloseCode::Restart, Some(RETRY_MS));
            }
        }
    }

    /// The moment that the room waits for; but letters come first, and a task that does not run does not wake.
    pub(crate) fn wake(&mut self, code: RoomCode) {
        let now = self.time.now();
        let Some(actor) = self.actor(code) else { return };
        if actor.wake_at != Some(now) {
            return;
        }
        actor.wake_at = None;
        if !actor.mailbox.is_empty() || !actor.heard.is_empty() {
            return;
        }
        self.handle(code, Input::Wake, None);
    }

    /// The room hears something, and what it says is carried out.
    pub(crate) fn handle(&mut self, code: RoomCode, input: Input, session: Option<u64>) {
        let now = self.moment();
        let Some(server) = &mut self.server else { return };
        let Some(actor) = server.actors.get_mut(&code) else {
            return;
        };
        let Some(room) = &mut actor.room else { return };
        // By ticks: of a letter from before a standstill of the clock the moment says nothing (seed 407458).
        let in_time = matches!(&input, Input::Letter(letter) if !room.is_due_before(letter.at));
        let woke = matches!(input, Input::Wake);
        let mut out = Vec::new();
        let guests = Guests {
            now,
            entropy: &mut server.entropy,
        };
        room.handle(input, guests, &mut out);
        self.laws.is_bounded(code, room, &self.plan);
        if !self.calm && self.dice.one_in(self.plan.bug_one_in) {
            return self.panics(code);
        }
        let Some(actor) = self.actor(code) else { return };
        let Some(room) = &mut actor.room else { return };
        let idle = woke && out.is_empty() && room.next_wake().is_some_and(|due| due <= now.up);
        actor.idle_wakes = if idle { actor.idle_wakes + 1 } else { 0 };
        if actor.idle_wakes > 2 {
            let why = format!("room {code} asks to be woken at once, again and again, and does nothing");
            self.laws.break_now(Law::Healthy, why);
        }
        if in_time {
            self.laws.heard_in_time(&out);
        }
        let author = session.map(|session| self.key(session));
        self.carry_out(code, out, author);
        self.plan_wake(code);
        self.compare_with_disk(code);
    }

    /// Plans the moment at which the room wants to wake.
    pub(crate) fn plan_wake(&mut self, code: RoomCode) {
        let now = self.time.now();
        let Some(server) = &mut self.server else { return };
        let started_at = server.started_at();
        let Some(actor) = server.actors.get_mut(&code) else {
            return;
        };
        let due = actor.room.as_ref().and_then(Room::next_wake);
        let at = due.map(|up| (started_at + up).max(now).max(actor.stands_until));
        if at != actor.wake_at {
            actor.wake_at = at;
            if let Some(at) = at {
                self.time.at(at, Step::Wake(server.era, code));
            }
        }
    }

    /// Law: folding the journal gives the state. Asked now and then, when all that the room made is on disk.
    fn compare_with_disk(&mut self, code: RoomCode) {
        if !self.dice.one_in(150) {
            return;
        }
        let Some(server) = &self.server else { return };
        let Some(actor) = server.actors.get(&code) else { return };
        if let Some(room) = actor
            .room
            .as_ref()
            .filter(|room| !actor.is_lost && room.v() == room.durable_v())
        {
            self.laws.folds(actor.no, room);
        }
    }

    fn actor(&mut self, code: RoomCode) -> Option<&mut Actor> {
        self.server.as_mut()?.actors.get_mut(&code)
    }
}
