//! How a bot chases: a closed list of ways, good and bad.

mod chaser;
mod errand;
mod hunter;
mod prey;

use chowk_rules::stones::{CENTRE, Direction, Phase, Wish, Word};

use super::aim;
use super::mind::{Memory, Move, Scene};

pub(crate) use errand::Chase;

/// A way to chase. Those after [`Patwar::Hunter`] are bad players, kept so that the numbers can be tried against them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Patwar {
    /// Cuts, patrols, and runs after whoever is nearest.
    Chaser,
    /// Cuts, threatens, feints, and goes where a runner can be met.
    Hunter,
    /// Stands still and says nothing.
    Still,
    /// Stays by the circle.
    Hover,
    /// A hunter who does not cut.
    Uncut,
}

impl Patwar {
    /// What to do in this tick.
    pub(crate) fn play(self, scene: &Scene<'_>, memory: &mut Memory, chase: &mut Chase) -> Move {
        chase.keep(scene);
        match scene.sight.phase {
            Phase::Break | Phase::Over => Move::go(Direction::STILL),
            Phase::Choice => Move::go(Direction::STILL).and(self.word(scene, memory)),
            Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu => match self {
                Patwar::Chaser => chaser::play(scene, memory, chase),
                Patwar::Hunter => hunter::play(scene, memory, chase, true),
                Patwar::Still => Move::go(Direction::STILL),
                Patwar::Hover => hover(scene),
                Patwar::Uncut => hunter::play(scene, memory, chase, false),
            },
        }
    }

    /// The word, once for each question.
    fn word(self, scene: &Scene<'_>, memory: &mut Memory) -> Option<Wish> {
        if memory.spoke_at > scene.sight.since {
            return None;
        }
        let word = match self {
            Patwar::Still => return None,
            Patwar::Chaser => chaser::word(&mut memory.rng),
            Patwar::Hunter | Patwar::Hover | Patwar::Uncut => hunter::word(scene, &mut memory.rng),
        };
        Some(Wish::Choose(word))
    }
}

/// Catches whom it can from the circle, and never leaves it for long.
fn hover(scene: &Scene<'_>) -> Move {
    let step = scene.sight.patrols();
    let near = |at| aim::distance(CENTRE, at) < 2_500;
    let target = prey::best(scene)
        .filter(|prey| near(prey.at))
        .map_or(CENTRE, |prey| prey.at);
    Move::go(aim::patrol_toward(scene.here, target, step))
}

/// Gumpu in this box.
fn gumpu(corner: chowk_rules::stones::Corner) -> Word {
    Word::Gumpu(Some(corner))
}
