//! A film on a terminal: keys in, screens out, and the terminal as it was when it is over.

use std::io;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt as _;
use tokio::time::{Instant, sleep_until};

use super::show::{After, Show};
use crate::{
    tui::{self, paint::Paint},
    typing::Typing,
};

/// Shows the film until somebody has seen enough.
pub(super) async fn run(mut show: Show, paint: Paint) -> io::Result<()> {
    let mut signals = Typing::for_signals()?;
    let mut terminal = ratatui::try_init()?;
    let seen = watch(&mut terminal, &mut show, paint, &mut signals).await;
    ratatui::try_restore()?;
    seen
}

async fn watch(
    terminal: &mut ratatui::DefaultTerminal,
    show: &mut Show,
    paint: Paint,
    signals: &mut Typing,
) -> io::Result<()> {
    let mut events = EventStream::new();
    let mut due = Instant::now();
    loop {
        terminal.draw(|frame| tui::draw(&show.scene(paint.ascii), paint, frame.area(), frame.buffer_mut()))?;
        tokio::select! {
            event = events.next() => {
                let Some(event) = event else { return Ok(()) };
                let before = show.waits();
                // A resize is drawn like any other change.
                if let Event::Key(key) = event?
                    && show.key(key) == After::Quit
                {
                    return Ok(());
                }
                if show.waits() != before {
                    due = Instant::now() + show.waits().unwrap_or_default();
                }
            }
            _ = signals.next() => return Ok(()),
            () = sleep_until(due), if show.waits().is_some() => {
                show.tick();
                due = Instant::now() + show.waits().unwrap_or_default();
            }
        }
    }
}
