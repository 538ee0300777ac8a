//! Ten minutes of bots that drop at random, in both games: what was promised to them is kept, and afterwards the server
//! holds no more than before.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use serde_json::json;

use super::super::{Part, Setting, table};
use crate::churn::{Bots, Held, Place, SLACK};

/// How long it goes on at least.
const CHURN: Duration = Duration::from_secs(600);
/// What plays at once, and again when it has ended.
const BOTS: Bots = Bots {
    boards: 12,
    courts: 4,
    drop: 20,
};

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let place = Place::open(&setting.programs, &folder.join("data"))?;
    let empty = runtime.block_on(place.held())?;
    // Once, so that the server has all that it needs for such a crowd; that is where it begins.
    BOTS.play(&setting.programs, &place, folder, setting.seed)?;
    let began = runtime.block_on(place.back(&empty))?;
    let (since, mut rounds, mut matches, mut returns) = (Instant::now(), 0, 0, 0);
    let mut memory = Vec::new();
    while since.elapsed() < CHURN {
        rounds += 1;
        let reports = BOTS.play(&setting.programs, &place, folder, setting.seed.wrapping_add(rounds))?;
        matches += reports.iter().map(|report| report.count("/matches_ended")).sum::<u64>();
        returns += reports.iter().map(|report| report.count("/reconnects")).sum::<u64>();
        let now = runtime.block_on(place.held())?;
        memory.push(now.memory / 1024);
        table::note(&format!("round {rounds}: {returns} returns, {} kB", now.memory / 1024));
    }
    let back = runtime.block_on(place.back(&empty))?;
    let minutes = since.elapsed().as_secs_f64() / 60.0;
    part.demand(
        format!("{matches} matches in {minutes:.1} minutes, whose bots dropped and came back {returns} times"),
        "each ends, nothing is lost, no view is wrong",
        "so it is",
        returns > 1_000,
    );
    let told = |held: &Held| {
        let Held {
            rooms,
            sockets,
            tasks,
            files,
            threads,
            ..
        } = held;
        format!("{rooms} rooms, {sockets} sockets, {tasks} tasks, {files} files, {threads} threads")
    };
    part.demand(
        "afterwards",
        format!("no more than in the beginning: {}", told(&empty)),
        told(&back),
        true,
    );
    part.demand(
        "memory afterwards",
        format!(
            "{} kB, where it began, and {} kB more at most",
            began.memory / 1024,
            SLACK / 1024
        ),
        format!("{} kB", back.memory / 1024),
        back.memory <= began.memory + SLACK,
    );
    let well = runtime.block_on(place.is_well());
    part.demand(
        "bugs and rooms that failed",
        "none",
        format!("{:?}", well.as_ref().err()),
        well.is_ok(),
    );
    part.figure("rounds", json!({ "rounds": rounds, "memory_kb": memory }))?;
    Ok(part)
}
