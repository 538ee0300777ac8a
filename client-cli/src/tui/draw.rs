//! A scene on a screen. It draws into any buffer, of any size, and touches nothing else.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Clear, Widget as _},
};

use super::paint::Paint;
use super::places::{Places, SMALLEST};
use super::scene::{Said, Scene, Tone};
use super::text::{cut, fit, width, wrap};
use super::{grid, panel};

/// Draws a table: title, board, panel, log, statistics where there is room, a banner and the keys.
pub fn draw(scene: &Scene, paint: Paint, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    if too_small(paint, area, buffer) {
        return;
    }
    // How the panel is broken into lines depends on its width, and its width on the board alone.
    let stats = |columns: u16| -> Vec<String> {
        let broken = scene.stats.iter().flat_map(|line| wrap(line, columns.into(), 4));
        broken.collect()
    };
    let stats_rows = |columns: u16| stats(columns).len().try_into().unwrap_or(u16::MAX);
    let narrow = Places::of(area, scene.board.as_ref(), 0, stats_rows);
    let sections = panel::sections(scene, paint, narrow.panel.width.into());
    let needed = sections.iter().map(Vec::len).sum::<usize>();
    let places = Places::of(
        area,
        scene.board.as_ref(),
        needed.try_into().unwrap_or(u16::MAX),
        stats_rows,
    );
    title(scene, paint, places.title, buffer);
    match &scene.board {
        Some(board) => grid::draw(scene, board, places.cell, paint, places.board, buffer),
        None => {
            let words = [
                "This board is none that this client can draw;",
                "the panel tells where the pawns are.",
            ];
            lines(words.map(Line::raw), places.board, buffer);
        }
    }
    lines(panel::stack(sections, places.panel.height.into()), places.panel, buffer);
    log(&scene.log, paint, places.log, buffer);
    let stats = stats(places.stats.width).into_iter().map(Line::raw);
    lines(stats, lower(places.stats), buffer);
    banner(scene.banner.as_ref(), paint, places.banner, buffer);
    keys(&scene.keys, paint, places.keys, buffer);
}

/// Without its first row.
fn lower(area: Rect) -> Rect {
    Rect {
        y: area.y + u16::from(area.height > 0),
        height: area.height.saturating_sub(1),
        ..area
    }
}

/// On a screen that is too small: says so, and true.
pub(crate) fn too_small(paint: Paint, area: Rect, buffer: &mut Buffer) -> bool {
    if area.width >= SMALLEST.0 && area.height >= SMALLEST.1 {
        return false;
    }
    Clear.render(area, buffer);
    let cross = paint.glyph("×", "x");
    let words = [
        format!("Need {}{cross}{}", SMALLEST.0, SMALLEST.1),
        format!("(now {}{cross}{})", area.width, area.height),
    ];
    let (one, two) = (words.join(" "), words);
    let text = if width(&one) <= area.width.into() {
        vec![one]
    } else {
        two.to_vec()
    };
    let top = area.y + area.height.saturating_sub(text.len() as u16) / 2;
    for (y, line) in (top..area.bottom()).zip(text) {
        let x = area.x + area.width.saturating_sub(width(&line) as u16) / 2;
        buffer.set_stringn(x, y, line, (area.right() - x).into(), paint.tone(Tone::Warning));
    }
    true
}

/// The top line.
pub(crate) fn title(scene: &Scene, paint: Paint, area: Rect, buffer: &mut Buffer) {
    let corner = cut(&scene.corner, (area.width / 2).into());
    let room = usize::from(area.width).saturating_sub(width(&corner) + 2);
    let line = format!(" {} {corner} ", fit(&scene.title, room.saturating_sub(1)));
    buffer.set_stringn(area.x, area.y, line, area.width.into(), paint.reversed());
}

/// Lines from the top of an area, as many as it has.
pub(crate) fn lines<'a>(lines: impl IntoIterator<Item = Line<'a>>, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_line(area.x, y, &line, area.width);
    }
}

/// What happened last, the newest at the bottom.
pub(crate) fn log(said: &[Said], paint: Paint, area: Rect, buffer: &mut Buffer) {
    let rows = usize::from(area.height);
    let columns = usize::from(area.width);
    let mut shown: Vec<Line> = Vec::new();
    for Said { text, tone } in said.iter().rev() {
        if shown.len() >= rows {
            break;
        }
        let style = paint.tone(*tone);
        let broken = wrap(text, columns, 2).into_iter().rev();
        shown.extend(broken.map(|line| Line::styled(line, style)));
    }
    shown.truncate(rows);
    lines(shown.into_iter().rev(), area, buffer);
}

/// A line across the screen.
pub(crate) fn banner(said: Option<&Said>, paint: Paint, area: Rect, buffer: &mut Buffer) {
    if let Some(Said { text, tone }) = said {
        let line = fit(&format!(" {text}"), area.width.into());
        buffer.set_stringn(area.x, area.y, line, area.width.into(), paint.banner(*tone));
    }
}

/// The keys that do something now; what does not fit is left out from the end.
pub(crate) fn keys(keys: &[(String, String)], paint: Paint, area: Rect, buffer: &mut Buffer) {
    let mut spans = Vec::new();
    let mut used = 0;
    for (key, word) in keys {
        let needed = width(key) + width(word) + 3;
        if used + needed > usize::from(area.width) + 1 {
            break;
        }
        used += needed + 1;
        spans.push(Span::styled(format!(" {key} "), paint.reversed()));
        spans.push(Span::styled(format!("{word}  "), Style::new()));
    }
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
}
