//! Stepping through a film: where it stands, what a key does to it, and the scene that is shown. It reads no clock and
//! no terminal.

use std::time::Duration;

use chowk_protocol::{Event, SideName, TurnPhase};
use chowk_record::line::Sitter;
use ratatui::{buffer::Buffer, layout::Rect};

use super::desk::{Desk, Does, Took};
use super::film::Film;
use super::keys::{HELP, KEYS, Own};
use super::plain;
use super::terminal::Shown;
use super::told::{Told, clock};
use crate::play::question;
use crate::play::rules::why_in_short;
use crate::tui::draw;
use crate::tui::key::Key;
use crate::tui::paint::Paint;
use crate::tui::scene::{Choice, Said, Scene, Seat, Tone};

/// How long a step stands while the film plays, from slow to fast, in milliseconds.
const PACES_MS: [u64; 7] = [4_000, 2_000, 1_000, 500, 250, 100, 40];
/// The pace it begins with.
const PACE: usize = 2;
/// Lines of what happened before that are kept in the scene.
const LOG_MAX: usize = 60;

/// A film on the screen.
#[derive(Debug, Clone)]
pub(super) struct Show {
    film: Film,
    told: Told,
    bottom: SideName,
    /// The position, from 0, the start.
    at: usize,
    /// While it plays.
    playing: bool,
    pace: usize,
    desk: Desk,
}

/// What to do after a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// Go on.
    GoOn,
    /// Stop.
    Quit,
}

impl Show {
    pub(super) fn new(film: Film, told: Told, bottom: SideName, at: usize) -> Self {
        Self {
            film,
            told,
            bottom,
            at,
            playing: false,
            pace: PACE,
            desk: Desk::default(),
        }
    }

    fn open(&mut self, title: &str, lines: Vec<String>) {
        self.playing = false;
        self.desk.open(title, lines);
    }

    /// A step by hand ends the playing.
    fn step(&mut self, at: usize) {
        self.playing = false;
        self.go(at);
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.film.steps.len());
    }

    fn play(&mut self) {
        if !self.playing && self.at == self.film.steps.len() {
            self.at = 0;
        }
        self.playing = !self.playing;
    }

    fn throw_after(&mut self) {
        let throws = self.film.step(self.at).map_or(0, |step| step.throws);
        let next = self.film.at_throw(throws + 1);
        self.step(next.unwrap_or(self.film.steps.len()));
    }

    fn throw_before(&mut self) {
        let throws = self.film.step(self.at).map_or(0, |step| step.throws);
        let this = self.film.at_throw(throws).unwrap_or(0);
        let before = if this < self.at {
            Some(this)
        } else {
            self.film.at_throw(throws.saturating_sub(1))
        };
        self.step(before.unwrap_or(0));
    }

    /// The next side comes to the bottom.
    fn turn_the_board(&mut self) {
        let sides: Vec<SideName> = self.film.sides.keys().copied().collect();
        let now = sides.iter().position(|side| *side == self.bottom).unwrap_or(0);
        self.bottom = sides
            .get((now + 1) % sides.len().max(1))
            .copied()
            .unwrap_or(self.bottom);
    }

    fn jump(&mut self, typed: &str) {
        match typed.parse().ok().and_then(|throw| self.film.at_throw(throw)) {
            Some(at) => self.step(at),
            None => {
                let throws = self.film.throws();
                self.desk.say(format!(
                    "This match has no throw {typed}; its throws are 1 to {throws}."
                ));
            }
        }
    }

    fn does(&mut self, does: Does<Own>) {
        match does {
            Does::On => self.step(self.at + 1),
            Does::Back => self.step(self.at.saturating_sub(1)),
            Does::First => self.step(0),
            Does::Last => self.step(self.film.steps.len()),
            Does::Jump => {
                self.playing = false;
                self.desk.ask_number();
            }
            Does::Play => self.play(),
            Does::Faster => self.pace = (self.pace + 1).min(PACES_MS.len() - 1),
            Does::Slower => self.pace = self.pace.saturating_sub(1),
            Does::Help => self.open("Keys", HELP.map(str::to_owned).into()),
            Does::Own(Own::ThrowOn) => self.throw_after(),
            Does::Own(Own::ThrowBack) => self.throw_before(),
            Does::Own(Own::TurnBoard) => self.turn_the_board(),
            Does::Own(Own::Numbers) => {
                let numbers = plain::statistics(&self.film, &self.told, self.at);
                self.open("The numbers so far", numbers);
            }
        }
    }

    /// What is shown.
    pub(super) fn scene(&self) -> Scene {
        let (film, told) = (&self.film, &self.told);
        let view = film.view(self.at);
        let mut scene = Scene::of_board(told.board.clone(), self.bottom);
        scene.title = format!(
            "Chowka-bara  replay  {}  match {}",
            view.preset.as_deref().unwrap_or("rules of its own"),
            film.header.match_id.get(..8).unwrap_or_default()
        );
        let (step, throws) = (film.step(self.at), film.throws());
        let time = clock(step.map_or(0, |step| step.ms));
        scene.corner = format!("throw {} of {throws}  {time}", step.map_or(0, |step| step.throws));
        scene.seats = self.seats();
        scene.turn = view.turn.as_ref().map(|turn| turn.side);
        if let Some((shells, value)) = film.steps.iter().take(self.at).rev().find_map(|step| {
            if let Event::Thrown { shells, value, .. } = &step.event {
                Some((shells, *value))
            } else {
                None
            }
        }) {
            scene.shells = shells.iter().map(|face| *face == 1).collect();
            scene.value = Some(value);
        }
        if let Some(turn) = &view.turn {
            scene.hand = turn.hand.iter().map(|(value, number)| (*value, *number)).collect();
        }
        scene.status = match step {
            // The cowries lie above these words already.
            Some(_) => told.words(film, self.at),
            None => vec!["The start: South throws first.".into()],
        };
        scene
            .notes
            .extend(step.and_then(Told::by).map(|by| format!("By: {by}.")));
        scene.choices = self.choices();
        if let Some(Event::Moved { side, from, to, .. }) = step.map(|step| &step.event) {
            scene.last = Some((*side, *from, *to));
        }
        scene.log = self.log();
        scene.stats = plain::statistics(film, told, self.at);
        scene.banner = self.banner();
        scene.keys = self.keys();
        scene
    }

    fn seats(&self) -> Vec<Seat> {
        let view = self.film.view(self.at);
        let seat = |(side, seat): (&SideName, &chowk_protocol::SideView)| {
            let chair = self.film.header.chairs.get(usize::from(seat.chair));
            let kind = match chair.map(|chair| chair.sitter) {
                Some(Sitter::House) => "house bot",
                Some(Sitter::Bot(_)) => "bot",
                Some(Sitter::Person(_)) | None => "",
            };
            Seat {
                side: *side,
                name: chair.map(|chair| chair.name.clone()).unwrap_or_default(),
                kind: kind.into(),
                pawns: seat.pawns.iter().map(|(pawn, at)| (*pawn, *at)).collect(),
                right: seat.right,
                rank: seat.rank,
                left: seat.left,
                absent: String::new(),
            }
        };
        let mut seats: Vec<Seat> = view.sides.iter().map(seat).collect();
        let first = seats.iter().position(|seat| seat.side == self.bottom).unwrap_or(0);
        seats.rotate_left(first);
        seats
    }

    fn choices(&self) -> Vec<Choice> {
        let view = self.film.view(self.at);
        let Some(turn) = view.turn.as_ref().filter(|turn| turn.phase == TurnPhase::Move) else {
            return Vec::new();
        };
        let several = turn.hand.len() > 1;
        let value = |value: u8| several.then_some(value);
        let mut choices = Vec::new();
        for (pawn, by_value) in &turn.moves {
            for (by, step) in by_value {
                choices.push(Choice {
                    side: turn.side,
                    pawn: *pawn,
                    value: value(*by),
                    to: Some(step.to),
                    hits: !step.hits.is_empty(),
                    words: question::step_words(step, &self.told.names, self.told.board.as_ref()),
                    picked: false,
                });
            }
        }
        for (pawn, by_value) in &turn.blocked {
            for (by, why) in by_value {
                choices.push(Choice {
                    side: turn.side,
                    pawn: *pawn,
                    value: value(*by),
                    to: None,
                    hits: false,
                    words: why_in_short(why, &view.rules),
                    picked: false,
                });
            }
        }
        choices.sort_by_key(|choice| (choice.pawn, choice.value));
        choices
    }

    /// What happened up to here, the newest last.
    fn log(&self) -> Vec<Said> {
        let first = (self.at + 1).saturating_sub(LOG_MAX).max(1);
        let mut log = Vec::new();
        for at in first..=self.at {
            let throw = self
                .film
                .step(at)
                .filter(|step| matches!(step.event, Event::Thrown { .. }));
            let number = throw.map_or_else(|| "     ".into(), |step| format!("{:>3}  ", step.throws));
            let lines = self.told.step(&self.film, at).into_iter();
            log.extend(lines.enumerate().map(|(nth, line)| {
                let lead = if nth == 0 { number.as_str() } else { "     " };
                Said::new(format!("{lead}{line}"), if nth == 0 { Tone::Plain } else { Tone::Good })
            }));
        }
        log
    }

    fn banner(&self) -> Option<Said> {
        if let Some(typed) = self.desk.typed() {
            let throws = self.film.throws();
            return Some(Said::new(
                format!("Go to which throw, 1 to {throws}? {typed}_  (enter goes, esc stays)"),
                Tone::Mine,
            ));
        }
        if let Some(notice) = self.desk.notice() {
            return Some(notice);
        }
        if self.playing {
            let pace = PACES_MS[self.pace] as f64 / 1000.0;
            return Some(Said::new(
                format!("Playing, {pace} s a step (+ faster, - slower, p stops)"),
                Tone::Mine,
            ));
        }
        None
    }

    fn keys(&self) -> Vec<(String, String)> {
        let play = if self.playing { "stop" } else { "play" };
        [
            ("arrows", "step, throw"),
            ("p", play),
            ("+-", "pace"),
            ("j", "go to"),
            ("i", "numbers"),
            ("?", "keys"),
            ("q", "quit"),
        ]
        .map(|(key, word)| (key.to_owned(), word.to_owned()))
        .into()
    }
}

impl Shown for Show {
    fn waits(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_millis(PACES_MS[self.pace]))
    }

    fn tick(&mut self) {
        self.go(self.at + 1);
        self.playing = self.playing && self.at < self.film.steps.len();
    }

    fn key(&mut self, key: Key) -> After {
        match self.desk.key(key, &KEYS) {
            Took::Quit => return After::Quit,
            Took::Taken => {}
            Took::Number(typed) => self.jump(&typed),
            Took::Does(does) => self.does(does),
        }
        After::GoOn
    }

    fn draw(&self, paint: Paint, area: Rect, buffer: &mut Buffer) {
        draw(&self.scene(), paint, area, buffer);
        self.desk.draw(paint, area, buffer);
    }
}
