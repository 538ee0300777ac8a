//! The proofs: simulation, crashes, order, load, tidiness.

pub mod fanout;
pub mod house;
pub mod kept;
pub mod kills;
pub mod order;
pub mod people;
pub mod process;
pub mod programs;
pub mod seat;
pub mod show;
pub mod swarm;
pub mod tidy;
pub mod wire;
