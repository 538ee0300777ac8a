//! A container: run in the foreground, so that what it says and how it ends is heard at once.

use std::{
    fs::File,
    net::{SocketAddr, TcpListener},
    path::Path,
    process::{Child, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use chowk_cli::address::Address;

use super::Docker;
use crate::house::listening;

/// As the page on containers recommends it.
pub const HARDENED: [&str; 7] = [
    "--read-only",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    "--memory",
    "128m",
];

/// A container with a server in it. Whoever drops it removes it.
#[derive(Debug)]
pub struct Container {
    docker: Arc<Docker>,
    name: String,
    at: SocketAddr,
    child: Option<Child>,
}

/// How a container ended.
#[derive(Debug, Clone, Copy)]
pub struct Ended {
    /// Its exit code.
    pub code: i32,
    /// How long that took.
    pub took: Duration,
}

/// A port that nobody uses at this moment.
///
/// # Errors
/// If the system gives none.
pub fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

fn name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!(
        "chowk-test-{}-{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    )
}

impl Container {
    /// Runs the image with these flags of `docker run`, these settings after it, and a port of this machine; gives it
    /// once it listens.
    ///
    /// # Errors
    /// If it does not.
    pub fn run(docker: &Arc<Docker>, image: &str, flags: &[&str], settings: &[&str]) -> anyhow::Result<Self> {
        let port = free_port()?;
        let mut container = Self {
            docker: Arc::clone(docker),
            name: name(),
            at: SocketAddr::from(([127, 0, 0, 1], port)),
            child: None,
        };
        let publish = format!("127.0.0.1:{port}:8080");
        let mut words = vec!["run", "--name", &container.name, "--publish", &publish];
        words.extend(flags);
        words.push(image);
        words.extend(settings);
        let child = container.begin(&words)?;
        container.child = Some(child);
        Ok(container)
    }

    fn begin(&self, words: &[&str]) -> anyhow::Result<Child> {
        let mut child = self
            .docker
            .command()
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("docker (Debian: docker.io)")?;
        if let Err(error) = listening(&mut child) {
            let said = self.log().unwrap_or_default();
            let _ = child.kill();
            let _ = child.wait();
            return Err(error.context(format!("docker {}: {}", words.join(" "), said.trim())));
        }
        Ok(child)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is reached from this machine.
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// The same, as clients take it.
    pub fn address(&self) -> Address {
        let text = format!("ws://{}", self.at);
        text.parse()
            .unwrap_or_else(|_| unreachable!("an address of a socket is an address of a server"))
    }

    /// `docker stop`, until it has ended.
    ///
    /// # Errors
    /// If it does not run.
    pub fn stop(&mut self) -> anyhow::Result<Ended> {
        self.end(&["stop", &self.name.clone()])
    }

    /// `docker kill`, until it has ended.
    ///
    /// # Errors
    /// If it does not run.
    pub fn kill(&mut self) -> anyhow::Result<Ended> {
        self.end(&["kill", &self.name.clone()])
    }

    fn end(&mut self, words: &[&str]) -> anyhow::Result<Ended> {
        let began = Instant::now();
        self.docker.run(words)?;
        let took = began.elapsed();
        Ok(Ended { took, ..self.wait()? })
    }

    /// Waits until it ends by itself.
    ///
    /// # Errors
    /// If it does not run.
    pub fn wait(&mut self) -> anyhow::Result<Ended> {
        let began = Instant::now();
        self.child.take().context("the container does not run")?.wait()?;
        let code = self
            .docker
            .run(&["inspect", "--format", "{{.State.ExitCode}}", &self.name])?;
        Ok(Ended {
            code: code.parse()?,
            took: began.elapsed(),
        })
    }

    /// `docker start`; gives how long it took until it listened.
    ///
    /// # Errors
    /// If it runs, or does not listen.
    pub fn start_again(&mut self) -> anyhow::Result<Duration> {
        ensure!(self.child.is_none(), "the container runs");
        let began = Instant::now();
        self.child = Some(self.begin(&["start", "--attach", &self.name])?);
        Ok(began.elapsed())
    }

    /// Runs a program in it, without a terminal, and gives what it says.
    ///
    /// # Errors
    /// If it fails.
    pub fn exec(&self, words: &[&str]) -> anyhow::Result<String> {
        let all: Vec<&str> = ["exec", &self.name].into_iter().chain(words.iter().copied()).collect();
        self.docker.run(&all)
    }

    /// Runs a program in it, without a terminal, and keeps what it says in a file, byte for byte.
    ///
    /// # Errors
    /// If it fails.
    pub fn save(&self, words: &[&str], file: &Path) -> anyhow::Result<()> {
        let out = self
            .docker
            .command()
            .args(["exec", &self.name])
            .args(words)
            .stdin(Stdio::null())
            .stdout(File::create(file)?)
            .stderr(Stdio::piped())
            .output()?;
        let said = String::from_utf8_lossy(&out.stderr);
        ensure!(out.status.success(), "{}: {}", words.join(" "), said.trim());
        Ok(())
    }

    /// All that it has said, on both ways.
    ///
    /// # Errors
    /// If Docker does not say.
    pub fn log(&self) -> anyhow::Result<String> {
        let out = self.docker.command().args(["logs", &self.name]).output()?;
        let (said, complained) = (
            String::from_utf8_lossy(&out.stdout),
            String::from_utf8_lossy(&out.stderr),
        );
        Ok(format!("{said}{complained}"))
    }

    /// What has changed on its root since it was made, volumes not counted.
    ///
    /// # Errors
    /// If Docker does not say.
    pub fn changed(&self) -> anyhow::Result<String> {
        self.docker.run(&["diff", &self.name])
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        let _ = self.docker.run(&["rm", "--force", "--volumes", &self.name]);
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }
}
