//! Chowka-bara: a match as a value, and the doors through which it is read.
//!
//! [`Match`] is judged and changed only through [`Game`](crate::Game) (`chowka/turn.rs`); what may be moved and why
//! not is in `chowka/legal.rs`. A variant is a [`RuleSet`]. Numbers in comments name sections of the page of rules.

mod board;
mod event;
mod legal;
mod notation;
mod perft;
mod preset;
mod ruleset;
#[cfg(test)]
mod tests;
mod throw;
mod turn;

pub use board::{Board, Side};
pub use event::{Action, Ending, Event, Illegal, LeaveWhy, Outcome, PassWhy, Reason, Victim};
pub use legal::{Blocked, Legal};
pub use notation::NotationFault;
pub use perft::perft;
pub use preset::{Preset, find_presets, is_called, preset, preset_of, presets};
pub use ruleset::{
    DeadEnd, End, Entry, Gate, GraceWithoutMove, HitRight, OuterStack, PAWNS_MAX, RuleFault, RuleSet, RuleWhy, Safe,
    Throws, VALUE_MAX, Values, Victims,
};
pub use throw::{SHELLS_MAX, Shells};

/// No throw follows this many (section 4.8).
pub const THROWS_MAX: u32 = 20_000;

/// A match of Chowka-bara at one moment: the pawns, the rights, and whose question it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    rules: RuleSet,
    players: u8,
    throws: u32,
    camps: [Camp; 4],
    stage: Stage,
}

/// What one side has on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Camp {
    /// Indices on the side's own route; those beyond the number of pawns stay 0.
    pawns: [u8; PAWNS_MAX],
    right: bool,
    standing: Standing,
}

/// How a side stands in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// Nobody sits there.
    Empty,
    Playing,
    /// All pawns are in the centre; the rank from 1.
    Finished(u8),
    /// Left as the n-th, from 0.
    Left(u8),
}

/// Where the match stands. Between the events of one decision a side may have values in hand that cannot be played;
/// once all of them are taken in, `Moving` means that there is something to move.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Stage {
    Throwing(Hold),
    Moving(Hold),
    /// Everything in hand is void and about to be told as lost.
    Burning(Hold),
    Over(Outcome),
}

/// The side in turn and what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hold {
    side: Side,
    /// Values to spend, in the order thrown.
    hand: Vec<u8>,
    /// Throws, or series when collecting, that follow the present one.
    owed: u32,
    /// Grace values thrown in a row within this turn.
    graces: u8,
    shells: Option<Shells>,
}

/// The side in turn, and what is asked of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn<'a> {
    /// Who is asked.
    pub side: Side,
    /// For what.
    pub phase: Phase,
    /// The values in hand, in the order thrown.
    pub hand: &'a [u8],
    /// Throws (series, when collecting) that are owed besides the present one.
    pub owed: u32,
    /// The last cast of this turn.
    pub shells: Option<Shells>,
}

/// What the side in turn is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A throw.
    Throw,
    /// A move.
    Move,
}

impl Match {
    /// The start of a match: everybody's pawns at their start, nobody with the hit right, South to throw.
    ///
    /// # Panics
    /// If [`RuleSet::check`] refuses the rules, or for other than two to four players.
    pub fn new(rules: RuleSet, players: u8) -> Match {
        if let Err(fault) = rules.check() {
            panic!("a match needs a rule set that was checked: {fault}");
        }
        let mut camp = Camp {
            pawns: [0; PAWNS_MAX],
            right: false,
            standing: Standing::Empty,
        };
        let mut camps = [camp; 4];
        camp.pawns[..usize::from(rules.pawns)].fill(rules.start());
        camp.standing = Standing::Playing;
        for side in Side::in_use(players) {
            camps[side.index()] = camp;
        }
        Match {
            rules,
            players,
            throws: 0,
            camps,
            stage: Stage::Throwing(Hold::of(Side::South)),
        }
    }

    /// The rules that are played.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The sides that began, in the order of turns from South.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        Side::in_use(self.players).iter().copied()
    }

    /// Where the pawns of `side` stand, by pawn number: indices of its own route, 0 off the board.
    pub fn pawns(&self, side: Side) -> &[u8] {
        &self.camp(side).pawns[..usize::from(self.rules.pawns)]
    }

    /// Whether `side` has the hit right.
    pub fn has_right(&self, side: Side) -> bool {
        self.camp(side).right
    }

    /// Whether `side` has left for good.
    pub fn has_left(&self, side: Side) -> bool {
        matches!(self.camp(side).standing, Standing::Left(_))
    }

    /// Whether `side` is still in the game: neither finished nor gone, and the match goes on.
    pub fn is_playing(&self, side: Side) -> bool {
        self.camp(side).standing == Standing::Playing && !matches!(self.stage, Stage::Over(_))
    }

    /// The rank of `side`, from 1; 0 while it plays, and for a side where nobody sits. A leaver's is the worst still
    /// free as long as the match goes on, since ranks may yet be shared, and the place in the result afterwards.
    pub fn rank(&self, side: Side) -> u8 {
        if let Stage::Over(outcome) = &self.stage {
            let place = outcome.ranks.iter().position(|rank| rank.contains(&side));
            return place.map_or(0, |place| place as u8 + 1);
        }
        match self.camp(side).standing {
            Standing::Empty | Standing::Playing => 0,
            Standing::Finished(rank) => rank,
            Standing::Left(nth) => self.players - nth,
        }
    }

    /// Who is asked for what; `None` when the match is over.
    pub fn turn(&self) -> Option<Turn<'_>> {
        let (hold, phase) = match &self.stage {
            Stage::Throwing(hold) => (hold, Phase::Throw),
            Stage::Moving(hold) | Stage::Burning(hold) => (hold, Phase::Move),
            Stage::Over(_) => return None,
        };
        Some(Turn {
            side: hold.side,
            phase,
            hand: &hold.hand,
            owed: hold.owed,
            shells: hold.shells,
        })
    }

    /// The result; `None` as long as the match goes on.
    pub fn result(&self) -> Option<&Outcome> {
        match &self.stage {
            Stage::Throwing(_) | Stage::Moving(_) | Stage::Burning(_) => None,
            Stage::Over(outcome) => Some(outcome),
        }
    }

    /// How many throws were cast.
    pub fn throws(&self) -> u32 {
        self.throws
    }

    fn camp(&self, side: Side) -> &Camp {
        &self.camps[side.index()]
    }

    fn camp_mut(&mut self, side: Side) -> &mut Camp {
        &mut self.camps[side.index()]
    }

    /// The sides still in the game, in the order of turns from South.
    fn playing(&self) -> impl Iterator<Item = Side> + '_ {
        self.sides()
            .filter(|&side| self.camp(side).standing == Standing::Playing)
    }
}

impl Hold {
    /// The beginning of a side's turn.
    fn of(side: Side) -> Hold {
        Hold {
            side,
            hand: Vec::new(),
            owed: 0,
            graces: 0,
            shells: None,
        }
    }
}
