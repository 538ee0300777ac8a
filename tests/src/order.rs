//! Order, proved from outside: no byte of what depends on a row leaves a socket before the sync that covers the row.
//!
//! [`check`] reads a trace of the server by strace (see [`trace`]): the writes into the journal's log tell when each
//! row became durable ([`wal`]), the writes into sockets tell when each frame began to leave ([`stream`]). Frames
//! name the version they depend on; `seated` depends on that of the snapshot or catch-up that follows it, and the
//! seal in `welcome` on its line of the log of seals. Motion of a court depends on no row: it is counted, and by how
//! many ticks it ran ahead of what its socket was told.

pub mod page;
pub mod stream;
pub mod trace;
pub mod wal;
pub mod watched;

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    io::BufRead,
};

use anyhow::Context as _;
use serde::Serialize;
use serde_json::Value;

use stream::{Sent, Stream};
use trace::{Call, Moment, Reader, Step, What};
use wal::Wal;

/// What a trace showed.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// Lines of the trace.
    pub lines: usize,
    /// Rows that became durable.
    pub rows: usize,
    /// Syncs of the journal's log that returned 0.
    pub syncs: usize,
    /// Frames that were compared with the journal, by kind.
    pub frames: BTreeMap<String, usize>,
    /// Frames of motion, which wait for no row.
    pub motion: usize,
    /// Those that showed a later tick than any row that their socket was told of, and by how many ticks at most.
    pub ahead: usize,
    /// The most ticks that one of them was ahead.
    pub ahead_max: u64,
    /// Frames that left too early, or whose row never became durable.
    pub early: Vec<Early>,
}

/// A frame that left too early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Early {
    /// The frame's kind.
    pub kind: String,
    /// What it depends on: a room's version or a seal.
    pub on: String,
    /// The line of the trace at which its first byte began to leave.
    pub left: usize,
    /// The line since which the row is durable.
    pub durable: Option<usize>,
}

impl fmt::Display for Early {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, on, left, .. } = self;
        match self.durable {
            Some(durable) => write!(
                f,
                "{kind} of {on} left at line {left}, its row was durable at line {durable}"
            ),
            None => write!(f, "{kind} of {on} left at line {left}, its row never was durable"),
        }
    }
}

impl Report {
    /// Frames compared, of all kinds.
    pub fn compared(&self) -> usize {
        self.frames.values().sum()
    }

    /// Frames of one kind.
    pub fn of(&self, kind: &str) -> usize {
        self.frames.get(kind).copied().unwrap_or(0)
    }
}

/// A frame that left, and what it depends on.
#[derive(Debug)]
pub struct Left {
    /// The frame's kind.
    pub kind: String,
    /// What it depends on.
    pub on: On,
    /// The line of the trace at which its first byte began to leave.
    pub line: usize,
}

/// Reads a whole trace.
///
/// # Errors
/// If it is no trace of a server: then nothing is known.
pub fn check(trace: impl BufRead) -> anyhow::Result<Report> {
    Ok(follow(trace, |_| Ok(()))?.0)
}

/// The same; `each` sees each step first. Also gives all frames that left and depend on something, in their order.
///
/// # Errors
/// If it is no trace of a server, or `each` says so.
pub fn follow(
    trace: impl BufRead,
    mut each: impl FnMut(&Step) -> anyhow::Result<()>,
) -> anyhow::Result<(Report, Vec<Left>)> {
    let mut reader = Reader::default();
    let mut watch = Watch::default();
    for line in trace.lines() {
        let line = line.context("the trace cannot be read")?;
        watch.report.lines += 1;
        for step in reader.read(&line)? {
            each(&step)?;
            watch.see(step)?;
        }
    }
    Ok(watch.end())
}

#[derive(Debug, Default)]
struct Watch {
    wal: Wal,
    sockets: HashMap<String, Socket>,
    /// Where each thread's write into a socket began.
    leaving: HashMap<u32, usize>,
    /// What is to be compared once the trace is read: a row may become durable long after its frame.
    sent: Vec<Left>,
    report: Report,
}

/// A server's side of a connection.
#[derive(Debug, Default)]
struct Socket {
    stream: Stream,
    room: Option<String>,
    /// `seated` frames whose version the next frame tells.
    seated: Vec<usize>,
    /// The newest tick of a court that a row told on this connection.
    tick: Option<u64>,
}

/// What a frame depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum On {
    /// A room, by its code, at this version.
    Row(String, u64),
    /// The line of the log of seals that has this hash.
    Seal(String),
}

impl Watch {
    fn see(&mut self, step: Step) -> anyhow::Result<()> {
        let Step { line, thread, moment } = step;
        match moment {
            Moment::Began(Call { what: What::Sync, file }) if is_log(&file) => self.wal.sync_began(thread),
            Moment::Ended(Call { what: What::Sync, file }, result) if is_log(&file) => {
                self.report.syncs += usize::from(result == 0);
                self.wal.sync_ended(thread, result == 0, line);
            }
            Moment::Ended(call, result) if is_log(&call.file) && result >= 0 => match call.what {
                What::Write(bytes, at) => {
                    let whole = usize::try_from(result)?.min(bytes.len());
                    let at = at.context("the journal's log is written without a place")?;
                    self.wal.wrote(&bytes[..whole], at);
                }
                What::Truncate(length) => self.wal.cut(length),
                What::Sync => {}
            },
            Moment::Began(call) if is_socket(&call.file) => {
                self.leaving.insert(thread, line);
            }
            Moment::Ended(call, result) if is_socket(&call.file) => {
                let began = self.leaving.remove(&thread).unwrap_or(line);
                if let (What::Write(bytes, _), Ok(length)) = (call.what, usize::try_from(result)) {
                    self.left(&call.file, &bytes[..length.min(bytes.len())], began)?;
                }
            }
            Moment::Began(_) | Moment::Ended(..) => {}
        }
        Ok(())
    }

    fn left(&mut self, name: &str, bytes: &[u8], began: usize) -> anyhow::Result<()> {
        let socket = self.sockets.entry(name.to_owned()).or_default();
        for sent in socket.stream.push(bytes, began).with_context(|| name.to_owned())? {
            let Sent { text, line } = sent;
            let message: Value = serde_json::from_str(&text).context("a frame that is no JSON")?;
            if let Some(ahead) = socket.runs_ahead(&message) {
                self.report.motion += 1;
                self.report.ahead += usize::from(ahead > 0);
                self.report.ahead_max = self.report.ahead_max.max(ahead);
            }
            for (kind, on, line) in socket.depends(&message, line)? {
                self.sent.push(Left { kind, on, line });
            }
        }
        Ok(())
    }

    fn end(mut self) -> (Report, Vec<Left>) {
        let durable = &self.wal.durable;
        self.report.rows = durable.rows();
        for Left { kind, on, line: left } in &self.sent {
            let left = *left;
            let (since, named) = match on {
                On::Row(room, v) => (durable.row_since(room, *v), format!("{room} v{v}")),
                On::Seal(hash) => (durable.seal_since(hash), format!("seal {hash}")),
            };
            *self.report.frames.entry(kind.clone()).or_default() += 1;
            if since.is_none_or(|since| since >= left) {
                self.report.early.push(Early {
                    kind: kind.clone(),
                    on: named,
                    left,
                    durable: since,
                });
            }
        }
        (self.report, self.sent)
    }
}

impl Socket {
    /// How many ticks a frame of motion shows that no row has told yet; none if it is another frame.
    fn runs_ahead(&mut self, message: &Value) -> Option<u64> {
        if message["t"] == "motion" {
            let shown = message["tick"].as_u64()?;
            // Whoever came back and had missed no row was told of its tick before.
            return Some(self.tick.map_or(0, |told| shown.saturating_sub(told)));
        }
        let missed = message["diffs"].as_array().into_iter().flatten();
        let views = [&message["patch"], &message["view"]];
        let all = views.into_iter().chain(missed.map(|diff| &diff["patch"]));
        let newest = all.filter_map(|view| view["court"]["tick"].as_u64()).max();
        self.tick = newest.or(self.tick);
        None
    }

    /// What a frame depends on.
    fn depends(&mut self, message: &Value, line: usize) -> anyhow::Result<Vec<(String, On, usize)>> {
        let kind = message["t"].as_str().context("a frame without a name")?;
        let v = message["v"].as_u64();
        let versions: Vec<u64> = match kind {
            "welcome" => {
                let seal = message["seal"].as_str().unwrap_or_default();
                let on = On::Seal(seal.to_owned());
                return Ok(if seal.is_empty() {
                    Vec::new()
                } else {
                    vec![(kind.to_owned(), on, line)]
                });
            }
            "seated" => {
                self.room = message["room"].as_str().map(str::to_owned);
                self.seated.push(line);
                return Ok(Vec::new());
            }
            "catch_up" => {
                let diffs = message["diffs"].as_array().context("a catch_up without diffs")?;
                diffs.iter().filter_map(|diff| diff["v"].as_u64()).collect()
            }
            "diff" | "snapshot" | "ack" => vec![v.with_context(|| format!("{kind} without v"))?],
            "refused" | "pong" => v.filter(|v| *v > 0).into_iter().collect(),
            "around" | "bye" | "motion" => Vec::new(),
            other => anyhow::bail!("a frame called {other}, which this check does not know"),
        };
        let Some(room) = self.room.clone() else {
            return Ok(Vec::new());
        };
        let mut depends = Vec::new();
        if let ("snapshot" | "catch_up", Some(newest)) = (kind, versions.iter().max()) {
            let seated = self.seated.drain(..);
            depends.extend(seated.map(|line| ("seated".to_owned(), On::Row(room.clone(), *newest), line)));
        }
        depends.extend(
            versions
                .iter()
                .map(|v| (kind.to_owned(), On::Row(room.clone(), *v), line)),
        );
        Ok(depends)
    }
}

fn is_log(file: &str) -> bool {
    file.ends_with("-wal")
}

fn is_socket(file: &str) -> bool {
    file.starts_with("TCP:") || file.starts_with("TCPv6:")
}

#[cfg(test)]
mod tests;
