//! The ways out to the end lines and back: what a patwar has in hand while nobody can be caught.

use chowk_rules::stones::{Arm, CENTRE, Point};

use crate::stones::aim;
use crate::stones::mind::Scene;

/// What a patwar remembers of his chase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chase {
    /// The phase it belongs to.
    since: u32,
    pub(crate) errand: Option<Errand>,
    /// The last tick in which he reckons to have touched an end line.
    pub(crate) touched_at: u32,
    /// Arms that he reckons to have cut, also where he does not see it yet.
    pub(crate) cut: [bool; 4],
    /// The last tick in which he reckons to have been near the centre.
    pub(crate) visited_at: u32,
    /// The arm that he blocks.
    pub(crate) block: Option<Arm>,
    /// Until when he waits by the circle.
    pub(crate) wait_until: u32,
}

/// A way out along an arm, and back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Errand {
    pub(crate) arm: Arm,
    /// Where it turns round: on the end line, or before it if it is a feint.
    pub(crate) turn: Point,
    pub(crate) back: bool,
}

impl Chase {
    /// Forgets what belonged to another phase, and notes what he touches.
    pub(crate) fn keep(&mut self, scene: &Scene<'_>) {
        if self.since != scene.sight.since {
            *self = Chase {
                since: scene.sight.since,
                touched_at: scene.sight.since,
                visited_at: scene.sight.since,
                ..Chase::default()
            };
        }
        if scene.here.end_line().is_some() {
            self.touched_at = scene.now;
        }
        for (mine, &seen) in self.cut.iter_mut().zip(&scene.sight.cut) {
            *mine |= seen;
        }
    }

    /// Begins a way out to the end line of `arm`.
    pub(crate) fn go_out(&mut self, arm: Arm) {
        let turn = aim::along(arm.end(), CENTRE, -600);
        let back = false;
        self.errand = Some(Errand { arm, turn, back });
    }

    /// Begins a way out that turns round before the end line, `far` from the centre.
    pub(crate) fn feint(&mut self, arm: Arm, far: i32) {
        let turn = aim::along(CENTRE, arm.end(), far);
        let back = false;
        self.errand = Some(Errand { arm, turn, back });
    }

    /// Where the errand leads now; `None` when it is over.
    pub(crate) fn errand_target(&mut self, scene: &Scene<'_>) -> Option<Point> {
        let errand = self.errand.as_mut()?;
        let touched = scene.here.end_line() == Some(errand.arm);
        if !errand.back && (touched || aim::distance(scene.here, errand.turn) < 200) {
            errand.back = true;
            if touched {
                self.touched_at = scene.now;
            }
        }
        if !errand.back {
            return Some(errand.turn);
        }
        let near = scene.sight.rules.cut_near as i32 - 60;
        if aim::distance(scene.here, CENTRE) > near {
            return Some(CENTRE);
        }
        if self.touched_at > self.since {
            self.cut[errand.arm.index()] = true;
        }
        self.errand = None;
        None
    }
}
