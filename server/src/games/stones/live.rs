//! A set as it runs: ticks ahead of its rows, by a quarter of a second at most, with the house's players at their seats.
//!
//! It knows no clock: the room says when a tick is due. What was heard waits for the next tick; what a tick brings waits
//! for the next row.

use std::collections::{BTreeMap, VecDeque};

use chowk_bots::stones::{Bot, Brain, LATE_TICKS, Sight};
use chowk_protocol::{BoxName, ChairNo, FilmFrame, Place, RefusalCode, Word as WireWord};
use chowk_record::{
    fair::FairFate,
    line::{Line, StonesInput, StonesLine},
};
use chowk_rules::stones::{Answer, Direction, Event, Illegal, Phase, Point, SEATS, Seat, Set, Wish, Word};

use chowk_wire::stones as wire;

use super::Stones;

/// Who plays a seat in a tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Player {
    /// Whoever holds the seat.
    Own,
    /// A house brain, by name; it keeps silent at Choice if it only stands in for somebody who is away.
    House { brain: String, stands_in: bool },
    /// Nobody: it stands still.
    Nobody,
}

/// A command of a seat that a tick judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Press {
    /// Take a stone.
    Take,
    /// Give a stone to a seat.
    Give { to: u8 },
    /// The patwar's word.
    Choose { word: WireWord, corner: Option<BoxName> },
}

/// What ticks brought to the commands they judged, in order, and whether another phase began.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Ran {
    pub(crate) answers: Vec<Result<(), RefusalCode>>,
    pub(crate) is_new_phase: bool,
}

/// A direction that was heard.
#[derive(Debug, Clone, Copy)]
struct Heard {
    i: u64,
    direction: Direction,
}

/// A set as it runs.
#[derive(Debug)]
pub(crate) struct Live {
    set: Set,
    /// The tick of the last row.
    told: u32,
    /// Directions since then, and what else happened since then.
    inputs: Vec<StonesInput>,
    lines: Vec<Line>,
    heard: [Option<Heard>; SEATS],
    /// The newest input of each seat that counted.
    counted: [u64; SEATS],
    seed: u64,
    minds: [Option<(Brain, Bot)>; SEATS],
    /// The court of the last ticks, the newest last: house bots see it late.
    past: VecDeque<Sight>,
    /// Where they were in the last 1.5 s, by tick.
    film: VecDeque<(u32, [Point; SEATS])>,
    /// The same before the last tag.
    tag: Option<Vec<(u32, [Point; SEATS])>>,
    /// The places in the last frame, and the tick of the last one that told all five.
    shown: Option<[Point; SEATS]>,
    whole_at: u32,
}

/// How the house's players are asked for a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum House {
    /// In real time they see the court as late as a person behind a network does.
    SeesLate,
    /// In the first tick of a step everybody has seen the court stand still.
    SeesNow,
    /// In the rest of a step nobody is asked: what was pressed holds.
    Holds,
}

impl Live {
    /// Goes on from the last row; `seed` is what its house bots leave to luck.
    pub(crate) fn of(stones: &Stones, seed: u64) -> Self {
        let set = stones.set().clone();
        Self {
            told: set.tick(),
            inputs: Vec::new(),
            lines: Vec::new(),
            heard: [None; SEATS],
            counted: [0; SEATS],
            seed,
            minds: [const { None }; SEATS],
            past: VecDeque::from([Sight::of(&set)]),
            film: VecDeque::new(),
            tag: None,
            shown: None,
            whole_at: 0,
            set,
        }
    }

    /// The set as it is now.
    pub(crate) fn set(&self) -> &Set {
        &self.set
    }

    /// Hears a direction for the next tick: of several the last counts.
    pub(crate) fn hear(&mut self, chair: ChairNo, i: u64, dx: i8, dy: i8) -> Result<(), RefusalCode> {
        let seat = Seat::new(chair).ok_or(RefusalCode::NotPlaying)?;
        let direction = Direction::of(dx.into(), dy.into()).ok_or(RefusalCode::BadDirection)?;
        self.heard[seat.index()] = Some(Heard { i, direction });
        Ok(())
    }

    /// The newest input of a chair that has counted.
    pub(crate) fn counted(&self, chair: ChairNo) -> u64 {
        self.counted.get(usize::from(chair)).copied().unwrap_or(0)
    }

    /// Another socket speaks for the seat: it numbers its inputs anew.
    pub(crate) fn counts_anew(&mut self, chair: ChairNo) {
        if let Some(counted) = self.counted.get_mut(usize::from(chair)) {
            *counted = 0;
        }
    }

    /// One tick.
    pub(crate) fn tick(
        &mut self,
        players: &[Player; SEATS],
        presses: &[(ChairNo, Press)],
        house: House,
        fate: &mut FairFate,
    ) -> Ran {
        let (phase, number, tick) = (self.set.phase(), self.set.number(), self.set.tick() + 1);
        let mut wishes = Vec::new();
        let mut acts = Vec::new();
        for seat in Seat::ALL {
            self.steer(seat, &players[seat.index()], &mut wishes);
        }
        for (chair, press) in presses {
            acts.push(Seat::new(*chair).map(|seat| (seat, wish_of(seat, *press))));
        }
        let mut asked = wishes;
        asked.extend(acts.iter().copied().flatten());
        match house {
            House::SeesLate => self.ask_the_house(LATE_TICKS, tick, players, &mut asked),
            House::SeesNow => self.ask_the_house(0, tick, players, &mut asked),
            House::Holds => {}
        }
        // Directions first, as the record tells them.
        asked.sort_by_key(|(_, wish)| !matches!(wish, Wish::Steer { .. }));
        let before = self.places();
        let beat = self.set.advance(&asked, fate);
        self.keep(tick, &asked, &beat.answers);
        for event in &beat.events {
            let line = StonesLine::Happened {
                tick,
                event: event.clone(),
            };
            self.lines.push(Line::Stones(line));
        }
        self.remember(tick, &before, &beat.events);
        let answer = |act: &Option<(Seat, Wish)>| {
            let at = act.and_then(|act| asked.iter().position(|other| *other == act));
            match at.and_then(|at| beat.answers.get(at)) {
                Some(Answer::Done) => Ok(()),
                Some(Answer::Refused(illegal)) => Err(wire::refusal(*illegal)),
                Some(Answer::Lost) => Err(wire::refusal(Illegal::NotNow)),
                None => Err(RefusalCode::NotPlaying),
            }
        };
        Ran {
            answers: acts.iter().map(answer).collect(),
            is_new_phase: self.set.phase() != phase || self.set.number() != number,
        }
    }

    /// What the seat's own player says about its direction.
    fn steer(&mut self, seat: Seat, player: &Player, wishes: &mut Vec<(Seat, Wish)>) {
        let still = self.set.is_away(seat);
        let heard = self.heard[seat.index()].take();
        match player {
            Player::Own => {
                if let Some(Heard { i, .. }) = heard {
                    self.counted[seat.index()] = i;
                }
                let now = self.set.direction(seat);
                let wanted = heard.map_or(now, |heard| heard.direction);
                if wanted != now || still {
                    wishes.push((seat, steer(wanted)));
                }
            }
            Player::House { .. } if still => wishes.push((seat, steer(Direction::STILL))),
            Player::House { .. } => {}
            Player::Nobody if still => {}
            Player::Nobody => wishes.push((seat, Wish::Away)),
        }
    }

    fn ask_the_house(&mut self, late: u32, tick: u32, players: &[Player; SEATS], asked: &mut Vec<(Seat, Wish)>) {
        let late = (late as usize + 1).min(self.past.len());
        let Some(sight) = self.past.get(self.past.len() - late).copied() else {
            return;
        };
        for (seat, player) in Seat::ALL.into_iter().zip(players) {
            let mind = &mut self.minds[seat.index()];
            let Player::House { brain, stands_in } = player else {
                *mind = None;
                continue;
            };
            let brain = Brain::from_name(brain).unwrap_or(Brain::Fox);
            let seed = self.seed ^ (u64::from(tick) << 8) ^ u64::from(seat.number());
            let fresh = || (brain, Bot::of(seat, brain, seed));
            let (known, bot) = mind.get_or_insert_with(fresh);
            if *known != brain {
                (*known, *bot) = fresh();
            }
            let wishes = bot.wishes(tick, sight);
            let speaks = |wish: &Wish| !*stands_in || !matches!(wish, Wish::Choose(_));
            asked.extend(wishes.into_iter().filter(speaks).map(|wish| (seat, wish)));
        }
    }

    /// What was asked and done goes into the next row.
    fn keep(&mut self, tick: u32, asked: &[(Seat, Wish)], answers: &[Answer]) {
        for ((seat, wish), answer) in asked.iter().zip(answers) {
            match (answer, *wish) {
                (Answer::Done, Wish::Steer { dx, dy }) => self.inputs.push(StonesInput {
                    tick,
                    seat: *seat,
                    dx,
                    dy,
                }),
                (Answer::Done, wish @ (Wish::Take | Wish::Give { .. } | Wish::Choose(_) | Wish::Away)) => {
                    let line = StonesLine::Wished {
                        tick,
                        seat: *seat,
                        wish,
                    };
                    self.lines.push(Line::Stones(line));
                }
                (Answer::Refused(_) | Answer::Lost, _) => {}
            }
        }
    }

    fn remember(&mut self, tick: u32, before: &[Point; SEATS], events: &[Event]) {
        self.past.push_back(Sight::of(&self.set));
        while self.past.len() > LATE_TICKS as usize + 1 {
            self.past.pop_front();
        }
        let film = self.set.rules().hz * 3 / 2;
        let mut at = self.places();
        let tagged = events.iter().find_map(|event| {
            if let Event::Tagged {
                seat,
                by,
                at,
                patwar_at,
                ..
            } = event
            {
                Some((*seat, *at, *by, *patwar_at))
            } else {
                None
            }
        });
        if let Some((seat, there, by, patwar_at)) = tagged {
            // The tag has set all anew already.
            at = *before;
            at[seat.index()] = there;
            at[by.index()] = patwar_at;
        }
        self.film.push_back((tick, at));
        while self.film.len() > film as usize {
            self.film.pop_front();
        }
        if tagged.is_some() {
            self.tag = Some(self.film.drain(..).collect());
        }
    }

    /// Whether it is time for a row: something happened, or directions (and places) wait for a quarter of a second.
    pub(crate) fn wants_row(&self) -> bool {
        !self.lines.is_empty() || self.set.tick() - self.told >= self.quarter()
    }

    /// Whether it has run ahead of its last row at all.
    pub(crate) fn is_ahead(&self) -> bool {
        self.set.tick() > self.told
    }

    /// The lines of the next row: directions first, then what was done and what happened.
    pub(crate) fn row(&mut self) -> Vec<Line> {
        self.told = self.set.tick();
        let mut lines = Vec::new();
        if !self.inputs.is_empty() {
            let inputs = std::mem::take(&mut self.inputs);
            lines.push(Line::Stones(StonesLine::Inputs(inputs)));
        }
        lines.append(&mut self.lines);
        lines
    }

    /// A quarter of a second in ticks, and no more.
    fn quarter(&self) -> u32 {
        (self.set.rules().hz / 4).max(1)
    }

    fn places(&self) -> [Point; SEATS] {
        Seat::ALL.map(|seat| self.set.place(seat))
    }

    /// Where everybody is.
    pub(crate) fn whole(&self) -> BTreeMap<ChairNo, Place> {
        wire::places(&self.places())
    }

    /// What the next frame tells: who has moved since the last one, or all, several times a second; `None` if there is
    /// nothing to tell.
    pub(crate) fn frame(&mut self) -> Option<BTreeMap<ChairNo, Place>> {
        let (now, tick) = (self.places(), self.set.tick());
        let shown = self.shown.replace(now);
        if shown.is_none() || tick.saturating_sub(self.whole_at) >= self.quarter() {
            self.whole_at = tick;
            return Some(self.whole());
        }
        let mut at = self.whole();
        at.retain(|chair, _| {
            let seat = usize::from(*chair);
            shown.is_none_or(|shown| shown[seat] != now[seat])
        });
        (!at.is_empty()).then_some(at)
    }

    /// The last 1.5 s before the last tag.
    pub(crate) fn tag(&self) -> Option<(u32, Vec<FilmFrame>)> {
        let film = self.tag.as_ref()?;
        let (tag, _) = film.last()?;
        let frame = |(tick, at): &(u32, [Point; SEATS])| FilmFrame {
            tick: *tick,
            at: wire::places(at),
        };
        Some((*tag, film.iter().map(frame).collect()))
    }

    /// Step mode: whether the seat is asked in the next step.
    pub(crate) fn asks(&self, chair: ChairNo, step: u32) -> bool {
        super::asks(&self.set, chair, step)
    }

    /// Why a word, said now, would be refused.
    pub(crate) fn forbids(&self, chair: ChairNo, press: Press) -> Option<RefusalCode> {
        let Some(seat) = Seat::new(chair) else {
            return Some(RefusalCode::NotPlaying);
        };
        let judged = self.set.judge(seat, wish_of(seat, press));
        judged.err().map(wire::refusal)
    }

    /// Step mode: how many ticks the next step has. While nobody may move there is nothing to be asked again, so such a
    /// step is the rest of the phase.
    pub(crate) fn step_ticks(&self, step: u32) -> u32 {
        match self.set.phase() {
            Phase::Break | Phase::Choice => {
                let ends = self.set.deadline().unwrap_or_default();
                ends.saturating_sub(self.set.tick()).max(1)
            }
            Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu | Phase::Over => step,
        }
    }
}

fn steer(direction: Direction) -> Wish {
    Wish::Steer {
        dx: direction.dx().into(),
        dy: direction.dy().into(),
    }
}

fn wish_of(seat: Seat, press: Press) -> Wish {
    match press {
        Press::Take => Wish::Take,
        // A seat that there is not is like oneself: not one to give to.
        Press::Give { to } => Wish::Give {
            to: Seat::new(to).unwrap_or(seat),
        },
        Press::Choose {
            word: WireWord::Gumpu,
            corner,
        } => Wish::Choose(Word::Gumpu(corner.map(wire::corner))),
        Press::Choose {
            word: WireWord::Chhuttu,
            ..
        } => Wish::Choose(Word::Chhuttu),
    }
}
