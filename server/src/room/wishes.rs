//! What a session in the room says: pings, directions, and commands, each applied once (contract 11 and 12).

use bytes::Bytes;
use chowk_protocol::{ChairNo, ClientMsg, Refusal, RefusalCode, ServerMsg};

use super::{
    Call, Fact, Out, Place, Post, Room, SessionId, chairs::Numbered, fact::Stored, ticks::Heard, told::Saying,
};
use crate::fault::{Fault, is_planted};

/// Most of what may wait for the disk in one room before commands are `busy` too.
const WAITING_MAX: usize = 1_024;

impl Room {
    /// A message of a session that is in the room.
    pub(super) fn wish(&mut self, call: &mut Call<'_, '_>, session: SessionId, message: ClientMsg, at: u64) {
        let Some(sitter) = self.sessions.get(&session).cloned() else {
            return;
        };
        let n = message.n();
        let chair = if let Place::Seat { chair, .. } = sitter.place {
            if !self.controls(session, chair) {
                return;
            }
            Some(chair)
        } else {
            None
        };
        match (&message, chair) {
            (ClientMsg::Ping { c }, _) => {
                if self.waiting.len() < WAITING_MAX {
                    let pong = ServerMsg::Pong {
                        c: *c,
                        v: self.state.v,
                        now: call.now().wall,
                    };
                    let frame = Bytes::from(pong.encode());
                    self.wait(call, Saying::Pong { to: session, frame });
                }
                return;
            }
            (ClientMsg::Resync {}, _) => {
                if self.waiting.len() < WAITING_MAX {
                    let snapshot = self.snapshot();
                    self.say(call, session, Post::Frame(snapshot), None);
                    self.show_all(call, session);
                }
                return;
            }
            (ClientMsg::LookBack {}, _) => {
                if self.waiting.len() < WAITING_MAX {
                    self.look_back(call, session);
                }
                return;
            }
            (ClientMsg::Say { phrase, .. }, None) if self.waiting.len() < WAITING_MAX => {
                return self.aside(call, session, n, phrase, at);
            }
            (ClientMsg::Input { i, dx, dy }, Some(chair)) => {
                return self.direction(call, session, chair, (*i, *dx, *dy));
            }
            (_, _) => {}
        }
        if self.is_busy() {
            return self.refuse_now(call, session, RefusalCode::Busy, n);
        }
        let (Some(chair), Some(n)) = (chair, n) else {
            let code = match (&message, chair) {
                (_, None) => RefusalCode::WatchersOnlySee,
                (_, Some(_)) => RefusalCode::ElsewhereRoom,
            };
            return self.refuse(call, session, Refusal::new(code).to(n));
        };
        let Some(seat) = self.state.seat(chair) else { return };
        match seat.answers.look(sitter.cid, n) {
            Numbered::Repeated(kept) => {
                let ack = ServerMsg::Ack {
                    n,
                    v: kept.v,
                    answer: kept.answer,
                    last_ms: None,
                };
                return self.say(call, session, Post::Frame(Bytes::from(ack.encode())), Some(n));
            }
            Numbered::New | Numbered::Gap if self.waits_for_tick(chair, &message) => {
                let heard = Heard {
                    session,
                    chair,
                    n,
                    message,
                    at,
                };
                return self.hear_for_tick(call, heard);
            }
            Numbered::New => {}
            Numbered::Gap => return self.refuse(call, session, Refusal::new(RefusalCode::Gap).to(Some(n))),
            Numbered::TooOld => return self.refuse(call, session, Refusal::new(RefusalCode::TooOld).to(Some(n))),
        }
        if seat.away {
            self.back(call, chair);
        }
        self.command(call, session, chair, message, n, at);
    }

    /// Whether a session controls a chair: it is of the seat's newest generation (contract 12).
    pub(super) fn controls(&self, session: SessionId, chair: ChairNo) -> bool {
        let place = self.sessions.get(&session).map(|sitter| &sitter.place);
        let generation = self.state.seat(chair).map(|seat| seat.generation);
        let is_current = matches!(place, Some(Place::Seat { chair: theirs, generation: own }) if *theirs == chair && generation == Some(*own));
        is_current || is_planted(Fault::GenerationIgnored)
    }

    /// The seat plays for itself again: an envelope of its own, before its command is judged (contract 12 and 17).
    pub(super) fn back(&mut self, call: &mut Call<'_, '_>, chair: ChairNo) {
        self.put(call, Fact::Back { chair });
        self.control_goes_on(chair);
        // Its question, if it is open, gets the time of a seat that is there.
        if self.asked_chair() == Some(chair) {
            self.ask(call);
        }
        self.close_envelope(call, Vec::new());
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
        self.close_envelope(call, vec![Stored { chair, cid, n, answer }]);
        self.say_ack(call, session, n, answer, last_ms);
    }

    /// Says that the command was applied, in the row that was closed last.
    pub(super) fn say_ack(
        &mut self,
        call: &mut Call<'_, '_>,
        session: SessionId,
        n: u64,
        answer: Option<chowk_protocol::Answer>,
        last_ms: Option<u64>,
    ) {
        let ack = ServerMsg::Ack {
            n,
            v: self.state.v,
            answer,
            last_ms,
        };
        call.out.push(Out::Answered {
            to: session,
            direction: false,
        });
        self.say(call, session, Post::Frame(Bytes::from(ack.encode())), Some(n));
    }

    /// The room runs as far ahead of its disk as it may, or much waits to be said: the answer is `busy`, at once
    /// (contract 5).
    pub(super) fn is_busy(&self) -> bool {
        self.is_far_ahead() || self.waiting.len() >= WAITING_MAX
    }

    pub(super) fn is_far_ahead(&self) -> bool {
        self.ahead.len() >= self.limits.rows_ahead
    }
}
