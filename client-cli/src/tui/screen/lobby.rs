//! The screens before a match: connecting, waiting for friends, getting ready.

use chowk_protocol::{ChairKind, Stage, View};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::{Screen, letters};
use crate::client::Client;
use crate::play::court::of_lots;
use crate::play::names::{count, spoken_code};
use crate::play::question;
use crate::tui::draw::{banner, keys, lines, log, title};
use crate::tui::panel::stack;
use crate::tui::places::frame;
use crate::tui::scene::{Scene, Tone};
use crate::tui::text::{cut, width, wrap};

/// Columns of the part with the code; big letters need them.
const CODE_COLUMNS: u16 = 46;
/// Most rows of that part.
const CODE_ROWS: u16 = 15;
/// Fewest rows of the log below.
const LOG_ROWS: u16 = 5;

impl Screen {
    pub(super) fn draw_connecting(&self, scene: &Scene, area: Rect, buffer: &mut Buffer) {
        let (top, body, low, bottom) = frame(area);
        let mut words = vec![format!("Connecting to {}.", self.server)];
        if let Some(lost) = &self.lost {
            let why = self.trouble.as_deref().or(lost.text.as_deref()).unwrap_or("no answer");
            words.push(format!("Not yet: {why} (try {}).", lost.tries));
            words.push("It is tried again until you leave.".into());
        }
        title(scene, self.paint, top, buffer);
        let inner = Rect {
            x: body.x + 4,
            y: body.y + body.height / 3,
            width: body.width.saturating_sub(8),
            height: body.height - body.height / 3,
        };
        let broken = words.iter().flat_map(|text| wrap(text, inner.width.into(), 0));
        lines(broken.map(Line::raw), inner, buffer);
        banner(scene.banner.as_ref(), self.paint, low, buffer);
        keys(&scene.keys, self.paint, bottom, buffer);
    }

    pub(super) fn draw_lobby(
        &self,
        view: &View,
        scene: &Scene,
        client: &Client,
        now: u64,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let (top, body, low, bottom) = frame(area);
        title(scene, self.paint, top, buffer);
        let left = Rect {
            x: body.x + 1,
            width: (CODE_COLUMNS.max(body.width / 2)).min(body.width) - 1,
            height: (body.height - LOG_ROWS).min(CODE_ROWS),
            ..body
        };
        let right = Rect {
            x: left.right() + 1,
            width: body.right() - left.right() - 1,
            ..left
        };
        let sections = self.how_friends_join(left.width.into());
        lines(stack(sections, left.height.into()), left, buffer);
        let columns = usize::from(right.width);
        let sections = vec![
            self.chairs(view, client, columns),
            self.what_is_next(view, client, now, columns),
            self.faint(view, client, columns),
        ];
        lines(stack(sections, right.height.into()), right, buffer);
        let below = Rect {
            x: body.x + 1,
            y: left.bottom() + 1,
            width: body.width - 1,
            height: body.bottom() - left.bottom() - 1,
        };
        log(&scene.log, self.paint, below, buffer);
        banner(scene.banner.as_ref(), self.paint, low, buffer);
        keys(&scene.keys, self.paint, bottom, buffer);
    }

    /// The code, large, and the ways in.
    fn how_friends_join(&self, columns: usize) -> Vec<Vec<Line<'static>>> {
        let (Some(room), Some(link)) = (self.room, self.link()) else {
            return Vec::new();
        };
        let code = spoken_code(room);
        let bold = self.paint.tone(Tone::Mine);
        let mut first = vec![Line::styled(format!("Room {code}"), bold)];
        let rows = letters::large(&code, self.paint.glyph("█", "#"));
        if let Some(rows) = rows.filter(|rows| width(&rows[0]) <= columns) {
            first.push(Line::default());
            first.extend(rows.into_iter().map(Line::raw));
        }
        let wrapped = |words: &str, style: Style| -> Vec<Line<'static>> {
            let broken = wrap(words, columns, 0).into_iter();
            broken.map(|line| Line::styled(line, style)).collect()
        };
        let mut ways = wrapped("The link for your friends (c copies it):", Style::new());
        ways.extend(wrapped(&link, bold));
        let mut shell = wrapped("In a terminal they type:", Style::new());
        shell.extend(wrapped(&format!("chowk join {link}"), bold));
        vec![first, ways, shell]
    }

    fn chairs(&self, view: &View, client: &Client, columns: usize) -> Vec<Line<'static>> {
        let around = client.around().map(|(around, _)| around);
        let chair = |(no, chair): (&u8, &chowk_protocol::ChairView)| {
            let number = format!("{} ", u16::from(*no) + 1);
            if chair.kind == ChairKind::Empty {
                let words = Span::styled("free", self.paint.faint());
                return Line::from(vec![Span::raw(number), words]);
            }
            let gone = around.is_some_and(|around| around.chairs.get(no) == Some(&false));
            let (state, tone) = match (gone, chair.ready, view.stage) {
                (true, ..) => ("no line", Tone::Warning),
                (_, true, Stage::Readying | Stage::Revealing) => ("ready", Tone::Good),
                (_, false, Stage::Readying | Stage::Revealing) => ("not ready", Tone::Faint),
                (_, _, Stage::Gathering | Stage::Playing | Stage::Ended) => ("", Tone::Plain),
            };
            let mut kind = self.kind(*no, Some(chair));
            if view.host == *no {
                kind = format!("{kind} host").trim_start().to_owned();
            }
            let room = columns.saturating_sub(2 + width(&kind) + 2 + state.len() + 1);
            let name = cut(chair.name.as_deref().unwrap_or("?"), room);
            Line::from(vec![
                Span::raw(number),
                Span::styled(name, self.paint.tone(Tone::Mine)),
                Span::styled(format!(" {kind} "), self.paint.faint()),
                Span::styled(state, self.paint.tone(tone)),
            ])
        };
        let mut lines = vec![Line::styled("Chairs", self.paint.tone(Tone::Mine))];
        lines.extend(view.chairs.iter().map(chair));
        lines
    }

    fn what_is_next(&self, view: &View, client: &Client, now: u64, columns: usize) -> Vec<Line<'static>> {
        let left = |tick: u64| client.tick_at(now).map(|at| tick.saturating_sub(at).div_ceil(1000));
        let mut words = Vec::new();
        let mine = view.chairs.iter().find(|(no, _)| self.names.is_me(**no));
        match view.stage {
            Stage::Gathering => {
                let free = question::free_chairs(view).len() as u64;
                words.push(format!("Waiting for {}.", count(free, "more player", "more players")));
                if let Some(seconds) = view.fill_at.and_then(left) {
                    let seconds = count(seconds, "second", "seconds");
                    words.push(format!("House bots take the free chairs in {seconds}."));
                } else if mine.is_some_and(|(no, _)| view.host == *no) {
                    words.push("k seats a house bot.".into());
                }
            }
            Stage::Readying => words.push(match mine {
                Some((_, chair)) if !chair.ready => "Press r when you are ready.".into(),
                Some(_) => "You are ready; r takes it back. The match begins when all are.".into(),
                None => "The match begins when all are ready.".into(),
            }),
            Stage::Revealing => {
                words.push("All are ready; each seat opens its first link, then the lots are drawn.".into());
                if let Some(seconds) = view.reveal_by.and_then(left) {
                    words.push(format!("At most {} more.", count(seconds, "second", "seconds")));
                }
            }
            Stage::Playing | Stage::Ended => {}
        }
        if view.not_started > 0 {
            words.push(format!(
                "{} not started.",
                count(view.not_started.into(), "attempt was", "attempts were")
            ));
        }
        let style = self.paint.tone(Tone::Mine);
        let broken = words.iter().flat_map(|text| wrap(text, columns, 0));
        broken.map(|line| Line::styled(line, style)).collect()
    }

    fn faint(&self, view: &View, client: &Client, columns: usize) -> Vec<Line<'static>> {
        let mut words = Vec::new();
        words.extend(self.series(view));
        if let Some(commit) = &view.server_commit {
            let commit = commit.to_string();
            let begin = commit.get(..16).unwrap_or(&commit);
            let sealed = format!("The throws of this match are sealed in envelope {begin}.");
            words.push(if self.is_court() { of_lots(&sealed) } else { sealed });
        }
        if view.listed {
            words.push("Everybody sees this room in the list.".into());
        }
        if let Some((around, _)) = client.around().filter(|(around, _)| around.watchers > 0) {
            words.push(format!(
                "{} here.",
                count(around.watchers.into(), "watcher is", "watchers are")
            ));
        }
        let broken = words.iter().flat_map(|text| wrap(text, columns, 0));
        broken.map(|line| Line::styled(line, self.paint.faint())).collect()
    }

    /// How a series stands.
    pub(super) fn series(&self, view: &View) -> Option<String> {
        let series = view.series.as_ref()?;
        let wins: Vec<String> = view
            .chairs
            .iter()
            .filter(|(_, chair)| chair.kind != ChairKind::Empty)
            .map(|(no, _)| format!("{} {}", self.names.name(*no), series.wins.get(no).copied().unwrap_or(0)))
            .collect();
        let next = match (series.over, series.winner) {
            (true, Some(chair)) => format!("{} won it.", self.names.name(chair)),
            (true, None) => "Nobody won it alone.".into(),
            (false, _) => format!("Match {}.", series.number),
        };
        Some(format!("Best of {}: {}. {next}", series.best_of, wins.join(", ")))
    }
}
