//! The door: who sits down, comes back, watches and goes (contract 9 to 13).

use bytes::Bytes;
use chowk_protocol::{ChairNo, ClientKind, ClientMsg, CloseCode, Epoch, Refusal, RefusalCode, ServerMsg, Token};
use chowk_record::fair::Digest;
use chowk_rules::Tick;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

use super::{
    Call, Caller, End, Fact, Out, Place, Post, Room, SessionId, Sitter,
    chairs::{Chair, Numbered, Seat},
    fact::Stored,
    state::Stage,
    told::RETRY_MS,
};
use crate::fault::{Fault, is_planted};

/// Most of what may wait for the disk in one room before commands are `busy` too.
const WAITING_MAX: usize = 1_024;

/// What the server keeps of a token (contract 9).
pub(crate) fn token_hash(token: &Token) -> Digest {
    Digest::from_bytes(Sha256::digest(token.0.0).into())
}

impl Room {
    /// Sits down, or finds the same seat again by its token (contract 10).
    pub(super) fn join(
        &mut self,
        call: &mut Call<'_, '_>,
        from: Caller,
        token: &Token,
        name: String,
        chair: Option<ChairNo>,
    ) {
        let token = token_hash(token);
        if self.is_busy() {
            self.refuse_now(call, from.session, RefusalCode::Busy, None);
            call.out.push(Out::Tell {
                to: from.session,
                post: Post::Detached,
            });
            return;
        }
        if let Some(chair) = self.chair_of_token(&token) {
            self.take_control(call, from, chair, None);
            return;
        }
        if self.state.removed.contains(&token) {
            self.refuse(call, from.session, Refusal::new(RefusalCode::Removed));
            return self.turn_away(call, from.session);
        }
        match self.free_chair(chair) {
            Ok(chair) => {
                self.put(
                    call,
                    Fact::Seated {
                        chair,
                        name,
                        kind: from.kind,
                        token,
                    },
                );
                self.follow(call);
                self.enter(from, Place::Seat { chair, generation: 1 });
                self.close_envelope(call, None);
                self.welcome(call, from, None);
            }
            Err(code) => {
                self.refuse(call, from.session, Refusal::new(code));
                self.turn_away(call, from.session);
            }
        }
    }

    /// Returns to a seat: `hello` with `resume` (contract 13).
    pub(super) fn come_back(&mut self, call: &mut Call<'_, '_>, from: Caller, token: &Token, epoch: Epoch, v: u64) {
        let token = token_hash(token);
        match self.chair_of_token(&token) {
            None => {
                let code = if self.state.removed.contains(&token) {
                    RefusalCode::Removed
                } else {
                    RefusalCode::ForeignToken
                };
                let post = Post::Welcome { resumed: Err(code) };
                self.say(call, from.session, post, None);
                self.turn_away(call, from.session);
            }
            // The first word after a resume is the welcome, or a farewell.
            Some(_) if self.is_busy() => {
                let post = Post::Close(End::restart(RETRY_MS));
                call.out.push(Out::Tell { to: from.session, post });
            }
            Some(chair) => self.take_control(call, from, chair, Some((epoch, v))),
        }
    }

    /// Another socket controls the seat from now on; an older one is told so, and that is final (contract 12).
    fn take_control(&mut self, call: &mut Call<'_, '_>, from: Caller, chair: ChairNo, knows: Option<(Epoch, u64)>) {
        let older: Vec<SessionId> = self.sessions_of(chair).collect();
        if older.iter().any(|session| self.is_newer(*session, from)) {
            // The hello of a socket that its client has left for a newer one, and that came late (case A2).
            let post = Post::Close(End::of(CloseCode::TakenOver));
            return self.say(call, from.session, post, None);
        }
        self.put(call, Fact::Control { chair });
        let generation = self.state.seat(chair).map_or(0, |seat| seat.generation);
        self.enter(from, Place::Seat { chair, generation });
        self.close_envelope(call, None);
        for session in older.into_iter().filter(|session| *session != from.session) {
            if !is_planted(Fault::GenerationIgnored) {
                self.sessions.remove(&session);
            }
            self.say(call, session, Post::Close(End::of(CloseCode::TakenOver)), None);
        }
        self.welcome(call, from, knows);
    }

    /// Whether a session is a newer socket of the caller's own client: one client opens its sockets one by one.
    fn is_newer(&self, session: SessionId, than: Caller) -> bool {
        let same_client = self.sessions.get(&session).is_some_and(|sitter| sitter.cid == than.cid);
        same_client && session.gateway == than.session.gateway && session.n > than.session.n
    }

    pub(super) fn watch(&mut self, call: &mut Call<'_, '_>, from: Caller, name: Option<String>) {
        let refused = if !self.state.watch {
            Some(RefusalCode::NoWatching)
        } else if self.watchers() as usize >= self.limits.watchers {
            Some(RefusalCode::WatchersFull)
        } else {
            None
        };
        if let Some(code) = refused {
            self.refuse(call, from.session, Refusal::new(code));
            return self.turn_away(call, from.session);
        }
        self.enter(from, Place::Watcher { name });
        self.welcome(call, from, None);
    }

    /// Puts the session among those of the room; its snapshot is of the version that is being made, or of this one.
    pub(super) fn enter(&mut self, from: Caller, place: Place) {
        let sitter = Sitter {
            kind: from.kind,
            cid: from.cid,
            place,
            since_v: u64::MAX,
        };
        self.sessions.insert(from.session, sitter);
    }

    /// What a session is told first: the welcome (if it resumes), its seat, then the view, then its surroundings.
    pub(super) fn welcome(&mut self, call: &mut Call<'_, '_>, from: Caller, knows: Option<(Epoch, u64)>) {
        let v = self.state.v;
        let Some(sitter) = self.sessions.get_mut(&from.session) else {
            return;
        };
        sitter.since_v = v;
        let (chair, generation) = match sitter.place {
            Place::Seat { chair, generation } => (Some(chair), Some(generation)),
            Place::Watcher { .. } => (None, None),
        };
        if knows.is_some() {
            self.say(call, from.session, Post::Welcome { resumed: Ok(()) }, None);
        }
        let last_n = chair
            .and_then(|chair| self.state.seat(chair))
            .map_or(0, |seat| seat.answers.last_n(from.cid));
        let seated = ServerMsg::Seated {
            room: self.code,
            chair,
            generation,
            last_n,
            last_ms: chair.and_then(|chair| *self.answered_in.get(usize::from(chair))?),
        };
        self.say(call, from.session, Post::Frame(Bytes::from(seated.encode())), None);
        let missed = knows
            .filter(|(epoch, _)| *epoch == self.state.epoch)
            .and_then(|(_, known)| self.history.catch_up(known, v));
        let view = missed.unwrap_or_else(|| self.snapshot());
        self.say(call, from.session, Post::Frame(view), None);
        self.tell_around(call);
        self.tell_summary(call);
    }

    pub(super) fn snapshot(&self) -> Bytes {
        let message = ServerMsg::Snapshot {
            room: self.code,
            epoch: self.state.epoch,
            v: self.state.v,
            hash: self.seen.hash(),
            view: self.seen.json(),
            news: self.history.news(),
        };
        Bytes::from(message.encode())
    }

    /// A socket is gone. Only the close of a session that still counts changes anything (contract 12).
    pub(super) fn closed(&mut self, call: &mut Call<'_, '_>, session: SessionId) {
        let Some(sitter) = self.sessions.remove(&session) else {
            return;
        };
        let now = self.clock.last();
        if self.sessions.is_empty() {
            self.empty_since = now;
        }
        if let Place::Seat { chair, .. } = sitter.place
            && !self.is_here(chair)
        {
            self.dropped(call, chair, now);
        }
        self.tell_around(call);
        self.tell_summary(call);
    }

    /// The last socket of a seat is gone.
    pub(super) fn dropped(&mut self, call: &mut Call<'_, '_>, chair: ChairNo, now: Tick) {
        if let Some(since) = self.gone_since.get_mut(usize::from(chair)) {
            *since = now;
        }
        self.wait_for_dropped(call);
        if !call.draft.is_empty() {
            self.close_envelope(call, None);
        }
    }

    /// A message of a session that is in the room.
    pub(super) fn wish(&mut self, call: &mut Call<'_, '_>, session: SessionId, message: ClientMsg, at: u64) {
        let Some(sitter) = self.sessions.get(&session).cloned() else {
            return;
        };
        let n = message.n();
        let chair = match sitter.place {
            Place::Seat { chair, generation } => {
                let current = self.state.seat(chair).is_some_and(|seat| seat.generation == generation);
                if !current && !is_planted(Fault::GenerationIgnored) {
                    return;
                }
                Some(chair)
            }
            Place::Watcher { .. } => None,
        };
        match (&message, chair) {
            (ClientMsg::Ping { c }, _) => {
                if self.waiting.len() < WAITING_MAX {
                    let pong = ServerMsg::Pong {
                        c: *c,
                        v: self.state.v,
                        now: call.now().wall,
                    };
                    self.say(call, session, Post::Frame(Bytes::from(pong.encode())), None);
                }
                return;
            }
            (ClientMsg::Resync {}, _) => {
                if self.waiting.len() < WAITING_MAX {
                    let snapshot = self.snapshot();
                    self.say(call, session, Post::Frame(snapshot), None);
                }
                return;
            }
            (_, _) => {}
        }
        if self.is_busy() {
            return self.refuse_now(call, session, RefusalCode::Busy, n);
        }
        let (Some(chair), Some(n)) = (chair, n) else {
            let code = match (&message, chair) {
                (ClientMsg::Input { .. }, Some(_)) => RefusalCode::WrongGame,
                (_, None) => RefusalCode::WatchersOnlySee,
                (_, Some(_)) => RefusalCode::ElsewhereRoom,
            };
            return self.refuse(call, session, Refusal::new(code).to(n));
        };
        let Some(seat) = self.state.seat(chair) else { return };
        match seat.answers.look(sitter.cid, n) {
            Numbered::New => {}
            Numbered::Repeated(kept) => {
                let ack = ServerMsg::Ack {
                    n,
                    v: kept.v,
                    answer: kept.answer,
                    last_ms: None,
                };
                return self.say(call, session, Post::Frame(Bytes::from(ack.encode())), Some(n));
            }
            Numbered::Gap => return self.refuse(call, session, Refusal::new(RefusalCode::Gap).to(Some(n))),
            Numbered::TooOld => return self.refuse(call, session, Refusal::new(RefusalCode::TooOld).to(Some(n))),
        }
        if seat.away {
            self.back(call, chair);
        }
        self.command(call, session, chair, message, n, at);
    }

    /// The seat plays for itself again: an envelope of its own, before its command is judged (contract 12 and 17).
    fn back(&mut self, call: &mut Call<'_, '_>, chair: ChairNo) {
        self.put(call, Fact::Back { chair });
        self.control_goes_on(chair);
        // Its question, if it is open, gets the time of a seat that is there.
        if self.asked_chair() == Some(chair) {
            self.ask(call);
        }
        self.close_envelope(call, None);
    }

    /// The generation changed without a change of sockets: the seat's own session stays its controller.
    pub(super) fn control_goes_on(&mut self, chair: ChairNo) {
        let now = self.state.seat(chair).map_or(0, |seat| seat.generation);
        for sitter in self.sessions.values_mut() {
            if let Place::Seat {
                chair: theirs,
                generation,
            } = &mut sitter.place
                && *theirs == chair
                && *generation + 1 == now
            {
                *generation = now;
            }
        }
    }

    /// Acknowledges a command: its envelope is made, its answer kept.
    pub(super) fn acknowledge(
        &mut self,
        call: &mut Call<'_, '_>,
        session: SessionId,
        chair: ChairNo,
        n: u64,
        answer: Option<chowk_protocol::Answer>,
        last_ms: Option<u64>,
    ) {
        let Some(cid) = self.sessions.get(&session).map(|sitter| sitter.cid) else {
            return;
        };
        self.close_envelope(call, Some(Stored { chair, cid, n, answer }));
        let ack = ServerMsg::Ack {
            n,
            v: self.state.v,
            answer,
            last_ms,
        };
        self.say(call, session, Post::Frame(Bytes::from(ack.encode())), Some(n));
    }

    /// The session leaves by its own wish: its close changes nothing more.
    pub(super) fn see_off(&mut self, call: &mut Call<'_, '_>, session: SessionId) {
        self.sessions.remove(&session);
        if self.sessions.is_empty() {
            self.empty_since = self.clock.last();
        }
        self.say(call, session, Post::Close(End::of(CloseCode::Bye)), None);
        self.tell_around(call);
        self.tell_summary(call);
    }

    /// The room runs as far ahead of its disk as it may, or much waits to be said: the answer is `busy`, at once
    /// (contract 5).
    fn is_busy(&self) -> bool {
        self.is_far_ahead() || self.waiting.len() >= WAITING_MAX
    }

    pub(super) fn is_far_ahead(&self) -> bool {
        self.ahead.len() >= self.limits.rows_ahead
    }

    fn turn_away(&mut self, call: &mut Call<'_, '_>, session: SessionId) {
        self.say(call, session, Post::Detached, None);
    }

    fn chair_of_token(&self, token: &Digest) -> Option<ChairNo> {
        let holds = |seat: &Seat| bool::from(seat.token.as_bytes().ct_eq(token.as_bytes()));
        self.state
            .numbered()
            .find(|(_, chair)| chair.seat().is_some_and(holds))
            .map(|(number, _)| number)
    }

    fn free_chair(&self, wanted: Option<ChairNo>) -> Result<ChairNo, RefusalCode> {
        match self.state.stage {
            Stage::Gathering { .. } => {}
            Stage::Readying { .. } => return Err(RefusalCode::RoomFull),
            Stage::Revealing { .. } | Stage::Playing(_) => return Err(RefusalCode::Locked),
            Stage::Ended(_) => {}
        }
        match wanted {
            Some(chair) => match self.state.chair(chair) {
                None => Err(RefusalCode::NoSuchChair),
                Some(Chair::Empty) => Ok(chair),
                Some(Chair::House { .. } | Chair::Taken(_)) => Err(RefusalCode::ChairTaken),
            },
            None => {
                let free = self.state.numbered().find(|(_, chair)| chair.is_empty());
                free.map(|(number, _)| number).ok_or(RefusalCode::RoomFull)
            }
        }
    }

    fn sessions_of(&self, chair: ChairNo) -> impl Iterator<Item = SessionId> + '_ {
        let sits = move |place: &Place| matches!(place, Place::Seat { chair: theirs, .. } if *theirs == chair);
        self.sessions
            .iter()
            .filter(move |(_, sitter)| sits(&sitter.place))
            .map(|(session, _)| *session)
    }

    /// Whether somebody is connected to the chair.
    pub(super) fn is_here(&self, chair: ChairNo) -> bool {
        self.sessions_of(chair).next().is_some()
    }

    pub(super) fn watchers(&self) -> u32 {
        let watches = |sitter: &&Sitter| matches!(sitter.place, Place::Watcher { .. });
        u32::try_from(self.sessions.values().filter(watches).count()).unwrap_or(u32::MAX)
    }

    /// Seats that are connected.
    pub(super) fn seats_here(&self) -> usize {
        self.state.numbered().filter(|(chair, _)| self.is_here(*chair)).count()
    }

    /// Whether a person sits connected, or somebody watches.
    pub(super) fn a_person_sees(&self) -> bool {
        self.sessions
            .values()
            .any(|sitter| sitter.kind == ClientKind::Person || matches!(sitter.place, Place::Watcher { .. }))
    }
}
