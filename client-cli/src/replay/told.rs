//! A film in words: what each step was, who did it, which draw it was, and what followed from it.

use chowk_protocol::{Event, SideName};
use chowk_record::line::{By, Line, Sitter};
use chowk_rules::chowka::Side;

use super::film::{Film, Step};
use crate::play::board::Board;
use crate::play::names::{Names, side_word};
use crate::play::words::{self, Around};
use chowk_wire::chowka::side_name;

/// The words of one film.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) names: Names,
    pub(crate) board: Option<Board>,
}

impl Told {
    pub(crate) fn of(film: &Film) -> Self {
        let view = film.view(0);
        let mut names = Names::default();
        names.look(&view, None);
        Self {
            names,
            board: Board::of_rules(&view.rules),
        }
    }

    /// What stands before the first step.
    pub(crate) fn heading(&self, film: &Film) -> Vec<String> {
        let header = &film.header;
        let view = film.view(0);
        let size = if self.board.as_ref().is_some_and(|board| board.centre() > 25) {
            "7x7"
        } else {
            "5x5"
        };
        let mut lines = vec![
            format!(
                "Chowka-bara {size}, {}, played from {} at {} ({}).",
                view.preset
                    .map_or_else(|| "rules of its own".into(), |preset| format!("preset {preset}")),
                moment(&header.started.to_string()),
                header.server.name,
                header.server.version
            ),
            format!(
                "Match {}. Verified: the hash chain, the seal, all tips and links, every draw, every move and the result.",
                header.match_id
            ),
        ];
        for (side, chair) in &film.sides {
            let what = match header.chairs.get(usize::from(*chair)).map(|chair| chair.sitter) {
                Some(Sitter::House) => ", which plays without links",
                Some(Sitter::Person(_) | Sitter::Bot(_)) | None => "",
            };
            lines.push(format!("{}: {}{what}.", side_word(*side), self.names.name(*chair)));
        }
        lines
    }

    /// What happened at a step, a throw with its cowries as they lie, and what followed from it: sentences without the
    /// mark of who did it.
    pub(crate) fn step(&self, film: &Film, at: usize) -> Vec<String> {
        let mut said = self.words(film, at);
        let event = film.step(at).map(|step| &step.event);
        if let (Some(Event::Thrown { shells, .. }), Some(first)) = (event, said.first_mut()) {
            *first = format!("{} = {}", first.trim_end_matches('.'), cowries(shells));
        }
        said
    }

    /// The same without the drawing of the cowries.
    pub(crate) fn words(&self, film: &Film, at: usize) -> Vec<String> {
        let Some(step) = film.step(at) else { return Vec::new() };
        let around = Around {
            names: &self.names,
            board: self.board.as_ref(),
            tick: None,
        };
        let mut said: Vec<String> = words::sentence(&step.event, &around).into_iter().collect();
        if let (Event::Thrown { .. }, Some(first)) = (&step.event, said.first_mut()) {
            *first = first.replace(" (no mouth up)", "");
        }
        said.extend(self.followed(film, at));
        said
    }

    /// Rights won and lost, ranks.
    fn followed(&self, film: &Film, at: usize) -> Vec<String> {
        let Some(before) = at.checked_sub(1) else {
            return Vec::new();
        };
        let (was, is) = (film.position(before), film.position(at));
        let mover = film.step(at).and_then(|step| mover(&step.line));
        let mut said = Vec::new();
        let opened: Vec<Side> = is
            .sides()
            .filter(|side| is.has_right(*side) && !was.has_right(*side))
            .collect();
        match opened.as_slice() {
            [] => {}
            [only] if Some(*only) == mover => {
                said.push(format!(
                    "The gate is open to {} now.",
                    self.names.name_of(side_name(*only))
                ));
            }
            _ => said.push("Nobody could move any more: the gate opens for all.".into()),
        }
        for side in is.sides() {
            let name = self.names.name_of(side_name(side));
            if was.has_right(side) && !is.has_right(side) && !is.has_left(side) {
                said.push(format!(
                    "All pawns of {name} are home again: the gate is shut to {name}."
                ));
            }
            // Who leaves gets a rank that may still change, and the end tells all ranks anyway.
            if was.rank(side) == 0 && is.rank(side) > 0 && is.result().is_none() && !is.has_left(side) {
                said.push(format!("{name} has all pawns in the centre: rank {}.", is.rank(side)));
            }
        }
        said
    }

    /// Who did it, and which draw it was: `seat, draw 57`.
    pub(crate) fn by(step: &Step) -> Option<String> {
        let draw = |t: u64| format!("draw {t}");
        Some(match &step.line {
            Line::Thrown { by, t, link, .. } => {
                let link = if link.is_some() { " with its link" } else { "" };
                format!("{}{link}, {}", by_word(*by), draw(*t))
            }
            Line::Moved { by, t, .. } => match t {
                Some(t) => format!("{}, victim by {}", by_word(*by), draw(*t)),
                None => by_word(*by).into(),
            },
            Line::Passed { .. } | Line::Left { .. } | Line::Ended { .. } => return None,
            Line::Lots { .. } | Line::Opened { .. } | Line::Stones(_) => return None,
        })
    }
}

/// A moment without the parts of its second: `2030-01-02 04:00:00 UTC`.
pub(super) fn moment(text: &str) -> String {
    let whole = text.split(['.', 'Z']).next().unwrap_or(text);
    format!("{} UTC", whole.replace('T', " "))
}

fn mover(line: &Line) -> Option<Side> {
    match line {
        Line::Moved { side, .. } => Some(*side),
        Line::Thrown { .. }
        | Line::Passed { .. }
        | Line::Left { .. }
        | Line::Ended { .. }
        | Line::Lots { .. }
        | Line::Opened { .. }
        | Line::Stones(_) => None,
    }
}

/// Who made a throw or a move, in a word or two.
fn by_word(by: By) -> &'static str {
    match by {
        By::Seat => "seat",
        By::Clock => "clock",
        By::Away => "away",
        By::NoChain => "seat without its chain",
        By::House => "house bot",
        By::Forced => "forced",
    }
}

/// The cowries as they lie: `(o)` with the mouth up.
pub(crate) fn cowries(shells: &[u8]) -> String {
    let shells: Vec<&str> = shells
        .iter()
        .map(|face| if *face == 1 { "(o)" } else { "( )" })
        .collect();
    shells.join(" ")
}

/// Minutes and seconds since the start.
pub(crate) fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// The side that somebody names: by its letter, its word or the player's name.
pub(crate) fn side_of(told: &Told, film: &Film, typed: &str) -> Option<SideName> {
    let typed = typed.trim().to_lowercase();
    let is = |side: &&SideName| {
        let (letter, word) = (side.letter(), side_word(**side));
        let chair = film.sides.get(*side).copied().unwrap_or(u8::MAX);
        let name = film
            .header
            .chairs
            .get(usize::from(chair))
            .map(|chair| chair.name.to_lowercase());
        [letter.to_lowercase(), word.to_lowercase()].contains(&typed)
            || name.is_some_and(|name| name == typed)
            || told.names.name(chair).to_lowercase() == typed
    };
    film.sides.keys().find(is).copied()
}
