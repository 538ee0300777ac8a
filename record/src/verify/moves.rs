//! Moves, passes and result: the match is played again by the rules, with the record's own throws as its luck.

use std::collections::VecDeque;

use chowk_rules::chowka::{Action, Ending, Event, Match, PassWhy, Shells, Side, Victim, Victims};
use chowk_rules::{Drawn, Fate, Game};

use super::entry::{Entry, Kind, UNREADABLE};
use super::links::seating;
use super::table::Table;
use super::{Check, CheckName, First};
use crate::fields::Fields;
use crate::line::By;
use crate::words::Word;

/// What chance has to do with a line, as far as the rules can follow the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chance {
    /// The rules cannot follow any more.
    Unknown,
    /// No victim is drawn.
    None,
    /// One of these, two or more, is drawn.
    Among(Vec<Victim>),
}

pub(super) struct MovesCheck {
    first: First,
    /// The match as the record has it; `None` if the header does not allow one.
    game: Option<Match>,
    /// What must follow the last line at once: lost values, the end.
    due: VecDeque<Event>,
    /// Whether `ended` was told.
    ended: bool,
    /// For each chair, whether it is a house bot's.
    houses: Vec<bool>,
    /// For each side in use its chair, once the lots have told it.
    sides: Option<Vec<usize>>,
    /// The sides whose seat has said no_chain.
    no_chain: Vec<Side>,
}

impl MovesCheck {
    pub(super) fn new(table: &Table) -> Self {
        let mut first = First::default();
        let given = table
            .rules
            .as_ref()
            .and_then(|rules| Ok((*rules, table.houses.as_ref()?.clone())));
        let (game, houses) = match given {
            Ok((rules, houses)) => (Some(Match::new(rules, houses.len() as u8)), houses),
            Err(why) => {
                first.fail(1, why.clone());
                (None, Vec::new())
            }
        };
        MovesCheck {
            first,
            game,
            due: VecDeque::new(),
            ended: false,
            houses,
            sides: None,
            no_chain: Vec::new(),
        }
    }

    /// Hears a line, and says for the draws whether its victim is a matter of chance.
    pub(super) fn hear(&mut self, entry: &Entry<'_>) -> Chance {
        if self.first.failed() {
            return Chance::Unknown;
        }
        let Some(fields) = entry.fields() else {
            self.first.fail(entry.number, UNREADABLE);
            return Chance::Unknown;
        };
        let chance = self.chance(entry.kind(), fields);
        let outcome = self.judge(entry.kind(), fields);
        self.first.note(entry.number, outcome);
        chance
    }

    fn judge(&mut self, kind: Option<Kind>, fields: Fields<'_>) -> Result<(), String> {
        match kind {
            // Unknown kinds belong to the hash chain.
            Some(Kind::Header) | None => Ok(()),
            Some(Kind::Lots) => {
                if self.sides.is_none() {
                    self.sides = seating(fields, self.houses.len());
                }
                Ok(())
            }
            Some(Kind::Thrown) => self.thrown(fields),
            Some(Kind::Moved) => self.moved(fields),
            Some(Kind::Passed) => self.passed(fields),
            Some(Kind::Left) => self.left(fields),
            Some(Kind::Ended) => self.ended(fields),
            Some(Kind::Opened) if self.ended => Ok(()),
            Some(Kind::Opened) => Err(self.missing().unwrap_or_else(|| "the match has not ended".to_owned())),
        }
    }

    fn thrown(&mut self, fields: Fields<'_>) -> Result<(), String> {
        self.nothing_due()?;
        let side: Side = word(fields, "side")?;
        let by: By = word(fields, "by")?;
        if by == By::Forced {
            return Err("no throw is forced".to_owned());
        }
        self.judge_house(side, by)?;
        match by {
            By::NoChain => self.no_chain.push(side),
            By::Seat if self.no_chain.contains(&side) => {
                return Err("this seat said no_chain, which holds for all its later throws".to_owned());
            }
            By::Seat | By::Clock | By::Away | By::House | By::Forced => {}
        }
        let shells = self.shells(fields)?;
        let mut told = Told {
            shells: Some(shells),
            victim: 0,
        };
        self.follow(side, &Action::Throw, &mut told)?;
        Ok(())
    }

    /// The shells as the record has them; if they cannot be read, shells that count `value`. Whether they are those
    /// drawn is for the draws to say.
    fn shells(&self, fields: Fields<'_>) -> Result<Shells, String> {
        let Some(game) = &self.game else {
            return Err(UNREADABLE.to_owned());
        };
        let rules = game.rules();
        if let Ok(shells) = fields.shells("shells")
            && shells.len() == usize::from(rules.shells)
        {
            return Ok(shells);
        }
        let value = fields.small("value").map_err(|fault| fault.to_string())?;
        let mouths = (0..=rules.shells).find(|&mouths| rules.value_of(mouths) == value);
        mouths
            .map(|mouths| Shells::showing(mouths, rules.shells))
            .ok_or_else(|| format!("no throw counts {value} here"))
    }

    fn moved(&mut self, fields: Fields<'_>) -> Result<(), String> {
        self.nothing_due()?;
        let side: Side = word(fields, "side")?;
        let by: By = word(fields, "by")?;
        self.judge_house(side, by)?;
        let pawn = fields.small("pawn").map_err(|fault| fault.to_string())?;
        let value = fields.small("value").map_err(|fault| fault.to_string())?;
        let from = fields.small("from").map_err(|fault| fault.to_string())?;
        let to = fields.small("to").map_err(|fault| fault.to_string())?;
        let hits = fields.victims("hit").map_err(|fault| fault.to_string())?;
        match by {
            By::NoChain => return Err("\"no_chain\" stands on throws only".to_owned()),
            By::Forced => self.judge_forced(side, pawn, value)?,
            By::Seat | By::Clock | By::Away | By::House => {}
        }
        let victim = match self.chance(Some(Kind::Moved), fields) {
            Chance::Among(candidates) => candidates
                .iter()
                .position(|candidate| hits == [*candidate])
                .unwrap_or(0),
            Chance::None | Chance::Unknown => 0,
        };
        let mut told = Told {
            shells: None,
            victim: victim as u32,
        };
        let event = self.follow(side, &Action::Move { pawn, value }, &mut told)?;
        let Event::Moved {
            from: really_from,
            to: really_to,
            hits: really_hit,
            ..
        } = event
        else {
            return Err("a move must be told here".to_owned());
        };
        if (from, to) != (really_from, really_to) {
            return Err(format!("this move goes from {really_from} to {really_to}"));
        }
        if hits != really_hit {
            return Err(match really_hit.as_slice() {
                [] => "this move hits nobody".to_owned(),
                [one] => format!("this move hits pawn {} of {} at {}", one.pawn, one.side, one.from),
                all => format!("this move hits {} pawns, listed by side and number", all.len()),
            });
        }
        Ok(())
    }

    fn passed(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let side: Side = word(fields, "side")?;
        let value = fields.small("value").map_err(|fault| fault.to_string())?;
        let why: PassWhy = word(fields, "why")?;
        let told = Event::Passed { side, value, why };
        match self.due.front() {
            Some(due) if *due == told => {
                self.due.pop_front();
                Ok(())
            }
            Some(due) => Err(format!("here must be told that {}", sentence(due))),
            None => Err("no value is lost here".to_owned()),
        }
    }

    fn left(&mut self, fields: Fields<'_>) -> Result<(), String> {
        self.nothing_due()?;
        let side: Side = word(fields, "side")?;
        let why = word(fields, "why")?;
        self.follow(side, &Action::Leave(why), &mut Told::nothing())?;
        Ok(())
    }

    fn ended(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let ranks = fields.ranks("ranks").map_err(|fault| fault.to_string())?;
        let why: Ending = word(fields, "why")?;
        if why == Ending::Abandoned && self.due.is_empty() {
            // A match can be given up at any moment, by the room and not by a side.
            let event = self.follow(Side::South, &Action::Abandon, &mut Told::nothing())?;
            self.due.push_front(event);
        }
        let told = Event::Ended { ranks, why };
        match self.due.pop_front() {
            Some(due) if due == told => {
                self.ended = true;
                Ok(())
            }
            Some(due) => Err(format!("here must be told that {}", sentence(&due))),
            None => Err("the match does not end here".to_owned()),
        }
    }

    /// Takes an action through the rules; what it is comes back, and what follows from it becomes due.
    fn follow(&mut self, side: Side, action: &Action, fate: &mut Told) -> Result<Event, String> {
        let Some(game) = &mut self.game else {
            return Err(UNREADABLE.to_owned());
        };
        let events = game
            .decide(side, action, fate)
            .map_err(|illegal| format!("{side} may not: {illegal}"))?;
        for event in &events {
            game.evolve(event);
        }
        let mut events = VecDeque::from(events);
        let first = events.pop_front().ok_or("nothing follows from this")?;
        self.due = events;
        Ok(first)
    }

    /// Whether a line's victim is drawn, and among whom.
    fn chance(&self, kind: Option<Kind>, fields: Fields<'_>) -> Chance {
        let Some(game) = self.game.as_ref().filter(|_| self.due.is_empty()) else {
            return Chance::Unknown;
        };
        match game.rules().victims {
            Victims::Random if kind == Some(Kind::Moved) => {}
            Victims::Random | Victims::MostAdvanced | Victims::All => return Chance::None,
        }
        let (Ok(side), Ok(pawn), Ok(value)) = (fields.word("side"), fields.small("pawn"), fields.small("value")) else {
            return Chance::Unknown;
        };
        if game.turn().is_none_or(|turn| turn.side != side) {
            return Chance::Unknown;
        }
        match game
            .legal()
            .into_iter()
            .find(|legal| (legal.pawn, legal.value) == (pawn, value))
        {
            Some(legal) if legal.hits_drawn => Chance::Among(legal.hits),
            Some(_) => Chance::None,
            None => Chance::Unknown,
        }
    }

    fn nothing_due(&self) -> Result<(), String> {
        self.missing().map_or(Ok(()), Err)
    }

    /// The sentence about what is due and not told.
    fn missing(&self) -> Option<String> {
        self.due
            .front()
            .map(|due| format!("before this line must be told that {}", sentence(due)))
    }

    /// A house chair's lines are by "house" or "forced", others' never by "house".
    fn judge_house(&self, side: Side, by: By) -> Result<(), String> {
        // Lots that cannot be used fail the draws; who sits where is then not known.
        let Some(sides) = &self.sides else { return Ok(()) };
        let place = Side::in_use(sides.len() as u8)
            .iter()
            .position(|&seated| seated == side);
        let house = place.is_some_and(|place| self.houses[sides[place]]);
        match (house, by) {
            (true, By::House | By::Forced) | (false, By::Seat | By::Clock | By::Away | By::NoChain | By::Forced) => {
                Ok(())
            }
            (true, By::Seat | By::Clock | By::Away | By::NoChain) => {
                Err(format!("{side} is a house bot's, and `by` is \"{}\"", by.word()))
            }
            (false, By::House) => Err(format!("{side} is no house bot's, and `by` is \"house\"")),
        }
    }

    fn judge_forced(&self, side: Side, pawn: u8, value: u8) -> Result<(), String> {
        let turn = self
            .game
            .as_ref()
            .and_then(|game| Some((game.turn()?.side, game.forced()?)));
        match turn {
            Some((in_turn, (only, by))) if in_turn == side && (only, by) == (pawn, value) => Ok(()),
            Some((in_turn, (only, by))) if in_turn == side => {
                Err(format!("the move without a choice is that of pawn {only} by {by}"))
            }
            // A move by another side is refused by the rules, with their reason.
            Some(_) => Ok(()),
            None => Err("this move is no move without a choice".to_owned()),
        }
    }

    pub(super) fn end(mut self, last_line: u64) -> Check {
        if !self.ended {
            self.first.fail(last_line, "the record ends before the match does");
        }
        self.first.end(CheckName::Moves)
    }
}

/// The record's own luck: the shells it tells, and which of the candidates it says was hit.
struct Told {
    shells: Option<Shells>,
    victim: u32,
}

impl Told {
    fn nothing() -> Told {
        Told {
            shells: None,
            victim: 0,
        }
    }
}

impl Fate for Told {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        // The number of a draw is nothing to the rules.
        Drawn {
            t: 0,
            value: self.shells.unwrap_or_else(|| Shells::showing(0, shells)),
        }
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        Drawn {
            t: 0,
            value: self.victim.min(of - 1),
        }
    }
}

fn word<T: Word>(fields: Fields<'_>, field: &str) -> Result<T, String> {
    fields.word(field).map_err(|fault| fault.to_string())
}

fn sentence(event: &Event) -> String {
    match event {
        Event::Thrown { side, .. } => format!("{side} throws"),
        Event::Moved { side, pawn, .. } => format!("{side} moves pawn {pawn}"),
        Event::Passed { side, value, why } => format!("{side} loses the value {value} ({})", why.word()),
        Event::Left { side, why } => format!("{side} leaves ({})", why.word()),
        Event::Ended { ranks, why } => {
            let rank = |sides: &Vec<Side>| sides.iter().map(|side| side.letter()).collect::<String>();
            let ranks: Vec<String> = ranks.iter().map(rank).collect();
            format!("the match ends ({}), ranks {}", why.word(), ranks.join(" "))
        }
    }
}
