//! The phrases a seat may say: keys, so that every client shows them in its own language.

/// All phrases that `say` accepts.
pub const PHRASES: [&str; 12] = [
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "nice_hit",
    "ouch",
    "hurry",
    "wait",
    "sorry",
    "again",
    "bye",
    "wow",
];
