//! Turning the whole game by a quarter gives the turned game.

use chowk_rules::Game;
use chowk_rules::chowka::*;
use proptest::prelude::*;

use super::{Dice, MATCHES, any_rules};

/// A match with places, counted anticlockwise from one side, instead of sides.
#[derive(PartialEq, Debug)]
struct Seen {
    /// Pawns, right and rank.
    camps: Vec<(Vec<u8>, bool, u8)>,
    turn: Option<(usize, Phase, Vec<u8>, u32)>,
    /// Pawn, value and to, and whom it hits.
    moves: Vec<([u8; 3], Vec<SeenVictim>)>,
    ranks: Option<Vec<Vec<usize>>>,
}

/// Place, pawn and from.
type SeenVictim = (usize, u8, u8);

fn seen_from(game: &Match, south: Side) -> Seen {
    let place = |side: Side| (side.index() + 4 - south.index()) % 4;
    let mut from_south = Side::ALL;
    from_south.rotate_left(south.index());
    let hits = |legal: &Legal| {
        let mut hits: Vec<_> = legal
            .hits
            .iter()
            .map(|hit| (place(hit.side), hit.pawn, hit.from))
            .collect();
        hits.sort_unstable();
        hits
    };
    let ranks = |outcome: &Outcome| {
        let rank = |rank: &Vec<Side>| {
            let mut places: Vec<usize> = rank.iter().map(|&side| place(side)).collect();
            places.sort_unstable();
            places
        };
        outcome.ranks.iter().map(rank).collect()
    };
    Seen {
        camps: from_south
            .map(|side| (game.pawns(side).to_vec(), game.has_right(side), game.rank(side)))
            .to_vec(),
        turn: game
            .turn()
            .map(|turn| (place(turn.side), turn.phase, turn.hand.to_vec(), turn.owed)),
        moves: game
            .legal()
            .iter()
            .map(|legal| ([legal.pawn, legal.value, legal.to], hits(legal)))
            .collect(),
        ranks: game.result().map(ranks),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: MATCHES / 2, ..ProptestConfig::default() })]

    /// Turning the whole game by quarters gives the turned game. A drawn victim is picked from a list that begins with
    /// South, so the same draw means another pawn there; such rules are left out.
    #[test]
    fn a_turned_game_goes_the_same_way(rules in any_rules(), south in 1..4usize, seed: u64) {
        prop_assume!(rules.victims != Victims::Random);
        let south = Side::ALL[south];
        let mut game = Match::new(rules, 4);
        let mut turned = Match::parse(rules, 4, "", south).unwrap();
        let (mut dice, mut same_dice) = (Dice::new(seed), Dice::new(seed));
        let mut players = Dice::new(seed ^ 1);
        while let Some(turn) = game.turn() {
            prop_assert_eq!(seen_from(&game, Side::South), seen_from(&turned, south));
            let action = match turn.phase {
                Phase::Throw => Action::Throw,
                Phase::Move => {
                    let legal = game.legal();
                    let chosen = &legal[players.below(legal.len() as u32) as usize];
                    Action::Move { pawn: chosen.pawn, value: chosen.value }
                }
            };
            let leaves = players.below(1_000) == 0;
            let action = if leaves { Action::Leave(LeaveWhy::Resigned) } else { action };
            let there = Side::ALL[(turn.side.index() + south.index()) % 4];
            for event in game.decide(turn.side, &action, &mut dice).unwrap() {
                game.evolve(&event);
            }
            for event in turned.decide(there, &action, &mut same_dice).unwrap() {
                turned.evolve(&event);
            }
        }
        prop_assert_eq!(seen_from(&game, Side::South), seen_from(&turned, south));
    }
}
