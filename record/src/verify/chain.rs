//! The hash chain: canonical form, known kinds, `line`, `ms` and `h`, line by line.

use super::entry::{Entry, Kind, UNREADABLE};
use super::{Check, CheckName, First};
use crate::chain::{Open, link};
use crate::fair::Digest;
use crate::fields::Fields;
use crate::line::STONES_KINDS;
use crate::rules::Game;
use crate::words::quoted;

pub(super) struct ChainCheck {
    first: First,
    game: Option<Game>,
    h: Option<Digest>,
    ms: u64,
}

impl ChainCheck {
    pub(super) fn new(game: Option<Game>) -> Self {
        ChainCheck {
            first: First::default(),
            game,
            h: None,
            ms: 0,
        }
    }

    /// Hears a line; `ended` tells whether a line end followed it.
    pub(super) fn hear(&mut self, entry: &Entry<'_>, ended: bool) {
        if self.first.failed() {
            return;
        }
        let outcome = self.judge(entry, ended);
        self.first.note(entry.number, outcome);
    }

    fn judge(&mut self, entry: &Entry<'_>, ended: bool) -> Result<(), String> {
        let text = entry.text.ok_or("this line is not UTF-8")?;
        let fields = entry.fields().ok_or(UNREADABLE)?;
        let told = fields.digest("h").map_err(|fault| fault.to_string())?;
        let open = Open::of(fields.0);
        if open.with_h(&told) != text {
            return Err("this line is not in canonical form (RFC 8785)".to_owned());
        }
        if !ended {
            return Err("a line end is missing after this line".to_owned());
        }
        self.judge_kind(entry, fields)?;
        if entry.number > 1 {
            self.judge_place(entry.number - 1, fields)?;
        }
        if link(self.h.as_ref(), &open.without_h()) != told {
            return Err("`h` is not the hash of this line and the `h` before".to_owned());
        }
        self.h = Some(told);
        Ok(())
    }

    fn judge_kind(&self, entry: &Entry<'_>, fields: Fields<'_>) -> Result<(), String> {
        let word = fields.text("kind").map_err(|fault| fault.to_string())?;
        let header_belongs = entry.number == 1;
        let known = match (entry.kind(), self.game) {
            (Some(Kind::Header), _) => header_belongs,
            (Some(Kind::Lots | Kind::Ended | Kind::Opened), _) => !header_belongs,
            (_, Some(Game::Stones)) => !header_belongs && STONES_KINDS.contains(&word),
            (Some(Kind::Thrown | Kind::Moved | Kind::Passed | Kind::Left), Some(Game::Chowka) | None) => {
                !header_belongs
            }
            (Some(Kind::ClockOut) | None, Some(Game::Chowka) | None) => false,
        };
        match (known, header_belongs) {
            (true, _) => Ok(()),
            (false, true) => Err("the first line is not of kind \"header\"".to_owned()),
            (false, false) => Err(format!("no line is of kind {} here", quoted(word))),
        }
    }

    fn judge_place(&mut self, line: u64, fields: Fields<'_>) -> Result<(), String> {
        let told = fields.number("line").map_err(|fault| fault.to_string())?;
        if told != line {
            return Err(format!("`line` is {told} where {line} must follow"));
        }
        let ms = fields.number("ms").map_err(|fault| fault.to_string())?;
        if ms < self.ms {
            return Err(format!("`ms` falls from {} to {ms}", self.ms));
        }
        self.ms = ms;
        Ok(())
    }

    pub(super) fn end(self) -> Check {
        self.first.end(CheckName::HashChain)
    }
}
