//! What the patwar could do: how many ticks a runner has to spare on a way.

use chowk_rules::stones::{Arm, CENTRE, COURT, Corner, Patrol, Phase, Point};

use crate::stones::aim;
use crate::stones::mind::Scene;

/// Ticks to spare that are as good as any more.
pub(crate) const PLENTY: i32 = 40;

/// What a runner assumes of the patwar in this tick.
pub(crate) struct Danger<'a> {
    scene: &'a Scene<'a>,
    /// Where he was seen.
    seen: Point,
    /// Where he is by now if he went on as he did.
    reckoned: Point,
    reach: i32,
    inside_too: bool,
    /// Of a hundred, how far the runner believes that he went on, and that he sees late too.
    trust: i32,
}

impl<'a> Danger<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>, trust: i32) -> Danger<'a> {
        let patwar = scene.sight.patwar;
        Danger {
            scene,
            seen: scene.sight.body(patwar).at,
            reckoned: scene.reckoned(patwar),
            reach: scene.sight.rules.tag_reach as i32 + 20,
            inside_too: matches!(scene.sight.phase, Phase::Gumpu(_)) && scene.sight.rules.gumpu_reach_in,
            trust,
        }
    }

    /// Whether a place is one where he can be tagged.
    pub(crate) fn is_open(&self, at: Point) -> bool {
        at.corner().is_none() || self.inside_too
    }

    /// The least of the ticks to spare on the way from here straight to `to`, after standing for `rooted` ticks.
    pub(crate) fn on_the_way(&self, from: Point, to: Point, rooted: i32) -> i32 {
        self.later(from, to, rooted, 0)
    }

    /// As [`Danger::on_the_way`], beginning `after` ticks from now.
    pub(crate) fn later(&self, from: Point, to: Point, rooted: i32, after: i32) -> i32 {
        let step = self.scene.sight.runs();
        let ticks = rooted + aim::distance(from, to) / step + 1;
        let mut least = PLENTY;
        // Every other tick is close enough: the patwar gains no reach's length in one.
        let mut t = 1;
        while t <= ticks {
            let at = aim::along(from, to, step * (t - rooted).max(0));
            if self.is_open(at) {
                least = least.min(self.spare(at, t + after));
            }
            t += 2;
        }
        least
    }

    /// By how many ticks the patwar is too late at a place in `t` ticks.
    pub(crate) fn spare(&self, at: Point, t: i32) -> i32 {
        let step = self.scene.sight.patrols();
        let ticks = |from: Point| (self.way(from, at) - self.reach).max(0) / step;
        let still = self.scene.sight.still_until.saturating_sub(self.scene.now) as i32;
        if still >= t {
            return PLENTY;
        }
        let late = if still > 0 { 0 } else { self.scene.late() };
        let t = t - still;
        let worst = ticks(self.seen) - t - late;
        // Who comes this way already needs no time to see him leave.
        let pace = self.scene.pace[self.scene.sight.patwar.index()];
        let comes = pace.0 * (at.x - self.seen.x) + pace.1 * (at.y - self.seen.y) > 0;
        let sees = if comes { 0 } else { late };
        let hoped = ticks(self.reckoned) - (t - sees).max(0);
        (worst * (100 - self.trust) + hoped * self.trust) / 100
    }

    /// How far the patwar must go before he can tag somebody there: while his tags are void, by way of what makes them
    /// good again.
    fn way(&self, from: Point, at: Point) -> i32 {
        let sight = self.scene.sight;
        if !sight.void || sight.still_until >= sight.tick {
            return aim::patrol_length(from, at);
        }
        if sight.patrol != Some(Patrol::EndLine) {
            return (aim::distance(from, CENTRE) - sight.rules.cut_near as i32).max(0) + aim::patrol_length(CENTRE, at);
        }
        let ends = Arm::ALL.map(|arm| aim::patrol_length(from, arm.end()) + aim::patrol_length(arm.end(), at));
        ends.into_iter().min().unwrap_or(0)
    }

    /// The best crossing from one box into the next one: where it ends, and the ticks to spare on it. Of ways that are
    /// safe enough the shortest is best.
    pub(crate) fn crossing(&self, from: Corner, to: Corner, enough: i32) -> (Point, i32) {
        let here = self.scene.here;
        let step = self.scene.sight.runs();
        let lanes = [60, 700, 1_400, 2_100, 2_800, 3_500, 4_200, 4_940];
        let ways = lanes.map(|lane| {
            let end = aim::lane_end(from, to, lane, 60);
            (end, self.on_the_way(here, end, 0))
        });
        let worth = |&(end, spare): &(Point, i32)| spare.min(enough) * 8 - aim::distance(here, end) / step;
        ways.into_iter().max_by_key(worth).expect("there are lanes")
    }

    /// The ticks to spare on a crossing from one box into the next for somebody who stands ready on its best lane.
    pub(crate) fn door(&self, from: Corner, to: Corner) -> i32 {
        let lanes = [60, 2_500, 4_940].into_iter();
        let ways = lanes.map(|lane| {
            let (begin, end) = (aim::lane_end(to, from, lane, 60), aim::lane_end(from, to, lane, 60));
            self.on_the_way(begin, end, 0)
        });
        ways.max().unwrap_or(0)
    }

    /// Where to wait for a crossing: on this side of the border, where it would be best to begin.
    pub(crate) fn post(&self, from: Corner, to: Corner) -> Point {
        let inside = if self.inside_too { self.reach + 100 } else { 60 };
        let step = self.scene.sight.runs();
        let lanes = [60, 1_400, 2_800, 4_200, 4_940];
        let worth = |lane: i32| {
            let (begin, end) = (aim::lane_end(to, from, lane, inside), aim::lane_end(from, to, lane, 60));
            let way = aim::distance(self.scene.here, begin) / step;
            self.on_the_way(begin, end, 0) * 4 - way
        };
        let lane = lanes
            .into_iter()
            .max_by_key(|&lane| worth(lane))
            .expect("there are lanes");
        aim::lane_end(to, from, lane, inside)
    }

    /// The best of the nearest places inside boxes to run for, after standing for `rooted` ticks.
    pub(crate) fn refuge(&self, from: Point, rooted: i32) -> (Point, i32) {
        let inside = |corner: Corner| {
            let middle = corner.middle();
            let part = |m: i32, v: i32| v.clamp(m - 2_440, m + 2_440).clamp(0, COURT);
            Point::at(part(middle.x, from.x), part(middle.y, from.y))
        };
        let ways = Corner::ALL.map(|corner| (inside(corner), self.on_the_way(from, inside(corner), rooted)));
        let worth = |&(place, spare): &(Point, i32)| spare * 2 - aim::distance(from, place) / 200;
        ways.into_iter().max_by_key(worth).expect("there are boxes")
    }
}
