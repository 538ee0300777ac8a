//! Players made of code: from the position and the legal moves alone, seeded.
//!
//! A [`Bot`] is a [`Brain`] with its own small generator. It is shown a [`Position`], plain data that a server fills
//! from a match and a client from the view it was sent, and the legal moves; it answers with the number of one of
//! them. The same brain, seed and questions give the same answers on every machine.
//!
//! Players of four stones, which goes by ticks, are in [`stones`].
//!
//! **How to add one:** write `src/brains/NAME.rs` with a function
//! `choose(&Position, &[Choice], &mut fastrand::Rng) -> usize` that returns an index into the choices, and add one
//! line to the table in `src/brains.rs`. Its name, help text and place in [`Brain::ALL`] come from that line; the
//! tests, the arena and `chowk bot` know it at once.
//!
//! ```
//! use chowk_bots::{Brain, arena};
//! use chowk_rules::chowka::preset;
//!
//! let rules = preset("pagdi").unwrap().rules();
//! let played = arena::play(rules, &[Brain::Careful, Brain::Random], 7);
//! assert_eq!(played, arena::play(rules, &[Brain::Careful, Brain::Random], 7));
//! ```

pub mod arena;
mod brains;
pub mod figures;
mod position;

pub mod stones;

pub use brains::{Brain, UnknownBrain};
pub use position::{Camp, Choice, Position};

/// A brain with its own seeded generator.
#[derive(Clone, Debug)]
pub struct Bot {
    brain: Brain,
    rng: fastrand::Rng,
}

impl Bot {
    /// A bot that plays as `brain` does; `seed` decides where the brain leaves something to luck.
    pub fn new(brain: Brain, seed: u64) -> Bot {
        Bot {
            brain,
            rng: fastrand::Rng::with_seed(seed),
        }
    }

    /// How it plays.
    pub fn brain(&self) -> Brain {
        self.brain
    }

    /// Which of the legal moves to make, as an index into `choices`.
    ///
    /// # Panics
    /// If there is nothing to choose from.
    pub fn choose(&mut self, position: &Position, choices: &[Choice]) -> usize {
        assert!(!choices.is_empty(), "a bot is asked only where something is legal");
        let chosen = self.brain.choose(position, choices, &mut self.rng);
        assert!(chosen < choices.len(), "{} chose what is not there", self.brain);
        chosen
    }
}
