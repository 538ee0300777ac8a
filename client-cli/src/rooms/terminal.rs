//! The list on a terminal: the server is asked every two seconds, and keys are heard meanwhile.

use std::{io, time::Duration};

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt as _;
use tokio::time::{MissedTickBehavior, interval};

use super::Filter;
use super::board::{After, Board};
use crate::{address::Address, tui::paint::Paint, typing::Typing};

/// How often the server is asked.
const FRESH: Duration = Duration::from_secs(2);

/// Shows the list until somebody chooses, or has seen enough.
pub(super) async fn run(mut board: Board, filter: &Filter, server: &Address, paint: Paint) -> io::Result<After> {
    let mut signals = Typing::for_signals()?;
    let mut terminal = ratatui::try_init()?;
    let after = watch(&mut terminal, &mut board, filter, server, paint, &mut signals).await;
    ratatui::try_restore()?;
    after
}

async fn watch(
    terminal: &mut ratatui::DefaultTerminal,
    board: &mut Board,
    filter: &Filter,
    server: &Address,
    paint: Paint,
    signals: &mut Typing,
) -> io::Result<After> {
    let mut events = EventStream::new();
    let mut fresh = interval(FRESH);
    fresh.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // One question at a time: a slow server is not asked again before it has answered.
    let mut answer = Box::pin(filter.ask(server));
    let mut asking = true;
    loop {
        terminal.draw(|frame| board.draw(paint, frame.area(), frame.buffer_mut()))?;
        tokio::select! {
            told = &mut answer, if asking => {
                board.heard(told);
                asking = false;
            }
            _ = fresh.tick(), if !asking => {
                answer = Box::pin(filter.ask(server));
                asking = true;
            }
            event = events.next() => {
                let Some(event) = event else { return Ok(After::Quit) };
                if let Event::Key(key) = event? {
                    let after = board.key(key);
                    if after != After::GoOn {
                        return Ok(after);
                    }
                }
            }
            _ = signals.next() => return Ok(After::Quit),
        }
    }
}
