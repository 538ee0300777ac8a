//! The proofs: simulation, crashes, order, load, tidiness.

pub mod tidy;
