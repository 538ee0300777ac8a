//! The simple runner: steals one stone when the patwar looks far away, and crosses when no one is in the way.

use chowk_rules::stones::{CENTRE, Corner, Direction, Phase, Wish};

use super::{Run, share};
use crate::stones::aim;
use crate::stones::mind::{Memory, Move, Scene};

/// How far the patwar must be for a crossing.
const FAR: i32 = 4_000;

pub(super) fn play(scene: &Scene<'_>, memory: &mut Memory, run: &mut Run) -> Move {
    let body = scene.sight.body(scene.me);
    match scene.sight.phase {
        Phase::Steal if body.stones == 0 && scene.sight.ground > 0 => steal(scene, memory, run),
        Phase::Steal if body.stones > 1 => {
            let from = scene.here.corner().unwrap_or(body.last);
            let to = share::nearest_needy(scene, from);
            to.map_or(home(scene), |to| cross(scene, to))
                .and(share::gift(scene, memory))
        }
        Phase::Gumpu(corner) => cross(scene, corner),
        Phase::Chhuttu => {
            let at = scene.here.corner().unwrap_or(body.last);
            let to = if body.rounds.done {
                body.home.unwrap_or(at)
            } else {
                Corner::ALL[(at.index() + if body.rounds.direction < 0 { 3 } else { 1 }) % 4]
            };
            cross(scene, to)
        }
        Phase::Break | Phase::Steal | Phase::Choice | Phase::Over => home(scene),
    }
}

fn steal(scene: &Scene<'_>, memory: &Memory, run: &mut Run) -> Move {
    let patwar = scene.sight.body(scene.sight.patwar).at;
    let far = aim::distance(patwar, CENTRE);
    let near = aim::distance(scene.here, CENTRE) <= scene.sight.rules.pick_reach as i32;
    if near {
        let waits = memory.took_at + 10 > scene.now && memory.took_at > 0;
        return if waits {
            home(scene)
        } else {
            Move::go(Direction::STILL).and(Some(Wish::Take))
        };
    }
    let pace = scene.pace[scene.sight.patwar.index()];
    let leaves = pace.0 * (patwar.x - CENTRE.x) + pace.1 * (patwar.y - CENTRE.y) > 0;
    run.stealing = if run.stealing {
        leaves || far > 3_500
    } else {
        leaves && far > 2_800 + 500 * run.dare
    };
    let at = if run.stealing { CENTRE } else { return home(scene) };
    Move::go(aim::toward(scene.here, at, scene.stride()))
}

/// Towards another box, if the patwar is far from the way there; else back inside.
fn cross(scene: &Scene<'_>, to: Corner) -> Move {
    let patwar = scene.sight.body(scene.sight.patwar).at;
    let body = scene.sight.body(scene.me);
    let from = scene.here.corner().unwrap_or(body.last);
    if from == to {
        return Move::go(aim::toward(scene.here, to.middle(), scene.stride()));
    }
    // Round by the next box if it is the diagonal one.
    let next = if from.steps_to(to) == 0 {
        Corner::ALL[(from.index() + 1) % 4]
    } else {
        to
    };
    let end = aim::lane_end(from, next, 1_500, 100);
    let outside = scene.here.corner().is_none();
    if outside || aim::distance(patwar, aim::along(scene.here, end, 3_000)) > FAR {
        return Move::go(aim::toward(scene.here, end, scene.stride()));
    }
    let begin = aim::lane_end(next, from, 1_500, 100);
    Move::go(aim::toward(scene.here, begin, scene.stride()))
}

/// Inside the nearest box.
fn home(scene: &Scene<'_>) -> Move {
    let (corner, inside) = aim::shelter(scene.here);
    let at = if scene.here.corner().is_some() {
        aim::inner_corner(corner, 60)
    } else {
        inside
    };
    if scene.here == at {
        return Move::go(Direction::STILL);
    }
    Move::go(aim::toward(scene.here, at, scene.stride()))
}
