//! Story O4: a volume of another owner is told in one line, and the cure in it works; a second server waits.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, chown},
    path::Path,
};

use anyhow::{Context as _, ensure};

use super::super::{Part, Setting, table};
use crate::docker::{Container, Docker, HARDENED, image};

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let docker = Docker::shared()?;
    let image = image(&docker, &setting.programs)?;
    let data = fs::canonicalize(folder)?.join("data");
    fs::create_dir(&data)?;
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755))?;
    let mount = format!("{}:/data", data.display());
    let out = docker
        .command()
        .args(["run", "--rm", "--volume", &mount, &image])
        .output()?;
    let said = String::from_utf8_lossy(&out.stderr).trim().to_owned();
    table::note(&said);
    let code = out.status.code();
    part.demand(
        "O4: a folder of root's mounted at /data",
        "exit code 78, one line",
        format!("exit code {code:?}, lines: {}", said.lines().count()),
        code == Some(78) && said.lines().count() == 1,
    );
    let parts = ["/data", "10001:10001", "belongs to 0:0", "chown -R 10001:10001"];
    let missing: Vec<&str> = parts.into_iter().filter(|part| !said.contains(part)).collect();
    part.demand(
        "the line has the path, the user, the owner and the cure",
        "all of them",
        if missing.is_empty() {
            "all".into()
        } else {
            format!("not {missing:?}")
        },
        missing.is_empty(),
    );
    // The words of the cure itself, for the folder on this side.
    let (_, cure) = said.split_once("chown -R ").context("no cure")?;
    let who = cure.split(' ').next().unwrap_or_default();
    let (uid, gid) = who.split_once(':').context("no user in the cure")?;
    chown(&data, Some(uid.parse()?), Some(gid.parse()?))?;
    let flags: Vec<&str> = HARDENED.into_iter().chain(["--volume", &mount]).collect();
    let container = Container::run(&docker, &image, &flags, &[]);
    part.demand(
        "the cure, followed",
        "it listens",
        container
            .as_ref()
            .map_or_else(|error| format!("{error:#}"), |_| "it listens".into()),
        container.is_ok(),
    );
    let mut container = container?;
    let out = docker
        .command()
        .args(["run", "--rm", "--volume", &mount, &image, "--no-wait"])
        .output()?;
    let said = String::from_utf8_lossy(&out.stderr).trim().to_owned();
    part.demand(
        "a second container on the volume, with --no-wait",
        "exit code 75, one line that says so",
        &said,
        out.status.code() == Some(75) && said.lines().count() == 1 && said.contains("in use"),
    );
    ensure!(container.stop()?.code == 0, "it does not stop well");
    Ok(part)
}
