//! Four stones at a table: a set as its rows have told it, and what everybody may see of it (the game is open to all).

mod live;

use std::collections::BTreeMap;

use chowk_protocol::{ChairNo, CourtView, Event as Told, RefusalCode};
use chowk_record::{
    fair::FairFate,
    line::{Line, StonesLine},
    retold::Retold,
};
use chowk_rules::stones::{Event, Lots, Phase, RuleSet, Seat, Set};
use chowk_wire::stones as wire;

pub(crate) use self::live::{House, Live, Player, Press};
use super::{Ended, Wish};

/// A set, as of its last row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stones {
    told: Retold,
    /// The innings that was told last: the set itself may be in the next one when the end of this one is told.
    innings: u8,
    /// Who was caught, by innings.
    caught: BTreeMap<u8, ChairNo>,
}

/// Step mode: whether a seat is asked for a direction of a step. Nobody is while nobody may move, and not who is rooted or
/// stands still for the whole of it, or has nothing left to do; in Choice only the patwar, for his word.
fn asks(set: &Set, chair: ChairNo, step: u32) -> bool {
    let Some(seat) = Seat::new(chair) else { return false };
    let last = set.tick() + step;
    match set.phase() {
        Phase::Break | Phase::Over => false,
        Phase::Choice => seat == set.patwar(),
        Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu if seat == set.patwar() => set.still_until() < last,
        Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu => set.rooted_until(seat) < last && !set.rounds(seat).through,
    }
}

impl Stones {
    pub(crate) fn start(rules: RuleSet, lots: Lots) -> Result<Self, String> {
        rules.check().map_err(|fault| fault.to_string())?;
        Ok(Self {
            told: Retold::new(rules, lots),
            innings: 0,
            caught: BTreeMap::new(),
        })
    }

    pub(crate) fn set(&self) -> &Set {
        self.told.set()
    }

    pub(crate) fn t(&self) -> u64 {
        self.told.t()
    }

    /// Judges what is not heard by a tick: the end of it all. Who leaves is away, and a house bot plays on.
    pub(crate) fn judge(&self, wish: Wish) -> Result<Vec<Line>, RefusalCode> {
        match wish {
            Wish::Throw | Wish::Move { .. } | Wish::Resign => Err(RefusalCode::WrongGame),
            Wish::Kick => Ok(Vec::new()),
            Wish::Abandon => {
                let mut set = self.set().clone();
                let tick = set.tick();
                let ended = set.abandon().ok_or(RefusalCode::NotNow)?;
                Ok(vec![Line::Stones(StonesLine::Happened { tick, event: ended })])
            }
        }
    }

    /// Changes the set by a line of its record, and tells what happened.
    pub(crate) fn evolve(&mut self, line: &Line, fate: &mut FairFate) -> Result<Vec<Told>, String> {
        let line = match line {
            Line::Stones(line) => line,
            Line::Opened { .. } => return Ok(Vec::new()),
            Line::Lots { .. }
            | Line::Thrown { .. }
            | Line::Moved { .. }
            | Line::Passed { .. }
            | Line::Left { .. }
            | Line::Ended { .. } => return Err("a line of another game".into()),
        };
        if let StonesLine::Lots { t, places } = line {
            return Ok(vec![wire::lots(*t, *places)]);
        }
        self.told.take_in(line, fate)?;
        let StonesLine::Happened { tick, event } = line else {
            return Ok(Vec::new());
        };
        if let Event::Innings { number, .. } = event {
            self.innings = *number;
        }
        if let Event::InningsEnd { caught: Some(seat) } = event {
            self.caught.insert(self.innings, seat.number());
        }
        Ok(wire::happened(*tick, event).into_iter().collect())
    }

    /// Goes on to the end of a tick of which all was told.
    pub(crate) fn go_on(&mut self, tick: u32, fate: &mut FairFate) -> Result<(), String> {
        self.told.go_on(tick, fate)
    }

    /// Step mode: whether a seat is asked in the next step.
    pub(crate) fn asks(&self, chair: ChairNo, step: u32) -> bool {
        asks(self.set(), chair, step)
    }

    /// The court; `asked` is the version at which the patwar was asked for his word, if he is.
    pub(crate) fn court_view(&self, asked: u64) -> CourtView {
        let mut view = wire::court(self.set(), &self.caught);
        view.asked = (self.set().phase() == Phase::Choice).then_some(asked);
        view
    }

    pub(crate) fn ended(&self) -> Option<Ended> {
        let outcome = self.set().result()?;
        Some(Ended {
            ranks: Vec::new(),
            seats: wire::ranks(&outcome.ranks),
            why: wire::ended_why(outcome.why),
        })
    }
}
