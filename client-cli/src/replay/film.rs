//! A match of Chowka-bara as a film: the position after each line of its record.

use std::{collections::BTreeMap, sync::Arc};

use chowk_protocol::{ChairView, Event, Hex, ResultView, RoomCode, SideName, SideView, View};
use chowk_record::{
    fair::Digest,
    line::{Header, Line},
    rules::Rules,
};
use chowk_rules::{Game as _, chowka::Match};
use serde_json::Value;

use chowk_wire::chowka::{self as wire, side_name};

use super::record::{self, NO_ROOM, Record, chairs};

/// A match whose record holds in every check.
#[derive(Debug, Clone)]
pub(crate) struct Film {
    /// The first line.
    pub(crate) header: Header,
    /// What happened, without lots and the opened seed.
    pub(crate) steps: Vec<Step>,
    /// Which chair plays which side.
    pub(crate) sides: BTreeMap<SideName, u8>,
    seed: Digest,
    start: Match,
    rules: Arc<Value>,
    /// A code that no table has: a record names no room.
    code: RoomCode,
}

/// One line, and what it led to.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// What happened.
    pub(crate) line: Line,
    /// The same, as a watcher saw it.
    pub(crate) event: Event,
    /// Milliseconds since the start.
    pub(crate) ms: u64,
    /// The position after it.
    pub(crate) after: Match,
    /// How many throws were made by then.
    pub(crate) throws: u32,
    /// The number of the next draw.
    t: u64,
}

impl Film {
    /// The film of a record of Chowka-bara; `None` if it holds no match.
    pub(crate) fn of(record: Record) -> Option<Self> {
        let Record { header, lines } = record;
        let seed = lines.iter().rev().find_map(|(line, _)| {
            if let Line::Opened { server_seed } = line {
                Some(*server_seed)
            } else {
                None
            }
        })?;
        let players = u8::try_from(header.chairs.len()).ok()?;
        let Rules::Chowka(rules) = header.rules else {
            return None;
        };
        let start = Match::new(rules, players);
        let (mut game, mut t, mut sides) = (start.clone(), 0, None);
        let mut steps = Vec::new();
        for (line, ms) in lines {
            let told = told_by(&line, &seed);
            t = next_draw(&line, t, header.chairs.len());
            match (line.event(), told) {
                (Some(happened), Some(event)) => {
                    game.evolve(&happened);
                    steps.push(Step {
                        line,
                        event,
                        ms,
                        throws: game.throws(),
                        after: game.clone(),
                        t,
                    });
                }
                (None, Some(Event::Lots { sides: drawn, .. })) => sides = Some(drawn),
                (_, _) => {}
            }
        }
        Some(Self {
            rules: Arc::new(header.rules.to_value()),
            sides: sides?,
            code: NO_ROOM.parse().ok()?,
            header,
            steps,
            seed,
            start,
        })
    }

    /// The position after so many steps; 0 is the start.
    pub(crate) fn position(&self, at: usize) -> &Match {
        at.checked_sub(1)
            .and_then(|last| self.steps.get(last))
            .map_or(&self.start, |step| &step.after)
    }

    /// The step that led to this position.
    pub(crate) fn step(&self, at: usize) -> Option<&Step> {
        self.steps.get(at.checked_sub(1)?)
    }

    /// How many throws the match has.
    pub(crate) fn throws(&self) -> u32 {
        self.steps.last().map_or(0, |step| step.throws)
    }

    /// The position right after throw number `throw`, from 1.
    pub(crate) fn at_throw(&self, throw: u32) -> Option<usize> {
        let found = self
            .steps
            .iter()
            .position(|step| step.throws == throw && matches!(step.line, Line::Thrown { .. }))?;
        Some(found + 1)
    }

    /// The last position that belongs to throw number `throw`: what followed from it has happened.
    pub(crate) fn after_throw(&self, throw: u32) -> Option<usize> {
        self.at_throw(throw)?;
        self.steps
            .iter()
            .rposition(|step| step.throws == throw)
            .map(|last| last + 1)
    }

    /// What a watcher saw of the table at this position.
    pub(crate) fn view(&self, at: usize) -> View {
        let game = self.position(at);
        let t = self.step(at).map_or(0, |step| step.t);
        let result = game.result().map(|outcome| ResultView {
            seats: Vec::new(),
            ranks: wire::rank_names(&outcome.ranks),
            why: wire::ended_why(outcome.why),
            server_seed: Hex(*self.seed.as_bytes()),
            record: String::new(),
        });
        View {
            chairs: self.chairs(),
            sides: self.sides_of(game),
            turn: wire::turn(game, t, t, None),
            ..record::view(&self.header, self.code, &self.rules, result)
        }
    }

    fn chairs(&self) -> BTreeMap<u8, ChairView> {
        let mut chairs = chairs(&self.header);
        for (side, chair) in &self.sides {
            if let Some(view) = chairs.get_mut(chair) {
                view.side = Some(*side);
            }
        }
        chairs
    }

    fn sides_of(&self, game: &Match) -> BTreeMap<SideName, SideView> {
        let seat = |side| {
            let name = side_name(side);
            let view = SideView {
                chair: self.sides.get(&name).copied().unwrap_or(0),
                pawns: (0..).zip(game.pawns(side).iter().copied()).collect(),
                right: game.has_right(side),
                rank: game.rank(side),
                left: game.has_left(side),
            };
            (name, view)
        };
        game.sides().map(seat).collect()
    }
}

/// What a line tells; `None` for the opened seed.
fn told_by(line: &Line, seed: &Digest) -> Option<Event> {
    if let Line::Ended { ranks, why } = line {
        return Some(wire::ended(ranks, *why, seed));
    }
    wire::event(line)
}

fn next_draw(line: &Line, t: u64, players: usize) -> u64 {
    match line {
        // A shuffle of n draws n - 1 times.
        Line::Lots { t, .. } => t + (players as u64).saturating_sub(1),
        Line::Thrown { t, .. } => t + 1,
        Line::Moved { t: drawn, .. } => drawn.map_or(t, |t| t + 1),
        Line::Passed { .. } | Line::Left { .. } | Line::Ended { .. } | Line::Opened { .. } => t,
        Line::Stones(_) => t,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    pub(crate) fn record(name: &str) -> Vec<u8> {
        let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/records");
        std::fs::read(folder.join(name)).unwrap()
    }

    pub(crate) fn records() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/records");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let names = files.map(|name| name.into_string().unwrap());
        names.filter(|name| name.ends_with(".chowk.ndjson")).collect()
    }

    impl Film {
        /// Reads, verifies and shows a record, or says why not.
        pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
            Record::read(bytes).map(|record| Self::of(record).unwrap())
        }
    }

    #[test]
    fn every_good_record_is_a_film_whose_end_is_the_record_s() {
        for name in records() {
            let film = Film::read(&record(&name)).unwrap_or_else(|why| panic!("{name}: {why}"));
            let last = film.steps.len();
            let Some(Event::Ended { ranks, why, .. }) = film.steps.last().map(|step| &step.event) else {
                panic!("{name} ends without an end");
            };
            let view = film.view(last);
            let result = view.result.unwrap();
            assert_eq!((&result.ranks, result.why), (ranks, *why), "{name}");
            assert!(view.turn.is_none() && film.view(0).turn.is_some(), "{name}");
        }
    }

    #[test]
    fn a_throw_is_found_by_its_number_and_asks_for_what_follows() {
        let film = Film::read(&record("pagdi-2.chowk.ndjson")).unwrap();
        for throw in 1..=film.throws() {
            let at = film.at_throw(throw).unwrap();
            let step = film.step(at).unwrap();
            let Line::Thrown { t, value, .. } = step.line else {
                panic!("throw {throw} is none")
            };
            assert_eq!(step.throws, throw);
            let view = film.view(at);
            if let Some(turn) = view.turn.filter(|turn| !turn.moves.is_empty()) {
                assert_eq!((turn.value, turn.t), (Some(value), t + 1));
            }
            assert!(film.after_throw(throw).unwrap() >= at);
        }
        assert_eq!((film.at_throw(0), film.at_throw(film.throws() + 1)), (None, None));
    }

    #[test]
    fn what_is_no_record_to_be_believed_gets_one_sentence() {
        let good = String::from_utf8(record("pagdi-2.chowk.ndjson")).unwrap();
        let changed = |from: &str, to: &str| good.replacen(from, to, 1).into_bytes();
        for (bytes, why) in [
            (b"".to_vec(), "no record of a match"),
            (b"hello\n".to_vec(), "no record of a match"),
            (b"{\"kind\":\"header\"}\n".to_vec(), "no header of one"),
            (vec![0xff, 0xfe], "it is no text"),
            (changed("\"engine\":1", "\"engine\":7"), "engine 7"),
            (changed("chowk-record/1", "chowk-record/9"), "chowk-record/9"),
            (changed("\"game\":\"chowka\"", "\"game\":\"stones\""), "does not hold"),
            (
                good.lines()
                    .take(40)
                    .map(|line| format!("{line}\n"))
                    .collect::<String>()
                    .into(),
                "line 40",
            ),
            (record("broken/h-digit.chowk.ndjson"), "line 66"),
            (record("broken/shell-turned.chowk.ndjson"), "line 31"),
            (record("broken/to-wrong.chowk.ndjson"), "line 18"),
            (changed("\"kind\":\"thrown\"", "\"kind\":\"thrown"), "line "),
        ] {
            let told = Film::read(&bytes).unwrap_err();
            assert!(told.contains(why), "{told}");
            assert!(!told.contains('\n'), "{told}");
        }
    }
}
