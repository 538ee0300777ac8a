//! The phrases a seat may say: keys, so that every client shows them in its own language.

/// All phrases that `say` accepts.
pub const PHRASES: [&str; 24] = [
    "hello",
    "good_luck",
    "thanks",
    "please",
    "well_played",
    "nice_hit",
    "nice_throw",
    "close_one",
    "ouch",
    "oh_no",
    "wow",
    "hurry",
    "wait",
    "thinking",
    "back_soon",
    "i_am_back",
    "sorry",
    "no_problem",
    "your_turn",
    "yes",
    "no",
    "again",
    "last_one",
    "bye",
];
