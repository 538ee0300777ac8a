//! Stepping through a set: the tick it stands at, what a key does to it, and the scene that is shown. It reads no clock
//! and no terminal.

use std::time::Duration;

use ratatui::{buffer::Buffer, layout::Rect};

use super::keys::{HELP, KEYS, Own};
use super::{Film, plain};
use crate::play::court::{Letters, letters};
use crate::play::names::Names;
use crate::replay::desk::{Desk, Does, Took};
use crate::replay::show::After;
use crate::replay::terminal::Shown;
use crate::tui::court::{self, CourtScene};
use crate::tui::key::Key;
use crate::tui::paint::Paint;
use crate::tui::scene::{Said, Tone};

/// How fast it plays, in quarters of real time.
const PACES: [u32; 6] = [1, 2, 4, 8, 16, 40];
/// Real time, and the pace of a tag.
const REAL: usize = 2;
const SLOW: usize = 0;
/// Lines of what happened that are kept in the scene.
const LOG_MAX: usize = 60;

/// A set on the screen.
#[derive(Debug, Clone)]
pub(crate) struct Show {
    pub(super) film: Film,
    pub(super) names: Names,
    pub(super) letters: Letters,
    /// The tick.
    pub(super) at: u32,
    /// While it plays: up to which tick.
    playing: Option<u32>,
    pace: usize,
    desk: Desk,
}

impl Show {
    pub(crate) fn new(film: Film, at: u32) -> Self {
        Self {
            names: plain::names(&film),
            letters: letters::of(&film.view(0)),
            at: at.min(film.last()),
            film,
            playing: None,
            pace: REAL,
            desk: Desk::default(),
        }
    }

    /// Milliseconds of a frame while it plays, and the ticks that it goes on by.
    fn frame(&self) -> (u64, u32) {
        let quarters = PACES[self.pace];
        let tick_ms = 1000 / u64::from(self.film.hz());
        if quarters <= 4 {
            (tick_ms * 4 / u64::from(quarters), 1)
        } else {
            (tick_ms, quarters / 4)
        }
    }

    fn open(&mut self, title: &str, lines: Vec<String>) {
        self.playing = None;
        self.desk.open(title, lines);
    }

    /// A step by hand ends the playing.
    fn step(&mut self, at: u32) {
        self.playing = None;
        self.at = at.min(self.film.last());
    }

    fn play(&mut self) {
        if self.playing.take().is_some() {
            return;
        }
        if self.at == self.film.last() {
            self.at = 0;
        }
        self.pace = if self.pace == SLOW { REAL } else { self.pace };
        self.playing = Some(self.film.last());
    }

    /// The last second and a half before a tag, slowly.
    fn tag(&mut self, tick: Option<u32>) {
        let Some(tick) = tick else {
            self.desk.say("There is no tag on that side of this tick.".into());
            return;
        };
        self.at = tick.saturating_sub(self.film.hz() * 3 / 2);
        self.pace = SLOW;
        self.playing = Some(tick);
    }

    fn does(&mut self, does: Does<Own>) {
        let second = self.film.hz();
        match does {
            Does::On => self.step(self.at + 1),
            Does::Back => self.step(self.at.saturating_sub(1)),
            Does::First => self.step(0),
            Does::Last => self.step(self.film.last()),
            Does::Jump => {
                self.playing = None;
                self.desk.ask_number();
            }
            Does::Play => self.play(),
            Does::Faster => self.pace = (self.pace + 1).min(PACES.len() - 1),
            Does::Slower => self.pace = self.pace.saturating_sub(1),
            Does::Help => self.open("Keys", HELP.map(str::to_owned).into()),
            Does::Own(Own::SecondOn) => self.step(self.at + second),
            Does::Own(Own::SecondBack) => self.step(self.at.saturating_sub(second)),
            Does::Own(Own::EventOn) => self.step(self.film.event_after(self.at).unwrap_or(self.film.last())),
            Does::Own(Own::EventBack) => self.step(self.film.event_before(self.at).unwrap_or(0)),
            Does::Own(Own::TagOn) => self.tag(self.film.tag_after(self.at)),
            Does::Own(Own::TagBack) => self.tag(self.film.tag_before(self.at)),
            Does::Own(Own::Where) => {
                let lines = plain::whereabouts(&self.film, self.at, &self.names);
                self.open("Where everybody is", lines);
            }
        }
    }

    fn jump(&mut self, typed: &str) {
        let last = self.film.last();
        match typed.parse::<u32>().ok().filter(|tick| *tick <= last) {
            Some(tick) => self.step(tick),
            None => self
                .desk
                .say(format!("This set has no tick {typed}; its ticks are 0 to {last}.")),
        }
    }

    /// What is shown.
    pub(super) fn scene(&self) -> CourtScene {
        let film = &self.film;
        let (court, places) = film.seen(self.at);
        let sight = plain::sight(film, &court, &places, &self.names);
        CourtScene {
            title: format!(
                "Four stones  replay  {}  match {}",
                film.header.rules.preset().unwrap_or("rules of its own"),
                film.header.match_id.get(..8).unwrap_or_default()
            ),
            corner: format!("tick {} of {}  {}", self.at, film.last(), plain::time(film, self.at)),
            ground: court::ground(&sight, &self.letters, |chair| sight.place(chair)),
            panel: super::panel::panel(self, &sight),
            log: self.log(),
            banner: self.banner(),
            keys: self.keys(),
        }
    }

    /// What happened up to here, the newest last.
    fn log(&self) -> Vec<Said> {
        let until = self.film.happened_by(self.at);
        let log = (until.saturating_sub(LOG_MAX)..until).filter_map(|step| {
            let tone = match self.film.steps.get(step).map(|step| step.tag) {
                Some(true) => Tone::Warning,
                Some(false) | None => Tone::Plain,
            };
            Some(Said::new(plain::line(&self.film, step, &self.names)?, tone))
        });
        log.collect()
    }

    fn banner(&self) -> Option<Said> {
        if let Some(typed) = self.desk.typed() {
            let last = self.film.last();
            return Some(Said::new(
                format!("Go to which tick, 0 to {last}? {typed}_  (enter goes, esc stays)"),
                Tone::Mine,
            ));
        }
        if let Some(notice) = self.desk.notice() {
            return Some(notice);
        }
        let until = self.playing?;
        let pace = f64::from(PACES[self.pace]) / 4.0;
        let what = if until < self.film.last() {
            "The last 1.5 s before a tag"
        } else {
            "Playing"
        };
        Some(Said::new(
            format!("{what}, {pace} times as fast as it was (+ faster, - slower, p stops)"),
            Tone::Mine,
        ))
    }

    fn keys(&self) -> Vec<(String, String)> {
        let play = if self.playing.is_some() { "stop" } else { "play" };
        [
            ("arrows", "tick, event"),
            ("p", play),
            ("+-", "pace"),
            ("t", "tag"),
            ("j", "go to"),
            ("w", "where"),
            ("?", "keys"),
            ("q", "quit"),
        ]
        .map(|(key, word)| (key.to_owned(), word.to_owned()))
        .into()
    }
}

impl Shown for Show {
    fn waits(&self) -> Option<Duration> {
        self.playing.map(|_| Duration::from_millis(self.frame().0))
    }

    fn tick(&mut self) {
        let Some(until) = self.playing else { return };
        self.at = (self.at + self.frame().1).min(until);
        if self.at == until {
            self.playing = None;
        }
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
        court::draw(&self.scene(), paint, area, buffer);
        self.desk.draw(paint, area, buffer);
    }
}
