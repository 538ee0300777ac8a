//! A match as a film: its record, verified while it is read, and the position after each of its lines.

use std::{collections::BTreeMap, sync::Arc};

use chowk_protocol::{
    ChairKind, ChairView, ClockKind, Event, GameKind, Hex, MatchId, ResultView, RoomCode, SideName, SideView, Stage,
    View,
};
use chowk_record::{
    fair::Digest,
    line::{ENGINE, FORMAT, Header, Line, Sitter},
    rules::Rules,
    verify::{Check, Report, Verdict, verify_bytes},
};
use chowk_rules::{Game as _, chowka::Match};
use serde_json::{Map, Value};

use super::wire::{self, side_name};

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
    /// Reads and verifies a record.
    ///
    /// # Errors
    /// A sentence, without a capital and a full stop, that says why this is no record that could be believed.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "this is no record of a match: it is no text".to_owned())?;
        let mut lines = text.lines();
        let header = fields(lines.next().unwrap_or_default());
        let header = header.ok_or("this is no record of a match: its first line is no JSON object")?;
        known(&header)?;
        believed(&verify_bytes(bytes, None))?;
        let header = Header::from_fields(&header).map_err(|fault| fault.to_string())?;
        let mut read = Vec::new();
        for line in lines {
            let fields = fields(line).ok_or("a line is no JSON object")?;
            let ms = fields.get("ms").and_then(Value::as_u64).unwrap_or(0);
            read.push((Line::from_fields(&fields).map_err(|fault| fault.to_string())?, ms));
        }
        Self::of(header, read).ok_or_else(|| "the record holds no match".to_owned())
    }

    /// The film of lines that were verified.
    fn of(header: Header, lines: Vec<(Line, u64)>) -> Option<Self> {
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
            let told = wire::event(&line, &seed);
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
            code: "22222222".parse().ok()?,
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
            game: GameKind::Chowka,
            code: self.code,
            stage: if result.is_some() { Stage::Ended } else { Stage::Playing },
            host: 0,
            clock: ClockKind::None,
            listed: false,
            watch: true,
            preset: self.header.rules.preset().map(str::to_owned),
            rules: Arc::clone(&self.rules),
            rules_hash: Hex(*self.header.rules.hash().as_bytes()),
            r#match: self.header.match_id.parse::<MatchId>().ok(),
            server_commit: Some(Hex(*self.header.server_commit.as_bytes())),
            not_started: 0,
            step: None,
            still: false,
            court: None,
            chairs: self.chairs(),
            sides: self.sides_of(game),
            reveal_by: None,
            fill_at: None,
            series: None,
            turn: wire::turn(game, t),
            result,
        }
    }

    fn chairs(&self) -> BTreeMap<u8, ChairView> {
        let chair = |(number, chair): (u8, &chowk_record::line::Chair)| {
            let kind = match chair.sitter {
                Sitter::Person(_) => ChairKind::Person,
                Sitter::Bot(_) => ChairKind::Bot,
                Sitter::House => ChairKind::House,
            };
            let side = self.sides.iter().find(|(_, sitter)| **sitter == number);
            let view = ChairView {
                kind,
                name: Some(chair.name.clone()),
                brain: None,
                generation: None,
                away: false,
                ready: true,
                tip: chair.sitter.committed().map(|committed| Hex(*committed.tip.as_bytes())),
                link: None,
                links_left: None,
                by_clock: 0,
                side: side.map(|(side, _)| *side),
                bank: None,
                stand_in: None,
            };
            (number, view)
        };
        (0..).zip(&self.header.chairs).map(chair).collect()
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

fn fields(line: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(line).ok()
}

/// Whether this is a record, and of rules that we know.
fn known(header: &Map<String, Value>) -> Result<(), String> {
    let word = |key: &str| header.get(key).and_then(Value::as_str);
    match word("record") {
        Some(FORMAT) => {}
        Some(format) if format.starts_with("chowk-record/") => {
            return Err(format!(
                "this record has the form {format:?}, and this chowk reads {FORMAT}; a newer chowk may read it"
            ));
        }
        Some(_) | None => return Err("this is no record of a match: its first line is no header of one".into()),
    }
    match header.get("engine").and_then(Value::as_u64) {
        Some(ENGINE) | None => {}
        Some(engine) => {
            return Err(format!(
                "this match was played by rules of engine {engine}, and this chowk knows engine {ENGINE}; a chowk of that engine shows it"
            ));
        }
    }
    match word("game") {
        Some("stones") => Err("this is a match of four stones, which this chowk does not show yet".into()),
        Some(_) | None => Ok(()),
    }
}

/// Whether every check holds; else the check that fails first.
fn believed(report: &Report) -> Result<(), String> {
    let failed = |check: &Check| match &check.result {
        Verdict::Ok => None,
        Verdict::Fail { line, why } => Some((*line, check.name, why.clone())),
    };
    match report.checks.iter().filter_map(failed).min_by_key(|(line, ..)| *line) {
        None => Ok(()),
        Some((line, name, why)) => Err(format!(
            "line {line} of this record does not hold: {why} ({name}); chowk verify tells every check"
        )),
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
            (changed("\"game\":\"chowka\"", "\"game\":\"stones\""), "four stones"),
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
