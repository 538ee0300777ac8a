//! Play by lines: what happens as one plain sentence each, what is typed as a wish. No full screen and no colours, so
//! that screen readers and scripts follow it. It is pure: lines in, lines out.

use std::collections::{BTreeSet, VecDeque};

use chowk_protocol::{ChairNo, View};

use super::board::Board;
use super::court::is_stones;
use super::names::{Names, count, counted, side_word, spoken_code};
use super::orders::Orders;
use super::stats::Stats;
use super::typed::{self, Act, Look, Typed};
use super::{question, rules, words};
use crate::address::Address;
use crate::client::{Client, Happening};

/// Lines kept for `last`.
const LAST_MAX: usize = 200;
/// Seconds before a deadline at which the time is told, once each.
const WARN_AT_S: [u64; 2] = [10, 5];

mod changed;
mod court;
mod manners;

/// What is said before the first view has come.
const NOT_YET: &str = "Not at the table yet; one moment.";

/// What to do after a typed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum After {
    /// Go on.
    GoOn,
    /// Stop; the seat is kept.
    Quit,
}

/// A player's, or a watcher's, words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plain {
    server: Option<Address>,
    names: Names,
    view: Option<View>,
    board: Option<Board>,
    stats: Stats,
    last: VecDeque<String>,
    /// The question that was announced last.
    announced: Option<u64>,
    /// The side whose turn was told last, with the throw or move in it.
    told_turn: Option<chowk_protocol::SideName>,
    /// Which warnings of the present deadline were said.
    warned: usize,
    paused: Option<String>,
    orders: Orders,
    /// Four stones.
    court: court::OnCourt,
    /// A newer server says what cannot be read; said once.
    newer_told: bool,
    /// Whose phrases are not shown.
    muted: BTreeSet<ChairNo>,
    /// The operator's words of welcome, as they were told.
    motd: Option<String>,
    /// The moment for which it was told that house bots fill up.
    fill_told: Option<u64>,
}

impl Plain {
    /// The words at a table of this server. `bots` are put on free chairs, if this player is the host.
    pub(crate) fn new(server: Address, bots: Vec<String>, ready_at_once: bool) -> Self {
        Self {
            server: Some(server),
            orders: Orders::new(bots, ready_at_once),
            ..Self::default()
        }
    }

    /// What is to be said about what happened.
    pub(crate) fn told(&mut self, client: &mut Client, happening: &Happening, now: u64) -> Vec<String> {
        let mut lines = Vec::new();
        match happening {
            Happening::Welcome { motd, .. } => {
                // A server that is met again has said it already.
                if *motd != self.motd {
                    lines.extend(motd.as_ref().map(|words| format!("The operator says: {words}")));
                    self.motd.clone_from(motd);
                }
            }
            Happening::Notice(words) => lines.push(format!("The operator says: {words}")),
            Happening::Aside { phrase, name } => lines.push(words::aside(phrase, name.as_deref())),
            // What is done for the player waits for the answer to what was done before.
            Happening::Acked { wish, .. } => {
                lines.extend(words::done(wish, &self.names));
                self.help_along(client);
            }
            Happening::Seated { room, chair, again } => {
                let code = spoken_code(*room);
                lines.push(match (chair, again) {
                    (Some(chair), false) => format!("You have chair {} in room {code}.", counted(*chair)),
                    (None, false) => format!("You watch room {code}."),
                    (_, true) => format!("You are back in room {code}."),
                });
            }
            Happening::Changed { events, how } => self.changed(client, events, *how, now, &mut lines),
            Happening::Refused { wish, code, text } => {
                let what = wish
                    .as_ref()
                    .map_or_else(String::new, |wish| format!("{}: ", wish.name()));
                // At the door, where nothing was asked for by name, a server that is busy is asked again by itself.
                if wish.is_some() || code != "busy" {
                    lines.push(format!("{what}{text}{}", hint(code)));
                }
            }
            Happening::Around => {
                let paused = client.around().and_then(|(around, _)| around.paused.clone());
                if paused != self.paused {
                    if let Some(why) = &paused {
                        lines.push(format!("The room stands still and no clock runs: {why}"));
                    }
                    self.paused = paused;
                }
                lines.extend(self.soon_filled(client, now));
            }
            Happening::Dropped { after_ms, tries, text } => {
                // A short break is healed before anybody has read about it; a long one is told now and then.
                if tries % 4 == 1 {
                    let why = text.clone().unwrap_or_else(|| "The connection is lost.".into());
                    let after = (*after_ms as f64 / 1000.0).max(0.1);
                    let kept = if client.chair().is_some() {
                        "; your seat is kept"
                    } else {
                        ""
                    };
                    lines.push(format!("{why} Trying again in {after:.1} seconds (try {tries}){kept}."));
                }
            }
            Happening::Motion { .. } => self.moved(client, now, &mut lines),
            Happening::Film { frames, .. } => lines.extend(self.film(frames)),
            Happening::Healing => lines.push("Something was missed; asking the server for the whole table.".into()),
            Happening::Unfair(fault) => lines.push(format!("Careful: {fault}.")),
            Happening::Checked(verdict) => {
                lines.push(self.checked(verdict));
                if let Some(view) = &self.view {
                    lines.extend(self.numbers(view));
                    lines.extend(self.after_the_match(view, client));
                }
            }
            Happening::Garbage(why) => {
                lines.push(format!("The server said what is no message of this protocol: {why}."))
            }
        }
        self.keep(&lines);
        lines
    }

    fn after_the_match(&self, view: &View, client: &Client) -> Option<String> {
        let record = self.server.as_ref()?.page(&view.result.as_ref()?.record);
        let over = view.series.as_ref().is_none_or(|series| series.over);
        let again = match (client.chair(), &view.series) {
            (None, _) => "",
            (Some(_), Some(_)) if over => " Type again for another series, leave to go.",
            (Some(_), Some(_)) => " Type again for the next match of the series.",
            (Some(_), None) if is_stones(view) => " Type again for another set, leave to go.",
            (Some(_), None) => " Type again for another match, leave to go.",
        };
        Some(format!(
            "See this match again: chowk replay {record} (chowk verify checks a saved copy).{again}"
        ))
    }

    /// Does what was typed.
    pub(crate) fn typed(&mut self, client: &mut Client, line: &str, now: u64) -> (Vec<String>, After) {
        if let Some(lines) = self.typed_on_court(client, line) {
            return (lines, After::GoOn);
        }
        let lines = match typed::read(line) {
            Typed::Nothing => Vec::new(),
            Typed::Look(look) => self.look(client, look, now),
            Typed::Act(act) => self.act(client, act),
            Typed::Mute(whom, mute) => self.mute(&whom, mute),
            Typed::Help => typed::HELP.iter().map(|line| (*line).to_owned()).collect(),
            Typed::Quit => return (Vec::new(), After::Quit),
            Typed::Unknown(text) => vec![text],
        };
        (lines, After::GoOn)
    }

    fn look(&self, client: &Client, look: Look, now: u64) -> Vec<String> {
        let Some(view) = &self.view else {
            return vec![NOT_YET.into()];
        };
        if let Some(lines) = self.look_on_court(client, look, now) {
            return lines;
        }
        let bottom = self.names.my_side().or_else(|| view.sides.keys().next().copied());
        match look {
            Look::Board => match (&self.board, bottom) {
                (Some(board), Some(bottom)) => {
                    let mut lines = board.draw(view, bottom);
                    let side = side_word(bottom);
                    lines.push(format!(
                        "Numbers count along the route of {side}; x: nobody is hit there."
                    ));
                    lines
                }
                _ => vec!["There is no board before the match begins.".into()],
            },
            Look::Pawns => question::pawns(view, &self.names),
            Look::Who => question::who(view, &self.names, client.around().map(|(around, _)| around)),
            Look::Time => vec![question::time(view, client.tick_at(now), &self.names)],
            Look::Last(count) => self.last.iter().rev().take(count).rev().cloned().collect(),
            Look::Why => question::why(view, &self.names),
            Look::Rules => rules::in_words(view),
            Look::Link => self.link(client),
            Look::Phrases => words::phrases(),
            Look::Stats => match self.stats.lines(&self.names, &view.rules) {
                lines if lines.is_empty() => vec!["Nothing was thrown yet.".into()],
                lines => lines,
            },
        }
    }

    fn act(&self, client: &mut Client, act: Act) -> Vec<String> {
        let Some(view) = &self.view else {
            return vec![NOT_YET.into()];
        };
        if client.chair().is_none() && !matches!(act, Act::Say(_)) {
            return vec!["A watcher sees and does not play; what he says, those who watch hear.".into()];
        }
        match question::wish(act, view, &self.names) {
            Ok(wish) => client
                .command(wish)
                .err()
                .map(|unsaid| unsaid.to_string())
                .into_iter()
                .collect(),
            Err(text) => vec![text],
        }
    }

    /// When [`Plain::time_passed`] has something to say.
    pub(crate) fn due(&self, client: &Client, now: u64) -> Option<u64> {
        let (deadline, at) = (self.deadline(client)?, WARN_AT_S.get(self.warned)?);
        if self.paused.is_some() {
            return None;
        }
        let tick = client.tick_at(now)?;
        Some(now + deadline.saturating_sub(at * 1000).saturating_sub(tick))
    }

    /// Until when this player is to answer.
    fn deadline(&self, client: &Client) -> Option<u64> {
        let turn = self.view.as_ref()?.turn.as_ref();
        let mine = turn.filter(|turn| self.names.is_my_side(turn.side));
        mine.and_then(|turn| turn.deadline)
            .or_else(|| self.step_deadline(client))
    }

    /// The clock is told at ten and at five seconds, and not otherwise.
    pub(crate) fn time_passed(&mut self, client: &Client, now: u64) -> Vec<String> {
        if self.due(client, now).is_none_or(|due| due > now) {
            return Vec::new();
        }
        let left = self.deadline(client).zip(client.tick_at(now));
        let left = left.map_or(0, |(deadline, tick)| deadline.saturating_sub(tick));
        self.warned = self.warned.max(warned_by(left));
        let left = left.div_ceil(1000);
        vec![format!("{} left.", count(left, "second", "seconds"))]
    }

    fn keep(&mut self, lines: &[String]) {
        self.last.extend(lines.iter().cloned());
        let over = self.last.len().saturating_sub(LAST_MAX);
        self.last.drain(..over);
    }
}

/// How many of the warnings are due when so many milliseconds are left.
fn warned_by(left_ms: u64) -> usize {
    let seconds = left_ms.div_ceil(1000);
    WARN_AT_S.iter().filter(|at| seconds <= **at).count()
}

/// What a player can do about a refusal.
fn hint(code: &str) -> &'static str {
    match code {
        "no_hit_right" | "overshoot" | "own_pawn" | "no_entry" | "finished" => " Type why for all pawns.",
        "not_your_turn" | "already_played" | "answered" => " Type last to see what happened.",
        _ => "",
    }
}
