//! A variant is a value: the 21 fields of a rule set, and which sets cannot be.
//!
//! The field names and words are those of the page of rules; where the seed speaks its value stands first. How a rule
//! set is written as JSON is not known here.

use std::fmt;

use super::board::Board;

/// The greatest value that a throw can be given by a rule set.
pub const VALUE_MAX: u8 = 24;

/// Everything that a room may choose about the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet {
    /// The board.
    pub board: Board,
    /// Pawns a player has, 1 to 8.
    pub pawns: u8,
    /// Cowries in a throw, 4 or 6.
    pub shells: u8,
    /// The chance of a shell to show its mouth, in 256ths, 64 to 192.
    pub mouth_up_256: u8,
    /// What a throw without any mouth up counts: above `shells`, up to 24.
    pub none_up: u8,
    /// The values that earn another throw.
    pub grace: Values,
    /// Whether the gate to the inner squares is shut to those who have not hit.
    pub gate: Gate,
    /// Whether the hit right can be lost.
    pub hit_right: HitRight,
    /// Who is hit where several opposing pawns stand.
    pub victims: Victims,
    /// What an unplayable grace value does.
    pub grace_without_move: GraceWithoutMove,
    /// Whether a hitting move by a grace value earns two throws instead of one.
    pub hit_grace_adds: bool,
    /// Whether each throw is moved at once, or values are collected first.
    pub throws: Throws,
    /// Where pawns start, and what brings them onto the board.
    pub entry: Entry,
    /// Whether own pawns may share an outer square that is not safe.
    pub outer_stack: OuterStack,
    /// Which squares are safe besides the centre.
    pub safe: Safe,
    /// Whether a pawn that reaches the centre earns a throw.
    pub centre_grace: bool,
    /// Whether the third grace value in a row is void and ends the turn.
    pub triple_grace_burns: bool,
    /// When the match ends.
    pub end: End,
    /// What happens when nobody can ever move again.
    pub dead_end: DeadEnd,
    /// Opposite sides play together; later, see [`RuleWhy::NotYet`].
    pub partners: bool,
    /// Two pawns may be bound; later, see [`RuleWhy::NotYet`].
    pub gatti: bool,
}

/// See [`RuleSet::gate`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// Only a player with the hit right passes (seed rule 8).
    Hit,
    /// Everybody passes.
    Open,
}

/// See [`RuleSet::hit_right`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HitRight {
    /// It is lost when a hit leaves all of a player's pawns on home or off the board (seed rule 5).
    LostWhenAllHome,
    /// Once won it stays.
    Permanent,
}

/// See [`RuleSet::victims`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victims {
    /// The pawn that is furthest along its own route.
    MostAdvanced,
    /// One of them, drawn.
    Random,
    /// All of them.
    All,
}

/// See [`RuleSet::grace_without_move`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GraceWithoutMove {
    /// The turn passes (seed rule 6 taken literally).
    Pass,
    /// The same player throws again.
    Keep,
}

/// See [`RuleSet::throws`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Throws {
    /// Each throw is moved before the next.
    OneByOne,
    /// The player throws until a value without grace falls, then spends what is in hand in any order.
    Collect,
}

/// See [`RuleSet::entry`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// All pawns start on their home.
    OnHome,
    /// Pawns start off the board, and one of these values brings one onto its home.
    Needs(Values),
}

/// See [`RuleSet::outer_stack`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OuterStack {
    /// An outer square that is not safe takes one pawn of a player.
    Forbidden,
    /// It takes any number.
    Allowed,
}

/// See [`RuleSet::safe`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Safe {
    /// The four homes.
    Homes,
    /// The four homes and the corners of the middle ring (7x7 only).
    HomesAndCorners,
}

/// See [`RuleSet::end`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Play goes on until one player is left.
    LastPlace,
    /// The first to finish ends it.
    FirstFinisher,
}

/// See [`RuleSet::dead_end`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeadEnd {
    /// Those still playing share the best free rank.
    Share,
    /// They all gain the hit right, and only if that does not help they share.
    OpenGate,
}

impl RuleSet {
    /// Refuses a set that cannot be played, naming the first field at fault; then one that is not built yet.
    pub fn check(&self) -> Result<(), RuleFault> {
        let values = self.falling();
        let needs = match self.entry {
            Entry::OnHome => None,
            Entry::Needs(needs) => Some(needs),
        };
        let corners_missing = self.safe == Safe::HomesAndCorners && self.board == Board::Five;
        let fields = [
            ("pawns", (1..=PAWNS_MAX as u8).contains(&self.pawns)),
            ("shells", self.shells == 4 || self.shells == 6),
            ("mouth_up_256", (64..=192).contains(&self.mouth_up_256)),
            ("none_up", self.none_up > self.shells && self.none_up <= VALUE_MAX),
            ("grace", self.grace.is_within(values) && self.grace != values),
            (
                "entry",
                needs.is_none_or(|needs| !needs.is_empty() && needs.is_within(values)),
            ),
            ("safe", !corners_missing),
        ];
        if let Some((field, _)) = fields.into_iter().find(|(_, fine)| !fine) {
            return Err(RuleFault {
                field,
                why: RuleWhy::Impossible,
            });
        }
        match (self.partners, self.gatti) {
            (false, false) => Ok(()),
            (true, _) => Err(RuleFault {
                field: "partners",
                why: RuleWhy::NotYet,
            }),
            (false, true) => Err(RuleFault {
                field: "gatti",
                why: RuleWhy::NotYet,
            }),
        }
    }

    /// What a throw with so many mouths up counts.
    pub fn value_of(&self, mouths_up: u8) -> u8 {
        if mouths_up == 0 { self.none_up } else { mouths_up }
    }

    /// The values that can fall, ascending.
    pub fn values(&self) -> Vec<u8> {
        self.falling().iter().collect()
    }

    /// Whether nobody can be hit on the square at `index` and own pawns may always share it.
    pub fn is_safe(&self, index: u8) -> bool {
        let corners = match self.safe {
            Safe::Homes => false,
            Safe::HomesAndCorners => true,
        };
        index == self.board.centre() || self.board.is_home(index) || (corners && self.board.is_corner(index))
    }

    /// The index at which pawns start, and to which they are hit: 1, their home, or 0, off the board.
    pub fn start(&self) -> u8 {
        match self.entry {
            Entry::OnHome => 1,
            Entry::Needs(_) => 0,
        }
    }

    /// The values that can fall, as a set.
    pub(super) fn falling(&self) -> Values {
        let mut values = Values::default();
        for mouths_up in 0..=self.shells.min(VALUE_MAX) {
            values.insert(self.value_of(mouths_up));
        }
        values
    }
}

/// The most pawns a player can have.
pub const PAWNS_MAX: usize = 8;

/// A set of throw values, 1 to 24.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Values(u32);

impl Values {
    /// These values.
    ///
    /// # Panics
    /// If one is 0 or above 24.
    pub const fn of(values: &[u8]) -> Values {
        let mut bits = 0;
        let mut at = 0;
        while at < values.len() {
            assert!(values[at] >= 1 && values[at] <= VALUE_MAX, "no throw counts that");
            bits |= 1 << values[at];
            at += 1;
        }
        Values(bits)
    }

    /// These values, if they are ascending without repeats and each from 1 to 24, as a list in a rule set must be.
    pub fn ascending(values: &[u8]) -> Option<Values> {
        let ascends = values.is_sorted_by(|a, b| a < b);
        let in_range = values.iter().all(|value| (1..=VALUE_MAX).contains(value));
        (ascends && in_range).then(|| Values::of(values))
    }

    /// Whether `value` is one of them.
    pub const fn contains(self, value: u8) -> bool {
        value <= VALUE_MAX && self.0 >> value & 1 == 1
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The values, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=VALUE_MAX).filter(move |&value| self.contains(value))
    }

    fn is_within(self, others: Values) -> bool {
        self.0 & !others.0 == 0
    }

    /// Puts `value` in, and says whether it is new. What no throw counts is left out, so that an impossible rule set
    /// can still be checked.
    pub(super) fn insert(&mut self, value: u8) -> bool {
        let new = (1..=VALUE_MAX).contains(&value) && !self.contains(value);
        if new {
            self.0 |= 1 << value;
        }
        new
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Why a rule set is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleFault {
    /// The name of the field at fault.
    pub field: &'static str,
    /// What is wrong with it.
    pub why: RuleWhy,
}

/// See [`RuleFault::why`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleWhy {
    /// No game can be played so.
    Impossible,
    /// The page of rules knows it, this engine does not yet.
    NotYet,
}

impl RuleWhy {
    /// The stable code: `impossible` or `not_yet`.
    pub const fn code(self) -> &'static str {
        match self {
            RuleWhy::Impossible => "impossible",
            RuleWhy::NotYet => "not_yet",
        }
    }
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field;
        match self.why {
            RuleWhy::Impossible => {
                let must = match field {
                    "pawns" => "must be 1 to 8",
                    "shells" => "must be 4 or 6",
                    "mouth_up_256" => "must be 64 to 192",
                    "none_up" => "must be above `shells` and at most 24",
                    "grace" => "may name only values that can fall, and not all of them",
                    "entry" => "must need at least one value, and only values that can fall",
                    "safe" => "can be homes_and_corners only on the 7x7 board",
                    _ => "cannot be so",
                };
                write!(f, "`{field}` {must}")
            }
            RuleWhy::NotYet => write!(f, "`{field}` cannot be played yet"),
        }
    }
}

impl std::error::Error for RuleFault {}
