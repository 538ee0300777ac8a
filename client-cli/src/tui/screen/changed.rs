//! What the table's change does to the screen: lines of the log, the last throw and step, the bell, and what was asked
//! for on the command line.

use chowk_protocol::{Event, PassedWhy, Stage, TurnPhase, View};

use super::{Effect, Screen};
use crate::client::{Client, How};
use crate::play::board::Board;
use crate::play::court::{is_stones, of_lots, rules::how_it_goes, told};
use crate::play::words::{self, Around};
use crate::play::{names::count, rules};
use crate::tui::scene::Tone;

impl Screen {
    pub(super) fn changed(&mut self, client: &mut Client, events: &[Event], how: How, now: u64) -> Vec<Effect> {
        let Some(table) = client.table() else {
            return Vec::new();
        };
        let view = match table.typed() {
            Ok(view) => view,
            Err(error) => {
                if !std::mem::replace(&mut self.newer_told, true) {
                    let words = "This server is newer than this client and says what it cannot read";
                    self.say(format!("{words} ({error})."), Tone::Warning);
                }
                return Vec::new();
            }
        };
        let first = self.view.is_none();
        if self.board.is_none() || self.view.as_ref().is_some_and(|old| old.rules != view.rules) {
            self.board = Board::of_rules(&view.rules);
        }
        if first || how == How::Snapshot {
            self.names.look(&view, client.chair());
            self.last = None;
            self.shells.clear();
            self.value = None;
        }
        match how {
            How::Snapshot if first => self.greet(&view),
            How::Snapshot => self.say("This is how the table stands now.".into(), Tone::Faint),
            How::CatchUp if !events.is_empty() => self.say("While you were gone:".into(), Tone::Faint),
            How::CatchUp | How::Diff => {}
        }
        if how == How::Snapshot {
            self.stats.missed(&view.rules);
            if first {
                // What happened lately at a table that one comes to; counted is only what is seen from now on.
                for event in events {
                    self.tell(event, client, now);
                }
            }
        } else {
            for event in events {
                self.stats.saw(event);
                if let Event::Lots { .. } = event {
                    self.stats.begin(&view.rules);
                    self.muted.clear();
                }
                if let Event::Court { happened, .. } = event {
                    self.saw_on_court(happened, client);
                    let words = told::sentence(happened, &self.names, view.court.as_ref());
                    let tone = self.court_tone(happened);
                    words.into_iter().for_each(|words| self.say(words, tone));
                    self.show_catch(happened, tone);
                    continue;
                }
                self.tell(event, client, now);
            }
        }
        self.names.look(&view, client.chair());
        let full = view.stage == Stage::Readying && self.stage() == Some(Stage::Gathering) && self.plays();
        self.take(view);
        self.help_along(client);
        let mut effects = self.ring();
        if how == How::Diff {
            effects.extend(self.ring_on_court(events));
        }
        // Whoever waits for friends looks elsewhere meanwhile.
        effects.extend(full.then_some(Effect::Bell));
        effects
    }

    fn take(&mut self, view: View) {
        let stage_before = self.view.as_ref().map(|old| old.stage);
        if stage_before != Some(view.stage) {
            match view.stage {
                Stage::Ended => self.page = Some(0),
                Stage::Readying if self.card_view().is_some() => self.before = self.view.take().map(Box::new),
                Stage::Gathering | Stage::Readying | Stage::Revealing | Stage::Playing => {
                    self.page = None;
                    self.before = None;
                    self.verdict = None;
                }
            }
            if matches!(view.stage, Stage::Gathering | Stage::Readying) {
                self.last = None;
                self.shells.clear();
                self.value = None;
            }
        }
        let asked = |view: &View| view.turn.as_ref().map(|turn| turn.asked);
        if self.view.as_ref().and_then(asked) != asked(&view) {
            self.picked = None;
            self.which_value = None;
            self.answered = None;
            self.flash = None;
        }
        if let Some(shells) = view.turn.as_ref().and_then(|turn| turn.shells.as_ref()) {
            self.shells = shells.iter().map(|shell| *shell == 1).collect();
        }
        self.view = Some(view);
    }

    fn greet(&mut self, view: &View) {
        let preset = view.preset.as_deref().unwrap_or("rules of their own");
        let chairs = count(view.chairs.len() as u64, "chair", "chairs");
        let (game, how) = if is_stones(view) {
            ("Four stones", how_it_goes(view))
        } else {
            ("Chowka-bara", rules::clock_words(view.clock).to_owned())
        };
        self.say(format!("{game}, {preset}, {chairs}. {how}"), Tone::Faint);
    }

    /// A line of the log, and what it changes on the board.
    fn tell(&mut self, event: &Event, client: &Client, now: u64) {
        let mut phrase_of = None;
        let mut tone = Tone::Plain;
        match event {
            Event::Joined { chair, name, .. } => self.names.sat_down(*chair, name),
            Event::Lots { sides, .. } => {
                self.names.lots(sides);
                self.last = None;
            }
            Event::Thrown {
                side, shells, value, ..
            } => {
                self.shells = shells.iter().map(|shell| *shell == 1).collect();
                self.value = Some(*value);
                tone = self.tone_of(self.names.is_my_side(*side));
            }
            Event::Moved {
                side, from, to, hits, ..
            } => {
                self.last = Some((*side, *from, *to));
                tone = if hits.iter().any(|hit| self.names.is_my_side(hit.side)) {
                    Tone::Bad
                } else {
                    match (self.names.is_my_side(*side), hits.is_empty()) {
                        (true, false) => Tone::Good,
                        (mine, _) => self.tone_of(mine),
                    }
                };
            }
            Event::Passed { side, why, .. } => {
                tone = match why {
                    PassedWhy::NoMove | PassedWhy::Burned => self.tone_of(self.names.is_my_side(*side)),
                };
            }
            Event::Said { chair, .. } => {
                phrase_of = Some(*chair);
                tone = Tone::Warning;
            }
            Event::Away { .. } | Event::Dropped { .. } | Event::NotStarted { .. } | Event::Closed { .. } => {
                tone = Tone::Warning;
            }
            Event::Ended { .. } => tone = Tone::Good,
            Event::Opened { .. }
            | Event::Court { .. }
            | Event::Left { .. }
            | Event::Host { .. }
            | Event::Control { .. }
            | Event::Sealed { .. }
            | Event::Ready { .. }
            | Event::Unready { .. }
            | Event::Locked { .. }
            | Event::Revealed { .. }
            | Event::Gone { .. }
            | Event::GateOpened {}
            | Event::MoreTime { .. }
            | Event::Back { .. }
            | Event::Removed { .. }
            | Event::HandedOver { .. }
            | Event::NoChain { .. }
            | Event::Again { .. }
            | Event::Resumed { .. } => {}
        }
        let around = Around {
            names: &self.names,
            board: self.board.as_ref(),
            tick: client.tick_at(now),
        };
        let words = if let Event::Sealed { server_commit, .. } = event {
            let commit = server_commit.to_string();
            Some(format!(
                "The table is full. The throws of this match are sealed in envelope {}.",
                commit.get(..8).unwrap_or(&commit)
            ))
        } else {
            words::sentence(event, &around)
        };
        let words = words.map(|words| if self.is_court() { of_lots(&words) } else { words });
        if let Some(words) = words {
            self.push(words, tone, phrase_of);
        }
    }

    /// What one does oneself stands out among what others do.
    pub(super) fn tone_of(&self, mine: bool) -> Tone {
        if mine { Tone::Mine } else { Tone::Plain }
    }

    /// Rings once for each turn of ours, not for each question in it.
    fn ring(&mut self) -> Vec<Effect> {
        let Some(turn) = self.view.as_ref().and_then(|view| view.turn.as_ref()) else {
            self.told_turn = None;
            return Vec::new();
        };
        let begins = self.told_turn != Some(turn.side);
        self.told_turn = Some(turn.side);
        let mine = self.plays() && self.names.is_my_side(turn.side);
        if mine && begins && self.rung != Some(turn.asked) {
            self.rung = Some(turn.asked);
            return vec![Effect::Bell];
        }
        Vec::new()
    }

    /// Does what was asked for on the command line.
    pub(super) fn help_along(&mut self, client: &mut Client) {
        if let Some(view) = &self.view {
            self.orders.help_along(view, client);
        }
    }

    /// Whether the open question is ours and not answered yet.
    pub(super) fn asks_me(&self) -> Option<TurnPhase> {
        let turn = self.view.as_ref()?.turn.as_ref()?;
        let open = self.plays() && self.names.is_my_side(turn.side) && self.answered != Some(turn.asked);
        open.then_some(turn.phase)
    }
}
