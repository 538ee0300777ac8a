//! The keys of a set that is shown again: what each does, and the same in words.

use crate::tui::key::Key;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    On,
    Back,
    SecondOn,
    SecondBack,
    EventOn,
    EventBack,
    TagOn,
    TagBack,
    First,
    Last,
    Jump,
    Play,
    Faster,
    Slower,
    Where,
    Help,
    Quit,
}

/// The keys.
pub(super) const KEYS: [(Key, Does); 29] = [
    (Key::Right, Does::On),
    (Key::Letter(' '), Does::On),
    (Key::Letter('l'), Does::On),
    (Key::Left, Does::Back),
    (Key::BACKSPACE, Does::Back),
    (Key::Letter('h'), Does::Back),
    (Key::PageDown, Does::SecondOn),
    (Key::PageUp, Does::SecondBack),
    (Key::Down, Does::EventOn),
    (Key::Letter('n'), Does::EventOn),
    (Key::Up, Does::EventBack),
    (Key::Letter('N'), Does::EventBack),
    (Key::Letter('t'), Does::TagOn),
    (Key::Letter('T'), Does::TagBack),
    (Key::Home, Does::First),
    (Key::Letter('g'), Does::First),
    (Key::End, Does::Last),
    (Key::Letter('G'), Does::Last),
    (Key::Letter('j'), Does::Jump),
    (Key::Letter(':'), Does::Jump),
    (Key::Letter('p'), Does::Play),
    (Key::Enter, Does::Play),
    (Key::Letter('+'), Does::Faster),
    (Key::Letter('='), Does::Faster),
    (Key::Letter('-'), Does::Slower),
    (Key::Letter('w'), Does::Where),
    (Key::Letter('?'), Does::Help),
    (Key::Letter('q'), Does::Quit),
    (Key::Escape, Does::Quit),
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
