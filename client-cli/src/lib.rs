//! The `chowk` command: play, watch, rooms, bot, swarm, verify, perft.

pub mod client;
