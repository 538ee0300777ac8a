//! Containers as operators run them: a daemon, the image built from the final stage of `docker/Dockerfile`, containers
//! that are stopped, killed and started again.
//!
//! A daemon that answers is used; where there is none, root starts one of its own in a temporary folder and ends it
//! again. Nothing is pulled.

mod container;
mod image;

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, Weak, mpsc::sync_channel},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use tempfile::TempDir;

pub use self::{
    container::{Container, Ended, HARDENED, free_port},
    image::{final_stage, image},
};

/// How long a daemon may take to start.
const PATIENCE: Duration = Duration::from_secs(60);
/// The line by which a daemon says that it is there.
const THERE: &str = "API listen on";

/// A daemon that answers.
#[derive(Debug)]
pub struct Docker {
    /// Where it listens, if it is our own.
    host: Option<String>,
    own: Option<Own>,
}

/// A daemon that was started here.
#[derive(Debug)]
struct Own {
    child: Child,
    folder: TempDir,
}

impl Docker {
    /// The daemon of this process: the one that somebody here uses already, one that runs on this machine, or a new one.
    /// It ends with whoever uses it last.
    ///
    /// # Errors
    /// If there is none and none can be started: then there is nothing to test.
    pub fn shared() -> anyhow::Result<Arc<Self>> {
        static SHARED: Mutex<Weak<Docker>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(docker) = shared.upgrade() {
            return Ok(docker);
        }
        let docker = Arc::new(Self::found_or_started()?);
        *shared = Arc::downgrade(&docker);
        Ok(docker)
    }

    fn found_or_started() -> anyhow::Result<Self> {
        let running = Self { host: None, own: None };
        match running.run(&["version", "--format", "{{.Server.Version}}"]) {
            Ok(_) => Ok(running),
            Err(error) => {
                Self::start().with_context(|| format!("no daemon answers ({error:#}) and none can be started"))
            }
        }
    }

    fn start() -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("chowk-dockerd-").tempdir()?;
        let place = |name: &str| folder.path().join(name);
        let host = format!("unix://{}", place("socket").display());
        let mut child = Command::new("dockerd")
            .arg("--data-root")
            .arg(place("data"))
            .arg("--exec-root")
            .arg(place("exec"))
            .arg("--pidfile")
            .arg(place("pid"))
            .args(["-H", &host])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .context("dockerd (Debian: docker.io iptables nftables; it is started as root)")?;
        let said = BufReader::new(child.stderr.take().context("no standard error")?);
        let mut log = fs::File::create(place("log"))?;
        let (told, hear) = sync_channel(1);
        // This thread ends when the daemon does.
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                let _ = writeln!(log, "{line}");
                if line.contains(THERE) {
                    let _ = told.try_send(());
                }
            }
        });
        let listens = hear.recv_timeout(PATIENCE).is_ok();
        let log = place("log");
        let docker = Self {
            host: Some(host),
            own: Some(Own { child, folder }),
        };
        if !listens {
            let log = fs::read_to_string(log).unwrap_or_default();
            let end: Vec<&str> = log.lines().rev().take(5).collect();
            bail!("dockerd does not listen; its log ends: {}", end.join(" | "));
        }
        Ok(docker)
    }

    /// `docker`, to be told what to do.
    pub fn command(&self) -> Command {
        let mut command = Command::new("docker");
        // The builder that every version has.
        command.env("DOCKER_BUILDKIT", "0");
        if let Some(host) = &self.host {
            command.env("DOCKER_HOST", host);
        }
        command
    }

    /// Runs `docker` with these words and gives what it says.
    ///
    /// # Errors
    /// If it fails; what it complains of is told.
    pub fn run(&self, words: &[&str]) -> anyhow::Result<String> {
        let out = self
            .command()
            .args(words)
            .stdin(Stdio::null())
            .output()
            .context("docker (Debian: docker.io)")?;
        ensure!(
            out.status.success(),
            "docker {}: {}",
            words.join(" "),
            String::from_utf8_lossy(&out.stderr).trim()
        );
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned())
    }

    /// Where a program of Docker's kind finds the daemon, as `DOCKER_HOST` names it.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }
}

impl Drop for Docker {
    fn drop(&mut self) {
        if let Some(own) = &mut self.own {
            let pid = own.child.id().to_string();
            let _ = Command::new("kill").args(["-TERM", &pid]).status();
            let _ = own.child.wait();
            // What a container left mounted is unmounted by the daemon's end; a folder that resists is only temporary.
            let _ = fs::remove_dir_all(own.folder.path());
        }
    }
}

/// The files that operators are given.
pub fn files() -> PathBuf {
    crate::tidy::root().join("docker")
}
