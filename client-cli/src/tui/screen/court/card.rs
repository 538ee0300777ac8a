//! The end of a set: who was never caught, how the others rank and by what, and whether the lots hold.

use chowk_protocol::View;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::super::Screen;
use crate::play::court::{ended, letters};
use crate::tui::draw::{banner, keys, lines, title};
use crate::tui::places::frame;
use crate::tui::scene::{Scene, Tone};
use crate::tui::text::{fit, wrap};

/// Columns of a name.
const NAME: usize = 24;

impl Screen {
    pub(in crate::tui::screen) fn draw_court_card(&self, view: &View, scene: &Scene, area: Rect, buffer: &mut Buffer) {
        let (top, body, low, bottom) = frame(area);
        title(scene, self.paint, top, buffer);
        let inner = Rect {
            x: body.x + 2,
            y: body.y + 1,
            width: body.width.saturating_sub(4),
            height: body.height.saturating_sub(1),
        };
        let columns = usize::from(inner.width);
        let mut all: Vec<Line<'static>> = Vec::new();
        let bold = self.paint.tone(Tone::Mine);
        let wrapped = |all: &mut Vec<Line<'static>>, text: &str, tone: Tone| {
            let style = self.paint.tone(tone);
            let broken = wrap(text, columns, 2).into_iter();
            all.extend(broken.map(|line| Line::styled(line, style)));
        };
        if let Some(result) = &view.result {
            if let Some(words) = ended::winners(&result.seats, &self.names) {
                wrapped(&mut all, &words, Tone::Good);
            }
            all.push(Line::default());
            let head = format!(
                "    {} {:<16} {:>8} {:>8} {:>9}",
                fit("", NAME + 2),
                "caught",
                "survived",
                "carried",
                "crossings"
            );
            all.push(Line::styled(head, self.paint.faint()));
            all.extend(self.rank_lines(view, &result.seats));
            all.push(Line::default());
            if let Some(court) = &view.court {
                let number = |innings: u8| {
                    let who = court.caught.get(&innings).map_or("nobody".into(), |chair| {
                        crate::play::court::told::whom(*chair, &self.names)
                    });
                    format!("innings {innings} {who}")
                };
                let told: Vec<String> = (1..=court.innings).map(number).collect();
                wrapped(&mut all, &format!("Caught: {}.", told.join(", ")), Tone::Plain);
            }
            if let Some(series) = self.series(view) {
                wrapped(&mut all, &series, Tone::Plain);
            }
            all.push(Line::default());
            if let Some(verdict) = &self.verdict {
                let words = self.plain_marks(&verdict.text);
                wrapped(&mut all, &words, verdict.tone);
            }
            let record = self.server.page(&result.record);
            wrapped(
                &mut all,
                &format!("See this set again: chowk replay {record}"),
                Tone::Faint,
            );
            wrapped(
                &mut all,
                "Who is never caught and never chased wins; then innings survived, stones carried home, crossings.",
                Tone::Faint,
            );
        } else {
            all.push(Line::styled("The set has ended.", bold));
        }
        lines(all, inner, buffer);
        banner(scene.banner.as_ref(), self.paint, low, buffer);
        keys(&scene.keys, self.paint, bottom, buffer);
    }

    fn rank_lines(&self, view: &View, seats: &[Vec<u8>]) -> Vec<Line<'static>> {
        let letters = letters::of(view);
        let mut all = Vec::new();
        let mut place = 1;
        for rank in seats {
            for chair in rank {
                let letter = letters.get(chair).copied().unwrap_or('?');
                let mut name = self.names.name(*chair);
                if self.names.is_me(*chair) {
                    name += " (you)";
                }
                let court = view.court.as_ref();
                let score = court.and_then(|court| court.scores.get(chair));
                let caught: Vec<String> = court
                    .into_iter()
                    .flat_map(|court| &court.caught)
                    .filter(|(_, caught)| *caught == chair)
                    .map(|(innings, _)| innings.to_string())
                    .collect();
                let caught = match (caught.is_empty(), score.is_some_and(|score| score.may_win)) {
                    (true, true) => "never".to_owned(),
                    (true, false) => "chased first".to_owned(),
                    (false, _) => format!("in innings {}", caught.join(" ")),
                };
                let numbers = score.map_or_else(String::new, |score| {
                    format!("{:>8} {:>8} {:>9}", score.survived, score.carried, score.crossings)
                });
                let style = if self.names.is_me(*chair) {
                    self.paint.tone(Tone::Mine)
                } else {
                    ratatui::style::Style::new()
                };
                all.push(Line::from(vec![
                    Span::styled(format!("{place}.  "), style),
                    Span::styled(letter.to_string(), self.paint.seat(*chair)),
                    Span::styled(format!(" {} {caught:<16} {numbers}", fit(&name, NAME)), style),
                ]));
            }
            place += rank.len();
        }
        all
    }
}
