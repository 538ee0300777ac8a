//! 200 rooms of four, sockets cut a thousand times, every view, link, seal and record checked; then the same without
//! cuts for speed, beside a bare fan-out of the same bytes.

use std::{fs, path::Path};

use anyhow::Context as _;
use serde_json::{Map, Value, json};

use super::{Part, Setting, table};
use crate::{
    fanout::{self, Profile},
    house::{House, Plan},
    process,
    seat::{Seat, all_ended, play_on, room},
    swarm::{ROOMY, Report, Swarm},
};

/// Rooms at once, and seats of each.
const ROOMS: u32 = 200;
const SEATS: u32 = 4;
/// Per cent of the sockets that are cut each second, and how many cuts that must come to.
const DROP: u32 = 20;
const CUTS_LEAST: u64 = 1_000;

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    table::note(&format!("limits raised for one address: {}", ROOMY.join(" ")));
    part.figure("limits_raised", ROOMY.join(" "))?;
    cut(setting, folder, &mut part)?;
    speed(setting, folder, &mut part)?;
    Ok(part)
}

fn open(setting: &Setting, data: &Path) -> anyhow::Result<House> {
    Plan::new(setting.programs.server(), data).with(&ROOMY).open()
}

/// The swarm whose sockets are cut.
fn cut(setting: &Setting, folder: &Path, part: &mut Part) -> anyhow::Result<()> {
    let mut house = open(setting, &folder.join("cuts"))?;
    let records = folder.join("records");
    let report = Swarm::on(&setting.programs, &house.address(), setting.seed)
        .with("--rooms", ROOMS)
        .with("--seats", SEATS)
        .with("--drop", DROP)
        .at("--records", &records)
        .run()?;
    house.stop()?;
    let rooms = u64::from(ROOMS);
    let cuts = report.count("/cuts");
    part.demand(
        format!("cuts while {ROOMS} rooms of {SEATS} play"),
        format!("at least {CUTS_LEAST}"),
        cuts,
        cuts >= CUTS_LEAST,
    );
    let ended = report.count("/matches_ended");
    part.demand("matches that end", rooms, ended, ended == rooms);
    for (what, path) in [
        ("views that differ from the server's", "/mismatches"),
        ("diffs that are missing", "/gaps"),
        ("acknowledged commands that are forgotten", "/forgotten"),
        ("versions that are taken back", "/went_back"),
    ] {
        let count = report.0.pointer(path).and_then(Value::as_u64);
        part.demand(
            what,
            0,
            count.map_or("not told".into(), |count| count.to_string()),
            count == Some(0),
        );
    }
    let good = report.count("/records/good");
    part.demand(
        "records verified, with the log of seals",
        rooms,
        good,
        good == rooms && kept(&records)? == good,
    );
    part.demand("the swarm finds nothing wrong", "nothing", report.wrong(), report.ok());
    part.figure("with_cuts", figures(&report))?;
    Ok(())
}

/// How many records lie in a folder.
fn kept(folder: &Path) -> anyhow::Result<u64> {
    let names = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name()));
    let mut count = 0;
    for name in names {
        count += u64::from(name?.to_string_lossy().ends_with(".chowk.ndjson"));
    }
    Ok(count)
}

/// The figures that a swarm prints, those worth a line.
fn figures(report: &Report) -> Map<String, Value> {
    let paths = [
        "seconds",
        "commands",
        "commands_per_s",
        "latency_us/p50",
        "latency_us/p99",
        "latency_us/p999",
        "latency_us/max",
        "latency_resent_us/count",
        "latency_resent_us/p99",
        "server/cpu_us_per_command",
        "server/cpu_s",
        "server/rss_peak_kb",
        "swarm/cpu_us_per_command",
        "cuts",
        "reconnects",
        "resends",
        "holds",
        "catch_ups",
        "snapshots",
        "diffs",
        "draws",
        "own_links",
        "refusals",
    ];
    let mut figures = Map::new();
    for path in paths {
        let value = report.0.pointer(&format!("/{path}")).cloned().unwrap_or(Value::Null);
        let value = value
            .as_f64()
            .filter(|_| value.is_f64())
            .map_or(value, |figure| json!((figure * 10.0).round() / 10.0));
        figures.insert(path.replace('/', "."), value);
    }
    figures
}

/// What a command costs, beside what its bytes cost a bare server.
fn speed(setting: &Setting, folder: &Path, part: &mut Part) -> anyhow::Result<()> {
    let mut house = open(setting, &folder.join("speed"))?;
    let profile = profile(&house)?;
    let report = Swarm::on(&setting.programs, &house.address(), setting.seed)
        .with("--rooms", ROOMS)
        .with("--seats", SEATS)
        .run()?;
    house.stop()?;
    let ours = report
        .figure("/server/cpu_us_per_command")
        .context("the swarm saw no server")?;
    let bare = bare(setting, folder, &profile)?;
    part.demand(
        "processor time for a command, durable, beside a bare axum fan-out of the same bytes",
        "measured in one run",
        format!("{ours:.1} µs, {bare:.1} µs bare: {:.2} times", ours / bare),
        report.ok() && bare > 0.0,
    );
    part.figure("without_cuts", figures(&report))?;
    part.figure(
        "fan_out",
        json!({
            "commands_in_the_profile": profile.steps.len(),
            "frames_per_command": (profile.frames_per_command() * 100.0).round() / 100.0,
            "bytes_per_command": profile.bytes_per_command().round(),
            "ours_us_per_command": ours,
            "bare_us_per_command": bare,
            "ratio": ours / bare,
        }),
    )
}

/// The frames of one match on this server.
fn profile(house: &House) -> anyhow::Result<Profile> {
    let chairs = u8::try_from(SEATS)?;
    runtime()?.block_on(async {
        let mut seats = Seat::playing(house.at(), room(chairs)).await?;
        play_on(&mut seats, "the end of the match", all_ended).await?;
        Profile::of(&seats)
    })
}

/// Microseconds of processor time that the bare server uses for a command.
fn bare(setting: &Setting, folder: &Path, profile: &Profile) -> anyhow::Result<f64> {
    let file = folder.join("profile.json");
    fs::write(&file, serde_json::to_vec(profile)?)?;
    let server = fanout::Server::start(&setting.programs.own("fanout")?, &file)?;
    let pid = server.pid();
    let mut used = None;
    let commands = runtime()?.block_on(fanout::drive(
        server.at(),
        profile,
        ROOMS,
        || process::cpu(pid),
        |before| used = Some((before, process::cpu(pid))),
    ))?;
    let (before, after) = used.context("the drive has no end")?;
    Ok((after? - before?).as_secs_f64() * 1e6 / commands as f64)
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}
