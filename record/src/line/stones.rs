//! The lines of a record of four stones: the lots, what the seats wished, and what happened, each with its tick.

mod read;
mod write;

pub(crate) use read::{lots as lots_of, seat as seat_of};

use chowk_rules::stones::{Event, Lots, Seat, Wish};

/// One line of a record of four stones, between its header and the opened seed.
///
/// Lots and wishes cannot be derived. All else follows from them and the draws ([`crate::retold::Retold`]), and is told
/// since people care about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StonesLine {
    /// Chairs were drawn to places.
    Lots {
        /// The number of the first draw.
        t: u64,
        /// The chairs of the patwar and of the owners of SW, SE, NE and NW; `chairs` in JSON.
        places: Lots,
    },
    /// Directions, in the order received. At least one, and at most 250 ms of them.
    Inputs(Vec<StonesInput>),
    /// A take, a gift, a word, or the room's word that a seat is away. A direction given so is written as inputs of one.
    Wished {
        /// The tick in which it was heard.
        tick: u32,
        /// Who wished it.
        seat: Seat,
        /// What.
        wish: Wish,
    },
    /// Something happened.
    Happened {
        /// In which tick.
        tick: u32,
        /// What.
        event: Event,
    },
}

/// A direction of a seat; `[tick, seat, dx, dy]` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StonesInput {
    /// The tick in which it was heard.
    pub tick: u32,
    /// Who pushes.
    pub seat: Seat,
    /// East, -127 to 127.
    pub dx: i16,
    /// North, -127 to 127.
    pub dy: i16,
}

/// How much time one line of inputs may tell of, in milliseconds, from its first tick to its last.
pub const INPUTS_MS_MAX: u64 = 250;

impl StonesLine {
    /// The word in `kind`.
    pub const fn kind(&self) -> &'static str {
        match self {
            StonesLine::Lots { .. } => "lots",
            StonesLine::Inputs(_)
            | StonesLine::Wished {
                wish: Wish::Steer { .. },
                ..
            } => "inputs",
            StonesLine::Wished { wish, .. } => wish.code(),
            StonesLine::Happened { event, .. } => event.code(),
        }
    }
}

/// The kinds of line that only a record of four stones has.
pub(crate) const STONES_KINDS: [&str; 16] = [
    "inputs",
    "take",
    "give",
    "choice",
    "away",
    "innings",
    "phase",
    "cut",
    "taken",
    "given",
    "crossed",
    "void",
    "through",
    "tagged",
    "clock_out",
    "innings_end",
];

#[cfg(test)]
mod tests;
