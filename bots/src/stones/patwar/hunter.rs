//! The good patwar: goes where a runner can be met, cuts early, waits by the circle as long as he may, and feints.

use chowk_rules::stones::{Arm, CENTRE, Corner, Patrol, Phase, Point, Word};

use super::{Chase, prey};
use crate::stones::aim;
use crate::stones::mind::{Memory, Move, Scene};

/// Of a hundred times by the circle, how often he feints.
const FEINTS: u8 = 45;

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
        return go(post(scene));
    }
    if let Some(target) = chase.errand_target(scene) {
        return go(target);
    }
    let missing = Arm::ALL.into_iter().filter(|arm| !chase.cut[arm.index()]);
    let missing: Vec<Arm> = missing.filter(|_| cuts).collect();
    if !missing.is_empty() {
        chase.go_out(missing[memory.rng.usize(..missing.len())]);
    } else {
        let arm = if cuts {
            Arm::ALL[memory.rng.usize(..4)]
        } else {
            Arm::South
        };
        let out = aim::patrol_length(scene.here, arm.end()) / step + 2;
        let spare = left - out;
        if chase.wait_until < scene.now.saturating_sub(60) {
            chase.wait_until = scene.now + memory.rng.u32(..40);
        }
        if spare <= 4 {
            chase.go_out(arm);
        } else if scene.now < chase.wait_until {
            return go(CENTRE);
        } else if spare > 40 && memory.rng.u8(..100) < FEINTS {
            chase.feint(arm, memory.rng.i32(2_000..4_200));
        } else {
            chase.go_out(arm);
        }
    }
    go(chase.errand_target(scene).unwrap_or(CENTRE))
}

/// Ticks until tags are void for want of an end line, as he reckons himself.
fn patrol_left(scene: &Scene<'_>, chase: &Chase) -> i32 {
    let rules = &scene.sight.rules;
    let mine = (chase.touched_at + rules.guard_s * rules.hz).saturating_sub(scene.now) as i32;
    mine.max(scene.left(scene.sight.patrol_deadline)).max(0)
}

/// Where he waits while no stone lies in the circle: near enough to the centre to keep his tags good, and on the side
/// from which somebody must come.
fn post(scene: &Scene<'_>) -> Point {
    let near = scene.sight.rules.cut_near as i32 - 80;
    let toward = match scene.sight.phase {
        Phase::Gumpu(corner) => corner.middle(),
        Phase::Break | Phase::Steal | Phase::Choice | Phase::Chhuttu | Phase::Over => {
            let open = scene
                .sight
                .runners()
                .filter(|&seat| !scene.sight.body(seat).rounds.through);
            let nearest = open
                .map(|seat| scene.reckoned(seat))
                .min_by_key(|at| aim::patrol_length(scene.here, *at));
            nearest.unwrap_or(CENTRE)
        }
    };
    let at = aim::along(CENTRE, toward, near);
    if at.is_in_tracks() { at } else { CENTRE }
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
    if rng.u8(..100) < 50 {
        return Word::Chhuttu;
    }
    let first = rng.usize(..4);
    let corners = (0..4).map(|at| Corner::ALL[(first + at) % 4]);
    super::gumpu(corners.max_by_key(|&corner| ways(corner)).unwrap_or(Corner::SouthWest))
}
