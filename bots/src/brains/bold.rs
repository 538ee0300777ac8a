//! Hits when it can, and else runs.

use super::best_by;
use crate::{Choice, Position};

/// Of two hits that which costs more, of two runs that of the pawn which is further.
pub(super) fn choose(_position: &Position, choices: &[Choice], _rng: &mut fastrand::Rng) -> usize {
    best_by(choices, |choice| (choice.hits.iter().map(|hit| hit.from).max(), choice.to))
}
