//! A brain of four stones at the end of a wire: it sees what the network brings, when it brings it, and answers each
//! tick that it hears of once.

use std::cmp::Ordering;

use chowk_bots::stones::{Bot, Brain, Sight};
use chowk_protocol::{Epoch, Word as WireWord};
use chowk_record::rules::{Game, Rules};
use chowk_rules::stones::{RuleSet, Seat, Wish, Word};

use super::{Ready, sight};
use crate::client::{Client, Table, Wish as Command};

/// A seat of four stones that plays by itself.
#[derive(Debug)]
pub struct CourtPlayer {
    brain: Brain,
    seed: u64,
    ready: Ready,
    /// The rules at this table, and the hash that names them.
    rules: Option<(String, RuleSet)>,
    /// What the newest view told, and which view that was.
    told: Option<(Epoch, u64, Sight)>,
    mind: Option<Mind>,
    /// How many directions were sent.
    inputs: u64,
    /// A direction that has not counted yet, and the tick that was seen when it was sent.
    on_its_way: Option<(u64, u32)>,
    /// How many ticks after the one that was seen a direction counts.
    lag: u32,
}

/// A bot in a set, as long as the set's ticks go on.
#[derive(Debug)]
struct Mind {
    bot: Bot,
    r#match: String,
    epoch: Epoch,
    /// The newest tick that it saw, and the one that it wished for last.
    seen: u32,
    wished_for: u32,
    /// What it presses.
    pressed: (i8, i8),
    /// The question for a word that it answered last.
    word_asked: u64,
}

/// The longest delay that a bot reckons with, in ticks.
const LAG_MAX: u32 = 30;
/// So many commands may wait; what a player wishes for while more do is out of date when they are through.
const WAITING_MAX: usize = 2;

impl CourtPlayer {
    /// A player of this brain.
    pub fn new(brain: Brain, seed: u64) -> Self {
        Self {
            brain,
            seed,
            ready: Ready::default(),
            rules: None,
            told: None,
            mind: None,
            inputs: 0,
            on_its_way: None,
            lag: 1,
        }
    }

    /// Says ready where the table is full and this seat is not ready; true if it did.
    pub fn ready_if_due(&mut self, client: &mut Client) -> bool {
        self.ready.say_if_due(client)
    }

    /// Plays on, if a new tick or question was heard of; true if a command, which will be acknowledged, is on its way.
    pub fn play(&mut self, client: &mut Client) -> bool {
        if !client.is_fresh() || client.around().is_some_and(|(around, _)| around.paused.is_some()) {
            return false;
        }
        let Some(sight) = self.look(client) else { return false };
        self.measure(client, sight.tick);
        let Some(now) = self.due(client, sight.tick) else {
            return false;
        };
        let Some(mind) = &mut self.mind else { return false };
        (mind.seen, mind.wished_for) = (sight.tick, now);
        let word_asked = client.table().and_then(Table::word_asked);
        mind.word_asked = word_asked.unwrap_or(mind.word_asked);
        let steps = client.table().is_some_and(is_in_steps);
        let (mut steers, mut commands) = (steps && word_asked.is_none(), false);
        for wish in mind.bot.wishes(now, sight) {
            if let Wish::Steer { dx, dy } = wish {
                let part = |part: i16| i8::try_from(part).unwrap_or(0);
                mind.pressed = (part(dx), part(dy));
                steers |= !steps;
            } else {
                commands |= say(client, wish);
            }
        }
        // A direction that cannot be said now is old when it can.
        if steers && client.input(mind.pressed.0, mind.pressed.1).is_ok() {
            self.inputs += 1;
            self.on_its_way.get_or_insert((self.inputs, sight.tick));
        }
        commands
    }

    /// What is seen now; a new mind where the ticks do not go on: another set, or a server that came back.
    fn look(&mut self, client: &Client) -> Option<Sight> {
        let (table, chair) = (client.table()?, client.chair()?);
        let places = table.places()?;
        let known = (table.epoch, table.v);
        if self.told.as_ref().is_none_or(|(epoch, v, _)| (*epoch, *v) != known) {
            let rules = self.rules(table)?;
            self.told = Some((known.0, known.1, sight::of_view(&table.court()?, rules)?));
        }
        let (_, _, told) = self.told.as_ref()?;
        let sight = sight::placed(*told, places);
        let r#match = table.match_id()?;
        let goes_on = |mind: &Mind| mind.epoch == table.epoch && mind.r#match == r#match && mind.seen <= sight.tick;
        if !self.mind.as_ref().is_some_and(goes_on) {
            self.on_its_way = None;
            self.mind = Some(Mind {
                bot: Bot::of(Seat::new(chair)?, self.brain, self.seed),
                r#match: r#match.to_owned(),
                epoch: table.epoch,
                seen: 0,
                wished_for: 0,
                pressed: (0, 0),
                word_asked: 0,
            });
        }
        Some(sight)
    }

    fn rules(&mut self, table: &Table) -> Option<RuleSet> {
        let hash = table.view.get("rules_hash")?.as_str()?;
        if self.rules.as_ref().is_none_or(|(known, _)| known != hash) {
            let Ok(Rules::Stones(rules)) = Rules::from_value(Game::Stones, table.view.get("rules")?) else {
                return None;
            };
            self.rules = Some((hash.to_owned(), rules));
        }
        self.rules.as_ref().map(|(_, rules)| *rules)
    }

    /// How long the way there and back is: from the tick that was seen to the one in which the answer counted. It is
    /// followed slowly, since one late frame says little.
    fn measure(&mut self, client: &Client, tick: u32) {
        let Some((input, seen)) = self.on_its_way else { return };
        if client.input_counted() < input {
            return;
        }
        self.on_its_way = None;
        let took = tick.saturating_sub(seen).clamp(1, LAG_MAX);
        match took.cmp(&self.lag) {
            Ordering::Less => self.lag -= 1,
            Ordering::Equal => {}
            Ordering::Greater => self.lag += 1,
        }
    }

    /// The tick that a wish counts for, if one is to be made now.
    fn due(&self, client: &Client, tick: u32) -> Option<u32> {
        let mind = self.mind.as_ref()?;
        let table = client.table()?;
        if !is_in_steps(table) {
            let now = tick + self.lag;
            return (now > mind.wished_for).then_some(now);
        }
        // Whoever is asked for his word answers with it, and with no direction.
        let asked = match table.word_asked() {
            Some(word) => word != mind.word_asked,
            None => client.step_waits(),
        };
        asked.then_some((tick + 1).max(mind.wished_for))
    }
}

/// Whether the set waits for its seats step by step.
fn is_in_steps(table: &Table) -> bool {
    table.view.get("step").is_some()
}

/// Says what is no direction; true if it is on its way.
fn say(client: &mut Client, wish: Wish) -> bool {
    if client.unanswered() >= WAITING_MAX {
        return false;
    }
    let said = match wish {
        Wish::Take => client.command(Command::Take),
        Wish::Give { to } => client.command(Command::Give { to: to.number() }),
        Wish::Choose(Word::Gumpu(place)) => client.choose(WireWord::Gumpu, place.map(sight::box_name)),
        Wish::Choose(Word::Chhuttu) => client.choose(WireWord::Chhuttu, None),
        Wish::Steer { .. } | Wish::Away => return false,
    };
    said.is_ok()
}

#[cfg(test)]
mod tests;
