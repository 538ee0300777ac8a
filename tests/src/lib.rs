//! The proofs: simulation, crashes, order, load, tidiness.

pub mod order;
pub mod tidy;
