//! A server that is started on a folder whose disk does not work, or whose journal is damaged: what it says, and how it
//! ends.

use std::{path::Path, process::Command};

use anyhow::Context as _;

/// A start that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The exit code.
    pub code: i32,
    /// What it said.
    pub said: String,
}

/// Starts a server that must not start; one that runs nevertheless is ended after twenty seconds, with the code 124.
///
/// # Errors
/// If there is no such program.
pub fn refused(server: &Path, data: &Path) -> anyhow::Result<Refused> {
    let out = Command::new("timeout")
        .arg("20")
        .arg(server)
        .args(["--listen", "127.0.0.1:0", "--no-wait", "--data"])
        .arg(data)
        .output()
        .context("timeout")?;
    let said = [out.stdout, out.stderr].concat();
    Ok(Refused {
        code: out.status.code().context("it was ended by a signal")?,
        said: String::from_utf8_lossy(&said).into_owned(),
    })
}
