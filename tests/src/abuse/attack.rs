//! `chowk-tests abuse`: abusers as a process of their own, for as long as it lives, so that what they cost is not paid by
//! those who measure. It tells each answer as it comes.

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, sync_channel},
};

use anyhow::Context as _;
use chowk_protocol::RoomCode;
use clap::Args;

use super::{Abuse, Answers, Target};

/// Abuse of a server, again and again, until this process is killed; each round's answers are a line
#[derive(Debug, Args)]
pub struct Attack {
    /// The server
    #[arg(long)]
    at: SocketAddr,
    /// The code of a room that may be watched
    #[arg(long)]
    room: String,
    /// Which abuse; all if absent
    abuses: Vec<Abuse>,
}

impl Attack {
    /// Goes on until it is killed.
    ///
    /// # Errors
    /// If nobody listens to what it tells.
    pub fn run(self) -> anyhow::Result<()> {
        let room: RoomCode = self.room.parse().context("no code of a room")?;
        let target = Target { at: self.at, room };
        let all = if self.abuses.is_empty() {
            Abuse::all().to_vec()
        } else {
            self.abuses
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let goes_on = all.into_iter().map(|abuse| async move {
                loop {
                    // Where all of them press in at once, some find no place in the door, and come again.
                    let committed = abuse.commit(target).await;
                    let answers = committed.unwrap_or_else(|error| super::once(format!("not served: {error:#}")));
                    let line = serde_json::to_string(&(abuse.to_string(), answers))?;
                    writeln!(io::stdout(), "{line}")?;
                }
            });
            futures_util::future::try_join_all(goes_on).await.map(|_: Vec<()>| ())
        })
    }
}

/// Abusers that are at it. Whoever drops this ends them.
#[derive(Debug)]
pub struct Attackers {
    child: Child,
    told: Receiver<(Abuse, Answers)>,
}

/// Lines that wait to be looked at: more than come in a minute.
const LINES: usize = 10_000;

impl Attackers {
    /// Starts them at the lowest priority: elsewhere they would have machines of their own.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn at(program: &Path, target: Target, abuses: &[Abuse]) -> anyhow::Result<Self> {
        let mut command = Command::new("nice");
        command
            .args(["-n", "19"])
            .arg(program)
            .args([
                "abuse",
                "--at",
                &target.at.to_string(),
                "--room",
                &target.room.to_string(),
            ])
            .args(abuses.iter().map(ToString::to_string))
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = command.spawn().context("nice")?;
        let lines = BufReader::new(child.stdout.take().context("no standard output")?);
        let (tell, told) = sync_channel(LINES);
        // This thread ends with the abusers.
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                let Ok((name, answers)) = serde_json::from_str::<(String, Answers)>(&line) else {
                    continue;
                };
                let is_told = Abuse::named(&name).is_some_and(|abuse| tell.send((abuse, answers)).is_ok());
                if !is_told {
                    return;
                }
            }
        });
        Ok(Self { child, told })
    }

    /// Ends them, and gives what each round was answered. A round that was not over is not among them.
    ///
    /// # Errors
    /// If they had ended by themselves.
    pub fn end(mut self) -> anyhow::Result<Vec<(Abuse, Answers)>> {
        let ended = self.child.try_wait()?;
        anyhow::ensure!(ended.is_none(), "the abusers ended by themselves: {ended:?}");
        self.child.kill()?;
        self.child.wait()?;
        Ok(self.told.iter().collect())
    }
}

impl Drop for Attackers {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
