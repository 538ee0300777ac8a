//! Whom the patwar could meet: runners outside boxes, or on their way out, and where he comes within reach of them.

use chowk_rules::stones::{COURT, Phase, Point, Seat};

use crate::stones::aim;
use crate::stones::mind::Scene;

/// How many ticks ahead a meeting is looked for.
const AHEAD: i32 = 45;

/// How many ticks before he leaves a box a runner counts as outside.
const LEAVES: i32 = 3;

/// A runner who can be met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prey {
    pub(crate) seat: Seat,
    /// Where.
    pub(crate) at: Point,
    /// In how many ticks.
    pub(crate) ticks: i32,
    /// Whether he can be met also if he runs for shelter at once.
    pub(crate) sure: bool,
}

/// The runner that is met soonest; one who cannot even flee before all others.
pub(crate) fn best(scene: &Scene<'_>) -> Option<Prey> {
    let preys = scene.sight.runners().filter_map(|seat| meet(scene, seat));
    preys.min_by_key(|prey| prey.ticks + if prey.sure { 0 } else { 12 })
}

fn meet(scene: &Scene<'_>, seat: Seat) -> Option<Prey> {
    let body = scene.sight.body(seat);
    if body.rounds.through {
        return None;
    }
    let rooted = body.rooted_until.saturating_sub(scene.now) as i32;
    let step = scene.sight.runs();
    let from = if rooted > 0 { body.at } else { scene.reckoned(seat) };
    let (_, refuge) = aim::shelter(from);
    let pace = scene.pace[seat.index()];
    let flees = |t: i32| aim::along(from, refuge, step * (t - rooted).max(0));
    let goes = |t: i32| {
        if rooted > 0 {
            flees(t)
        } else {
            Point::at(
                (from.x + pace.0 * t).clamp(0, COURT),
                (from.y + pace.1 * t).clamp(0, COURT),
            )
        }
    };
    // Who is inside a box may stop before its border: he counts once he is as good as out.
    if from.corner().is_some() && (1..=LEAVES).all(|t| goes(t).corner().is_some()) {
        return None;
    }
    let (ticks, at) = soonest(scene, &goes)?;
    let sure = rooted > 0 || soonest(scene, &flees).is_some();
    Some(Prey { seat, at, ticks, sure })
}

/// The first tick at which the patwar can be within reach of a body that goes like this and may be tagged there.
fn soonest(scene: &Scene<'_>, way: &dyn Fn(i32) -> Point) -> Option<(i32, Point)> {
    let inside_too = matches!(scene.sight.phase, Phase::Gumpu(_)) && scene.sight.rules.gumpu_reach_in;
    let (reach, step) = (scene.sight.rules.tag_reach as i32 - 20, scene.sight.patrols());
    (1..=AHEAD).find_map(|t| {
        let at = way(t);
        if !inside_too && at.corner().is_some() {
            return None;
        }
        // Out of reach as the crow flies: no need to look round corners.
        if aim::distance(scene.here, at) - reach > step * t {
            return None;
        }
        (aim::patrol_length(scene.here, at) - reach <= step * t).then_some((t, at))
    })
}
