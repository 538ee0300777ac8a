//! The proofs: simulation, crashes, order, load, tidiness.
