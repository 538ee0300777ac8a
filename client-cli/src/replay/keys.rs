//! The keys of a film: what each does, and the same in words.

use crate::tui::key::Key;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    On,
    Back,
    ThrowOn,
    ThrowBack,
    First,
    Last,
    Jump,
    Play,
    Faster,
    Slower,
    TurnBoard,
    Numbers,
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
    (Key::Letter('b'), Does::Back),
    (Key::Down, Does::ThrowOn),
    (Key::PageDown, Does::ThrowOn),
    (Key::Letter('n'), Does::ThrowOn),
    (Key::Up, Does::ThrowBack),
    (Key::PageUp, Does::ThrowBack),
    (Key::Letter('N'), Does::ThrowBack),
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
    (Key::Letter('s'), Does::TurnBoard),
    (Key::Letter('i'), Does::Numbers),
    (Key::Letter('?'), Does::Help),
    (Key::Letter('q'), Does::Quit),
    (Key::Escape, Does::Quit),
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
