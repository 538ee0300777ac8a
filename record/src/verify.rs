//! What a stranger runs on a record: six checks, each of which holds or names the first line at which it does not.
//!
//! The checks are those of `record.md`. Each reads the fields it needs and no others, so that one false value fails
//! the check that is concerned with it; once a check has failed it looks no further, and the others go on. Nothing here
//! trusts the record: any bytes give a report, in time that grows with their number and not with what they claim.

mod chain;
mod draws;
mod entry;
mod links;
mod log;
mod moves;
mod report;
mod seal;
mod table;

pub use report::{Check, CheckName, Report, Verdict};

use entry::{Entry, lines};
use log::Claims;
use moves::Ties;
use report::First;
use table::Table;

use crate::rules::Game;

/// Verifies a record, and with `log` also that its seal was published before it began and that it is the record that
/// was logged. Both are whole files as NDJSON.
pub fn verify(record: &str, log: Option<&str>) -> Report {
    verify_bytes(record.as_bytes(), log.map(str::as_bytes))
}

/// As [`verify`], for files that may not even be UTF-8.
pub fn verify_bytes(record: &[u8], log: Option<&[u8]>) -> Report {
    let Survey {
        table,
        mut claims,
        ties,
        last_line,
    } = survey(record);
    let mut chain = chain::ChainCheck::new(table.game());
    let mut seal = seal::SealCheck::new(&table);
    let mut links = links::LinksCheck::new(&table);
    let mut draws = draws::DrawsCheck::new(&table);
    let mut moves = moves::MovesCheck::new(&table, ties);
    for (number, line) in lines(record) {
        let entry = Entry::read(number, line);
        chain.hear(&entry, number < last_line || record.ends_with(b"\n"));
        seal.hear(&entry, number == last_line);
        links.hear(&entry);
        let chance = moves.hear(&entry);
        draws.hear(&entry, chance);
        claims.hear(&entry);
    }
    let mut checks = vec![
        chain.end(),
        seal.end(),
        links.end(),
        draws.end(last_line),
        moves.end(last_line),
    ];
    if let Some(log) = log {
        checks.push(log::check(log, &claims));
    }
    Report { checks }
}

/// What must be known before the lines are judged one by one.
struct Survey {
    /// The header, and the seed, which is opened at the end.
    table: Table,
    claims: Claims,
    /// Whom the record says a clock caught of several.
    ties: Ties,
    last_line: u64,
}

fn survey(record: &[u8]) -> Survey {
    let entry = |(number, line)| Entry::read(number, line);
    let first = lines(record).next().map(entry);
    let last = lines(record).skip(1).last().map(entry);
    let table = Table::read(first.as_ref(), last.as_ref());
    let mut ties = Ties::default();
    if table.game() == Some(Game::Stones) {
        let may_tell = |line: &[u8]| line.windows(9).any(|word| word == b"clock_out");
        for line in lines(record).filter(|(_, line)| may_tell(line)) {
            ties.hear(&entry(line));
        }
    }
    Survey {
        claims: Claims::of(&table),
        table,
        ties,
        last_line: last.as_ref().map_or(1, |entry| entry.number),
    }
}

#[cfg(test)]
mod tests;
