//! The shell around a [`Screen`]: it owns the terminal, which is put back as it was on every way out, and carries keys,
//! happenings and the time to the screen.

use std::{
    io::{self, BufWriter, IsTerminal as _, Stdout, Write as _},
    process::ExitCode,
    time::Duration,
};

use anyhow::Context as _;
use clap::Args;
use crossterm::{
    clipboard::CopyToClipboard,
    event::{Event, EventStream},
    execute,
};
use futures_util::StreamExt as _;
use ratatui::{Terminal, backend::CrosstermBackend, layout::Rect};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    time::{Instant, sleep_until},
};

use super::key::Key;
use super::paint::Paint;
use super::places::SMALLEST;
use super::screen::{Effect, Screen};
use crate::client::{Patience, Reason};
use crate::out;
use crate::play::{Keeper, farewell};
use crate::socket::{Next, Session};

/// How the full screen is to be.
#[derive(Debug, Clone, Copy, Default, Args)]
#[command(next_help_heading = "The full screen (where standard input and output are a terminal)")]
pub struct ScreenWanted {
    /// Draw with nothing but ASCII. Colours stay away with NO_COLOR=1
    #[arg(long)]
    pub ascii: bool,
    /// Do not ring the terminal's bell when your turn begins
    #[arg(long)]
    pub no_bell: bool,
}

impl ScreenWanted {
    /// With what the screen is drawn.
    pub fn paint(self) -> Paint {
        Paint::of_environment(self.ascii)
    }
}

/// Who sits before a screen sees that it is tried again, and leaves when that takes too long.
pub(crate) const PATIENCE: Patience = Patience {
    first_ms: 250,
    longest_ms: 5_000,
    tries_max: u32::MAX,
    within_ms: Some(3_600_000),
};

/// Whether a full screen can be shown here.
pub fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// A terminal to draw on. A drawing goes out whole: what is written in pieces tears on the way.
pub type Canvas = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// More than a drawing of a big screen has bytes.
const DRAWING_BYTES: usize = 1 << 18;

/// A terminal in raw mode, on its other screen; dropping it puts everything back, and so does a panic.
pub struct Guard {
    terminal: Canvas,
}

impl Guard {
    /// Takes the terminal.
    pub fn begin() -> io::Result<Self> {
        // Raw mode, the other screen, and a panic that puts both back.
        ratatui::try_init()?;
        // A listener of an earlier screen leaves a waking behind when it goes; the question where the cursor is, which
        // clearing asks, would take that for silence.
        crossterm::event::poll(Duration::ZERO)?;
        let out = BufWriter::with_capacity(DRAWING_BYTES, io::stdout());
        // Whoever was killed on the other screen has left his drawing there.
        let cleared = Terminal::new(CrosstermBackend::new(out)).and_then(|mut terminal| {
            terminal.clear()?;
            Ok(terminal)
        });
        match cleared {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                ratatui::restore();
                Err(error)
            }
        }
    }

    /// The terminal, to draw on.
    pub fn terminal(&mut self) -> &mut Canvas {
        &mut self.terminal
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // A terminal that is gone need not be put back.
        let _ = self.terminal.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// Keys, and the wish of the world that this program ends.
pub struct Hands {
    events: EventStream,
    signals: [Signal; 3],
}

/// What came from the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// A key.
    Key(Key),
    /// Nothing of its own, but everything is to be drawn anew.
    Redraw,
    /// The terminal is gone, or the program is asked to end.
    Stop,
}

impl Hands {
    /// Begins to listen.
    pub fn begin() -> io::Result<Self> {
        Ok(Self {
            events: EventStream::new(),
            signals: [
                signal(SignalKind::interrupt())?,
                signal(SignalKind::terminate())?,
                signal(SignalKind::hangup())?,
            ],
        })
    }

    /// What comes next. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Touch {
        let [interrupt, terminate, hangup] = &mut self.signals;
        tokio::select! {
            event = self.events.next() => match event {
                Some(Ok(Event::Key(key))) => Key::of(key).map_or(Touch::Redraw, Touch::Key),
                Some(Ok(Event::Resize(..) | Event::FocusGained | Event::FocusLost | Event::Mouse(_) | Event::Paste(_))) => {
                    Touch::Redraw
                }
                Some(Err(_)) | None => Touch::Stop,
            },
            _ = interrupt.recv() => Touch::Stop,
            _ = terminate.recv() => Touch::Stop,
            _ = hangup.recv() => Touch::Stop,
        }
    }
}

/// Plays, or watches, until it is over.
pub(crate) async fn run(
    mut session: Session,
    mut screen: Screen,
    keeper: &Keeper,
    no_bell: bool,
) -> anyhow::Result<ExitCode> {
    let mut hands = Hands::begin().context("cannot listen to signals")?;
    let mut guard = Guard::begin().context("cannot take the terminal over; --plain needs none")?;
    let end = sit(&mut session, &mut screen, keeper, &mut hands, &mut guard, no_bell).await;
    drop(guard);
    let code = match &end {
        Some(reason) => {
            out::words(farewell(reason, session.trouble()));
            if reason.is_fine() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        None => {
            if let Some(way) = keeper.way_back(session.client()) {
                out::words(way);
            }
            ExitCode::SUCCESS
        }
    };
    session.close().await;
    Ok(code)
}

/// Until the player goes (`None`) or the client has ended.
async fn sit(
    session: &mut Session,
    screen: &mut Screen,
    keeper: &Keeper,
    hands: &mut Hands,
    guard: &mut Guard,
    no_bell: bool,
) -> Option<Reason> {
    let mut ended = None;
    loop {
        let now = session.now();
        let drawn = guard
            .terminal()
            .draw(|frame| screen.draw(session.client(), now, frame.area(), frame.buffer_mut()))
            .map(|drawn| drawn.area);
        let Ok(area) = drawn else {
            return ended;
        };
        let due = screen.due(session.client(), now).filter(|_| ended.is_none());
        let due = due.map(|at| Instant::now() + Duration::from_millis(at.saturating_sub(now)));
        let effects = tokio::select! {
            touch = hands.next() => match touch {
                // Nobody sees what a key would do there; whoever leaves keeps the seat.
                Touch::Key(key) if is_small(area) => {
                    if matches!(key, Key::Interrupt | Key::Letter('q')) {
                        return ended;
                    }
                    Vec::new()
                }
                Touch::Key(key) => screen.press(session.client_mut(), key),
                Touch::Redraw => Vec::new(),
                Touch::Stop => return ended,
            },
            next = session.next(), if ended.is_none() => match next {
                Next::Told(happening) => {
                    let now = session.now();
                    if let Some(words) = keeper.heard(session.client(), &happening) {
                        screen.note(words);
                    }
                    let effects = screen.told(session.client_mut(), &happening, now);
                    screen.trouble(session.trouble());
                    effects
                }
                Next::Frame(_) => Vec::new(),
                Next::End(reason) => {
                    if screen.ended(&reason, &farewell(&reason, session.trouble())) {
                        return Some(reason);
                    }
                    ended = Some(reason);
                    Vec::new()
                }
            },
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => Vec::new(),
        };
        for effect in effects {
            let done = match effect {
                Effect::Bell if no_bell => Ok(()),
                Effect::Bell => ring(),
                Effect::Copy(text) => execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text)),
                Effect::Quit => return ended,
            };
            if done.is_err() {
                return ended;
            }
        }
    }
}

fn is_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

fn ring() -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(b"\x07")?;
    out.flush()
}
