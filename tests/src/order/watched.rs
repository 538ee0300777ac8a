//! A short match of bots on a server that strace watches.

use std::{
    ffi::OsString,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use chowk_rules::stones::RuleSet;

use super::{Report, check, trace as reading};
use crate::{
    house::Plan,
    kills::Game,
    programs::Programs,
    swarm::{ROOMY, Swarm},
};

/// What the bots play while strace watches.
#[derive(Debug, Clone, Default)]
pub struct Played {
    words: Vec<(&'static str, u32)>,
    stones: Option<RuleSet>,
    faults: Vec<String>,
}

impl Played {
    /// Two tables of three, their sockets cut now and then, so that returns are seen as well.
    pub fn boards() -> Self {
        Self {
            words: vec![("--rooms", 2), ("--seats", 3), ("--drop", 40), ("--think", 4)],
            ..Self::default()
        }
    }

    /// One table of two.
    pub fn board() -> Self {
        Self {
            words: vec![("--rooms", 1), ("--seats", 2), ("--drop", 40), ("--think", 4)],
            ..Self::default()
        }
    }

    /// Two sets of four stones in real time by these rules, their sockets cut now and then as well.
    pub fn courts(rules: RuleSet) -> Self {
        Self {
            words: vec![("--rooms", 2), ("--drop", 10)],
            stones: Some(rules),
            ..Self::default()
        }
    }

    /// The same while strace makes calls of the server fail, as its `inject=` says it.
    pub fn failing(mut self, fault: &str) -> Self {
        self.faults.push(format!("inject={fault}"));
        self
    }
}

/// Runs this server under strace on a new data folder in `folder` while bots play, and reads the trace.
///
/// # Errors
/// If strace, the server or the bots fail: then nothing is known.
pub fn play(programs: &Programs, plan: Plan, folder: &Path, seed: u64, played: &Played) -> anyhow::Result<Report> {
    check(BufReader::new(File::open(trace(
        programs, plan, folder, seed, played,
    )?)?))
}

/// The trace itself, as a file in `folder`.
///
/// # Errors
/// If strace, the server or the bots fail: then nothing is known.
pub fn trace(programs: &Programs, plan: Plan, folder: &Path, seed: u64, played: &Played) -> anyhow::Result<PathBuf> {
    let file = folder.join("trace");
    let mut house = Plan {
        under: strace(&file, &played.faults),
        ..plan
    }
    .with(&ROOMY)
    .open()
    .context("a server under strace (is strace installed?)")?;
    let swarm = Swarm::on(programs, &house.address(), seed).with("--patience", 60);
    let mut swarm = played.words.iter().fold(swarm, |swarm, (flag, n)| swarm.with(flag, n));
    if let Some(rules) = played.stones {
        swarm = Game::Stones(Some(Box::new(rules))).played(swarm, folder)?;
    }
    let swarm = swarm.run()?;
    house.stop()?;
    if !swarm.ok() {
        bail!("the bots on the watched server: {}", swarm.wrong());
    }
    Ok(file)
}

/// strace as this check reads it, writing into this file, and making calls fail.
fn strace(file: &Path, faults: &[String]) -> Vec<OsString> {
    let bytes_max = reading::BYTES_MAX.to_string();
    let flags = [
        "strace",
        "-f",
        "-yy",
        "--seccomp-bpf",
        "-s",
        &bytes_max,
        "-e",
        reading::CALLS,
        "-e",
        "signal=none",
        "-o",
    ];
    let mut words: Vec<OsString> = flags.into_iter().map(OsString::from).collect();
    words.push(PathBuf::from(file).into());
    for fault in faults {
        words.extend(["-e".into(), fault.into()]);
    }
    words
}
