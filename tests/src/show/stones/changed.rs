//! What the second game changed outside of its own folders, by `git diff`, and why.

use std::{collections::BTreeMap, path::Path, process::Command};

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::super::{Part, Setting};
use crate::tidy;

/// The commit before rooms, records and the wire knew of it.
const SINCE: &str = "ec92b69";
/// The commit with which it was whole.
const UNTIL: &str = "87221fc";
/// Where a game lives: what changes there needs no reason.
const OWN: [&str; 5] = [
    "rules/src/stones",
    "protocol/",
    "server/src/games",
    "bots/",
    "client-cli/",
];

/// What was changed besides, and why; the first that fits counts.
const WHY: [(&str, &str); 18] = [
    (
        "server/src/room/ticks",
        "the wheel: ticks, steps and motion, for any game that goes by ticks",
    ),
    ("server/src/room/tests", "rooms of ticks under test"),
    ("server/src/room/actor", "a room wakes for its ticks, and is measured"),
    (
        "server/src/room",
        "rooms ask the table for its game, hear what belongs to ticks, and wait after a crash",
    ),
    (
        "server/src/session",
        "the new messages pass the gate; motion is dropped first where a reader is slow",
    ),
    ("server/src/outbox", "motion is dropped first where a reader is slow"),
    ("server/src/lobby", "presets and rooms of either game"),
    ("server/src/tally", "how late ticks are"),
    ("server/src/http", "presets of either game"),
    ("server/src/admin", "status counts either game"),
    ("server/", "settings, pages and tests of the server"),
    (
        "record/",
        "records of either game: lines of four stones, a set told again, verified",
    ),
    (
        "wire/",
        "what rules and records tell, in the protocol's words: said once, for rooms and replays",
    ),
    ("rules/", "laws, vectors and the map of the rules"),
    ("tests/sim", "the simulation plays either game"),
    ("tests/", "tests of the whole, and this show"),
    (".ci/", "what the tests need"),
    ("", "words for readers, and the lock file"),
];

pub(in crate::show) fn run(_: &Setting, _: &Path) -> anyhow::Result<Part> {
    let out = Command::new("git")
        .args(["diff", "--numstat", "--no-renames", SINCE, UNTIL, "--", "."])
        .current_dir(tidy::root())
        .output()?;
    ensure!(
        out.status.success(),
        "git: {}",
        String::from_utf8_lossy(&out.stderr).trim()
    );
    let text = String::from_utf8(out.stdout)?;
    let mut groups: BTreeMap<usize, Sum> = BTreeMap::new();
    let (mut own, mut unexplained) = (Sum::default(), Vec::new());
    for line in text.lines() {
        let change = Change::read(line)?;
        if OWN.iter().any(|folder| change.file.starts_with(folder)) {
            own.add(&change);
            continue;
        }
        match WHY.iter().position(|(prefix, _)| change.file.starts_with(prefix)) {
            // The last stands for files of the root only.
            Some(at) if at + 1 < WHY.len() || !change.file.contains('/') => groups.entry(at).or_default().add(&change),
            Some(_) | None => unexplained.push(change.file),
        }
    }
    let mut part = Part::new();
    part.demand(
        format!("changes from {SINCE} to {UNTIL} outside {}", OWN.join(", ")),
        "each has its reason",
        match unexplained.as_slice() {
            [] => format!("{} groups, all told below", groups.len()),
            files => format!("no reason for {}", files.join(", ")),
        },
        unexplained.is_empty() && !groups.is_empty(),
    );
    let told = groups.iter().map(|(at, sum)| {
        let (prefix, why) = WHY[*at];
        let name = if prefix.is_empty() { "the root" } else { prefix };
        (name.to_owned(), Value::from(format!("{sum}: {why}")))
    });
    part.figure("outside", Value::Object(told.collect()))?;
    part.figure("in its own folders", own.to_string())?;
    Ok(part)
}

/// One file's change.
struct Change<'a> {
    file: &'a str,
    more: u64,
    fewer: u64,
}

impl<'a> Change<'a> {
    fn read(line: &'a str) -> anyhow::Result<Self> {
        let mut fields = line.splitn(3, '\t');
        let (more, fewer) = (fields.next(), fields.next());
        // What is no text has no lines.
        let lines = |field: Option<&str>| field.and_then(|field| field.parse().ok()).unwrap_or(0);
        Ok(Self {
            file: fields.next().with_context(|| format!("git says {line:?}"))?,
            more: lines(more),
            fewer: lines(fewer),
        })
    }
}

/// Changes together.
#[derive(Default)]
struct Sum {
    files: u64,
    more: u64,
    fewer: u64,
}

impl Sum {
    fn add(&mut self, change: &Change<'_>) {
        self.files += 1;
        self.more += change.more;
        self.fewer += change.fewer;
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} files, +{} −{} lines", self.files, self.more, self.fewer)
    }
}
