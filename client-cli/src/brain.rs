//! A brain of the house at the end of a wire: the view it was sent, as the position and the choices that bots know.

use chowk_bots::{Bot, Brain, Camp, Choice, Position};
use chowk_protocol::{SideName, SideView, Stage, TurnPhase, TurnView};
use chowk_record::rules_json;
use chowk_rules::chowka::{RuleSet, Side, Victim};
use serde::Deserialize as _;
use serde_json::Value;

use crate::client::{Client, Table, Unsaid};

mod any;
mod court;
mod sight;

pub use any::{AnyBrain, AnyPlayer, by_name, game_by_name, game_name};
pub use court::CourtPlayer;

/// A seat of Chowka-bara that plays by itself.
#[derive(Debug)]
pub struct Player {
    bot: Bot,
    /// The rules at this table, and the hash that names them.
    rules: Option<(String, RuleSet)>,
    /// The question that was answered last, and how often.
    answered: (u64, u32),
    ready: Ready,
}

/// Saying ready at a full table.
#[derive(Debug, Default)]
struct Ready {
    /// How often it was said since the seat was ready last.
    tries: u32,
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
            ready: Ready::default(),
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
            && !client.my_turn().is_some_and(|turn| has_no_choice(&turn))
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

    /// Says ready where the table is full and this seat is not ready; true if it did. A room that does not take it is
    /// asked a few times and not for ever.
    pub fn ready_if_due(&mut self, client: &mut Client) -> bool {
        self.ready.say_if_due(client)
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
        let sides = [SideName::S, SideName::E, SideName::N, SideName::W];
        let camps: Vec<Camp> = sides.iter().filter_map(camp).collect();
        let me = side_of(turn.side);
        // A server that asks a side without a camp is none of ours, and nothing is chosen for it.
        let is_there = camps.iter().any(|camp| camp.side == me);
        is_there.then_some(Position {
            rules: *rules,
            me,
            camps,
        })
    }
}

/// Whether only one pair of value and start square is possible: then the server moves by itself.
fn has_no_choice(turn: &TurnView) -> bool {
    let mut steps = turn
        .moves
        .values()
        .flat_map(|by_value| by_value.iter().map(|(value, step)| (*value, step.from)));
    let first = steps.next();
    first.is_some() && steps.all(|step| Some(step) == first)
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

impl Ready {
    fn say_if_due(&mut self, client: &mut Client) -> bool {
        if !client.is_fresh() || client.unanswered() > 0 {
            return false;
        }
        let readying = client.table().filter(|table| table.stage() == Some(Stage::Readying));
        let ready = readying.and_then(|table| table.chair(client.chair()?)?.get("ready")?.as_bool());
        match ready {
            Some(false) if self.tries < TRIES_MAX => {
                self.tries += 1;
                client.ready().is_ok()
            }
            Some(false) => false,
            Some(true) | None => {
                self.tries = 0;
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chowk_bots::arena::Luck;
    use chowk_protocol::{Hex, patch};
    use chowk_rules::{
        Game as _,
        chowka::{Action, Match, Phase, presets},
    };
    use serde_json::{Map, json};

    use super::*;

    /// The view of a match that waits for a move, as `wire.md` says; by pawn and value.
    fn table(game: &Match) -> Table {
        let letter = |side: Side| side.letter().to_string();
        let mut sides = Map::new();
        for side in game.sides() {
            let pawns: Map<_, _> = game
                .pawns(side)
                .iter()
                .enumerate()
                .map(|(pawn, at)| (pawn.to_string(), json!(at)))
                .collect();
            let seat = json!({"chair": side.index(), "pawns": pawns, "right": game.has_right(side),
                "rank": game.rank(side), "left": game.has_left(side)});
            sides.insert(letter(side), seat);
        }
        let mut moves = json!({});
        for legal in game.legal() {
            let (mut hits, mut more) = (json!({}), json!({}));
            for victim in &legal.hits {
                match hits.get(letter(victim.side)) {
                    None => hits[letter(victim.side)] = victim.pawn.into(),
                    Some(_) if more.get(letter(victim.side)).is_none() => {
                        more[letter(victim.side)] = json!([victim.pawn])
                    }
                    Some(_) => more[letter(victim.side)]
                        .as_array_mut()
                        .unwrap()
                        .push(victim.pawn.into()),
                }
            }
            moves[legal.pawn.to_string()][legal.value.to_string()] =
                json!({"from": legal.from, "to": legal.to, "hits": hits, "more_hits": more, "drawn": legal.hits_drawn});
        }
        let rules = rules_json::to_value(game.rules());
        let side = letter(game.turn().unwrap().side);
        let turn = json!({"side": side, "phase": "move", "asked": 1, "t": 1, "owed": 0, "moves": moves});
        let view = json!({"rules": rules, "rules_hash": "some", "sides": sides, "turn": turn});
        let hash = patch::hash(&view);
        Table::of(Hex([0; 8]), 1, view, hash).unwrap()
    }

    #[test]
    fn the_view_tells_a_brain_all_that_the_match_would() {
        for (seed, preset) in presets().iter().enumerate() {
            let mut game = Match::new(preset.rules(), 4);
            let mut luck = Luck::new(seed as u64);
            let mut player = Player::new(Brain::Random, 1);
            for _ in 0..600 {
                let Some(turn) = game.turn() else { break };
                let (side, phase) = (turn.side, turn.phase);
                let action = match phase {
                    Phase::Throw => Action::Throw,
                    Phase::Move => {
                        let table = table(&game);
                        let turn = table.turn().unwrap();
                        let mut legal = game.legal();
                        legal.sort_by_key(|legal| (legal.pawn, legal.value));
                        assert_eq!(choices(&table, &turn), legal, "{}", preset.name);
                        assert_eq!(
                            player.position(&table, &turn),
                            Some(Position::of(&game, side)),
                            "{}",
                            preset.name
                        );
                        let (pawn, value) = player.choose(&table, &turn).unwrap();
                        Action::Move { pawn, value }
                    }
                };
                for event in game.decide(side, &action, &mut luck).unwrap() {
                    game.evolve(&event);
                }
            }
        }
    }

    /// Found by the fuzzer: a server that is none of ours asked a side that it had told no pawns of.
    #[test]
    fn for_a_side_without_pawns_nothing_is_chosen() {
        let mut game = Match::new(presets()[0].rules(), 2);
        let mut luck = Luck::new(1);
        while game.turn().is_some_and(|turn| turn.phase == Phase::Throw) {
            let side = game.turn().unwrap().side;
            for event in game.decide(side, &Action::Throw, &mut luck).unwrap() {
                game.evolve(&event);
            }
        }
        let known = table(&game);
        let turn = known.turn().unwrap();
        let mut view = known.view.clone();
        view["sides"].as_object_mut().unwrap().remove(turn.side.letter());
        let hash = patch::hash(&view);
        let stranger = Table::of(Hex([0; 8]), 1, view, hash).unwrap();
        let mut player = Player::new(Brain::Careful, 1);
        assert!(player.position(&known, &turn).is_some());
        assert_eq!(player.position(&stranger, &turn), None);
    }
}
