//! kill -9 at random moments while tables of both games are played, watched, and come back each time; after every death
//! the journal is compared with all that anybody was told.

use std::{
    fs,
    future::pending,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use chowk_cli::client::Jitter;
use tokio::{task::spawn_blocking, time::timeout};

use super::{content::Content, ledger::Ledger, scratch, table::Table};
use crate::{
    house::{House, Plan},
    seat::{
        court::{brief, court},
        room,
    },
    swarm::ROOMY,
};

/// What to do.
#[derive(Debug, Clone)]
pub struct Orders {
    /// How many trials: deaths before which somebody was told a new answer. There are at most four times as many deaths.
    pub trials: u32,
    /// Deaths after which a new folder is begun: an old one would only grow.
    pub folder: u32,
    /// The least and the most milliseconds that a life lasts after everybody was let in again.
    pub life_ms: (u64, u64),
    /// What decides the moments.
    pub seed: u64,
    /// Whether a fault is planted that must be found: after the death that shows it, no more is killed. How many deaths that
    /// takes is chance; that one of `trials` shows it must not be.
    pub until_found: bool,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Deaths.
    pub kills: u32,
    /// Deaths before which at least one new answer was told: these are the trials.
    pub trials: u32,
    /// What was told, and what was wrong.
    pub ledger: Ledger,
    /// From the start of the program to its word that it listens, in microseconds.
    pub starts: Vec<u64>,
    /// Matches that ended.
    pub ended: u32,
    /// Folders.
    pub folders: u32,
}

impl Outcome {
    /// Whether an answer was lost, and something that was shown is gone: what a server that says too early comes to.
    pub fn found(&self) -> bool {
        let counts = self.ledger.counts;
        counts.lost > 0 && counts.shown_then_gone > 0
    }
}

/// Kills this server again and again. Each time a server is started by `plan`, which gets a folder.
///
/// # Errors
/// If the world fails.
pub async fn run(plan: impl Fn(&Path) -> Plan, orders: &Orders) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut chance = Jitter::new(orders.seed);
    let copy = scratch()?;
    let goes_on = |outcome: &Outcome| {
        outcome.trials < orders.trials && outcome.kills < 4 * orders.trials && !(orders.until_found && outcome.found())
    };
    while goes_on(&outcome) {
        let folder = tempfile::tempdir()?;
        let mut house = plan(&folder.path().join("data")).with(&ROOMY).open()?;
        outcome.folders += 1;
        let rooms = [room(2), court(brief(), None)];
        let mut tables = Vec::new();
        for room in &rooms {
            tables.push(Table::new(house.at(), room.clone())?);
        }
        for n in 0..orders.folder {
            if !goes_on(&outcome) {
                break;
            }
            if n > 0 {
                let began = Instant::now();
                house
                    .start_again()
                    .with_context(|| format!("after kill {}", outcome.kills))?;
                outcome.starts.push(u64::try_from(began.elapsed().as_micros())?);
            }
            for (table, room) in tables.iter_mut().zip(&rooms) {
                if table.has_ended() {
                    outcome.ended += 1;
                    *table = Table::new(house.at(), room.clone())?;
                }
                table.connect().await?;
            }
            let known = outcome.ledger.answers;
            let (least, most) = orders.life_ms;
            live(&mut house, &mut tables, least + chance.below(most - least)).await?;
            for table in &mut tables {
                table.tell(&mut outcome.ledger)?;
            }
            outcome.kills += 1;
            outcome.trials += u32::from(outcome.ledger.answers > known);
            let content = left_by(house.data(), copy.path())?;
            outcome.ledger.look(&content)?;
        }
        outcome.ledger.forget();
    }
    Ok(outcome)
}

/// The same server where every write to the disk takes three milliseconds more: what is told too early is then told long
/// before it is written.
pub fn slowly(plan: Plan) -> Plan {
    let words =
        "strace -f --seccomp-bpf -e trace=pwrite64 -e inject=pwrite64:delay_enter=3000 -e signal=none -o /dev/null";
    Plan {
        under: words.split(' ').map(Into::into).collect(),
        ..plan
    }
}

/// What a server that is down has left, read from a copy.
///
/// # Errors
/// If it cannot be read.
pub fn left_by(data: &Path, copy: &Path) -> anyhow::Result<Content> {
    let main = fs::read(data.join("chowk.db"))?;
    // A server that stopped has no log left over.
    let log = fs::read(data.join("chowk.db-wal")).ok();
    Content::of(copy, Some(&main), log.as_deref())
}

/// Plays, and kills the server after so many milliseconds in the middle of it.
async fn live(house: &mut House, tables: &mut [Table], millis: u64) -> anyhow::Result<()> {
    let pid = house.pid()?.to_string();
    let dies = async {
        // Nobody ever says anything here: this is the time that the life lasts.
        let _ = timeout(Duration::from_millis(millis), pending::<()>()).await;
        let killed = spawn_blocking(move || Command::new("kill").args(["-KILL", &pid]).status()).await??;
        ensure!(killed.success(), "the server was down before it was killed");
        Ok(())
    };
    let plays = futures_util::future::try_join_all(tables.iter_mut().map(|table| table.play()));
    tokio::try_join!(dies, plays)?;
    house.wait()?;
    for table in tables.iter_mut() {
        // Who had played to the end still hears that the socket is closed.
        table.hear_out().await?;
    }
    Ok(())
}
