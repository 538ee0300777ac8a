//! What a seat may wish for, what happens, and why a wish is refused.

use std::fmt;

use super::court::{Arm, Corner, Point, Seat};

/// What a seat asks of the tick in which it is heard. Only wishes: where a body is and how fast, the rules say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wish {
    /// Go this way from now on; each part in -127 to 127.
    Steer {
        /// East.
        dx: i16,
        /// North.
        dy: i16,
    },
    /// Take a stone from the circle; from a seat that is away and stands still, one of its spare stones.
    Take,
    /// Give a stone to a runner in the same box who has none.
    Give {
        /// To whom.
        to: Seat,
    },
    /// The patwar's word.
    Choose(Word),
    /// The room's word about a seat that is away and that nobody plays for: it stands still until its next wish, and
    /// its spare stones can be taken (section 4). A house bot's wishes need no such word.
    Away,
}

/// What the patwar says when each runner has a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    /// All runners must gather in one box; refused without one.
    Gumpu(Option<Corner>),
    /// Each runner must make his rounds.
    Chhuttu,
}

/// What happened. With the inputs these tell a whole set; names and fields are those of the record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// An innings begins, with its break: who had which place before keeps it, but for the patwar and the caught.
    Innings {
        /// Its number, from 1.
        number: u8,
        /// Who chases.
        patwar: Seat,
    },
    /// The next phase of an innings begins. Tags are then void in Choice, and after the word until the lead is over,
    /// and not void in Steal, without a [`Event::Void`] of their own.
    Phase(Phase),
    /// An arm is cut.
    Cut {
        /// Which.
        arm: Arm,
        /// How.
        by: CutBy,
    },
    /// A runner took a stone from the circle.
    Taken {
        /// Who.
        seat: Seat,
        /// How many lie there still.
        left: u8,
    },
    /// A runner gave a stone.
    Given {
        /// Who.
        seat: Seat,
        /// To whom.
        to: Seat,
    },
    /// A runner came into another box than the last one he was inside.
    Crossed {
        /// Who.
        seat: Seat,
        /// Into which box.
        corner: Corner,
        /// How many crossings of his rounds now count; 0 except in chhuttu.
        progress: u8,
    },
    /// Tags became void, or count again.
    Void(bool),
    /// A runner has done his rounds and is at home: nobody can catch him any more.
    Through {
        /// Who.
        seat: Seat,
    },
    /// The patwar touched a runner.
    Tagged {
        /// Who was caught.
        seat: Seat,
        /// By whom.
        by: Seat,
        /// At which instant of the tick, from 1.
        instant: u32,
        /// Where the runner was then, rounded down.
        at: Point,
        /// Where the patwar was then, rounded down.
        patwar_at: Point,
        /// How far apart they were, rounded down.
        distance: u32,
        /// How far the patwar reaches.
        reach: u32,
    },
    /// A clock ran out and caught a runner.
    ClockOut {
        /// Who was caught.
        seat: Seat,
        /// Among whom it was: those whom the clock could as well have caught.
        among: Vec<Seat>,
        /// The number of the draw, if there was one.
        t: Option<u64>,
    },
    /// An innings ended.
    InningsEnd {
        /// Who was caught, if anybody.
        caught: Option<Seat>,
    },
    /// The set ended.
    Ended(Outcome),
}

/// Where an innings stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Nobody moves yet.
    Break,
    /// The runners steal, the patwar cuts and patrols.
    Steal,
    /// Nobody moves; the patwar is asked for his word.
    Choice,
    /// All runners must gather in this box.
    Gumpu(Corner),
    /// Each runner makes his rounds.
    Chhuttu,
    /// The set is over.
    Over,
}

/// How an arm was cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CutBy {
    /// The patwar touched its end line and came back.
    Run,
    /// It was missing and credited to him while he was frozen.
    Credit,
}

/// The result of a set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The ranks from the best, each with the seats that share it, by number. The first are the winners.
    pub ranks: Vec<Vec<Seat>>,
    /// How it ended.
    pub why: Ending,
}

/// How a set ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// All innings were played.
    Finished,
    /// The room gave it up: all share one rank.
    Abandoned,
}

/// Why a wish is refused. Nothing changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Illegal {
    /// The phase does not know this wish, or the set is over.
    NotNow,
    /// A take or gift by the patwar, a gift to him or to oneself, a word by a runner.
    NotYours,
    /// No stone lies in the circle.
    NoStone,
    /// The centre is too far away.
    OutOfReach,
    /// The last take still roots.
    TooSoon,
    /// The giver holds no stone.
    NothingToGive,
    /// The giver holds only one.
    LastStone,
    /// The two are not inside one box.
    NotTogether,
    /// The other has a stone already.
    HasStone,
    /// Gumpu without a box.
    BadChoice,
    /// A part of the direction is outside -127 to 127.
    BadDirection,
}

impl Wish {
    /// The word in records and on the wire: input, take, give, choice or away.
    pub const fn code(self) -> &'static str {
        match self {
            Wish::Steer { .. } => "input",
            Wish::Take => "take",
            Wish::Give { .. } => "give",
            Wish::Choose(_) => "choice",
            Wish::Away => "away",
        }
    }
}

impl Event {
    /// The word in records and on the wire.
    pub const fn code(&self) -> &'static str {
        match self {
            Event::Innings { .. } => "innings",
            Event::Phase(_) => "phase",
            Event::Cut { .. } => "cut",
            Event::Taken { .. } => "taken",
            Event::Given { .. } => "given",
            Event::Crossed { .. } => "crossed",
            Event::Void(_) => "void",
            Event::Through { .. } => "through",
            Event::Tagged { .. } => "tagged",
            Event::ClockOut { .. } => "clock_out",
            Event::InningsEnd { .. } => "innings_end",
            Event::Ended(_) => "ended",
        }
    }
}

impl Phase {
    /// The word in records and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Phase::Break => "break",
            Phase::Steal => "steal",
            Phase::Choice => "choice",
            Phase::Gumpu(_) => "gumpu",
            Phase::Chhuttu => "chhuttu",
            Phase::Over => "over",
        }
    }

    /// The named box, in gumpu.
    pub const fn corner(self) -> Option<Corner> {
        match self {
            Phase::Gumpu(corner) => Some(corner),
            Phase::Break | Phase::Steal | Phase::Choice | Phase::Chhuttu | Phase::Over => None,
        }
    }
}

impl CutBy {
    /// The word in records and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            CutBy::Run => "run",
            CutBy::Credit => "credit",
        }
    }
}

impl Ending {
    /// The word in records and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Abandoned => "abandoned",
        }
    }
}

impl Illegal {
    /// The stable code of the refusal.
    pub const fn code(self) -> &'static str {
        match self {
            Illegal::NotNow => "not_now",
            Illegal::NotYours => "not_yours",
            Illegal::NoStone => "no_stone",
            Illegal::OutOfReach => "out_of_reach",
            Illegal::TooSoon => "too_soon",
            Illegal::NothingToGive => "nothing_to_give",
            Illegal::LastStone => "last_stone",
            Illegal::NotTogether => "not_together",
            Illegal::HasStone => "has_stone",
            Illegal::BadChoice => "bad_choice",
            Illegal::BadDirection => "bad_direction",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::NotNow => "Not now.",
            Illegal::NotYours => "That is not yours to do.",
            Illegal::NoStone => "No stone lies in the circle.",
            Illegal::OutOfReach => "The circle is out of your reach.",
            Illegal::TooSoon => "You are still picking up a stone.",
            Illegal::NothingToGive => "You hold no stone.",
            Illegal::LastStone => "You hold only one stone.",
            Illegal::NotTogether => "You are not in the same box.",
            Illegal::HasStone => "That runner has a stone already.",
            Illegal::BadChoice => "Gumpu needs a box: SW, SE, NE or NW.",
            Illegal::BadDirection => "Each part of a direction is -127 to 127.",
        })
    }
}

impl std::error::Error for Illegal {}
