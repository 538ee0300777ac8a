//! A server of one room: four sockets with their gates, the room, and a journal in memory that is always in time.

use chowk_protocol::{RoomCode, ServerMsg, clean_name};
use chowk_server::{
    clock::Moment,
    games::record_of,
    journal::{Append, Besides, Disk, MemoryStore, Outcome, Row, Store as _},
    room::{Body, Guests, Input, Letter, Order, Out, Post, Room, RoomLimits, SessionId},
    session::{
        NewRoom,
        gate::{Decision, Frame, Gate, GateLimits},
    },
};

use super::{
    super::rows::Counting,
    laws::{Seen, decoded, encoded},
};

/// Sockets.
const SESSIONS: usize = 4;
/// Milliseconds since 1970 when it all begins.
const WALL: u64 = 1_790_000_000_000;
/// How often a room may wake in one stretch of time.
const WAKES_MAX: usize = 300;

/// The house.
pub(in crate::decoders) struct House {
    disk: Disk,
    store: MemoryStore,
    room: Option<Room>,
    gates: Vec<Gate>,
    seen: Vec<Option<Seen>>,
    said: u64,
    now: u64,
    chance: Counting,
    /// All rows that were written.
    pub(in crate::decoders) rows: Vec<Row>,
    /// All bases that were written.
    pub(in crate::decoders) bases: Vec<Row>,
    /// All that was appended, as it was.
    pub(in crate::decoders) appended: Vec<Append>,
    /// All frames for session 0.
    pub(in crate::decoders) told: Vec<String>,
}

impl House {
    pub(in crate::decoders) fn new() -> Self {
        let disk = Disk::new();
        let store = MemoryStore::open(&disk);
        let mut house = Self {
            store,
            disk,
            room: None,
            gates: Vec::new(),
            seen: Vec::new(),
            said: 0,
            now: 1_000,
            chance: Counting(7),
            rows: Vec::new(),
            bases: Vec::new(),
            appended: Vec::new(),
            told: Vec::new(),
        };
        for _ in 0..SESSIONS {
            let gate = house.gate();
            house.gates.push(gate);
            house.seen.push(None);
        }
        house
    }

    /// The code of the one room that there is.
    pub(in crate::decoders) fn code() -> RoomCode {
        "7KQM3FXP".parse().expect("a code")
    }

    /// The time, in milliseconds of uptime.
    pub(in crate::decoders) fn now(&self) -> u64 {
        self.now
    }

    /// When the room wants to wake.
    pub(in crate::decoders) fn due(&self) -> Option<u64> {
        self.room.as_ref().and_then(Room::next_wake)
    }

    fn gate(&mut self) -> Gate {
        self.said += 1;
        let limits = GateLimits {
            frames_per_s: 40,
            frames_per_s_close: 4_000,
            bad_per_10s: 60,
            ..GateLimits::default()
        };
        Gate::new(
            SessionId {
                gateway: 0,
                n: self.said,
            },
            limits,
            self.now,
        )
    }

    /// One line of an input.
    pub(in crate::decoders) fn happens(&mut self, line: &[u8]) {
        let Some((first, rest)) = line.split_first() else {
            return;
        };
        let number = || std::str::from_utf8(rest).ok().and_then(|text| text.parse::<u64>().ok());
        match first {
            b'0'..=b'3' => self.frame(usize::from(first - b'0'), rest),
            b'+' => self.time_passes(number().unwrap_or(1).min(100_000)),
            b'-' => self.hangs_up(usize::try_from(number().unwrap_or(0)).unwrap_or(0) % SESSIONS),
            b'!' => self.order(rest),
            b'=' => self.starts_anew(),
            _ => {}
        }
    }

    fn frame(&mut self, session: usize, bytes: &[u8]) {
        self.now += 1;
        let frame = std::str::from_utf8(bytes).map_or(Frame::Binary, Frame::Text);
        if let Frame::Text(text) = frame {
            decoded(text);
        }
        let decision = self.gates[session].hear(self.now, frame);
        let body = match decision {
            Decision::Nothing | Decision::Pong(_) => return,
            Decision::Refuse(refusal) => {
                let message = ServerMsg::Refused(refusal);
                return encoded(&message.encode());
            }
            Decision::Close(..) => return self.hangs_up(session),
            Decision::Greet { resume, .. } => match resume {
                Some(resume) if resume.room == Self::code() => Body::Resume {
                    token: resume.token,
                    epoch: resume.epoch,
                    v: resume.v,
                },
                Some(_) | None => return,
            },
            Decision::Create(new) => return self.open(session, *new),
            Decision::Quick(wish) => {
                if self.room.is_none() {
                    return self.open(session, wish.room);
                }
                Body::Join {
                    token: wish.room.token,
                    name: wish.room.name,
                    chair: None,
                }
            }
            Decision::Join {
                code,
                token,
                name,
                chair,
            } if code == Self::code() => Body::Join { token, name, chair },
            Decision::Watch { code, name } if code == Self::code() => Body::Watch { name },
            Decision::Join { .. } | Decision::Watch { .. } => return,
            Decision::Forward(message) => Body::Wish(message),
        };
        if self.room.is_none() {
            return;
        }
        self.gates[session].entered();
        self.letter(session, body);
    }

    fn letter(&mut self, session: usize, body: Body) {
        let Some(from) = self.gates[session].caller() else {
            return;
        };
        let at = self.now;
        self.handle(Input::Letter(Letter { from, at, body }));
    }

    fn open(&mut self, session: usize, new: NewRoom) {
        assert_eq!(
            clean_name(&new.name).as_ref(),
            Ok(&new.name),
            "a name is clean before a room hears of it"
        );
        assert!(new.rules.game().chairs().contains(&usize::from(new.chairs)));
        let Some(host) = self.gates[session].caller().filter(|_| self.room.is_none()) else {
            return;
        };
        let Ok((room, fence)) = self.store.new_room() else {
            return;
        };
        let opening = new.opening(room, fence, Self::code());
        let mut out = Vec::new();
        let now = self.moment();
        let guests = Guests {
            now,
            entropy: &mut self.chance,
        };
        self.room = Some(Room::open(opening, host, RoomLimits::default(), guests, &mut out));
        self.gates[session].entered();
        self.carry_out(out);
    }

    fn hangs_up(&mut self, session: usize) {
        if self.gates[session].is_inside() {
            self.letter(session, Body::Closed);
        }
        self.gates[session] = self.gate();
        self.seen[session] = None;
    }

    fn order(&mut self, words: &[u8]) {
        let order = match words {
            [b'k', chair] => Order::Kick {
                chair: chair.wrapping_sub(b'0'),
            },
            [b'e', ..] => Order::End {
                why: "The evening is over.".into(),
            },
            [b'd', ..] => Order::Drain(true),
            _ => Order::Drain(false),
        };
        self.handle(Input::Order(order));
    }

    fn time_passes(&mut self, ms: u64) {
        let until = self.now + ms;
        for _ in 0..WAKES_MAX {
            match self.due() {
                Some(due) if due <= until => {
                    self.now = self.now.max(due);
                    self.handle(Input::Wake);
                }
                Some(_) | None => break,
            }
        }
        self.now = until;
    }

    /// The process is gone, and another one starts on the same disk.
    fn starts_anew(&mut self) {
        if self.room.take().is_none() {
            return;
        }
        for session in 0..SESSIONS {
            self.gates[session] = self.gate();
            self.seen[session] = None;
        }
        self.store = MemoryStore::open(&self.disk);
        let Some(entry) = self.store.directory().expect("a directory").pop() else {
            return;
        };
        let stored = self.store.open_room(entry.room).expect("a room that is there");
        let mut out = Vec::new();
        let now = self.moment();
        let guests = Guests {
            now,
            entropy: &mut self.chance,
        };
        let room = Room::fold(entry.row.code, stored, RoomLimits::default(), guests, &mut out);
        self.room = Some(room.expect("a room folds from its own rows"));
        self.carry_out(out);
    }

    fn moment(&self) -> Moment {
        Moment {
            up: self.now,
            wall: WALL + self.now,
        }
    }

    fn handle(&mut self, input: Input) {
        let now = self.moment();
        let Some(room) = &mut self.room else { return };
        let mut out = Vec::new();
        let guests = Guests {
            now,
            entropy: &mut self.chance,
        };
        room.handle(input, guests, &mut out);
        self.carry_out(out);
    }

    /// Rows go to disk at once, and are answered; what is said is read as a client reads it.
    fn carry_out(&mut self, mut out: Vec<Out>) {
        while !out.is_empty() {
            let mut answers = 0;
            for one in std::mem::take(&mut out) {
                match one {
                    Out::Append { append, record } => {
                        self.append(append, record.map(|(id, _)| id));
                        answers += 1;
                    }
                    Out::Tell { to, post } => self.tell(to, post),
                    Out::Gone | Out::Stopped => self.room = None,
                    Out::Answered { .. } | Out::Summary(_) | Out::Reported { .. } => {}
                    Out::Lost => panic!("no row is lost here"),
                }
            }
            for _ in 0..answers {
                let now = self.moment();
                let Some(room) = &mut self.room else { return };
                let guests = Guests {
                    now,
                    entropy: &mut self.chance,
                };
                room.handle(Input::Journal(Outcome::Durable), guests, &mut out);
            }
        }
    }

    fn append(&mut self, mut append: Append, record: Option<chowk_protocol::MatchId>) {
        if let Some(match_id) = record {
            let mut rows = self.store.rows_from(append.room, 0).expect("rows");
            rows.push(append.row.clone());
            let kept = record_of(&rows).expect("the rows of a match make its record");
            let report = chowk_record::verify::verify_bytes(&kept.text, None);
            assert!(report.holds(), "a record that was played here holds:\n{report}");
            append.besides.push(kept.beside(match_id));
        }
        for besides in &append.besides {
            if let Besides::Base(body) = besides {
                self.bases.push(Row {
                    v: append.row.v,
                    body: body.clone(),
                });
            }
        }
        self.rows.push(append.row.clone());
        let outcomes = self
            .store
            .commit(std::slice::from_ref(&append))
            .expect("the disk works");
        assert_eq!(outcomes, [Outcome::Durable]);
        self.appended.push(append);
    }

    fn tell(&mut self, to: SessionId, post: Post) {
        let of = |gate: &Gate| gate.caller().is_some_and(|caller| caller.session == to);
        let Some(session) = self.gates.iter().position(of) else {
            return;
        };
        match post {
            Post::Frame(frame) | Post::Motion(frame) => {
                let text = std::str::from_utf8(&frame).expect("frames are text");
                encoded(text);
                Seen::follow(&mut self.seen[session], text);
                if session == 0 {
                    self.told.push(text.to_owned());
                }
            }
            Post::Welcome { .. } => {}
            Post::Close(_) => {
                self.gates[session] = self.gate();
                self.seen[session] = None;
            }
            Post::Detached => {
                self.gates[session].left();
                self.seen[session] = None;
            }
        }
    }

    /// Law: the journal folds to the room, all of it.
    pub(in crate::decoders) fn end(&mut self) {
        let Some(room) = &self.room else { return };
        let Ok(mut directory) = self.store.directory() else {
            return;
        };
        let Some(entry) = directory.pop() else { return };
        let (v, durable) = (room.v(), room.durable_v());
        let mut store = MemoryStore::open(&self.disk);
        let stored = store.open_room(entry.room).expect("a room that is there");
        assert_eq!(v, durable);
        assert_eq!(room.agrees_with(&stored), Ok(true), "the journal folds to the room");
    }
}
