//! The simulation: the server's own gates, outboxes and rooms, the journal's twin in memory and the CLI's own client
//! core, in simulated time, over a network that loses, delays and half-closes, with a server that dies between any two
//! steps. Everything follows from a seed; after each step the laws are asked.
//!
//! ```text
//! cargo run --release -p chowk-tests -- sim --seeds 5000 --from 1    worlds by the thousand
//! cargo run -p chowk-tests -- sim --from 17 --seeds 1 --trace        all that happens in the world of seed 17
//! cargo test -p chowk-tests --test sim                               kept seeds and 200 worlds, and what must be seen
//! ```
//!
//! [`world`] is a world and its steps, [`plan`] what it is like, [`chaos`] what goes wrong; [`server`], [`actor`],
//! [`writer`] and [`lobby`] are the shells around the server's own parts, [`tab`] and [`player`] those around the
//! client's. [`laws`] are what must hold, and ask the reference [`laws::model`].

mod actor;
mod chaos;
pub mod command;
mod dice;
mod end;
pub mod kept;
mod laws;
mod lobby;
mod network;
mod overrides;
mod plan;
#[cfg(feature = "planted-faults")]
pub mod planted;
mod player;
mod search;
pub mod seen;
mod server;
mod shrink;
mod summary;
mod tab;
mod timeline;
mod trace;
mod world;
mod writer;

pub use laws::Law;
pub use overrides::{Overrides, Trouble};
pub use search::{Finding, Hunt};
pub use summary::Summary;

/// Worlds that every run of the tests lives.
pub const WORLDS: u64 = 200;

/// A number in which all that happens in the world of a seed is folded: the same seed is the same world.
pub fn digest(seed: u64) -> u64 {
    search::live(seed, &Overrides::default(), trace::Trace::on(false))
        .1
        .digest()
}
