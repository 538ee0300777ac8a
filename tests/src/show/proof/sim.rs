//! The simulation: worlds by the hundred thousand, and each fault that can be planted, with the seed that finds it.

use std::{collections::BTreeMap, path::Path, process::Command, time::Instant};

use anyhow::Context as _;
use serde::Deserialize;

use crate::{
    show::{Part, Setting, keep, table},
    sim::{Hunt, command::broken_kept, seen::MUST_BE_SEEN},
};

/// As many worlds as the order asks for.
const WORLDS: u64 = 100_000;
/// Faults that must be found, and within how many worlds.
const FAULTS: usize = 10;
const WITHIN: u64 = 500;

/// A line of `sim-planted faults`.
#[derive(Debug, Deserialize)]
struct Planted {
    fault: String,
    law: String,
    seed: Option<u64>,
    found: Option<String>,
}

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let kept = broken_kept()?;
    let found = kept.map_or_else(|| "no law broken".to_owned(), |finding| finding.text);
    part.demand(
        "worlds that once broke a law",
        "no law broken",
        &found,
        found == "no law broken",
    );
    worlds(setting, folder, &mut part)?;
    faults(setting, &mut part)?;
    Ok(part)
}

fn worlds(setting: &Setting, folder: &Path, part: &mut Part) -> anyhow::Result<()> {
    // Each show lives other worlds; what it was asked for, and a broken world, is told with its seed.
    let from = 1 + setting.seed % 1_000_000 * WORLDS;
    table::note(&format!("worlds from seed {from}"));
    let hunt = Hunt {
        progress: true,
        ..Hunt::new(from, WORLDS)
    };
    let began = Instant::now();
    let (summary, finding) = hunt.search();
    let seconds = began.elapsed().as_secs_f64();
    let found = match &finding {
        None => format!("{} worlds, no law broken", summary.worlds),
        Some(finding) => {
            let short = hunt.shrink(finding.clone());
            let file = folder.join("broken.txt");
            keep(&file, &short.report(None))?;
            format!("{}; see {}", short.command(None), file.display())
        }
    };
    part.demand(
        format!("worlds from seed {from}"),
        format!("{WORLDS}, no law broken"),
        found,
        finding.is_none() && summary.worlds >= WORLDS,
    );
    let missing: Vec<&str> = MUST_BE_SEEN
        .iter()
        .copied()
        .filter(|what| summary.count(what) == 0)
        .collect();
    part.demand(
        "what must have happened in them",
        format!("{} kinds", MUST_BE_SEEN.len()),
        format!("not seen: {missing:?}"),
        missing.is_empty(),
    );
    let hours = summary.simulated_ms as f64 / 3_600_000.0;
    let mut figures = BTreeMap::from([
        ("worlds", summary.worlds as f64),
        ("steps", summary.steps as f64),
        ("simulated hours", hours.round()),
        ("seconds it took", seconds.round()),
    ]);
    for what in [
        "server ends",
        "match",
        "row",
        "command",
        "commit fails",
        "room panics",
        "quarantined",
    ] {
        figures.insert(what, summary.count(what) as f64);
    }
    part.figure("simulated", figures)?;
    let asked: BTreeMap<String, u64> = summary
        .asked
        .iter()
        .map(|(law, times)| (law.to_string(), *times))
        .collect();
    part.figure("laws, and how often each was asked", asked)
}

fn faults(setting: &Setting, part: &mut Part) -> anyhow::Result<()> {
    let program = setting.programs.own("sim-planted")?;
    let output = Command::new(program).arg("faults").output()?;
    let lines = String::from_utf8(output.stdout)?;
    let mut found = 0;
    for line in lines.lines() {
        let planted: Planted = serde_json::from_str(line).with_context(|| line.to_owned())?;
        let is_found = planted.seed.is_some_and(|seed| seed <= WITHIN);
        found += usize::from(is_found);
        let told = match planted.seed {
            Some(seed) => format!("world {seed}: {:.90}", planted.found.unwrap_or_default()),
            None => "not found".into(),
        };
        part.demand(
            format!("{} planted", planted.fault),
            format!("within {WITHIN} worlds: {}", planted.law),
            told,
            is_found,
        );
    }
    part.demand(
        "faults planted",
        format!("{FAULTS}, each found"),
        found,
        found >= FAULTS,
    );
    Ok(())
}
