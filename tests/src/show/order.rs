//! Order by strace: no byte of an answer or diff leaves before the sync that covers its row; where it is planted
//! otherwise, the same check fails.

use std::{fs, path::Path};

use super::{Part, Setting, table};
use crate::{
    house::Plan,
    order::{
        Report,
        watched::{self, Played},
    },
};

/// What is planted, as a variable of the planted server, and what that is.
const PLANTED: [(&str, &str, &str); 2] = [
    ("CHOWK_PLANT_SYNCHRONOUS_OFF", "1", "synchronous=OFF planted"),
    (
        "CHOWK_PLANT_FAULT",
        "AckBeforeCommit",
        "answers before the commit planted",
    ),
];

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let report = watch(setting, &folder.join("plain"), None)?;
    for early in report.early.iter().take(5) {
        table::note(&early.to_string());
    }
    part.demand(
        format!(
            "{} frames that depend on {} rows, {} syncs",
            report.compared(),
            report.rows,
            report.syncs
        ),
        "none leaves before its row is on disk",
        format!("{} leave too early", report.early.len()),
        report.early.is_empty() && report.of("ack") > 300 && report.of("diff") > 500 && report.of("catch_up") > 0,
    );
    part.figure("frames", &report.frames)?;
    for (name, value, what) in PLANTED {
        let report = watch(setting, &folder.join(name), Some((name, value)))?;
        part.demand(
            format!("the check, with {what}"),
            "fails",
            format!("{} of {} frames leave too early", report.early.len(), report.compared()),
            !report.early.is_empty(),
        );
    }
    Ok(part)
}

fn watch(setting: &Setting, folder: &Path, planted: Option<(&str, &str)>) -> anyhow::Result<Report> {
    fs::create_dir_all(folder)?;
    let program = match planted {
        None => setting.programs.server(),
        Some(_) => setting.programs.own("planted-server")?,
    };
    let mut plan = Plan::new(program, &folder.join("data"));
    plan.variables = planted
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    watched::play(&setting.programs, plan, folder, setting.seed, &Played::boards())
}
