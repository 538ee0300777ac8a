//! A bench to try a room on: a disk that can be told to wait, seats with chains, and what each socket was told.

use std::collections::BTreeMap;

use chowk_protocol::{
    Answer, Around, ChairNo, Cid, ClientKind, ClientMsg, ClockKind, GameKind, Hex, Refusal, ServerMsg, Stage, Token,
    TurnPhase, View,
};
use chowk_record::fair::{self, Chain, Digest};

use crate::{
    clock::Moment,
    fate::Entropy,
    journal::{Append, Besides, Fence, Outcome, RoomNo, Row, SealFate, SealNews, Stored},
    room::{Body, Caller, Guests, Input, Letter, Opening, Out, Post, Room, RoomLimits, SessionId},
};

/// Bytes that count up: unlike one another, and the same in each run.
pub(super) struct Counting(u64);

impl Entropy for Counting {
    fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            *byte = (self.0 >> 56) as u8;
        }
    }
}

/// A seat of a player: its secret, its chain, its count.
pub(super) struct Seat {
    pub(super) session: SessionId,
    pub(super) cid: Cid,
    pub(super) chair: ChairNo,
    sk: [u8; 32],
    n: u64,
    chain: Option<Chain>,
}

impl Seat {
    pub(super) fn host() -> Self {
        Self::new(1)
    }

    /// The seat of session `n`; chairs are taken in the order of sessions.
    pub(super) fn new(n: u64) -> Self {
        let byte = n as u8;
        Self {
            session: SessionId { gateway: 0, n },
            cid: Hex([byte; 8]),
            chair: byte - 1,
            sk: [byte; 32],
            n: 0,
            chain: None,
        }
    }

    pub(super) fn token(&self) -> Token {
        Token(Hex(*fair::token(&self.sk).as_bytes()))
    }

    pub(super) fn next_n(&mut self) -> u64 {
        self.n += 1;
        self.n
    }

    pub(super) fn ready_message(&mut self, view: &View) -> ClientMsg {
        let c0 = fair::chain_start(&self.sk, &view.r#match.unwrap().to_string());
        let chain = Chain::new(c0, 300);
        let tip = Hex(*chain.tip().as_bytes());
        self.chain = Some(chain);
        ClientMsg::Ready {
            n: self.next_n(),
            tip,
            links: 300,
        }
    }

    pub(super) fn peek_n(&self) -> u64 {
        self.n + 1
    }

    pub(super) fn next_link(&mut self, view: &View) -> Option<Hex<32>> {
        let last = Digest::from_bytes(view.chairs[&self.chair].link.unwrap().0);
        self.chain
            .as_mut()
            .unwrap()
            .after(&last)
            .map(|link| Hex(*link.as_bytes()))
    }

    pub(super) fn throw(&mut self, view: &View) -> ClientMsg {
        let link = self
            .next_link(view)
            .filter(|_| view.chairs[&self.chair].links_left != Some(0));
        let asked = view.turn.as_ref().unwrap().asked;
        ClientMsg::Throw {
            n: self.next_n(),
            v: asked,
            link,
        }
    }
}

/// A room, its disk, and its sockets.
pub(super) struct Bench {
    pub(super) room: Room,
    pub(super) up: u64,
    pub(super) rows: Vec<Row>,
    pub(super) disk_waits: bool,
    waiting: Vec<Append>,
    entropy: Counting,
    inbox: BTreeMap<SessionId, Vec<ServerMsg>>,
    posts: BTreeMap<SessionId, Vec<Post>>,
    base: Option<Row>,
    besides: Vec<Besides>,
    /// All that the room did, but for rows and frames.
    pub(super) outs: Vec<Out>,
    closed: Vec<(SessionId, u16)>,
    sessions: u64,
}

impl Bench {
    pub(super) fn open(chairs: u8, preset: &str) -> Self {
        Self::open_with(chairs, preset, ClockKind::Casual)
    }

    pub(super) fn open_with(chairs: u8, preset: &str, clock: ClockKind) -> Self {
        let host = Seat::host();
        let opening = Opening {
            room: RoomNo(1),
            fence: Fence(1),
            code: "22222222".parse().unwrap(),
            game: GameKind::Chowka,
            preset: Some(preset.into()),
            rules: chowk_rules::chowka::preset(preset).unwrap().rules(),
            chairs,
            clock,
            listed: true,
            watch: true,
            name: "Asha".into(),
            token: host.token(),
        };
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
        };
        bench.carry_out(out);
        bench
    }

    pub(super) fn handle(&mut self, input: Input) {
        if let Input::Journal(Outcome::Durable) = input {
            let append = self.waiting.remove(0);
            self.rows.push(append.row);
        }
        let mut out = Vec::new();
        let now = Moment {
            up: self.up,
            wall: 1_900_000_000_000 + self.up,
        };
        self.room.handle(
            input,
            Guests {
                now,
                entropy: &mut self.entropy,
            },
            &mut out,
        );
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
                    post: Post::Frame(frame),
                } => {
                    let message = serde_json::from_slice(&frame).unwrap();
                    self.inbox.entry(to).or_default().push(message);
                }
                Out::Tell { to, post } => {
                    if let Post::Close { code, .. } = post {
                        self.closed.push((to, code.number()));
                    }
                    self.posts.entry(to).or_default().push(post);
                }
                Out::Summary(_) | Out::Gone | Out::Lost | Out::Stopped => self.outs.push(out),
            }
        }
        while !self.disk_waits && !self.waiting.is_empty() {
            self.handle(Input::Journal(Outcome::Durable));
        }
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
            Besides::Open(_) | Besides::Listed(_) | Besides::Record { .. } | Besides::Base(_) | Besides::Bury => None,
        };
        self.besides.iter().filter_map(fate).collect()
    }

    /// The record of the match that ended last.
    pub(super) fn record(&self) -> String {
        String::from_utf8(crate::games::record_of(&self.rows).unwrap()).unwrap()
    }

    /// As the journal does when a match has ended: the base replaces the rows.
    pub(super) fn compact(&mut self) {
        let bases = self.besides.iter().filter_map(|news| match news {
            Besides::Base(body) => Some(body.clone()),
            Besides::Open(_) | Besides::Listed(_) | Besides::Seal(_) | Besides::Record { .. } | Besides::Bury => None,
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
        let now = Moment {
            up: self.up,
            wall: 1_900_000_000_000 + self.up,
        };
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

/// Appends that open, seal and end are in the same transaction as their rows.
#[test]
fn a_match_ends_in_one_transaction_with_its_seal_its_record_and_its_base() {
    let mut bench = Bench::open(2, "quick");
    let mut guest = Seat::new(2);
    bench.join(&mut guest);
    bench.start(&mut [&mut Seat::host(), &mut guest]);
    bench.disk_waits = true;
    let n = guest.next_n();
    let mut out = Vec::new();
    let now = Moment {
        up: bench.up,
        wall: 1_900_000_000_000,
    };
    let from = Caller {
        session: guest.session,
        kind: ClientKind::Person,
        cid: guest.cid,
    };
    let letter = Letter {
        from,
        at: bench.up,
        body: Body::Wish(ClientMsg::Resign { n }),
    };
    bench.room.handle(
        Input::Letter(letter),
        Guests {
            now,
            entropy: &mut bench.entropy,
        },
        &mut out,
    );
    let Some(Out::Append {
        append,
        record: Some((match_id, _)),
    }) = out.first()
    else {
        panic!("{out:?}")
    };
    assert_eq!(bench.view().r#match, Some(*match_id));
    let [Besides::Seal(_), Besides::Base(_)] = append.besides.as_slice() else {
        panic!("{:?}", append.besides)
    };
}
