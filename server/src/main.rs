//! `chowk-server`: reads its settings, opens its journal, serves until it is told to stop.
fn main() {}
