//! Players of four stones: from what a seat sees, some ticks late, and its own seed.
//!
//! A [`Bot`] plays both parts, since a set changes them: a [`Patwar`] when it chases, a [`Runner`] else; a [`Brain`]
//! names a pair. Each tick it is shown a [`Sight`] of the court as it was [`LATE_TICKS`] ticks ago, as a person behind a
//! screen and a wire would see it; where it is itself by now it reckons from what it pressed since. It answers with
//! wishes and nothing else. All is whole numbers, so that the same seed and sights give the same wishes everywhere.

mod aim;
pub mod arena;
mod brain;
pub mod figures;
mod mind;
mod patwar;
mod runner;
mod sight;

pub use brain::Brain;
pub use mind::Bot;
pub use patwar::Patwar;
pub use runner::Runner;
pub use sight::{Seen, Sight};

/// How late a house bot sees the court, in ticks of the shipped thirty a second.
pub const LATE_TICKS: u32 = 8;
