//! A short match of bots on a server that strace watches.

use std::{
    ffi::OsString,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use chowk_rules::stones::RuleSet;

use super::{Report, check, trace};
use crate::{
    house::Plan,
    kills::Game,
    programs::Programs,
    swarm::{ROOMY, Swarm},
};

/// What the bots play: two tables of three, their sockets cut now and then, so that returns are seen as well.
const SWARM: [(&str, u32); 5] = [
    ("--rooms", 2),
    ("--seats", 3),
    ("--drop", 40),
    ("--think", 4),
    ("--patience", 60),
];

/// Two courts, their sockets cut now and then as well.
const COURT: [(&str, u32); 3] = [("--rooms", 2), ("--drop", 10), ("--patience", 60)];

/// Runs this server under strace on a new data folder in `folder` while bots play, and reads the trace.
///
/// # Errors
/// If strace, the server or the bots fail: then nothing is known.
pub fn play(programs: &Programs, plan: Plan, folder: &Path, seed: u64) -> anyhow::Result<Report> {
    watch(programs, plan, folder, seed, |swarm| {
        Ok(SWARM.iter().fold(swarm, |swarm, (flag, value)| swarm.with(flag, value)))
    })
}

/// The same while a set of four stones is played in real time by these rules.
///
/// # Errors
/// If strace, the server or the bots fail: then nothing is known.
pub fn play_court(programs: &Programs, plan: Plan, folder: &Path, seed: u64, rules: RuleSet) -> anyhow::Result<Report> {
    watch(programs, plan, folder, seed, |swarm| {
        let swarm = COURT.iter().fold(swarm, |swarm, (flag, value)| swarm.with(flag, value));
        Game::Stones(Some(Box::new(rules))).played(swarm, folder)
    })
}

fn watch(
    programs: &Programs,
    plan: Plan,
    folder: &Path,
    seed: u64,
    played: impl FnOnce(Swarm) -> anyhow::Result<Swarm>,
) -> anyhow::Result<Report> {
    let file = folder.join("trace");
    let mut house = Plan {
        under: strace(&file),
        ..plan
    }
    .with(&ROOMY)
    .open()
    .context("a server under strace (is strace installed?)")?;
    let swarm = played(Swarm::on(programs, &house.address(), seed))?.run()?;
    house.stop()?;
    if !swarm.ok() {
        bail!("the bots on the watched server: {}", swarm.wrong());
    }
    check(BufReader::new(File::open(file)?))
}

/// strace as this check reads it, writing into this file.
fn strace(file: &Path) -> Vec<OsString> {
    let bytes_max = trace::BYTES_MAX.to_string();
    let flags = [
        "strace",
        "-f",
        "-yy",
        "--seccomp-bpf",
        "-s",
        &bytes_max,
        "-e",
        trace::CALLS,
        "-e",
        "signal=none",
        "-o",
    ];
    let mut words: Vec<OsString> = flags.into_iter().map(OsString::from).collect();
    words.push(PathBuf::from(file).into());
    words
}
