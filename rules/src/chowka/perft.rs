//! Counting the tree of a match, to compare engines: how many different sequences of plies there are.

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

/// How many different plies there are, without making them where they can be counted.
fn last_plies(game: &Match) -> u64 {
    match (&game.stage, game.rules.throws) {
        (Stage::Over(_), _) => 0,
        (Stage::Throwing(_), Throws::Collect) => u64::from(game.rules.shells) + 1,
        (Stage::Throwing(_), Throws::OneByOne) => throws(game)
            .map(|(_, thrown)| spendings(&thrown).count().max(1) as u64)
            .sum(),
        (Stage::Moving(_) | Stage::Burning(_), _) => spendings(game).count() as u64,
    }
}

/// Every ply with every position that it may leave, those of one ply together.
fn after_each_ply(game: &Match) -> Vec<(Ply, Match)> {
    let Some(turn) = game.turn() else { return Vec::new() };
    match (turn.phase, game.rules.throws) {
        (Phase::Move, _) => after_spendings(game).collect(),
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

/// The different (pawn, value, starting index) that are legal; of the pawns on one index the first. None while a
/// throw is asked for.
fn spendings(game: &Match) -> impl Iterator<Item = (u8, u8, u8)> + '_ {
    let moving = game.turn().filter(|turn| turn.phase == Phase::Move);
    moving.into_iter().flat_map(move |turn| {
        let pawns = game.pawns(turn.side);
        let firsts = pawns
            .iter()
            .enumerate()
            .filter(|&(at, from)| !pawns[..at].contains(from));
        firsts.flat_map(move |(pawn, &from)| {
            let legal = move |&value: &u8| game.reason_against(turn.side, from, value).is_none();
            distinct(turn.hand)
                .filter(legal)
                .map(move |value| (pawn as u8, value, from))
        })
    })
}

fn after_spendings(game: &Match) -> impl Iterator<Item = (Ply, Match)> + '_ {
    spendings(game).flat_map(move |(pawn, value, from)| {
        let outcomes = match (game.rules.victims, game.turn()) {
            (Victims::Random, Some(turn)) => game.crowd_at(turn.side, game.landing(from, value)).all().len().max(1),
            (Victims::Random | Victims::MostAdvanced | Victims::All, _) => 1,
        };
        (0..outcomes).map(move |pick| {
            let fate = &mut Script {
                mouths_up: 0,
                pick: pick as u32,
            };
            (Ply::Spent(value, from), game.after(&Action::Move { pawn, value }, fate))
        })
    })
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
