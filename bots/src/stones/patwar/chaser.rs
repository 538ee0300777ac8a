//! The simple patwar: cuts one arm after the other, patrols them, and runs after whoever is nearest outside a box.

use chowk_rules::stones::{Arm, CENTRE, Corner, Phase, Word};

use super::Chase;
use crate::stones::aim;
use crate::stones::mind::{Memory, Move, Scene};

pub(super) fn play(scene: &Scene<'_>, memory: &mut Memory, chase: &mut Chase) -> Move {
    let step = scene.sight.patrols();
    let go = |target| Move::go(aim::patrol_toward(scene.here, target, step));
    let outside = scene.sight.runners().filter(|&seat| {
        let body = scene.sight.body(seat);
        body.at.corner().is_none() && !body.rounds.through
    });
    let nearest = outside
        .map(|seat| scene.sight.body(seat).at)
        .min_by_key(|at| scene.here.square_to(*at));
    let stealing = scene.sight.phase == Phase::Steal;
    let near = nearest.filter(|&at| aim::distance(scene.here, at) < 4_500);
    if let Some(at) = near.filter(|_| !scene.sight.void) {
        return go(at);
    }
    if !stealing {
        return go(CENTRE);
    }
    if chase.errand.is_none() {
        let missing = Arm::ALL.into_iter().find(|arm| !chase.cut[arm.index()]);
        let arm = missing.unwrap_or(Arm::ALL[memory.rng.usize(..4)]);
        chase.go_out(arm);
    }
    go(chase.errand_target(scene).unwrap_or(CENTRE))
}

pub(super) fn word(rng: &mut fastrand::Rng) -> Word {
    match rng.usize(..8) {
        box_of if box_of < 4 => super::gumpu(Corner::ALL[box_of]),
        _ => Word::Chhuttu,
    }
}
