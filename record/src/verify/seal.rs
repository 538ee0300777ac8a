//! The seal: a header that is whole and agrees with itself, and a seed on the last line that is the one committed to.

use serde_json::Value;

use super::entry::{Entry, Kind};
use super::table::{Table, rules_hash};
use super::{Check, CheckName, First};
use crate::fair::{Digest, SCHEME, Seed, is_match_id, server_commit};
use crate::fields::{FieldFault, Fields};
use crate::line::{ENGINE, FORMAT};
use crate::moment::Moment;
use crate::rules::Rules;
use crate::words::quoted;

pub(super) struct SealCheck<'a> {
    first: First,
    table: &'a Table,
}

impl<'a> SealCheck<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        let mut first = First::default();
        first.note(1, table.header.clone());
        SealCheck { first, table }
    }

    pub(super) fn hear(&mut self, entry: &Entry<'_>, last: bool) {
        let opened = entry.kind() == Some(Kind::Opened);
        if opened && !last {
            self.first.fail(entry.number, "the seed is opened before the last line");
        }
        if last {
            let outcome = self.opens();
            self.first.note(entry.number, outcome);
        }
    }

    fn opens(&self) -> Result<(), String> {
        let seed: &Seed = self.table.seed.as_ref().map_err(Clone::clone)?;
        // A header that lacks either has failed already.
        let (Some(match_id), Some(commit)) = (&self.table.match_id, &self.table.server_commit) else {
            return Ok(());
        };
        if is_match_id(match_id) && server_commit(match_id, seed) != *commit {
            return Err("the opened seed is not the one that `server_commit` sealed for this match".to_owned());
        }
        Ok(())
    }

    pub(super) fn end(self) -> Check {
        self.first.end(CheckName::Seal)
    }
}

/// The first fault of a header, but for tips, reveals and links, which belong to their own check.
pub(super) fn header_faults(header: Fields<'_>, table: &Table) -> Result<(), String> {
    judge_header(header, table).map_err(|fault| fault.to_string())
}

fn judge_header(header: Fields<'_>, table: &Table) -> Result<(), FieldFault> {
    only(header, "record", FORMAT)?;
    let engine = header.get("engine")?;
    if engine.as_u64() != Some(ENGINE) {
        return Err(FieldFault(format!(
            "this verifier knows engine {ENGINE}, and `engine` is {}",
            short(engine)
        )));
    }
    table.game_or_why().map_err(FieldFault)?;
    if !is_match_id(header.text("match")?) {
        return Err(FieldFault("`match` must be 32 lower-case hex digits".to_owned()));
    }
    only(header, "scheme", SCHEME)?;
    header.parsed::<Moment>("started", "be a moment in UTC as RFC 3339 writes it")?;
    let server = Fields::of(header.get("server")?, "`server`")?;
    server.text("name")?;
    server.text("version")?;
    table.houses.as_ref().map_err(|why| FieldFault(why.clone()))?;
    for chair in header.list("chairs")? {
        Fields::of(chair, "a chair")?.text("name")?;
    }
    header.digest("server_commit")?;
    judge_rules(header, table)
}

fn judge_rules(header: Fields<'_>, table: &Table) -> Result<(), FieldFault> {
    let rules = table.rules.as_ref().map_err(|why| FieldFault(why.clone()))?;
    let told: Digest = header.digest("rules_hash")?;
    if rules_hash(header).map_err(FieldFault)? != told {
        return Err(FieldFault("`rules_hash` is not the hash of `rules`".to_owned()));
    }
    let named = header.get("preset")?;
    if named.is_null() {
        return Ok(());
    }
    let name = header.text("preset")?;
    match Rules::of_preset(rules.game(), name) {
        Some(preset) if preset == *rules => Ok(()),
        Some(_) => Err(FieldFault(format!(
            "the rules are not those of the preset {}",
            quoted(name)
        ))),
        None => Err(FieldFault(format!("no preset is called {}", quoted(name)))),
    }
}

fn only(header: Fields<'_>, field: &str, value: &str) -> Result<(), FieldFault> {
    let told = header.text(field)?;
    if told == value {
        Ok(())
    } else {
        Err(FieldFault(format!("`{field}` is {}, not {value:?}", quoted(told))))
    }
}

fn short(value: &Value) -> String {
    quoted(&value.to_string())
}
