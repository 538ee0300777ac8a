//! Counting the tree of a match, to compare engines: how many different sequences of plies there are.

use super::Match;

/// The number of different sequences of `depth` plies from here.
///
/// One by one a ply is (value, starting index), or (value, pass) where nothing is legal; collecting, a ply is one
/// throw, or one (value, starting index), and a drop is none. Each value that can fall counts once, without odds, and
/// pawns of one player on one index count once.
pub fn perft(game: &Match, depth: u32) -> u64 {
    let _ = (game, depth);
    0
}
