//! A record as a stranger gets it: over HTTP, checked by `chowk verify` beside the log of seals.

use std::{fs, net::SocketAddr, process::Command};

use anyhow::{Context as _, ensure};

use crate::{programs::Programs, seat::Seat, wire::get};

/// The record of the match that ended at this seat's table; it holds.
///
/// # Errors
/// If it cannot be had, or does not hold: what `chowk verify` says is told.
pub async fn verified(programs: &Programs, at: SocketAddr, seat: &Seat) -> anyhow::Result<String> {
    let view = seat.view();
    let id = view["match"].as_str().context("no match")?;
    of_match(programs, at, id).await
}

/// The record of this match; it holds.
///
/// # Errors
/// As for [`verified`].
pub async fn of_match(programs: &Programs, at: SocketAddr, id: &str) -> anyhow::Result<String> {
    let folder = tempfile::tempdir()?;
    let mut texts = Vec::new();
    for (path, name) in [
        (format!("/api/v1/records/{id}"), "match.chowk.ndjson"),
        ("/fair/log.ndjson".to_owned(), "seals.ndjson"),
    ] {
        let (status, text) = get(at, &path).await?;
        ensure!(status == 200, "{path}: {status} {text}");
        fs::write(folder.path().join(name), &text)?;
        texts.push(text);
    }
    let out = Command::new(programs.cli())
        .args(["verify", "match.chowk.ndjson", "--log", "seals.ndjson"])
        .current_dir(folder.path())
        .output()?;
    ensure!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
    Ok(texts.swap_remove(0))
}
