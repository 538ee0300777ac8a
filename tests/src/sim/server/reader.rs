//! The way to a reader: the server's own outbox before each socket, and sockets that take nothing for a while.

use bytes::Bytes;
use chowk_protocol::{CloseCode, RoomCode, ServerMsg};
use chowk_server::{
    room::{End, Post, SessionId},
    session::gate::Decision,
};

use crate::sim::{
    laws::Law,
    network::{ConnNo, Frame},
    world::{Step, World},
};

/// Facts that wait for so long make a reader too slow, in milliseconds (contract 23).
const WRITE_WAIT_MS: u64 = 10_000;

impl World {
    /// What a room says to a session.
    pub(crate) fn tell(&mut self, to: SessionId, code: RoomCode, post: Post) {
        if self.socket(to.n).is_some_and(|socket| socket.room == Some(code)) {
            self.put(to.n, post);
        }
    }

    /// Says something by itself, after what rooms have said.
    pub(super) fn say_in_turn(&mut self, session: u64, message: &ServerMsg) {
        self.put(session, Post::Frame(Bytes::from(message.encode())));
    }

    /// Puts something on the way to a reader: from here on somebody may know it.
    fn put(&mut self, session: u64, post: Post) {
        let key = self.key(session);
        match &post {
            Post::Frame(frame) | Post::Motion(frame) => self.is_told(session, frame),
            Post::Welcome { .. } => self.laws.greets(key),
            Post::Close(End { code, .. }) => self.laws.closes(key, *code),
            Post::Detached => {}
        }
        let now = self.time.now();
        let (era, most) = (self.eras, self.plan.queue);
        let Some(socket) = self.socket(session) else { return };
        socket.outbox.put(post);
        let holds = (socket.outbox.len(), socket.outbox.motion_len());
        if socket.reads_from > now && socket.blocked_since.is_none() {
            socket.blocked_since = Some(now);
            let next = socket.reads_from.min(now + WRITE_WAIT_MS);
            self.time.at(next, Step::Read(era, session));
        }
        self.laws.outbox_holds(session, holds, most);
        self.drain(session);
    }

    /// A frame is said to a session.
    pub(super) fn is_told(&mut self, session: u64, frame: &Bytes) {
        let key = self.key(session);
        let Some(socket) = self.socket(session) else { return };
        let (room, caller) = (socket.room, socket.gate.caller());
        self.say(|_| format!("  to session {session}: {}", String::from_utf8_lossy(frame)));
        self.laws.leaves(key, caller, room, frame);
    }

    /// The socket takes what waits for it, if it takes anything.
    fn drain(&mut self, session: u64) {
        let now = self.time.now();
        loop {
            let Some(socket) = self.socket(session) else { return };
            let end = socket.outbox.end();
            if socket.reads_from > now {
                // A reader that was given up is waited for no longer.
                if end.is_some_and(|end| end.code == CloseCode::TooSlow) {
                    self.is_too_slow(session);
                }
                return;
            }
            socket.blocked_since = None;
            let conn = socket.conn;
            match (socket.outbox.take(), end) {
                (Some(Post::Frame(frame) | Post::Motion(frame)), _) => self.send_down(conn, Frame::Text(frame)),
                (Some(Post::Welcome { resumed }), _) => self.welcome(session, Some(resumed)),
                (Some(Post::Detached), _) => {
                    socket.gate.left();
                    socket.room = None;
                }
                (None, Some(end)) | (Some(Post::Close(end)), _) => return self.ends(session, end),
                (None, None) => return,
            }
        }
    }

    /// All was said, and the room or the outbox ends it.
    fn ends(&mut self, session: u64, end: End) {
        if end.code == CloseCode::TooSlow {
            let why = format!("session {session} is told that it is too slow, and took all that it was told");
            self.laws.break_now(Law::Unharmed, why);
        }
        let conn = self.close(session, end);
        // The room knows already; whether it hears of it once more must not matter.
        if let Some(conn) = conn.filter(|_| self.dice.one_in(2)) {
            self.room_hears_close(conn);
        }
    }

    fn is_too_slow(&mut self, session: u64) {
        self.laws.see("too slow");
        self.close_by_itself(session, CloseCode::TooSlow, None);
    }

    /// A reader takes nothing for a while.
    pub(crate) fn stops_reading(&mut self, conn: ConnNo, by: u64) {
        let (era, session) = (self.net.conns[conn].era, self.net.conns[conn].session);
        if !self.is_alive(era) {
            return;
        }
        self.hold(conn, false, by);
        self.net.conns[conn].stalled = true;
        let until = self.time.now() + by;
        self.laws.see("a reader stops");
        self.say(|_| format!("session {session} takes nothing for {by} ms"));
        if let Some(socket) = self.socket(session) {
            socket.reads_from = until;
            self.time.at(until, Step::Read(era, session));
        }
    }

    /// A reader takes what waits; or it has waited for too long.
    pub(crate) fn reads_again(&mut self, session: u64) {
        let now = self.time.now();
        let Some(socket) = self.socket(session) else { return };
        let waited = socket.blocked_since.is_some_and(|since| now >= since + WRITE_WAIT_MS);
        if socket.reads_from > now && waited {
            self.is_too_slow(session);
        } else {
            self.drain(session);
        }
    }

    /// All readers read.
    pub(crate) fn all_read(&mut self) {
        let Some(server) = &mut self.server else { return };
        let sessions: Vec<u64> = server.sockets.keys().copied().collect();
        for session in sessions {
            if let Some(socket) = self.socket(session) {
                socket.reads_from = 0;
            }
            self.drain(session);
        }
    }

    /// The gate has judged a frame of a client.
    pub(super) fn gate_decides(&mut self, conn: ConnNo, decision: &Decision) {
        let now = self.time.now();
        let conn = &mut self.net.conns[conn];
        let frames = conn.comes(now);
        let (tab, is_well) = (conn.tab, conn.healthy && !conn.stalled);
        let behaves = is_well && self.tabs[tab].player.behaves;
        self.laws.ask(&[Law::Unharmed]);
        match decision {
            Decision::Refuse(refusal) => self.laws.gate_refuses(Some(refusal), None, behaves, frames),
            Decision::Close(refusal, code) => self.laws.gate_refuses(refusal.as_ref(), Some(*code), behaves, frames),
            Decision::Nothing
            | Decision::Greet { .. }
            | Decision::Pong(_)
            | Decision::Create(_)
            | Decision::Quick(_)
            | Decision::Join { .. }
            | Decision::Watch { .. }
            | Decision::Forward(_) => {}
        }
    }
}
