//! Story O10: the evening is closed politely, by `docker exec` without a terminal.

use std::path::Path;

use anyhow::Context as _;
use chowk_cli::client::Intent;
use serde_json::Value;

use super::super::{Part, Setting};
use crate::{
    docker::{Container, Docker, HARDENED, image},
    seat::{Seat, room},
    swarm::Swarm,
    wire::Wire,
};

const WORDS: &str = "Tea is ready. Good night to all.";
const ROOMS: u64 = 4;

pub(in crate::show) fn run(setting: &Setting, _: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let docker = Docker::shared()?;
    let image = image(&docker, &setting.programs)?;
    let mut container = Container::run(&docker, &image, &HARDENED, &[])?;
    let swarm = Swarm::on(&setting.programs, &container.address(), setting.seed)
        .with("--rooms", ROOMS)
        .with("--seats", 2)
        .with("--think", 40)
        .start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(evening(&container, &mut part))?;
    let report = swarm.end()?;
    let ended = report.count("/matches_ended");
    let code = container.wait()?.code;
    part.demand(
        "running matches",
        format!("all {ROOMS} end, nothing wrong"),
        format!("{ended} ended, wrong: {}", report.wrong()),
        ended == ROOMS && report.ok(),
    );
    part.demand(
        "the container, once they have ended",
        "ends by itself, exit code 0",
        format!("exit code {code}"),
        code == 0,
    );
    Ok(part)
}

async fn evening(container: &Container, part: &mut Part) -> anyhow::Result<()> {
    let mut seat = Seat::entered(container.at(), Intent::Create(room(2))).await?;
    let status = running(container)?;
    container.exec(&["/chowk-server", "admin", "say", WORDS])?;
    let notice = seat.comes("a notice", |message| message["t"] == "notice").await?;
    part.demand(
        "O10: admin say, without a terminal",
        WORDS,
        &notice["text"],
        notice["text"] == WORDS,
    );
    let said = container.exec(&["/chowk-server", "admin", "drain", "--wait", "15m"])?;
    part.figure("admin drain says", said.lines().next().unwrap_or_default())?;
    part.figure("matches that ran then", status)?;
    let mut wire = Wire::greeted(container.at(), "0123456789abcdef").await?;
    let create = serde_json::json!({
        "t": "create", "name": "Ravi", "token": "ab".repeat(32), "game": "chowka", "preset": "pagdi", "chairs": 2
    });
    let refusal = wire.refusal(&create).await?;
    part.demand(
        "a new table from then on",
        "refused: draining",
        &refusal["code"],
        refusal["code"] == "draining",
    );
    let still = running(container)?;
    part.demand("matches that go on meanwhile", "some", still, still > 0);
    Ok(())
}

fn running(container: &Container) -> anyhow::Result<u64> {
    let told = container.exec(&["/chowk-server", "admin", "--json", "status"])?;
    let told: Value = serde_json::from_str(&told)?;
    told["matches_running"].as_u64().context("no number of matches")
}
