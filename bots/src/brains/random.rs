//! Plays anything: a uniform pick among the distinct squares it can move from, with each value it could spend.

use crate::{Choice, Position};

/// Pawns on one square are one choice, so that a crowd at home is not moved more often for being a crowd.
pub(super) fn choose(_position: &Position, choices: &[Choice], rng: &mut fastrand::Rng) -> usize {
    let alike = |a: &Choice, b: &Choice| (a.from, a.value) == (b.from, b.value);
    let first_of_its_kind = |&at: &usize| !choices[..at].iter().any(|earlier| alike(earlier, &choices[at]));
    let kinds = (0..choices.len()).filter(first_of_its_kind).count();
    let picked = rng.usize(..kinds);
    (0..choices.len()).filter(first_of_its_kind).nth(picked).unwrap_or(0)
}
