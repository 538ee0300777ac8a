//! `tests/show page`: the players' stories P1 to P9 in a real browser, against a real server, as `tests/browser/show` tells them.

use std::{path::Path, process::Command};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use super::{Part, Run, Setting};
use crate::{programs::FOLDER_VARIABLE, tidy::root};

/// The parts, in the order in which they run.
pub(super) const PARTS: &[(&str, Run)] = &[
    ("p1-link", |setting, folder| story("p1-link", setting, folder)),
    ("p2-tunnel", |setting, folder| story("p2-tunnel", setting, folder)),
    ("p3-reload", |setting, folder| story("p3-reload", setting, folder)),
    ("p4-check", |setting, folder| story("p4-check", setting, folder)),
    ("p5-sleeper", |setting, folder| story("p5-sleeper", setting, folder)),
    ("p6-reasons", |setting, folder| story("p6-reasons", setting, folder)),
    ("p7-keyboard", |setting, folder| story("p7-keyboard", setting, folder)),
    ("p8-colours", |setting, folder| story("p8-colours", setting, folder)),
    ("p9-again", |setting, folder| story("p9-again", setting, folder)),
];

/// What a story tells at its end, as one line of JSON.
#[derive(Debug, Deserialize)]
struct Told {
    demands: Vec<(String, String, String, bool)>,
    figures: serde_json::Map<String, serde_json::Value>,
}

/// Pictures and whatever else a story leaves go into the folder.
fn story(name: &str, setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let browser = root().join("tests/browser");
    let run = Command::new("node")
        .arg(browser.join("show.mjs"))
        .args([name, &setting.seed.to_string()])
        .arg(folder)
        .env(FOLDER_VARIABLE, setting.programs.folder())
        .output()
        .context("node cannot be started")?;
    let out = String::from_utf8_lossy(&run.stdout);
    if !run.status.success() {
        bail!("{name}: {}\n{out}{}", run.status, String::from_utf8_lossy(&run.stderr));
    }
    let last = out.lines().last().unwrap_or_default();
    let told: Told =
        serde_json::from_str(last).with_context(|| format!("{name} told nothing that can be read: {out}"))?;
    let mut part = Part::new();
    for (what, wanted, found, met) in told.demands {
        part.demand(what, wanted, found, met);
    }
    part.figures = told.figures;
    Ok(part)
}
