//! A hundred rooms of five at 30 ticks a second: how late ticks are, what goes over the wires, and what a room costs beside
//! a bare fan-out of the same bytes.

use std::{fs, path::Path, time::Duration};

use anyhow::{Context as _, ensure};
use serde_json::json;

use super::super::{Part, Setting, table};
use crate::{
    docker::free_port,
    fanout::{
        self,
        beat::{self, Beat},
    },
    house::Plan,
    process,
    swarm::{ROOMY, Report, Swarm},
    wire,
};

/// Rooms at once, and seats of each.
const ROOMS: u32 = 100;
const SEATS: usize = 5;
/// A tick, in milliseconds: whatever is later than that leaps.
const TICK_MS: f64 = 1_000.0 / 30.0;
/// How long the bare server is measured.
const BARE: Duration = Duration::from_secs(30);

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    table::note(&format!("limits raised for one address: {}", ROOMY.join(" ")));
    part.figure("limits_raised", ROOMY.join(" "))?;
    let metrics = free_port()?;
    let listen = format!("127.0.0.1:{metrics}");
    let mut house = Plan::new(setting.programs.server(), &folder.join("data"))
        .with(&ROOMY)
        .with(&["--metrics-addr", &listen])
        .open()?;
    let report = Swarm::on(&setting.programs, &house.address(), setting.seed)
        .with("--game", "stones")
        .with("--rooms", ROOMS)
        .at("--records", &folder.join("records"))
        .run()?;
    let (status, text) = runtime()?.block_on(wire::get(([127, 0, 0, 1], metrics).into(), "/metrics"))?;
    ensure!(status == 200, "/metrics says {status}");
    house.stop()?;
    whole(&mut part, &report);
    beats(&mut part, &Late::read(&text)?, &report);
    costs(setting, folder, &mut part, &report)?;
    Ok(part)
}

/// All sets are played, told and recorded as they should be.
fn whole(part: &mut Part, report: &Report) {
    let rooms = u64::from(ROOMS);
    for (what, path, wanted) in [
        ("sets of five that end", "/matches_ended", rooms),
        ("views that differ from the server's", "/mismatches", 0),
        ("diffs that are missing", "/gaps", 0),
        ("records verified, with the log of seals", "/records/good", rooms),
        ("things told that are in no record", "/court/compared/told_missing", 0),
        (
            "wishes acknowledged that are in no record",
            "/court/compared/acked_missing",
            0,
        ),
    ] {
        let count = report.0.pointer(path).and_then(serde_json::Value::as_u64);
        let found = count.map_or("not told".into(), |count| count.to_string());
        part.demand(what, wanted, found, count == Some(wanted));
    }
    part.demand("the swarm finds nothing wrong", "nothing", report.wrong(), report.ok());
}

/// How late ticks began, as the server counts them.
struct Late {
    count: u64,
    overruns: u64,
    /// Bounds in seconds, and how many were not above.
    buckets: Vec<(f64, u64)>,
}

impl Late {
    fn read(metrics: &str) -> anyhow::Result<Self> {
        let value = |name: &str| {
            let line = metrics.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().parse().ok()
        };
        let buckets = metrics.lines().filter_map(|line| {
            let rest = line.strip_prefix("chowk_tick_late_seconds_bucket{le=\"")?;
            let (bound, count) = rest.split_once("\"} ")?;
            Some((bound.parse().ok()?, count.parse().ok()?))
        });
        Ok(Self {
            count: value("chowk_tick_late_seconds_count ").context("the server counts no ticks")?,
            overruns: value("chowk_tick_overrun_total ").unwrap_or(0),
            buckets: buckets.collect(),
        })
    }

    /// So many of 100 were at most so many milliseconds late.
    fn at_most_ms(&self, percent: u64) -> f64 {
        let wanted = (self.count * percent).div_ceil(100);
        let bucket = self.buckets.iter().find(|(_, count)| *count >= wanted);
        bucket.map_or(f64::INFINITY, |(bound, _)| bound * 1_000.0)
    }
}

fn beats(part: &mut Part, late: &Late, report: &Report) {
    let (p50, p99) = (late.at_most_ms(50), late.at_most_ms(99));
    part.demand(
        format!("{} ticks of {ROOMS} rooms, by the server's own count", late.count),
        format!("p99 below a tick, {TICK_MS:.0} ms"),
        format!(
            "late p50 at most {p50} ms, p99 at most {p99} ms; {} began when the next was due ({:.3} %)",
            late.overruns,
            late.overruns as f64 * 100.0 / late.count as f64
        ),
        p99 < TICK_MS && late.count > 100_000,
    );
    let ms = |name: &str| report.figure(&format!("/court/lateness_us/{name}")).unwrap_or(f64::NAN) / 1_000.0;
    let frames = report.count("/court/lateness_us/count");
    part.demand(
        format!(
            "{frames} frames of motion, as {} clients heard them",
            ROOMS as usize * SEATS
        ),
        "p50 below a tick",
        format!(
            "later than the best of ten seconds by p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms",
            ms("p50"),
            ms("p99"),
            ms("p999")
        ),
        ms("p50") < TICK_MS && frames > 500_000,
    );
}

/// What a room costs, beside what its bytes cost a bare server.
fn costs(setting: &Setting, folder: &Path, part: &mut Part, report: &Report) -> anyhow::Result<()> {
    let traffic = |name: &str| {
        report
            .figure(&format!("/traffic/{name}"))
            .context("the swarm tells no traffic")
    };
    let beat = Beat {
        seats: SEATS,
        heard_per_s: traffic("heard_per_client_s")?,
        heard_bytes: (traffic("heard_bytes")? / traffic("heard")?).round() as usize,
        said_per_s: traffic("sent_per_client_s")?,
        said_bytes: (traffic("sent_bytes")? / traffic("sent")?).round() as usize,
    };
    let cpu_s = report.figure("/server/cpu_s").context("the swarm saw no server")?;
    let room_s = traffic("client_s")? / SEATS as f64;
    let ours = cpu_s / room_s * 1_000.0;
    let bare = bare(setting, folder, beat)?;
    part.demand(
        "processor time of a room, durable, beside a bare fan-out of as many frames and bytes",
        "measured in one run",
        format!("{ours:.2} ms a second, {bare:.2} ms bare: {:.2} times", ours / bare),
        bare > 0.0,
    );
    part.figure(
        "a_client_and_second",
        json!({
            "bytes heard": traffic("heard_bytes_per_client_s")?.round(),
            "frames heard": tenths(beat.heard_per_s),
            "bytes said": traffic("sent_bytes_per_client_s")?.round(),
            "frames said": tenths(beat.said_per_s),
        }),
    )?;
    part.figure(
        "server",
        json!({
            "cpu_s": tenths(cpu_s),
            "seconds": tenths(report.figure("/seconds").unwrap_or(f64::NAN)),
            "of one core, while all rooms play, per cent": tenths(ours * f64::from(ROOMS) / 10.0),
            "rss_peak_kb": report.count("/server/rss_peak_kb"),
            "commands": report.count("/commands"),
            "latency_us.p50": report.count("/latency_us/p50"),
            "latency_us.p99": report.count("/latency_us/p99"),
        }),
    )
}

/// Milliseconds of processor time that the bare server uses for a room and second.
fn bare(setting: &Setting, folder: &Path, beat: Beat) -> anyhow::Result<f64> {
    let file = folder.join("beat.json");
    fs::write(&file, serde_json::to_vec(&beat)?)?;
    let server = fanout::Server::start_beat(&setting.programs.own("fanout")?, &file)?;
    let pid = server.pid();
    let mut used = None;
    runtime()?.block_on(beat::drive(
        server.at(),
        beat,
        ROOMS,
        BARE,
        || process::cpu(pid),
        |before| used = Some((before, process::cpu(pid))),
    ))?;
    let (before, after) = used.context("the drive has no end")?;
    Ok((after? - before?).as_secs_f64() * 1_000.0 / (f64::from(ROOMS) * BARE.as_secs_f64()))
}

fn tenths(figure: f64) -> f64 {
    (figure * 10.0).round() / 10.0
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}
