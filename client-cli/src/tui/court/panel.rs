//! The panel beside the court: words, and a line for each seat.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{PanelLine, SeatLine};
use crate::tui::paint::Paint;
use crate::tui::scene::{Said, Tone};
use crate::tui::text::{cut, fit, width, wrap};

/// Columns of what stands right of a name: box, stones, state.
const RIGHT: usize = 3 + 5 + 8;

/// A section as lines of at most so many columns.
pub(super) fn section(section: &[PanelLine], paint: Paint, columns: usize) -> Vec<Line<'static>> {
    let mut all = Vec::new();
    for line in section {
        match line {
            PanelLine::Words(Said { text, tone }) => {
                let style = paint.tone(*tone);
                let broken = wrap(text, columns, 2).into_iter();
                all.extend(broken.map(|line| Line::styled(line, style)));
            }
            PanelLine::Seat(seat) => all.push(seat_line(seat, paint, columns)),
        }
    }
    all
}

fn seat_line(seat: &SeatLine, paint: Paint, columns: usize) -> Line<'static> {
    let (open, close) = if seat.chases { ("[", "]") } else { (" ", " ") };
    let room = columns.saturating_sub(5 + RIGHT);
    let kind = if seat.kind.is_empty() {
        String::new()
    } else {
        format!(" {}", seat.kind)
    };
    // The name gives way before its mark does.
    let name = cut(&seat.name, room.saturating_sub(width(&kind)).max(room.min(6)));
    let kind = fit(&kind, room.saturating_sub(width(&name)));
    let home = seat.home.map_or("", |home| home.letters());
    let held = "o".repeat(seat.stones.min(4).into());
    let state = match (seat.chases, seat.state.is_empty()) {
        (true, true) => "patwar",
        _ => seat.state.as_str(),
    };
    let bold = if seat.mine {
        paint.tone(Tone::Mine)
    } else {
        Style::new()
    };
    let waits = match seat.waits {
        Some(true) => "?",
        Some(false) | None => " ",
    };
    Line::from(vec![
        Span::styled(if seat.mine { ">" } else { " " }, paint.tone(Tone::Good)),
        Span::styled(open, paint.tone(Tone::Bad)),
        Span::styled(seat.letter.to_string(), paint.seat(seat.seat)),
        Span::styled(close, paint.tone(Tone::Bad)),
        Span::styled(waits, paint.tone(Tone::Warning)),
        Span::styled(name, bold),
        Span::styled(kind, paint.faint()),
        Span::styled(format!(" {home:<2}"), paint.faint()),
        Span::styled(format!(" {held:<4}"), paint.tone(Tone::Mine)),
        Span::styled(
            cut(state, 8),
            if seat.warns || seat.chases {
                paint.tone(Tone::Warning)
            } else {
                paint.faint()
            },
        ),
    ])
}
