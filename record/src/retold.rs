//! A set of four stones told again from its lines, whoever reads them: a verifier, a room that comes back, a replay.
//!
//! How lines follow each other: each wish comes before all that happened in its tick and after all that happened before
//! it; ticks never fall; within a tick lines and entries are in the order in which the rules heard them. So whatever
//! happened is told, tick by tick, before anything later is.

use std::collections::VecDeque;

use chowk_rules::Fate;
use chowk_rules::stones::{DIRECTION_MAX, Ending, Event, Lots, Outcome, RuleSet, Seat, Set, Wish};

use crate::line::{StonesInput, StonesLine};

/// A set as far as its lines tell it.
#[derive(Clone, PartialEq, Debug)]
pub struct Retold {
    set: Set,
    /// What happened in the set's tick and was not told yet.
    owed: VecDeque<Event>,
    /// The wishes told for a tick that was not played yet, if there are any.
    asked: Option<Asked>,
    /// The number of the next draw.
    t: u64,
}

/// The wishes of one tick, in the order told.
#[derive(Clone, PartialEq, Debug)]
struct Asked {
    tick: u32,
    wishes: Vec<(Seat, Wish)>,
}

/// How many draws the lots take.
pub(crate) const LOTS_DRAWS: u64 = 4;

impl Retold {
    /// The set after its lots, drawn from 0. Its opening `innings` is to be told next, at tick 0.
    ///
    /// # Panics
    /// If [`RuleSet::check`] refuses the rules.
    pub fn new(rules: RuleSet, lots: Lots) -> Retold {
        let set = Set::new(rules, lots);
        Retold {
            owed: VecDeque::from([set.opening()]),
            set,
            asked: None,
            t: LOTS_DRAWS,
        }
    }

    /// The set at the end of the last tick that was played. After a wish that is the tick before it.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// The number of the next draw: 4 after the lots, and one more for each tie of a clock that was drawn.
    pub fn t(&self) -> u64 {
        self.t
    }

    /// What must be told next: an event of the tick that [`Retold::set`] is at.
    pub fn owed(&self) -> Option<&Event> {
        self.owed.front()
    }

    /// Takes in the next line. Ties are drawn from `fate`.
    ///
    /// # Errors
    /// A sentence, without capital and full stop, when the set cannot follow. It then stands where it could go no further.
    pub fn take_in(&mut self, line: &StonesLine, fate: &mut dyn Fate) -> Result<(), String> {
        match line {
            StonesLine::Lots { .. } => Err("lots are drawn once".to_owned()),
            StonesLine::Inputs(inputs) => {
                for &StonesInput { tick, seat, dx, dy } in inputs {
                    self.wish(tick, seat, Wish::Steer { dx, dy }, fate)?;
                }
                Ok(())
            }
            &StonesLine::Wished { tick, seat, wish } => self.wish(tick, seat, wish, fate),
            StonesLine::Happened { tick, event } => {
                self.come_to(*tick, event, fate)?;
                self.settle(*tick, event)
            }
        }
    }

    /// Goes on to the end of `tick`, by which all that happened must have been told. A tick that was played already
    /// changes nothing.
    ///
    /// # Errors
    /// A sentence if something happened and was not told.
    pub fn go_on(&mut self, tick: u32, fate: &mut dyn Fate) -> Result<(), String> {
        self.nothing_owed()?;
        while self.set.tick() < tick && !self.set.is_over() {
            self.advance(fate);
            self.nothing_owed()?;
        }
        Ok(())
    }

    /// Goes on to what a line tells of `tick`: to its end, if all before was told.
    pub(crate) fn come_to(&mut self, tick: u32, event: &Event, fate: &mut dyn Fate) -> Result<(), String> {
        if tick == self.set.tick() && !self.owed.is_empty() {
            return Ok(());
        }
        self.nothing_owed()?;
        self.still_on()?;
        let now = self.set.tick();
        // A room is given up between two ticks, maybe with wishes for the next.
        let least = if given_up(event) { now } else { now + 1 };
        if tick < least {
            return Err(format!("nothing more happens in tick {tick}"));
        }
        if let Some(before) = tick.checked_sub(1) {
            self.go_on(before, fate)?;
        }
        self.still_on()?;
        if self.set.tick() < tick {
            self.advance(fate);
        }
        Ok(())
    }

    /// Hears what was told of what is owed, or that the set was given up.
    pub(crate) fn settle(&mut self, tick: u32, told: &Event) -> Result<(), String> {
        match self.owed.front() {
            Some(owed) if owed == told => {
                self.owed.pop_front();
                Ok(())
            }
            Some(owed) => Err(format!("here must be told that {}", sentence(owed))),
            None if given_up(told) => {
                let mut rest = self.set.clone();
                if rest.abandon().as_ref() != Some(told) {
                    return Err("a set that is given up has all five on one rank".to_owned());
                }
                self.set = rest;
                self.asked = None;
                Ok(())
            }
            None => Err(format!("nothing of this happens in tick {tick}")),
        }
    }

    fn wish(&mut self, tick: u32, seat: Seat, wish: Wish, fate: &mut dyn Fate) -> Result<(), String> {
        if let Wish::Steer { dx, dy } = wish
            && dx.unsigned_abs().max(dy.unsigned_abs()) > DIRECTION_MAX.unsigned_abs()
        {
            return Err("each part of a direction is -127 to 127".to_owned());
        }
        self.nothing_owed()?;
        self.still_on()?;
        if tick <= self.set.tick() {
            return Err(format!(
                "a wish of tick {tick} is told when tick {} has passed",
                self.set.tick()
            ));
        }
        self.go_on(tick - 1, fate)?;
        self.still_on()?;
        let asked = self.asked.get_or_insert(Asked {
            tick,
            wishes: Vec::new(),
        });
        assert_eq!(asked.tick, tick, "wishes of earlier ticks were played");
        asked.wishes.push((seat, wish));
        Ok(())
    }

    /// Plays one tick, with the wishes told for it.
    fn advance(&mut self, fate: &mut dyn Fate) {
        let next = self.set.tick() + 1;
        let wishes = self.asked.take_if(|asked| asked.tick == next).map(|asked| asked.wishes);
        let beat = self.set.advance(&wishes.unwrap_or_default(), fate);
        let drawn = beat
            .events
            .iter()
            .any(|event| matches!(event, Event::ClockOut { t: Some(_), .. }));
        self.t += u64::from(drawn);
        self.owed = beat.events.into();
    }

    /// Refuses to go on before all that happened was told.
    pub(crate) fn nothing_owed(&self) -> Result<(), String> {
        match self.owed.front() {
            None => Ok(()),
            Some(owed) => Err(format!(
                "before this line must be told that in tick {} {}",
                self.set.tick(),
                sentence(owed)
            )),
        }
    }

    fn still_on(&self) -> Result<(), String> {
        if self.set.is_over() {
            return Err("the set is over".to_owned());
        }
        Ok(())
    }
}

fn given_up(event: &Event) -> bool {
    matches!(
        event,
        Event::Ended(Outcome {
            why: Ending::Abandoned,
            ..
        })
    )
}

fn sentence(event: &Event) -> String {
    match event {
        Event::Innings { number, patwar } => format!("innings {number} begins, patwar {patwar}"),
        Event::Phase(phase) => match phase.corner() {
            Some(corner) => format!("the phase is {} in {corner}", phase.code()),
            None => format!("the phase is {}", phase.code()),
        },
        Event::Cut { arm, by } => format!("arm {arm} is cut ({})", by.code()),
        Event::Taken { seat, left } => format!("seat {seat} takes a stone, and {left} are left"),
        Event::Given { seat, to } => format!("seat {seat} gives a stone to {to}"),
        Event::Crossed { seat, corner, progress } => {
            format!("seat {seat} crosses to {corner}, progress {progress}")
        }
        Event::Void(true) => "tags are void".to_owned(),
        Event::Void(false) => "tags count again".to_owned(),
        Event::Through { seat } => format!("seat {seat} is through"),
        Event::Tagged {
            seat,
            by,
            instant,
            distance,
            ..
        } => format!("seat {seat} is tagged by {by} at instant {instant}, {distance} apart"),
        Event::ClockOut { seat, among, t: None } => format!("the clock catches seat {seat}, of {among:?}"),
        Event::ClockOut {
            seat,
            among,
            t: Some(t),
        } => format!("the clock catches seat {seat}, of {among:?} by draw {t}"),
        Event::InningsEnd { caught: Some(caught) } => format!("the innings ends, seat {caught} caught"),
        Event::InningsEnd { caught: None } => "the innings ends, nobody caught".to_owned(),
        Event::Ended(Outcome { ranks, why }) => format!("the set ends ({}), ranks {ranks:?}", why.code()),
    }
}
