//! Churn: what a server holds, and whether it is back where it began when everybody has come and gone.
//!
//! Rooms and sockets are what the server counts (`chowk_rooms`, `chowk_connections`), tasks what its runtime counts
//! (`chowk_tasks`), open files, threads and memory what the system tells of the process.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, bail, ensure};
use tokio::time::{Instant, interval};

use crate::{
    house::{House, Plan},
    metrics::Metrics,
    process,
    programs::Programs,
    swarm::{ROOMY, Report, Swarm},
};

/// An allocator gives memory back late, and the counts of who came from where are kept for a while. What churn takes for
/// good grows with the churn, and passes this soon.
pub const SLACK: u64 = 24 * 1024 * 1024;
/// An empty room ends after so long: half an hour is the usual time, and it is the room's own end.
const ROOM_IDLE: &str = "2s";
/// How long a server may take to come back: rooms end, sockets close, the runtime's spare threads go after ten seconds.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(100);

/// What a server holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Rooms, awake and asleep.
    pub rooms: u64,
    /// Sockets.
    pub sockets: u64,
    /// Tasks of its runtime.
    pub tasks: u64,
    /// Open files.
    pub files: usize,
    /// Threads.
    pub threads: u64,
    /// Bytes of memory.
    pub memory: u64,
}

impl Held {
    /// Whether it is no more than before, memory aside.
    fn is_back(&self, before: &Self) -> bool {
        self.rooms <= before.rooms
            && self.sockets <= before.sockets
            && self.tasks <= before.tasks
            && self.files <= before.files
            && self.threads <= before.threads
    }
}

/// A server whose rooms end soon when they are empty, and where it tells what it holds.
#[derive(Debug)]
pub struct Place {
    /// The server.
    pub house: House,
    metrics: Metrics,
}

impl Place {
    /// Starts it, with limits raised for a swarm that comes from one address.
    ///
    /// # Errors
    /// If it does not start.
    pub fn open(programs: &Programs, data: &Path) -> anyhow::Result<Self> {
        let metrics = Metrics::anywhere()?;
        let house = Plan::new(programs.server(), data)
            .with(&ROOMY)
            .with(&["--metrics-addr", &metrics.listen(), "--room-idle", ROOM_IDLE])
            // A match that everybody left is a room's own end as well.
            .with(&[
                "--match-idle",
                ROOM_IDLE,
                "--pace",
                "0ms",
                "--house-pace",
                "0ms",
                "--away-pace",
                "0ms",
            ])
            .open()?;
        Ok(Self { house, metrics })
    }

    /// What it holds now.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn held(&self) -> anyhow::Result<Held> {
        let figures = self.metrics.look().await?;
        let pid = self.house.pid()?;
        Ok(Held {
            rooms: figures.sum("chowk_rooms") as u64,
            sockets: figures.sum("chowk_connections") as u64,
            tasks: figures.of("chowk_tasks") as u64,
            files: process::files(pid)?,
            threads: process::threads(pid)?,
            memory: process::memory(pid)?,
        })
    }

    /// Waits until it holds no more than before, memory aside.
    ///
    /// # Errors
    /// If it goes on to hold more.
    pub async fn back(&self, before: &Held) -> anyhow::Result<Held> {
        let (until, mut looks) = (Instant::now() + PATIENCE, interval(LOOK));
        loop {
            looks.tick().await;
            let now = self.held().await?;
            if now.is_back(before) {
                return Ok(now);
            }
            ensure!(
                Instant::now() < until,
                "it held {before:?}, and goes on to hold {now:?}"
            );
        }
    }

    /// What the server should have counted none of: bugs, and rooms that failed.
    ///
    /// # Errors
    /// If it counted some.
    pub async fn is_well(&self) -> anyhow::Result<()> {
        let figures = self.metrics.look().await?;
        let bad = figures.of("chowk_bugs_total") + figures.of("chowk_room_failures_total");
        ensure!(bad == 0.0, "{bad} bugs or failed rooms");
        ensure!(figures.of("chowk_tasks") > 0.0, "no tasks are counted");
        Ok(())
    }
}

/// Rooms of bots whose sockets are cut at random, in one go.
#[derive(Debug, Clone, Copy)]
pub struct Bots {
    /// Rooms of Chowka-bara, of three.
    pub boards: u32,
    /// Rooms of four stones.
    pub courts: u32,
    /// Per cent of sockets that are cut each second.
    pub drop: u32,
}

impl Bots {
    /// Plays them to the end; all that was promised to them is kept.
    ///
    /// # Errors
    /// If it is not.
    pub fn play(self, programs: &Programs, place: &Place, folder: &Path, seed: u64) -> anyhow::Result<Vec<Report>> {
        let on = || Swarm::on(programs, &place.house.address(), seed).with("--drop", self.drop);
        let mut running = vec![
            on().with("--rooms", self.boards)
                .with("--seats", 3)
                .with("--think", 5)
                .start()?,
        ];
        if self.courts > 0 {
            let file = folder.join("rules.json");
            let rules = chowk_record::rules::Rules::Stones(crate::seat::court::brief());
            std::fs::write(&file, rules.canonical()).context("rules")?;
            running.push(
                on().with("--rooms", self.courts)
                    .with("--game", "stones")
                    .at("--rules", &file)
                    .start()?,
            );
        }
        let mut reports = Vec::new();
        for swarm in running {
            let report = swarm.end()?;
            if !report.ok() {
                bail!("{}", report.wrong());
            }
            reports.push(report);
        }
        Ok(reports)
    }
}
