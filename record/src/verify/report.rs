//! What a verification says: each check and its verdict, as a value and as lines for people.

use std::fmt;

/// The checks of a record (`record.md`), in the order of their lines in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckName {
    /// Canonical form, `line`, `ms`, known kinds and `h`.
    HashChain,
    /// The header, its rules and `rules_hash`, and that the opened seed is the one committed to.
    Seal,
    /// That each tip is that of its reveal, and each throw carries the link it must.
    TipsAndLinks,
    /// `t` without gaps, the lots, and every throw and drawn victim.
    Draws,
    /// Every move legal, every forced pass told, who made each, and the result.
    Moves,
    /// That the seal was published before the start, and that this is the record that was logged.
    LogOfSeals,
}

impl CheckName {
    /// All, in order. The last is made only with a log.
    pub const ALL: [CheckName; 6] = [
        CheckName::HashChain,
        CheckName::Seal,
        CheckName::TipsAndLinks,
        CheckName::Draws,
        CheckName::Moves,
        CheckName::LogOfSeals,
    ];

    /// The name in a report.
    pub const fn as_str(self) -> &'static str {
        match self {
            CheckName::HashChain => "hash chain",
            CheckName::Seal => "seal",
            CheckName::TipsAndLinks => "tips and links",
            CheckName::Draws => "draws",
            CheckName::Moves => "moves, passes and result",
            CheckName::LogOfSeals => "log of seals",
        }
    }
}

impl fmt::Display for CheckName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Whether a check holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for the whole record.
    Ok,
    /// It does not.
    Fail {
        /// The first line at which it does not, from 1, the header's; for [`CheckName::LogOfSeals`] a line of the log.
        line: u64,
        /// Why, as a sentence without capital and full stop. What the file's writer wrote is quoted and escaped.
        why: String,
    },
}

/// One check and its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Which.
    pub name: CheckName,
    /// What came of it.
    pub result: Verdict,
}

/// What a verification says. `Display` gives one line a check: `✔ name`, or `✘ name: line N: why`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The checks made, in the order of [`CheckName::ALL`].
    pub checks: Vec<Check>,
}

impl Report {
    /// Whether every check holds.
    pub fn holds(&self) -> bool {
        self.checks.iter().all(|check| check.result == Verdict::Ok)
    }

    /// The line at which a check fails, from 1; `None` if it holds or was not made.
    pub fn failed_at(&self, name: CheckName) -> Option<u64> {
        self.checks
            .iter()
            .find(|check| check.name == name)
            .and_then(|check| match check.result {
                Verdict::Ok => None,
                Verdict::Fail { line, why: _ } => Some(line),
            })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Check { name, result } in &self.checks {
            match result {
                Verdict::Ok => writeln!(f, "✔ {name}")?,
                Verdict::Fail { line, why } => writeln!(f, "✘ {name}: line {line}: {why}")?,
            }
        }
        Ok(())
    }
}

/// A check under way: what it found first, if anything.
#[derive(Debug, Default)]
pub(super) struct First(Option<(u64, String)>);

impl First {
    pub(super) fn fail(&mut self, line: u64, why: impl Into<String>) {
        if self.0.is_none() {
            self.0 = Some((line, why.into()));
        }
    }

    /// Notes the failure, if it is one.
    pub(super) fn note<E: fmt::Display>(&mut self, line: u64, outcome: Result<(), E>) {
        if let Err(why) = outcome {
            self.fail(line, why.to_string());
        }
    }

    pub(super) fn failed(&self) -> bool {
        self.0.is_some()
    }

    /// The line of the failure.
    pub(super) fn line(&self) -> Option<u64> {
        self.0.as_ref().map(|(line, _)| *line)
    }

    pub(super) fn end(self, name: CheckName) -> Check {
        let result = self.0.map_or(Verdict::Ok, |(line, why)| Verdict::Fail { line, why });
        Check { name, result }
    }
}
