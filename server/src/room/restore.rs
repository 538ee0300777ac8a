//! A room that is brought back from a backup (contract 27): what was sealed is over, and the epoch is another one.
//!
//! Since the moment of the backup the room may have lived on elsewhere, where its seeds were opened. So no seal goes on:
//! a running match is abandoned and opened, an attempt is opened as not started. A backup made without seeds has nothing
//! to open: its seals stay as they are in the log, for everybody to see, and the table is set anew.

use chowk_protocol::{MatchId, RoomCode};
use chowk_record::fair;
use chowk_rules::Tick;

use super::{
    Append, Call, Fact, FoldError, Guests, Out, Room, RoomLimits,
    clocks::RoomClock,
    fold::fold_rows,
    state::{Sealed, Stage},
    view,
};
use crate::journal::Stored;

/// What the room's players are told.
const WHY: &str = "The server was restored from a backup.";
/// The same, if a match was lost with it.
const WHY_LOST: &str = "The server was restored from a backup that holds no seeds: the match that ran then was given up, \
                        and cannot be checked.";

/// What became of what was sealed in a room that is brought back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brought {
    /// Nothing was.
    Nothing,
    /// A running match was abandoned, and opened.
    Abandoned(MatchId),
    /// An attempt was opened as not started.
    NotStarted(MatchId),
    /// A running match was given up; there is no seed to open.
    GivenUp(MatchId),
    /// An attempt was given up; there is no seed to open.
    Forgotten(MatchId),
}

impl Room {
    /// Brings a room back: the rows to be appended, in order, each with the match whose record goes with it.
    ///
    /// # Errors
    /// [`FoldError`]: the room is to be quarantined.
    #[expect(
        clippy::type_complexity,
        reason = "what an append brings is as it is in `Out::Append`"
    )]
    pub fn bring_back(
        code: RoomCode,
        stored: Stored,
        limits: RoomLimits,
        guests: Guests<'_>,
    ) -> Result<(Brought, Vec<(Append, Option<(MatchId, u64)>)>), FoldError> {
        let mut out = Vec::new();
        let mut call = Call::new(guests, &mut out);
        let (state, _) = fold_rows(code, &stored)?;
        let clock = RoomClock::new(Tick(state.tick), call.now().up);
        let mut room = Self::new(stored.room, stored.fence, code, limits, state, clock);
        room.durable_v = room.state.v;
        let brought = room.end_what_was_sealed(&mut call);
        let appends = out.into_iter().filter_map(Out::into_append);
        Ok((brought, appends.collect()))
    }

    fn end_what_was_sealed(&mut self, call: &mut Call<'_, '_>) -> Brought {
        let is_over = matches!(self.state.stage, Stage::Ended(_));
        let seal = view::seal_of(&self.state).filter(|_| !is_over);
        let seal = seal.map(|seal| (seal.match_id, is_known(seal)));
        let plays = self.state.play().is_some();
        let brought = match seal {
            None => Brought::Nothing,
            Some((id, true)) if plays => Brought::Abandoned(id),
            Some((id, false)) if plays => Brought::GivenUp(id),
            Some((id, true)) => Brought::NotStarted(id),
            Some((id, false)) => Brought::Forgotten(id),
        };
        match brought {
            Brought::Abandoned(_) => self.abandon(call),
            Brought::NotStarted(_) => self.log_not_started(call),
            Brought::Nothing | Brought::GivenUp(_) | Brought::Forgotten(_) => {}
        }
        let why = if matches!(brought, Brought::GivenUp(_)) {
            WHY_LOST
        } else {
            WHY
        };
        let epoch = chowk_protocol::Hex(crate::fate::draw(call.guests.entropy));
        self.put(call, Fact::Restored { epoch, why: why.into() });
        if !matches!(self.state.stage, Stage::Ended(_)) {
            self.set_anew(call);
        }
        self.follow(call);
        self.close_envelope(call, Vec::new());
        brought
    }
}

/// Whether the seed is the one that was sealed, and no blank in its place.
fn is_known(seal: &Sealed) -> bool {
    fair::server_commit(&seal.match_id.to_string(), &seal.seed) == seal.server_commit
}

/// A row as it goes into a backup without seeds: blanks in their place.
pub(crate) fn conceal_row(body: &[u8]) -> Vec<u8> {
    /// How a seed begins in a row; inside a text, as in a player's name, the quotes would be escaped.
    const BEGINS: &[u8] = b"\"seed\":\"";
    let mut concealed = body.to_vec();
    let mut at = 0;
    while let Some(found) = concealed[at..].windows(BEGINS.len()).position(|eight| eight == BEGINS) {
        at += found + BEGINS.len();
        let digits = concealed[at..].iter_mut().take_while(|byte| **byte != b'"');
        digits.for_each(|digit| *digit = b'0');
    }
    concealed
}

/// A base likewise. The seed of a match that has ended is open, and stays.
pub(crate) fn conceal_base(state: &[u8]) -> Vec<u8> {
    const ENDED: &[u8] = b"\"stage\":{\"ended\":";
    if state.windows(ENDED.len()).any(|words| words == ENDED) {
        state.to_vec()
    } else {
        conceal_row(state)
    }
}
