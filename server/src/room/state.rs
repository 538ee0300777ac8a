//! The state of a room: what its facts, folded in order, have made of it. Only `evolve.rs` changes it.

use std::{collections::BTreeMap, sync::Arc};

use chowk_protocol::{ChairNo, ClockKind, CourtView, EndedWhy, Epoch, GameKind, MatchId, SideName, SideView};
use chowk_record::{
    chain::RecordChain,
    fair::{self, Digest, FairFate, Seed},
    line::Header,
    rules::Rules,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    chairs::{Chair, Seat},
    clocks::TurnClock,
    fact::{Fact, seed_as_hex},
    series::Series,
};
use crate::games::{Table, game_of};

/// What a room's facts have made of it. A room without a running match can be written down (a *base*).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) epoch: Epoch,
    pub(crate) game: GameKind,
    /// The rule set as JSON; [`State::rules`] reads it.
    pub(crate) rules_json: Arc<Value>,
    pub(crate) rules_hash: Digest,
    pub(crate) preset: Option<String>,
    pub(crate) clock: ClockKind,
    pub(crate) listed: bool,
    pub(crate) watch: bool,
    /// The series that is played, if more than one match is played for it.
    #[serde(default)]
    pub(crate) series: Option<Series>,
    /// Whether house bots take chairs that stay free, and from which tick on.
    #[serde(default)]
    pub(crate) fill: bool,
    /// Four stones in step mode: the ticks of a step.
    #[serde(default)]
    pub(crate) step: Option<u8>,
    /// Four stones: an away seat stands still.
    #[serde(default)]
    pub(crate) still: bool,
    #[serde(default)]
    pub(crate) fill_at: Option<u64>,
    /// The tokens' hashes of those whom the host put off their chairs, the newest last.
    #[serde(default)]
    pub(super) removed: Vec<Digest>,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) host: ChairNo,
    /// Attempts that were locked and not started.
    pub(crate) not_started: u32,
    /// Tips that must not be shown again, with the attempt for which they were shown, and the token's hash of the seat
    /// that did.
    pub(super) tips: Vec<(u32, Digest, Digest)>,
    /// The number of the attempt that is sealed, from 1.
    pub(super) attempt: u32,
    pub(crate) stage: Stage,
    pub(crate) closed: bool,
    /// The version: the number of the last row.
    pub(crate) v: u64,
    /// The tick of the last row.
    pub(crate) tick: u64,
}

/// How far the room has come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// Chairs are free. A seal that was made when the table was full once stays.
    Gathering { seal: Option<Sealed> },
    /// The table is full and sealed.
    Readying { seal: Sealed },
    /// Locked: seats reveal until the tick.
    Revealing {
        seal: Sealed,
        wall: u64,
        locked_at: u64,
        locked_v: u64,
        reveal_by: u64,
    },
    /// The match runs.
    #[serde(skip)]
    Playing(Box<Play>),
    /// The match has ended.
    Ended(Over),
}

/// A match that is sealed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub(crate) match_id: MatchId,
    #[serde(with = "seed_as_hex")]
    pub(crate) seed: Seed,
    pub(crate) server_commit: Digest,
}

/// A running match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Play {
    pub(crate) seal: Sealed,
    pub(crate) header: Header,
    pub(crate) record: RecordChain,
    /// The tick of the lock, from which the record counts.
    pub(crate) locked_at: u64,
    /// The version of the row that locked the table.
    pub(crate) first_v: u64,
    /// `None` until the lots are told, in the same row.
    pub(crate) table: Option<Table>,
    pub(crate) question: Question,
    /// The last question that the server answered because there was no choice.
    pub(crate) forced: u64,
}

/// The open question of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Question {
    /// The version at which it was asked.
    pub(crate) asked: u64,
    /// The tick at which it was asked.
    pub(crate) at: u64,
    /// Until when, a tick.
    pub(crate) deadline: Option<u64>,
}

/// An ended match, as it is still shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Over {
    pub(crate) seal: Sealed,
    /// The last `h` of its record.
    pub(crate) last: Digest,
    pub(crate) sides: BTreeMap<SideName, SideView>,
    pub(crate) ranks: Vec<Vec<SideName>>,
    /// Where there are no sides: the chairs of each rank, and the court as it was.
    #[serde(default)]
    pub(crate) seats: Vec<Vec<ChairNo>>,
    #[serde(default)]
    pub(crate) court: Option<Box<CourtView>>,
    pub(crate) why: EndedWhy,
}

impl Over {
    /// The chair that has the first place for itself.
    pub(crate) fn winner(&self) -> Option<ChairNo> {
        if let Some([first]) = self.ranks.first().map(Vec::as_slice) {
            return self.sides.get(first).map(|side| side.chair);
        }
        match self.seats.first().map(Vec::as_slice) {
            Some([first]) => Some(*first),
            Some(_) | None => None,
        }
    }
}

impl Play {
    /// Chance from the next draw on, with the link that came with a throw.
    pub(crate) fn fate(&self, rules_hash: &Digest, link: Option<Digest>) -> FairFate {
        let match_id = self.seal.match_id.to_string();
        let key = fair::key(&self.seal.seed, &match_id, rules_hash, &self.header.reveals());
        FairFate::new(&key, self.table.as_ref().map_or(0, Table::t), link)
    }
}

impl State {
    /// A room as its first fact makes it; `None` if the fact does not open a room.
    pub(crate) fn open(fact: &Fact) -> Option<Self> {
        let Fact::Opened {
            epoch,
            game,
            rules,
            preset,
            chairs,
            clock,
            listed,
            watch,
            best_of,
            fill,
            step,
            still,
        } = fact.clone()
        else {
            return None;
        };
        let rules_hash = Rules::from_value(game_of(game), &rules).ok()?.hash();
        Some(Self {
            epoch,
            game,
            rules_json: Arc::new(rules),
            rules_hash,
            preset,
            clock,
            listed,
            watch,
            series: Series::new(best_of),
            fill,
            step,
            still,
            fill_at: None,
            removed: Vec::new(),
            chairs: vec![Chair::Empty; usize::from(chairs)],
            host: 0,
            not_started: 0,
            tips: Vec::new(),
            attempt: 0,
            stage: Stage::Gathering { seal: None },
            closed: false,
            v: 0,
            tick: 0,
        })
    }

    /// The rules. They were checked when the room was opened.
    pub(crate) fn rules(&self) -> Result<Rules, String> {
        Rules::from_value(game_of(self.game), &self.rules_json).map_err(|refusal| refusal.text)
    }

    pub(crate) fn turn_clock(&self) -> TurnClock {
        TurnClock::of(self.clock)
    }

    pub(crate) fn chair(&self, chair: ChairNo) -> Option<&Chair> {
        self.chairs.get(usize::from(chair))
    }

    pub(crate) fn seat(&self, chair: ChairNo) -> Option<&Seat> {
        self.chair(chair).and_then(Chair::seat)
    }

    pub(crate) fn seat_mut(&mut self, chair: ChairNo) -> Option<&mut Seat> {
        self.chairs.get_mut(usize::from(chair)).and_then(Chair::seat_mut)
    }

    /// The chairs with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (ChairNo, &Chair)> {
        (0..).zip(&self.chairs)
    }

    pub(crate) fn is_full(&self) -> bool {
        !self.chairs.iter().any(Chair::is_empty)
    }

    pub(crate) fn play(&self) -> Option<&Play> {
        if let Stage::Playing(play) = &self.stage {
            Some(play)
        } else {
            None
        }
    }

    /// Whether a tip was shown before by anybody in this room, except for the present attempt by whoever holds this
    /// chair now, on whichever chair he sat.
    pub(crate) fn tip_was_shown(&self, chair: ChairNo, tip: &Digest) -> bool {
        let own = self.seat(chair).map(|seat| (self.attempt, seat.token));
        self.tips
            .iter()
            .any(|(attempt, by, shown)| shown == tip && Some((*attempt, *by)) != own)
    }
}

#[cfg(test)]
pub(super) mod tests_only {
    use chowk_protocol::Hex;

    use super::*;

    /// A match that ended so: South sat on chair 0, North on chair 1.
    pub(crate) fn over(ranks: Vec<Vec<SideName>>, why: EndedWhy) -> Over {
        let side = |chair| SideView {
            chair,
            pawns: BTreeMap::new(),
            right: false,
            rank: 0,
            left: false,
        };
        Over {
            seal: Sealed {
                match_id: Hex([0; 16]),
                seed: Seed::from_bytes([0; 32]),
                server_commit: Digest::from_bytes([0; 32]),
            },
            last: Digest::from_bytes([0; 32]),
            sides: BTreeMap::from([(SideName::S, side(0)), (SideName::N, side(1))]),
            ranks,
            seats: Vec::new(),
            court: None,
            why,
        }
    }
}
