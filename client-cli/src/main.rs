//! `chowk`: the command line of players, bot authors and verifiers.
fn main() {}
