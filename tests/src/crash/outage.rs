//! An outage: two tables play, the disk fails, and works again. While it fails the rooms stand still and say why, nobody
//! is acknowledged anything, the server says that it is not ready, and does next to nothing; then all goes on, without a
//! restart, and nothing that was told is lost.

use std::{
    net::{SocketAddr, TcpListener},
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::{
    death::left_by,
    failing::{Mount, Seen, Strace, Way},
    ledger::Ledger,
    scratch,
    table::Table,
};
use crate::{
    house::{House, Plan},
    process,
    seat::{
        Frame, Seat,
        court::{brief, court},
        room,
    },
    swarm::ROOMY,
    wire::get,
};

/// The file system's size where it is one of our own.
const BYTES: u64 = 3 << 20;
/// Answers that the table of two is given before the disk fails, and after it works again.
const ANSWERS: usize = 20;

/// What was found.
#[derive(Debug)]
pub struct Outcome {
    /// The sentence that rooms were paused with.
    pub sentence: String,
    /// What `/readyz` said meanwhile.
    pub readyz: (u16, String),
    /// What the metric `chowk_journal_works` was meanwhile, and afterwards.
    pub works: (String, String),
    /// Messages meanwhile that depend on a row: there may be none.
    pub acknowledged: usize,
    /// Commands meanwhile that were refused because the room is paused.
    pub refused: usize,
    /// From the fault to the last of the seats being told so.
    pub told_after: Duration,
    /// How long the disk failed.
    pub lasted: Duration,
    /// The processor time that the server used while the seats listened, of how long.
    pub used: (Duration, Duration),
    /// From the disk's working to the last of the seats being told that the room goes on.
    pub resumed_after: Duration,
    /// What strace saw.
    pub seen: Seen,
    /// What was told over all, and what was wrong with it.
    pub ledger: Ledger,
}

/// Runs one: the disk of this server fails this way for so long after all know it.
///
/// # Errors
/// If something does not come that must come, or the world fails.
pub async fn run(server: &Path, folder: &Path, way: Way, lasts: Duration) -> anyhow::Result<Outcome> {
    let data = folder.join("data");
    let mount = match way {
        Way::Full | Way::ReadOnly => Some(Mount::new(&data, BYTES)?.with_elsewhere("lock", &folder.join("lock"))?),
        Way::SyncFails | Way::NoSpace | Way::WriteFails => None,
    };
    let metrics = free_address()?;
    let mut house = Plan::new(server.to_owned(), &data)
        .with(&ROOMY)
        .with(&["--metrics-addr", &metrics.to_string()])
        .open()?;
    let mut board = Table::new(house.at(), room(2))?;
    let mut yard = Table::new(house.at(), court(brief(), None))?;
    for table in [&mut board, &mut yard] {
        table.connect().await?;
    }
    tokio::try_join!(
        board.play_until("answers", |seats| answers(seats) >= ANSWERS),
        yard.play_until("a set", |seats| full(seats, 6) && seats[5].court().is_some())
    )?;
    let mut ledger = Ledger::default();
    tell(&mut ledger, &mut board, &mut yard)?;

    let began = Instant::now();
    let strace = Strace::on(house.pid()?, way, &folder.join("strace"))?;
    if let (Some(mount), Way::Full) = (&mount, way) {
        mount.fill()?;
    }
    tokio::try_join!(
        board.play_until("the pause", |seats| seats.iter().all(is_paused)),
        yard.play_until("the pause", |seats| seats.iter().all(is_paused))
    )?;
    let told_after = began.elapsed();
    let sentence = said(&board.seats()[0]).context("no sentence")?;
    // What had been on its way is heard now; from here on nothing may come.
    tell(&mut ledger, &mut board, &mut yard)?;
    let (mut strace, mut seen) = (Some(strace), Seen::default());
    if let (Some(mount), Way::ReadOnly) = (&mount, way) {
        mount.read_only(true).await?;
        seen = strace.take().context("strace")?.off()?;
    }
    let readyz = get(house.at(), "/readyz").await?;
    let works_not = works(metrics).await?;
    let (cpu, listens) = (process::cpu(house.pid()?)?, Instant::now());
    tokio::try_join!(board.play_for(lasts), yard.play_for(lasts))?;
    let used = (process::cpu(house.pid()?)? - cpu, listens.elapsed());
    let (acknowledged, refused) = heard(&board, &yard)?;
    ensure!(
        board.seats().iter().chain(yard.seats()).all(is_paused),
        "a room went on"
    );

    let (lasted, ended) = (began.elapsed(), Instant::now());
    match (&mount, way) {
        (Some(mount), Way::Full) => mount.free()?,
        (Some(mount), Way::ReadOnly) => mount.read_only(false).await?,
        (_, Way::SyncFails | Way::NoSpace | Way::WriteFails | Way::Full | Way::ReadOnly) => {}
    }
    if let Some(strace) = strace {
        seen = strace.off()?;
    }
    tokio::try_join!(
        board.play_until("the end of the pause", |seats| !seats.iter().any(is_paused)),
        yard.play_until("the end of the pause", |seats| !seats.iter().any(is_paused))
    )?;
    let resumed_after = ended.elapsed();
    let ready = get(house.at(), "/readyz").await?;
    ensure!(ready.0 == 200, "/readyz says {ready:?} after the pause");
    let works_again = works(metrics).await?;
    let (known, set) = (answers(board.seats()), yard.seats()[5].v());
    tokio::try_join!(
        board.play_until("more answers", |seats| answers(seats) >= known + ANSWERS
            || crate::seat::all_ended(seats)),
        yard.play_until("more of the set", |seats| seats.iter().all(|seat| seat.v() > set + 4)
            || crate::seat::all_ended(seats))
    )?;
    tell(&mut ledger, &mut board, &mut yard)?;
    ends(&mut house, &mut ledger)?;
    Ok(Outcome {
        sentence,
        readyz,
        works: (works_not, works_again),
        acknowledged,
        refused,
        told_after,
        lasted,
        used,
        resumed_after,
        seen,
        ledger,
    })
}

/// Stops the server, which must end well, and compares its journal with what was told.
fn ends(house: &mut House, ledger: &mut Ledger) -> anyhow::Result<()> {
    let ended = house.stop()?;
    ensure!(ended.success(), "the server ended with {ended}");
    let copy = scratch()?;
    ledger.look(&left_by(house.data(), copy.path())?)
}

fn tell(ledger: &mut Ledger, board: &mut Table, yard: &mut Table) -> anyhow::Result<()> {
    board.tell(ledger)?;
    yard.tell(ledger)
}

/// Messages that came to all seats since they were last written down: those that depend on a row, and refusals because of
/// the pause.
fn heard(board: &Table, yard: &Table) -> anyhow::Result<(usize, usize)> {
    let (mut acknowledged, mut refused) = (0, 0);
    for seat in board.seats().iter().chain(yard.seats()) {
        for frame in &seat.traffic {
            let Frame::Came(text) = frame else { continue };
            let message: Value = serde_json::from_str(text)?;
            match message["t"].as_str() {
                Some("ack" | "diff" | "snapshot" | "catch_up") => acknowledged += 1,
                Some("refused") if message["code"] == "paused" => refused += 1,
                Some(_) | None => {}
            }
        }
    }
    Ok((acknowledged, refused))
}

fn answers(seats: &[Seat]) -> usize {
    let given = seats.iter().map(|seat| seat.client().counts().acked);
    usize::try_from(given.sum::<u64>()).unwrap_or(usize::MAX)
}

fn full(seats: &[Seat], count: usize) -> bool {
    seats.len() == count
}

fn said(seat: &Seat) -> Option<String> {
    seat.client().around().and_then(|(around, _)| around.paused.clone())
}

fn is_paused(seat: &Seat) -> bool {
    said(seat).is_some()
}

async fn works(metrics: SocketAddr) -> anyhow::Result<String> {
    let (_, page) = get(metrics, "/metrics").await?;
    let line = page.lines().find_map(|line| line.strip_prefix("chowk_journal_works "));
    line.map(str::to_owned).context("no chowk_journal_works")
}

fn free_address() -> anyhow::Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
