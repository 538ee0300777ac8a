//! The ground as somebody sees it: from the court's view and the newest places.

use chowk_protocol::{ChairNo, Place};

use super::{Arm, Body, Ground, Home, Reach};
use crate::play::court::{Letters, Sight};

/// What lies and stands there; `at` are the places to be shown, which may lie between two that were told.
pub(crate) fn ground(sight: &Sight<'_>, letters: &Letters, at: impl Fn(ChairNo) -> Option<Place>) -> Ground {
    let court = sight.court;
    let letter = |chair: ChairNo| letters.get(&chair).copied().unwrap_or('?');
    let mut chairs: Vec<ChairNo> = vec![court.patwar];
    chairs.extend(court.runners.keys());
    // Who looks and who chases stand where they are; others make room.
    chairs.sort_by_key(|chair| (Some(*chair) != sight.me, *chair != court.patwar));
    let body = |chair: ChairNo| {
        Some(Body {
            letter: letter(chair),
            seat: chair,
            at: at(chair)?,
            chases: chair == court.patwar,
            mine: Some(chair) == sight.me,
        })
    };
    let arms = court.cut.iter().map(|(side, cut)| {
        let arm = match (cut, court.touched == Some(*side)) {
            (true, _) => Arm::Cut,
            (false, true) => Arm::Touched,
            (false, false) => Arm::Open,
        };
        (*side, arm)
    });
    let homes = court.runners.iter().map(|(chair, runner)| Home {
        of: runner.home,
        letter: letter(*chair),
        seat: *chair,
        mine: Some(*chair) == sight.me,
    });
    Ground {
        bodies: chairs.into_iter().filter_map(body).collect(),
        stones: court.ground,
        arms: arms.collect(),
        named: court.r#box,
        homes: homes.collect(),
        reach: at(court.patwar).map(|at| Reach {
            at,
            radius: court.reach,
            void: court.void,
        }),
        ghost: None,
    }
}
