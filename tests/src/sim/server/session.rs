//! Sessions: each socket behind the server's own gate, its letters to a room, and what it is told.

use bytes::Bytes;
use chowk_protocol::{CloseCode, Limits, PROTOCOL, Refusal, RefusalCode, RoomCode, ServerInfo, ServerMsg};
use chowk_server::{
    journal::Store as _,
    room::{Body, End, Letter},
    session::gate::{self, Decision},
};

use crate::sim::{
    network::{ConnNo, Frame},
    server::{RETRY_MS, Socket},
    world::{Step, World},
};

impl World {
    /// A text frame comes in.
    pub(crate) fn server_hears(&mut self, conn: ConnNo, text: &str) {
        let (now, skew) = (self.time.now(), self.wall_skew);
        let session = self.net.conns[conn].session;
        let Some(server) = &mut self.server else { return };
        let up = server.moment(now, skew).up;
        let Some(socket) = server.sockets.get_mut(&session) else {
            return;
        };
        socket.gate.answered(socket.outbox.take_answered());
        let decision = socket.gate.hear(up, gate::Frame::Text(text));
        self.say(|_| format!("session {session} says {text}"));
        self.gate_decides(conn, &decision);
        match decision {
            Decision::Nothing => {}
            Decision::Refuse(refusal) => self.refuse(session, refusal),
            Decision::Close(refusal, code) => {
                if let Some(refusal) = refusal {
                    self.refuse(session, refusal);
                }
                self.close_by_itself(session, code, None);
            }
            Decision::Greet { resume: None, .. } => self.welcome(session, None),
            Decision::Greet {
                resume: Some(resume), ..
            } => {
                let (code, token, epoch, v) = (resume.room, resume.token, resume.epoch, resume.v);
                self.laws.resumes(self.key(session), epoch, v);
                if let Err(why) = self.enter(session, code, Body::Resume { token, epoch, v }) {
                    self.welcome(session, Some(Err(why)));
                }
            }
            Decision::Pong(c) => {
                let wall = self.moment().wall;
                self.say_in_turn(session, &ServerMsg::Pong { c, v: 0, now: wall });
            }
            Decision::Create(new) => self.create(session, *new),
            // The lists of rooms are not simulated: quick play opens a room each time, and finds it again by its token.
            Decision::Quick(wish) => self.create(session, wish.room),
            Decision::Join {
                code,
                token,
                name,
                chair,
            } => {
                if let Err(why) = self.enter(session, code, Body::Join { token, name, chair }) {
                    self.refuse(session, Refusal::new(why));
                }
            }
            Decision::Watch { code, name } => {
                if let Err(why) = self.enter(session, code, Body::Watch { name }) {
                    self.refuse(session, Refusal::new(why));
                }
            }
            Decision::Forward(message) => {
                let room = self.socket(session).and_then(|socket| socket.room);
                if let Some(code) = room {
                    self.letter(session, code, Body::Wish(message));
                }
            }
        }
    }

    /// Leads a socket to a room, if there is one of this code.
    pub(crate) fn enter(&mut self, session: u64, code: RoomCode, body: Body) -> Result<(), RefusalCode> {
        self.finds_room(code)?;
        if let Some(socket) = self.socket(session) {
            socket.gate.entered();
            socket.room = Some(code);
        }
        self.letter(session, code, body);
        Ok(())
    }

    fn letter(&mut self, session: u64, code: RoomCode, body: Body) {
        let at = self.moment().up;
        if let Some(from) = self.socket(session).and_then(|socket| socket.gate.caller()) {
            self.post_letter(code, Letter { from, at, body });
        }
    }

    /// A socket is gone, as the server sees it. It may be told so twice.
    pub(crate) fn server_notices(&mut self, conn: ConnNo) {
        let (era, session) = (self.net.conns[conn].era, self.net.conns[conn].session);
        if !self.is_alive(era) {
            return;
        }
        self.net.conns[conn].server_open = false;
        let at = self.moment().up;
        let Some(server) = &mut self.server else { return };
        if let Some(socket) = server.sockets.remove(&session)
            && let (Some(caller), Some(code)) = (socket.gate.caller(), socket.room)
        {
            server.gone.insert(session, (caller, code));
        }
        let Some((from, code)) = server.gone.get(&session).copied() else {
            return;
        };
        self.say(|_| format!("session {session} is gone"));
        self.post_letter(
            code,
            Letter {
                from,
                at,
                body: Body::Closed,
            },
        );
        if self.dice.one_in(4) {
            let later = self.dice.between(0, 8_000);
            self.time.after(later, Step::ServerNotices(conn));
        }
    }

    pub(super) fn welcome(&mut self, session: u64, resumed: Option<Result<(), RefusalCode>>) {
        let now = self.moment().wall;
        let Some(server) = &mut self.server else { return };
        let newest = server.writer.store.seal_sum().ok().and_then(|sum| sum.newest);
        let message = ServerMsg::Welcome {
            protocol: PROTOCOL,
            server: ServerInfo {
                name: "simulated".into(),
                version: "0".into(),
                motd: None,
            },
            limits: limits(),
            now,
            seal: newest.map(hex::encode).unwrap_or_default(),
            resumed: resumed.map(|resumed| resumed.is_ok()),
            reason: resumed.and_then(Result::err),
        };
        self.say_to(session, &message);
    }

    /// Says no to a socket, in its turn.
    pub(crate) fn refuse(&mut self, session: u64, refusal: Refusal) {
        self.say_in_turn(session, &ServerMsg::Refused(refusal));
    }

    /// The room's mailbox has no place for a command.
    pub(crate) fn is_too_busy(&mut self, session: u64, n: Option<u64>) {
        self.refuse(session, Refusal::new(RefusalCode::Busy).to(n).retry_in(RETRY_MS));
    }

    /// Says something by itself, before what waits.
    fn say_to(&mut self, session: u64, message: &ServerMsg) {
        self.leave(session, Bytes::from(message.encode()));
    }

    /// A frame leaves the server: from here on somebody may know it.
    fn leave(&mut self, session: u64, frame: Bytes) {
        self.is_told(session, &frame);
        if let Some(conn) = self.socket(session).map(|socket| socket.conn) {
            self.send_down(conn, Frame::Text(frame));
        }
    }

    /// The server closes a socket by itself; its room hears of it a little later.
    pub(crate) fn close_by_itself(&mut self, session: u64, code: CloseCode, retry_ms: Option<u64>) {
        let end = End {
            retry_ms,
            ..End::of(code)
        };
        if let Some(conn) = self.close(session, end) {
            self.room_hears_close(conn);
        }
    }

    pub(super) fn room_hears_close(&mut self, conn: ConnNo) {
        let later = self.dice.between(0, 2_000);
        self.time.after(later, Step::ServerNotices(conn));
    }

    pub(super) fn close(&mut self, session: u64, end: End) -> Option<ConnNo> {
        let End { code, retry_ms, why } = end;
        let bye = ServerMsg::Bye {
            code: code.number(),
            text: end.text().into(),
            why,
            retry_ms,
        };
        self.say_to(session, &bye);
        let server = self.server.as_mut()?;
        let socket = server.sockets.remove(&session)?;
        if let (Some(caller), Some(code)) = (socket.gate.caller(), socket.room) {
            server.gone.insert(session, (caller, code));
        }
        self.send_down(socket.conn, Frame::Close(Some(code.number())));
        self.spoil(socket.conn).server_open = false;
        Some(socket.conn)
    }

    /// All sockets of a room are closed, since it is not there any more.
    pub(crate) fn close_all_in(&mut self, code: RoomCode, why: CloseCode, retry_ms: Option<u64>) {
        let Some(server) = &self.server else { return };
        let inside = |(_, socket): &(&u64, &Socket)| socket.room == Some(code);
        let sessions: Vec<u64> = server.sockets.iter().filter(inside).map(|(n, _)| *n).collect();
        for session in sessions {
            self.close_by_itself(session, why, retry_ms);
        }
    }
}

fn limits() -> Limits {
    Limits {
        frame_bytes: 8_192,
        frames_per_s: 60,
        frames_per_s_close: 300,
        bad_per_10s: 20,
        rows_ahead: 64,
        queue: 64,
        watchers: 20,
        name_graphemes: 20,
        room_idle_s: 1_800,
        match_idle_s: 86_400,
        ping_s: 15,
    }
}
