//! What a room says, and when: nothing before the rows it depends on are durable (contract 5).

use bytes::Bytes;
use chowk_protocol::{Around, ChairNo, Refusal, RefusalCode, ReportAbout, ServerMsg};

use super::{Call, End, Mode, Out, Place, Post, Room, SessionId, Summary, view};
use crate::{
    clock::Moment,
    fault::{Fault, is_planted},
    journal::Outcome,
};

/// When to try again what a room could not hear now, in milliseconds.
pub(super) const RETRY_MS: u64 = 500;
/// A shift of the room's clock that is told, in milliseconds.
const BEHIND_MS: u64 = 500;
/// Why a room stands still.
pub(super) const PAUSED: &str = "The server cannot write to its disk; the room stands still and no clock runs.";

/// Something to be said once a version is durable.
#[derive(Debug)]
pub(super) struct Waiting {
    v: u64,
    what: Saying,
}

#[derive(Debug)]
pub(super) enum Saying {
    /// To one session. With a command's number, so that it can be told if the row is lost.
    One {
        to: SessionId,
        post: Post,
        n: Option<u64>,
    },
    /// To one session, if it is still in the room: it tells that all diffs up to here were heard, and whoever was taken
    /// over meanwhile has not heard them.
    Pong {
        to: SessionId,
        frame: Bytes,
    },
    /// To all sessions whose snapshot is older.
    All {
        frame: Bytes,
    },
    Summary(Summary),
    /// To the operator's log.
    Reported {
        by: ChairNo,
        whom: ChairNo,
        about: ReportAbout,
    },
    Gone,
}

impl Room {
    /// Says something to one session, after all rows so far are durable.
    pub(super) fn say(&mut self, call: &mut Call<'_, '_>, to: SessionId, post: Post, n: Option<u64>) {
        self.wait(call, Saying::One { to, post, n });
    }

    pub(super) fn wait(&mut self, call: &mut Call<'_, '_>, what: Saying) {
        let waiting = Waiting { v: self.state.v, what };
        if self.waiting.is_empty() && (waiting.v <= self.durable_v || is_planted(Fault::AckBeforeCommit)) {
            self.release(call, waiting);
        } else {
            self.waiting.push_back(waiting);
        }
    }

    fn release(&mut self, call: &mut Call<'_, '_>, waiting: Waiting) {
        match waiting.what {
            Saying::One { to, post, .. } => call.out.push(Out::Tell { to, post }),
            Saying::Pong { to, frame } => {
                if self.sessions.contains_key(&to) {
                    let post = Post::Frame(frame);
                    call.out.push(Out::Tell { to, post });
                }
            }
            Saying::All { frame } => {
                for (session, _) in self.sessions.iter().filter(|(_, sitter)| sitter.since_v < waiting.v) {
                    call.out.push(Out::Tell {
                        to: *session,
                        post: Post::Frame(frame.clone()),
                    });
                }
            }
            Saying::Summary(summary) => call.out.push(Out::Summary(summary)),
            Saying::Reported { by, whom, about } => call.out.push(Out::Reported { by, whom, about }),
            Saying::Gone => {
                self.mode = Mode::Gone;
                call.out.push(Out::Gone);
            }
        }
    }

    pub(super) fn journal_says(&mut self, call: &mut Call<'_, '_>, outcome: Outcome) {
        if matches!(self.mode, Mode::Lost | Mode::Gone) {
            return;
        }
        match outcome {
            Outcome::Durable => {
                self.ahead.pop_front();
                self.durable_v += 1;
                self.clock.rows_wait(self.ahead.front().copied(), call.now().up);
                while self.waiting.front().is_some_and(|waiting| waiting.v <= self.durable_v) {
                    let Some(waiting) = self.waiting.pop_front() else { break };
                    self.release(call, waiting);
                }
                self.motion_was_held(call);
                self.measure_from_here(call.now().up);
                if self.mode == Mode::Stopping {
                    self.stop(call);
                }
            }
            Outcome::Conflict | Outcome::Unknown => self.lose(call),
        }
    }

    /// Rows may be lost. Nobody heard of what they said; whoever waits for it is told to try again.
    fn lose(&mut self, call: &mut Call<'_, '_>) {
        self.ahead.clear();
        if self.mode == Mode::Stopping {
            self.waiting.clear();
            return self.stop(call);
        }
        self.mode = Mode::Lost;
        self.lose_heard(call);
        let mut again = Vec::new();
        for waiting in std::mem::take(&mut self.waiting) {
            if let Saying::One { to, post, n } = waiting.what {
                match (n, post) {
                    (Some(n), _) => self.refuse_now(call, to, RefusalCode::Paused, Some(n)),
                    (None, Post::Close(_) | Post::Welcome { .. } | Post::Detached) => again.push(to),
                    (None, Post::Frame(_) | Post::Motion(_)) => {}
                }
            }
        }
        // Who was let in by a row that may be lost comes in again.
        let durable = self.durable_v;
        again.extend(
            self.sessions
                .iter()
                .filter(|(_, sitter)| sitter.since_v > durable)
                .map(|(id, _)| *id),
        );
        for session in again {
            self.sessions.remove(&session);
            let post = Post::Close(End::restart(RETRY_MS));
            call.out.push(Out::Tell { to: session, post });
        }
        let around = ServerMsg::Around(self.around(call.now(), Some(PAUSED.to_owned())));
        let frame = Bytes::from(around.encode());
        for session in self.sessions.keys() {
            call.out.push(Out::Tell {
                to: *session,
                post: Post::Frame(frame.clone()),
            });
        }
        call.out.push(Out::Lost);
    }

    /// A refusal that depends on no fact: it leaves at once and names the last durable version (contract 5).
    pub(super) fn refuse_now(&self, call: &mut Call<'_, '_>, to: SessionId, code: RefusalCode, n: Option<u64>) {
        let mut refusal = Refusal::new(code).to(n).retry_in(RETRY_MS);
        refusal.v = Some(self.durable_v);
        let frame = Bytes::from(ServerMsg::Refused(refusal).encode());
        call.out.push(Out::Tell {
            to,
            post: Post::Frame(frame),
        });
    }

    pub(super) fn refuse(&mut self, call: &mut Call<'_, '_>, to: SessionId, mut refusal: Refusal) {
        refusal.v = Some(self.state.v);
        let n = refusal.n;
        let frame = Bytes::from(ServerMsg::Refused(refusal).encode());
        self.say(call, to, Post::Frame(frame), n);
    }

    pub(super) fn around(&self, now: Moment, paused: Option<String>) -> Around {
        let seats = || {
            let seats = self.state.numbered().filter(|(_, chair)| chair.seat().is_some());
            seats.map(|(chair, _)| chair)
        };
        let names = self.sessions.values().filter_map(|sitter| match &sitter.place {
            Place::Watcher { name } => name.clone(),
            Place::Seat { .. } => None,
        });
        Around {
            chairs: seats().map(|chair| (chair, self.is_here(chair))).collect(),
            silent: seats().filter(|chair| self.is_silent(*chair)).collect(),
            watchers: self.watchers(),
            names: names.collect(),
            paused,
            answered: self.answered(),
            tick: self.clock.tick(now.up).0,
            now: now.wall,
        }
    }

    /// The clock stood still, or the wall's was set: whoever counts down to a deadline is told how ticks map to it now.
    pub(super) fn tell_the_time(&mut self, call: &mut Call<'_, '_>) {
        let behind = self.behind(call.now());
        let told = *self.told_behind.get_or_insert(behind);
        if told.abs_diff(behind) > BEHIND_MS && self.mode == Mode::Running && !self.clock.stands(call.now().up) {
            self.tell_around(call);
        }
    }

    fn behind(&self, now: Moment) -> u64 {
        now.wall.saturating_sub(self.clock.tick(now.up).0)
    }

    pub(super) fn tell_around(&mut self, call: &mut Call<'_, '_>) {
        self.told_behind = Some(self.behind(call.now()));
        let frame = Bytes::from(ServerMsg::Around(self.around(call.now(), self.stands_for())).encode());
        let all: Vec<SessionId> = self.sessions.keys().copied().collect();
        for session in all {
            self.say(call, session, Post::Frame(frame.clone()), None);
        }
    }

    pub(super) fn tell_summary(&mut self, call: &mut Call<'_, '_>) {
        let summary = view::summary_of(self.code, &self.state, self.watchers(), self.seats_here());
        if self.summary.as_ref() != Some(&summary) {
            self.summary = Some(summary.clone());
            self.wait(call, Saying::Summary(summary));
        }
    }
}
