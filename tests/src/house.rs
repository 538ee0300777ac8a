//! A server as a process: started on a free port, killed, started anew on the same port and data, stopped.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{RecvTimeoutError, sync_channel},
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use chowk_cli::address::Address;

/// How long a server may take to say that it listens.
const PATIENCE: Duration = Duration::from_secs(30);
/// The beginning of the line by which it says so.
const LISTENING: &str = "listening on http://";

/// How to start a server.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The program.
    pub program: PathBuf,
    /// Its data folder.
    pub data: PathBuf,
    /// Settings beyond `--listen` and `--data`, as flags.
    pub settings: Vec<String>,
    /// Variables of its environment.
    pub variables: Vec<(String, String)>,
    /// A program to run it under, as `strace` with its flags.
    pub under: Vec<OsString>,
    /// Where its log goes.
    pub log: PathBuf,
}

impl Plan {
    /// A server on this data folder; its log goes beside the folder.
    pub fn new(program: PathBuf, data: &Path) -> Self {
        Self {
            program,
            data: data.to_owned(),
            settings: Vec::new(),
            variables: Vec::new(),
            under: Vec::new(),
            log: data.with_extension("log"),
        }
    }

    /// The same with more settings.
    pub fn with(mut self, settings: &[&str]) -> Self {
        self.settings
            .extend(settings.iter().map(|setting| (*setting).to_owned()));
        self
    }

    /// Starts it on a free port.
    ///
    /// # Errors
    /// If it does not listen in time; the end of its log is told.
    pub fn open(self) -> anyhow::Result<House> {
        let (child, at) = self.start("127.0.0.1:0")?;
        Ok(House {
            plan: self,
            child: Some(child),
            at,
        })
    }

    fn start(&self, listen: &str) -> anyhow::Result<(Child, SocketAddr)> {
        let mut words: Vec<OsString> = self.under.clone();
        words.push(self.program.clone().into());
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .args(["--listen", listen, "--data"])
            .arg(&self.data)
            .args(&self.settings)
            .env_clear()
            .envs(surroundings())
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::options().create(true).append(true).open(&self.log)?);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {}", words[0].display()))?;
        match listening(&mut child) {
            Ok(at) => Ok((child, at)),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                let log = fs::read_to_string(&self.log).unwrap_or_default();
                let end: Vec<&str> = log.lines().rev().take(5).collect();
                Err(error.context(format!("the server's log ends: {}", end.join(" | "))))
            }
        }
    }
}

/// The environment of this process without settings of a server: a test decides them all itself.
fn surroundings() -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os().filter(|(name, _)| !name.to_string_lossy().starts_with("CHOWK_"))
}

/// Waits for the line by which a server tells its address.
///
/// # Errors
/// If it does not come.
pub fn listening(child: &mut Child) -> anyhow::Result<SocketAddr> {
    let out = child.stdout.take().context("no standard output")?;
    let (told, hear) = sync_channel(1);
    // This thread ends when the server's standard output does; it keeps the pipe open until then.
    std::thread::spawn(move || {
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let line = lines.find_map(|line| line.strip_prefix(LISTENING).map(str::to_owned));
        let _ = told.send(line);
        lines.for_each(drop);
    });
    match hear.recv_timeout(PATIENCE) {
        Ok(Some(line)) => {
            let end = line.find(' ').unwrap_or(line.len());
            line[..end].parse().with_context(|| format!("no address in {line:?}"))
        }
        Ok(None) | Err(RecvTimeoutError::Disconnected) => bail!("the server ended before it listened"),
        Err(RecvTimeoutError::Timeout) => bail!("the server did not listen within {} s", PATIENCE.as_secs()),
    }
}

/// A server that runs, or was killed and can be started anew.
#[derive(Debug)]
pub struct House {
    plan: Plan,
    child: Option<Child>,
    at: SocketAddr,
}

impl House {
    /// Where it listens, also while it is down.
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// The same, as clients take it.
    pub fn address(&self) -> Address {
        let text = format!("ws://{}", self.at);
        text.parse()
            .unwrap_or_else(|_| unreachable!("an address of a socket is an address of a server"))
    }

    /// Its data folder.
    pub fn data(&self) -> &Path {
        &self.plan.data
    }

    /// Where its log is.
    pub fn log(&self) -> &Path {
        &self.plan.log
    }

    /// The server's own process, also where it runs under another program.
    ///
    /// # Errors
    /// If it is down.
    pub fn pid(&self) -> anyhow::Result<u32> {
        let child = self.child.as_ref().context("the server is down")?.id();
        if self.plan.under.is_empty() {
            return Ok(child);
        }
        let children = fs::read_to_string(format!("/proc/{child}/task/{child}/children"))?;
        children
            .split_whitespace()
            .next()
            .and_then(|pid| pid.parse().ok())
            .context("the server is down")
    }

    /// kill -9, and waits until it is dead.
    ///
    /// # Errors
    /// If it was down already.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.signal("KILL")?;
        self.wait().map(drop)
    }

    /// SIGTERM, and waits until it has ended.
    ///
    /// # Errors
    /// If it was down already.
    pub fn stop(&mut self) -> anyhow::Result<ExitStatus> {
        self.signal("TERM")?;
        self.wait()
    }

    /// Sends a signal by name.
    ///
    /// # Errors
    /// If it is down.
    pub fn signal(&self, name: &str) -> anyhow::Result<()> {
        let pid = self.pid()?.to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &pid]).status()?;
        sent.success()
            .then_some(())
            .ok_or_else(|| anyhow!("kill -{name} {pid} failed"))
    }

    /// Waits until it has ended.
    ///
    /// # Errors
    /// If it was down already.
    pub fn wait(&mut self) -> anyhow::Result<ExitStatus> {
        let mut child = self.child.take().context("the server is down")?;
        Ok(child.wait()?)
    }

    /// Starts it anew, on the same port and the same data.
    ///
    /// # Errors
    /// If it runs, or does not listen in time.
    pub fn start_again(&mut self) -> anyhow::Result<()> {
        if self.child.is_some() {
            bail!("the server runs");
        }
        let (child, at) = self.plan.start(&self.at.to_string())?;
        self.child = Some(child);
        if at == self.at {
            Ok(())
        } else {
            Err(anyhow!("it listens on {at}"))
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if self.child.is_some() {
            let _ = self.signal("KILL");
            let _ = self.wait();
        }
    }
}
