//! What lies over the table for a moment: a menu to choose from, or a text to read.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Clear, Widget as _},
};

use super::draw::lines;
use super::key::Key;
use super::paint::Paint;
use super::scene::{Said, Tone};
use super::text::{fit, width, wrap};

/// A choice, and what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<D> {
    /// The key that chooses it.
    pub key: char,
    /// The words.
    pub text: String,
    /// What it does.
    pub does: D,
}

/// Something over the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Dialog<D> {
    /// Choices.
    Menu {
        /// What is to be chosen.
        title: String,
        /// A sentence or two before the choices.
        words: Vec<String>,
        /// The choices.
        entries: Vec<Entry<D>>,
        /// Which one is marked.
        at: usize,
    },
    /// A text.
    Text {
        /// What it is.
        title: String,
        /// The text.
        lines: Vec<Said>,
        /// The first line that is shown, or how far from the end with `from_end`.
        top: usize,
        /// Whether its end is shown first.
        from_end: bool,
    },
}

/// What a key did to a dialog.
#[derive(Debug, Clone, PartialEq)]
pub enum Pressed<D> {
    /// It stays.
    Stays,
    /// It is closed.
    Closed,
    /// It is closed, and this was chosen.
    Chosen(D),
}

/// How many lines a page key goes.
const PAGE: usize = 10;

impl<D: Clone> Dialog<D> {
    /// A menu.
    pub fn menu(title: &str, words: Vec<String>, entries: Vec<Entry<D>>) -> Self {
        Self::Menu {
            title: title.into(),
            words,
            entries,
            at: 0,
        }
    }

    /// A text.
    pub fn text(title: &str, lines: Vec<Said>, from_end: bool) -> Self {
        Self::Text {
            title: title.into(),
            lines,
            top: 0,
            from_end,
        }
    }

    /// A key.
    pub fn press(&mut self, key: Key) -> Pressed<D> {
        match self {
            Self::Menu { entries, at, .. } => press_menu(entries, at, key),
            Self::Text {
                lines, top, from_end, ..
            } => {
                let by = match key {
                    Key::Escape | Key::Enter | Key::Letter('q' | 'l' | '?' | 'b' | 'c' | ' ') | Key::Interrupt => {
                        return Pressed::Closed;
                    }
                    Key::Down | Key::Letter('j') => 1,
                    Key::Up | Key::Letter('k') => -1,
                    Key::PageDown | Key::Right => PAGE.cast_signed(),
                    Key::PageUp | Key::Left => -PAGE.cast_signed(),
                    Key::Home => isize::MIN / 2,
                    Key::End => isize::MAX / 2,
                    Key::Letter(_) => return Pressed::Stays,
                };
                let by = if *from_end { -by } else { by };
                *top = top.saturating_add_signed(by).min(lines.len().saturating_sub(1));
                Pressed::Stays
            }
        }
    }

    /// Draws it over the middle of an area.
    pub fn draw(&self, paint: Paint, area: Rect, buffer: &mut Buffer) {
        match self {
            Self::Menu {
                title,
                words,
                entries,
                at,
            } => draw_menu((title, words), entries, *at, paint, area, buffer),
            Self::Text {
                title,
                lines: text,
                top,
                from_end,
            } => {
                let columns = area.width.saturating_sub(8).min(96);
                let mut broken: Vec<Line> = Vec::new();
                for Said { text, tone } in text {
                    let style = paint.tone(*tone);
                    let pieces = wrap(text, usize::from(columns), 2);
                    broken.extend(pieces.into_iter().map(|piece| Line::styled(piece, style)));
                }
                let rows = usize::from(area.height.saturating_sub(4)).min(broken.len().max(1));
                let over = broken.len().saturating_sub(rows);
                let first = if *from_end {
                    over - (*top).min(over)
                } else {
                    (*top).min(over)
                };
                let more = match (first > 0, first < over) {
                    (false, false) => "esc closes",
                    (true, true) => "arrows: more above and below, esc closes",
                    (true, false) => "arrows: more above, esc closes",
                    (false, true) => "arrows: more below, esc closes",
                };
                let inner = frame(title, more, (columns, rows as u16), paint, area, buffer);
                lines(broken.into_iter().skip(first), inner, buffer);
            }
        }
    }
}

fn press_menu<D: Clone>(entries: &[Entry<D>], at: &mut usize, key: Key) -> Pressed<D> {
    let count = entries.len().max(1);
    match key {
        Key::Escape | Key::Interrupt => return Pressed::Closed,
        Key::Down | Key::Right => *at = (*at + 1) % count,
        Key::Up | Key::Left => *at = (*at + count - 1) % count,
        Key::Home | Key::PageUp => *at = 0,
        Key::End | Key::PageDown => *at = count - 1,
        Key::Enter | Key::Letter(' ') => {
            return entries
                .get(*at)
                .map_or(Pressed::Closed, |entry| Pressed::Chosen(entry.does.clone()));
        }
        Key::Letter(letter) => {
            if let Some(entry) = entries.iter().find(|entry| entry.key.eq_ignore_ascii_case(&letter)) {
                return Pressed::Chosen(entry.does.clone());
            }
        }
    }
    Pressed::Stays
}

fn draw_menu<D>(
    (title, words): (&str, &[String]),
    entries: &[Entry<D>],
    at: usize,
    paint: Paint,
    area: Rect,
    buffer: &mut Buffer,
) {
    let widest = entries.iter().map(|entry| width(&entry.text)).max().unwrap_or(0);
    let room = usize::from(area.width.saturating_sub(8));
    let words_width = words.iter().map(|text| width(text)).max().unwrap_or(0).min(64);
    let rows_left = usize::from(area.height.saturating_sub(4));
    let one = (widest + 4).min(room).max(1);
    let fit_in = (room / one).clamp(1, 3);
    let columns = if entries.len() > 10 { fit_in } else { 1 };
    let columns_wide = (one * columns).max(words_width).max(width(title) + 2).max(22).min(room);
    let mut drawn: Vec<Line> = Vec::new();
    for text in words {
        drawn.extend(wrap(text, columns_wide, 0).into_iter().map(Line::raw));
    }
    if !drawn.is_empty() {
        drawn.push(Line::default());
    }
    let rows = entries.len().div_ceil(columns).max(1);
    for row in 0..rows {
        let mut spans = Vec::new();
        for column in 0..columns {
            let index = column * rows + row;
            if let Some(entry) = entries.get(index) {
                let style = if index == at { paint.reversed() } else { Style::new() };
                spans.push(Span::styled(entry.key.to_string(), paint.tone(Tone::Mine)));
                spans.push(Span::raw(" "));
                spans.push(Span::styled(fit(&entry.text, one - 3), style));
                spans.push(Span::raw(" "));
            }
        }
        drawn.push(Line::from(spans));
    }
    let height = drawn.len().min(rows_left);
    let inner = frame(
        title,
        "esc closes",
        (columns_wide as u16, height as u16),
        paint,
        area,
        buffer,
    );
    lines(drawn, inner, buffer);
}

/// An empty box in the middle of an area; gives its inside.
fn frame(title: &str, foot: &str, (columns, rows): (u16, u16), paint: Paint, area: Rect, buffer: &mut Buffer) -> Rect {
    let (outer_width, outer_height) = ((columns + 4).min(area.width), (rows + 2).min(area.height));
    let outer = Rect {
        x: area.x + (area.width - outer_width) / 2,
        y: area.y + (area.height - outer_height) / 2,
        width: outer_width,
        height: outer_height,
    }
    .intersection(buffer.area);
    Clear.render(outer, buffer);
    let glyph = |pretty, ascii| paint.glyph(pretty, ascii);
    let line = |left: &str, right: &str, words: &str| {
        let room = usize::from(outer.width).saturating_sub(2);
        let words = if words.is_empty() {
            String::new()
        } else {
            super::text::cut(&format!(" {words} "), room)
        };
        let rest = room.saturating_sub(width(&words));
        let dash = glyph("─", "-");
        format!("{left}{words}{}{right}", dash.repeat(rest))
    };
    let style = paint.tone(Tone::Mine);
    let last = outer.bottom().saturating_sub(1);
    for y in outer.top()..outer.bottom() {
        let text = if y == outer.top() {
            line(glyph("┌", "+"), glyph("┐", "+"), title)
        } else if y == last {
            line(glyph("└", "+"), glyph("┘", "+"), foot)
        } else {
            let side = glyph("│", "|");
            format!("{side}{}{side}", " ".repeat(usize::from(outer.width).saturating_sub(2)))
        };
        buffer.set_stringn(outer.x, y, text, outer.width.into(), style);
    }
    Rect {
        x: outer.x + 2.min(outer.width),
        y: outer.y + 1.min(outer.height),
        width: outer.width.saturating_sub(4),
        height: outer.height.saturating_sub(2),
    }
}
