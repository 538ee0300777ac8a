//! What a client does with what the server says: every word is checked against what was told before.

use chowk_protocol::{CloseCode, Diff, Refusal, RefusalCode, RoomCode, ServerMsg};

use super::envelope::picks_of;
use super::heard::{self, Heard};
use super::outbox::{Flight, Numbers};
use super::table::{Step, Table, room_of, room_of_view};
use super::{Client, Happening, How, Line, Reason, Wish};

/// After so many frames that are no message the client gives up.
const GARBAGE_MAX: u64 = 20;
/// After so many snapshots in a row whose hash is not that of their view the client gives up.
const BAD_SNAPSHOTS_MAX: u32 = 3;
/// So many tables that were found for a client may fill up before it comes, and it asks for another.
const TOO_LATE_MAX: u32 = 5;
/// Where a refusal says "try again" without saying when, in milliseconds.
const RETRY_MS: u64 = 250;

/// What an older server means by not knowing the message.
const NO_QUICK_PLAY: &str = "This server is older than this program and knows no quick play. See who plays with chowk rooms, or open a table with chowk play --create.";

impl Client {
    /// A text frame came.
    pub fn received(&mut self, text: &str, now: u64) {
        if self.line == Line::Ended || self.line == Line::Down {
            return;
        }
        self.alive(now);
        match heard::read(text) {
            Heard::Message(message) => self.hear(*message),
            Heard::RefusedOtherwise {
                n,
                code,
                text,
                retry_ms,
            } => self.refused(n, None, code, text, retry_ms),
            Heard::Newer => {}
            Heard::Garbage(why) => self.hear_garbage(why),
        }
        self.pump();
    }

    fn hear_garbage(&mut self, why: String) {
        self.counts.garbage += 1;
        if self.counts.garbage > GARBAGE_MAX {
            return self.end(Reason::Garbage(why));
        }
        self.tell(Happening::Garbage(why));
    }

    fn hear(&mut self, message: ServerMsg) {
        if let Some(told) = room_of(&message)
            && !self.is_this_room(told)
        {
            return;
        }
        match message {
            ServerMsg::Welcome {
                protocol,
                server,
                seal,
                resumed,
                reason,
                limits: _,
                now: _,
            } => {
                if protocol != chowk_protocol::PROTOCOL {
                    return self.end(Reason::Version(protocol));
                }
                self.tell(Happening::Welcome {
                    server: server.name,
                    version: server.version,
                    motd: server.motd,
                    seal,
                });
                self.welcomed(resumed, reason);
            }
            ServerMsg::Seated {
                room,
                chair,
                last_n,
                generation: _,
                last_ms: _,
            } => {
                self.retry.succeeded();
                if let Numbers::Forgotten(count) = self.outbox.seated(last_n) {
                    self.counts.forgotten += count;
                }
                let again = self.room.is_some() && self.newest.is_some();
                self.room = Some(room);
                self.chair = chair;
                self.line = Line::Seated;
                self.tell(Happening::Seated { room, chair, again });
            }
            ServerMsg::Snapshot {
                room: _,
                epoch,
                v,
                hash,
                view,
                news,
            } => {
                if let Some(told) = room_of_view(&view)
                    && !self.is_this_room(told)
                {
                    return;
                }
                let Some(table) = Table::of(epoch, v, view, hash) else {
                    return self.hear_bad_snapshot();
                };
                if self.newest.is_some_and(|(known, newest)| known == epoch && v < newest) {
                    self.counts.went_back += 1;
                }
                self.counts.snapshots += 1;
                self.bad_snapshots = 0;
                self.newest = Some((epoch, v));
                self.healing = false;
                self.table = Some(table);
                let found = self.look_anew(&news);
                self.take_in(news, How::Snapshot, found);
            }
            ServerMsg::Diff(diff) => self.hear_diffs(vec![diff], How::Diff),
            ServerMsg::CatchUp { diffs } => {
                self.counts.catch_ups += 1;
                self.hear_diffs(diffs, How::CatchUp);
            }
            ServerMsg::Ack {
                n,
                v,
                answer,
                last_ms: _,
            } => {
                let Some(Flight {
                    wish,
                    first_sent,
                    resent,
                    ..
                }) = self.outbox.acknowledged(n)
                else {
                    return;
                };
                self.counts.acked += 1;
                if let (Some(t), Some(value)) = answer.map_or((None, None), |answer| (answer.t, answer.value))
                    && let Some(envelope) = &mut self.envelope
                {
                    envelope.answered(v, t, value);
                }
                let left = wish.name() == Wish::Leave.name();
                let took_ms = self.now.saturating_sub(first_sent);
                self.tell(Happening::Acked {
                    n,
                    wish,
                    v,
                    answer,
                    took_ms,
                    resent: resent > 0,
                });
                if left {
                    self.end(Reason::Left);
                }
            }
            ServerMsg::Refused(Refusal {
                n,
                code,
                text,
                retry_ms,
                v: _,
                field: _,
            }) => {
                self.refused(n, Some(code), code.code().to_owned(), text, retry_ms);
            }
            ServerMsg::Around(around) => {
                self.steering.answered_in = self.table.as_ref().and_then(Table::step_asked);
                self.around = Some((around, self.now));
                self.tell(Happening::Around);
            }
            ServerMsg::Bye {
                code,
                text,
                why,
                retry_ms,
            } => {
                if let Some(ms) = retry_ms {
                    self.retry.not_before(ms);
                }
                match CloseCode::from_number(code) {
                    Some(code) if !code.come_back() => self.end(Reason::Closed { code, text, why }),
                    Some(_) | None => self.bye = Some((code, text)),
                }
            }
            ServerMsg::Motion { tick, at, i } => self.hear_motion(tick, at, i),
            ServerMsg::Film { tag, frames } => self.tell(Happening::Film { tag, frames }),
            ServerMsg::Aside { phrase, name } => self.tell(Happening::Aside { phrase, name }),
            ServerMsg::Notice { text } => self.tell(Happening::Notice(text)),
            ServerMsg::Pong { v, .. } => {
                // It comes after all diffs up to its version: whoever has not heard them has lost them.
                if self.is_fresh() && self.table.as_ref().is_some_and(|table| v > table.v) {
                    self.counts.gaps += 1;
                    self.heal();
                }
            }
        }
    }

    /// Whether this is the room that was asked for; if not, that is the end: whatever followed would be a mixture.
    fn is_this_room(&mut self, told: RoomCode) -> bool {
        match self.room {
            Some(wanted) if wanted != told => {
                self.end(Reason::OtherRoom { wanted, told });
                false
            }
            Some(_) | None => true,
        }
    }

    fn welcomed(&mut self, resumed: Option<bool>, reason: Option<RefusalCode>) {
        if self.line == (Line::Greeted { resuming: true }) {
            if resumed == Some(true) {
                self.line = Line::Entering;
                return;
            }
            if let Some(
                code @ (RefusalCode::NoSuchRoom
                | RefusalCode::ForeignToken
                | RefusalCode::RoomFailed
                | RefusalCode::Removed),
            ) = reason
            {
                return self.end(Reason::Refused {
                    code: code.code().to_owned(),
                    text: code.text().to_owned(),
                });
            }
        }
        self.enter();
    }

    fn hear_bad_snapshot(&mut self) {
        self.counts.mismatches += 1;
        self.bad_snapshots += 1;
        if self.bad_snapshots >= BAD_SNAPSHOTS_MAX {
            return self.end(Reason::Garbage("the hash of a snapshot is not that of its view".into()));
        }
        self.healing = false;
        self.heal();
    }

    fn hear_diffs(&mut self, diffs: Vec<Diff>, how: How) {
        if self.healing {
            return;
        }
        let mut events = Vec::new();
        let mut found = Vec::new();
        for diff in diffs {
            // Before the first snapshot there is nothing to change: it will hold this change already.
            let Some(table) = &mut self.table else { return };
            let picks = picks_of(&table.view, &diff.events);
            match table.follow(&diff) {
                Step::Applied => {
                    self.counts.diffs += 1;
                    if let Some(told) = diff.patch.get("code").and_then(|_| room_of_view(&table.view))
                        && !self.is_this_room(told)
                    {
                        return;
                    }
                    let Some(table) = &self.table else { return };
                    self.newest = Some((table.epoch, table.v));
                    // What was missed may be the end of one match and the start of another.
                    found.extend(self.follow_match(&diff, &picks, how));
                    events.extend(diff.events);
                }
                Step::Old if how == How::Diff => return,
                Step::Old => {}
                Step::Gap => {
                    self.counts.gaps += 1;
                    self.tell_all(found);
                    return self.heal();
                }
                Step::Mismatch => {
                    self.counts.mismatches += 1;
                    self.table = None;
                    self.tell_all(found);
                    return self.heal();
                }
            }
        }
        if how == How::CatchUp {
            found.extend(self.look_at_own());
        }
        self.take_in(events, how, found);
    }

    /// Asks for a snapshot, once.
    fn heal(&mut self) {
        if !self.healing {
            self.healing = true;
            self.counts.resyncs += 1;
            self.send(&chowk_protocol::ClientMsg::Resync {});
            self.tell(Happening::Healing);
        }
    }

    fn refused(
        &mut self,
        n: Option<u64>,
        code: Option<RefusalCode>,
        name: String,
        text: String,
        retry_ms: Option<u64>,
    ) {
        *self.counts.refusals.entry(name.clone()).or_default() += 1;
        let patient = matches!(
            code,
            Some(RefusalCode::Busy | RefusalCode::Paused | RefusalCode::TooFast)
        );
        let again_at = retry_ms.or(patient.then_some(RETRY_MS)).map(|ms| self.now + ms);
        match self.line {
            Line::Greeted { .. } | Line::Entering | Line::EnterAgain { .. } => {
                if let Some(at) = again_at {
                    self.line = Line::EnterAgain { at };
                    return self.tell(Happening::Refused {
                        wish: None,
                        code: name,
                        text,
                    });
                }
                let any_table = matches!(self.intent, super::Intent::Quick(_)) && self.room.is_none();
                let taken = matches!(code, Some(RefusalCode::RoomFull | RefusalCode::Locked));
                if any_table && taken && self.too_late < TOO_LATE_MAX {
                    self.too_late += 1;
                    return self.enter();
                }
                let text = if any_table && code == Some(RefusalCode::UnknownMessage) {
                    NO_QUICK_PLAY.to_owned()
                } else {
                    text
                };
                return self.end(Reason::Refused { code: name, text });
            }
            Line::Down | Line::Seated | Line::Fresh | Line::Ended => {}
        }
        if let Some(at) = again_at {
            if n.is_none() {
                self.steering.refused(at);
            }
            // A frame that came too fast may be refused before its number was read.
            let early = code == Some(RefusalCode::TooFast) && n.is_none();
            if let Some(flight) = self.outbox.flight_mut().filter(|flight| early || Some(flight.n) == n) {
                flight.hold_until = Some(at);
                self.counts.holds += 1;
                return;
            }
        }
        let flight = self.outbox.refused(n);
        if let (Some(RefusalCode::Gap | RefusalCode::TooOld), Some(flight)) = (code, &flight)
            && self.outbox.renumber(flight.clone())
        {
            // Only a new greeting tells the last number.
            self.out.push_back(super::Output::HangUp);
            return;
        }
        if let (Some(Wish::NoChain), Some(envelope)) = (flight.as_ref().map(|flight| &flight.wish), &mut self.envelope)
        {
            envelope.no_chain_was_refused();
        }
        self.tell(Happening::Refused {
            wish: flight.map(|flight| flight.wish),
            code: name,
            text,
        });
    }
}
