//! The draws of a match as a client saw them, and whether each follows from the key.

use chowk_protocol::{ChairNo, Event, SideName, TurnView};
use chowk_record::fair::{self, Digest, FairFate, Fate as _, Key};
use serde::Deserialize;
use serde_json::Value;

/// How a rule set casts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cast {
    shells: u8,
    mouth_up_256: u8,
    none_up: u8,
}

impl Cast {
    /// The fields that a rule set states (`chowka-bara.md` 6).
    pub(super) fn of_rules(rules: &Value) -> Self {
        let number = |key: &str| {
            rules
                .get(key)
                .and_then(Value::as_u64)
                .and_then(|n| u8::try_from(n).ok())
                .unwrap_or(0)
        };
        Self {
            // More than six shells are in no rule set of this protocol, and cannot be cast.
            shells: number("shells").min(6),
            mouth_up_256: number("mouth_up_256"),
            none_up: number("none_up"),
        }
    }

    /// What a cast counts; `None` if it is no cast of these rules.
    pub(super) fn value_of(&self, shells: &[u8]) -> Option<u8> {
        if shells.len() != usize::from(self.shells) || shells.iter().any(|shell| *shell > 1) {
            return None;
        }
        match shells.iter().sum() {
            0 => Some(self.none_up),
            up => Some(up),
        }
    }
}

/// One draw as it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Draw {
    /// The lots: the chair of each side, South first.
    Lots(Vec<ChairNo>),
    /// A throw.
    Throw {
        /// The link that it carried.
        link: Option<Digest>,
        /// The shells.
        shells: Vec<u8>,
    },
    /// A pick of one of some.
    Pick {
        /// Among how many.
        of: u32,
        /// Which, from 0.
        got: u32,
    },
    /// A pick among an unknown number.
    PickUnseen,
}

impl Draw {
    /// How many numbers of the match's counter it takes.
    pub(super) fn count(&self) -> u64 {
        match self {
            Self::Lots(chairs) => (chairs.len() as u64).saturating_sub(1),
            Self::Throw { .. } | Self::Pick { .. } | Self::PickUnseen => 1,
        }
    }

    /// Whether the key gives this draw at `t`; `None` if that cannot be said.
    pub(super) fn follows_from(&self, key: &Key, t: u64, cast: &Cast, chairs: &[ChairNo]) -> Option<bool> {
        match self {
            Self::Lots(order) => {
                let (places, _) = fair::lots(key, chairs.len());
                let drawn = places.into_iter().filter_map(|place| chairs.get(place).copied());
                Some(t == 0 && drawn.eq(order.iter().copied()))
            }
            Self::Throw { link, shells } => {
                let drawn = FairFate::new(key, t, *link).cast(cast.shells, cast.mouth_up_256);
                Some(drawn.value.faces().eq(shells.iter().copied()))
            }
            Self::Pick { of, got } => Some(FairFate::new(key, t, None).pick(*of).value == *got),
            Self::PickUnseen => None,
        }
    }
}

/// A drawn victim: among how many, and which one it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::client) struct Pick {
    pub(super) t: u64,
    pub(super) of: u32,
    pub(super) got: u32,
}

/// The picks that these events tell, with the candidates that the view before them named: South, East, North, West,
/// then by pawn number (`chowka-bara.md` 6).
pub(in crate::client) fn picks_of(before: &Value, events: &[Event]) -> Vec<Pick> {
    let pick = |event: &Event| {
        let Event::Moved {
            pawn,
            value,
            hits,
            t: Some(t),
            ..
        } = event
        else {
            return None;
        };
        let turn = TurnView::deserialize(before.get("turn")?).ok()?;
        let r#move = turn.moves.get(pawn)?.get(value)?;
        let mut candidates: Vec<(SideName, u8)> = r#move.hits.iter().map(|(side, pawn)| (*side, *pawn)).collect();
        for (side, pawns) in &r#move.more_hits {
            candidates.extend(pawns.iter().map(|pawn| (*side, *pawn)));
        }
        candidates.sort_unstable();
        let victim = hits.first()?;
        let got = candidates
            .iter()
            .position(|candidate| *candidate == (victim.side, victim.pawn))?;
        Some(Pick {
            t: *t,
            of: u32::try_from(candidates.len()).ok()?,
            got: u32::try_from(got).ok()?,
        })
    };
    // Almost no move draws: nothing is read then.
    events.iter().filter_map(pick).collect()
}
