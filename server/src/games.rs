//! Games at a table: in the server the only place that knows both wire and rules.
//!
//! [`Table`] is a closed list of games: what the room needs of one is asked through it, and a new game is one more arm.
//! Chowka-bara goes by turns: the table asks one seat, and each answer is judged at once. Four stones goes by ticks: it
//! asks nobody, and [`Live`] runs ahead of the rows.

pub(crate) mod chowka;
mod house;
mod record;
mod stones;

use std::collections::BTreeMap;

use chowk_protocol::{
    ChairNo, CourtView, EndedWhy, Event, GameKind, RefusalCode, SideName, SideView, TurnPhase, TurnView,
};
use chowk_record::{
    fair::{Digest, FairFate},
    line::{Line, StonesLine},
    rules::{Game, Rules},
};
use chowk_rules::stones::{Lots, Seat};

pub use self::record::{Kept, record_of};
pub(crate) use self::{
    house::{fills_with, is_house_brain, stands_in},
    stones::{House, Live, Player, Press},
};
/// A running match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Table {
    /// Chowka-bara.
    Chowka(chowka::Chowka),
    /// Four stones.
    Stones(Box<stones::Stones>),
}

/// What a seat, or the server for it, wants to do in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Throw the cowries.
    Throw,
    /// Move a pawn by a value in hand.
    Move { pawn: u8, value: u8 },
    /// Give up.
    Resign,
    /// Be put off the table by the operator.
    Kick,
    /// End the match for all.
    Abandon,
}

/// The open question of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asks {
    pub(crate) chair: ChairNo,
    pub(crate) phase: TurnPhase,
    /// The one thing that can be done, where there is no choice.
    pub(crate) forced: Option<Wish>,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    /// From the best rank, the sides that share it; or, where there are no sides, the chairs.
    pub(crate) ranks: Vec<Vec<SideName>>,
    pub(crate) seats: Vec<Vec<ChairNo>>,
    pub(crate) why: EndedWhy,
}

impl Table {
    /// A match by these rules as its lots begin it; `None` if the line tells no lots.
    ///
    /// # Errors
    /// A sentence when lots and rules do not go together.
    pub(crate) fn begin(rules: &Rules, line: &Line) -> Option<Result<Self, String>> {
        match (line, rules) {
            // A shuffle of n takes n - 1 draws.
            (Line::Lots { t, sides }, Rules::Chowka(rules)) => {
                let next = t + (sides.len() as u64).saturating_sub(1);
                Some(chowka::Chowka::start(*rules, sides, next).map(Self::Chowka))
            }
            (Line::Stones(StonesLine::Lots { places, .. }), Rules::Stones(rules)) => {
                Some(stones::Stones::start(*rules, *places).map(|stones| Self::Stones(Box::new(stones))))
            }
            (Line::Lots { .. } | Line::Stones(StonesLine::Lots { .. }), _) => Some(Err("lots of another game".into())),
            (_, _) => None,
        }
    }

    /// The match as it runs ahead of its rows, if it goes by ticks.
    pub(crate) fn live(&self, seed: u64) -> Option<Live> {
        match self {
            Self::Chowka(_) => None,
            Self::Stones(stones) => Some(Live::of(stones, seed)),
        }
    }

    /// Whether it goes by ticks.
    pub(crate) fn goes_by_ticks(&self) -> bool {
        match self {
            Self::Chowka(_) => false,
            Self::Stones(_) => true,
        }
    }

    /// Goes on to the end of a tick of which all was told.
    pub(crate) fn go_on(&mut self, tick: u32, fate: &mut FairFate) -> Result<(), String> {
        match self {
            Self::Chowka(_) => Err("this game has no ticks".into()),
            Self::Stones(stones) => stones.go_on(tick, fate),
        }
    }

    /// Whether it is exactly where the running match is.
    pub(crate) fn is_where(&self, live: &Live) -> bool {
        match self {
            Self::Chowka(_) => false,
            Self::Stones(stones) => stones.set() == live.set(),
        }
    }

    /// What is asked, and of whom; `None` when the match is over.
    pub(crate) fn asks(&self) -> Option<Asks> {
        match self {
            Self::Chowka(chowka) => chowka.asks(),
            Self::Stones(_) => None,
        }
    }

    /// Judges a wish and changes nothing: the lines of the record that follow from it.
    pub(crate) fn judge(
        &self,
        chair: ChairNo,
        wish: Wish,
        by: chowk_record::line::By,
        link: Option<Digest>,
        fate: &mut FairFate,
    ) -> Result<Vec<Line>, RefusalCode> {
        match self {
            Self::Chowka(chowka) => chowka.judge(chair, wish, by, link, fate),
            Self::Stones(stones) => stones.judge(wish),
        }
    }

    /// What a brain does about the open question; `seed` is all the chance it has.
    pub(crate) fn choose(&self, brain: &str, seed: u64) -> Option<Wish> {
        match self {
            Self::Chowka(chowka) => chowka.choose(brain, seed),
            Self::Stones(_) => None,
        }
    }

    /// Changes the match by a line of its record, and tells what happened.
    ///
    /// # Errors
    /// A sentence when the line cannot follow.
    pub(crate) fn evolve(&mut self, line: &Line, fate: &mut FairFate) -> Result<Vec<Event>, String> {
        match self {
            Self::Chowka(chowka) => chowka.evolve(line),
            Self::Stones(stones) => stones.evolve(line, fate),
        }
    }

    /// Whether the seat's side still plays.
    pub(crate) fn is_playing(&self, chair: ChairNo) -> bool {
        match self {
            Self::Chowka(chowka) => chowka.is_playing(chair),
            Self::Stones(_) => true,
        }
    }

    /// The side of a chair.
    pub(crate) fn side(&self, chair: ChairNo) -> Option<SideName> {
        match self {
            Self::Chowka(chowka) => chowka.side_of(chair).map(chowk_wire::chowka::side_name),
            Self::Stones(_) => None,
        }
    }

    /// The number of the next draw.
    pub(crate) fn t(&self) -> u64 {
        match self {
            Self::Chowka(chowka) => chowka.t(),
            Self::Stones(stones) => stones.t(),
        }
    }

    /// What everybody may see of the sides.
    pub(crate) fn sides_view(&self) -> BTreeMap<SideName, SideView> {
        match self {
            Self::Chowka(chowka) => chowka.sides_view(),
            Self::Stones(_) => BTreeMap::new(),
        }
    }

    /// What everybody may see of the turn; the room adds when it was asked and until when.
    pub(crate) fn turn_view(&self, asked: u64, deadline: Option<u64>) -> Option<TurnView> {
        match self {
            Self::Chowka(chowka) => chowka.turn_view(asked, deadline),
            Self::Stones(_) => None,
        }
    }

    /// What everybody may see of a court; `asked` is the version of the open question.
    pub(crate) fn court_view(&self, asked: u64) -> Option<CourtView> {
        match self {
            Self::Chowka(_) => None,
            Self::Stones(stones) => Some(stones.court_view(asked)),
        }
    }

    /// Step mode: whether a seat is asked in the next step.
    pub(crate) fn asks_in_step(&self, chair: ChairNo, step: u32) -> bool {
        match self {
            Self::Chowka(_) => false,
            Self::Stones(stones) => stones.asks(chair, step),
        }
    }

    /// How the match ended, if it has.
    pub(crate) fn ended(&self) -> Option<Ended> {
        match self {
            Self::Chowka(chowka) => chowka.ended(),
            Self::Stones(stones) => stones.ended(),
        }
    }
}

/// The game that a record names.
pub(crate) fn game_of(kind: GameKind) -> Game {
    match kind {
        GameKind::Chowka => Game::Chowka,
        GameKind::Stones => Game::Stones,
    }
}

/// The line that tells the lots of a match: the chairs, shuffled, from draw 0 on.
pub(crate) fn lots_line(game: GameKind, chairs: Vec<usize>) -> Result<Line, String> {
    match game {
        GameKind::Chowka => Ok(Line::Lots { t: 0, sides: chairs }),
        GameKind::Stones => {
            let seat = |chair: &usize| u8::try_from(*chair).ok().and_then(Seat::new);
            let seats: Option<Vec<Seat>> = chairs.iter().map(seat).collect();
            let lots = seats
                .and_then(|seats| <[Seat; 5]>::try_from(seats).ok())
                .and_then(Lots::of);
            let places = lots.ok_or("four stones is for five")?;
            Ok(Line::Stones(StonesLine::Lots { t: 0, places }))
        }
    }
}
