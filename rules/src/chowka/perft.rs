//! Counting the tree of a match, to compare engines: how many different sequences of plies there are.

use super::board::Side;
use super::event::Action;
use super::legal::distinct;
use super::ruleset::{Throws, Victims};
use super::throw::Shells;
use super::{Match, Phase, Stage};
use crate::{Drawn, Fate};

/// The number of different sequences of `depth` plies from here.
///
/// One by one a ply is (value, starting index), or (value, pass) where nothing is legal; collecting, a ply is one
/// throw, or one (value, starting index), and a drop is none. Each value that can fall counts once, without odds, and
/// pawns of one player on one index count once. Who is hit is no part of a ply: where the victim is drawn, all the
/// positions that it may leave are followed together.
pub fn perft(game: &Match, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => last_plies(game),
        _ => sequences(&after_each_ply(game), depth - 1),
    }
}

/// One ply, as it is told apart from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ply {
    Thrown(u8),
    Spent(u8, u8),
    Passed(u8),
}

/// The number of different sequences of `depth` plies that follow; `worlds` is sorted by the ply that led there.
fn sequences(worlds: &[(Ply, Match)], depth: u32) -> u64 {
    worlds
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| from_one_of(same, depth))
        .sum()
}

/// The same from any of the positions that one ply may have left.
fn from_one_of(worlds: &[(Ply, Match)], depth: u32) -> u64 {
    match worlds {
        [(_, game)] => perft(game, depth),
        _ if depth == 0 => 1,
        _ => {
            let mut next: Vec<_> = worlds.iter().flat_map(|(_, game)| after_each_ply(game)).collect();
            next.sort_by_key(|&(ply, _)| ply);
            sequences(&next, depth - 1)
        }
    }
}

/// How many different plies there are, counted without making them: nine tenths of the work of a deep count is here.
fn last_plies(game: &Match) -> u64 {
    match (&game.stage, game.rules.throws) {
        (Stage::Over(_), _) => 0,
        (Stage::Throwing(_), Throws::Collect) => u64::from(game.rules.shells) + 1,
        (Stage::Throwing(hold), Throws::OneByOne) => {
            let plies_by = |value| match game.would_burn(hold, value) {
                true => 1,
                false => spendings(game, hold.side, &[value]).count().max(1) as u64,
            };
            game.rules.falling().iter().map(plies_by).sum()
        }
        (Stage::Moving(hold) | Stage::Burning(hold), _) => spendings(game, hold.side, &hold.hand).count() as u64,
    }
}

/// Every ply with every position that it may leave, those of one ply together.
fn after_each_ply(game: &Match) -> Vec<(Ply, Match)> {
    let Some(turn) = game.turn() else { return Vec::new() };
    match (turn.phase, game.rules.throws) {
        (Phase::Move, _) => after_spendings(game),
        (Phase::Throw, Throws::Collect) => throws(game)
            .map(|(value, thrown)| (Ply::Thrown(value), thrown))
            .collect(),
        (Phase::Throw, Throws::OneByOne) => {
            let mut all = Vec::new();
            for (value, thrown) in throws(game) {
                if matches!(thrown.stage, Stage::Moving(_)) {
                    all.extend(after_spendings(&thrown));
                } else {
                    all.push((Ply::Passed(value), thrown));
                }
            }
            all
        }
    }
}

/// Each value that can fall, with the position after it.
fn throws(game: &Match) -> impl Iterator<Item = (u8, Match)> + '_ {
    (0..=game.rules.shells).map(|mouths_up| {
        let thrown = game.after(&Action::Throw, &mut Script { mouths_up, pick: 0 });
        (game.rules.value_of(mouths_up), thrown)
    })
}

/// The different (pawn, value, starting index) by which `side` could spend a value of `hand`; of the pawns on one index
/// the first.
fn spendings(game: &Match, side: Side, hand: &[u8]) -> impl Iterator<Item = (u8, u8, u8)> {
    let pawns = game.pawns(side).iter().enumerate();
    let firsts = pawns.filter(move |&(at, from)| !game.pawns(side)[..at].contains(from));
    firsts.flat_map(move |(pawn, &from)| {
        let legal = distinct(hand).filter(move |&value| game.reason_against(side, from, value).is_none());
        legal.map(move |value| (pawn as u8, value, from))
    })
}

/// Every position after a move out of the hand; several for one ply where the victim is drawn.
fn after_spendings(game: &Match) -> Vec<(Ply, Match)> {
    let Some(turn) = game.turn() else { return Vec::new() };
    let mut all = Vec::new();
    for (pawn, value, from) in spendings(game, turn.side, turn.hand) {
        let outcomes = match game.rules.victims {
            Victims::Random => game.crowd_at(turn.side, game.landing(from, value)).all().len().max(1),
            Victims::MostAdvanced | Victims::All => 1,
        };
        for pick in 0..outcomes as u32 {
            let moved = game.after(&Action::Move { pawn, value }, &mut Script { mouths_up: 0, pick });
            all.push((Ply::Spent(value, from), moved));
        }
    }
    all
}

/// A fate that gives what it is told to.
struct Script {
    mouths_up: u8,
    pick: u32,
}

impl Fate for Script {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        Drawn {
            t: 0,
            value: Shells::showing(self.mouths_up, shells),
        }
    }

    fn pick(&mut self, _of: u32) -> Drawn<u32> {
        Drawn { t: 0, value: self.pick }
    }
}
