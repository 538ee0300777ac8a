//! Whole matches between brains, without clocks or sockets.

use chowk_rules::chowka::{Action, Match, Outcome, Phase, RuleSet, Shells};
use chowk_rules::{Drawn, Fate, Game};

use crate::{Bot, Brain, Position};

/// A match that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended, and who came where.
    pub outcome: Outcome,
    /// How many throws it took.
    pub throws: u32,
}

/// Plays one match: the brains sit in the order of turns from South. The same seed gives the same match.
///
/// # Panics
/// If the rules were not checked, or for other than two to four brains.
pub fn play(rules: RuleSet, brains: &[Brain], seed: u64) -> Played {
    let mut luck = Luck::new(seed);
    let mut game = Match::new(rules, brains.len() as u8);
    let mut bots: [Option<Bot>; 4] = [const { None }; 4];
    for (side, &brain) in game.sides().zip(brains) {
        bots[side.index()] = Some(Bot::new(brain, luck.rng.u64(..)));
    }
    while let Some(turn) = game.turn() {
        let side = turn.side;
        let action = match turn.phase {
            Phase::Throw => Action::Throw,
            Phase::Move => {
                let choices = game.legal();
                let bot = bots[side.index()].as_mut().expect("a bot on every side that plays");
                let chosen = &choices[bot.choose(&Position::of(&game, side), &choices)];
                Action::Move {
                    pawn: chosen.pawn,
                    value: chosen.value,
                }
            }
        };
        let events = game
            .decide(side, &action, &mut luck)
            .expect("a bot chooses among what is legal");
        for event in &events {
            game.evolve(event);
        }
    }
    let outcome = game.result().expect("a match without a turn is over").clone();
    Played {
        outcome,
        throws: game.throws(),
    }
}

/// A fast seeded fate, good enough for statistics and not for stakes.
#[derive(Clone, Debug)]
pub struct Luck {
    rng: fastrand::Rng,
    t: u64,
}

impl Luck {
    /// A fate that is wholly decided by `seed`.
    pub fn new(seed: u64) -> Luck {
        Luck {
            rng: fastrand::Rng::with_seed(seed),
            t: 0,
        }
    }

    fn drawn<T>(&mut self, value: T) -> Drawn<T> {
        self.t += 1;
        Drawn { t: self.t - 1, value }
    }
}

impl Fate for Luck {
    fn cast(&mut self, shells: u8, mouth_up_256: u8) -> Drawn<Shells> {
        let mut faces = [0; chowk_rules::chowka::SHELLS_MAX];
        let faces = &mut faces[..usize::from(shells)];
        for face in faces.iter_mut() {
            *face = u8::from(self.rng.u8(..) < mouth_up_256);
        }
        let cast = Shells::from_faces(faces).expect("faces are 0 or 1");
        self.drawn(cast)
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        let value = self.rng.u32(..of);
        self.drawn(value)
    }
}
