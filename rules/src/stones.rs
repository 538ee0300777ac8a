//! Four stones: a set of innings as a value that goes on tick by tick, and the doors through which it is read.
//!
//! **How it is driven.** A game in real time is not judged action by action but tick by tick: what a wish means depends
//! on where everybody has come to by the time it counts. So [`Set`] is no [`Game`](crate::Game); its one door for change
//! is [`Set::advance`], which takes all wishes that arrived for the next tick, in the order received, and tells what
//! happened. The rest of the idea is the same: a wish is judged before anything changes, a refused one leaves no trace,
//! facts are changed only by taking in an [`Event`] (`stones/evolve.rs`), and chance is a guest.
//!
//! A set is a pure function of its rules, its [`Lots`], the wishes by tick and the draws. So
//! - a *room* keeps each heard wish with its tick, advances on the clock's beat, and tells the events of a [`Beat`] as
//!   facts and the places as motion; after a crash it folds the wishes again, up to the last tick it knows;
//! - a *verifier* reads the same lines from a record (`inputs`, `take`, `give`, `choice`, `away`), advances, and compares
//!   the events with the derived lines, with the draws of the match's key;
//! - a *replay* does that and draws the court; a *bot* reads an older copy of the set, since a set is cheap to copy;
//! - *step mode* advances several ticks at once, with wishes only in the first of them.
//!
//! The numbers are a [`RuleSet`]. Numbers in comments name sections of the page of rules. The figures that the shipped
//! numbers were tuned to, and how they are measured again, stand at the end.
//!
//! ```
//! use chowk_rules::stones::{Event, Lots, Phase, RuleSet, Seat, Set, Wish};
//! # use chowk_rules::{Drawn, Fate, chowka::Shells};
//! # struct First(u64);
//! # impl Fate for First {
//! #     fn cast(&mut self, _: u8, _: u8) -> Drawn<Shells> { unreachable!() }
//! #     fn pick(&mut self, _: u32) -> Drawn<u32> { self.0 += 1; Drawn { t: self.0 - 1, value: 0 } }
//! # }
//! # let mut fate = First(0);
//! let mut set = Set::new(RuleSet::default(), Lots::draw(&mut fate).value);
//! let patwar = set.patwar();
//! let beat = set.advance(&[(patwar, Wish::Steer { dx: 0, dy: -127 })], &mut fate);
//! assert_eq!((beat.tick, set.phase()), (1, Phase::Break));
//! while set.phase() == Phase::Break {
//!     set.advance(&[], &mut fate);
//! }
//! assert_eq!(set.tick(), 90);
//! ```
#![doc = include_str!("stones/figures.md")]

mod chase;
mod clock;
mod court;
mod event;
mod evolve;
mod judge;
mod lots;
mod motion;
mod read;
mod ruleset;
mod setup;
#[cfg(test)]
mod tests;
mod tick;

pub use court::{Arm, CENTRE, COURT, Corner, Point, SEATS, STONES, Seat, TRACK_FROM, TRACK_TO};
pub use event::{CutBy, Ending, Event, Illegal, Outcome, Phase, Wish, Word};
pub use lots::Lots;
pub use motion::{DIRECTION_MAX, Direction, patrol, run};
pub use read::Rounds;
pub use ruleset::{RuleFault, RuleSet, RuleWhy};
pub use setup::{Setup, SetupFault};
pub use tick::{Answer, Beat};

/// A set of four stones at the end of one tick: innings by the same five.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    rules: RuleSet,
    /// Ticks since the set began.
    tick: u32,
    /// The innings, from 1.
    number: u8,
    /// Who has which place: the patwar, then the owners of SW, SE, NE and NW.
    places: [Seat; SEATS],
    phase: Phase,
    /// The tick in which the phase began.
    since: u32,
    /// Stones in the circle.
    ground: u8,
    /// The tick of the last take, gift or crossing of the steal, or of its beginning.
    busy_at: u32,
    bodies: [Body; SEATS],
    chase: Chase,
    outcome: Option<Outcome>,
}

/// What is true of the patwar in this innings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Chase {
    /// Which arms are cut.
    cut: [bool; 4],
    /// The end line touched last since he was at the centre.
    touched: Option<Arm>,
    /// Whether he stands still because he has not cut all arms in time.
    frozen: bool,
    /// The last tick of the lead after his word.
    lead_until: u32,
    /// The tick in which he last did what keeps his tags good: touched an end line, or came near the centre.
    patrolled_at: u32,
    /// What he has not done for too long. It is owed until he does it: the last stone's leaving does not change a touch
    /// that is owed into a visit, or who stands by the circle would catch whoever takes that stone.
    owes: Option<Patrol>,
    /// Whether tags count for nothing: because he owes a patrol, is frozen, or has the lead to wait for.
    void: bool,
}

/// What keeps the patwar's tags good: nobody guards (section 2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Patrol {
    /// A touch of an end line.
    EndLine,
    /// A visit to the centre.
    Centre,
}

/// One of the five, in this innings and in the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Body {
    at: Point,
    direction: Direction,
    /// Nobody plays for the seat: it stands still.
    away: bool,
    stones: u8,
    /// Stones taken from the circle and not yet brought into a box.
    fresh: u8,
    /// The last tick in which a take roots him.
    rooted_until: u32,
    /// The last box he was inside.
    last: Corner,
    /// Crossings that count in chhuttu; the sign is the direction, positive from SW to SE.
    progress: i16,
    through: bool,
    /// Stones taken or given in this innings.
    handled: u32,
    /// Crossings in this innings.
    crossings: u32,
    score: Score,
}

/// What the ranking of a set knows of a seat (section 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Score {
    /// Whether it was ever patwar or caught.
    lost: bool,
    /// Innings survived as a runner.
    survived: u8,
    /// Stones taken from the circle and brought into a box.
    carried: u32,
    /// Crossings made as a runner.
    crossings: u32,
}

impl Set {
    /// The start of a set: the break of its first innings. [`Set::opening`] tells of it.
    ///
    /// # Panics
    /// If [`RuleSet::check`] refuses the rules.
    pub fn new(rules: RuleSet, lots: Lots) -> Set {
        if let Err(fault) = rules.check() {
            panic!("a set needs rules that were checked: {fault}");
        }
        let body = Body {
            at: CENTRE,
            direction: Direction::STILL,
            away: false,
            stones: 0,
            fresh: 0,
            rooted_until: 0,
            last: Corner::SouthWest,
            progress: 0,
            through: false,
            handled: 0,
            crossings: 0,
            score: Score::default(),
        };
        let mut set = Set {
            rules,
            tick: 0,
            number: 0,
            places: lots.places(),
            phase: Phase::Break,
            since: 0,
            ground: STONES,
            busy_at: 0,
            bodies: [body; SEATS],
            chase: Chase::fresh(0),
            outcome: None,
        };
        let opening = Event::Innings {
            number: 1,
            patwar: set.places[0],
        };
        set.take_in(&opening);
        set
    }

    /// The event with which the innings that goes on began; the first of a set's is told at tick 0.
    pub fn opening(&self) -> Event {
        Event::Innings {
            number: self.number,
            patwar: self.patwar(),
        }
    }

    /// Ends the set before its time: the room gives it up, and all share one rank. Told once; nothing is left to tell
    /// of a set that is over.
    pub fn abandon(&mut self) -> Option<Event> {
        if self.phase == Phase::Over {
            return None;
        }
        let ended = Event::Ended(Outcome {
            ranks: vec![Seat::ALL.to_vec()],
            why: Ending::Abandoned,
        });
        self.take_in(&ended);
        Some(ended)
    }

    fn body(&self, seat: Seat) -> &Body {
        &self.bodies[seat.index()]
    }

    fn body_mut(&mut self, seat: Seat) -> &mut Body {
        &mut self.bodies[seat.index()]
    }
}

impl Chase {
    /// The patwar at the beginning of a phase.
    fn fresh(tick: u32) -> Chase {
        Chase {
            cut: [false; 4],
            touched: None,
            frozen: false,
            lead_until: 0,
            patrolled_at: tick,
            owes: None,
            void: false,
        }
    }
}
