//! A player's, or a watcher's, full screen. It is pure: what happened, keys and milliseconds go in, wishes go to the
//! client, and a drawing comes out.

use std::collections::{BTreeSet, VecDeque};

use chowk_protocol::{ChairNo, RoomCode, SideName, Stage, View};
use ratatui::{buffer::Buffer, layout::Rect};

use super::dialog::Dialog;
use super::draw;
use super::paint::Paint;
use super::scene::{Said, Scene, Tone};
use crate::address::{Address, Invitation};
use crate::client::{Client, Happening, Reason, Wish};
use crate::play::board::Board;
use crate::play::court::{is_stones, of_lots};
use crate::play::names::Names;
use crate::play::orders::Orders;
use crate::play::stats::Stats;
use crate::play::words;

mod card;
mod changed;
mod court;
mod edges;
mod keys;
mod letters;
mod lobby;
mod menus;
mod table;
#[cfg(test)]
mod tests;

/// Lines kept for the log.
const LOG_MAX: usize = 1000;
/// A line that is back sooner was never missed, in milliseconds.
const LOST_MS: u64 = 1500;
/// Columns of the clock, at the right edge of the smallest screen.
const CLOCK_COLUMNS: u16 = 6;
/// How often the clock is drawn anew while one runs, in milliseconds.
const CLOCK_MS: u64 = 250;

/// What the terminal is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Ring its bell.
    Bell,
    /// Put this text on the clipboard.
    Copy(String),
    /// Stop; the seat is kept.
    Quit,
}

/// What the choice in a menu does.
#[derive(Debug, Clone, PartialEq)]
enum Does {
    Wish(Wish),
    /// Hides the phrases of a chair, or shows them again.
    Mute(ChairNo),
    /// Asks what the operator is to be told of a chair.
    Report(ChairNo),
    Quit,
    Stay,
}

/// A line of the log, and whose phrase it is.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    said: Said,
    phrase_of: Option<ChairNo>,
}

/// The line to the server is gone.
#[derive(Debug, Clone, PartialEq)]
struct Lost {
    since: u64,
    /// When it is tried again.
    again_at: u64,
    tries: u32,
    text: Option<String>,
}

/// A full screen.
#[derive(Debug, Clone)]
pub struct Screen {
    server: Address,
    paint: Paint,
    names: Names,
    view: Option<View>,
    room: Option<RoomCode>,
    board: Option<Board>,
    stats: Stats,
    log: VecDeque<Line>,
    orders: Orders,
    /// Four stones.
    court: court::OnCourt,
    newer_told: bool,
    told_turn: Option<SideName>,
    paused: Option<String>,
    lost: Option<Lost>,
    /// Why the last socket could not be opened.
    trouble: Option<String>,
    notice: Option<String>,
    latency_ms: Option<u64>,
    last: Option<(SideName, u8, u8)>,
    shells: Vec<bool>,
    value: Option<u8>,
    /// The pawn, and the value, that the arrows have picked.
    picked: Option<(u8, u8)>,
    /// The pawn that is to move by one of several values.
    which_value: Option<u8>,
    /// The question that was rung for last.
    rung: Option<u64>,
    /// The question whose answer is on its way.
    answered: Option<u64>,
    dialog: Option<Dialog<Does>>,
    verdict: Option<Said>,
    muted: BTreeSet<ChairNo>,
    /// The card's page, once a match has ended; `None` shows the board.
    page: Option<usize>,
    /// The end of the match before, while its card is still being read and others want another one already.
    before: Option<Box<View>>,
    /// The answer to the last key.
    flash: Option<Said>,
    /// It is over: why.
    over: Option<String>,
}

impl Screen {
    /// The screen at a table of this server. `bots` are put on free chairs, if this player is the host.
    pub fn new(server: Address, paint: Paint, bots: Vec<String>, ready_at_once: bool) -> Self {
        Self {
            server,
            paint,
            names: Names::default(),
            view: None,
            room: None,
            board: None,
            stats: Stats::default(),
            log: VecDeque::new(),
            orders: Orders::new(bots, ready_at_once),
            court: court::OnCourt::default(),
            newer_told: false,
            told_turn: None,
            paused: None,
            lost: None,
            trouble: None,
            notice: None,
            latency_ms: None,
            last: None,
            shells: Vec::new(),
            value: None,
            picked: None,
            which_value: None,
            rung: None,
            answered: None,
            dialog: None,
            verdict: None,
            muted: BTreeSet::new(),
            page: None,
            before: None,
            flash: None,
            over: None,
        }
    }

    /// With words that stand in the log before anything else.
    pub fn with_words(mut self, words: Vec<String>) -> Self {
        for text in words {
            self.say(text, Tone::Plain);
        }
        self
    }

    /// Something happened.
    pub fn told(&mut self, client: &mut Client, happening: &Happening, now: u64) -> Vec<Effect> {
        match happening {
            Happening::Welcome { motd, .. } => {
                if let Some(words) = motd.as_ref().filter(|words| self.notice.as_ref() != Some(words)) {
                    self.say(format!("The operator says: {words}"), Tone::Good);
                    self.notice = Some(words.clone());
                }
            }
            Happening::Notice(words) => {
                self.say(format!("The operator says: {words}"), Tone::Good);
                self.notice = Some(words.clone());
            }
            Happening::Aside { phrase, name } => self.say(words::aside(phrase, name.as_deref()), Tone::Warning),
            Happening::Acked {
                wish, took_ms, resent, ..
            } => {
                if !resent {
                    self.latency_ms = Some(*took_ms);
                }
                self.answer_came(wish);
                if let Some(words) = words::done(wish, &self.names) {
                    self.say(words, Tone::Plain);
                }
                self.help_along(client);
            }
            Happening::Seated { room, .. } => {
                self.room = Some(*room);
                self.lost = None;
                self.trouble = None;
            }
            Happening::Changed { events, how } => return self.changed(client, events, *how, now),
            Happening::Refused { wish, code: _, text } => {
                if let Some(wish) = wish {
                    self.answer_came(wish);
                }
                self.flash = Some(Said::new(text.clone(), Tone::Warning));
            }
            Happening::Around => self.paused = client.around().and_then(|(around, _)| around.paused.clone()),
            Happening::Dropped { after_ms, tries, text } => {
                let since = self.lost.as_ref().map_or(now, |lost| lost.since);
                self.lost = Some(Lost {
                    since,
                    again_at: now + after_ms,
                    tries: *tries,
                    text: text.clone(),
                });
            }
            Happening::Motion { .. } => self.court_moved(client, now),
            Happening::Film { frames, .. } => {
                self.court.film = court::Film::of(frames, self.court.tag.clone(), now);
            }
            Happening::Healing => {}
            Happening::Unfair(fault) => self.say(format!("Careful: {fault}."), Tone::Bad),
            Happening::Checked(verdict) => {
                let words = verdict.to_string();
                let words = if self.is_court() { of_lots(&words) } else { words };
                let tone = if verdict.is_good() { Tone::Good } else { Tone::Bad };
                self.say(words.clone(), tone);
                self.verdict = Some(Said::new(words, tone));
            }
            Happening::Garbage(why) => {
                self.say(
                    format!("The server said what is no message of this protocol: {why}."),
                    Tone::Bad,
                );
            }
        }
        Vec::new()
    }

    /// A question is answered, or not, once the server has said so.
    fn answer_came(&mut self, wish: &Wish) {
        if let Wish::Throw { asked } | Wish::Move { asked, .. } = wish
            && self.answered == Some(*asked)
        {
            self.answered = None;
        }
    }

    /// Words for the player from elsewhere in this program.
    pub fn note(&mut self, words: String) {
        self.say(words, Tone::Warning);
    }

    /// Why the line could not be opened at the last try.
    pub fn trouble(&mut self, why: Option<&str>) {
        self.trouble = why.map(str::to_owned);
    }

    /// It is over. True if there is nothing that a player would still want to look at.
    pub fn ended(&mut self, reason: &Reason, farewell: &str) -> bool {
        if matches!(reason, Reason::Left) || self.view.is_none() {
            return true;
        }
        self.dialog = None;
        self.over = Some(farewell.to_owned());
        false
    }

    /// When the drawing changes by itself, in the client's milliseconds.
    pub fn due(&self, client: &Client, now: u64) -> Option<u64> {
        let clock = self.clock_runs(client) || self.lost.is_some();
        let clock = clock.then(|| now + CLOCK_MS - now % CLOCK_MS);
        clock.into_iter().chain(self.court_due(now)).min()
    }

    fn clock_runs(&self, client: &Client) -> bool {
        let Some(view) = &self.view else { return false };
        let turn = view.turn.as_ref().is_some_and(|turn| turn.deadline.is_some());
        let step = view.court.as_ref().and_then(|court| court.step.as_ref());
        let turn = turn || step.is_some_and(|step| step.deadline.is_some());
        (turn || view.fill_at.is_some() || view.reveal_by.is_some())
            && self.paused.is_none()
            && client.around().is_some()
    }

    fn say(&mut self, text: String, tone: Tone) {
        self.push(text, tone, None);
    }

    fn push(&mut self, text: String, tone: Tone, phrase_of: Option<ChairNo>) {
        self.log.push_back(Line {
            said: Said::new(text, tone),
            phrase_of,
        });
        while self.log.len() > LOG_MAX {
            self.log.pop_front();
        }
    }

    /// What was said, without the phrases of those who are muted.
    fn log_shown(&self) -> Vec<Said> {
        let shown = |line: &&Line| line.phrase_of.is_none_or(|chair| !self.muted.contains(&chair));
        let plain = |line: &Line| Said::new(self.plain_marks(&line.said.text), line.said.tone);
        self.log.iter().filter(shown).map(plain).collect()
    }

    /// Draws the screen.
    pub fn draw(&self, client: &Client, now: u64, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if draw::too_small(self.paint, area, buffer) {
            if area.height >= 5 {
                let words = if self.plays() {
                    " q leaves; your seat is kept"
                } else {
                    " q leaves"
                };
                buffer.set_stringn(area.x, area.bottom() - 1, words, area.width.into(), self.paint.faint());
            }
            return;
        }
        let scene = self.scene(client, now);
        // A film of the last tag is seen on the court, also over the card of the end.
        let card = self.card_view().filter(|_| self.court.film.is_none());
        if let Some(view) = card.filter(|view| is_stones(view)) {
            self.draw_court_card(view, &scene, area, buffer);
        } else if let Some(view) = card {
            self.draw_card(view, &scene, area, buffer);
        } else {
            self.draw_table(&scene, client, now, area, buffer);
        }
        if let Some(dialog) = &self.dialog {
            // The turn's clock stays in sight.
            let width = area.width - CLOCK_COLUMNS;
            dialog.draw(self.paint, Rect { width, ..area }, buffer);
        }
    }

    /// The ended match whose card is to be seen.
    fn card_view(&self) -> Option<&View> {
        let ended = self
            .view
            .as_ref()
            .filter(|view| view.stage == Stage::Ended && self.page.is_some());
        ended.or(self.before.as_deref())
    }

    fn draw_table(&self, scene: &Scene, client: &Client, now: u64, area: Rect, buffer: &mut Buffer) {
        match self.view.as_ref().map(|view| (view, view.stage)) {
            None => self.draw_connecting(scene, area, buffer),
            Some((view, Stage::Gathering | Stage::Readying | Stage::Revealing)) => {
                self.draw_lobby(view, scene, client, now, area, buffer);
            }
            Some((view, Stage::Playing | Stage::Ended)) if is_stones(view) => {
                self.draw_court(scene, client, now, area, buffer);
            }
            Some((_, Stage::Playing | Stage::Ended)) => draw::draw(scene, self.paint, area, buffer),
        }
    }

    /// The room's address for a browser, and for `chowk join`.
    fn link(&self) -> Option<String> {
        Some(Invitation::link(&self.server, self.room?))
    }

    /// Whether we play, and do not only watch.
    fn plays(&self) -> bool {
        self.names.sits()
    }

    fn stage(&self) -> Option<Stage> {
        self.view.as_ref().map(|view| view.stage)
    }
}
