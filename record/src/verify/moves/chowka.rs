//! The moves of Chowka-bara: every line is what the rules make of it, and by somebody who could have made it.

use chowk_rules::chowka::{Action, Ending, Event, PassWhy, Phase, RuleSet, Side, Victim};

use super::Chance;
use super::replay::Replay;
use crate::fields::Fields;
use crate::line::By;
use crate::verify::entry::Kind;
use crate::verify::links::seating;
use crate::words::Word;

/// The match, and what is known of who plays it.
pub(super) struct Play {
    replay: Replay,
    /// Whether `ended` was told.
    pub(super) ended: bool,
    /// For each chair, whether it is a house bot's.
    houses: Vec<bool>,
    /// For each side in use its chair, once the lots have told it.
    sides: Option<Vec<usize>>,
    /// The sides whose seat has said no_chain.
    no_chain: Vec<Side>,
}

impl Play {
    /// The match before its lots, at a table of two to four chairs.
    pub(super) fn new(rules: RuleSet, houses: Vec<bool>) -> Play {
        Play {
            replay: Replay::new(rules, houses.len() as u8),
            ended: false,
            houses,
            sides: None,
            no_chain: Vec::new(),
        }
    }

    pub(super) fn judge(&mut self, kind: Option<Kind>, fields: Fields<'_>) -> Result<(), String> {
        match kind {
            // Kinds that do not belong here belong to the hash chain.
            Some(Kind::Header | Kind::ClockOut) | None => Ok(()),
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
            Some(Kind::Opened) => self.replay.nothing_due().and(Err("the match has not ended".to_owned())),
        }
    }

    fn thrown(&mut self, fields: Fields<'_>) -> Result<(), String> {
        self.replay.nothing_due()?;
        let side: Side = word(fields, "side")?;
        let by: By = word(fields, "by")?;
        self.judge_house(side, by)?;
        match by {
            By::Forced => return Err("no throw is forced".to_owned()),
            By::NoChain => self.no_chain.push(side),
            By::Seat if self.no_chain.contains(&side) => {
                return Err("this seat said no_chain, which holds for all its later throws".to_owned());
            }
            By::Seat | By::Clock | By::Away | By::House => {}
        }
        let shells = self.replay.shells(fields)?;
        self.replay.throw(side, shells)
    }

    fn moved(&mut self, fields: Fields<'_>) -> Result<(), String> {
        self.replay.nothing_due()?;
        let side: Side = word(fields, "side")?;
        let by: By = word(fields, "by")?;
        self.judge_house(side, by)?;
        let [pawn, value, from, to] = small(fields, ["pawn", "value", "from", "to"])?;
        let hits = fields.victims("hit").map_err(|fault| fault.to_string())?;
        match by {
            By::NoChain => return Err("\"no_chain\" stands on throws only".to_owned()),
            By::Forced => self.judge_forced(side, pawn, value)?,
            By::Seat | By::Clock | By::Away | By::House => {}
        }
        match self.replay.make_move(side, pawn, value, &hits)? {
            Event::Moved {
                from: really_from,
                to: really_to,
                hits: really_hit,
                ..
            } => {
                if (from, to) != (really_from, really_to) {
                    return Err(format!("this move goes from {really_from} to {really_to}"));
                }
                if hits == really_hit {
                    Ok(())
                } else {
                    Err(who_is_hit(&really_hit))
                }
            }
            Event::Thrown { .. } | Event::Passed { .. } | Event::Left { .. } | Event::Ended { .. } => {
                Err("a move must be told here".to_owned())
            }
        }
    }

    fn passed(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let side: Side = word(fields, "side")?;
        let [value] = small(fields, ["value"])?;
        let why: PassWhy = word(fields, "why")?;
        self.replay
            .settle(&Event::Passed { side, value, why }, "no value is lost here")
    }

    fn left(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let side: Side = word(fields, "side")?;
        let why = word(fields, "why")?;
        self.replay.act(side, &Action::Leave(why)).map(|_| ())
    }

    fn ended(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let ranks = fields.ranks("ranks").map_err(|fault| fault.to_string())?;
        let why: Ending = word(fields, "why")?;
        let told = Event::Ended { ranks, why };
        if why == Ending::Abandoned && self.replay.nothing_due().is_ok() {
            // A match can be given up at any moment, by the room and not by a side.
            let really = self.replay.act(Side::South, &Action::Abandon)?;
            if really != told {
                return Err("these are not the ranks at this moment".to_owned());
            }
        } else {
            self.replay.settle(&told, "the match does not end here")?;
        }
        self.ended = true;
        Ok(())
    }

    pub(super) fn chance(&self, kind: Option<Kind>, fields: Fields<'_>) -> Chance {
        if kind != Some(Kind::Moved) {
            return Chance::None;
        }
        match (fields.word("side"), small(fields, ["pawn", "value"])) {
            (Ok(side), Ok([pawn, value])) => self.replay.chance(side, pawn, value),
            (Err(_), _) | (_, Err(_)) => Chance::Unknown,
        }
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

    /// "forced" may be said only of the one move there is; a move that nobody asked for is left to the rules to refuse.
    fn judge_forced(&self, side: Side, pawn: u8, value: u8) -> Result<(), String> {
        let game = self.replay.game();
        if game
            .turn()
            .is_none_or(|turn| turn.side != side || turn.phase != Phase::Move)
        {
            return Ok(());
        }
        match game.forced() {
            Some(only) if only == (pawn, value) => Ok(()),
            Some((only, by)) => Err(format!("the move without a choice is that of pawn {only} by {by}")),
            None => Err("`by` is \"forced\", and there was a choice".to_owned()),
        }
    }
}

fn word<T: Word>(fields: Fields<'_>, field: &str) -> Result<T, String> {
    fields.word(field).map_err(|fault| fault.to_string())
}

fn small<const N: usize>(fields: Fields<'_>, names: [&str; N]) -> Result<[u8; N], String> {
    let mut numbers = [0; N];
    for (number, name) in numbers.iter_mut().zip(names) {
        *number = fields.small(name).map_err(|fault| fault.to_string())?;
    }
    Ok(numbers)
}

fn who_is_hit(hits: &[Victim]) -> String {
    match hits {
        [] => "this move hits nobody".to_owned(),
        [one] => format!("this move hits pawn {} of {} at {}", one.pawn, one.side, one.from),
        all => format!("this move hits {} pawns, listed by side and number", all.len()),
    }
}
