//! Queues and limits: everything has its length (contract 5, 11, 13, 16, 23), and whoever behaves meets none of them.

use chowk_protocol::{CloseCode, Refusal, RefusalCode, RoomCode};
use chowk_server::room::Room;

use super::{Law, Laws};
use crate::sim::plan::Plan;

/// Letters that wait in a mailbox, but for sockets' last ones.
pub(crate) const MAILBOX: usize = 256;
/// Motion that waits for one reader.
const MOTION: usize = 8;
/// Rows that a room makes by itself while it may run ahead no further: what one command brings with it, and the two with
/// which it goes on after a loss.
const ROWS_BEYOND: usize = 4;
/// What waits to be said: as much as must before commands are refused, and what a burst by itself brings.
const WAITING: usize = 1_024 + 512;
const HISTORY: usize = 256;
const CLIENTS: usize = 4;
const ANSWERS: usize = 16;
const HEARD: usize = 8;
const TIPS: usize = 1_024;
const REMOVED: usize = 64;
/// Frames within a second from which on some are refused.
const FRAMES_PER_S: usize = 60;

impl Laws {
    /// How long everything in a room is.
    pub(crate) fn is_bounded(&mut self, code: RoomCode, room: &Room, plan: &Plan) {
        self.ask(&[Law::Bounded]);
        let is = room.lengths();
        let rows_max = plan.limits.rows_ahead + ROWS_BEYOND;
        for (what, is, most) in [
            ("rows ahead of the disk", is.rows_ahead, rows_max),
            ("what waits to be said", is.waiting, WAITING),
            ("remembered diffs", is.history, HISTORY),
            ("clients with answers", is.clients, CLIENTS),
            ("answers of a client", is.answers, ANSWERS),
            ("commands that wait for a tick", is.heard, HEARD),
            ("watchers", is.watchers, plan.limits.watchers),
            ("tips", is.tips, TIPS),
            ("who was put off", is.removed, REMOVED),
        ] {
            if is > most {
                self.break_now(Law::Bounded, format!("room {code}: {is} {what}, of {most}"));
            }
        }
        if is.rows_ahead >= plan.limits.rows_ahead {
            self.see("as far ahead as may be");
        }
        if is.history == HISTORY {
            self.see("a full history");
        }
    }

    /// How many letters wait in a mailbox.
    pub(crate) fn mailbox_holds(&mut self, code: RoomCode, letters: usize) {
        if letters > MAILBOX {
            self.break_now(
                Law::Bounded,
                format!("room {code}: {letters} letters wait, of {MAILBOX}"),
            );
        }
    }

    /// How much waits for a reader, and how much of it is motion.
    pub(crate) fn outbox_holds(&mut self, session: u64, (posts, motion): (usize, usize), most: usize) {
        self.ask(&[Law::Bounded]);
        if posts > most || motion > MOTION {
            let why = format!("{posts} frames wait for session {session}, of {most}; {motion} of them motion");
            self.break_now(Law::Bounded, why);
        }
    }

    /// A gate refuses a frame, or closes its socket for it. `behaves` is whether this client sent only what clients send,
    /// on a healthy socket; within the last second it sent so many frames.
    pub(crate) fn gate_refuses(
        &mut self,
        refusal: Option<&Refusal>,
        close: Option<CloseCode>,
        behaves: bool,
        frames: usize,
    ) {
        let too_fast = refusal.is_some_and(|refusal| refusal.code == RefusalCode::TooFast);
        if too_fast {
            self.see("too fast");
        }
        if let Some(code) = close {
            self.see(&format!("gate closes {}", code.number()));
        }
        if (too_fast && frames <= FRAMES_PER_S) || (behaves && (too_fast || close == Some(CloseCode::Policy))) {
            let why = format!(
                "{refusal:?}, {close:?} to a client that sent {frames} frames in a second and behaves: {behaves}"
            );
            self.break_now(Law::Unharmed, why);
        }
    }

    /// A room is busy: it says so only if it is.
    pub(crate) fn is_busy(&mut self, code: RoomCode, room: &Room, plan: &Plan) {
        let is = room.lengths();
        let busy = is.rows_ahead >= plan.limits.rows_ahead || is.waiting >= 1_024 || is.heard >= HEARD;
        if !busy {
            self.break_now(Law::Unharmed, format!("room {code} says that it is busy: {is:?}"));
        }
    }
}
