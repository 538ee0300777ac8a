//! `chowk perft` counts what a separate implementation counted, to every depth.

use std::{collections::BTreeMap, fs, path::Path, process::Command, time::Instant};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use super::{Part, Setting};

/// The vectors.
#[derive(Debug, Deserialize)]
struct Vectors {
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Row {
    preset: String,
    players: u8,
    to_throw: String,
    position: String,
    counts: BTreeMap<String, u64>,
}

/// The position and depth whose time is told.
const TIMED: (&str, u8, u32) = ("pagdi", 2, 8);

pub(super) fn run(setting: &Setting, _: &Path) -> anyhow::Result<Part> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/perft.json");
    let vectors: Vectors = serde_json::from_str(&fs::read_to_string(path)?).context(path)?;
    let (mut compared, mut wrong, mut largest) = (0, Vec::new(), 0);
    for row in &vectors.rows {
        let depth = row
            .counts
            .keys()
            .filter_map(|depth| depth.parse().ok())
            .max()
            .unwrap_or(0);
        let counted = count(setting, &row.preset, row.players, depth, &row.position, &row.to_throw)?;
        for (depth, expected) in &row.counts {
            let found = depth.parse().ok().and_then(|depth: u32| counted.get(&depth));
            compared += 1;
            largest = largest.max(*expected);
            if found != Some(expected) {
                wrong.push(format!(
                    "{} {} depth {depth}: {found:?} for {expected}",
                    row.preset, row.position
                ));
            }
        }
    }
    let mut part = Part::new();
    part.demand(
        format!(
            "perft equals the vectors ({} positions, counts up to {largest})",
            vectors.rows.len()
        ),
        format!("all {compared} counts"),
        wrong
            .first()
            .cloned()
            .unwrap_or_else(|| format!("all {compared} counts")),
        wrong.is_empty() && compared > 0,
    );
    let (preset, players, depth) = TIMED;
    let began = Instant::now();
    let counted = count(setting, preset, players, depth, "", "S")?;
    let took = began.elapsed();
    let deepest = counted.get(&depth).copied().unwrap_or(0);
    let known = [7, 6].map(|depth| counted.get(&depth).copied().unwrap_or(0));
    part.demand(
        format!("perft {preset}, {players} players, depth {depth}"),
        "a count, and those before it as in the vectors",
        format!(
            "{deepest} sequences in {:.2} s (all depths 1 to {depth})",
            took.as_secs_f64()
        ),
        deepest > 0 && known == [3_578_982, 298_729],
    );
    part.figure("depth_8_count", deepest)?;
    part.figure("depth_1_to_8_seconds", took.as_secs_f64())?;
    Ok(part)
}

/// What `chowk perft` prints: a count for each depth.
fn count(
    setting: &Setting,
    preset: &str,
    players: u8,
    depth: u32,
    position: &str,
    to_throw: &str,
) -> anyhow::Result<BTreeMap<u32, u64>> {
    let out = Command::new(setting.programs.cli())
        .args(["perft", "--preset", preset, "--players", &players.to_string()])
        .args([
            "--depth",
            &depth.to_string(),
            "--position",
            position,
            "--to-throw",
            to_throw,
        ])
        .output()?;
    if !out.status.success() {
        bail!("chowk perft: {}", String::from_utf8_lossy(&out.stderr));
    }
    let lines = String::from_utf8(out.stdout)?;
    let pair = |line: &str| {
        let (depth, count) = line.split_once(' ').context("no `depth count`")?;
        anyhow::Ok((depth.parse()?, count.parse()?))
    };
    lines
        .lines()
        .map(|line| pair(line).with_context(|| format!("chowk perft printed {line:?}")))
        .collect()
}
