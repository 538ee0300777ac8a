//! A match as the lines of its record and the rules alone make it: each line is judged anew, each draw drawn anew.

use std::collections::{BTreeMap, VecDeque};

use chowk_protocol::{ChairNo, CourtView, MatchId, SideName, SideView, TurnView};
use chowk_record::{
    fair::{self, Digest, FairFate, Key, Seed},
    line::{Header, Line, StonesLine},
    retold::Retold,
    rules::Rules,
};
use chowk_rules::{
    Game as _,
    chowka::{Action, Ending, Event, Match, Side},
    stones::{self, Phase},
};
use chowk_wire::{chowka as chowka_wire, stones as stones_wire};

/// A match that is played, or was played last.
#[derive(Debug, Clone)]
pub(super) struct Playing {
    rules: Rules,
    key: Key,
    game: Game,
}

#[derive(Debug, Clone)]
enum Game {
    /// The lots are not drawn yet.
    Lots,
    Chowka(Chowka),
    Court(Box<Court>),
}

#[derive(Debug, Clone)]
struct Chowka {
    game: Match,
    /// The chair of each side in use.
    chairs: Vec<(Side, ChairNo)>,
    /// The number of the next draw.
    t: u64,
    /// What follows from the action that was judged last, and was not told yet.
    owed: VecDeque<Event>,
}

#[derive(Debug, Clone)]
struct Court {
    told: Retold,
    innings: u8,
    caught: BTreeMap<u8, ChairNo>,
}

impl Playing {
    /// A match whose seats have revealed, before its lots.
    pub(super) fn new(rules: Rules, id: MatchId, seed: &Seed, header: &Header) -> Self {
        let key = fair::key(seed, &id.to_string(), &rules.hash(), &header.reveals());
        Self {
            rules,
            key,
            game: Game::Lots,
        }
    }

    /// A line of its record: it must be what the rules say.
    pub(super) fn hear(&mut self, line: &Line) -> Result<(), String> {
        match (&mut self.game, line) {
            (_, Line::Opened { .. }) => Ok(()),
            (Game::Lots, Line::Lots { sides, .. }) => {
                let (drawn, t) = fair::lots(&self.key, sides.len());
                let Rules::Chowka(rules) = self.rules else {
                    return Err("lots of another game".into());
                };
                if drawn != *sides {
                    return Err(format!("the lots are {drawn:?}, told are {sides:?}"));
                }
                let players = u8::try_from(sides.len()).unwrap_or(u8::MAX);
                let chairs = sides.iter().map(|chair| u8::try_from(*chair).unwrap_or(u8::MAX));
                self.game = Game::Chowka(Chowka {
                    game: Match::new(rules, players),
                    chairs: Side::in_use(players).iter().copied().zip(chairs).collect(),
                    t,
                    owed: VecDeque::new(),
                });
                Ok(())
            }
            (Game::Lots, Line::Stones(StonesLine::Lots { places, .. })) => {
                let Rules::Stones(rules) = self.rules else {
                    return Err("lots of another game".into());
                };
                self.game = Game::Court(Box::new(Court {
                    told: Retold::new(rules, *places),
                    innings: 0,
                    caught: BTreeMap::new(),
                }));
                Ok(())
            }
            (Game::Lots, _) => Err(format!("a line before the lots: {line:?}")),
            (Game::Chowka(chowka), _) => chowka.hear(line, &self.key),
            (Game::Court(court), Line::Stones(line)) => court.hear(line, &self.key),
            (Game::Court(_), _) => Err(format!("a line of another game: {line:?}")),
        }
    }

    /// The set has come to the end of a tick.
    pub(super) fn go_on(&mut self, tick: u32) -> Result<(), String> {
        let Game::Court(court) = &mut self.game else {
            return Err("a tick in a game without ticks".into());
        };
        let mut fate = FairFate::new(&self.key, court.told.t(), None);
        court.told.go_on(tick, &mut fate)
    }

    /// A row has ended: all that follows from what it did is told in it.
    pub(super) fn row_ends(&self) -> Result<(), String> {
        match &self.game {
            Game::Chowka(chowka) if !chowka.owed.is_empty() => Err(format!("not told in its row: {:?}", chowka.owed)),
            Game::Chowka(_) | Game::Court(_) | Game::Lots => Ok(()),
        }
    }

    /// The set, where the game has one.
    pub(super) fn set(&self) -> Option<&stones::Set> {
        match &self.game {
            Game::Court(court) => Some(court.told.set()),
            Game::Chowka(_) | Game::Lots => None,
        }
    }

    /// What a view says of the sides.
    pub(super) fn sides(&self) -> BTreeMap<SideName, SideView> {
        let Game::Chowka(chowka) = &self.game else {
            return BTreeMap::new();
        };
        let game = &chowka.game;
        let view = |(side, chair): &(Side, ChairNo)| {
            let view = SideView {
                chair: *chair,
                pawns: (0..).zip(game.pawns(*side).iter().copied()).collect(),
                right: game.has_right(*side),
                rank: game.rank(*side),
                left: game.has_left(*side),
            };
            (chowka_wire::side_name(*side), view)
        };
        chowka.chairs.iter().map(view).collect()
    }

    /// What a view says of the turn.
    pub(super) fn turn(&self, asked: u64, deadline: Option<u64>) -> Option<TurnView> {
        match &self.game {
            Game::Chowka(chowka) => chowka_wire::turn(&chowka.game, chowka.t, asked, deadline),
            Game::Court(_) | Game::Lots => None,
        }
    }

    /// What a view says of the court.
    pub(super) fn court(&self, asked: u64) -> Option<CourtView> {
        let Game::Court(court) = &self.game else { return None };
        let set = court.told.set();
        let mut view = stones_wire::court(set, &court.caught);
        view.asked = (set.phase() == Phase::Choice).then_some(asked);
        Some(view)
    }
}

impl Chowka {
    fn hear(&mut self, line: &Line, key: &Key) -> Result<(), String> {
        let (event, asked) = self.read(line)?;
        if self.owed.is_empty() {
            let (side, action, link) = asked.ok_or_else(|| format!("from nothing follows {line:?}"))?;
            let mut fate = FairFate::new(key, self.t, link);
            let follows = self.game.decide(side, &action, &mut fate);
            self.owed = follows.map_err(|illegal| format!("{line:?} is {illegal:?}"))?.into();
        }
        match self.owed.pop_front() {
            Some(owed) if owed == event => self.game.evolve(&event),
            owed => return Err(format!("told is {event:?}, by the rules it is {owed:?}")),
        }
        if let Event::Thrown { t, .. } | Event::Moved { t: Some(t), .. } = event {
            self.t = t + 1;
        }
        Ok(())
    }

    /// The event that a line tells, and the action from which such events follow.
    #[expect(clippy::type_complexity, reason = "three things that are taken apart at once")]
    fn read(&self, line: &Line) -> Result<(Event, Option<(Side, Action, Option<Digest>)>), String> {
        Ok(match line.clone() {
            Line::Thrown {
                side,
                t,
                shells,
                value,
                link,
                ..
            } => {
                let event = Event::Thrown { side, t, shells, value };
                (event, Some((side, Action::Throw, link)))
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
                let event = Event::Moved {
                    side,
                    pawn,
                    value,
                    from,
                    to,
                    hits,
                    t,
                };
                (event, Some((side, Action::Move { pawn, value }, None)))
            }
            Line::Left { side, why } => (Event::Left { side, why }, Some((side, Action::Leave(why), None))),
            Line::Passed { side, value, why } => (Event::Passed { side, value, why }, None),
            Line::Ended { ranks, why } => {
                let abandons = self.game.sides().next().filter(|_| why == Ending::Abandoned);
                let asked = abandons.map(|side| (side, Action::Abandon, None));
                (Event::Ended { ranks, why }, asked)
            }
            Line::Lots { .. } | Line::Opened { .. } | Line::Stones(_) => return Err(format!("out of place: {line:?}")),
        })
    }
}

impl Court {
    fn hear(&mut self, line: &StonesLine, key: &Key) -> Result<(), String> {
        let mut fate = FairFate::new(key, self.told.t(), None);
        self.told.take_in(line, &mut fate)?;
        if let StonesLine::Happened { event, .. } = line {
            if let stones::Event::Innings { number, .. } = event {
                self.innings = *number;
            }
            if let stones::Event::InningsEnd { caught: Some(seat) } = event {
                self.caught.insert(self.innings, seat.number());
            }
        }
        Ok(())
    }
}
