//! Chowka-bara at a table: rules to wire, wire to rules, and what everybody may see (the game is open to all).

use std::collections::BTreeMap;

use chowk_bots::{Bot, Brain, Position};
use chowk_protocol::{ChairNo, Event as Told, RefusalCode, SideName, SideView, TurnPhase, TurnView};
use chowk_record::{
    fair::{Digest, FairFate},
    line::{By, Line},
};
use chowk_rules::{
    Game,
    chowka::{Action, Event, LeaveWhy, Match, Phase, RuleSet, Side},
};

use chowk_wire::chowka as wire;

use super::{Asks, Ended, Wish};
use crate::fault::{Fault, is_planted};

/// A match, and which chair plays which side.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Chowka {
    game: Match,
    /// The chair of each side in use, South first.
    chairs: Vec<(Side, ChairNo)>,
    /// The number of the next draw.
    t: u64,
}

impl Chowka {
    pub(crate) fn start(rules: RuleSet, sides: &[usize], t: u64) -> Result<Self, String> {
        let players = u8::try_from(sides.len())
            .ok()
            .filter(|players| (2..=4).contains(players));
        let players = players.ok_or_else(|| format!("{} players cannot play", sides.len()))?;
        rules.check().map_err(|fault| fault.to_string())?;
        let chair = |chair: &usize| ChairNo::try_from(*chair).map_err(|_| format!("there is no chair {chair}"));
        let chairs: Vec<ChairNo> = sides.iter().map(chair).collect::<Result<_, _>>()?;
        Ok(Self {
            game: Match::new(rules, players),
            chairs: Side::in_use(players).iter().copied().zip(chairs).collect(),
            t,
        })
    }

    pub(crate) fn t(&self) -> u64 {
        self.t
    }

    pub(crate) fn side_of(&self, chair: ChairNo) -> Option<Side> {
        self.chairs
            .iter()
            .find(|(_, sitter)| *sitter == chair)
            .map(|(side, _)| *side)
    }

    fn chair_of(&self, side: Side) -> Option<ChairNo> {
        self.chairs
            .iter()
            .find(|(sat, _)| *sat == side)
            .map(|(_, chair)| *chair)
    }

    pub(crate) fn is_playing(&self, chair: ChairNo) -> bool {
        self.side_of(chair).is_some_and(|side| self.game.is_playing(side))
    }

    pub(crate) fn asks(&self) -> Option<Asks> {
        let turn = self.game.turn()?;
        let forced = || self.game.forced().map(|(pawn, value)| Wish::Move { pawn, value });
        let (phase, forced) = match turn.phase {
            Phase::Throw => (TurnPhase::Throw, None),
            Phase::Move => (TurnPhase::Move, forced()),
        };
        Some(Asks {
            chair: self.chair_of(turn.side)?,
            phase,
            forced,
        })
    }

    pub(crate) fn judge(
        &self,
        chair: ChairNo,
        wish: Wish,
        by: By,
        link: Option<Digest>,
        fate: &mut FairFate,
    ) -> Result<Vec<Line>, RefusalCode> {
        let side = self.side_of(chair).ok_or(RefusalCode::NotPlaying)?;
        let action = match wish {
            Wish::Throw => Action::Throw,
            Wish::Move { pawn, value } => Action::Move { pawn, value },
            Wish::Resign => Action::Leave(LeaveWhy::Resigned),
            Wish::Kick => Action::Leave(LeaveWhy::Kicked),
            Wish::Abandon => Action::Abandon,
        };
        let events = self.game.decide(side, &action, fate).map_err(wire::refusal)?;
        Ok(events.iter().map(|event| Line::told(event, by, link)).collect())
    }

    pub(crate) fn choose(&self, brain: &str, seed: u64) -> Option<Wish> {
        let brain = brain.parse().unwrap_or(Brain::Steady);
        match self.game.turn()?.phase {
            Phase::Throw => Some(Wish::Throw),
            Phase::Move => {
                let choices = self.game.legal();
                let choice = &choices[Bot::new(brain, seed).choose(&Position::from(&self.game), &choices)];
                Some(Wish::Move {
                    pawn: choice.pawn,
                    value: choice.value,
                })
            }
        }
    }

    pub(crate) fn evolve(&mut self, line: &Line) -> Result<Vec<Told>, String> {
        let event = match line.clone() {
            Line::Lots { .. } => return Ok(wire::event(line).into_iter().collect()),
            Line::Opened { .. } => return Ok(Vec::new()),
            Line::Stones(_) => return Err("a line of another game".into()),
            Line::Thrown {
                side, t, shells, value, ..
            } => {
                self.t = t + 1;
                Event::Thrown { side, t, shells, value }
            }
            Line::Moved {
                side,
                pawn,
                value,
                from,
                to,
                hits,
                t,
                ..
            } => {
                self.t = t.map_or(self.t, |t| t + 1);
                Event::Moved {
                    side,
                    pawn,
                    value,
                    from,
                    to,
                    hits,
                    t,
                }
            }
            Line::Passed { side, value, why } => Event::Passed { side, value, why },
            Line::Left { side, why } => Event::Left { side, why },
            Line::Ended { ranks, why } => Event::Ended { ranks, why },
        };
        let shut = self.without_right();
        self.game.evolve(&event);
        let mut told: Vec<Told> = wire::event(line).into_iter().collect();
        // A hit gives the right to one; only an opened gate gives it to all who lack it.
        let mover = if let Event::Moved { side, .. } = event {
            Some(side)
        } else {
            None
        };
        if shut
            .iter()
            .any(|side| Some(*side) != mover && self.game.is_playing(*side) && self.game.has_right(*side))
        {
            told.push(Told::GateOpened {});
        }
        Ok(told)
    }

    fn without_right(&self) -> Vec<Side> {
        let lacks = |side: &Side| self.game.is_playing(*side) && !self.game.has_right(*side);
        self.game.sides().filter(lacks).collect()
    }

    pub(crate) fn sides_view(&self) -> BTreeMap<SideName, SideView> {
        let view = |(side, chair): &(Side, ChairNo)| {
            let pawns = self.game.pawns(*side).iter().enumerate();
            let view = SideView {
                chair: *chair,
                pawns: pawns
                    .map(|(pawn, index)| (u8::try_from(pawn).unwrap_or(u8::MAX), *index))
                    .collect(),
                right: self.game.has_right(*side) || is_planted(Fault::RightShownToAll),
                rank: self.game.rank(*side),
                left: self.game.has_left(*side),
            };
            (wire::side_name(*side), view)
        };
        self.chairs.iter().map(view).collect()
    }

    pub(crate) fn turn_view(&self, asked: u64, deadline: Option<u64>) -> Option<TurnView> {
        wire::turn(&self.game, self.t, asked, deadline)
    }

    pub(crate) fn ended(&self) -> Option<Ended> {
        let outcome = self.game.result()?;
        Some(Ended {
            ranks: wire::rank_names(&outcome.ranks),
            seats: Vec::new(),
            why: wire::ended_why(outcome.why),
        })
    }
}
