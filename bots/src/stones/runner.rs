//! How a bot runs: a closed list of ways, good and bad.

mod danger;
mod fox;
mod share;
mod thief;

use chowk_rules::stones::{Direction, Phase};

use super::mind::{Memory, Move, Scene};

/// A way to run. Those after [`Runner::Fox`] are bad players, kept so that the numbers can be tried against them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Runner {
    /// Goes when the patwar looks far away.
    Thief,
    /// Goes when the patwar could not be there in time.
    Fox,
    /// Never leaves his box.
    Sitter,
    /// A fox who steals only when he must.
    Waiter,
    /// Crosses all the time and steals never.
    Crosser,
}

/// What a runner remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// The phase it belongs to.
    since: u32,
    /// Which way round he goes in chhuttu, once it is decided.
    pub(crate) round: i8,
    /// How much he dares this time, in ticks.
    pub(crate) dare: i32,
    /// Whether he is on his way to the circle.
    pub(crate) stealing: bool,
    /// Who was seen outside boxes in this steal.
    pub(crate) tries: [bool; 5],
    /// Into which box he is crossing.
    pub(crate) crossing: Option<chowk_rules::stones::Corner>,
    /// Where he goes since he last thought about it, and when that was.
    pub(crate) target: Option<(u32, chowk_rules::stones::Point)>,
}

impl Runner {
    /// What to do in this tick.
    pub(crate) fn play(self, scene: &Scene<'_>, memory: &mut Memory, run: &mut Run) -> Move {
        if run.since != scene.sight.since {
            *run = Run {
                since: scene.sight.since,
                dare: memory.rng.i32(-2..=2),
                ..Run::default()
            };
        }
        for (tries, body) in run.tries.iter_mut().zip(&scene.sight.bodies) {
            *tries |= body.at.corner().is_none();
        }
        match scene.sight.phase {
            Phase::Break | Phase::Over => Move::go(Direction::STILL),
            Phase::Choice => Move::go(Direction::STILL),
            Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu => match self {
                Runner::Thief => thief::play(scene, memory, run),
                Runner::Fox => fox::play(scene, memory, run, fox::Manner::Whole),
                Runner::Sitter => Move::go(Direction::STILL).and(share::gift(scene, memory)),
                Runner::Waiter => fox::play(scene, memory, run, fox::Manner::Waits),
                Runner::Crosser => fox::play(scene, memory, run, fox::Manner::Crosses),
            },
        }
    }
}
