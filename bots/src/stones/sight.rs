//! What a bot sees of a set: all that is public, as it was some ticks ago. Plain data.

use chowk_rules::stones::{Arm, Corner, Patrol, Phase, Point, Rounds, RuleSet, Seat, Set};

/// The court as everybody sees it, at the end of one tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The rules that are played.
    pub rules: RuleSet,
    /// The tick that is seen.
    pub tick: u32,
    /// Where the innings stands.
    pub phase: Phase,
    /// The tick in which the phase began.
    pub since: u32,
    /// Who chases.
    pub patwar: Seat,
    /// The five, by seat.
    pub bodies: [Seen; 5],
    /// Stones in the circle.
    pub ground: u8,
    /// Which arms are cut: S, E, N, W.
    pub cut: [bool; 4],
    /// Whether tags count for nothing.
    pub void: bool,
    /// The last tick in which the patwar must stand still, as far as is known.
    pub still_until: u32,
    /// What the patwar must do to keep his tags good, or to make them good again.
    pub patrol: Option<Patrol>,
    /// The tick from which they will, unless the patwar patrols.
    pub patrol_deadline: Option<u32>,
    /// The tick by which somebody must do something.
    pub idle_deadline: Option<u32>,
    /// The tick in which the phase's clock runs out.
    pub deadline: Option<u32>,
}

/// One of the five.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Where.
    pub at: Point,
    /// The native box; none for the patwar.
    pub home: Option<Corner>,
    /// The last box he was inside.
    pub last: Corner,
    /// Stones in hand.
    pub stones: u8,
    /// The last tick in which a take roots him.
    pub rooted_until: u32,
    /// The rounds of chhuttu.
    pub rounds: Rounds,
}

impl Sight {
    /// The set as it is now.
    pub fn of(set: &Set) -> Sight {
        let seen = |seat| Seen {
            at: set.place(seat),
            home: set.home(seat),
            last: set.last_box(seat),
            stones: set.stones(seat),
            rooted_until: set.rooted_until(seat),
            rounds: set.rounds(seat),
        };
        Sight {
            rules: *set.rules(),
            tick: set.tick(),
            phase: set.phase(),
            since: set.since(),
            patwar: set.patwar(),
            bodies: Seat::ALL.map(seen),
            ground: set.ground(),
            cut: Arm::ALL.map(|arm| set.is_cut(arm)),
            void: set.is_void(),
            still_until: set.still_until(),
            patrol: set.patrol(),
            patrol_deadline: set.patrol_deadline(),
            idle_deadline: set.idle_deadline(),
            deadline: set.deadline(),
        }
    }

    /// What is seen of a seat.
    pub fn body(&self, seat: Seat) -> &Seen {
        &self.bodies[seat.index()]
    }

    /// The four runners, by number.
    pub fn runners(&self) -> impl Iterator<Item = Seat> + use<> {
        let patwar = self.patwar;
        Seat::ALL.into_iter().filter(move |&seat| seat != patwar)
    }

    /// How far a runner comes in a tick.
    pub fn runs(&self) -> i32 {
        (self.rules.runner / self.rules.hz) as i32
    }

    /// How far the patwar comes in a tick.
    pub fn patrols(&self) -> i32 {
        (self.rules.patwar / self.rules.hz) as i32
    }
}
