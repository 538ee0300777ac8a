//! The least that a server of these frames can cost: the same number and sizes of frames, fanned out by bare axum.
//!
//! A [`Profile`] is taken from a real match: for each command its size, that of its acknowledgement, and those of the
//! diffs that every seat got. The program `fanout` ([`serve`]) answers by it without looking into a frame, and [`drive`]
//! plays many rooms of it at once, each seat speaking when it is its turn in the profile. A game that goes by ticks is
//! compared with [`beat`]: so many frames a second of so many bytes, whatever anybody says.

pub mod beat;
mod drive;
mod serve;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use drive::drive;
pub use serve::serve;

use crate::{
    house::listening,
    seat::{Frame, Seat},
};

/// The frames of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// How many seats there are.
    pub seats: usize,
    /// Each command, in the order of their versions.
    pub steps: Vec<Step>,
}

/// One command and what it caused, in bytes of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Which seat it is from.
    pub from: usize,
    /// The command.
    pub command: usize,
    /// Its acknowledgement.
    pub ack: usize,
    /// The diffs that each seat got, up to the next command.
    pub diffs: Vec<usize>,
}

/// The bare server as a process. Whoever drops it ends it.
#[derive(Debug)]
pub struct Server {
    child: Child,
    at: SocketAddr,
}

impl Server {
    /// Starts the program on a free port, with a profile.
    ///
    /// # Errors
    /// If it does not listen.
    pub fn start(program: &Path, profile: &Path) -> anyhow::Result<Self> {
        Self::run(Command::new(program).arg(profile))
    }

    /// Starts the program on a free port, with a beat.
    ///
    /// # Errors
    /// If it does not listen.
    pub fn start_beat(program: &Path, beat: &Path) -> anyhow::Result<Self> {
        Self::run(Command::new(program).arg("--beat").arg(beat))
    }

    fn run(command: &mut Command) -> anyhow::Result<Self> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let at = listening(&mut child)?;
        Ok(Self { child, at })
    }

    /// Where it listens.
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Profile {
    /// The profile of what went over the sockets of a table.
    ///
    /// # Errors
    /// If there was no match.
    pub fn of(seats: &[Seat]) -> anyhow::Result<Self> {
        let mut commands = BTreeMap::new();
        let mut diffs = BTreeMap::new();
        let mut acks = BTreeMap::new();
        for (from, seat) in seats.iter().enumerate() {
            for frame in &seat.traffic {
                let (Frame::Sent(text) | Frame::Came(text)) = frame;
                let message: Value = serde_json::from_str(text)?;
                let number = |field: &str| message[field].as_u64();
                match (frame, message["t"].as_str()) {
                    (Frame::Sent(_), _) => {
                        if let Some(n) = number("n") {
                            commands.insert((from, n), text.len());
                        }
                    }
                    (Frame::Came(_), Some("diff")) => {
                        diffs.insert(number("v").context("a diff without v")?, text.len());
                    }
                    (Frame::Came(_), Some("ack")) => {
                        let (v, n) = (
                            number("v").context("an ack without v")?,
                            number("n").context("an ack without n")?,
                        );
                        acks.insert(v, (from, n, text.len()));
                    }
                    (Frame::Came(_), _) => {}
                }
            }
        }
        ensure!(acks.len() > 100, "a match of {} commands is none", acks.len());
        let ends = acks.keys().skip(1).copied().chain([u64::MAX]);
        let steps = acks.iter().zip(ends).map(|((v, (from, n, ack)), end)| {
            anyhow::Ok(Step {
                from: *from,
                command: *commands.get(&(*from, *n)).context("an ack of what nobody sent")?,
                ack: *ack,
                diffs: diffs.range(*v..end).map(|(_, bytes)| *bytes).collect(),
            })
        });
        Ok(Self {
            seats: seats.len(),
            steps: steps.collect::<Result<_, _>>()?,
        })
    }

    /// Mean bytes that a command makes the server send, over all seats.
    pub fn bytes_per_command(&self) -> f64 {
        let sum: usize = self
            .steps
            .iter()
            .map(|step| step.ack + self.seats * step.diffs.iter().sum::<usize>())
            .sum();
        sum as f64 / self.steps.len().max(1) as f64
    }

    /// Mean frames that a command makes the server send, over all seats.
    pub fn frames_per_command(&self) -> f64 {
        let sum: usize = self.steps.iter().map(|step| 1 + self.seats * step.diffs.len()).sum();
        sum as f64 / self.steps.len().max(1) as f64
    }
}
