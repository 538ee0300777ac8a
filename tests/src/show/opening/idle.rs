//! Story O8: health is seen at a glance, and leaves no noise in the log; the metrics parse, and each is documented.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc::{RecvTimeoutError, sync_channel},
    time::{Duration, Instant},
};

use anyhow::Context as _;

use super::super::{Part, Setting};
use crate::{
    docker::{Container, Docker, HARDENED, files, free_port, image},
    seat::{Seat, all_ended, play_on, room},
    tidy, wire,
};

/// So long nobody does anything but to look after the health, ten times as often as the image does.
const IDLE: Duration = Duration::from_secs(60);
const EVERY: [&str; 2] = ["--health-interval", "2s"];

pub(in crate::show) fn run(setting: &Setting, _: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let docker = Docker::shared()?;
    let image = image(&docker, &setting.programs)?;
    let port = free_port()?;
    let publish = format!("127.0.0.1:{port}:9464");
    let own = ["--publish", &publish, "--env", "CHOWK_METRICS_ADDR=0.0.0.0:9464"];
    let flags: Vec<&str> = HARDENED.into_iter().chain(EVERY).chain(own).collect();
    let container = Container::run(&docker, &image, &flags, &["--pace", "0ms"])?;
    let before = container.log()?;
    let (looks, healthy) = looks(&docker, &container)?;
    let after = container.log()?;
    let noise: Vec<&str> = after.lines().skip(before.lines().count()).collect();
    part.demand(
        format!("O8: {looks} health checks in {} s", IDLE.as_secs()),
        "healthy, not one line in the log",
        format!("healthy: {healthy}, lines: {}", noise.len()),
        looks >= 20 && healthy && noise.is_empty(),
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let text = runtime.block_on(async {
        // A match, so that there is something to count.
        let mut seats = Seat::playing(container.at(), room(2)).await?;
        play_on(&mut seats, "the end of the match", all_ended).await?;
        let (status, text) = wire::get(([127, 0, 0, 1], port).into(), "/metrics").await?;
        anyhow::ensure!(status == 200, "/metrics says {status}");
        anyhow::Ok(text)
    })?;
    let (fine, said) = promtool(&["check", "metrics"], &text)?;
    part.demand("promtool check metrics", "nothing to complain of", said, fine);
    let config = files().join("prometheus.yaml");
    let (fine, said) = promtool(&["check", "config", &config.to_string_lossy()], "")?;
    part.demand(
        "promtool check config docker/prometheus.yaml",
        "well",
        said.lines().last().unwrap_or_default(),
        fine,
    );
    let page = fs::read_to_string(tidy::root().join("server/METRICS.md"))?;
    let told = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let names: Vec<&str> = told.filter_map(|line| line.split(' ').next()).collect();
    let untold: Vec<&&str> = names
        .iter()
        .filter(|name| !page.contains(&format!("| `{name}` |")))
        .collect();
    part.demand(
        "metrics that are told, and their page",
        "all are on it",
        format!("{} metrics, not on it: {untold:?}", names.len()),
        names.len() > 15 && untold.is_empty(),
    );
    Ok(part)
}

/// How often the health was looked at, and whether it was always well.
fn looks(docker: &Docker, container: &Container) -> anyhow::Result<(u32, bool)> {
    let mut events = docker
        .command()
        .args(["events", "--format", "{{.Action}}"])
        .args(["--filter", &format!("container={}", container.name())])
        .stdout(Stdio::piped())
        .spawn()?;
    let lines = BufReader::new(events.stdout.take().context("no standard output")?);
    let (told, hear) = sync_channel(64);
    // This thread ends with `docker events`.
    std::thread::spawn(move || {
        for line in lines.lines().map_while(Result::ok) {
            if told.send(line).is_err() {
                return;
            }
        }
    });
    let until = Instant::now() + IDLE;
    let (mut looks, mut healthy) = (0, true);
    loop {
        match hear.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                looks += u32::from(line.starts_with("exec_die"));
                healthy &= line != "health_status: unhealthy";
            }
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("docker events ended"),
        }
    }
    events.kill()?;
    events.wait()?;
    let state = docker.run(&["inspect", "--format", "{{.State.Health.Status}}", container.name()])?;
    Ok((looks, healthy && state == "healthy"))
}

fn promtool(words: &[&str], input: &str) -> anyhow::Result<(bool, String)> {
    let mut child = Command::new("promtool")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("promtool (Debian: prometheus)")?;
    child
        .stdin
        .take()
        .context("no standard input")?
        .write_all(input.as_bytes())?;
    let out = child.wait_with_output()?;
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr)
    );
    let said = said.trim();
    Ok((
        out.status.success(),
        if said.is_empty() {
            "nothing".into()
        } else {
            said.to_owned()
        },
    ))
}
