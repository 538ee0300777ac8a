//! The door: who sits down, comes back, watches and goes (contract 9 to 13).

use bytes::Bytes;
use chowk_protocol::{ChairNo, ClientKind, CloseCode, Epoch, Refusal, RefusalCode, ServerMsg, Token};
use chowk_record::fair::Digest;
use chowk_rules::Tick;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

use super::{
    Call, Caller, End, Fact, Out, Place, Post, Room, SessionId, Sitter,
    chairs::{Chair, Seat},
    state::Stage,
    told::RETRY_MS,
};
use crate::fault::{Fault, is_planted};

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
                self.close_envelope(call, Vec::new());
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
        if let Some(running) = &mut self.running {
            running.counts_anew(chair);
        }
        let generation = self.state.seat(chair).map_or(0, |seat| seat.generation);
        self.enter(from, Place::Seat { chair, generation });
        self.close_envelope(call, Vec::new());
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
            silent: false,
            aside_at: None,
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
        self.show_all(call, from.session);
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

    /// A socket has not answered a ping, or speaks again: said before it is given up (case A5).
    pub(super) fn silent(&mut self, call: &mut Call<'_, '_>, session: SessionId, silent: bool) {
        self.is_silent_now(session, silent);
        let place = self.sessions.get(&session).map(|sitter| &sitter.place);
        if matches!(place, Some(Place::Seat { .. })) {
            self.tell_around(call);
        }
    }

    pub(super) fn is_silent_now(&mut self, session: SessionId, silent: bool) {
        if let Some(sitter) = self.sessions.get_mut(&session) {
            sitter.silent = silent;
        }
    }

    /// The last socket of a seat is gone.
    pub(super) fn dropped(&mut self, call: &mut Call<'_, '_>, chair: ChairNo, now: Tick) {
        if let Some(since) = self.gone_since.get_mut(usize::from(chair)) {
            *since = now;
        }
        self.wait_for_dropped(call);
        if !call.draft.is_empty() {
            self.close_envelope(call, Vec::new());
        }
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

    /// Whether a seat is connected, and none of its sockets answers.
    pub(super) fn is_silent(&self, chair: ChairNo) -> bool {
        let mut sitters = self
            .sessions_of(chair)
            .filter_map(|session| self.sessions.get(&session));
        self.is_here(chair) && sitters.all(|sitter| sitter.silent)
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
