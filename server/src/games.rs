//! Games at a table: in the server the only place that knows both wire and rules.
//!
//! [`Table`] is a closed list of games: what the room needs of one is asked through it, and a new game is one more arm.

pub(crate) mod chowka;

use std::collections::BTreeMap;

use chowk_protocol::{By, ChairNo, EndedWhy, Event, GameKind, RefusalCode, SideName, SideView, TurnPhase, TurnView};
use chowk_record::{
    chain::RecordChain,
    fair::{Digest, FairFate},
    line::Line,
};
use chowk_rules::chowka::RuleSet;

use crate::{
    journal::Row,
    room::{Envelope, Fact, FoldError},
};

/// A running match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Table {
    /// Chowka-bara.
    Chowka(chowka::Chowka),
}

/// What a seat, or the server for it, wants to do in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Throw the cowries.
    Throw,
    /// Move a pawn by a value in hand.
    Move { pawn: u8, value: u8 },
    /// Give up.
    Resign,
    /// Be put off the table by the operator.
    Kick,
    /// End the match for all.
    Abandon,
}

/// The open question of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asks {
    pub(crate) chair: ChairNo,
    pub(crate) phase: TurnPhase,
    /// The one thing that can be done, where there is no choice.
    pub(crate) forced: Option<Wish>,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) ranks: Vec<Vec<SideName>>,
    pub(crate) why: EndedWhy,
}

impl Table {
    /// A match by these rules, its chairs drawn to sides: for each side in use, the first in turn first, its chair.
    pub(crate) fn start(game: GameKind, rules: &RuleSet, sides: &[usize], t: u64) -> Result<Self, String> {
        match game {
            GameKind::Chowka => Ok(Self::Chowka(chowka::Chowka::start(*rules, sides, t)?)),
            GameKind::Stones => Err("four stones is not played yet".into()),
        }
    }

    /// What is asked, and of whom; `None` when the match is over.
    pub(crate) fn asks(&self) -> Option<Asks> {
        match self {
            Self::Chowka(chowka) => chowka.asks(),
        }
    }

    /// Judges a wish and changes nothing: the lines of the record that follow from it.
    pub(crate) fn judge(
        &self,
        chair: ChairNo,
        wish: Wish,
        by: chowk_record::line::By,
        link: Option<Digest>,
        fate: &mut FairFate,
    ) -> Result<Vec<Line>, RefusalCode> {
        match self {
            Self::Chowka(chowka) => chowka.judge(chair, wish, by, link, fate),
        }
    }

    /// What a brain does about the open question; `seed` is all the chance it has.
    pub(crate) fn choose(&self, brain: chowk_bots::Brain, seed: u64) -> Option<Wish> {
        match self {
            Self::Chowka(chowka) => chowka.choose(brain, seed),
        }
    }

    /// Changes the match by a line of its record, and tells what happened.
    pub(crate) fn evolve(&mut self, line: &Line) -> Vec<Event> {
        match self {
            Self::Chowka(chowka) => chowka.evolve(line),
        }
    }

    /// Whether the seat's side still plays.
    pub(crate) fn is_playing(&self, chair: ChairNo) -> bool {
        match self {
            Self::Chowka(chowka) => chowka.is_playing(chair),
        }
    }

    /// The side of a chair.
    pub(crate) fn side(&self, chair: ChairNo) -> Option<SideName> {
        match self {
            Self::Chowka(chowka) => chowka.side_of(chair).map(chowka::side_name),
        }
    }

    /// The number of the next draw.
    pub(crate) fn t(&self) -> u64 {
        match self {
            Self::Chowka(chowka) => chowka.t(),
        }
    }

    /// What everybody may see of the sides.
    pub(crate) fn sides_view(&self) -> BTreeMap<SideName, SideView> {
        match self {
            Self::Chowka(chowka) => chowka.sides_view(),
        }
    }

    /// What everybody may see of the turn; the room adds when it was asked and until when.
    pub(crate) fn turn_view(&self, asked: u64, deadline: Option<u64>) -> Option<TurnView> {
        match self {
            Self::Chowka(chowka) => chowka.turn_view(asked, deadline),
        }
    }

    /// How the match ended, if it has.
    pub(crate) fn ended(&self) -> Option<Ended> {
        match self {
            Self::Chowka(chowka) => chowka.ended(),
        }
    }
}

/// The wire's word for who made a throw or a move.
pub(crate) fn by_name(by: chowk_record::line::By) -> By {
    use chowk_record::line::By as Told;
    match by {
        Told::Seat => By::Seat,
        Told::Clock => By::Clock,
        Told::Away => By::Away,
        Told::NoChain => By::NoChain,
        Told::House => By::House,
        Told::Forced => By::Forced,
    }
}

/// The record of a match (`record.md`, NDJSON): from the rows of its room, from the one that started it (or any
/// before) to the one that ended it.
///
/// # Errors
/// [`FoldError`] when a row cannot be read, or no match starts and ends in these rows.
pub fn record_of(rows: &[Row]) -> Result<Vec<u8>, FoldError> {
    let mut text = Vec::new();
    let mut chain: Option<(RecordChain, u64)> = None;
    let mut locked_at = 0;
    let mut opened = false;
    for row in rows {
        let envelope = Envelope::decode(&row.body).map_err(|why| FoldError { v: row.v, why })?;
        for fact in envelope.facts {
            if let Fact::Locked { .. } = fact {
                locked_at = envelope.tick;
            } else if let Fact::Started { header } = fact {
                let (begun, line) = RecordChain::begin(&header.0);
                text.clear();
                text.extend_from_slice(line.as_bytes());
                text.push(b'\n');
                chain = Some((begun, locked_at));
            } else if let Fact::Told { line } = fact
                && let Some((chain, started)) = &mut chain
            {
                let told = chain.push(envelope.tick.saturating_sub(*started), &line.0);
                text.extend_from_slice(told.as_bytes());
                text.push(b'\n');
                opened = matches!(line.0, Line::Opened { .. });
            }
        }
    }
    if opened {
        Ok(text)
    } else {
        Err(FoldError {
            v: rows.last().map_or(0, |row| row.v),
            why: "no match ends here".into(),
        })
    }
}
