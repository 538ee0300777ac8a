//! Plays for a chair whose player is away: plain good manners, nothing left to luck, easy to foresee.

use std::cmp::Reverse;

use super::best_by;
use crate::{Choice, Position};

/// A hit, else the centre, else a safe square, else the rearmost pawn; of equals the rearmost again.
pub(super) fn choose(position: &Position, choices: &[Choice], _rng: &mut fastrand::Rng) -> usize {
    let rules = &position.rules;
    best_by(choices, |choice| {
        let hits = !choice.hits.is_empty();
        let finishes = choice.to == rules.board.centre();
        let safe = rules.is_safe(choice.to);
        (hits, finishes, safe, Reverse(choice.from))
    })
}
