//! A brain of the house at the end of a wire: the view it was sent, as the position and the choices that bots know.

use std::str::FromStr as _;

use chowk_bots::{Bot, Brain, Camp, Choice, Position};
use chowk_protocol::{SideName, SideView, Stage, TurnPhase, TurnView};
use chowk_record::rules_json;
use chowk_rules::chowka::{RuleSet, Side, Victim};
use serde::Deserialize as _;
use serde_json::Value;

use crate::client::{Client, Table, Unsaid};

/// A seat that plays by itself.
#[derive(Debug)]
pub struct Player {
    bot: Bot,
    /// The rules at this table, and the hash that names them.
    rules: Option<(String, RuleSet)>,
    /// The question that was answered last, and how often.
    answered: (u64, u32),
}

/// What a player did when it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// Nothing is asked of it.
    Nothing,
    /// It threw.
    Threw,
    /// It moved.
    Moved,
}

/// Most tries at one question: a refused answer is thought over once or twice, not for ever.
const TRIES_MAX: u32 = 3;

impl Player {
    /// A player of this brain.
    pub fn new(brain: Brain, seed: u64) -> Self {
        Self {
            bot: Bot::new(brain, seed),
            rules: None,
            answered: (u64::MAX, 0),
        }
    }

    /// Whether a question waits for this player's answer.
    pub fn is_asked(&self, client: &Client) -> bool {
        let (Some(table), Some(chair)) = (client.table(), client.chair()) else {
            return false;
        };
        client.unanswered() == 0
            && client.is_fresh()
            && table.asks(chair)
            && table.asked().is_some_and(|asked| self.answered != (asked, TRIES_MAX))
    }

    /// Answers the open question, if it is this player's.
    pub fn answer(&mut self, client: &mut Client) -> Result<Answered, Unsaid> {
        if !self.is_asked(client) {
            return Ok(Answered::Nothing);
        }
        let Some(turn) = client.my_turn() else {
            return Ok(Answered::Nothing);
        };
        self.answered = match self.answered {
            (asked, tries) if asked == turn.asked => (asked, tries + 1),
            _ => (turn.asked, 1),
        };
        match turn.phase {
            TurnPhase::Throw => client.throw().map(|()| Answered::Threw),
            TurnPhase::Move => {
                let Some((pawn, value)) = client.table().and_then(|table| self.choose(table, &turn)) else {
                    return Ok(Answered::Nothing);
                };
                client.move_pawn(pawn, value).map(|()| Answered::Moved)
            }
        }
    }

    /// Says ready where the table is full and this seat has not said so; true if it did.
    pub fn ready_if_due(client: &mut Client) -> bool {
        let ready = |table: &Table| table.chair(client.chair()?)?.get("ready")?.as_bool();
        let due = client.is_fresh()
            && client.unanswered() == 0
            && client
                .table()
                .is_some_and(|table| table.stage() == Some(Stage::Readying) && ready(table) == Some(false));
        due && client.ready().is_ok()
    }

    fn choose(&mut self, table: &Table, turn: &TurnView) -> Option<(u8, u8)> {
        let choices = choices(table, turn);
        let choice = match choices.as_slice() {
            [] => return None,
            [only] => only,
            choices => {
                let position = self.position(table, turn)?;
                &choices[self.bot.choose(&position, choices)]
            }
        };
        Some((choice.pawn, choice.value))
    }

    fn position(&mut self, table: &Table, turn: &TurnView) -> Option<Position> {
        let hash = table.view.get("rules_hash")?.as_str()?;
        if self.rules.as_ref().is_none_or(|(known, _)| known != hash) {
            let rules = rules_json::from_value(table.view.get("rules")?).ok()?;
            self.rules = Some((hash.to_owned(), rules));
        }
        let (_, rules) = self.rules.as_ref()?;
        let sides = table.view.get("sides")?.as_object()?;
        let camp = |side: &SideName| {
            let view = SideView::deserialize(sides.get(side.letter())?).ok()?;
            Some(Camp {
                side: side_of(*side),
                pawns: view.pawns.values().copied().collect(),
                right: view.right,
                playing: view.rank == 0 && !view.left,
            })
        };
        let camps = [SideName::S, SideName::E, SideName::N, SideName::W]
            .iter()
            .filter_map(camp)
            .collect();
        Some(Position {
            rules: *rules,
            me: side_of(turn.side),
            camps,
        })
    }
}

/// The legal moves of a turn, in the order of pawns and values.
fn choices(table: &Table, turn: &TurnView) -> Vec<Choice> {
    let mut choices = Vec::new();
    for (pawn, by_value) in &turn.moves {
        for (value, view) in by_value {
            let mut hits: Vec<Victim> = Vec::new();
            let more = view
                .more_hits
                .iter()
                .flat_map(|(side, pawns)| pawns.iter().map(move |pawn| (side, pawn)));
            for (side, pawn) in view.hits.iter().chain(more) {
                let at = table.view.pointer(&format!("/sides/{}/pawns/{pawn}", side.letter()));
                let from = at
                    .and_then(Value::as_u64)
                    .and_then(|from| u8::try_from(from).ok())
                    .unwrap_or(0);
                hits.push(Victim {
                    side: side_of(*side),
                    pawn: *pawn,
                    from,
                });
            }
            hits.sort_unstable_by_key(|victim| (victim.side, victim.pawn));
            choices.push(Choice {
                pawn: *pawn,
                value: *value,
                from: view.from,
                to: view.to,
                hits,
                hits_drawn: view.drawn,
            });
        }
    }
    choices
}

fn side_of(side: SideName) -> Side {
    match side {
        SideName::S => Side::South,
        SideName::E => Side::East,
        SideName::N => Side::North,
        SideName::W => Side::West,
    }
}

/// A brain by its name, for the command line.
pub fn by_name(name: &str) -> Result<Brain, String> {
    Brain::from_str(name).map_err(|unknown| unknown.to_string())
}
