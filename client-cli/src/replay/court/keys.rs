//! The keys that only a set that is shown again has, and all of them in words.

use crate::tui::key::Key;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    SecondOn,
    SecondBack,
    EventOn,
    EventBack,
    TagOn,
    TagBack,
    Where,
}

/// The keys.
pub(super) const KEYS: [(Key, Own); 9] = [
    (Key::PageDown, Own::SecondOn),
    (Key::PageUp, Own::SecondBack),
    (Key::Down, Own::EventOn),
    (Key::Letter('n'), Own::EventOn),
    (Key::Up, Own::EventBack),
    (Key::Letter('N'), Own::EventBack),
    (Key::Letter('t'), Own::TagOn),
    (Key::Letter('T'), Own::TagBack),
    (Key::Letter('w'), Own::Where),
];

/// The keys in words.
pub(super) const HELP: [&str; 9] = [
    "right, space, l / left, h  one tick on / back",
    "page down / page up        one second on / back",
    "down, n / up, N            the next thing that happened / the one before",
    "t / T                      the last 1.5 s before the next tag / the one before, slowly",
    "home, g / end, G           the start / the end",
    "j                          go to a tick by its number",
    "p, enter                   play as it was, and stop; + and - make it faster and slower",
    "w                          where everybody is, in words",
    "q, esc                     away",
];
