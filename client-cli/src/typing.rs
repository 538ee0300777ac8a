//! Standard input line by line, and the wish to stop: ctrl-C, or an end of input.

use std::io::{BufRead as _, Read as _};

use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::mpsc,
};

/// Lines that wait to be read; a script that pipes faster waits.
const WAITING_MAX: usize = 64;
/// Longest line that is taken whole: nobody types more.
const LINE_MAX: u64 = 64 << 10;

/// What comes from the person or program in front of us.
pub struct Typing {
    /// Absent where nobody is listened to.
    lines: Option<mpsc::Receiver<String>>,
    interrupt: Signal,
    terminate: Signal,
}

/// The next of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// A line.
    Line(String),
    /// Standard input has ended, or somebody pressed ctrl-C.
    Stop,
}

impl Typing {
    /// Begins to read. The reading thread ends with the process: nothing can interrupt a read of a terminal.
    pub fn begin() -> std::io::Result<Self> {
        let (sender, lines) = mpsc::channel(WAITING_MAX);
        std::thread::Builder::new().name("typing".into()).spawn(move || {
            let mut input = std::io::stdin().lock();
            let mut bytes = Vec::new();
            while let Ok(1..) = input.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes) {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                bytes.clear();
                if sender.blocking_send(line).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self {
            lines: Some(lines),
            ..Self::for_signals()?
        })
    }

    /// Hears only the wish to stop, whatever standard input is.
    pub fn for_signals() -> std::io::Result<Self> {
        Ok(Self {
            lines: None,
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// The next line, or the wish to stop. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Typed {
        tokio::select! {
            line = next_line(self.lines.as_mut()) => line.map_or(Typed::Stop, Typed::Line),
            _ = self.interrupt.recv() => Typed::Stop,
            _ = self.terminate.recv() => Typed::Stop,
        }
    }
}

async fn next_line(lines: Option<&mut mpsc::Receiver<String>>) -> Option<String> {
    match lines {
        Some(lines) => lines.recv().await,
        None => std::future::pending().await,
    }
}
