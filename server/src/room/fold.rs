//! Reading a room from its rows: after a restart, on a first visit, after a disk that failed (contract 7, 15, 24 to 28).

use chowk_protocol::{ChairNo, Diff, RoomCode};
use chowk_rules::Tick;

use super::{
    Call, Envelope, Fact, Guests, Mode, Out, Place, Post, Room, RoomLimits, SessionId,
    clocks::RoomClock,
    history::{HISTORY_MAX, History},
    state::{Stage, State},
    told::PAUSED,
    view::{Seen, Viewer},
};
use crate::{
    fault::{Fault, is_planted},
    journal::Stored,
};

/// Rows that do not fold: the room is quarantined (contract 25).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the row of version {v} does not fold: {why}")]
pub struct FoldError {
    /// The version of the row.
    pub v: u64,
    /// What is wrong with it.
    pub why: String,
}

impl Room {
    /// Whether these rows make this room's state, all of it: the law that folding the journal gives the state.
    ///
    /// # Errors
    /// [`FoldError`] when they do not even fold.
    pub fn agrees_with(&self, stored: &Stored) -> Result<bool, FoldError> {
        let (state, _) = fold_rows(self.code, stored)?;
        Ok(state == self.state)
    }

    /// Reads a room from its rows. Nobody is in it; if a match runs, a row says that it goes on.
    ///
    /// # Errors
    /// [`FoldError`]: the room is to be quarantined.
    pub fn fold(
        code: RoomCode,
        stored: Stored,
        limits: RoomLimits,
        guests: Guests<'_>,
        out: &mut Vec<Out>,
    ) -> Result<Self, FoldError> {
        let mut call = Call::new(guests, out);
        let (state, history) = fold_rows(code, &stored)?;
        let since = if is_planted(Fault::DowntimeCharged) {
            0
        } else {
            call.now().up
        };
        let clock = RoomClock::new(Tick(state.tick), since);
        let mut room = Self::new(stored.room, stored.fence, code, limits, state, clock);
        room.history = history;
        room.durable_v = room.state.v;
        room.resume(&mut call, "The server was restarted.");
        Ok(room)
    }

    /// What these rows tell whoever comes back: the diffs of their last versions, 256 at most. So what a client was told
    /// before a crash is compared with what is on disk after it.
    ///
    /// # Errors
    /// [`FoldError`]: they do not fold.
    pub fn retold(code: RoomCode, stored: &Stored) -> Result<Vec<Diff>, FoldError> {
        fold_rows(code, stored).map(|(_, history)| history.diffs().collect())
    }

    /// After [`Out::Lost`], once the disk works: the room as it is on disk. Sessions stay and get a snapshot.
    ///
    /// # Errors
    /// [`FoldError`]: the room is to be quarantined.
    pub fn refold(&mut self, stored: Stored, guests: Guests<'_>, out: &mut Vec<Out>) -> Result<(), FoldError> {
        let mut call = Call::new(guests, out);
        let (state, history) = fold_rows(self.code, &stored)?;
        self.clock = RoomClock::new(Tick(state.tick), call.now().up);
        self.fence = stored.fence;
        self.state = state;
        self.history = history;
        self.durable_v = self.state.v;
        self.seen = Seen::of(Viewer::Everybody, self.code, &self.state);
        self.mode = Mode::Running;
        self.summary = None;
        self.clock.reached(self.clock.tick(call.now().up));
        self.put(&mut call, Fact::Paused { why: PAUSED.into() });
        self.close_envelope(&mut call, Vec::new());
        let epoch = self.ticks_wait(&mut call);
        self.put(
            &mut call,
            Fact::Resumed {
                why: "The disk works again.".into(),
                reveal_by: None,
                epoch,
            },
        );
        self.close_envelope(&mut call, Vec::new());
        self.control_as_on_disk();
        let back: Vec<SessionId> = self.sessions.keys().copied().collect();
        for session in back {
            self.say(&mut call, session, Post::Frame(self.snapshot()), None);
            self.show_all(&mut call, session);
        }
        self.nobody_new(&call);
        self.tell_around(&mut call);
        Ok(())
    }

    /// Who is still in the room was in it before the rows that may be lost, and controls its seat as it is on disk: a
    /// change of generation without a change of sockets may be lost too. Each is led on from the present version.
    fn control_as_on_disk(&mut self) {
        for sitter in self.sessions.values_mut() {
            sitter.since_v = self.state.v;
            if let Place::Seat { chair, generation } = &mut sitter.place
                && let Some(seat) = self.state.seat(*chair)
            {
                *generation = seat.generation;
            }
        }
    }

    /// The room goes on after the server was down: a row, if clocks run, and time for those who must come back.
    fn resume(&mut self, call: &mut Call<'_, '_>, why: &str) {
        self.nobody_new(call);
        let now = self.clock.tick(call.now().up).0;
        self.clock.reached(Tick(now));
        let (runs, reveal_by) = match &self.state.stage {
            Stage::Playing(_) => (true, None),
            Stage::Revealing { reveal_by, .. } => (true, Some((now + self.limits.reveal).max(*reveal_by))),
            Stage::Gathering { .. } | Stage::Readying { .. } | Stage::Ended(_) => (false, None),
        };
        if runs {
            let epoch = self.ticks_wait(call);
            self.put(
                call,
                Fact::Resumed {
                    why: why.to_owned(),
                    reveal_by,
                    epoch,
                },
            );
            self.wait_for_dropped(call);
            self.close_envelope(call, Vec::new());
        }
        self.tell_summary(call);
    }

    /// From now on whoever is not connected counts as gone since now.
    pub(super) fn nobody_new(&mut self, call: &Call<'_, '_>) {
        let now = self.clock.tick(call.now().up);
        for chair in 0..self.gone_since.len() {
            if !self.is_here(chair as ChairNo) {
                self.gone_since[chair] = now;
            }
        }
        self.empty_since = now;
    }
}

/// Folds what is on disk, and remembers the last versions' diffs.
pub(super) fn fold_rows(code: RoomCode, stored: &Stored) -> Result<(State, History), FoldError> {
    let broken = |v: u64| move |why: String| FoldError { v, why };
    let mut state: Option<State> = match &stored.base {
        Some(base) => Some(serde_json::from_slice(&base.body).map_err(|error| broken(base.v)(error.to_string()))?),
        None => None,
    };
    let mut history = History::default();
    let mut seen: Option<Seen> = None;
    let remembered_from = stored.v().saturating_sub(HISTORY_MAX as u64);
    for row in &stored.rows {
        let envelope = Envelope::decode(&row.body).map_err(broken(row.v))?;
        let state = match (&mut state, envelope.facts.first()) {
            (Some(state), _) => state,
            (none @ None, Some(first)) => {
                none.insert(State::open(first).ok_or_else(|| broken(row.v)("the first row opens no room".into()))?)
            }
            (None, None) => return Err(broken(row.v)("the first row is empty".into())),
        };
        if row.v != state.v + 1 {
            return Err(broken(row.v)(format!("it follows version {}", state.v)));
        }
        if row.v > remembered_from && seen.is_none() {
            seen = Some(Seen::of(Viewer::Everybody, code, state));
        }
        let from = state.v;
        let events = state.fold(row.v, &envelope).map_err(broken(row.v))?;
        if let Some(seen) = &mut seen {
            let patch = seen.become_(code, state);
            history.remember(&Diff {
                from,
                v: state.v,
                hash: seen.hash(),
                patch,
                events,
            });
        }
    }
    let state = state.ok_or_else(|| broken(0)("there are no rows".into()))?;
    if state.v == stored.v() {
        Ok((state, history))
    } else {
        Err(broken(stored.v())("versions have a hole".into()))
    }
}
