//! A film on a terminal: keys in, screens out, and the terminal as it was when it is over.

use std::io;

use tokio::time::{Instant, sleep_until};

use super::show::{After, Show};
use crate::tui::paint::Paint;
use crate::tui::terminal::{Guard, Hands, Touch};

/// Shows the film until somebody has seen enough.
pub(super) async fn run(mut show: Show, paint: Paint) -> io::Result<()> {
    let mut hands = Hands::begin()?;
    let mut guard = Guard::begin()?;
    let mut due = Instant::now();
    loop {
        guard
            .terminal()
            .draw(|frame| show.draw(paint, frame.area(), frame.buffer_mut()))?;
        tokio::select! {
            touch = hands.next() => {
                let before = show.waits();
                match touch {
                    Touch::Key(key) if show.key(key) == After::Quit => return Ok(()),
                    Touch::Key(_) | Touch::Redraw => {}
                    Touch::Stop => return Ok(()),
                }
                if show.waits() != before {
                    due = Instant::now() + show.waits().unwrap_or_default();
                }
            }
            () = sleep_until(due), if show.waits().is_some() => {
                show.tick();
                due = Instant::now() + show.waits().unwrap_or_default();
            }
        }
    }
}
