//! Both games as arithmetic: no clock, no dice, no sockets, no dependencies.
//!
//! A game is a value. [`Game::decide`] reads it and judges an action: either a typed refusal, or the list of
//! everything that now happens. [`Game::evolve`] is the only function that writes, one event at a time. So a
//! refused action leaves no trace, a replay is a fold over events, and a log cannot disagree with the state.
//!
//! Chance and time are guests. A game asks a [`Fate`] for each cast and each pick, and is told a [`Tick`] where
//! time matters; it cannot see a generator or a clock. Whoever drives it decides where luck comes from: a sealed
//! seed in a match, a small generator in an arena, a recorded list in a test.
//!
//! ```
//! use chowk_rules::chowka::{Action, Match, Shells, Side, preset};
//! use chowk_rules::{Drawn, Fate, Game};
//!
//! /// A fate that only knows three mouths up.
//! struct Threes(u64);
//! impl Fate for Threes {
//!     fn cast(&mut self, _shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
//!         self.0 += 1;
//!         Drawn { t: self.0 - 1, value: Shells::from_faces(&[1, 1, 0, 1]).unwrap() }
//!     }
//!     fn pick(&mut self, _of: u32) -> Drawn<u32> {
//!         unreachable!("nothing is picked in this rule set")
//!     }
//! }
//!
//! let mut game = Match::new(preset("pagdi").unwrap().rules(), 2);
//! for action in [Action::Throw, Action::Move { pawn: 0, value: 3 }] {
//!     for event in game.decide(Side::South, &action, &mut Threes(0)).unwrap() {
//!         game.evolve(&event);
//!     }
//! }
//! assert_eq!(game.to_string(), "S{4,1,1,1} h, N{1,1,1,1} h");
//! ```
#![deny(clippy::float_arithmetic)]

use std::fmt::Debug;
use std::ops::Add;

pub mod chowka;
pub mod stones;

use chowka::Shells;

/// A game whose rules are a judge: it reads, and says what happens.
pub trait Game: Clone + PartialEq + Debug {
    /// Who acts.
    type Seat;
    /// What a seat, or the host for it, asks for.
    type Action;
    /// What happened; a list of these tells a whole match.
    type Event;
    /// Why an action is refused.
    type Illegal;

    /// Judges `action` by `seat`: everything that follows from it, at once and in order, or why it is refused.
    /// Changes nothing; chance comes from `fate`, which is asked only for actions that are accepted.
    fn decide(
        &self,
        seat: Self::Seat,
        action: &Self::Action,
        fate: &mut dyn Fate,
    ) -> Result<Vec<Self::Event>, Self::Illegal>;

    /// Takes in one event that `decide` gave. An event that cannot follow here is a bug and panics.
    fn evolve(&mut self, event: &Self::Event);

    /// Whether the match has ended, so that no action is legal any more.
    fn is_over(&self) -> bool;
}

/// Chance, as a guest: each call is one chance event of a match and uses up one number `t` of its only counter.
pub trait Fate {
    /// One cast of `shells` cowries (4 or 6), each with its mouth up with a chance of `mouth_up_256` in 256.
    fn cast(&mut self, shells: u8, mouth_up_256: u8) -> Drawn<Shells>;

    /// A pick of one of `of` (at least 1): a number from 0 to `of - 1`.
    fn pick(&mut self, of: u32) -> Drawn<u32>;
}

/// What one chance event gave, and its number in the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn<T> {
    /// The number of the chance event, counted from 0 through the whole match.
    pub t: u64,
    /// What was drawn.
    pub value: T,
}

/// A moment on a room's own clock, in milliseconds since that clock began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tick(pub u64);

/// A span of time in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ticks(pub u64);

impl Tick {
    /// How long after `earlier` this moment is; zero if it is not later.
    pub fn since(self, earlier: Tick) -> Ticks {
        Ticks(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Ticks> for Tick {
    type Output = Tick;

    fn add(self, span: Ticks) -> Tick {
        Tick(self.0.saturating_add(span.0))
    }
}

impl Ticks {
    /// A span of whole seconds.
    pub const fn from_secs(seconds: u64) -> Ticks {
        Ticks(seconds.saturating_mul(1000))
    }
}
