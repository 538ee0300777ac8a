//! The good patwar: goes where a runner can be met, cuts early, waits by the circle as long as he may, and feints.

use chowk_rules::stones::{Arm, CENTRE, Corner, Patrol, Phase, Point, Word};

use super::{Chase, prey};
use crate::stones::aim;
use crate::stones::mind::{Memory, Move, Scene};

/// Of a hundred times by the circle, how often he feints.
const FEINTS: u8 = 45;

/// How far out a feint turns round: where runners who trust him to go on have just left.
const FEINT_OUT: std::ops::Range<i32> = 3_400..5_400;

/// Of a hundred words, how many are chhuttu.
const CHHUTTUS: u8 = 80;

/// How far out he stands in an arm that he blocks.
const OUT: i32 = 4_200;

pub(super) fn play(scene: &Scene<'_>, memory: &mut Memory, chase: &mut Chase, cuts: bool) -> Move {
    let step = scene.sight.patrols();
    let go = |target| Move::go(aim::patrol_toward(scene.here, target, step));
    let guarded = scene.sight.patrol == Some(Patrol::EndLine);
    let left = if guarded {
        patrol_left(scene, chase)
    } else {
        scene.left(scene.sight.patrol_deadline)
    };
    let prey = prey::best(scene).filter(|prey| prey.sure || prey.ticks < 25);
    // A tag that would be void by then is none.
    if let Some(prey) = prey.filter(|prey| prey.ticks < left) {
        return go(prey.at);
    }
    if !guarded {
        chase.errand = None;
        return go(post(scene, memory, chase, left));
    }
    if let Some(target) = chase.errand_target(scene) {
        return go(target);
    }
    if !begin_errand(scene, memory, chase, cuts, left) {
        return go(CENTRE);
    }
    go(chase.errand_target(scene).unwrap_or(CENTRE))
}

/// Begins a way out to an end line, or a feint; false while he waits by the circle. First he cuts, but not so fast that
/// nobody need fear him; then he leaves the circle as late as he may.
fn begin_errand(scene: &Scene<'_>, memory: &mut Memory, chase: &mut Chase, cuts: bool, left: i32) -> bool {
    let missing = Arm::ALL.into_iter().filter(|arm| cuts && !chase.cut[arm.index()]);
    let missing: Vec<Arm> = missing.collect();
    if !missing.is_empty() {
        let arm = missing[memory.rng.usize(..missing.len())];
        let late = scene.now > scene.sight.since + scene.sight.rules.ticks(scene.sight.rules.cut_s) / 2;
        if !late && memory.rng.u8(..100) < FEINTS {
            chase.feint(arm, memory.rng.i32(FEINT_OUT));
        } else {
            chase.go_out(arm);
        }
        return true;
    }
    let arm = if cuts {
        Arm::ALL[memory.rng.usize(..4)]
    } else {
        Arm::South
    };
    let spare = left - aim::patrol_length(scene.here, arm.end()) / scene.sight.patrols() - 2;
    if chase.wait_until < scene.now.saturating_sub(60) {
        chase.wait_until = scene.now + memory.rng.u32(..40);
    }
    if spare > 4 && scene.now < chase.wait_until {
        return false;
    }
    if spare > 40 && memory.rng.u8(..100) < FEINTS {
        chase.feint(arm, memory.rng.i32(FEINT_OUT));
    } else {
        chase.go_out(arm);
    }
    true
}

/// Ticks until tags are void for want of an end line, as he reckons himself.
fn patrol_left(scene: &Scene<'_>, chase: &Chase) -> i32 {
    let rules = &scene.sight.rules;
    let mine = (chase.touched_at + rules.guard_s * rules.hz).saturating_sub(scene.now) as i32;
    mine.max(scene.left(scene.sight.patrol_deadline)).max(0)
}

/// Where he waits while only a visit to the centre is asked of him: out in the arm that most runners want to cross, so
/// that no lane of it is safe, and by the centre when his visit falls due.
fn post(scene: &Scene<'_>, memory: &mut Memory, chase: &mut Chase, left: i32) -> Point {
    let near = scene.sight.rules.cut_near as i32 - 80;
    let back = (aim::distance(scene.here, CENTRE) - near).max(0) / scene.sight.patrols() + 2;
    if aim::distance(scene.here, CENTRE) <= near + 80 {
        let due = chase.visited_at + 20 < scene.now;
        chase.visited_at = scene.now;
        if due || chase.block.is_none() {
            chase.block = busiest(scene, memory);
        }
    }
    let visit = (chase.visited_at + scene.sight.rules.ticks(scene.sight.rules.visit_s)).saturating_sub(scene.now);
    if (visit as i32).max(left) <= back + 3 {
        return CENTRE;
    }
    chase.block.map_or(CENTRE, |arm| aim::along(CENTRE, arm.end(), OUT))
}

/// The arm that most runners have to cross next; a little luck, so that nobody knows.
fn busiest(scene: &Scene<'_>, memory: &mut Memory) -> Option<Arm> {
    let mut wanted = [0i32; 4];
    let between = |from: Corner, round: i8| {
        // The arm between a box and the next one round: S between SW and SE, E between SE and NE, and so on.
        let arm = from.index() + if round < 0 { 3 } else { 0 };
        arm % 4
    };
    for seat in scene.sight.runners() {
        let body = scene.sight.body(seat);
        let from = body.at.corner().unwrap_or(body.last);
        let rounds = body.rounds;
        match scene.sight.phase {
            Phase::Gumpu(corner) if from != corner => match from.steps_to(corner) {
                0 => {
                    wanted[between(corner, 1)] += 1;
                    wanted[between(corner, -1)] += 1;
                }
                round => wanted[between(from, round)] += 3,
            },
            Phase::Chhuttu if !rounds.through => match rounds.direction {
                0 => {
                    wanted[between(from, 1)] += 1;
                    wanted[between(from, -1)] += 1;
                }
                round => wanted[between(from, round)] += 2,
            },
            Phase::Break | Phase::Steal | Phase::Choice | Phase::Over | Phase::Gumpu(_) | Phase::Chhuttu => {}
        }
    }
    let arms = Arm::ALL.into_iter().filter(|arm| wanted[arm.index()] > 0);
    arms.max_by_key(|arm| wanted[arm.index()] * 4 + memory.rng.i32(0..8))
}

/// The word that leaves the runners the longest ways: gumpu in the box that they are farthest from, or chhuttu.
pub(super) fn word(scene: &Scene<'_>, rng: &mut fastrand::Rng) -> Word {
    let ways = |corner: Corner| -> i32 {
        let way = |at: Point| {
            let middle = corner.middle();
            (at.x - middle.x).abs().max(2_500) + (at.y - middle.y).abs().max(2_500) - 5_000
        };
        scene.sight.runners().map(|seat| way(scene.sight.body(seat).at)).sum()
    };
    if rng.u8(..100) < CHHUTTUS {
        return Word::Chhuttu;
    }
    let first = rng.usize(..4);
    let corners = (0..4).map(|at| Corner::ALL[(first + at) % 4]);
    super::gumpu(corners.max_by_key(|&corner| ways(corner)).unwrap_or(Corner::SouthWest))
}
