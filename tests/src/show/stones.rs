//! `tests/show stones`: the game in real time: its numbers, its beat, what a crash leaves, what it cost the house, and a
//! set by keys.

mod balance;
mod changed;
mod fingers;
mod kills;
mod seen;
mod steps;
mod swarm;

use super::Run;

/// The parts, in the order in which they run.
pub(super) const PARTS: [(&str, Run); 5] = [
    ("balance", balance::run),
    ("swarm", swarm::run),
    ("kills", kills::run),
    ("changed", changed::run),
    ("steps", steps::run),
];
