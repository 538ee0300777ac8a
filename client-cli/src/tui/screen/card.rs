//! The end of a match: ranks, the numbers of each side beside what was to be expected, and whether the throws hold.

use chowk_protocol::View;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::Screen;
use crate::play::names::count;
use crate::play::stats::Card;
use crate::play::words::ended;
use crate::tui::draw::{banner, keys, lines, title};
use crate::tui::panel::stack;
use crate::tui::places::{SMALLEST, frame};
use crate::tui::scene::{Scene, Tone};
use crate::tui::text::{cut, fit, width, wrap};

/// Fewest columns of a card.
const CARD: u16 = 39;
/// Cards that stand side by side at the smallest size.
const BESIDE: usize = (SMALLEST.0 / CARD) as usize;

impl Screen {
    /// How many pages the cards take on the smallest screen.
    pub(super) fn pages(&self) -> usize {
        self.view
            .as_ref()
            .map_or(1, |view| self.stats.cards(&view.rules).len().div_ceil(BESIDE).max(1))
    }

    pub(super) fn draw_card(&self, view: &View, scene: &Scene, area: Rect, buffer: &mut Buffer) {
        let (top, body, low, bottom) = frame(area);
        title(scene, self.paint, top, buffer);
        let inner = Rect {
            x: body.x + 1,
            width: body.width - 2,
            ..body
        };
        let columns = usize::from(inner.width);
        let cards = self.stats.cards(&view.rules);
        let beside = usize::from(inner.width / CARD).max(1);
        let page = self.page.unwrap_or(0).min(cards.len().saturating_sub(1) / BESIDE);
        let first = if cards.len() <= beside { 0 } else { page * BESIDE };
        let shown: Vec<&Card> = cards.iter().skip(first).take(beside).collect();
        let card_width = (columns / shown.len().max(1)).min(64);
        let drawn: Vec<Vec<Line>> = shown.iter().map(|card| self.card(card, card_width - 2)).collect();
        let rows = drawn.iter().map(Vec::len).max().unwrap_or(0);
        let mut together = Vec::new();
        for row in 0..rows {
            let mut spans = Vec::new();
            for card in &drawn {
                let line = card.get(row).cloned().unwrap_or_default();
                let used = line.width();
                spans.extend(line.spans);
                spans.push(Span::raw(" ".repeat(card_width.saturating_sub(used))));
            }
            together.push(Line::from(spans));
        }
        let sections = vec![
            self.outcome(view, columns),
            together,
            self.below(view, columns, shown.len() < cards.len()),
        ];
        lines(stack(sections, inner.height.into()), inner, buffer);
        banner(scene.banner.as_ref(), self.paint, low, buffer);
        keys(&scene.keys, self.paint, bottom, buffer);
    }

    fn outcome(&self, view: &View, columns: usize) -> Vec<Line<'static>> {
        let mut words = Vec::new();
        words.extend(
            view.result
                .as_ref()
                .map(|result| ended(&result.ranks, result.why, &self.names)),
        );
        words.extend(self.series(view));
        let broken = words.iter().flat_map(|text| wrap(text, columns, 2));
        broken
            .map(|line| Line::styled(line, self.paint.tone(Tone::Mine)))
            .collect()
    }

    /// What stands below the cards: how to read them, the envelope, the record.
    fn below(&self, view: &View, columns: usize, more: bool) -> Vec<Line<'static>> {
        let mut below = Vec::new();
        let mut faint = |words: String| {
            let broken = wrap(&words, columns, 2).into_iter();
            below.extend(broken.map(|line| Line::styled(line, self.paint.faint())));
        };
        let (mark, shade) = (self.paint.glyph("┃", "|"), self.paint.glyph("░", ":"));
        faint(format!(
            "number ({mark} expected)  {shade} where 95 of 100 fair matches end{}",
            if more { "  arrows: the others" } else { "" }
        ));
        if !self.stats.is_whole() {
            faint("Counted from the moment you came.".into());
        }
        if let Some(result) = &view.result {
            let record = self.server.page(&result.record);
            faint(format!("Record, for chowk replay and chowk verify: {record}"));
        }
        let verdict = match &self.verdict {
            Some(verdict) => {
                let broken = wrap(&self.plain_marks(&verdict.text), columns, 2).into_iter();
                broken
                    .map(|line| Line::styled(line, self.paint.tone(verdict.tone)))
                    .collect()
            }
            None => vec![Line::styled("The envelope is being checked.", self.paint.faint())],
        };
        verdict.into_iter().chain(below).collect()
    }

    fn card(&self, card: &Card, columns: usize) -> Vec<Line<'static>> {
        let name = cut(&self.names.name_of(card.side), columns - 2);
        let mut lines = vec![Line::from(vec![
            Span::styled(card.side.letter(), self.paint.side(card.side)),
            Span::raw(" "),
            Span::styled(name, self.paint.tone(Tone::Mine)),
        ])];
        let most = card
            .fell
            .iter()
            .map(|fell| fell.seen.max(fell.usual.1))
            .max()
            .unwrap_or(1)
            .max(1);
        let room = columns.saturating_sub(14);
        for fell in &card.fell {
            let at = |count: f64| (count / most as f64 * room as f64).round() as usize;
            let (bar, expected) = (at(fell.seen as f64), at(fell.expected).min(room - 1));
            let band = at(fell.usual.0 as f64)..at(fell.usual.1 as f64);
            let mut spans = vec![Span::raw(format!("{:>2} ", fell.value))];
            for column in 0..room {
                let (full, inside) = (column < bar, band.contains(&column));
                let (glyph, style) = match (column == expected, full, inside) {
                    (true, ..) => (self.paint.glyph("┃", "|"), self.paint.tone(Tone::Mine)),
                    (_, true, false) => (self.paint.glyph("█", "#"), self.paint.tone(Tone::Good)),
                    (_, true, true) => (self.paint.glyph("▓", "="), self.paint.tone(Tone::Good)),
                    (_, false, true) => (self.paint.glyph("░", ":"), self.paint.faint()),
                    (false, false, false) => (" ", Style::new()),
                };
                spans.push(Span::styled(glyph, style));
            }
            let numbers = format!(" {:>3} ({:.1})", fell.seen, fell.expected);
            spans.push(Span::raw(fit(&numbers, columns - 3 - room)));
            lines.push(Line::from(spans));
        }
        let (average, usual) = card.average;
        let mut facts = vec![
            format!(
                "{}, average {average:.2} (usual {usual:.2})",
                count(card.throws, "throw", "throws")
            ),
            format!("luck: {}", card.luck),
        ];
        if let Some((seen, expected)) = card.grace {
            facts.push(format!(
                "grace {seen} (usual {expected:.1}), longest wait {}",
                card.longest_wait
            ));
        }
        facts.push(format!(
            "hits made {}, suffered {} ({} squares)",
            card.hits_made, card.hits_suffered, card.squares_lost
        ));
        facts.push(format!(
            "no move {}, forced {}, by clock {}",
            card.without_move, card.forced, card.by_clock
        ));
        for fact in facts {
            debug_assert!(width(&cut(&fact, columns)) <= columns);
            lines.extend(wrap(&fact, columns, 2).into_iter().map(Line::raw));
        }
        lines
    }
}
