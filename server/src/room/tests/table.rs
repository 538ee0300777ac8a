//! A bench to try a room on: a disk that can be told to wait, seats with chains, and what each socket was told.

use std::collections::BTreeMap;

use chowk_protocol::{
    Answer, Around, ChairNo, Cid, ClientKind, ClientMsg, ClockKind, GameKind, Hex, Refusal, ServerMsg, Stage,
    TurnPhase, View,
};

use super::seat::{Counting, Seat};
use crate::{
    clock::Moment,
    journal::{Append, Besides, Fence, Outcome, RoomNo, Row, SealFate, SealNews, Stored},
    room::{Body, Caller, Guests, Input, Letter, Opening, Out, Post, Room, RoomLimits, SessionId},
};

/// A room, its disk, and its sockets.
pub(super) struct Bench {
    pub(super) room: Room,
    pub(super) up: u64,
    pub(super) rows: Vec<Row>,
    pub(super) disk_waits: bool,
    waiting: Vec<Append>,
    pub(super) entropy: Counting,
    inbox: BTreeMap<SessionId, Vec<ServerMsg>>,
    posts: BTreeMap<SessionId, Vec<Post>>,
    base: Option<Row>,
    besides: Vec<Besides>,
    /// All that the room did, but for rows and frames.
    pub(super) outs: Vec<Out>,
    closed: Vec<(SessionId, u16)>,
    sessions: u64,
    /// By how much the machine's clock was set.
    pub(super) wall_ahead: u64,
}

impl Bench {
    pub(super) fn open(chairs: u8, preset: &str) -> Self {
        Self::open_with(chairs, preset, ClockKind::Casual)
    }

    pub(super) fn open_with(chairs: u8, preset: &str, clock: ClockKind) -> Self {
        Self::open_as(chairs, preset, |opening| opening.clock = clock)
    }

    /// A room with what is to be otherwise than usual.
    pub(super) fn open_as(chairs: u8, preset: &str, otherwise: impl FnOnce(&mut Opening)) -> Self {
        let host = Seat::host();
        let mut opening = Opening {
            room: RoomNo(1),
            fence: Fence(1),
            code: "22222222".parse().unwrap(),
            game: GameKind::Chowka,
            preset: Some(preset.into()),
            rules: chowk_record::rules::Rules::Chowka(chowk_rules::chowka::preset(preset).unwrap().rules()),
            chairs,
            clock: ClockKind::Casual,
            listed: true,
            watch: true,
            best_of: 1,
            fill: false,
            step: None,
            still: false,
            name: "Asha".into(),
            token: host.token(),
        };
        otherwise(&mut opening);
        let mut entropy = Counting(7);
        let mut out = Vec::new();
        let caller = Caller {
            session: host.session,
            kind: ClientKind::Person,
            cid: host.cid,
        };
        let guests = Guests {
            now: Moment {
                up: 0,
                wall: 1_900_000_000_000,
            },
            entropy: &mut entropy,
        };
        let room = Room::open(opening, caller, RoomLimits::default(), guests, &mut out);
        let mut bench = Self {
            room,
            up: 0,
            rows: Vec::new(),
            disk_waits: false,
            waiting: Vec::new(),
            entropy,
            inbox: BTreeMap::new(),
            posts: BTreeMap::new(),
            base: None,
            besides: Vec::new(),
            outs: Vec::new(),
            closed: Vec::new(),
            sessions: 10,
            wall_ahead: 0,
        };
        bench.carry_out(out);
        bench
    }

    /// A match of two in pagdi that has just begun, and its seats by chair.
    pub(super) fn started(clock: ClockKind) -> (Self, [Seat; 2]) {
        let mut bench = Self::open_with(2, "pagdi", clock);
        let (mut host, mut guest) = (Seat::host(), Seat::new(2));
        bench.join(&mut guest);
        bench.start(&mut [&mut host, &mut guest]);
        (bench, [host, guest])
    }

    /// The same; the seat that is asked comes first.
    pub(super) fn playing() -> (Self, [Seat; 2]) {
        let (bench, [host, guest]) = Self::started(ClockKind::Casual);
        if bench.asked_chair() == 0 {
            (bench, [host, guest])
        } else {
            (bench, [guest, host])
        }
    }

    pub(super) fn handle(&mut self, input: Input) {
        if let Input::Journal(Outcome::Durable) = input {
            let append = self.waiting.remove(0);
            self.rows.push(append.row);
        }
        let mut out = Vec::new();
        let now = self.now();
        let entropy = &mut self.entropy;
        self.room.handle(input, Guests { now, entropy }, &mut out);
        self.carry_out(out);
    }

    fn carry_out(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Append { append, .. } => {
                    assert_eq!(append.expected_v + 1, append.row.v);
                    self.besides.extend(append.besides.iter().cloned());
                    self.waiting.push(append);
                }
                Out::Tell {
                    to,
                    post: Post::Frame(frame) | Post::Motion(frame),
                } => {
                    let message = serde_json::from_slice(&frame).unwrap();
                    self.inbox.entry(to).or_default().push(message);
                }
                Out::Tell { to, post } => {
                    if let Post::Close(end) = post {
                        self.closed.push((to, end.code.number()));
                    }
                    self.posts.entry(to).or_default().push(post);
                }
                Out::Answered { .. }
                | Out::Summary(_)
                | Out::Reported { .. }
                | Out::Gone
                | Out::Lost
                | Out::Stopped => self.outs.push(out),
            }
        }
        while !self.disk_waits && !self.waiting.is_empty() {
            self.handle(Input::Journal(Outcome::Durable));
        }
    }

    fn now(&self) -> Moment {
        Moment {
            up: self.up,
            wall: 1_900_000_000_000 + self.up + self.wall_ahead,
        }
    }

    /// What the room does about a message; it is not carried out.
    pub(super) fn what_follows(&mut self, seat: &Seat, message: ClientMsg) -> Vec<Out> {
        let mut out = Vec::new();
        let (kind, session, cid) = (ClientKind::Person, seat.session, seat.cid);
        let letter = Letter {
            from: Caller { session, kind, cid },
            at: self.up,
            body: Body::Wish(message),
        };
        let now = self.now();
        let entropy = &mut self.entropy;
        self.room
            .handle(Input::Letter(letter), Guests { now, entropy }, &mut out);
        out
    }

    pub(super) fn new_session(&mut self) -> SessionId {
        self.sessions += 1;
        SessionId {
            gateway: 0,
            n: self.sessions,
        }
    }

    pub(super) fn letter(&mut self, session: SessionId, cid: Cid, body: Body) {
        self.letter_at(session, cid, body, self.up);
    }

    pub(super) fn letter_at(&mut self, session: SessionId, cid: Cid, body: Body, at: u64) {
        let from = Caller {
            session,
            kind: ClientKind::Person,
            cid,
        };
        self.handle(Input::Letter(Letter { from, at, body }));
    }

    pub(super) fn join(&mut self, seat: &mut Seat) {
        let body = Body::Join {
            token: seat.token(),
            name: "Ravi".into(),
            chair: None,
        };
        self.letter(seat.session, seat.cid, body);
    }

    pub(super) fn wish(&mut self, seat: &Seat, message: ClientMsg) {
        self.letter(seat.session, seat.cid, Body::Wish(message));
    }

    pub(super) fn ready(&mut self, seat: &mut Seat) {
        let message = seat.ready_message(&self.view());
        self.wish(seat, message);
    }

    pub(super) fn reveal(&mut self, seat: &mut Seat) {
        let link = Hex(*seat.chain.as_ref().unwrap().reveal().as_bytes());
        let n = seat.next_n();
        self.wish(seat, ClientMsg::Reveal { n, link });
    }

    pub(super) fn start(&mut self, seats: &mut [&mut Seat]) {
        for seat in seats.iter_mut() {
            self.ready(seat);
        }
        for seat in seats.iter_mut() {
            self.reveal(seat);
        }
        assert_eq!(self.view().stage, Stage::Playing);
    }

    pub(super) fn throw_with(&mut self, seat: &mut Seat) {
        let throw = seat.throw(&self.view());
        self.wish(seat, throw);
        self.ack(seat.session);
    }

    /// Plays the first legal move of each turn, from the start to the end.
    pub(super) fn play_to_the_end(&mut self, seats: &mut [Seat]) {
        self.start(&mut seats.iter_mut().collect::<Vec<_>>());
        self.play_on(seats, |_, _| {});
    }

    /// Plays to the end; before each decision the seat that is asked may try something.
    pub(super) fn play_on(&mut self, seats: &mut [Seat], mut first: impl FnMut(&mut Self, &mut Seat)) {
        for _ in 0..5_000 {
            let Some(turn) = self.view().turn else { return };
            let seat = &mut seats[usize::from(self.asked_chair())];
            first(self, seat);
            match turn.phase {
                TurnPhase::Throw => self.throw_with(seat),
                TurnPhase::Move => {
                    let (pawn, values) = turn.moves.iter().next_back().unwrap();
                    let value = *values.keys().next().unwrap();
                    let n = seat.next_n();
                    self.wish(
                        seat,
                        ClientMsg::Move {
                            n,
                            v: turn.asked,
                            pawn: *pawn,
                            value,
                        },
                    );
                    self.ack(seat.session);
                }
            }
            self.up += 5;
            super::super::view::is_whole(&self.room.seen);
        }
        panic!("the match does not end");
    }

    pub(super) fn sleep_to_next_wake(&mut self) {
        self.up = self.room.next_wake().expect("something falls due").max(self.up);
        self.handle(Input::Wake);
    }

    pub(super) fn view(&self) -> View {
        self.room.seen.view().clone()
    }

    pub(super) fn asked_chair(&self) -> ChairNo {
        let view = self.view();
        view.sides[&view.turn.unwrap().side].chair
    }

    pub(super) fn inbox(&mut self, session: SessionId) -> Vec<ServerMsg> {
        self.inbox.remove(&session).unwrap_or_default()
    }

    /// What the session was told beside frames.
    pub(super) fn posts(&self, session: SessionId) -> Vec<Post> {
        self.posts.get(&session).cloned().unwrap_or_default()
    }

    pub(super) fn forget_what_was_told(&mut self) {
        self.inbox.clear();
    }

    pub(super) fn told_sessions(&self) -> Vec<SessionId> {
        self.inbox.keys().copied().collect()
    }

    /// The fates in the log of seals.
    pub(super) fn seal_fates(&self) -> Vec<&'static str> {
        let fate = |news: &Besides| match news {
            Besides::Seal(SealNews::Sealed { .. }) => Some("sealed"),
            Besides::Seal(SealNews::Opened {
                fate: SealFate::NotStarted { .. },
                ..
            }) => Some("not_started"),
            Besides::Seal(SealNews::Opened {
                fate: SealFate::Played { why, .. },
                ..
            }) => Some(*why),
            Besides::Open(_) | Besides::Record { .. } | Besides::Base(_) | Besides::Bury => None,
        };
        self.besides.iter().filter_map(fate).collect()
    }

    /// The record of the match that ended last.
    pub(super) fn record(&self) -> String {
        String::from_utf8(crate::games::record_of(&self.rows).unwrap().text).unwrap()
    }

    /// As the journal does when a match has ended: the base replaces the rows.
    pub(super) fn compact(&mut self) {
        let bases = self.besides.iter().filter_map(|news| match news {
            Besides::Base(body) => Some(body.clone()),
            Besides::Open(_) | Besides::Seal(_) | Besides::Record { .. } | Besides::Bury => None,
        });
        let body = bases.last().unwrap();
        self.base = Some(Row {
            v: self.rows.last().unwrap().v,
            body,
        });
        self.rows.clear();
    }

    pub(super) fn was_closed(&self, session: SessionId, code: u16) -> bool {
        self.closed.contains(&(session, code))
    }

    /// The newest acknowledgement that the session was told; the inbox is empty afterwards.
    pub(super) fn ack(&mut self, session: SessionId) -> (u64, u64, Option<Answer>) {
        let inbox = self.inbox(session);
        let ack = inbox.iter().rev().find_map(|message| {
            if let ServerMsg::Ack { n, v, answer, .. } = message {
                Some((*n, *v, *answer))
            } else {
                None
            }
        });
        ack.unwrap_or_else(|| panic!("no acknowledgement in {inbox:?}"))
    }

    pub(super) fn refusal(&mut self, session: SessionId) -> Refusal {
        let inbox = &self.inbox[&session];
        let found = inbox.iter().rev().find_map(|message| {
            if let ServerMsg::Refused(refusal) = message {
                Some(refusal.clone())
            } else {
                None
            }
        });
        found.unwrap_or_else(|| panic!("no refusal in {inbox:?}"))
    }

    /// The newest surroundings that anybody was told.
    pub(super) fn around(&self) -> Around {
        let told = self.inbox.values().flatten().filter_map(|message| {
            if let ServerMsg::Around(around) = message {
                Some(around.clone())
            } else {
                None
            }
        });
        told.max_by_key(|around| (around.now, around.paused.is_some(), around.chairs.len()))
            .unwrap()
    }

    pub(super) fn lose_what_waits(&mut self) {
        self.waiting.clear();
    }

    fn stored(&self) -> Stored {
        Stored {
            room: RoomNo(1),
            fence: Fence(2),
            base: self.base.clone(),
            rows: self.rows.clone(),
        }
    }

    pub(super) fn refold(&mut self) {
        let mut out = Vec::new();
        let stored = self.stored();
        let now = self.now();
        self.room
            .refold(
                stored,
                Guests {
                    now,
                    entropy: &mut self.entropy,
                },
                &mut out,
            )
            .unwrap();
        self.carry_out(out);
    }

    /// The server is killed and started again: the room is what its rows say, and nobody is in it.
    pub(super) fn restart(&mut self) {
        let (code, stored) = (self.room.code(), self.stored());
        let mut out = Vec::new();
        let now = self.now();
        let entropy = &mut self.entropy;
        let guests = Guests { now, entropy };
        self.room = Room::fold(code, stored, RoomLimits::default(), guests, &mut out).unwrap();
        self.carry_out(out);
    }

    /// Law: folding the journal gives the state; and so does a base.
    pub(super) fn the_rows_fold_to_the_same_state(&self) {
        let (state, _) = super::super::fold::fold_rows(self.room.code(), &self.stored()).unwrap();
        assert_eq!(state, self.room.state);
        if state.play().is_none() {
            let base = serde_json::to_vec(&state).unwrap();
            assert_eq!(serde_json::from_slice::<super::super::State>(&base).unwrap(), state);
        }
    }
}
