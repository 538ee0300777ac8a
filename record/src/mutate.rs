//! Records with one value changed, the chain made anew, and what must come of it: how [`crate::verify`] is tested.
//!
//! What must fail, and where, comes from a table by kind and field (`mutate/expect.rs`) and from the plain story of the
//! valid record (`mutate/story.rs`); it shares no judgement with the checks.
//!
//! Nothing escapes a log of seals, since every value stands under the last `h`. But what only the log shows, a server
//! could have written so from the beginning: names, times of lines, who let a clock run out.

mod changes;
mod expect;
mod pawns;
mod story;

use std::fmt;

use serde_json::Value;

use crate::verify::{CheckName, Report, Verdict};
use changes::Change;
use story::Story;

/// One changed record.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The line with the changed value, from 1, the header's.
    pub line: u64,
    /// The value, as a JSON pointer (RFC 6901) into the line.
    pub pointer: String,
    /// The kind of the line and the pointer with `*` for numbers in lists, to count mutants by: `thrown /shells/*`.
    pub place: String,
    /// What it was, as JSON.
    pub was: String,
    /// What it is now, as JSON, or "left out".
    pub is: String,
    /// The whole record, each `h` from this line on made anew.
    pub record: String,
    /// What must come of it.
    pub expect: Expect,
}

/// What must come of a changed value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expect {
    /// One of these checks fails at one of these lines, the first that the change makes false; no check fails before.
    Fails {
        /// The checks concerned.
        checks: Vec<CheckName>,
        /// The lines.
        lines: Lines,
    },
    /// Every check of the record holds; only the log of seals tells.
    OnlyLog,
}

/// The line at which a change first shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// This line.
    At(u64),
    /// One of two: a seed and its commitment differ, and either may be the wrong one.
    Either(u64, u64),
    /// This line or a later one: the change tells a match that could have been, until it contradicts itself.
    From(u64),
}

/// A record from which no mutants are made.
#[derive(Debug, thiserror::Error)]
#[error("only a record of Chowka-bara that verifies can be mutated:\n{0}")]
pub struct Unfit(pub Report);

/// Every value of every line of a valid record, changed in turn in each way that `mutate/changes.rs` knows for it. The
/// records are made as they are asked for, so that any number of them can be looked at.
pub struct Mutants {
    story: Story,
    /// The place of a line, the value in it, and what it becomes.
    changes: Vec<(usize, String, Change)>,
}

impl Mutants {
    /// The mutants of a record.
    ///
    /// # Errors
    /// [`Unfit`] if the record does not verify, or is of four stones, where an input changed may come to nothing.
    pub fn of(record: &str) -> Result<Mutants, Unfit> {
        let report = crate::verify::verify(record, None);
        if !report.holds() {
            return Err(Unfit(report));
        }
        // A record of Chowka-bara that verifies is one that can be told.
        let story = Story::tell(record).ok_or(Unfit(report))?;
        let mut changes = Vec::new();
        for at in 0..story.lines.len() {
            for pointer in changes::pointers(&story.lines[at]) {
                let all = changes::of(&story, at, &pointer);
                changes.extend(all.into_iter().map(|change| (at, pointer.clone(), change)));
            }
        }
        Ok(Mutants { story, changes })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether there is none, which no record has.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The n-th, from 0, in the order of lines; `None` beyond the last.
    pub fn get(&self, n: usize) -> Option<Mutant> {
        self.changes
            .get(n)
            .map(|(at, pointer, change)| mutant(&self.story, *at, pointer, change))
    }

    /// All of them, in the order of lines.
    pub fn iter(&self) -> impl Iterator<Item = Mutant> {
        self.changes
            .iter()
            .map(|(at, pointer, change)| mutant(&self.story, *at, pointer, change))
    }
}

fn mutant(story: &Story, at: usize, pointer: &str, change: &Change) -> Mutant {
    let was = story.lines[at]
        .pointer(pointer)
        .map_or_else(String::new, Value::to_string);
    let general: Vec<&str> = pointer
        .split('/')
        .map(|part| if part.parse::<usize>().is_ok() { "*" } else { part })
        .collect();
    Mutant {
        line: at as u64 + 1,
        pointer: pointer.to_owned(),
        place: format!("{} {}", story.kind(at), general.join("/")),
        was,
        is: change.to_string(),
        record: story.retold(at, pointer, change),
        expect: expect::expect(story, at, pointer, change),
    }
}

impl Mutant {
    /// Compares a report on this mutant with what must come of it. If the report has the log of seals, that check
    /// must fail whatever was changed.
    ///
    /// # Errors
    /// A sentence about the first thing that is not as it must be.
    pub fn judge(&self, report: &Report) -> Result<(), String> {
        let log_made = report.checks.iter().any(|check| check.name == CheckName::LogOfSeals);
        if log_made && report.failed_at(CheckName::LogOfSeals).is_none() {
            return Err(format!("{self}: the log of seals does not tell\n{report}"));
        }
        let failed: Vec<(CheckName, u64)> = report
            .checks
            .iter()
            .filter(|check| check.name != CheckName::LogOfSeals)
            .filter_map(|check| match check.result {
                Verdict::Ok => None,
                Verdict::Fail { line, why: _ } => Some((check.name, line)),
            })
            .collect();
        let fits = match &self.expect {
            Expect::OnlyLog => failed.is_empty(),
            Expect::Fails { checks, lines } => {
                failed
                    .iter()
                    .any(|(name, line)| checks.contains(name) && lines.contain(*line))
                    && failed.iter().all(|(_, line)| *line >= lines.first())
            }
        };
        if fits { Ok(()) } else { Err(format!("{self}\n{report}")) }
    }
}

impl Lines {
    fn first(self) -> u64 {
        match self {
            Lines::At(line) | Lines::From(line) => line,
            Lines::Either(one, other) => one.min(other),
        }
    }

    fn contain(self, line: u64) -> bool {
        match self {
            Lines::At(only) => line == only,
            Lines::Either(one, other) => line == one || line == other,
            Lines::From(first) => line >= first,
        }
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lines::At(line) => write!(f, "line {line}"),
            Lines::Either(one, other) => write!(f, "line {one} or {other}"),
            Lines::From(line) => write!(f, "line {line} or later"),
        }
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expect::OnlyLog => f.write_str("only the log of seals tells"),
            Expect::Fails { checks, lines } => {
                let names: Vec<&str> = checks.iter().map(|name| name.as_str()).collect();
                write!(f, "{} at {lines}", names.join(" | "))
            }
        }
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {} {}: {} -> {}: {}",
            self.line, self.pointer, self.was, self.is, self.expect
        )
    }
}
