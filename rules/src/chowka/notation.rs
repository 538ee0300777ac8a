//! Positions as text: `S{15,1,1,1} h, N{16,2,1,1} H`, pawns by index, H with the hit right and h, or nothing, without.

use std::fmt;

use super::board::Side;
use super::ruleset::{OuterStack, RuleSet};
use super::{Camp, Match};

/// Why a position cannot be read, or cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationFault {
    /// Something else was expected at this place: the rest of the text, and what was expected.
    Expected(String, &'static str),
    /// Nobody sits at this side in a match of so many players.
    NobodyThere(Side),
    /// This side is named twice.
    Twice(Side),
    /// This side has more pawns than the rules give.
    TooManyPawns(Side),
    /// This side has a pawn at an index that no pawn can have.
    NoSuchIndex(Side, u16),
    /// Two pawns of this side share an outer square where they may not.
    Stacked(Side, u8),
    /// All pawns of this side are in the centre already.
    HasFinished(Side),
}

impl Match {
    /// The position that `text` tells, with `to_throw` to throw. Sides and pawns that are not named stand at their
    /// start. If the position is a dead end it is over, or its gate is open, at once.
    ///
    /// # Panics
    /// As [`Match::new`].
    pub fn parse(rules: RuleSet, players: u8, text: &str, to_throw: Side) -> Result<Match, NotationFault> {
        let mut game = Match::new(rules, players);
        let mut named = Vec::new();
        let mut rest = text.trim();
        let mut more = !rest.is_empty();
        while more {
            let side = read_side(&mut rest)?;
            if !game.sides().any(|seated| seated == side) {
                return Err(NotationFault::NobodyThere(side));
            }
            if named.contains(&side) {
                return Err(NotationFault::Twice(side));
            }
            named.push(side);
            let indices = read_indices(&mut rest)?;
            let right = read_right(&mut rest);
            game.place(side, &indices, right)?;
            more = !rest.is_empty();
            if more {
                rest = after(rest, ',').ok_or_else(|| expected(rest, "`,` or the end"))?;
            }
        }
        if !game.sides().any(|seated| seated == to_throw) {
            return Err(NotationFault::NobodyThere(to_throw));
        }
        game.give_turn(to_throw);
        game.settle();
        Ok(game)
    }

    fn place(&mut self, side: Side, indices: &[u16], right: bool) -> Result<(), NotationFault> {
        let rules = self.rules;
        let board = rules.board;
        if indices.len() > usize::from(rules.pawns) {
            return Err(NotationFault::TooManyPawns(side));
        }
        let mut camp: Camp = *self.camp(side);
        for (pawn, &index) in indices.iter().enumerate() {
            if index < u16::from(rules.start()) || index > u16::from(board.centre()) {
                return Err(NotationFault::NoSuchIndex(side, index));
            }
            let index = index as u8;
            let single = index <= board.gate()
                && index > 0
                && !rules.is_safe(index)
                && rules.outer_stack == OuterStack::Forbidden;
            if single && camp.pawns[..pawn].contains(&index) {
                return Err(NotationFault::Stacked(side, index));
            }
            camp.pawns[pawn] = index;
        }
        camp.right = right;
        *self.camp_mut(side) = camp;
        if self.pawns(side).iter().all(|&index| index == board.centre()) {
            return Err(NotationFault::HasFinished(side));
        }
        Ok(())
    }
}

fn read_side(rest: &mut &str) -> Result<Side, NotationFault> {
    let letter = rest.chars().next().and_then(Side::from_letter);
    let side = letter.ok_or_else(|| expected(rest, "a side, S, E, N or W"))?;
    *rest = rest[1..].trim_start();
    Ok(side)
}

/// The list in braces; an empty list if there are no braces.
fn read_indices(rest: &mut &str) -> Result<Vec<u16>, NotationFault> {
    let Some(inside) = after(rest, '{') else {
        return Ok(Vec::new());
    };
    let end = inside.find('}').ok_or_else(|| expected(inside, "`}`"))?;
    let list = inside[..end].trim();
    *rest = inside[end + 1..].trim_start();
    if list.is_empty() {
        return Ok(Vec::new());
    }
    list.split(',')
        .map(|index| index.trim().parse().map_err(|_| expected(index, "the index of a pawn")))
        .collect()
}

fn read_right(rest: &mut &str) -> bool {
    if let Some(after) = after(rest, 'H') {
        *rest = after;
        return true;
    }
    if let Some(after) = after(rest, 'h') {
        *rest = after;
    }
    false
}

fn after(rest: &str, sign: char) -> Option<&str> {
    rest.strip_prefix(sign).map(str::trim_start)
}

fn expected(rest: &str, what: &'static str) -> NotationFault {
    NotationFault::Expected(rest.to_owned(), what)
}

impl fmt::Display for Match {
    /// The sides that have not left, in the order of turns from South.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let there = self.sides().filter(|&side| !self.has_left(side));
        for (at, side) in there.enumerate() {
            let pawns: Vec<String> = self.pawns(side).iter().map(u8::to_string).collect();
            let right = if self.has_right(side) { 'H' } else { 'h' };
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{}{{{}}} {right}", side.letter(), pawns.join(","))?;
        }
        Ok(())
    }
}

impl fmt::Display for NotationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationFault::Expected(rest, what) if rest.is_empty() => {
                write!(f, "expected {what} at the end of the position")
            }
            NotationFault::Expected(rest, what) => write!(f, "expected {what} at `{rest}`"),
            NotationFault::NobodyThere(side) => write!(f, "nobody sits {side} with so many players"),
            NotationFault::Twice(side) => write!(f, "{side} is named twice"),
            NotationFault::TooManyPawns(side) => write!(f, "{side} has more pawns than the rules give"),
            NotationFault::NoSuchIndex(side, index) => write!(f, "{side} cannot have a pawn at {index}"),
            NotationFault::Stacked(side, index) => {
                write!(f, "two pawns of {side} cannot share {index}, an outer square")
            }
            NotationFault::HasFinished(side) => write!(f, "{side} has finished already"),
        }
    }
}

impl std::error::Error for NotationFault {}
