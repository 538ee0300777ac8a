//! What lies over a film on the screen, of either game: a number that is being typed, words in a dialog, what a key could
//! not do; and the keys that every film has.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::tui::{
    dialog::{Dialog, Pressed},
    key::Key,
    paint::Paint,
    scene::{Said, Tone},
};

/// Most digits of a number that is typed.
const DIGITS_MAX: usize = 6;

/// What a key does: as in every film, or as in those of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does<T> {
    On,
    Back,
    First,
    Last,
    Jump,
    Play,
    Faster,
    Slower,
    Help,
    Own(T),
}

/// What became of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Took<T> {
    /// The film is put away.
    Quit,
    /// Nothing is left to do.
    Taken,
    /// A number was typed.
    Number(String),
    /// This is to be done.
    Does(Does<T>),
}

/// What lies over a film.
#[derive(Debug, Clone, Default)]
pub(super) struct Desk {
    /// The number that is being typed.
    typed: Option<String>,
    dialog: Option<Dialog<()>>,
    /// What a key could not do, until the next one.
    notice: Option<String>,
}

impl Desk {
    /// Takes a key: what is open has it first. `own` are the keys of one game's films.
    pub(super) fn key<T: Copy>(&mut self, key: Key, own: &[(Key, T)]) -> Took<T> {
        self.notice = None;
        if key == Key::Interrupt {
            return Took::Quit;
        }
        if let Some(dialog) = &mut self.dialog {
            match dialog.press(key) {
                Pressed::Stays => {}
                Pressed::Closed | Pressed::Chosen(()) => self.dialog = None,
            }
            return Took::Taken;
        }
        if self.typed.is_some() {
            return self.type_in(key).map_or(Took::Taken, Took::Number);
        }
        if matches!(key, Key::Letter('q') | Key::Escape) {
            return Took::Quit;
        }
        let own = own.iter().find(|(one, _)| *one == key);
        match own.map(|(_, does)| Does::Own(*does)).or_else(|| of_every_film(key)) {
            Some(does) => Took::Does(does),
            None => {
                self.say("That key does nothing here; ? lists those that do.".into());
                Took::Taken
            }
        }
    }

    /// A number is to be typed.
    pub(super) fn ask_number(&mut self) {
        self.typed = Some(String::new());
    }

    /// The number so far, while one is typed.
    pub(super) fn typed(&self) -> Option<&str> {
        self.typed.as_deref()
    }

    /// Says what a key could not do, until the next one.
    pub(super) fn say(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// What the last key could not do.
    pub(super) fn notice(&self) -> Option<Said> {
        let notice = self.notice.clone()?;
        Some(Said::new(notice, Tone::Warning))
    }

    /// Lays words over the film.
    pub(super) fn open(&mut self, title: &str, lines: Vec<String>) {
        let said = lines.into_iter().map(|line| Said::new(line, Tone::Plain)).collect();
        self.dialog = Some(Dialog::text(title, said, false));
    }

    /// Draws what lies over the film.
    pub(super) fn draw(&self, paint: Paint, area: Rect, buffer: &mut Buffer) {
        if let Some(dialog) = &self.dialog {
            dialog.draw(paint, area, buffer);
        }
    }

    /// The number, once it is whole and not empty.
    fn type_in(&mut self, key: Key) -> Option<String> {
        let typed = self.typed.as_mut()?;
        if key == Key::BACKSPACE {
            typed.pop();
        } else if let Key::Letter(digit) = key {
            if digit.is_ascii_digit() && typed.len() < DIGITS_MAX {
                typed.push(digit);
            }
        } else if key == Key::Escape {
            self.typed = None;
        } else if key == Key::Enter {
            return self.typed.take().filter(|typed| !typed.is_empty());
        }
        None
    }
}

/// What a key does in every film.
fn of_every_film<T>(key: Key) -> Option<Does<T>> {
    let is = |keys: &[Key]| keys.contains(&key);
    if is(&[Key::Right, Key::Letter(' '), Key::Letter('l')]) {
        Some(Does::On)
    } else if is(&[Key::Left, Key::BACKSPACE, Key::Letter('h'), Key::Letter('b')]) {
        Some(Does::Back)
    } else if is(&[Key::Home, Key::Letter('g')]) {
        Some(Does::First)
    } else if is(&[Key::End, Key::Letter('G')]) {
        Some(Does::Last)
    } else if is(&[Key::Letter('j'), Key::Letter(':')]) {
        Some(Does::Jump)
    } else if is(&[Key::Letter('p'), Key::Enter]) {
        Some(Does::Play)
    } else if is(&[Key::Letter('+'), Key::Letter('=')]) {
        Some(Does::Faster)
    } else if is(&[Key::Letter('-')]) {
        Some(Does::Slower)
    } else if is(&[Key::Letter('?')]) {
        Some(Does::Help)
    } else {
        None
    }
}
