//! Games and their records as the protocol tells them: the one place that knows both, for the server that tells them and
//! for a replay that shows what was told.
//!
//! Rules and wire change for different reasons, so neither knows the other; here each word of one has its word of the
//! other, and nothing is decided.

pub mod chowka;
pub mod stones;
