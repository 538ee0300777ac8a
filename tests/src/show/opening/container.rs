//! Stories O1, O2 and O5: one line starts a working server, hardened; a whole match in it, also over a stop and a kill.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use super::super::{Part, Setting, table};
use crate::{
    docker::{Container, Docker, HARDENED, image},
    swarm::Swarm,
    wire,
};

/// A user that the image does not know.
const STRANGER: [&str; 2] = ["--user", "12345:12345"];
/// So long matches are played before somebody stops their server.
const WHILE: Duration = Duration::from_millis(1_500);
const MB: f64 = 1_000_000.0;

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let docker = Docker::shared()?;
    let image = image(&docker, &setting.programs)?;
    size(&docker, &image, &mut part)?;

    // O1: no flag but the port's.
    let began = Instant::now();
    let container = Container::run(&docker, &image, &[], &[])?;
    let (status, _) = runtime()?.block_on(wire::get(container.at(), "/readyz"))?;
    let took = began.elapsed();
    part.demand(
        "O1: docker run without a setting, until /readyz says 200",
        "less than 2 s",
        format!("{status} after {:.2} s", took.as_secs_f64()),
        status == 200 && took < Duration::from_secs(2),
    );
    drop(container);

    let flags: Vec<&str> = HARDENED.into_iter().chain(STRANGER).collect();
    table::note(&format!("docker run {}", flags.join(" ")));
    let mut container = Container::run(&docker, &image, &flags, &["--pace", "50ms"])?;
    bots(&docker, &container, &mut part)?;
    stopped(setting, folder, &mut container, &mut part)?;
    let changed = container.changed()?;
    part.demand(
        "O5: what was written outside of /data",
        "nothing",
        if changed.is_empty() { "nothing" } else { &changed },
        changed.is_empty(),
    );
    let memory = docker.run(&["stats", "--no-stream", "--format", "{{.MemUsage}}", container.name()])?;
    part.figure("memory", memory)?;
    Ok(part)
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

fn size(docker: &Docker, image: &str, part: &mut Part) -> anyhow::Result<()> {
    let bytes: f64 = docker
        .run(&["image", "inspect", "--format", "{{.Size}}", image])?
        .parse()?;
    let mut save = docker.command().args(["save", image]).stdout(Stdio::piped()).spawn()?;
    let packed = Command::new("gzip")
        .arg("--stdout")
        .stdin(save.stdout.take().context("no standard output")?)
        .output()?;
    ensure!(
        save.wait()?.success() && packed.status.success(),
        "docker save | gzip failed"
    );
    part.demand(
        "the image, as it lies on disk",
        "less than 25 MB",
        format!(
            "{:.1} MB, {:.1} MB compressed",
            bytes / MB,
            packed.stdout.len() as f64 / MB
        ),
        bytes < 25.0 * MB,
    );
    Ok(())
}

/// Two bots of the image play a match in the container.
fn bots(docker: &Docker, container: &Container, part: &mut Part) -> anyhow::Result<()> {
    let bot = |words: &[&str]| {
        let mut command = docker.command();
        command
            .args(["exec", container.name(), "/chowk", "bot"])
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command
    };
    let mut first = bot(&["--create", "--brain", "careful"]).spawn()?;
    let (code, rest) = code(&mut first)?;
    let second = bot(&[&code, "--brain", "bold"]).stderr(Stdio::piped()).output()?;
    rest.join().ok().context("nobody listened to the first bot")?;
    let ended = first.wait()?.success() && second.status.success();
    let said = String::from_utf8_lossy(&second.stderr);
    let checked = said.contains("Throws checked ✔");
    part.demand(
        "O5: two bots play a whole match in the hardened container",
        "to its end, the envelope checked",
        format!(
            "ended well: {ended}; {}",
            said.lines().find(|line| line.contains("checked")).unwrap_or_default()
        ),
        ended && checked,
    );
    Ok(())
}

/// The code that a bot prints, and a thread that gathers what else it says.
fn code(child: &mut std::process::Child) -> anyhow::Result<(String, std::thread::JoinHandle<String>)> {
    use std::io::{BufRead as _, BufReader};
    let mut lines = BufReader::new(child.stdout.take().context("no standard output")?)
        .lines()
        .map_while(Result::ok);
    let code = lines.next().context("the first bot prints no code")?;
    // This thread ends when the bot does.
    let rest = std::thread::spawn(move || lines.collect::<Vec<_>>().join("\n"));
    Ok((code, rest))
}

/// Matches go on after a stop and after a kill.
fn stopped(setting: &Setting, folder: &Path, container: &mut Container, part: &mut Part) -> anyhow::Result<()> {
    const ROOMS: u64 = 8;
    let mut swarm = Swarm::on(&setting.programs, &container.address(), setting.seed)
        .with("--rooms", ROOMS)
        .with("--seats", 2)
        .with("--think", 60)
        .with("--patience", 60)
        .at("--records", &folder.join("records"))
        .start()?;
    ensure!(swarm.ends_within(WHILE)?.is_none(), "the matches are too short");
    let stopped = container.stop()?;
    part.demand(
        format!("docker stop while {ROOMS} matches are played"),
        "less than 3 s, exit code 0",
        format!("{:.2} s, exit code {}", stopped.took.as_secs_f64(), stopped.code),
        stopped.took < Duration::from_secs(3) && stopped.code == 0,
    );
    let again = container.start_again()?;
    ensure!(swarm.ends_within(WHILE)?.is_none(), "the matches are too short");
    container.kill()?;
    container.start_again()?;
    let report = swarm.end()?;
    let (ended, good) = (report.count("/matches_ended"), report.count("/records/good"));
    part.demand(
        "the matches, after docker stop, start, kill and start",
        format!("all {ROOMS} go on to their end, every record verified, nothing wrong"),
        format!("{ended} ended, {good} verified, wrong: {}", report.wrong()),
        ended == ROOMS && good == ROOMS && report.ok(),
    );
    part.figure("docker start, until it listens, in seconds", again.as_secs_f64())?;
    part.figure("reconnects", report.count("/reconnects"))
}
