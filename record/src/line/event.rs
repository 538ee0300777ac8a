//! A line and the event of the rules that it tells, both ways.

use chowk_rules::chowka::Event;

use super::{By, Line};
use crate::fair::Digest;

impl Line {
    /// The line that tells an event of the rules. `by` is who threw or moved and `link` what came with a throw; for
    /// other events, which have neither, they are not used.
    pub fn told(event: &Event, by: By, link: Option<Digest>) -> Line {
        match event {
            &Event::Thrown { side, t, shells, value } => Line::Thrown {
                side,
                t,
                link,
                by,
                shells,
                value,
            },
            Event::Moved {
                side,
                pawn,
                value,
                from,
                to,
                hits,
                t,
            } => Line::Moved {
                side: *side,
                pawn: *pawn,
                value: *value,
                from: *from,
                to: *to,
                hits: hits.clone(),
                by,
                t: *t,
            },
            &Event::Passed { side, value, why } => Line::Passed { side, value, why },
            &Event::Left { side, why } => Line::Left { side, why },
            Event::Ended { ranks, why } => Line::Ended {
                ranks: ranks.clone(),
                why: *why,
            },
        }
    }

    /// The event of the rules that the line tells, so that a record can be played again by `evolve`; `None` for lots
    /// and the opened seed, which the rules do not know, and for lines of four stones.
    pub fn event(&self) -> Option<Event> {
        match self {
            &Line::Thrown {
                side,
                t,
                link: _,
                by: _,
                shells,
                value,
            } => Some(Event::Thrown { side, t, shells, value }),
            Line::Moved {
                side,
                pawn,
                value,
                from,
                to,
                hits,
                by: _,
                t,
            } => Some(Event::Moved {
                side: *side,
                pawn: *pawn,
                value: *value,
                from: *from,
                to: *to,
                hits: hits.clone(),
                t: *t,
            }),
            &Line::Passed { side, value, why } => Some(Event::Passed { side, value, why }),
            &Line::Left { side, why } => Some(Event::Left { side, why }),
            Line::Ended { ranks, why } => Some(Event::Ended {
                ranks: ranks.clone(),
                why: *why,
            }),
            Line::Lots { .. } | Line::Opened { .. } | Line::Stones(_) => None,
        }
    }
}
