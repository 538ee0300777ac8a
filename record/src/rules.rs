//! Which game a record is of, and its rules whichever game it is: one value, one JSON, one hash.

use std::ops::RangeInclusive;

use chowk_rules::chowka::{self, preset_of};
use chowk_rules::stones;
use serde_json::Value;

use crate::fair::{self, Digest};
use crate::rules_json::{self, RuleRefusal};

/// The games that a record can be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Game {
    /// Chowka-bara.
    Chowka,
    /// Four stones.
    Stones,
}

impl Game {
    /// All, in the order of the pages.
    pub const ALL: [Game; 2] = [Game::Chowka, Game::Stones];

    /// The word in `game`: `chowka` or `stones`.
    pub const fn name(self) -> &'static str {
        match self {
            Game::Chowka => "chowka",
            Game::Stones => "stones",
        }
    }

    /// The game of this word.
    pub fn from_name(name: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| game.name() == name)
    }

    /// How many chairs its table may have.
    pub const fn chairs(self) -> RangeInclusive<usize> {
        match self {
            Game::Chowka => 2..=4,
            Game::Stones => stones::SEATS..=stones::SEATS,
        }
    }
}

/// The name of four stones' only preset: exactly the shipped numbers.
pub const FOUR_STONES: &str = "four-stones";

/// The rules of a match, of either game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Of Chowka-bara.
    Chowka(chowka::RuleSet),
    /// Of four stones.
    Stones(stones::RuleSet),
}

impl Rules {
    /// The game that they are of.
    pub const fn game(&self) -> Game {
        match self {
            Rules::Chowka(_) => Game::Chowka,
            Rules::Stones(_) => Game::Stones,
        }
    }

    /// The rule set as a JSON object with all its fields.
    pub fn to_value(&self) -> Value {
        match self {
            Rules::Chowka(rules) => rules_json::to_value(rules),
            Rules::Stones(rules) => rules_json::stones::to_value(rules),
        }
    }

    /// The canonical JSON of the rule set: what is hashed.
    pub fn canonical(&self) -> String {
        crate::canonical::canonical(&self.to_value())
    }

    /// The rule set's hash, as in the header of a record (fairness 4).
    pub fn hash(&self) -> Digest {
        fair::rules_hash(&self.canonical())
    }

    /// Reads a rule set of `game` that can be played.
    ///
    /// # Errors
    /// [`RuleRefusal`] for the first fault: a field too many, then field by field in the order of the game's page one
    /// that is missing or of the wrong type, then what the rules' own `check` refuses.
    pub fn from_value(game: Game, value: &Value) -> Result<Rules, RuleRefusal> {
        match game {
            Game::Chowka => rules_json::from_value(value).map(Rules::Chowka),
            Game::Stones => rules_json::stones::from_value(value).map(Rules::Stones),
        }
    }

    /// The name of the preset that these rules exactly are, if they are one.
    pub fn preset(&self) -> Option<&'static str> {
        match self {
            Rules::Chowka(rules) => preset_of(rules).map(|preset| preset.name),
            Rules::Stones(rules) => (*rules == stones::RuleSet::default()).then_some(FOUR_STONES),
        }
    }

    /// The rules of this preset of `game`.
    pub fn of_preset(game: Game, name: &str) -> Option<Rules> {
        match game {
            Game::Chowka => chowka::preset(name).map(|preset| Rules::Chowka(preset.rules())),
            Game::Stones => (name == FOUR_STONES).then(|| Rules::Stones(stones::RuleSet::default())),
        }
    }
}

#[cfg(test)]
mod tests;
