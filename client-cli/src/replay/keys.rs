//! The keys that only a film of Chowka-bara has, and all of them in words.

use crate::tui::key::Key;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    ThrowOn,
    ThrowBack,
    TurnBoard,
    Numbers,
}

/// The keys.
pub(super) const KEYS: [(Key, Own); 8] = [
    (Key::Down, Own::ThrowOn),
    (Key::PageDown, Own::ThrowOn),
    (Key::Letter('n'), Own::ThrowOn),
    (Key::Up, Own::ThrowBack),
    (Key::PageUp, Own::ThrowBack),
    (Key::Letter('N'), Own::ThrowBack),
    (Key::Letter('s'), Own::TurnBoard),
    (Key::Letter('i'), Own::Numbers),
];

/// The keys in words.
pub(super) const HELP: [&str; 9] = [
    "right, space, l    one step on",
    "left, b, h         one step back",
    "down, n / up, N    the next throw / this throw or the one before",
    "home, g / end, G   the start / the end",
    "j                  go to a throw by its number",
    "p, enter           play by itself, and stop; + and - make it faster and slower",
    "s                  another side comes to the bottom",
    "i                  the numbers so far",
    "q, esc             away",
];
