//! The server by real sockets on port 0: the door, limits, restarts, the disk failing, routes, and the process itself.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod card;
mod client;
mod disk;
mod door;
mod fair;
mod http;
mod limits;
mod log;
mod metrics;
mod operator;
mod password;
mod player;
mod process;
mod quick;
mod restart;
mod settings;
