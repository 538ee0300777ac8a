//! Chowka-bara under the laws: matches of any rule set, and what is true of each position and each step.

#[path = "chowka/judge.rs"]
mod judge;
#[path = "chowka/perft.rs"]
mod perft;
#[path = "chowka/turned.rs"]
mod turned;

use chowk_rules::Game;
use chowk_rules::chowka::*;
use proptest::prelude::*;

use super::{Dice, MATCHES, Subject};

/// Any rule set that can be played.
pub(crate) fn any_rules() -> impl Strategy<Value = RuleSet> {
    let cloth = (
        any::<bool>(),
        1..=5u8,
        any::<bool>(),
        64..=192u8,
        1..=18u8,
        any::<u32>(),
        any::<u32>(),
    );
    let flags = proptest::array::uniform12(any::<bool>());
    (cloth, flags, 0..3u8).prop_map(
        |((large, pawns, six, mouth_up_256, above, some, others), flags, victims)| {
            let board = if large { Board::Seven } else { Board::Five };
            let shells = if six { 6 } else { 4 };
            let mut rules = RuleSet {
                board,
                pawns,
                shells,
                mouth_up_256,
                ..RuleSet::default()
            };
            rules.none_up = shells + above;
            let values = rules.values();
            let chosen = |bits: u32| -> Vec<u8> {
                let picked = values.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
                picked.map(|(_, &value)| value).collect()
            };
            let grace = chosen(some);
            rules.grace = Values::of(if grace.len() == values.len() {
                &grace[1..]
            } else {
                &grace
            });
            let needs = chosen(others);
            let [
                open,
                permanent,
                keep,
                adds,
                collect,
                off,
                stack,
                corners,
                centre,
                burns,
                first,
                opens,
            ] = flags;
            rules.gate = if open { Gate::Open } else { Gate::Hit };
            rules.hit_right = if permanent {
                HitRight::Permanent
            } else {
                HitRight::LostWhenAllHome
            };
            rules.victims = [Victims::MostAdvanced, Victims::Random, Victims::All][usize::from(victims)];
            rules.grace_without_move = if keep {
                GraceWithoutMove::Keep
            } else {
                GraceWithoutMove::Pass
            };
            rules.hit_grace_adds = adds;
            rules.throws = if collect { Throws::Collect } else { Throws::OneByOne };
            rules.entry = if off && !needs.is_empty() {
                Entry::Needs(Values::of(&needs))
            } else {
                Entry::OnHome
            };
            rules.outer_stack = if stack {
                OuterStack::Allowed
            } else {
                OuterStack::Forbidden
            };
            rules.safe = if corners && large {
                Safe::HomesAndCorners
            } else {
                Safe::Homes
            };
            rules.centre_grace = centre;
            rules.triple_grace_burns = burns;
            rules.end = if first { End::FirstFinisher } else { End::LastPlace };
            rules.dead_end = if opens { DeadEnd::OpenGate } else { DeadEnd::Share };
            assert_eq!(rules.check(), Ok(()));
            rules
        },
    )
}

impl Subject for Match {
    fn any() -> BoxedStrategy<Match> {
        (any_rules(), 2..=4u8)
            .prop_map(|(rules, players)| Match::new(rules, players))
            .boxed()
    }

    fn offers(&self) -> Vec<(Side, Action)> {
        let Some(turn) = self.turn() else { return Vec::new() };
        let mut offers: Vec<(Side, Action)> = match turn.phase {
            Phase::Throw => vec![(turn.side, Action::Throw)],
            Phase::Move => {
                let moves = self.legal().into_iter();
                moves
                    .map(|legal| {
                        (
                            turn.side,
                            Action::Move {
                                pawn: legal.pawn,
                                value: legal.value,
                            },
                        )
                    })
                    .collect()
            }
        };
        assert!(!offers.is_empty(), "who is asked can answer");
        offers.extend(
            Side::ALL
                .into_iter()
                .filter(|&side| self.is_playing(side))
                .flat_map(leavings),
        );
        offers.extend(Side::ALL.map(|side| (side, Action::Abandon)));
        offers
    }

    fn attempts(&self) -> Vec<(Side, Action)> {
        let moves = |side| {
            let pawns = (0..=self.rules().pawns).chain([255]);
            let values = move || (0..=25u8).chain([255]);
            pawns.flat_map(move |pawn| values().map(move |value| (side, Action::Move { pawn, value })))
        };
        let of = |side| {
            moves(side)
                .chain(leavings(side))
                .chain([(side, Action::Throw), (side, Action::Abandon)])
        };
        Side::ALL.into_iter().flat_map(of).collect()
    }

    fn weight(action: &Action, calm: bool) -> u32 {
        match action {
            Action::Throw | Action::Move { .. } => 10_000,
            Action::Leave(_) | Action::Abandon if calm => 0,
            Action::Leave(_) => 6,
            Action::Abandon => 1,
        }
    }

    fn actions_max() -> usize {
        // A match has at most 20,000 throws, each of at most one move.
        40_000
    }

    fn assert_laws(&self) {
        let rules = self.rules();
        for side in self.sides() {
            let pawns = self.pawns(side);
            assert_eq!(pawns.len(), usize::from(rules.pawns));
            if !self.is_playing(side) {
                continue;
            }
            assert!(
                pawns
                    .iter()
                    .all(|&index| index >= rules.start() && index <= rules.board.centre())
            );
            let inside = pawns.iter().any(|&index| index > rules.board.gate());
            assert!(
                !inside || rules.gate == Gate::Open || self.has_right(side),
                "beyond the gate without the right"
            );
        }
        if rules.outer_stack == OuterStack::Forbidden {
            judge::assert_one_pawn_on_each_outer_square(self);
        }
        assert!(self.throws() <= 20_000);
        match self.turn() {
            Some(turn) if turn.phase == Phase::Move => judge::assert_moves_as_judged_here(self, turn),
            Some(_) => assert!(self.legal().is_empty() && self.blocked().is_empty() && self.forced().is_none()),
            None => judge::assert_ranks(self),
        }
    }

    fn assert_step(&self, events: &[Event], after: &Match) {
        // Pawns stay where they are but for those that the events name.
        let mut pawns = Side::ALL.map(|side| self.pawns(side).to_vec());
        for event in events {
            match event {
                Event::Moved {
                    side,
                    pawn,
                    from,
                    to,
                    hits,
                    ..
                } => {
                    let moved = &mut pawns[side.index()][usize::from(*pawn)];
                    assert_eq!(moved, from);
                    *moved = *to;
                    for hit in hits {
                        let gone = &mut pawns[hit.side.index()][usize::from(hit.pawn)];
                        assert_eq!(*gone, hit.from);
                        assert_eq!(
                            self.rules().board.square(hit.side, hit.from),
                            self.rules().board.square(*side, *to)
                        );
                        *gone = self.rules().start();
                    }
                }
                Event::Left { side, .. } => pawns[side.index()].fill(0),
                Event::Thrown { .. } | Event::Passed { .. } | Event::Ended { .. } => {}
            }
        }
        for side in Side::ALL {
            assert_eq!(after.pawns(side), pawns[side.index()], "{side}");
        }
        // The end is told once, when it comes, and every throw is counted.
        let ended = events
            .iter()
            .filter(|event| matches!(event, Event::Ended { .. }))
            .count();
        assert_eq!(after.is_over(), ended == 1);
        let thrown = events
            .iter()
            .filter(|event| matches!(event, Event::Thrown { .. }))
            .count();
        assert_eq!(after.throws(), self.throws() + thrown as u32);
    }
}

fn leavings(side: Side) -> impl Iterator<Item = (Side, Action)> {
    let ways = [LeaveWhy::Resigned, LeaveWhy::TimedOut, LeaveWhy::Kicked];
    ways.into_iter().map(move |why| (side, Action::Leave(why)))
}
