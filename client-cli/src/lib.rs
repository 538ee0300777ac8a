//! The `chowk` command: play, watch, replay, rooms, bot, swarm, verify, perft, balance.
//!
//! [`client`] is the pure machine that everything stands on, the simulation in `tests/` too; [`socket`] carries its
//! frames. `play` and `watch` live on the view that a server sends; only `replay`, `bot`, `swarm`, `verify`,
//! `perft` and `balance` know the rules.

pub mod address;
pub mod balance;
pub mod bot;
pub mod brain;
pub mod cable;
pub mod chance;
pub mod client;
pub mod http;
pub mod out;
pub mod password;
pub mod perft;
pub mod play;
pub mod presets;
pub mod replay;
pub mod rooms;
pub mod seats;
pub mod socket;
pub mod swarm;
pub mod tui;
pub mod typing;
pub mod verify;
pub mod wanted;
pub mod watch;

/// Where a server is looked for unless told otherwise.
pub const SERVER: &str = "ws://127.0.0.1:8080";
