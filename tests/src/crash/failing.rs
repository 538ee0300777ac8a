//! Ways in which a real disk fails under a real server, and works again: calls that strace makes fail, a file system
//! that is full, one that is mounted read-only. Mounting needs root, and whoever is not is told so.

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, ErrorKind, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use tokio::time::timeout;

/// A way to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Each sync fails with EIO.
    SyncFails,
    /// Each write fails with ENOSPC, wherever.
    NoSpace,
    /// Each write fails with EIO.
    WriteFails,
    /// The file system is full: a write that begins before its last free page and ends behind it is short.
    Full,
    /// Writes fail with EROFS, as after an error that the system answers by going read-only; then it is mounted so.
    ReadOnly,
}

impl Way {
    /// All ways.
    pub const ALL: [Self; 5] = [
        Self::SyncFails,
        Self::NoSpace,
        Self::WriteFails,
        Self::Full,
        Self::ReadOnly,
    ];

    /// What it is, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::SyncFails => "EIO from fdatasync and fsync",
            Self::NoSpace => "ENOSPC from pwrite64",
            Self::WriteFails => "EIO from pwrite64",
            Self::Full => "a full tmpfs",
            Self::ReadOnly => "a read-only remount",
        }
    }

    fn injected(self) -> Option<&'static str> {
        match self {
            Self::SyncFails => Some("inject=fdatasync,fsync:error=EIO"),
            Self::NoSpace => Some("inject=pwrite64:error=ENOSPC"),
            Self::WriteFails => Some("inject=pwrite64:error=EIO"),
            Self::ReadOnly => Some("inject=pwrite64,ftruncate,fdatasync:error=EROFS"),
            Self::Full => None,
        }
    }
}

/// A file system in memory of so many bytes, mounted at a folder until it is dropped.
#[derive(Debug)]
pub struct Mount {
    at: PathBuf,
    /// A file that lies elsewhere and is shown in it: the lock, which a server holds open for writing all its life, and
    /// which would keep the system from mounting the rest read-only.
    elsewhere: Option<PathBuf>,
}

impl Mount {
    /// Mounts one.
    ///
    /// # Errors
    /// If this process may not: then nothing can be tested.
    pub fn new(at: &Path, bytes: u64) -> anyhow::Result<Self> {
        fs::create_dir_all(at)?;
        mount(&["-t", "tmpfs", "-o", &format!("size={bytes},mode=0755"), "none"], at)?;
        Ok(Self {
            at: at.to_owned(),
            elsewhere: None,
        })
    }

    /// Shows a file of another file system in it.
    ///
    /// # Errors
    /// If this process may not.
    pub fn with_elsewhere(mut self, name: &str, file: &Path) -> anyhow::Result<Self> {
        let here = self.at.join(name);
        File::create(&here)?;
        File::create(file)?;
        mount(&["--bind", &file.display().to_string()], &here)?;
        self.elsewhere = Some(here);
        Ok(self)
    }

    /// Mounts it read-only or not, as soon as nobody holds a file open for writing.
    ///
    /// # Errors
    /// If somebody never lets go.
    pub async fn read_only(&self, yes: bool) -> anyhow::Result<()> {
        let how = if yes { "remount,ro" } else { "remount,rw" };
        for _ in 0..1000 {
            if mount(&["-o", how], &self.at).is_ok() {
                return Ok(());
            }
            // Nobody tells when a file is closed.
            let _ = timeout(Duration::from_millis(7), std::future::pending::<()>()).await;
        }
        mount(&["-o", how], &self.at)
    }

    /// Fills it to the last byte.
    ///
    /// # Errors
    /// If it cannot be written for another reason.
    pub fn fill(&self) -> anyhow::Result<()> {
        let mut filler = File::create(self.at.join(FILLER))?;
        let bytes = vec![0xa5; 1 << 16];
        let mut size = bytes.len();
        while size > 0 {
            match filler.write(&bytes[..size]) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => size /= 2,
                Err(error) => bail!(error),
            }
        }
        Ok(())
    }

    /// Takes away what filled it.
    ///
    /// # Errors
    /// If it was not filled.
    pub fn free(&self) -> anyhow::Result<()> {
        Ok(fs::remove_file(self.at.join(FILLER))?)
    }
}

const FILLER: &str = "filler";

impl Drop for Mount {
    fn drop(&mut self) {
        let places = self.elsewhere.iter().chain([&self.at]);
        for place in places {
            // Whoever is left in it keeps it until the end.
            let _ = Command::new("umount").arg("-l").arg(place).status();
        }
    }
}

fn mount(words: &[&str], at: &Path) -> anyhow::Result<()> {
    let out = Command::new("mount").args(words).arg(at).output().context("mount")?;
    ensure!(
        out.status.success(),
        "mount {} {}: {} (this needs root, or CAP_SYS_ADMIN)",
        words.join(" "),
        at.display(),
        String::from_utf8_lossy(&out.stderr).trim()
    );
    Ok(())
}

/// strace on a server that runs: it makes calls fail, or only writes them down, until it lets go.
#[derive(Debug)]
pub struct Strace {
    child: Child,
    log: PathBuf,
}

impl Strace {
    /// Attaches to a process; returns once all its threads are traced.
    ///
    /// # Errors
    /// If it may not.
    pub fn on(pid: u32, way: Way, log: &Path) -> anyhow::Result<Self> {
        let mut command = Command::new("strace");
        command.args([
            "-f",
            "-s",
            "0",
            "-e",
            "trace=pwrite64,ftruncate,fdatasync,fsync",
            "-e",
            "signal=none",
        ]);
        if let Some(fault) = way.injected() {
            command.args(["-e", fault]);
        }
        let mut child = command
            .args(["-p", &pid.to_string(), "-o"])
            .arg(log)
            .stderr(Stdio::piped())
            .spawn()
            .context("strace")?;
        let said = BufReader::new(child.stderr.take().context("no standard error")?);
        let mut said = said.lines().map_while(Result::ok);
        ensure!(
            said.any(|line| line.contains("attached")),
            "strace could not attach to process {pid}"
        );
        // Its last words are not waited for, but it must be able to say them.
        std::thread::spawn(move || said.for_each(drop));
        Ok(Self {
            child,
            log: log.to_owned(),
        })
    }

    /// Lets go, and gives what it wrote down.
    ///
    /// # Errors
    /// If it was gone.
    pub fn off(mut self) -> anyhow::Result<Seen> {
        let pid = self.child.id().to_string();
        ensure!(
            Command::new("kill").args(["-INT", &pid]).status()?.success(),
            "strace was gone"
        );
        self.child.wait()?;
        Ok(Seen::read(&fs::read_to_string(&self.log)?))
    }
}

impl Drop for Strace {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What strace saw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// Calls that failed.
    pub failed: usize,
    /// Writes that wrote less than they were asked to.
    pub short: usize,
}

impl Seen {
    fn read(text: &str) -> Self {
        let mut seen = Self::default();
        for line in text.lines() {
            let Some((call, result)) = line.split_once(") ").filter(|_| line.contains('(')) else {
                continue;
            };
            let result = result.trim_start().trim_start_matches("= ");
            seen.failed += usize::from(result.starts_with("-1 "));
            let mut words = call.rsplit(", ");
            let asked = words.nth(1).and_then(|word| word.parse::<u64>().ok());
            if let (true, Some(asked), Ok(wrote)) = (call.contains("pwrite64("), asked, result.parse::<u64>()) {
                seen.short += usize::from(wrote < asked);
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_failed_and_short_writes_are_counted() {
        let text = "7 pwrite64(5, \"\"..., 4096, 8272) = 4096\n7 pwrite64(5, \"\"..., 4096, 12392) = 1944\n\
                    7 pwrite64(5, \"\"..., 2152, 14336) = -1 ENOSPC (No space left on device)\n\
                    7 fdatasync(5)                     = -1 EIO (Input/output error) (INJECTED)\n7 +++ exited with 0 +++\n";
        assert_eq!(Seen::read(text), Seen { failed: 2, short: 1 });
    }
}
