//! What a seat may ask for, what happens, and why an action is refused.

use std::fmt;

use super::board::Side;
use super::throw::Shells;

/// What is asked of a match. Throws and moves are the side's in turn; any side still playing may leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Cast the cowries.
    Throw,
    /// Move a pawn, numbered from 0, by a value in hand.
    Move {
        /// The pawn, from 0.
        pawn: u8,
        /// The value to spend.
        value: u8,
    },
    /// Leave the game for good.
    Leave(LeaveWhy),
    /// End the match for everybody; asked by the room, whatever the seat.
    Abandon,
}

/// What happened. These tell the whole match: rights and ranks follow from them, and `evolve` derives them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The cowries were cast.
    Thrown {
        /// Who threw.
        side: Side,
        /// The number of the draw.
        t: u64,
        /// How they lie.
        shells: Shells,
        /// What that counts.
        value: u8,
    },
    /// A pawn moved.
    Moved {
        /// Whose pawn.
        side: Side,
        /// The pawn, from 0.
        pawn: u8,
        /// The value spent.
        value: u8,
        /// The index it left.
        from: u8,
        /// The index it reached.
        to: u8,
        /// The pawns that were sent home, in the order South, East, North, West, then by pawn number.
        hits: Vec<Victim>,
        /// The number of the draw, only if the victim was drawn.
        t: Option<u64>,
    },
    /// A value was lost.
    Passed {
        /// Whose value.
        side: Side,
        /// The value.
        value: u8,
        /// How it was lost.
        why: PassWhy,
    },
    /// A player left for good.
    Left {
        /// Who.
        side: Side,
        /// How.
        why: LeaveWhy,
    },
    /// The match ended.
    Ended {
        /// The ranks from the best, each with the sides that share it, in the order South, East, North, West.
        ranks: Vec<Vec<Side>>,
        /// How it ended.
        why: Ending,
    },
}

/// A pawn that is, or would be, sent home.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Victim {
    /// Whose pawn.
    pub side: Side,
    /// The pawn, from 0.
    pub pawn: u8,
    /// The index, on its own route, at which it is hit.
    pub from: u8,
}

/// Why a value is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassWhy {
    /// No pawn can move by it.
    NoMove,
    /// It was, or was in hand at, the third grace value in a row.
    Burned,
}

/// Why a player left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeaveWhy {
    /// By own wish.
    Resigned,
    /// By the room's clock.
    TimedOut,
    /// By the others' vote or the host.
    Kicked,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// All ranks are decided.
    Finished,
    /// Nobody could ever move again.
    DeadEnd,
    /// The last throw that a match may have was used up.
    Exhausted,
    /// The room gave it up.
    Abandoned,
}

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The ranks from the best, each with the sides that share it, in the order South, East, North, West.
    pub ranks: Vec<Vec<Side>>,
    /// How it ended.
    pub why: Ending,
}

/// Why an action is refused. The state stays as it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// There is nothing to move by before the throw.
    NothingThrown,
    /// A value waits to be moved.
    AlreadyThrown,
    /// Another side is in turn.
    NotYourTurn,
    /// The side has finished, has left, or never played.
    NotPlaying,
    /// The match has ended.
    Over,
    /// The player has no pawn of that number.
    NoSuchPawn,
    /// The value is not in hand.
    NotInHand,
    /// That pawn may not move by that value.
    Cannot(Reason),
}

/// Why a pawn may not move by a value: the first rule that forbids it, in the order in which they are tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// It is in the centre already.
    Finished,
    /// It is off the board, and the value does not bring it in.
    NoEntry,
    /// It would go beyond the centre.
    Overshoot,
    /// It would pass the gate without the hit right.
    NoHitRight,
    /// A pawn of the same player stands there.
    OwnPawn,
}

impl PassWhy {
    /// The word in records and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            PassWhy::NoMove => "no_move",
            PassWhy::Burned => "burned",
        }
    }
}

impl LeaveWhy {
    /// The word in records and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            LeaveWhy::Resigned => "resigned",
            LeaveWhy::TimedOut => "timed_out",
            LeaveWhy::Kicked => "kicked",
        }
    }
}

impl Ending {
    /// The word in records and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::DeadEnd => "dead_end",
            Ending::Exhausted => "exhausted",
            Ending::Abandoned => "abandoned",
        }
    }
}

impl Illegal {
    /// The stable code of the refusal.
    pub const fn code(self) -> &'static str {
        match self {
            Illegal::NothingThrown => "nothing_thrown",
            Illegal::AlreadyThrown => "already_thrown",
            Illegal::NotYourTurn => "not_your_turn",
            Illegal::NotPlaying => "not_playing",
            Illegal::Over => "over",
            Illegal::NoSuchPawn => "no_such_pawn",
            Illegal::NotInHand => "not_in_hand",
            Illegal::Cannot(reason) => reason.code(),
        }
    }
}

impl Reason {
    /// The stable code of the reason.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Finished => "finished",
            Reason::NoEntry => "no_entry",
            Reason::Overshoot => "overshoot",
            Reason::NoHitRight => "no_hit_right",
            Reason::OwnPawn => "own_pawn",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::NothingThrown => "Throw the cowries first.",
            Illegal::AlreadyThrown => "You have thrown; now move.",
            Illegal::NotYourTurn => "It is not your turn.",
            Illegal::NotPlaying => "This side is not playing any more.",
            Illegal::Over => "The match is over.",
            Illegal::NoSuchPawn => "There is no such pawn.",
            Illegal::NotInHand => "You did not throw that value.",
            Illegal::Cannot(reason) => return reason.fmt(f),
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Finished => "That pawn is already in the centre.",
            Reason::NoEntry => "This throw does not bring a pawn onto the board.",
            Reason::Overshoot => "The centre must be reached by an exact throw.",
            Reason::NoHitRight => "You must hit an opponent before you may go inside.",
            Reason::OwnPawn => "Your own pawn stands there.",
        })
    }
}

impl std::error::Error for Illegal {}
impl std::error::Error for Reason {}
