//! A swarm: rooms of bots, played to the end in one process, every client checking all that it is told.
//!
//! It says how fast the server is and whether it keeps its promises while sockets are cut under it.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::bail;
use chowk_protocol::{ClientKind, ClockKind, GameKind};
use tokio::{sync::watch, task::JoinSet};

use crate::{
    address::Address,
    brain::AnyBrain,
    chance,
    client::{Jitter, NewRoom, Patience, Settings},
};

mod args;
mod beat;
mod facts;
mod ledger;
mod process;
mod records;
mod report;
mod seat;

pub use args::{SwarmArgs, command};
pub use facts::Compared;
use ledger::Ledger;
pub use records::Verified;
pub use report::Report;
use seat::{Code, Plan, Sat, sit};

/// What to do.
#[derive(Debug, Clone)]
pub struct Orders {
    /// Where.
    pub server: Address,
    /// How many rooms at once.
    pub rooms: usize,
    /// How many seats a room has.
    pub seats: u8,
    /// Which preset.
    pub preset: String,
    /// A whole rule set instead.
    pub rules: Option<serde_json::Value>,
    /// Which clock.
    pub clock: ClockKind,
    /// How the bots play, and with it which game.
    pub brain: AnyBrain,
    /// Four stones: the ticks of a step; real time if absent.
    pub step: Option<u8>,
    /// What decides all that the bots leave to luck, and the moments of cuts.
    pub seed: u64,
    /// Per cent of the sockets that are cut each second.
    pub drop: f64,
    /// Mean milliseconds that a bot thinks before it answers.
    pub think_ms: u64,
    /// Where records are put, and verified.
    pub records: Option<PathBuf>,
    /// Where each answered throw is noted.
    pub answers: Option<PathBuf>,
    /// How long a client tries to come back.
    pub patience: Duration,
    /// When what has not ended is given up.
    pub give_up: Duration,
    /// The server's process, where it cannot be found by its port.
    pub server_pid: Option<u32>,
}

/// Seats of a room of four stones.
const COURT_SEATS: u8 = 5;
/// Milliseconds between the openings of two rooms, so that the start is no flood.
const STAGGER_MS: u64 = 2;

/// Runs a swarm to its end.
pub async fn run(orders: &Orders) -> anyhow::Result<Report> {
    let fits = match orders.brain.game() {
        GameKind::Chowka => (2..=4).contains(&orders.seats),
        GameKind::Stones => orders.seats == COURT_SEATS,
    };
    if orders.rooms == 0 || !fits {
        bail!("a swarm has at least one room, and a room two to four seats, five in four stones");
    }
    let ledger = Arc::new(Ledger::open(orders.answers.as_deref())?);
    let pid = || orders.server_pid.or_else(|| process::listening_on(&orders.server));
    let pid_before = pid();
    let cpu_before = pid_before.and_then(process::cpu);
    let own_before = process::cpu(std::process::id());
    let began = Instant::now();
    let mut seats = JoinSet::new();
    for room in 0..orders.rooms {
        let (code, _) = watch::channel(Code::Unknown);
        for seat in 0..orders.seats {
            let plan = plan(orders, room, seat, code.clone())?;
            seats.spawn(sit(plan, Arc::clone(&ledger)));
        }
    }
    let sat = wait_for(&mut seats, orders.give_up).await;
    let seconds = began.elapsed().as_secs_f64();
    // A server that was started anew in between has no time that could be compared.
    let server_pid = pid().filter(|now| Some(*now) == pid_before);
    let server_cpu = server_pid
        .and_then(process::cpu)
        .zip(cpu_before)
        .map(|(after, before)| after.saturating_sub(before));
    let own_cpu = process::cpu(std::process::id())
        .zip(own_before)
        .map(|(after, before)| after.saturating_sub(before));
    let mut matches: Vec<String> = sat.iter().filter_map(|sat| sat.match_id.clone()).collect();
    let seats_ended = matches.len();
    matches.sort_unstable();
    matches.dedup();
    let mut compared = None;
    let verified = match &orders.records {
        Some(folder) => {
            let (verified, records) =
                records::fetch_and_verify(&orders.server, folder, &matches, orders.patience).await?;
            if orders.brain.game() == GameKind::Stones {
                let all = compared.get_or_insert_with(Compared::default);
                let pages = ledger.pages();
                records
                    .iter()
                    .for_each(|(id, record)| pages.facts.compare(id, record, all));
            }
            Some(verified)
        }
        None => None,
    };
    let run = report::Run {
        seconds,
        matches_ended: matches.len(),
        seats_ended,
        server_pid,
        server_restarted: pid_before.is_some() && server_pid.is_none(),
        server_cpu,
        server_memory_kb: pid().and_then(process::memory_kb),
        own_cpu,
        own_memory_kb: process::memory_kb(std::process::id()),
    };
    Ok(Report::new(orders, run, &ledger.pages(), verified, compared))
}

/// Waits until all seats have ended, or it is too late.
async fn wait_for(seats: &mut JoinSet<Sat>, patience: Duration) -> Vec<Sat> {
    let mut sat = Vec::new();
    let all = async {
        while let Some(one) = seats.join_next().await {
            // A seat that panicked has not ended its match, and is counted so.
            sat.extend(one.ok());
        }
    };
    let _ = tokio::time::timeout(patience, all).await;
    seats.abort_all();
    sat
}

fn plan(orders: &Orders, room: usize, seat: u8, code: watch::Sender<Code>) -> anyhow::Result<Plan> {
    let place = room as u64 * 5 + u64::from(seat);
    let seed = Jitter::new(orders.seed ^ place.wrapping_mul(0x9E37_79B9)).bits();
    let name = format!("{} {}", orders.brain.name(), seat + 1);
    let opens = (seat == 0).then(|| NewRoom {
        name: name.clone(),
        game: orders.brain.game(),
        preset: orders.rules.is_none().then(|| orders.preset.clone()),
        rules: orders.rules.clone(),
        chairs: orders.seats,
        clock: Some(orders.clock),
        listed: false,
        watch: true,
        best_of: None,
        fill: false,
        step: orders.step,
        still: false,
    });
    Ok(Plan {
        address: orders.server.clone(),
        // Secrets are never from a seed: two swarms of one seed would sit on each other's chairs.
        identity: chance::identity()?,
        settings: Settings {
            patience: Patience::within(u64::try_from(orders.patience.as_millis()).unwrap_or(u64::MAX)),
            ..Settings::new(ClientKind::Bot, seed)
        },
        brain: orders.brain,
        opens,
        name,
        code,
        cuts_per_s: orders.drop / 100.0,
        think_ms: orders.think_ms,
        seed,
        begin: tokio::time::Instant::now() + Duration::from_millis(room as u64 * STAGGER_MS),
    })
}
