//! Ten thousand rooms of four hundred rows each: from the start until the server is ready, and the first visit to each.

use std::{fs, path::Path, time::Duration};

use hdrhistogram::Histogram;
use tokio::runtime::Runtime;

use super::super::{Part, Setting, table};
use crate::{
    many::{Orders, shuffled, start, visit, write},
    process,
};

/// Longest time until the server is ready (users.md, story O1).
const READY_MAX: Duration = Duration::from_secs(2);
/// Longest time, of 99 in 100 visits, until a player is back (users.md 1.2: rejoin in less than 2 s), on this machine's
/// own network, where the way itself takes nothing.
const BACK_MAX: Duration = Duration::from_millis(200);

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let orders = Orders {
        boards: 12,
        courts: 4,
        rooms: 10_000,
        rows: 400,
        seed: setting.seed,
    };
    let runtime = Runtime::new()?;
    let copies = runtime.block_on(write(&setting.programs, folder, &orders))?;
    let data = folder.join("data");
    let bytes: u64 = ["chowk.db", "chowk.db-wal"]
        .iter()
        .filter_map(|name| fs::metadata(data.join(name)).ok())
        .map(|file| file.len())
        .sum();
    table::note(&format!("a journal of {} MB", bytes / 1_000_000));
    let from_disk = forgotten_by_the_system();
    let empty = folder.join("empty");
    fs::create_dir_all(&empty)?;
    let (_, bare) = runtime.block_on(start(&setting.programs, &empty))?;
    let (house, ready) = runtime.block_on(start(&setting.programs, &data))?;
    let pid = house.pid()?;
    let resting = process::memory(pid)?;
    let (mut first, mut again) = (Histogram::<u64>::new(3)?, Histogram::<u64>::new(3)?);
    let mut caught_up = 0;
    for copied in shuffled(copies, orders.seed) {
        let back = runtime.block_on(visit(house.at(), &copied))?;
        first.record(micros(back.took))?;
        caught_up += usize::from(back.caught_up);
        if first.len() % 10 == 0 {
            // The same room, now that it is in memory: what a visit costs without reading it.
            let back = runtime.block_on(visit(house.at(), &copied.knowing_nothing()))?;
            again.record(micros(back.took))?;
        }
    }
    let full = process::memory(pid)?;
    let mut part = Part::new();
    part.demand(
        format!("{} rooms of {} rows each: start to ready", orders.rooms, orders.rows),
        format!("{} ms", READY_MAX.as_millis()),
        format!("{} ms; with no room {} ms", ready.as_millis(), bare.as_millis()),
        ready <= READY_MAX,
    );
    let quantile = |of: &Histogram<u64>, q: f64| of.value_at_quantile(q) as f64 / 1_000.0;
    let p99 = quantile(&first, 0.99);
    part.demand(
        format!("first resume of each of {} rooms", first.len()),
        format!("each is found; p99 {} ms", BACK_MAX.as_millis()),
        format!("p50 {:.1} ms, p99 {p99:.1} ms", quantile(&first, 0.5)),
        p99 <= BACK_MAX.as_millis() as f64 && first.len() == orders.rooms as u64,
    );
    part.figure("journal_bytes", bytes)?;
    part.figure("read_from_disk", from_disk)?;
    part.figure("ready_ms", ready.as_millis() as u64)?;
    part.figure("ready_with_no_room_ms", bare.as_millis() as u64)?;
    for (name, of) in [("first_resume", &first), ("resume_of_a_room_in_memory", &again)] {
        for (q, label) in [(0.5, "p50"), (0.99, "p99"), (1.0, "max")] {
            part.figure(&format!("{name}_{label}_ms"), quantile(of, q))?;
        }
    }
    part.figure("told_by_what_was_missed", caught_up)?;
    part.figure("resident_bytes_before_the_first_visit", resting)?;
    part.figure(
        "resident_bytes_of_a_room_in_memory",
        full.saturating_sub(resting) / orders.rooms as u64,
    )?;
    Ok(part)
}

fn micros(took: Duration) -> u64 {
    u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
}

/// Makes the system forget the files that it holds in memory, where it lets itself be told so: then what follows is read
/// from the disk.
fn forgotten_by_the_system() -> bool {
    let synced = std::process::Command::new("sync").status();
    synced.is_ok_and(|status| status.success()) && fs::write("/proc/sys/vm/drop_caches", "3").is_ok()
}
