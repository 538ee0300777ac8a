//! The panel beside the board: who sits where, the clock, the cowries, what is to be done and what each pawn may do.

use chowk_protocol::SideName;
use ratatui::{
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::paint::Paint;
use super::scene::{Choice, Clock, Scene, Seat, Tone};
use super::text::{cut, fit, width, wrap};

/// Below this the clock is shown as a warning, in milliseconds.
const LATE_MS: u64 = 10_000;

/// The panel's sections, each a few lines of at most so many columns.
pub(crate) fn sections(scene: &Scene, paint: Paint, columns: usize) -> Vec<Vec<Line<'static>>> {
    let mut seats: Vec<Line> = scene
        .seats
        .iter()
        .map(|seat| seat_line(scene, seat, paint, columns))
        .collect();
    if let Some(bank) = scene.clock.and_then(|clock| clock.bank_ms) {
        let words = format!("bank {}", clock_words(bank));
        seats.push(Line::styled(format!("{words:>columns$}"), paint.faint()));
    }
    let mut status = shells(scene, columns);
    // Whose turn it is shows in the words as well: what is mine to do stands out.
    let tone = if scene.turn == Some(scene.bottom) {
        Tone::Good
    } else {
        Tone::Plain
    };
    for text in &scene.status {
        status.extend(
            wrap(text, columns, 0)
                .into_iter()
                .map(|line| Line::styled(line, paint.tone(tone))),
        );
    }
    let choices = scene
        .choices
        .iter()
        .flat_map(|choice| choice_lines(choice, paint, columns))
        .collect();
    let notes = scene.notes.iter().flat_map(|note| wrap(note, columns, 2));
    let notes = notes.map(|note| Line::styled(note, paint.faint())).collect();
    [seats, status, choices, notes]
        .into_iter()
        .filter(|section| !section.is_empty())
        .collect()
}

/// The sections one below the other in so many rows: blank lines between them while there is room, and dots where
/// something had to be left out.
pub(crate) fn stack(sections: Vec<Vec<Line<'static>>>, rows: usize) -> Vec<Line<'static>> {
    let needed: usize = sections.iter().map(Vec::len).sum();
    let mut blanks = rows.saturating_sub(needed).min(sections.len().saturating_sub(1));
    let mut lines: Vec<Line> = Vec::new();
    for section in sections {
        if !lines.is_empty() && blanks > 0 {
            blanks -= 1;
            lines.push(Line::default());
        }
        lines.extend(section);
    }
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            *last = Line::raw("..");
        }
    }
    lines
}

fn seat_line(scene: &Scene, seat: &Seat, paint: Paint, columns: usize) -> Line<'static> {
    let turn = scene.turn == Some(seat.side);
    let clock = scene.clock.filter(|_| turn);
    let time = clock.map_or_else(String::new, |clock| format!(" {:>5}", clock_words(clock.left_ms)));
    let state = state_words(seat);
    let mut kind = String::new();
    if !seat.kind.is_empty() {
        kind += &format!(" {}", seat.kind);
    }
    let off = seat.pawns.iter().filter(|(_, at)| *at == 0).count();
    if off > 0 && !seat.left {
        kind += &format!(" {off} off");
    }
    let room = columns.saturating_sub(4 + state.len() + 1 + time.len());
    // The name gives way before its mark does.
    let name = cut(&seat.name, room.saturating_sub(width(&kind)).max(room.min(6)));
    let name_style = if turn { paint.tone(Tone::Mine) } else { Style::new() };
    let kind = fit(&kind, room.saturating_sub(width(&name)));
    let state_style = if seat.absent.is_empty() && !seat.left {
        paint.faint()
    } else {
        paint.tone(Tone::Warning)
    };
    Line::from(vec![
        Span::styled(if turn { "> " } else { "  " }, paint.tone(Tone::Good)),
        Span::styled(seat.side.letter(), paint.side(seat.side)),
        Span::raw(" "),
        Span::styled(name, name_style),
        Span::styled(kind, paint.faint()),
        Span::raw(" "),
        Span::styled(state, state_style),
        Span::styled(time, clock.map_or(Style::new(), |clock| clock_style(clock, paint))),
    ])
}

fn state_words(seat: &Seat) -> String {
    if seat.left {
        return "gone".into();
    }
    match seat.rank {
        0 if !seat.absent.is_empty() => seat.absent.clone(),
        0 if seat.right => "gate open".into(),
        0 => "gate #".into(),
        1 => "1st".into(),
        2 => "2nd".into(),
        3 => "3rd".into(),
        rank => format!("{rank}th"),
    }
}

/// Minutes and seconds, the last one counted up, so that nought is the end.
pub(crate) fn clock_words(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn clock_style(clock: Clock, paint: Paint) -> Style {
    if clock.left_ms + clock.bank_ms.unwrap_or(0) <= LATE_MS / 2 {
        paint.tone(Tone::Bad)
    } else if clock.left_ms <= LATE_MS {
        paint.tone(Tone::Warning)
    } else {
        Style::new()
    }
}

fn shells(scene: &Scene, columns: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if !scene.shells.is_empty() {
        let each = scene.shells.iter().map(|up| if *up { "(o)" } else { "( )" });
        let each: Vec<&str> = each.collect();
        let value = scene.value.map_or_else(String::new, |value| format!("  = {value}"));
        let wide = format!("shells {}{value}", each.join(" "));
        let narrow = format!("{}{value}", each.concat());
        lines.push(Line::raw(if wide.len() <= columns { wide } else { narrow }));
    }
    if !scene.hand.is_empty() {
        let values = scene
            .hand
            .iter()
            .flat_map(|(value, number)| std::iter::repeat_n(value.to_string(), (*number).into()));
        let values: Vec<String> = values.collect();
        lines.push(Line::raw(cut(&format!("in hand {}", values.join(" ")), columns)));
    }
    lines
}

fn choice_lines(choice: &Choice, paint: Paint, columns: usize) -> Vec<Line<'static>> {
    let value = choice.value.map_or_else(String::new, |value| format!(" by {value}:"));
    let style = match (choice.to, choice.picked) {
        (None, _) => paint.faint(),
        (Some(_), true) => Style::new().add_modifier(Modifier::REVERSED),
        (Some(_), false) => Style::new(),
    };
    let number = u16::from(choice.pawn) + 1;
    let mark = if choice.picked { ">" } else { " " };
    let head = format!("{mark}{number} ");
    let name = pawn(choice.side, choice.pawn);
    let room = columns.saturating_sub(head.len() + name.len());
    let indent = head.len() + name.len() + 1;
    let words = format!("{value} {}", choice.words);
    let mut lines = wrap(&words, room, 1).into_iter();
    let first = lines.next().unwrap_or_default();
    let first = if choice.picked { fit(&first, room) } else { first };
    let mut all = vec![Line::from(vec![
        Span::styled(head, style),
        Span::styled(
            name,
            if choice.to.is_some() {
                paint.side(choice.side)
            } else {
                style
            },
        ),
        Span::styled(first, style),
    ])];
    all.extend(lines.map(|line| Line::styled(format!("{}{}", " ".repeat(indent - 1), line), style)));
    all
}

fn pawn(side: SideName, pawn: u8) -> String {
    format!("{}{}", side.letter(), u16::from(pawn) + 1)
}
