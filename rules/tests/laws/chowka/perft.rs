//! Perft against a walk through every sequence.

use std::collections::BTreeSet;

use chowk_rules::chowka::*;
use chowk_rules::{Drawn, Fate, Game};
use proptest::prelude::*;

use super::{Dice, MATCHES, Subject};

/// A ply as perft tells plies apart: the value, and the starting index if a pawn moved.
type Ply = (u8, Option<u8>);

/// Gives what it is told to, and notes from how many a pick was.
struct Told {
    mouths_up: u8,
    pick: u32,
    of: u32,
}

impl Fate for Told {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        Drawn {
            t: 0,
            value: Shells::showing(self.mouths_up, shells),
        }
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        self.of = of;
        Drawn { t: 0, value: self.pick }
    }
}

/// Walks every sequence of `depth` plies with every draw, and keeps the different ones.
fn walk(game: &Match, depth: usize, path: &mut Vec<Ply>, found: &mut BTreeSet<Vec<Ply>>) {
    if path.len() == depth {
        found.insert(path.clone());
        return;
    }
    let Some(turn) = game.turn() else { return };
    if turn.phase == Phase::Move {
        return walk_moves(game, depth, path, found);
    }
    for mouths_up in 0..=game.rules().shells {
        let thrown = with(
            game,
            Action::Throw,
            &mut Told {
                mouths_up,
                pick: 0,
                of: 1,
            },
        );
        let playable = thrown.turn().is_some_and(|turn| turn.phase == Phase::Move);
        if playable && game.rules().throws == Throws::OneByOne {
            walk_moves(&thrown, depth, path, found);
        } else {
            path.push((game.rules().value_of(mouths_up), None));
            walk(&thrown, depth, path, found);
            path.pop();
        }
    }
}

fn walk_moves(game: &Match, depth: usize, path: &mut Vec<Ply>, found: &mut BTreeSet<Vec<Ply>>) {
    for Legal { pawn, value, from, .. } in game.legal() {
        path.push((value, Some(from)));
        let mut fate = Told {
            mouths_up: 0,
            pick: 0,
            of: 1,
        };
        while fate.pick < fate.of {
            let moved = with(game, Action::Move { pawn, value }, &mut fate);
            walk(&moved, depth, path, found);
            fate.pick += 1;
        }
        path.pop();
    }
}

fn with(game: &Match, action: Action, fate: &mut dyn Fate) -> Match {
    let mut after = game.clone();
    let side = game.turn().unwrap().side;
    game.decide(side, &action, fate)
        .unwrap()
        .iter()
        .for_each(|event| after.evolve(event));
    after
}

proptest! {
    #![proptest_config(ProptestConfig { cases: MATCHES / 3, ..ProptestConfig::default() })]

    /// Perft counts the different sequences, found here one by one, from any position of any rule set.
    #[test]
    fn perft_counts_different_sequences(start in <Match as Subject>::any(), steps in 0..400u32, seed: u64) {
        let mut game = start;
        let mut dice = Dice::new(seed);
        for _ in 0..steps {
            let Some(turn) = game.turn() else { break };
            let legal = game.legal();
            let action = match turn.phase {
                Phase::Throw => Action::Throw,
                Phase::Move => {
                    let chosen = &legal[dice.below(legal.len() as u32) as usize];
                    Action::Move { pawn: chosen.pawn, value: chosen.value }
                }
            };
            game = with(&game, action, &mut dice);
        }
        for depth in 0..=3 {
            let counted = perft(&game, depth);
            if counted <= 3_000 {
                let mut found = BTreeSet::new();
                walk(&game, depth as usize, &mut Vec::new(), &mut found);
                prop_assert_eq!(counted, found.len() as u64, "depth {} from {}", depth, game);
            }
        }
    }
}
