//! Moves, passes and result: every line is what the rules make of it, and by somebody who could have made it.

mod chowka;
mod replay;
mod stones;

use chowk_rules::chowka::Victim;
use chowk_rules::stones::Seat;

use super::entry::{Entry, UNREADABLE};
use super::table::Table;
use super::{Check, CheckName, First};
use crate::rules::Rules;

pub(super) use stones::Ties;

/// What chance has to do with a move or a clock, as far as the rules can follow the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chance {
    /// The rules cannot follow any more.
    Unknown,
    /// Nothing is drawn.
    None,
    /// One of these victims, two or more, is drawn.
    Among(Vec<Victim>),
    /// One of these seats, two or more, is drawn.
    Tie(Vec<Seat>),
}

pub(super) struct MovesCheck {
    first: First,
    /// The match as the record has it; `None` if the header does not allow one, and the check has failed.
    play: Option<Play>,
}

/// The match under way, of either game.
enum Play {
    Chowka(Box<chowka::Play>),
    Stones(Box<stones::Play>),
}

impl MovesCheck {
    /// Before the first line; `ties` are who the record says was caught of several.
    pub(super) fn new(table: &Table, ties: Ties) -> Self {
        let mut first = First::default();
        let given = table
            .rules
            .as_ref()
            .and_then(|rules| Ok((*rules, table.houses.as_ref()?.clone())));
        let play = given.map(|(rules, houses)| match rules {
            Rules::Chowka(rules) => Play::Chowka(Box::new(chowka::Play::new(rules, houses))),
            Rules::Stones(rules) => Play::Stones(Box::new(stones::Play::new(rules, ties))),
        });
        let play = play.map_err(|why| first.fail(1, why.clone())).ok();
        MovesCheck { first, play }
    }

    /// Hears a line, and says for the draws whether its victim or tie is a matter of chance.
    pub(super) fn hear(&mut self, entry: &Entry<'_>) -> Chance {
        let Some(play) = self.play.as_mut().filter(|_| !self.first.failed()) else {
            return Chance::Unknown;
        };
        let Some(fields) = entry.fields() else {
            self.first.fail(entry.number, UNREADABLE);
            return Chance::Unknown;
        };
        let (chance, outcome) = match play {
            Play::Chowka(play) => (play.chance(entry.kind(), fields), play.judge(entry.kind(), fields)),
            Play::Stones(play) => play.judge(fields),
        };
        self.first.note(entry.number, outcome);
        chance
    }

    pub(super) fn end(mut self, last_line: u64) -> Check {
        let ended = match &self.play {
            Some(Play::Chowka(play)) => play.ended,
            Some(Play::Stones(play)) => play.ended(),
            None => false,
        };
        if !ended {
            self.first.fail(last_line, "the record ends before the match does");
        }
        self.first.end(CheckName::Moves)
    }
}
