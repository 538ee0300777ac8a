//! Figures that an honest engine reproduces: how long random games are, and how much skill wins.

use chowk_rules::chowka::{Ending, RuleSet};

use crate::Brain;
use crate::arena::{self, Played};

/// How long games are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length {
    /// Games played.
    pub games: u32,
    /// Mean number of throws in a game.
    pub mean: f64,
    /// Standard error of that mean.
    pub error: f64,
    /// Share of games that ended in a dead end, 0 to 1.
    pub dead_ends: f64,
}

/// How one brain did against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Duel {
    /// Matches played, each brain beginning in every other one.
    pub matches: u32,
    /// Share of matches that the first brain won alone, 0 to 1.
    pub won: f64,
    /// Share of matches without a winner, 0 to 1.
    pub shared: f64,
}

/// Plays `games` games between `players` random players.
pub fn length(rules: RuleSet, players: u8, games: u32, seed: u64) -> Length {
    let brains = vec![Brain::Random; usize::from(players)];
    let mut seeds = fastrand::Rng::with_seed(seed);
    let (mut sum, mut squares, mut dead_ends) = (0.0, 0.0, 0u32);
    for _ in 0..games {
        let Played { outcome, throws } = arena::play(rules, &brains, seeds.u64(..));
        let throws = f64::from(throws);
        sum += throws;
        squares += throws * throws;
        dead_ends += u32::from(outcome.why == Ending::DeadEnd);
    }
    let n = f64::from(games);
    let mean = sum / n;
    let variance = (squares / n - mean * mean) * n / (n - 1.0);
    Length {
        games,
        mean,
        error: (variance / n).sqrt(),
        dead_ends: f64::from(dead_ends) / n,
    }
}

/// Plays `matches` two-player matches; the brains begin by turns.
pub fn duel(rules: RuleSet, first: Brain, second: Brain, matches: u32, seed: u64) -> Duel {
    let mut seeds = fastrand::Rng::with_seed(seed);
    let (mut won, mut shared) = (0u32, 0u32);
    for round in 0..matches {
        let first_sits = (round % 2) as usize;
        let brains = if first_sits == 0 {
            [first, second]
        } else {
            [second, first]
        };
        let outcome = arena::play(rules, &brains, seeds.u64(..)).outcome;
        let best = &outcome.ranks[0];
        let first_side = chowk_rules::chowka::Side::in_use(2)[first_sits];
        shared += u32::from(best.len() > 1);
        won += u32::from(*best == [first_side]);
    }
    let n = f64::from(matches);
    Duel {
        matches,
        won: f64::from(won) / n,
        shared: f64::from(shared) / n,
    }
}
