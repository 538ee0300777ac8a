//! The list on a full screen, kept fresh: what is marked, what a key does, and the drawing. It reads no clock, no
//! socket and no terminal.

use chowk_protocol::RoomCode;
use ratatui::{buffer::Buffer, layout::Rect};

use super::listed::{Listed, columns};
use crate::tui::key::Key;
use crate::tui::paint::Paint;
use crate::tui::scene::Tone;
use crate::tui::text::{cut, fit};

/// How many lines a page key goes.
const PAGE: usize = 10;

/// The list.
#[derive(Debug, Clone)]
pub(super) struct Board {
    server: String,
    /// What is looked for, as words.
    wanted: Option<String>,
    rooms: Vec<Listed>,
    /// Whether the server has answered at all.
    heard: bool,
    /// Why the server could not be asked last.
    trouble: Option<String>,
    /// The room that is marked, by its code, so that it stays marked when others come and go.
    marked: Option<RoomCode>,
    /// The number that is being typed.
    typed: String,
    notice: Option<String>,
}

/// What is to be done after a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum After {
    /// Go on.
    GoOn,
    /// Sit down there.
    Join(RoomCode),
    /// Look on there.
    Watch(RoomCode),
    /// Sit down anywhere.
    Quick,
    /// Stop.
    Quit,
}

impl Board {
    pub(super) fn new(server: String, wanted: Option<String>) -> Self {
        Self {
            server,
            wanted,
            rooms: Vec::new(),
            heard: false,
            trouble: None,
            marked: None,
            typed: String::new(),
            notice: None,
        }
    }

    /// The server answered, or did not.
    pub(super) fn heard(&mut self, told: anyhow::Result<Vec<Listed>>) {
        match told {
            Ok(rooms) => {
                (self.rooms, self.heard, self.trouble) = (rooms, true, None);
                if self.place().is_none() {
                    self.marked = self.rooms.first().and_then(|room| room.code);
                }
            }
            Err(error) => self.trouble = Some(format!("{error:#}")),
        }
    }

    fn place(&self) -> Option<usize> {
        let marked = self.marked?;
        self.rooms.iter().position(|room| room.code == Some(marked))
    }

    fn mark(&mut self, place: usize) {
        self.marked = self.rooms.get(place).and_then(|room| room.code).or(self.marked);
    }

    /// A key was pressed.
    pub(super) fn key(&mut self, key: Key) -> After {
        self.notice = None;
        let last = self.rooms.len().saturating_sub(1);
        let place = self.place().unwrap_or(0);
        if let Key::Letter(digit @ '0'..='9') = key {
            self.type_in(digit);
            return After::GoOn;
        }
        self.typed.clear();
        match key {
            Key::Letter('q') | Key::Escape | Key::Interrupt => return After::Quit,
            Key::Enter => return self.join(place),
            Key::Letter('w') => return self.watch(place),
            Key::Letter('p') => return After::Quick,
            Key::Down | Key::Letter('j') => self.mark((place + 1).min(last)),
            Key::Up | Key::Letter('k') => self.mark(place.saturating_sub(1)),
            Key::PageDown => self.mark((place + PAGE).min(last)),
            Key::PageUp => self.mark(place.saturating_sub(PAGE)),
            Key::Home => self.mark(0),
            Key::End => self.mark(last),
            Key::Left | Key::Right | Key::Letter(_) => self.notice = Some("That key does nothing here.".into()),
        }
        After::GoOn
    }

    /// The number of a room, counted from 1.
    fn type_in(&mut self, digit: char) {
        self.typed.push(digit);
        let number = |typed: &str| {
            typed
                .parse::<usize>()
                .ok()
                .filter(|number| (1..=self.rooms.len()).contains(number))
        };
        let number = number(&self.typed).or_else(|| {
            self.typed = digit.to_string();
            number(&self.typed)
        });
        match number {
            Some(number) => self.mark(number - 1),
            None => self.notice = Some(format!("There is no room {digit} in the list.")),
        }
    }

    fn join(&mut self, place: usize) -> After {
        match self.rooms.get(place) {
            Some(room) if room.is_open() => room.code.map_or(After::GoOn, After::Join),
            Some(room) if room.may_be_watched() => {
                self.notice = Some("No chair is free there; w looks on.".into());
                After::GoOn
            }
            Some(_) => {
                self.notice = Some("No chair is free there.".into());
                After::GoOn
            }
            None => After::GoOn,
        }
    }

    fn watch(&mut self, place: usize) -> After {
        match self.rooms.get(place) {
            Some(room) if room.may_be_watched() => room.code.map_or(After::GoOn, After::Watch),
            Some(_) => {
                self.notice = Some("That room is closed to watchers.".into());
                After::GoOn
            }
            None => After::GoOn,
        }
    }

    /// The title, the list and what can be done, on any size of screen.
    pub(super) fn draw(&self, paint: Paint, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width);
        let mut put = |y: u16, text: &str, style| {
            if y < area.height {
                buffer.set_stringn(area.x, area.y + y, text, room, style);
            }
        };
        let wanted = self
            .wanted
            .as_ref()
            .map_or_else(String::new, |wanted| format!(", {wanted}"));
        let title = format!(" Public tables at {}{wanted}", self.server);
        put(0, &fit(&title, room), paint.reversed());
        let (head, lines) = columns(&self.rooms, room.saturating_sub(5));
        let rows = usize::from(area.height.saturating_sub(4));
        let place = self.place().unwrap_or(0);
        // The marked one is always in sight.
        let top = (place + 1).saturating_sub(rows.max(1));
        if self.rooms.is_empty() {
            let words = match (&self.trouble, self.heard) {
                (Some(_), false) => "",
                (_, false) => "Asking the server.",
                (_, true) => "No public table at present. p opens one, or finds the first that somebody else opens.",
            };
            put(2, &cut(&format!("  {words}"), room), paint.tone(Tone::Plain));
        } else {
            put(1, &format!("     {head}"), paint.faint());
        }
        for (y, (nth, line)) in (2..).zip(lines.iter().enumerate().skip(top).take(rows)) {
            let mark = if nth == place { '>' } else { ' ' };
            let style = match (nth == place, self.rooms[nth].is_open()) {
                (true, _) => paint.reversed(),
                (false, true) => paint.tone(Tone::Mine),
                (false, false) => paint.tone(Tone::Plain),
            };
            put(y, &fit(&format!("{mark}{:>3} {line}", nth + 1), room), style);
        }
        let below = area.height.saturating_sub(2);
        if let Some(why) = &self.trouble {
            let words = format!(" The server does not answer: {why}. Asking again.");
            put(below, &fit(&words, room), paint.banner(Tone::Warning));
        } else if let Some(notice) = &self.notice {
            put(below, &fit(&format!(" {notice}"), room), paint.banner(Tone::Warning));
        } else if lines.len() > rows {
            put(
                below,
                &format!(" {} tables; more than fit here.", lines.len()),
                paint.faint(),
            );
        }
        let keys = " enter sit down   w look on   p play with anybody   arrows, 1-9 choose   q quit";
        put(area.height.saturating_sub(1), &cut(keys, room), paint.faint());
    }
}
