//! Something that is shown again on a terminal: keys in, screens out, and the terminal as it was when it is over.

use std::{io, time::Duration};

use ratatui::{buffer::Buffer, layout::Rect};
use tokio::time::{Instant, sleep_until};

use super::show::After;
use crate::tui::key::Key;
use crate::tui::paint::Paint;
use crate::tui::terminal::{Guard, Hands, Touch};

/// A match or a set that is shown.
pub(super) trait Shown {
    /// Until when the next step waits, while it plays.
    fn waits(&self) -> Option<Duration>;
    /// It plays, and a step's time has passed.
    fn tick(&mut self);
    /// A key was pressed.
    fn key(&mut self, key: Key) -> After;
    /// Draws it on a screen of any size.
    fn draw(&self, paint: Paint, area: Rect, buffer: &mut Buffer);
}

/// Shows it until somebody has seen enough.
pub(super) async fn run(mut show: impl Shown, paint: Paint) -> io::Result<()> {
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
                // The time that drawing takes is not added; a terminal that is too slow is not chased.
                due = (due + show.waits().unwrap_or_default()).max(Instant::now());
            }
        }
    }
}

#[cfg(test)]
pub(super) mod bench {
    //! Fingers and eyes for what is shown.

    use ratatui::{buffer::Buffer, layout::Rect};

    use super::{super::show::After, Shown};
    use crate::tui::{
        key::Key,
        paint::{Colours, Paint},
    };

    pub(in crate::replay) fn press(show: &mut impl Shown, keys: &str) {
        for key in keys.chars() {
            let key = match key {
                '>' => Key::Right,
                '<' => Key::Left,
                '\n' => Key::Enter,
                '^' => Key::Home,
                '$' => Key::End,
                key => Key::Letter(key),
            };
            assert_eq!(show.key(key), After::GoOn, "{key:?}");
        }
    }

    pub(in crate::replay) fn screen(show: &impl Shown, (width, height): (u16, u16)) -> String {
        let paint = Paint {
            ascii: true,
            colours: Colours::None,
        };
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        show.draw(paint, area, &mut buffer);
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }
}
