//! A server under abuse, with tables of people beside it: what the abusers were answered, and what it cost the server.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::Context as _;
use futures_util::future::try_join_all;

use super::{
    Abuse, Answers, Target,
    beside::{Tables, Watched},
    bounds,
};
use crate::{house::Plan, metrics::Metrics, process, programs::Programs};

/// How long a server may take to let go of sockets that have ended.
const ROUNDS: u32 = 400;

/// What was found.
#[derive(Debug)]
pub struct Outcome {
    /// What each abuser was answered.
    pub answers: Vec<(Abuse, Answers)>,
    /// Sockets that the server closed, by code, where that is stated to be looked at.
    pub closes: Vec<(Abuse, u16, u64)>,
    /// Matches that ended beside them.
    pub matches: usize,
    /// The most memory in use before, the most in use in all, and how much more there may be, in bytes.
    pub memory: [u64; 3],
    /// Open files before and after.
    pub files: [usize; 2],
    /// Tasks that ended by a bug, and rooms that failed.
    pub bugs: u64,
}

impl Outcome {
    /// All that is not as it should be.
    pub fn wrong(&self) -> Vec<String> {
        let mut wrong: Vec<String> = self
            .answers
            .iter()
            .flat_map(|(abuse, answers)| abuse.wrong(answers, 1))
            .collect();
        for (abuse, code, count) in &self.closes {
            if let Some((_, least)) = abuse.stated().closes
                && *count < least
            {
                wrong.push(format!("{abuse}: {count} closes with {code}, and not {least}"));
            }
        }
        let [before, peak, more] = self.memory;
        if peak > before + more {
            wrong.push(format!(
                "memory: {before} bytes before, {peak} at most, and not {more} more"
            ));
        }
        let [before, after] = self.files;
        if after > before {
            wrong.push(format!("files: {before} open before, {after} after"));
        }
        if self.bugs > 0 {
            wrong.push(format!("bugs: {}", self.bugs));
        }
        wrong
    }
}

/// Starts a server with its default limits, seats tables of people, and lets all of these abuse it at once.
///
/// # Errors
/// If an abuser is not answered, or a table cannot go on.
pub async fn run(
    programs: &Programs,
    folder: &Path,
    all: &[Abuse],
    settings: &[&str],
    tables: u8,
) -> anyhow::Result<Outcome> {
    let metrics = Metrics::anywhere()?;
    let house = Plan::new(programs.server(), &folder.join("data"))
        .with(&["--metrics-addr", &metrics.listen(), "--pace", "0ms"])
        .with(settings)
        .open()?;
    let pid = house.pid()?;
    let mut tables = Tables::sit(house.at(), tables).await?;
    let mut watched = Watched::sit(house.at()).await?;
    let target = Target {
        at: house.at(),
        room: watched.code()?,
    };
    // A match before, so that the server has all that it needs for one.
    let mut matches = tables.play(&AtomicBool::new(true)).await?.matches;
    tables.again().await?;
    metrics.look().await?;
    let (files, before) = (process::files(pid)?, process::memory_most(pid)?);
    let over = AtomicBool::new(false);
    let abuse = async {
        let all = try_join_all(all.iter().map(|abuse| async move {
            let answers = abuse.commit(target).await.with_context(|| abuse.to_string())?;
            anyhow::Ok((*abuse, answers))
        }));
        let committed = tokio::select! {
            committed = all => committed,
            stayed = watched.stay() => stayed.map(|()| Vec::new()),
        };
        over.store(true, Ordering::Relaxed);
        committed
    };
    let (answers, played) = tokio::join!(abuse, tables.play(&over));
    let answers = answers?;
    matches += played?.matches;
    let peak = process::memory_most(pid)?;
    let mut figures = metrics.look().await?;
    let mut files = [files, process::files(pid)?];
    for _ in 0..ROUNDS {
        if files[1] <= files[0] {
            break;
        }
        figures = metrics.look().await?;
        files[1] = process::files(pid)?;
    }
    let closes = all.iter().filter_map(|abuse| Some((abuse, abuse.stated().closes?)));
    let closes = closes.map(|(abuse, (code, _))| {
        let count = figures.of(&format!("chowk_closed_total{{code=\"{code}\"}}"));
        (*abuse, code, count as u64)
    });
    Ok(Outcome {
        closes: closes.collect(),
        answers,
        matches,
        memory: [before, peak, bounds::memory_most(all)],
        files,
        bugs: (figures.of("chowk_bugs_total") + figures.of("chowk_room_failures_total")) as u64,
    })
}
