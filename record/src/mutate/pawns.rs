//! Two pawns of one side that have changed places: where the record first contradicts it.

use chowk_rules::chowka::Side;

use super::story::Story;
use crate::line::{By, Line};

/// If at the move at place `at`, from a square that both stood on, pawn `two.1` had moved in place of `two.0`: the
/// first line that cannot be then. From there on each stands where the other does; where they meet again, all is as
/// it was, and nothing shows any more.
pub(super) fn first_false(story: &Story, at: usize, side: Side, two: (u8, u8)) -> Option<usize> {
    for (place, line) in story.after(at) {
        let true_pawns = story.before(place).pawns(side);
        let mut false_pawns = true_pawns.to_vec();
        false_pawns.swap(usize::from(two.0), usize::from(two.1));
        if false_pawns == true_pawns || story.before(place).has_left(side) {
            return None;
        }
        let shows = match line {
            Line::Moved {
                side: mover,
                pawn,
                from,
                by,
                ..
            } if *mover == side => {
                let lowest = false_pawns.iter().position(|index| index == from);
                let forced_other = *by == By::Forced && lowest != Some(usize::from(*pawn));
                false_pawns[usize::from(*pawn)] != *from || forced_other
            }
            Line::Moved { hits, .. } => hits.iter().any(|hit| {
                hit.side == side && {
                    let on = |pawns: &[u8]| {
                        let there = pawns
                            .iter()
                            .take(usize::from(hit.pawn))
                            .filter(|index| **index == hit.from);
                        (pawns[usize::from(hit.pawn)] == hit.from, there.count())
                    };
                    // The one hit, or the one drawn, is the n-th of this side on that square.
                    on(&false_pawns) != on(true_pawns)
                }
            }),
            Line::Lots { .. } | Line::Thrown { .. } | Line::Passed { .. } => false,
            Line::Left { .. } | Line::Ended { .. } | Line::Opened { .. } | Line::Stones(_) => false,
        };
        if shows {
            return Some(place);
        }
    }
    None
}
