//! What a bot sees: the rules, everybody's pawns and rights, and which side it plays. Plain data.

use chowk_rules::chowka::{Match, RuleSet, Side};

/// A legal move, as the rules or a view offer it: pawn, value, from, to, and the pawns that it hits.
pub use chowk_rules::chowka::Legal as Choice;

/// The table as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The rules that are played.
    pub rules: RuleSet,
    /// The side that is asked.
    pub me: Side,
    /// All sides that began, in the order South, East, North, West.
    pub camps: Vec<Camp>,
}

/// One side's pawns and right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Camp {
    /// Whose.
    pub side: Side,
    /// Indices on the side's own route, by pawn number; 0 off the board.
    pub pawns: Vec<u8>,
    /// Whether it has the hit right.
    pub right: bool,
    /// Whether it is still in the game; pawns of the others count for nothing.
    pub playing: bool,
}

impl Position {
    /// The match as `me` sees it.
    pub fn of(game: &Match, me: Side) -> Position {
        let camp = |side| Camp {
            side,
            pawns: game.pawns(side).to_vec(),
            right: game.has_right(side),
            playing: game.is_playing(side),
        };
        Position {
            rules: *game.rules(),
            me,
            camps: game.sides().map(camp).collect(),
        }
    }

    /// The camp of the side that is asked.
    ///
    /// # Panics
    /// If `camps` does not have it.
    pub fn mine(&self) -> &Camp {
        let mine = self.camps.iter().find(|camp| camp.side == self.me);
        mine.expect("a position has the camp of the side that is asked")
    }

    /// The camps of the others that are still in the game.
    pub fn opponents(&self) -> impl Iterator<Item = &Camp> {
        self.camps.iter().filter(|camp| camp.side != self.me && camp.playing)
    }
}

impl From<&Match> for Position {
    /// The match as the side in turn sees it; as South does when it is over.
    fn from(game: &Match) -> Position {
        let me = game.turn().map_or(Side::South, |turn| turn.side);
        Position::of(game, me)
    }
}
