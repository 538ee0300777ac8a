//! Story O9: last night's backup, made under load, is brought back on another machine: here another volume.

use std::{collections::BTreeMap, fs, path::Path, process::Command, sync::Arc, time::Duration};

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::super::{Part, Setting};
use crate::{
    docker::{Container, Docker, HARDENED, image},
    swarm::{ROOMY, Report, Swarm},
    wire,
};

/// So many matches are played while the backup is made, and so many before.
const ROOMS: u64 = 6;

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let docker = Docker::shared()?;
    let image = image(&docker, &setting.programs)?;
    let mut first = Container::run(&docker, &image, &HARDENED, &ROOMY)?;
    let swarm = |seed: u64, think: u64| {
        Swarm::on(&setting.programs, &first.address(), seed)
            .with("--rooms", ROOMS)
            .with("--seats", 2)
            .with("--think", think)
    };
    went_well(&swarm(setting.seed, 0).run()?)?;
    for ban in [["ban", "203.0.113.7"], ["ban", "198.51.100.0/24"]] {
        admin(&first, &ban)?;
    }
    let mut load = swarm(setting.seed.wrapping_add(1), 60).start()?;
    ensure!(
        load.ends_within(Duration::from_secs(2))?.is_none(),
        "the load is too short"
    );
    let file = folder.join("backup.chowk");
    first.save(&["/chowk-server", "admin", "backup", "-"], &file)?;
    went_well(&load.end()?)?;
    let bans = admin(&first, &["--json", "bans"])?;
    let (records, seals) = exported(&first, &folder.join("first"))?;

    let restored = restore(&docker, &image, &file)?;
    let volume = format!("{}:/data", restored.volume);
    let flags: Vec<&str> = HARDENED.into_iter().chain(["--volume", &volume]).collect();
    let mut second = Container::run(&docker, &image, &flags, &[])?;
    let (copies, copied_seals) = exported(&second, &folder.join("second"))?;
    let same_bans = admin(&second, &["--json", "bans"])? == bans;
    part.demand(
        "O9: bans, after backup under load and restore",
        "the same",
        same_bans,
        same_bans,
    );
    let equal = copies
        .iter()
        .filter(|(name, text)| records.get(*name) == Some(text))
        .count();
    let wanted = usize::try_from(ROOMS)?;
    part.demand(
        "records of matches that had ended",
        format!("all {wanted}, byte for byte"),
        equal,
        equal >= wanted,
    );
    let strangers = copies.keys().filter(|name| !records.contains_key(*name)).count();
    part.figure("records that only the copy has", strangers)?;
    let common = seals
        .lines()
        .zip(copied_seals.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let backup = &restored.said["backup"];
    part.demand(
        "the log of seals",
        format!("the same up to the backup: {} lines", backup["seals"]),
        format!("{common} lines are the same"),
        common > wanted && backup["seals"].as_u64() == Some(common as u64),
    );
    let running = restored.said["given_up"].as_array().map_or(0, Vec::len);
    part.demand(
        "matches that ran at the moment of the backup",
        format!("{ROOMS}, told as given up; all {} rooms are there", 2 * ROOMS),
        format!("{running}, {} rooms", restored.said["now"]["rooms"]),
        running == wanted && restored.said["now"]["rooms"] == 2 * ROOMS,
    );
    let bad = unverified(setting, &folder.join("second"), &copies, &copied_seals)?;
    part.demand(
        "records of the copy, verified with its log",
        "all",
        format!("{} are, not: {bad:?}", copies.len() - bad.len()),
        bad.is_empty(),
    );
    part.figure("restore says", restored.said.clone())?;
    let running = restore_over(&docker, &first, &file)?;
    part.demand(
        "a restore over a running server",
        "refused, exit code 75",
        &running,
        running.starts_with("75"),
    );
    ensure!(
        first.stop()?.code == 0 && second.stop()?.code == 0,
        "they do not stop well"
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    second.start_again()?;
    let (status, _) = runtime.block_on(wire::get(second.at(), "/readyz"))?;
    part.demand("the copy, stopped and started", "ready", status, status == 200);
    drop(second);
    docker.run(&["volume", "rm", &restored.volume])?;
    Ok(part)
}

fn went_well(report: &Report) -> anyhow::Result<()> {
    ensure!(report.ok(), "the swarm finds wrong: {}", report.wrong());
    Ok(())
}

fn admin(container: &Container, words: &[&str]) -> anyhow::Result<String> {
    let all: Vec<&str> = ["/chowk-server", "admin"]
        .into_iter()
        .chain(words.iter().copied())
        .collect();
    container.exec(&all)
}

/// What a restore left, and said.
struct Restored {
    volume: String,
    said: Value,
}

/// Restores into a new volume, in a container of its own.
fn restore(docker: &Arc<Docker>, image: &str, file: &Path) -> anyhow::Result<Restored> {
    let volume = format!("chowk-test-restored-{}", std::process::id());
    let mount = format!("{volume}:/data");
    let out = docker
        .command()
        .args(["run", "--rm", "--interactive", "--volume", &mount, image])
        .args(["admin", "--json", "restore", "-"])
        .stdin(fs::File::open(file)?)
        .output()?;
    let said = String::from_utf8_lossy(&out.stdout);
    ensure!(
        out.status.success(),
        "restore: {said}{}",
        String::from_utf8_lossy(&out.stderr)
    );
    Ok(Restored {
        volume,
        said: serde_json::from_str(said.trim()).with_context(|| said.trim().to_owned())?,
    })
}

/// Tries to restore over a server that runs; its exit code and what it says.
fn restore_over(docker: &Docker, container: &Container, file: &Path) -> anyhow::Result<String> {
    let out = docker
        .command()
        .args([
            "exec",
            "--interactive",
            container.name(),
            "/chowk-server",
            "admin",
            "restore",
            "-",
        ])
        .stdin(fs::File::open(file)?)
        .output()?;
    Ok(format!(
        "{} {}",
        out.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&out.stderr).trim()
    ))
}

/// All records of a container by name, and its log of seals, as `admin export` writes them out.
fn exported(container: &Container, to: &Path) -> anyhow::Result<(BTreeMap<String, String>, String)> {
    fs::create_dir_all(to)?;
    container.save(&["/chowk-server", "admin", "export", "-"], &to.join("export.tar"))?;
    let unpacked = Command::new("tar")
        .arg("--extract")
        .arg("--file")
        .arg(to.join("export.tar"))
        .arg("--directory")
        .arg(to)
        .status()?;
    ensure!(unpacked.success(), "the export is no tar file");
    let mut records = BTreeMap::new();
    let mut seals = String::new();
    let mut folders = vec![to.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".chowk.ndjson") {
                records.insert(name, fs::read_to_string(path)?);
            } else if name.ends_with("log.ndjson") || name.contains("seals") {
                seals = fs::read_to_string(path)?;
            }
        }
    }
    Ok((records, seals))
}

/// The records that do not hold.
fn unverified(
    setting: &Setting,
    folder: &Path,
    records: &BTreeMap<String, String>,
    seals: &str,
) -> anyhow::Result<Vec<String>> {
    let log = folder.join("seals.ndjson");
    fs::write(&log, seals)?;
    let mut bad = Vec::new();
    for (name, text) in records {
        let file = folder.join("record");
        fs::write(&file, text)?;
        let mut verify = Command::new(setting.programs.cli());
        verify.arg("verify").arg(&file).arg("--log").arg(&log);
        if !verify.output()?.status.success() {
            bad.push(name.clone());
        }
    }
    Ok(bad)
}
