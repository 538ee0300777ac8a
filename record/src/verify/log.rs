//! The log of seals: that it is whole, that this match's seal came before its start, and that this is the record logged.

use std::collections::HashMap;

use chowk_rules::chowka::Ending;
use serde_json::Value;

use super::entry::{Entry, Kind, lines};
use super::table::Table;
use super::{Check, CheckName, First};
use crate::canonical::canonical;
use crate::fair::{Digest, Seed, server_commit};
use crate::moment::Moment;
use crate::seals::{Seal, SealLine, line_hash};
use crate::words::Word;

/// What a record says that the log must bear out; a part that the record does not have is `None`.
#[derive(Debug)]
pub(super) struct Claims {
    pub(super) server_commit: Option<Digest>,
    pub(super) started: Option<Moment>,
    /// The `h` of its last line.
    pub(super) last: Option<Digest>,
    /// How its `ended` says the match ended.
    pub(super) why: Option<Ending>,
}

impl Claims {
    /// What the header says; the lines that follow are to be heard.
    pub(super) fn of(table: &Table) -> Claims {
        Claims {
            server_commit: table.server_commit,
            started: table.started,
            last: None,
            why: None,
        }
    }

    pub(super) fn hear(&mut self, entry: &Entry<'_>) {
        self.last = entry.fields().and_then(|fields| fields.digest("h").ok());
        if entry.kind() == Some(Kind::Ended) {
            self.why = entry.fields().and_then(|fields| fields.word("why").ok());
        }
    }
}

/// This match in the log: the numbers of its lines, and what they tell.
#[derive(Debug, Default)]
struct Found {
    sealed: Option<(u64, Moment)>,
    opened: Option<(u64, Seal)>,
}

/// Checks the log, and the record against it. Of several faults the first line is told; where record and log differ
/// it is that of the match's `opened`, or the log's last line if it is missing.
pub(super) fn check(log: &[u8], claims: &Claims) -> Check {
    let mut first = First::default();
    let mut reader = Reader::default();
    let mut found = Found::default();
    let mut last_line = 1;
    for (number, line) in lines(log) {
        last_line = number;
        let outcome = reader.read(number, line).and_then(|seal| {
            found.take(number, &seal, claims.server_commit.as_ref());
            reader.count(&seal.seal)
        });
        first.note(number, outcome);
    }
    if let Err((line, why)) = found.bears_out(claims, last_line)
        && first.line().is_none_or(|before| line < before)
    {
        first = First::default();
        first.fail(line, why);
    }
    first.end(CheckName::LogOfSeals)
}

/// The log as a whole: numbers, hashes and moments in order, and what became of each seal.
#[derive(Default)]
struct Reader {
    prev: Option<Digest>,
    at: Option<Moment>,
    /// Every commitment sealed so far, and whether it was opened.
    seals: HashMap<Digest, bool>,
}

impl Reader {
    fn read(&mut self, number: u64, line: &[u8]) -> Result<SealLine, String> {
        let prev = self.prev.replace(line_hash(line));
        let text = std::str::from_utf8(line).map_err(|_| "this line is not UTF-8")?;
        let value: Value = serde_json::from_str(text).map_err(|_| "this line is no JSON object")?;
        if canonical(&value) != text {
            return Err("this line is not in canonical form (RFC 8785)".to_owned());
        }
        let seal = SealLine::from_value(&value).map_err(|fault| fault.to_string())?;
        let at_before = self.at.replace(seal.at);
        if seal.n != number {
            return Err(format!("`n` is {} where {number} must follow", seal.n));
        }
        if seal.prev != prev {
            return Err("`prev` is not the hash of the line before".to_owned());
        }
        if at_before.is_some_and(|before| seal.at < before) {
            return Err("`at` is earlier than on the line before".to_owned());
        }
        Ok(seal)
    }

    fn count(&mut self, seal: &Seal) -> Result<(), String> {
        let commit = *seal.server_commit();
        let opened = self.seals.get(&commit).copied();
        match seal {
            Seal::Sealed { .. } if opened.is_some() => return Err("this seal is in the log already".to_owned()),
            Seal::Sealed { .. } => {
                self.seals.insert(commit, false);
                return Ok(());
            }
            Seal::Opened { .. } => {}
            Seal::NotStarted {
                match_id, server_seed, ..
            } => {
                let seed = Seed::from_bytes(*server_seed.as_bytes());
                if server_commit(match_id, &seed) != commit {
                    return Err("the opened seed is not the one that was sealed for this match".to_owned());
                }
            }
        }
        match opened {
            None => Err("a seal is opened that was not in the log before".to_owned()),
            Some(true) => Err("this seal was opened already".to_owned()),
            Some(false) => {
                self.seals.insert(commit, true);
                Ok(())
            }
        }
    }
}

impl Found {
    /// Notes a line if it is about this match; the first of each kind counts.
    fn take(&mut self, number: u64, line: &SealLine, commit: Option<&Digest>) {
        if Some(line.seal.server_commit()) != commit {
            return;
        }
        match &line.seal {
            Seal::Sealed { .. } => self.sealed = self.sealed.or(Some((number, line.at))),
            Seal::Opened { .. } | Seal::NotStarted { .. } if self.opened.is_none() => {
                self.opened = Some((number, line.seal.clone()));
            }
            Seal::Opened { .. } | Seal::NotStarted { .. } => {}
        }
    }

    fn bears_out(&self, claims: &Claims, last_line: u64) -> Result<(), (u64, String)> {
        let opened_line = self.opened.as_ref().map_or(last_line, |(line, _)| *line);
        let differ = |why: &str| (opened_line, why.to_owned());
        if claims.server_commit.is_none() {
            return Err(differ("the record has no `server_commit` to look for"));
        }
        let (sealed_line, at) = self
            .sealed
            .ok_or_else(|| differ("the seal of this match is not in the log"))?;
        match &self.opened {
            None => return Err(differ("the seal of this match was never opened")),
            Some((_, Seal::Opened { last, .. })) if claims.last != Some(*last) => {
                return Err(differ("the last `h` of the record is not the one that was logged"));
            }
            Some((_, Seal::Opened { fate, .. })) if claims.why != Some(*fate) => {
                let ended = claims.why.map_or("nothing", Word::word);
                return Err((opened_line, format!("the log says {}, the record {ended}", fate.word())));
            }
            Some((_, Seal::Opened { .. })) => {}
            Some((_, Seal::NotStarted { .. } | Seal::Sealed { .. })) => {
                return Err(differ("the log says that this match did not start"));
            }
        }
        // The record is the one that was logged, so a start before the seal is a late seal.
        let started = claims
            .started
            .ok_or_else(|| differ("the record does not say when the match started"))?;
        if at > started {
            return Err((
                sealed_line,
                format!("the match was sealed at {at}, after its start at {started}"),
            ));
        }
        Ok(())
    }
}
