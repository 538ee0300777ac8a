//! The list on a terminal: the server is asked every two seconds, and keys are heard meanwhile.

use std::{io, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use super::Filter;
use super::board::{After, Board};
use crate::address::Address;
use crate::tui::paint::Paint;
use crate::tui::terminal::{Guard, Hands, Touch};

/// How often the server is asked.
const FRESH: Duration = Duration::from_secs(2);

/// Shows the list until somebody chooses, or has seen enough.
pub(super) async fn run(mut board: Board, filter: &Filter, server: &Address, paint: Paint) -> io::Result<After> {
    let mut hands = Hands::begin()?;
    let mut guard = Guard::begin()?;
    let mut fresh = interval(FRESH);
    fresh.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // One question at a time: a slow server is not asked again before it has answered.
    let mut answer = Box::pin(filter.ask(server));
    let mut asking = true;
    loop {
        guard
            .terminal()
            .draw(|frame| board.draw(paint, frame.area(), frame.buffer_mut()))?;
        tokio::select! {
            told = &mut answer, if asking => {
                board.heard(told);
                asking = false;
            }
            _ = fresh.tick(), if !asking => {
                answer = Box::pin(filter.ask(server));
                asking = true;
            }
            touch = hands.next() => match touch {
                Touch::Key(key) => {
                    let after = board.key(key);
                    if after != After::GoOn {
                        return Ok(after);
                    }
                }
                Touch::Redraw => {}
                Touch::Stop => return Ok(After::Quit),
            },
        }
    }
}
