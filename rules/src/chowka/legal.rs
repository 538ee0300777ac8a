//! What may be moved, whom that would hit, and why anything else may not (sections 3 and 4.2).

use super::board::Side;
use super::event::{Reason, Victim};
use super::ruleset::{Entry, Gate, OuterStack, PAWNS_MAX, Values, Victims};
use super::{Match, Stage, Standing};

/// A move that would be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal {
    /// The pawn, from 0.
    pub pawn: u8,
    /// The value it would spend.
    pub value: u8,
    /// The index it stands on.
    pub from: u8,
    /// The index it would reach.
    pub to: u8,
    /// The pawns it would send home, in the order South, East, North, West, then by pawn number.
    pub hits: Vec<Victim>,
    /// Only one of `hits`, which are two or more, would be hit, and it would be drawn.
    pub hits_drawn: bool,
}

/// A pawn that may not move by a value in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// The pawn, from 0.
    pub pawn: u8,
    /// The value.
    pub value: u8,
    /// The first rule that forbids it.
    pub why: Reason,
}

/// Opposing pawns on one square: enough for all pawns of three opponents.
pub(super) struct Crowd {
    victims: [Victim; 3 * PAWNS_MAX],
    len: usize,
}

impl Match {
    /// Every move that would be accepted, by pawn number and then by value in the order thrown. Empty while a throw
    /// is asked for.
    pub fn legal(&self) -> Vec<Legal> {
        let Stage::Moving(hold) = &self.stage else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        for (pawn, &from) in self.pawns(hold.side).iter().enumerate() {
            for value in distinct(&hold.hand) {
                if self.reason_against(hold.side, from, value).is_none() {
                    moves.push(self.legal_move(hold.side, pawn as u8, value, from));
                }
            }
        }
        moves
    }

    /// Every pair of pawn and value in hand that would be refused, with the reason, in the order of `legal`. Empty
    /// while a throw is asked for.
    pub fn blocked(&self) -> Vec<Blocked> {
        let Stage::Moving(hold) = &self.stage else {
            return Vec::new();
        };
        let mut blocked = Vec::new();
        for (pawn, &from) in self.pawns(hold.side).iter().enumerate() {
            for value in distinct(&hold.hand) {
                if let Some(why) = self.reason_against(hold.side, from, value) {
                    blocked.push(Blocked {
                        pawn: pawn as u8,
                        value,
                        why,
                    });
                }
            }
        }
        blocked
    }

    /// The only choice there is, as (pawn, value): a move is asked for, and only one pair of value and starting index
    /// is legal. Of several pawns on that index the lowest number.
    pub fn forced(&self) -> Option<(u8, u8)> {
        let Stage::Moving(hold) = &self.stage else { return None };
        let mut only = None;
        for (pawn, &from) in self.pawns(hold.side).iter().enumerate() {
            for value in distinct(&hold.hand) {
                if self.reason_against(hold.side, from, value).is_some() {
                    continue;
                }
                match only {
                    None => only = Some((pawn as u8, value, from)),
                    Some((_, first_value, first_from)) => {
                        if (first_value, first_from) != (value, from) {
                            return None;
                        }
                    }
                }
            }
        }
        only.map(|(pawn, value, _)| (pawn, value))
    }

    /// The first rule of section 3 that forbids a pawn of `side` to move from `from` by `value`.
    pub(super) fn reason_against(&self, side: Side, from: u8, value: u8) -> Option<Reason> {
        let board = self.rules.board;
        let to = self.landing(from, value);
        if from == board.centre() {
            return Some(Reason::Finished);
        }
        if from == 0 && !self.enters_by(value) {
            return Some(Reason::NoEntry);
        }
        if to > board.centre() {
            return Some(Reason::Overshoot);
        }
        let passes_gate = from <= board.gate() && to > board.gate();
        if passes_gate && self.rules.gate == Gate::Hit && !self.has_right(side) {
            return Some(Reason::NoHitRight);
        }
        let single = self.rules.outer_stack == OuterStack::Forbidden && to <= board.gate() && !self.rules.is_safe(to);
        if single && self.pawns(side).contains(&to) {
            return Some(Reason::OwnPawn);
        }
        None
    }

    /// Where a pawn on `from` would go by `value`: entering spends the whole value.
    pub(super) fn landing(&self, from: u8, value: u8) -> u8 {
        if from == 0 { 1 } else { from + value }
    }

    fn enters_by(&self, value: u8) -> bool {
        match self.rules.entry {
            Entry::OnHome => false,
            Entry::Needs(needs) => needs.contains(value),
        }
    }

    /// Whether any pawn of `side` could move by `value`.
    pub(super) fn can_move(&self, side: Side, value: u8) -> bool {
        self.pawns(side)
            .iter()
            .any(|&from| self.reason_against(side, from, value).is_none())
    }

    /// Whether no player in the game could move by any value that can fall (section 4.7).
    pub(super) fn is_dead_end(&self) -> bool {
        let values = self.rules.falling();
        !self
            .playing()
            .any(|side| values.iter().any(|value| self.can_move(side, value)))
    }

    /// The opposing pawns that stand where `side` would reach `to`; none if that square is safe.
    pub(super) fn crowd_at(&self, side: Side, to: u8) -> Crowd {
        let nobody = Victim { side, pawn: 0, from: 0 };
        let mut crowd = Crowd {
            victims: [nobody; 3 * PAWNS_MAX],
            len: 0,
        };
        if self.rules.is_safe(to) {
            return crowd;
        }
        for other in Side::ALL {
            if other == side || self.camp(other).standing != Standing::Playing {
                continue;
            }
            let there = self.rules.board.meeting(side, to, other);
            for (pawn, &from) in self.pawns(other).iter().enumerate() {
                if from == there {
                    crowd.victims[crowd.len] = Victim {
                        side: other,
                        pawn: pawn as u8,
                        from,
                    };
                    crowd.len += 1;
                }
            }
        }
        crowd
    }

    fn legal_move(&self, side: Side, pawn: u8, value: u8, from: u8) -> Legal {
        let to = self.landing(from, value);
        let crowd = self.crowd_at(side, to);
        let (hits, hits_drawn) = match self.rules.victims {
            Victims::MostAdvanced => (crowd.most_advanced().into_iter().collect(), false),
            Victims::Random => (crowd.all().to_vec(), crowd.all().len() > 1),
            Victims::All => (crowd.all().to_vec(), false),
        };
        Legal {
            pawn,
            value,
            from,
            to,
            hits,
            hits_drawn,
        }
    }
}

impl Crowd {
    /// All of them, in the order South, East, North, West, then by pawn number.
    pub(super) fn all(&self) -> &[Victim] {
        &self.victims[..self.len]
    }

    /// The one furthest along its own route, of equals the lowest pawn number; players differ there by construction.
    pub(super) fn most_advanced(&self) -> Option<Victim> {
        self.all()
            .iter()
            .copied()
            .reduce(|best, next| if next.from > best.from { next } else { best })
    }
}

/// The values in hand, each once, in the order thrown. A hand can be thousands of values long where nearly every value
/// is a grace, so this is one pass.
pub(super) fn distinct(hand: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let mut seen = Values::default();
    hand.iter().copied().filter(move |&value| seen.insert(value))
}
