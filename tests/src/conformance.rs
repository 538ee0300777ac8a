//! Conformance: the Autobahn cases for WebSockets, run by `kosoku` against our two ends.
//!
//! The server's end is its own listener and its own way of setting up a socket, the client's that of `chowk`; behind each
//! a handler echoes text and binary frames, as the cases want. The sizes alone are other ones: the cases send up to 16 MiB
//! at once, where a server of ours reads 8 KiB and closes with 1009 (cases H1 and H2 hold that).

use std::{
    collections::BTreeMap,
    fmt, fs,
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail, ensure};
use axum::{
    Router,
    extract::ws::{Message, WebSocket, WebSocketUpgrade},
    response::Response,
    routing::any,
};
use chowk_server::{
    config::Settings,
    http::{Fronts, Listener},
};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::{net::TcpStream, runtime::Runtime};
use tokio_tungstenite::{client_async_with_config, tungstenite};

/// Names the program that runs the cases; `tests/needs` installs it.
pub const KOSOKU_VARIABLE: &str = "KOSOKU";
/// What the cases send at once, and as much again.
const MESSAGE_MAX: usize = 32 << 20;
/// Compression, which neither end offers: `permessage-deflate` (12) and its windows (13).
const EXCLUDED: [&str; 4] = ["-x", "12.*", "-x", "13.*"];

/// Which end is under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The server's.
    Server,
    /// The client's.
    Client,
}

/// What became of the cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The verdict of each case.
    pub verdicts: BTreeMap<String, String>,
    /// Cases that did not pass, or whose close was wrong.
    pub failed: Vec<String>,
}

impl Report {
    /// How many cases had this verdict.
    pub fn count(&self, verdict: &str) -> usize {
        self.verdicts.values().filter(|found| *found == verdict).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.verdicts.len();
        write!(f, "{} of {all} pass", all - self.failed.len())?;
        if self.failed.is_empty() {
            return Ok(());
        }
        write!(f, "; failed: {}", self.failed.join(", "))
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Verdict {
    behavior: String,
    behavior_close: String,
}

/// Runs all cases against one end; reports go into `folder`.
///
/// # Errors
/// If `kosoku` is missing or does not run to its end.
pub fn run(end: End, folder: &Path) -> anyhow::Result<Report> {
    let program = kosoku()?;
    let runtime = Runtime::new()?;
    match end {
        End::Server => {
            let at = runtime.block_on(echo())?;
            let output = Command::new(program)
                .args(["-m", "fuzzingclient", "-p", "2"])
                .args(EXCLUDED)
                .arg("-o")
                .arg(folder)
                .arg(format!("ws://{at}/ws"))
                .output()
                .context("kosoku")?;
            // It exits with 1 if a case failed: the report says which.
            report(folder).with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())
        }
        End::Client => {
            let mut child = Command::new(program)
                .args(["-m", "fuzzingserver"])
                .args(EXCLUDED)
                .arg("-o")
                .arg(folder)
                .arg("127.0.0.1:0")
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .context("kosoku")?;
            let talked = listening(&mut child).and_then(|at| runtime.block_on(be_tested(at)));
            if talked.is_err() {
                child.kill()?;
            }
            child.wait()?;
            talked?;
            report(folder)
        }
    }
}

fn kosoku() -> anyhow::Result<PathBuf> {
    let named = std::env::var_os(KOSOKU_VARIABLE);
    named
        .map(PathBuf::from)
        .filter(|program| program.is_file())
        .with_context(|| format!("kosoku is missing: tests/needs installs it, and {KOSOKU_VARIABLE} names it"))
}

fn report(folder: &Path) -> anyhow::Result<Report> {
    let file = folder.join("index.json");
    let text = fs::read_to_string(&file).with_context(|| format!("no {}", file.display()))?;
    let agents: BTreeMap<String, BTreeMap<String, Verdict>> = serde_json::from_str(&text)?;
    let mut report = Report::default();
    for (case, verdict) in agents.into_values().flatten() {
        let passes = |word: &str| ["OK", "NON-STRICT", "INFORMATIONAL"].contains(&word);
        if !passes(&verdict.behavior) || !passes(&verdict.behavior_close) {
            report
                .failed
                .push(format!("{case} ({}, {})", verdict.behavior, verdict.behavior_close));
        }
        report.verdicts.insert(case, verdict.behavior);
    }
    ensure!(!report.verdicts.is_empty(), "no case was run");
    Ok(report)
}

/// Our listener and our sockets, and a handler that echoes.
async fn echo() -> anyhow::Result<SocketAddr> {
    let settings = Settings::from_args(["chowk-server", "--listen", "127.0.0.1:0"])?;
    let fronts = Fronts::new(settings.front());
    let listener = Listener::bind(settings.place.listen, settings.listener_limits(), fronts).await?;
    let at = listener.address()?;
    tokio::spawn(listener.accept(Router::new().route("/ws", any(upgrade))));
    Ok(at)
}

async fn upgrade(upgrade: WebSocketUpgrade) -> Response {
    chowk_server::http::socket_config(upgrade)
        .max_write_buffer_size(MESSAGE_MAX)
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .on_upgrade(|mut socket: WebSocket| async move {
            while let Some(Ok(message)) = socket.recv().await {
                let echoed = match message {
                    Message::Text(_) | Message::Binary(_) => socket.send(message).await,
                    Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(()),
                };
                if echoed.is_err() {
                    return;
                }
            }
        })
}

/// Where `kosoku` listens.
fn listening(child: &mut std::process::Child) -> anyhow::Result<SocketAddr> {
    let told = child.stderr.take().context("no standard error")?;
    for line in BufReader::new(told).lines() {
        if let Some((_, at)) = line?.split_once("listening on ws://") {
            return Ok(at.trim().parse()?);
        }
    }
    bail!("kosoku ended before it listened")
}

/// Goes through all cases as a client that echoes.
async fn be_tested(at: SocketAddr) -> anyhow::Result<()> {
    let mut count = socket(at, "getCaseCount").await?;
    let said = count.next().await.context("no count")??;
    let cases: usize = said.to_text()?.trim().parse()?;
    for case in 1..=cases {
        let Ok(mut socket) = socket(at, &format!("runCase?case={case}&agent=chowk")).await else {
            continue;
        };
        while let Some(Ok(message)) = socket.next().await {
            if (message.is_text() || message.is_binary()) && socket.send(message).await.is_err() {
                break;
            }
        }
    }
    let mut end = socket(at, "updateReports?agent=chowk").await?;
    while let Some(Ok(_)) = end.next().await {}
    Ok(())
}

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

async fn socket(at: SocketAddr, path: &str) -> Result<Socket, tungstenite::Error> {
    let stream = TcpStream::connect(at).await?;
    let config = chowk_cli::socket::socket_config()
        .max_write_buffer_size(MESSAGE_MAX)
        .max_message_size(Some(MESSAGE_MAX))
        .max_frame_size(Some(MESSAGE_MAX));
    let (socket, _) = client_async_with_config(format!("ws://{at}/{path}"), stream, Some(config)).await?;
    Ok(socket)
}
