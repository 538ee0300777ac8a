//! Any position with the phase just begun, for tests, trainers and puzzles.

use std::fmt;

use super::court::{Arm, Corner, Point, SEATS, STONES, Seat};
use super::event::Phase;
use super::{Lots, RuleSet, Set};

/// A position at tick 0, with its phase just begun, nobody rooted, and no lead to wait for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The phase: not `Break` or `Over`, which have no other position than their own.
    pub phase: Phase,
    /// Where each seat stands, if not at its usual place.
    pub at: [Option<Point>; SEATS],
    /// What each seat holds.
    pub stones: [u8; SEATS],
    /// What lies in the circle; what nobody holds if it is not said.
    pub ground: Option<u8>,
    /// The arms that are cut.
    pub cut: Vec<Arm>,
    /// Crossings that count already, negative from SW to NW.
    pub progress: [i16; SEATS],
}

impl Default for Setup {
    /// The beginning of a steal.
    fn default() -> Setup {
        Setup {
            phase: Phase::Steal,
            at: [None; SEATS],
            stones: [0; SEATS],
            ground: None,
            cut: Vec::new(),
            progress: [0; SEATS],
        }
    }
}

/// Why a position cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupFault {
    /// No position can be given for this phase.
    Phase(Phase),
    /// A seat may not be there.
    Place(Seat),
    /// The patwar holds a stone.
    PatwarHolds,
    /// Hands and circle have other than four stones.
    Stones,
    /// A count of crossings that nobody has.
    Progress(Seat),
}

impl Set {
    /// The set at this position, in its first innings.
    ///
    /// # Panics
    /// As [`Set::new`].
    pub fn placed(rules: RuleSet, lots: Lots, setup: &Setup) -> Result<Set, SetupFault> {
        let mut set = Set::new(rules, lots);
        if matches!(setup.phase, Phase::Break | Phase::Over) {
            return Err(SetupFault::Phase(setup.phase));
        }
        set.take_in(&super::Event::Phase(setup.phase));
        set.chase.lead_until = 0;
        set.chase.void = setup.phase == Phase::Choice;
        for arm in &setup.cut {
            set.chase.cut[arm.index()] = true;
        }
        for seat in Seat::ALL {
            set.put(seat, setup)?;
        }
        let held: u32 = setup.stones.iter().map(|&held| u32::from(held)).sum();
        let left = u32::from(STONES).checked_sub(held).ok_or(SetupFault::Stones)? as u8;
        if setup.ground.is_some_and(|ground| ground != left) {
            return Err(SetupFault::Stones);
        }
        set.ground = left;
        Ok(set)
    }

    fn put(&mut self, seat: Seat, setup: &Setup) -> Result<(), SetupFault> {
        let is_patwar = seat == self.patwar();
        let at = setup.at[seat.index()].unwrap_or(self.place(seat));
        let fits = if is_patwar { at.is_in_tracks() } else { at.is_on_court() };
        if !fits {
            return Err(SetupFault::Place(seat));
        }
        let held = setup.stones[seat.index()];
        if is_patwar && held > 0 {
            return Err(SetupFault::PatwarHolds);
        }
        let progress = setup.progress[seat.index()];
        if u32::from(progress.unsigned_abs()) > self.rules.crossings() {
            return Err(SetupFault::Progress(seat));
        }
        let body = self.body_mut(seat);
        body.at = at;
        body.last = at.corner().unwrap_or(body.last);
        body.stones = held;
        body.progress = progress;
        Ok(())
    }
}

impl Setup {
    /// Puts a seat somewhere.
    pub fn with(mut self, seat: Seat, at: Point) -> Setup {
        self.at[seat.index()] = Some(at);
        self
    }

    /// Says that these arms are cut.
    pub fn all_cut(mut self) -> Setup {
        self.cut = Arm::ALL.to_vec();
        self
    }

    /// Gumpu in this box.
    pub fn gumpu(mut self, corner: Corner) -> Setup {
        self.phase = Phase::Gumpu(corner);
        self
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::Phase(phase) => write!(f, "no position can be given for {}", phase.code()),
            SetupFault::Place(seat) => write!(f, "seat {seat} may not be there"),
            SetupFault::PatwarHolds => f.write_str("the patwar holds no stones"),
            SetupFault::Stones => f.write_str("hands and circle have four stones"),
            SetupFault::Progress(seat) => write!(f, "seat {seat} cannot have made so many crossings"),
        }
    }
}

impl std::error::Error for SetupFault {}
