//! A record that may be believed: of a form, an engine and a game that we know, and verified in every check.

use std::{collections::BTreeMap, sync::Arc};

use chowk_protocol::{ChairKind, ChairView, ClockKind, GameKind, Hex, MatchId, ResultView, RoomCode, Stage, View};
use chowk_record::{
    line::{ENGINE, FORMAT, Header, Line, Sitter},
    rules::Game,
    verify::{Check, Report, Verdict, verify_bytes},
};
use serde_json::{Map, Value};

/// A code that no table has: a record names no room.
pub(super) const NO_ROOM: &str = "22222222";

/// The lines of a record whose every check holds.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// The first line.
    pub(crate) header: Header,
    /// All others, each with the milliseconds since the start.
    pub(crate) lines: Vec<(Line, u64)>,
}

impl Record {
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
        Ok(Self { header, lines: read })
    }
}

/// What a watcher saw of the room, without what only one game has.
pub(super) fn view(header: &Header, code: RoomCode, rules: &Arc<Value>, result: Option<ResultView>) -> View {
    View {
        game: match header.game() {
            Game::Chowka => GameKind::Chowka,
            Game::Stones => GameKind::Stones,
        },
        code,
        stage: if result.is_some() { Stage::Ended } else { Stage::Playing },
        host: 0,
        clock: ClockKind::None,
        listed: false,
        watch: true,
        preset: header.rules.preset().map(str::to_owned),
        rules: Arc::clone(rules),
        rules_hash: Hex(*header.rules.hash().as_bytes()),
        r#match: header.match_id.parse::<MatchId>().ok(),
        server_commit: Some(Hex(*header.server_commit.as_bytes())),
        not_started: 0,
        step: None,
        still: false,
        court: None,
        chairs: chairs(header),
        sides: BTreeMap::new(),
        reveal_by: None,
        fill_at: None,
        series: None,
        turn: None,
        result,
    }
}

/// The chairs as a watcher saw them, without what only one game has.
pub(super) fn chairs(header: &Header) -> BTreeMap<u8, ChairView> {
    let chair = |(number, chair): (u8, &chowk_record::line::Chair)| {
        let kind = match chair.sitter {
            Sitter::Person(_) => ChairKind::Person,
            Sitter::Bot(_) => ChairKind::Bot,
            Sitter::House => ChairKind::House,
        };
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
            side: None,
            bank: None,
            more_time: false,
            stand_in: None,
        };
        (number, view)
    };
    (0..).zip(&header.chairs).map(chair).collect()
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
    Ok(())
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
