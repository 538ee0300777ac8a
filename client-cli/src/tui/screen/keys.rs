//! What each key does, and when. A question is answered once, however often a key is pressed.

use chowk_protocol::{Stage, TurnPhase, TurnView};

use super::{Does, Effect, Screen};
use crate::client::{Client, Wish};
use crate::play::names::pawn_name;
use crate::play::rules::why_not;
use crate::tui::dialog::Pressed;
use crate::tui::key::Key;
use crate::tui::scene::{Said, Tone};

impl Screen {
    /// A key was pressed.
    pub fn press(&mut self, client: &mut Client, key: Key) -> Vec<Effect> {
        if self.over.is_some() {
            let leaves = matches!(key, Key::Enter | Key::Escape | Key::Interrupt | Key::Letter('q' | ' '));
            return if leaves { vec![Effect::Quit] } else { Vec::new() };
        }
        self.flash = None;
        let key = if let Key::Letter(letter) = key {
            // Whoever has typed a name in capitals still holds caps lock.
            Key::Letter(letter.to_ascii_lowercase())
        } else {
            key
        };
        if let Some(dialog) = &mut self.dialog {
            // The second ctrl-C in a row asks nothing any more.
            if key == Key::Interrupt {
                return vec![Effect::Quit];
            }
            match dialog.press(key) {
                Pressed::Stays => {}
                Pressed::Closed => self.dialog = None,
                Pressed::Chosen(does) => {
                    self.dialog = None;
                    return self.do_it(client, does);
                }
            }
            return Vec::new();
        }
        if self.press_on_court(client, key) {
            return Vec::new();
        }
        match key {
            Key::Letter('q') | Key::Interrupt => {
                if !self.plays() {
                    return vec![Effect::Quit];
                }
                self.ask_to_leave();
            }
            Key::Letter('?' | 'h') => self.open_help(client),
            Key::Letter('l') => self.open_log(),
            Key::Letter('c') => return self.copy_link(),
            Key::Letter('t') if self.plays() || client.chair().is_none() => self.open_phrases(),
            Key::Letter('+') if self.plays() => self.wish(client, Wish::MoreTime),
            Key::Letter('m') if self.plays() => self.open_mute(),
            Key::Letter('k') if self.plays() => self.open_host(client),
            Key::Letter('b') | Key::Escape if self.before.is_some() => self.close_card(),
            Key::Letter('b') if self.stage() == Some(Stage::Ended) => {
                self.page = if self.page.is_some() { None } else { Some(0) };
            }
            Key::Letter('x') => self.notice = None,
            key @ (Key::Letter(_)
            | Key::Enter
            | Key::Escape
            | Key::Up
            | Key::Down
            | Key::Left
            | Key::Right
            | Key::PageUp
            | Key::PageDown
            | Key::Home
            | Key::End) => self.play(client, key),
        }
        Vec::new()
    }

    fn do_it(&mut self, client: &mut Client, does: Does) -> Vec<Effect> {
        match does {
            Does::Wish(wish) => self.wish(client, wish),
            Does::Mute(chair) => {
                let name = self.names.name(chair);
                let words = if self.muted.remove(&chair) {
                    format!("You hear {name} again.")
                } else {
                    self.muted.insert(chair);
                    format!("You do not hear {name} in this match.")
                };
                self.flash = Some(Said::new(words, Tone::Plain));
            }
            Does::Report(chair) => self.open_report(chair),
            Does::Quit => return vec![Effect::Quit],
            Does::Stay => {}
        }
        Vec::new()
    }

    fn wish(&mut self, client: &mut Client, wish: Wish) {
        if let Err(unsaid) = client.command(wish) {
            self.answered = None;
            self.flash = Some(Said::new(unsaid.to_string(), Tone::Warning));
        }
    }

    /// The keys of the table itself.
    fn play(&mut self, client: &mut Client, key: Key) {
        let stage = self.stage();
        match (stage, key) {
            (Some(Stage::Readying), Key::Letter('r' | ' ') | Key::Enter) if self.plays() => self.ready(client, key),
            (Some(Stage::Ended), Key::Letter('a')) if self.plays() => {
                if client.unanswered() == 0 {
                    self.page = None;
                    self.wish(client, Wish::Again);
                }
            }
            (_, Key::Right | Key::Down | Key::PageDown) if self.card_view().is_some() => self.turn_page(1),
            (_, Key::Left | Key::Up | Key::PageUp) if self.card_view().is_some() => self.turn_page(-1),
            (Some(Stage::Playing), key) => self.answer(client, key),
            (Some(_) | None, _) => {}
        }
    }

    /// Away from the match before, to the table that is set anew.
    fn close_card(&mut self) {
        self.before = None;
        self.page = None;
        self.verdict = None;
    }

    fn ready(&mut self, client: &mut Client, key: Key) {
        self.close_card();
        let me = client.chair().and_then(|chair| self.view.as_ref()?.chairs.get(&chair));
        let is_ready = me.is_some_and(|chair| chair.ready);
        if client.unanswered() > 0 || (is_ready && key != Key::Letter('r')) {
            return;
        }
        self.wish(client, if is_ready { Wish::Unready } else { Wish::Ready });
    }

    fn turn_page(&mut self, by: isize) {
        let pages = self.pages();
        if let Some(page) = &mut self.page {
            *page = page.saturating_add_signed(by).min(pages.saturating_sub(1));
        }
    }

    /// An answer to the open question.
    fn answer(&mut self, client: &mut Client, key: Key) {
        let Some(turn) = self.view.as_ref().and_then(|view| view.turn.clone()) else {
            return;
        };
        let Some(phase) = self.asks_me() else {
            // A key that comes too late, or again, is no mistake worth a word, unless it is somebody else's turn.
            if self.plays() && !self.names.is_my_side(turn.side) && key == Key::Letter(' ') {
                let words = format!("It is the turn of {}.", self.names.name_of(turn.side));
                self.flash = Some(Said::new(words, Tone::Plain));
            }
            return;
        };
        match (phase, key) {
            (TurnPhase::Throw, Key::Letter(' ') | Key::Enter) => {
                self.answered = Some(turn.asked);
                self.wish(client, Wish::Throw { asked: turn.asked });
            }
            (TurnPhase::Throw, Key::Letter('1'..='9')) => self.hint("Throw first: space."),
            (TurnPhase::Throw, _) => {}
            (TurnPhase::Move, Key::Letter(digit @ '1'..='9')) => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                match (self.which_value.take(), number) {
                    (Some(pawn), Some(value)) => self.choose(client, &turn, pawn, Some(value)),
                    (None, Some(number)) => self.choose(client, &turn, number - 1, None),
                    (_, None) => {}
                }
            }
            (TurnPhase::Move, Key::Down | Key::Right) => self.pick(&turn, 1),
            (TurnPhase::Move, Key::Up | Key::Left) => self.pick(&turn, -1),
            (TurnPhase::Move, Key::Enter | Key::Letter(' ')) => match (self.picked, self.only_step(&turn), key) {
                (Some((pawn, value)), _, Key::Enter) => self.choose(client, &turn, pawn, Some(value)),
                (None, Some((pawn, value)), _) => self.choose(client, &turn, pawn, Some(value)),
                (None, None, Key::Enter) => self.pick(&turn, 1),
                _ => self.hint("Choose a pawn by its number, or by arrows and enter."),
            },
            (TurnPhase::Move, Key::Escape) => (self.picked, self.which_value) = (None, None),
            (TurnPhase::Move, Key::Letter(_) | Key::PageUp | Key::PageDown | Key::Home | Key::End | Key::Interrupt) => {
            }
        }
    }

    /// The one step there is, where pawns that stand together could all make it.
    pub(super) fn only_step(&self, turn: &TurnView) -> Option<(u8, u8)> {
        let mut moves = turn
            .moves
            .iter()
            .flat_map(|(pawn, by)| by.iter().map(move |(value, step)| (*pawn, *value, step)));
        let (pawn, value, first) = moves.next()?;
        moves
            .all(|(_, other, step)| (other, step.from) == (value, first.from))
            .then_some((pawn, value))
    }

    fn hint(&mut self, words: &str) {
        self.flash = Some(Said::new(words, Tone::Plain));
    }

    /// Moves a pawn; where it may move by several values, asks by which one.
    fn choose(&mut self, client: &mut Client, turn: &TurnView, pawn: u8, value: Option<u8>) {
        let values: Vec<u8> = turn
            .moves
            .get(&pawn)
            .into_iter()
            .flat_map(|by| by.keys().copied())
            .collect();
        let value = match (value, values.as_slice()) {
            (Some(value), values) if values.contains(&value) => value,
            (None, [only]) => *only,
            (None, [_, _, ..]) => {
                self.which_value = Some(pawn);
                self.picked = None;
                return;
            }
            (Some(_), _) | (None, []) => return self.say_why_not(turn, pawn, value),
        };
        self.answered = Some(turn.asked);
        let asked = turn.asked;
        self.wish(client, Wish::Move { asked, pawn, value });
    }

    fn say_why_not(&mut self, turn: &TurnView, pawn: u8, value: Option<u8>) {
        let name = pawn_name(turn.side, pawn);
        let reason = turn.blocked.get(&pawn).and_then(|by| match value {
            Some(value) => by.get_key_value(&value),
            None => by.iter().next(),
        });
        let words = match (reason, &self.view) {
            (Some((value, code)), Some(view)) => format!("{name} cannot move {value}: {}.", why_not(code, &view.rules)),
            _ => match value {
                Some(value) => format!("{name} cannot move by {value}."),
                None => format!("There is no pawn {name} to move."),
            },
        };
        self.flash = Some(Said::new(words, Tone::Warning));
    }

    /// Picks the next legal move, or the one before.
    fn pick(&mut self, turn: &TurnView, by: isize) {
        let moves = turn
            .moves
            .iter()
            .flat_map(|(pawn, by)| by.keys().map(move |value| (*pawn, *value)));
        let moves: Vec<(u8, u8)> = moves.collect();
        let count = isize::try_from(moves.len()).unwrap_or(0).max(1);
        let at = self
            .picked
            .and_then(|picked| moves.iter().position(|other| *other == picked));
        let next = match at.and_then(|at| isize::try_from(at).ok()) {
            Some(at) => (at + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        self.which_value = None;
        self.picked = usize::try_from(next).ok().and_then(|next| moves.get(next).copied());
    }
}
