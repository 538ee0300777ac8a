//! Motion: where they are between facts, in frames without a version that wait for no row (contract 3).
//!
//! A frame never shows what only a fact explains: when a tag, a word or a gathered four sets the court anew, frames wait
//! for that row. Nobody moves then, or only after a break, so nothing is missed.

use bytes::Bytes;
use chowk_protocol::{Refusal, RefusalCode, ServerMsg};

use crate::fault::{Fault, is_planted};
use crate::room::{Call, Out, Place, Post, Room, SessionId, state::Stage};

impl Room {
    /// Shows the places to all who were led to a durable version: who has seen none yet sees all five.
    pub(in crate::room) fn show_motion(&mut self, call: &mut Call<'_, '_>) {
        let durable_v = self.durable_v;
        let Some(running) = &mut self.running else { return };
        let waits_for_row = running.shown_from > durable_v && !is_planted(Fault::MotionAheadOfFacts);
        if running.waits || waits_for_row {
            return;
        }
        let tick = running.live.set().tick();
        let moved = running.live.frame();
        let mut common: Option<Bytes> = None;
        for (session, sitter) in self.sessions.iter().filter(|(_, sitter)| sitter.since_v <= durable_v) {
            let counted = if let Place::Seat { chair, .. } = sitter.place {
                running.live.counted(chair)
            } else {
                0
            };
            let knew = running.shown.insert(*session, counted);
            let i = (counted > knew.unwrap_or(0)).then_some(counted);
            let frame = match (knew, &moved, i) {
                (None, _, _) => Some(encode(tick, running.live.whole(), i)),
                (Some(_), None, None) => None,
                (Some(_), Some(moved), None) => {
                    let frame = common.get_or_insert_with(|| encode(tick, moved.clone(), None));
                    Some(frame.clone())
                }
                (Some(_), moved, Some(_)) => Some(encode(tick, moved.clone().unwrap_or_default(), i)),
            };
            if let Some(frame) = frame {
                let post = Post::Motion(frame);
                call.out.push(Out::Tell { to: *session, post });
            }
        }
        let sessions = &self.sessions;
        running.shown.retain(|session, _| sessions.contains_key(session));
    }

    /// A row is durable: places that waited for it are shown now.
    pub(in crate::room) fn motion_was_held(&mut self, call: &mut Call<'_, '_>) {
        let held = self
            .running
            .as_ref()
            .is_some_and(|running| running.shown_from == self.durable_v);
        if held {
            self.show_motion(call);
        }
    }

    /// A session was given a snapshot, or what it missed: it is shown all five right after it. A step, or a room that
    /// waits, may have no next tick for long.
    pub(in crate::room) fn show_all(&mut self, call: &mut Call<'_, '_>, session: SessionId) {
        // The court of a set that is over is still seen; that of the match before is not.
        if !self.goes_by_ticks() && !matches!(self.state.stage, Stage::Ended(_)) {
            return;
        }
        let Some(running) = &mut self.running else { return };
        running.shown.remove(&session);
        let frame = encode(running.live.set().tick(), running.live.whole(), None);
        self.say(call, session, Post::Motion(frame), None);
    }

    /// The last 1.5 s before the last tag, for whoever asks.
    pub(in crate::room) fn look_back(&mut self, call: &mut Call<'_, '_>, session: SessionId) {
        match self.running.as_ref().and_then(|running| running.live.tag()) {
            Some((tag, frames)) => {
                let film = ServerMsg::Film { tag, frames };
                self.say(call, session, Post::Frame(Bytes::from(film.encode())), None);
            }
            None => self.refuse(call, session, Refusal::new(RefusalCode::NoTag)),
        }
    }
}

fn encode(
    tick: u32,
    at: std::collections::BTreeMap<chowk_protocol::ChairNo, chowk_protocol::Place>,
    i: Option<u64>,
) -> Bytes {
    Bytes::from(ServerMsg::Motion { tick, at, i }.encode())
}
