//! Chowka-bara at a table: rules to wire, wire to rules, and what everybody may see (the game is open to all).

use std::collections::BTreeMap;

use chowk_bots::{Bot, Brain, Position};
use chowk_protocol::{
    ChairNo, EndedWhy, Event as Told, LeftWhy, MoveView, PassedWhy, RefusalCode, SideName, SideView, TurnPhase,
    TurnView, WireVictim,
};
use chowk_record::{
    fair::{Digest, FairFate},
    line::{By, Line},
};
use chowk_rules::{
    Game,
    chowka::{Action, Ending, Event, Illegal, LeaveWhy, Match, PassWhy, Phase, Reason, RuleSet, Side, Throws, Victim},
};

use super::{Asks, Ended, Wish, by_name};

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
        let events = self.game.decide(side, &action, fate).map_err(refusal)?;
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
            Line::Lots { t, .. } => return Ok(vec![self.lots(t)]),
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
        let mut told: Vec<Told> = event_of(line).into_iter().collect();
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

    fn lots(&self, t: u64) -> Told {
        Told::Lots {
            t,
            sides: self
                .chairs
                .iter()
                .map(|(side, chair)| (side_name(*side), *chair))
                .collect(),
        }
    }

    pub(crate) fn sides_view(&self) -> BTreeMap<SideName, SideView> {
        let view = |(side, chair): &(Side, ChairNo)| {
            let pawns = self.game.pawns(*side).iter().enumerate();
            let view = SideView {
                chair: *chair,
                pawns: pawns
                    .map(|(pawn, index)| (u8::try_from(pawn).unwrap_or(u8::MAX), *index))
                    .collect(),
                right: self.game.has_right(*side),
                rank: self.game.rank(*side),
                left: self.game.has_left(*side),
            };
            (side_name(*side), view)
        };
        self.chairs.iter().map(view).collect()
    }

    pub(crate) fn turn_view(&self, asked: u64, deadline: Option<u64>) -> Option<TurnView> {
        let turn = self.game.turn()?;
        let mut view = TurnView {
            side: side_name(turn.side),
            phase: TurnPhase::Throw,
            asked,
            deadline,
            shells: turn.shells.map(|shells| shells.faces().collect()),
            value: None,
            hand: BTreeMap::new(),
            owed: turn.owed,
            t: self.t,
            moves: BTreeMap::new(),
            blocked: BTreeMap::new(),
        };
        match self.game.rules().throws {
            Throws::OneByOne => view.value = turn.hand.first().copied(),
            Throws::Collect => {
                for value in turn.hand {
                    *view.hand.entry(*value).or_insert(0) += 1;
                }
            }
        }
        if turn.phase == Phase::Move {
            view.phase = TurnPhase::Move;
            for legal in self.game.legal() {
                let seen = move_view(legal.from, legal.to, &legal.hits, legal.hits_drawn);
                view.moves.entry(legal.pawn).or_default().insert(legal.value, seen);
            }
            for blocked in self.game.blocked() {
                let why = blocked.why.code().to_owned();
                view.blocked.entry(blocked.pawn).or_default().insert(blocked.value, why);
            }
        }
        Some(view)
    }

    pub(crate) fn ended(&self) -> Option<Ended> {
        let outcome = self.game.result()?;
        Some(Ended {
            ranks: rank_names(&outcome.ranks),
            seats: Vec::new(),
            why: ended_why(outcome.why),
        })
    }
}

fn move_view(from: u8, to: u8, victims: &[Victim], drawn: bool) -> MoveView {
    let mut view = MoveView {
        from,
        to,
        hits: BTreeMap::new(),
        more_hits: BTreeMap::new(),
        drawn,
    };
    for victim in victims {
        let side = side_name(victim.side);
        if let std::collections::btree_map::Entry::Vacant(first) = view.hits.entry(side) {
            first.insert(victim.pawn);
        } else {
            view.more_hits.entry(side).or_default().push(victim.pawn);
        }
    }
    view
}

/// What the wire tells of a line, but for lots and the opened seed.
fn event_of(line: &Line) -> Option<Told> {
    match line.clone() {
        Line::Lots { .. } | Line::Opened { .. } | Line::Ended { .. } | Line::Stones(_) => None,
        Line::Thrown {
            side,
            t,
            link,
            by,
            shells,
            value,
        } => Some(Told::Thrown {
            side: side_name(side),
            t,
            link: link.map(|link| chowk_protocol::Hex(*link.as_bytes())),
            by: by_name(by),
            shells: shells.faces().collect(),
            value,
        }),
        Line::Moved {
            side,
            pawn,
            value,
            from,
            to,
            hits,
            by,
            t,
        } => {
            let victim = |hit: &Victim| WireVictim {
                side: side_name(hit.side),
                pawn: hit.pawn,
                from: hit.from,
            };
            let hits = hits.iter().map(victim).collect();
            Some(Told::Moved {
                side: side_name(side),
                pawn,
                value,
                from,
                to,
                hits,
                by: by_name(by),
                t,
            })
        }
        Line::Passed { side, value, why } => {
            let why = match why {
                PassWhy::NoMove => PassedWhy::NoMove,
                PassWhy::Burned => PassedWhy::Burned,
            };
            Some(Told::Passed {
                side: side_name(side),
                value,
                why,
            })
        }
        Line::Left { side, why } => {
            let why = match why {
                LeaveWhy::Resigned => LeftWhy::Resigned,
                LeaveWhy::TimedOut => LeftWhy::TimedOut,
                LeaveWhy::Kicked => LeftWhy::Kicked,
            };
            Some(Told::Gone {
                side: side_name(side),
                why,
            })
        }
    }
}

/// The wire's letter for a side.
pub(crate) fn side_name(side: Side) -> SideName {
    match side {
        Side::South => SideName::S,
        Side::East => SideName::E,
        Side::North => SideName::N,
        Side::West => SideName::W,
    }
}

fn rank_names(ranks: &[Vec<Side>]) -> Vec<Vec<SideName>> {
    ranks
        .iter()
        .map(|rank| rank.iter().copied().map(side_name).collect())
        .collect()
}

fn ended_why(why: Ending) -> EndedWhy {
    match why {
        Ending::Finished => EndedWhy::Finished,
        Ending::DeadEnd => EndedWhy::DeadEnd,
        Ending::Exhausted => EndedWhy::Exhausted,
        Ending::Abandoned => EndedWhy::Abandoned,
    }
}

/// The wire's code for what the rules refuse.
fn refusal(illegal: Illegal) -> RefusalCode {
    match illegal {
        Illegal::NothingThrown => RefusalCode::NothingThrown,
        Illegal::AlreadyThrown => RefusalCode::AlreadyThrown,
        Illegal::NotYourTurn => RefusalCode::NotYourTurn,
        Illegal::NotPlaying => RefusalCode::NotPlaying,
        Illegal::Over => RefusalCode::NotNow,
        Illegal::NoSuchPawn => RefusalCode::NoSuchPawn,
        Illegal::NotInHand => RefusalCode::NotInHand,
        Illegal::Cannot(Reason::Finished) => RefusalCode::Finished,
        Illegal::Cannot(Reason::NoEntry) => RefusalCode::NoEntry,
        Illegal::Cannot(Reason::Overshoot) => RefusalCode::Overshoot,
        Illegal::Cannot(Reason::NoHitRight) => RefusalCode::NoHitRight,
        Illegal::Cannot(Reason::OwnPawn) => RefusalCode::OwnPawn,
    }
}
