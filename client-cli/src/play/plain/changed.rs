//! What a player hears when the table has changed, and what is done for him without being typed.

use chowk_protocol::{Event, Stage, TurnPhase, View};

use super::Plain;
use crate::client::{Client, How};
use crate::play::board::Board;
use crate::play::court::{is_stones, of_lots, rules::how_it_goes, told, whereabouts};
use crate::play::names::count;
use crate::play::words::{self, Around};
use crate::play::{question, rules};

impl Plain {
    pub(super) fn changed(
        &mut self,
        client: &mut Client,
        events: &[Event],
        how: How,
        now: u64,
        lines: &mut Vec<String>,
    ) {
        let Some(table) = client.table() else { return };
        let view = match table.typed() {
            Ok(view) => view,
            Err(error) => {
                if !std::mem::replace(&mut self.newer_told, true) {
                    lines.push(format!(
                        "This server is newer than this client and says what it cannot read ({error})."
                    ));
                }
                return;
            }
        };
        let (first, before) = (self.view.is_none(), self.view.clone());
        if self.board.is_none() || self.view.as_ref().is_some_and(|old| old.rules != view.rules) {
            self.board = Board::of_rules(&view.rules);
        }
        // Who leaves or comes in these events is called as before; the names of the new view hold afterwards.
        if first || how == How::Snapshot {
            self.names.look(&view, client.chair());
        }
        match how {
            How::Snapshot if first => lines.extend(self.overview(&view)),
            How::Snapshot => lines.push("This is how the table stands now.".into()),
            How::CatchUp if !events.is_empty() => lines.push("While you were gone:".into()),
            How::CatchUp | How::Diff => {}
        }
        if how == How::Snapshot {
            self.stats.missed(&view.rules);
            self.told_turn = None;
        } else {
            for event in events {
                self.saw(event, &view);
                self.saw_on_court(event, client);
                let around = Around {
                    names: &self.names,
                    board: self.board.as_ref(),
                    tick: client.tick_at(now),
                };
                if !self.is_unheard(event) {
                    lines.extend(if let Event::Court { happened, .. } = event {
                        told::sentence(happened, &self.names, view.court.as_ref())
                    } else {
                        let words = words::sentence(event, &around);
                        words.map(|words| if is_stones(&view) { of_lots(&words) } else { words })
                    });
                }
                lines.extend(self.host_may_hand_over(&view, event, client.chair()));
            }
        }
        self.names.look(&view, client.chair());
        lines.extend(self.full_again(before.as_ref(), &view, events));
        lines.extend(self.series_changed(before.as_ref(), &view));
        self.view = Some(view);
        if first {
            lines.extend(self.how_friends_join(client));
        }
        lines.extend(self.soon_filled(client, now));
        self.announce(client, now, lines);
        self.announce_court(client, now, lines);
        self.help_along(client);
    }

    fn saw(&mut self, event: &Event, view: &View) {
        self.stats.saw(event);
        self.hear_again(event);
        if let Event::Joined { chair, name, .. } = event {
            self.names.sat_down(*chair, name);
        }
        if let Event::Lots { sides, .. } = event {
            self.names.lots(sides);
            self.stats.begin(&view.rules);
            self.told_turn = None;
        }
    }

    /// Says whose turn it is and what to do, once for each question.
    fn announce(&mut self, client: &Client, now: u64, lines: &mut Vec<String>) {
        let Some(turn) = self.view.as_ref().and_then(|view| view.turn.as_ref()) else {
            return;
        };
        if self.announced == Some(turn.asked) {
            return;
        }
        self.announced = Some(turn.asked);
        // A clock that has hardly more to begin with needs no warning.
        let left = turn.deadline.zip(client.tick_at(now));
        let left = left.map(|(deadline, tick)| deadline.saturating_sub(tick));
        self.warned = left.map_or(0, |left| super::warned_by(left.saturating_sub(1_000)));
        if client.chair().is_some() && self.names.is_my_side(turn.side) {
            let again = self.told_turn == Some(turn.side) && turn.phase == TurnPhase::Throw;
            lines.push(question::ask(turn, again, &self.names, self.board.as_ref()));
        } else if self.told_turn != Some(turn.side) {
            lines.push(format!("It is the turn of {}.", self.names.name_of(turn.side)));
        }
        self.told_turn = Some(turn.side);
    }

    /// Does what was asked for on the command line.
    pub(super) fn help_along(&mut self, client: &mut Client) {
        if let Some(view) = &self.view {
            self.orders.help_along(view, client);
        }
    }

    /// What is worth knowing when one comes to a table.
    fn overview(&self, view: &View) -> Vec<String> {
        let preset = view.preset.as_deref().unwrap_or("rules of their own");
        let chairs = count(view.chairs.len() as u64, "chair", "chairs");
        let table = if is_stones(view) {
            format!("Four stones, {preset}, {chairs}. {}", how_it_goes(view))
        } else {
            format!("Chowka-bara, {preset}, {chairs}. {}", rules::clock_words(view.clock))
        };
        let mut lines = vec![format!(
            "{table} Type rules for the rules and help for what you can type."
        )];
        lines.extend(question::who(view, &self.names, None));
        match view.stage {
            Stage::Gathering => {}
            Stage::Readying => {
                let commit = view.server_commit.map(|commit| commit.to_string()).unwrap_or_default();
                let words = words::sealed(&commit, &self.names);
                lines.push(if is_stones(view) { of_lots(&words) } else { words });
            }
            Stage::Revealing => lines.push("The match is about to begin.".into()),
            Stage::Playing => {
                lines.push("The match is running.".into());
                match &view.court {
                    Some(court) => lines.push(whereabouts::standing(court, &self.names)),
                    None => lines.extend(question::pawns(view, &self.names)),
                }
            }
            Stage::Ended => lines.push("The match has ended.".into()),
        }
        lines
    }

    /// The host is told how to invite; others type link.
    fn how_friends_join(&self, client: &Client) -> Vec<String> {
        let Some(view) = &self.view else { return Vec::new() };
        if client.chair() == Some(view.host) && !question::free_chairs(view).is_empty() {
            self.link(client)
        } else {
            Vec::new()
        }
    }
}
