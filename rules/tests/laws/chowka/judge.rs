//! A second judge, written from the page and by squares: what may move, whom it hits, who stands where.

use std::collections::BTreeMap;

use chowk_rules::chowka::*;

/// Squares of the outer rim that are safe, as the page lists them.
fn is_home(board: Board, index: u8) -> bool {
    match board {
        Board::Five => [1, 5, 9, 13].contains(&index),
        Board::Seven => [1, 7, 13, 19].contains(&index),
    }
}

fn is_safe(rules: &RuleSet, index: u8) -> bool {
    let corners = rules.safe == Safe::HomesAndCorners && [25, 29, 33, 37].contains(&index);
    index == u8::pow(rules.board.size(), 2) || is_home(rules.board, index) || corners
}

pub(crate) fn assert_one_pawn_on_each_outer_square(game: &Match) {
    let board = game.rules().board;
    let mut squares = Vec::new();
    for side in game.sides().filter(|&side| game.is_playing(side)) {
        let outer = game
            .pawns(side)
            .iter()
            .filter(|&&index| index >= 1 && index <= board.gate());
        squares.extend(
            outer
                .filter(|&&index| !is_home(board, index))
                .map(|&index| board.square(side, index)),
        );
    }
    let pawns = squares.len();
    squares.sort_unstable();
    squares.dedup();
    assert_eq!(squares.len(), pawns, "two pawns on an outer square: {game}");
}

/// Every reason that section 3 gives against a move, in its order; written from the page, not from the engine.
fn reasons(game: &Match, side: Side, from: u8, value: u8) -> Vec<Reason> {
    let rules = game.rules();
    let (gate, centre) = match rules.board {
        Board::Five => (16, 25),
        Board::Seven => (24, 49),
    };
    let enters = match rules.entry {
        Entry::OnHome => false,
        Entry::Needs(needs) => needs.iter().any(|needed| needed == value),
    };
    let to = if from == 0 {
        1
    } else {
        u16::from(from) + u16::from(value)
    };
    let shut = rules.gate == Gate::Hit && !game.has_right(side);
    let taken = game.pawns(side).iter().any(|&own| u16::from(own) == to);
    let alone = to <= gate && !is_home(rules.board, to as u8) && rules.outer_stack == OuterStack::Forbidden;
    [
        (Reason::Finished, u16::from(from) == centre),
        (Reason::NoEntry, from == 0 && !enters),
        (Reason::Overshoot, to > centre),
        (Reason::NoHitRight, u16::from(from) <= gate && to > gate && shut),
        (Reason::OwnPawn, taken && alone),
    ]
    .into_iter()
    .filter(|&(_, fails)| fails)
    .map(|(reason, _)| reason)
    .collect()
}

/// The moves offered and blocked, their squares, hits and reasons, against an independent judge.
pub(crate) fn assert_moves_as_judged_here(game: &Match, turn: Turn<'_>) {
    let (rules, side) = (game.rules(), turn.side);
    let mut values = Vec::new();
    for &value in turn.hand {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let (mut legal, mut blocked) = (game.legal().into_iter(), game.blocked().into_iter());
    let mut distinct = BTreeMap::new();
    for (pawn, &from) in game.pawns(side).iter().enumerate() {
        let pawn = pawn as u8;
        for &value in &values {
            if let Some(&why) = reasons(game, side, from, value).first() {
                assert_eq!(blocked.next(), Some(Blocked { pawn, value, why }));
                continue;
            }
            let offered = legal.next().unwrap();
            let to = if from == 0 { 1 } else { from + value };
            assert_eq!(
                (offered.pawn, offered.value, offered.from, offered.to),
                (pawn, value, from, to)
            );
            distinct.entry((value, from)).or_insert(pawn);
            let there = standing_at(game, side, to);
            let hits = match rules.victims {
                Victims::MostAdvanced => furthest(&there),
                Victims::Random | Victims::All => there.clone(),
            };
            assert_eq!(offered.hits, hits);
            assert_eq!(offered.hits_drawn, rules.victims == Victims::Random && there.len() > 1);
        }
    }
    assert_eq!((legal.next(), blocked.next()), (None, None));
    let only = distinct.iter().next().filter(|_| distinct.len() == 1);
    assert_eq!(game.forced(), only.map(|(&(value, _), &pawn)| (pawn, value)));
}

/// Opposing pawns on the square where `side` would reach `to`, found by the squares themselves; none if it is safe.
fn standing_at(game: &Match, side: Side, to: u8) -> Vec<Victim> {
    let board = game.rules().board;
    let square = board.square(side, to);
    if is_safe(game.rules(), to) {
        return Vec::new();
    }
    let others = Side::ALL
        .into_iter()
        .filter(|&other| other != side && game.is_playing(other));
    others
        .flat_map(|other| {
            let pawns = game.pawns(other).iter().enumerate();
            let there = pawns.filter(move |&(_, &from)| board.square(other, from) == square);
            there.map(move |(pawn, &from)| Victim {
                side: other,
                pawn: pawn as u8,
                from,
            })
        })
        .collect()
}

fn furthest(there: &[Victim]) -> Vec<Victim> {
    let far = there.iter().map(|victim| victim.from).max();
    there
        .iter()
        .copied()
        .find(|victim| Some(victim.from) == far)
        .into_iter()
        .collect()
}

/// The result names each side once, in its order within a rank, without gaps.
pub(crate) fn assert_ranks(game: &Match) {
    let outcome = game.result().unwrap();
    assert!(outcome.ranks.iter().all(|rank| !rank.is_empty() && rank.is_sorted()));
    let mut named: Vec<Side> = outcome.ranks.concat();
    named.sort_unstable();
    assert_eq!(named, game.sides().collect::<Vec<_>>());
    for (place, rank) in outcome.ranks.iter().enumerate() {
        assert!(rank.iter().all(|&side| usize::from(game.rank(side)) == place + 1));
    }
    if outcome.why == Ending::Finished {
        let shared = outcome.ranks.iter().any(|rank| rank.len() > 1);
        assert!(!shared || game.rules().end == End::FirstFinisher);
    }
}
