//! Bugs in one room: its task panics, or its rows do not fold. The room is read again, or quarantined (contract 25); the
//! others must not notice. It does what the server's own task does around a room.

use bytes::Bytes;
use chowk_protocol::{CloseCode, RoomCode};
use chowk_server::{
    journal::{Store as _, Stored},
    room::{Body, Letter, Post},
};

use crate::sim::{server::RETRY_MS, world::World};

/// Bugs that a room may show in one life of the server before it is quarantined.
const PANICS_MAX: u32 = 5;

impl World {
    /// The room's task panicked: what the room said in that call is forgotten with the room.
    pub(super) fn panics(&mut self, code: RoomCode) {
        let Some(server) = &mut self.server else { return };
        let (works, life) = (server.writer.works(), server.next_life());
        let Some(actor) = server.actors.get_mut(&code) else {
            return;
        };
        let v = actor.room.take().map(|room| room.v());
        actor.panics += 1;
        actor.life = life;
        actor.flying = 0;
        actor.heard.clear();
        actor.unsent.clear();
        actor.is_lost = false;
        actor.is_asked_for = false;
        let no_further = actor.panics > 1 && v == actor.read_at_v;
        let fails = no_further || actor.panics >= PANICS_MAX;
        self.say(|_| format!("room {code} panics at {v:?}"));
        self.laws.see("room panics");
        if fails {
            return self.fails(code);
        }
        self.close_all_in(code, CloseCode::Restart, Some(RETRY_MS));
        if works {
            self.ask_for_room(code);
        }
    }

    /// The room has failed: it is kept for the operator, and everybody is told.
    pub(super) fn fails(&mut self, code: RoomCode) {
        let Some(server) = &mut self.server else { return };
        let Some(actor) = server.actors.remove(&code) else {
            return;
        };
        server.failed.insert(code);
        server.to_quarantine.insert(actor.no);
        self.say(|_| format!("room {code} has failed"));
        self.laws.fails(code);
        self.close_all_in(code, CloseCode::RoomFailed, None);
        self.quarantine();
    }

    /// Marks failed rooms on disk, as soon as the disk takes it.
    pub(crate) fn quarantine(&mut self) {
        let Some(server) = &mut self.server else { return };
        while server.writer.works()
            && let Some(no) = server.to_quarantine.first().copied()
        {
            if server.writer.store.quarantine(no).is_err() {
                return self.writer_fails();
            }
            server.to_quarantine.remove(&no);
            self.laws.quarantined(no);
        }
    }

    /// What is read of a room, and whether it does not fold: the disk gave back something else than was written.
    pub(super) fn rots(&mut self, mut stored: Stored) -> (Stored, bool) {
        let rots = !self.calm && !stored.rows.is_empty() && self.dice.one_in(self.plan.rot_one_in);
        if rots {
            let at = self.dice.below(stored.rows.len() as u64) as usize;
            stored.rows[at].body = Bytes::from_static(b"{}");
            self.laws.see("rows do not fold");
        }
        (stored, rots)
    }

    /// The room's mailbox is full: a command is answered, and who comes for the first time comes again.
    pub(super) fn mailbox_is_full(&mut self, letter: Letter) {
        self.laws.see("mailbox full");
        let session = letter.from.session.n;
        match letter.body {
            Body::Closed | Body::Silent(_) => {}
            Body::Join { .. } | Body::Resume { .. } | Body::Watch { .. } => {
                self.close_by_itself(session, CloseCode::Restart, Some(RETRY_MS));
            }
            Body::Wish(message) => self.is_too_busy(session, message.n()),
        }
    }

    /// What a room says is looked at before it is on its way.
    pub(super) fn is_said(&mut self, code: RoomCode, post: &Post) {
        match post {
            Post::Motion(frame) => self.laws.shows(code, frame),
            Post::Frame(frame) if frame.windows(BUSY.len()).any(|part| part == BUSY) => {
                let actor = self.server.as_ref().and_then(|server| server.actors.get(&code));
                if let Some(room) = actor.and_then(|actor| actor.room.as_ref()) {
                    self.laws.is_busy(code, room, &self.plan);
                }
            }
            Post::Frame(_) | Post::Welcome { .. } | Post::Detached | Post::Close(_) => {}
        }
    }
}

/// How the refusal is written.
const BUSY: &[u8] = br#""code":"busy""#;
