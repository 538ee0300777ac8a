//! The table of brains: one line for each.

use std::fmt;
use std::str::FromStr;

use crate::{Choice, Position};

macro_rules! brains {
    ($($(#[doc = $summary:literal])+ $brain:ident = $module:ident;)+) => {
        $(mod $module;)+

        /// A way to play.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Brain {
            $($(#[doc = $summary])+ $brain,)+
        }

        impl Brain {
            /// All of them.
            pub const ALL: &[Brain] = &[$(Brain::$brain,)+];

            /// Its name in commands and settings.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Brain::$brain => stringify!($module),)+
                }
            }

            /// How it plays, in one line.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Brain::$brain => concat!($($summary),+).trim(),)+
                }
            }

            /// Its choice, an index into `choices`.
            pub(crate) fn choose(self, position: &Position, choices: &[Choice], rng: &mut fastrand::Rng) -> usize {
                match self {
                    $(Brain::$brain => $module::choose(position, choices, rng),)+
                }
            }
        }
    };
}

brains! {
    /// Any of its moves, each square that it can move from equally likely.
    Random = random;
    /// Hits when it can, and else runs with the pawn that is furthest.
    Bold = bold;
    /// Weighs hits, danger, safety and progress.
    Careful = careful;
    /// Hits, else finishes, else moves to safety, else moves the rearmost pawn; leaves nothing to luck.
    Steady = steady;
}

impl fmt::Display for Brain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No brain has that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBrain(String);

impl FromStr for Brain {
    type Err = UnknownBrain;

    fn from_str(name: &str) -> Result<Brain, UnknownBrain> {
        let known = Brain::ALL.iter().find(|brain| brain.name() == name);
        known.copied().ok_or_else(|| UnknownBrain(name.to_owned()))
    }
}

impl fmt::Display for UnknownBrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Brain::ALL.iter().map(|brain| brain.name()).collect();
        write!(f, "there is no brain `{}`; there are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownBrain {}

/// The index of the choice with the greatest score, of equals the first.
fn best_by<Score: PartialOrd>(choices: &[Choice], score: impl Fn(&Choice) -> Score) -> usize {
    let mut best = 0;
    let mut best_score = score(&choices[0]);
    for (at, choice) in choices.iter().enumerate().skip(1) {
        let score = score(choice);
        if score > best_score {
            (best, best_score) = (at, score);
        }
    }
    best
}

#[cfg(test)]
mod tests;
