//! `chowk swarm` as a process: started with a server's address, its report read as the JSON that it prints.

use std::{
    io,
    path::Path,
    process::{Command, Output, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    time::Duration,
};

use anyhow::{Context as _, bail};
use chowk_cli::address::Address;
use serde_json::Value;

use crate::programs::Programs;

/// Limits of a server that a swarm from one address needs raised, as flags.
pub const ROOMY: [&str; 10] = [
    "--max-rooms",
    "1000",
    "--max-players",
    "5000",
    "--max-per-addr",
    "5000",
    "--max-rooms-per-addr",
    "1000",
    "--requests",
    "100000",
];

/// A swarm to start.
#[derive(Debug)]
pub struct Swarm {
    command: Command,
}

impl Swarm {
    /// A swarm on this server.
    pub fn on(programs: &Programs, server: &Address, seed: u64) -> Self {
        let mut command = Command::new(programs.cli());
        command
            .args([
                "swarm",
                "--json",
                "--server",
                &server.to_string(),
                "--seed",
                &seed.to_string(),
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self { command }
    }

    /// The same with a setting.
    pub fn with(mut self, flag: &str, value: impl ToString) -> Self {
        self.command.arg(flag).arg(value.to_string());
        self
    }

    /// The same with a folder or file.
    pub fn at(mut self, flag: &str, path: &Path) -> Self {
        self.command.arg(flag).arg(path);
        self
    }

    /// Starts it.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(mut self) -> anyhow::Result<Running> {
        let child = self.command.spawn().with_context(|| format!("{:?}", self.command))?;
        let pid = child.id();
        let (told, end) = sync_channel(1);
        // This thread ends when the swarm does.
        std::thread::spawn(move || {
            let _ = told.send(child.wait_with_output());
        });
        Ok(Running { pid, end, ended: false })
    }

    /// Runs it to its end and gives its report, good or not.
    ///
    /// # Errors
    /// If it gives none.
    pub fn run(self) -> anyhow::Result<Report> {
        self.start()?.end()
    }
}

/// A swarm that runs. Whoever drops it ends it.
#[derive(Debug)]
pub struct Running {
    pid: u32,
    end: Receiver<io::Result<Output>>,
    ended: bool,
}

impl Running {
    /// Its report, if it ends within this time.
    ///
    /// # Errors
    /// If it ended without a report.
    pub fn ends_within(&mut self, time: Duration) -> anyhow::Result<Option<Report>> {
        match self.end.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => bail!("the swarm has ended before"),
            Ok(out) => {
                self.ended = true;
                Report::of(&out?).map(Some)
            }
        }
    }

    /// Waits until it ends and gives its report.
    ///
    /// # Errors
    /// If it ended without one.
    pub fn end(mut self) -> anyhow::Result<Report> {
        let out = self.end.recv().context("the swarm has ended before")??;
        self.ended = true;
        Report::of(&out)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.ended {
            let _ = Command::new("kill").args(["-KILL", &self.pid.to_string()]).status();
        }
    }
}

/// What a swarm found, as it printed it.
#[derive(Debug, Clone)]
pub struct Report(pub Value);

impl Report {
    fn of(out: &Output) -> anyhow::Result<Self> {
        let said = String::from_utf8_lossy(&out.stdout);
        match serde_json::from_str(&said) {
            Ok(figures) => Ok(Self(figures)),
            Err(_) => bail!("chowk swarm: {said}{}", String::from_utf8_lossy(&out.stderr)),
        }
    }

    /// Whether the swarm itself calls all well.
    pub fn ok(&self) -> bool {
        self.0["ok"] == true
    }

    /// A count, by its path; 0 where there is none.
    pub fn count(&self, path: &str) -> u64 {
        self.0.pointer(path).and_then(Value::as_u64).unwrap_or(0)
    }

    /// A figure, by its path.
    pub fn figure(&self, path: &str) -> Option<f64> {
        self.0.pointer(path).and_then(Value::as_f64)
    }

    /// How many records failed; `None` if none were asked for.
    pub fn records_failed(&self) -> Option<usize> {
        self.0
            .pointer("/records/failed")
            .and_then(Value::as_object)
            .map(serde_json::Map::len)
    }

    /// What it calls wrong, in short.
    pub fn wrong(&self) -> String {
        let keys = [
            "matches_unended",
            "mismatches",
            "gaps",
            "forgotten",
            "went_back",
            "garbage",
            "unfair",
            "ended_badly",
            "answers_lost",
        ];
        let bad = |key: &str| {
            let value = &self.0[key];
            !(value.as_u64() == Some(0) || value.as_object().is_some_and(serde_json::Map::is_empty))
        };
        let mut told: Vec<String> = keys
            .iter()
            .filter(|key| bad(key))
            .map(|key| format!("{key} {}", self.0[*key]))
            .collect();
        if self.records_failed().is_some_and(|failed| failed > 0) {
            told.push(format!("records {}", self.0["records"]["failed"]));
        }
        if told.is_empty() {
            "nothing".into()
        } else {
            told.join(", ")
        }
    }
}
