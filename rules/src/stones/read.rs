//! How a set is read: everything here is public to all (section 5).

use super::court::{Arm, Corner, Point, Seat};
use super::event::{Outcome, Phase};
use super::motion::Direction;
use super::{Patrol, RuleSet, Set};

/// How far a runner is with his rounds in chhuttu.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rounds {
    /// Crossings that count.
    pub count: u8,
    /// 1 if they go from SW to SE, -1 if they go from SW to NW, 0 while the direction is free.
    pub direction: i8,
    /// Whether all are made; then none is taken away any more.
    pub done: bool,
    /// Whether he was at home since.
    pub through: bool,
}

impl Set {
    /// The rules that are played.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Ticks since the set began.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// The innings, from 1.
    pub fn number(&self) -> u8 {
        self.number
    }

    /// Where the innings stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The tick in which the phase began.
    pub fn since(&self) -> u32 {
        self.since
    }

    /// Whether the set has ended.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The result; `None` as long as the set goes on.
    pub fn result(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The seat that chases.
    pub fn patwar(&self) -> Seat {
        self.places[0]
    }

    /// The other four, by number.
    pub fn runners(&self) -> impl Iterator<Item = Seat> + use<> {
        let patwar = self.patwar();
        Seat::ALL.into_iter().filter(move |&seat| seat != patwar)
    }

    /// The native box of a runner; `None` for the patwar.
    pub fn home(&self, seat: Seat) -> Option<Corner> {
        let place = self.places.iter().position(|&other| other == seat);
        place
            .and_then(|place| place.checked_sub(1))
            .map(|corner| Corner::ALL[corner])
    }

    /// Where a body is.
    pub fn place(&self, seat: Seat) -> Point {
        self.body(seat).at
    }

    /// Which way a seat pushes.
    pub fn direction(&self, seat: Seat) -> Direction {
        self.body(seat).direction
    }

    /// Whether a body may move in tick `tick`, as far as is known now: nobody does in a break and while the patwar is
    /// asked, a take roots, and the patwar stands still while he is frozen and after his word.
    pub fn may_move(&self, seat: Seat, tick: u32) -> bool {
        match self.phase {
            Phase::Break | Phase::Choice | Phase::Over => false,
            Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu if seat == self.patwar() => {
                !self.chase.frozen && tick > self.chase.lead_until
            }
            Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu => tick > self.body(seat).rooted_until,
        }
    }

    /// The last tick in which a take roots this runner; 0 if none does in this innings.
    pub fn rooted_until(&self, seat: Seat) -> u32 {
        self.body(seat).rooted_until
    }

    /// Whether the seat is away and stands still, so that its spare stones can be taken.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.body(seat).away
    }

    /// How many stones a runner holds.
    pub fn stones(&self, seat: Seat) -> u8 {
        self.body(seat).stones
    }

    /// How many lie in the circle.
    pub fn ground(&self) -> u8 {
        self.ground
    }

    /// The last box a runner was inside.
    pub fn last_box(&self, seat: Seat) -> Corner {
        self.body(seat).last
    }

    /// How far a runner is with his rounds.
    pub fn rounds(&self, seat: Seat) -> Rounds {
        let body = self.body(seat);
        let count = body.progress.unsigned_abs();
        Rounds {
            count: count as u8,
            direction: body.progress.signum() as i8,
            done: u32::from(count) >= self.rules.crossings(),
            through: body.through,
        }
    }

    /// Whether an arm is cut.
    pub fn is_cut(&self, arm: Arm) -> bool {
        self.chase.cut[arm.index()]
    }

    /// The end line that the patwar touched last and that counts once he is back at the centre.
    pub fn touched(&self) -> Option<Arm> {
        self.chase.touched
    }

    /// Whether the patwar stands still because he did not cut all arms in time.
    pub fn is_frozen(&self) -> bool {
        self.chase.frozen
    }

    /// Whether tags count for nothing.
    pub fn is_void(&self) -> bool {
        self.chase.void
    }

    /// How far the patwar reaches: the radius of the circle around him.
    pub fn tag_reach(&self) -> u32 {
        self.rules.tag_reach
    }

    /// The tick in which the clock of the phase runs out.
    pub fn deadline(&self) -> Option<u32> {
        let rules = &self.rules;
        let seconds = match self.phase {
            Phase::Break => rules.break_s,
            Phase::Steal => rules.steal_s,
            Phase::Choice => rules.choice_s,
            Phase::Gumpu(_) => rules.gumpu_s,
            Phase::Chhuttu => rules.chhuttu_s,
            Phase::Over => return None,
        };
        Some(self.since + rules.ticks(seconds))
    }

    /// While the runners steal: the tick by which somebody must take, give or cross.
    pub fn idle_deadline(&self) -> Option<u32> {
        let stealing = self.phase == Phase::Steal;
        stealing.then(|| self.busy_at + self.rules.ticks(self.rules.idle_s))
    }

    /// What the patwar must do to keep his tags good, or to make them good again: touch an end line while a stone lies in
    /// the circle, else come near the centre; but what he owes he owes.
    pub fn patrol(&self) -> Option<Patrol> {
        match self.phase {
            Phase::Break | Phase::Choice | Phase::Over => None,
            Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu => Some(self.chase.owes.unwrap_or_else(|| {
                if self.phase == Phase::Steal && self.ground > 0 {
                    Patrol::EndLine
                } else {
                    Patrol::Centre
                }
            })),
        }
    }

    /// The tick from which tags are void unless he does. In the past if they are void for that.
    pub fn patrol_deadline(&self) -> Option<u32> {
        let seconds = match self.patrol()? {
            Patrol::EndLine => self.rules.guard_s,
            Patrol::Centre => self.rules.visit_s,
        };
        Some(self.chase.patrolled_at + self.rules.ticks(seconds))
    }

    /// While arms are missing in a steal: the tick in which the patwar is frozen.
    pub fn cut_deadline(&self) -> Option<u32> {
        let missing = self.phase == Phase::Steal && self.chase.cut != [true; 4];
        missing.then(|| self.since + self.rules.ticks(self.rules.cut_s))
    }

    /// The last tick in which the patwar stands still after his word; 0 before one.
    pub fn lead_until(&self) -> u32 {
        self.chase.lead_until
    }

    /// The last tick in which the patwar must stand still, as far as is known: after his word, or frozen until the last
    /// missing arm is credited. In the past, or 0, if he need not.
    pub fn still_until(&self) -> u32 {
        if !self.chase.frozen {
            return self.chase.lead_until;
        }
        let missing = Arm::ALL.into_iter().filter(|&arm| !self.is_cut(arm)).count() as u32;
        let (from, each) = (
            self.rules.ticks(self.rules.cut_s),
            self.rules.ticks(self.rules.credit_s),
        );
        let credited = (self.tick - self.since).saturating_sub(from) / each;
        self.since + from + (credited + missing) * each
    }

    /// Innings that a seat survived as a runner, in the whole set.
    pub fn survived(&self, seat: Seat) -> u8 {
        self.body(seat).score.survived
    }

    /// Stones that a seat carried home, in the whole set.
    pub fn carried(&self, seat: Seat) -> u32 {
        self.body(seat).score.carried
    }

    /// Crossings that a seat made as a runner, in the whole set.
    pub fn crossings(&self, seat: Seat) -> u32 {
        self.body(seat).score.crossings
    }

    /// Whether a seat can still win: it was never caught and never patwar.
    pub fn may_win(&self, seat: Seat) -> bool {
        !self.body(seat).score.lost
    }
}
