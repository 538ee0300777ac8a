//! The names under which these bots play.

use super::{Patwar, Runner};

/// A way to play both parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Brain {
    /// Simple in both parts, and named for how it chases.
    Chaser,
    /// Simple in both parts, and named for how it runs.
    Thief,
    /// Plays well in both parts, and is named for how it chases.
    Hunter,
    /// Plays well in both parts, and is named for how it runs.
    Fox,
}

impl Brain {
    /// All of them.
    pub const ALL: &[Brain] = &[Brain::Chaser, Brain::Thief, Brain::Hunter, Brain::Fox];

    /// Its name in commands and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Brain::Chaser => "chaser",
            Brain::Thief => "thief",
            Brain::Hunter => "hunter",
            Brain::Fox => "fox",
        }
    }

    /// The brain of this name.
    pub fn from_name(name: &str) -> Option<Brain> {
        Brain::ALL.iter().copied().find(|brain| brain.name() == name)
    }

    /// How it plays, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Brain::Chaser | Brain::Thief => "Runs after whoever is nearest; steals when the patwar is far.",
            Brain::Hunter => "Meets runners where they will be, feints, and runs like a fox.",
            Brain::Fox => "Times each step by what the patwar could do, shares stones, and chases like a hunter.",
        }
    }

    /// How it chases.
    pub const fn patwar(self) -> Patwar {
        match self {
            Brain::Chaser | Brain::Thief => Patwar::Chaser,
            Brain::Hunter | Brain::Fox => Patwar::Hunter,
        }
    }

    /// How it runs.
    pub const fn runner(self) -> Runner {
        match self {
            Brain::Chaser | Brain::Thief => Runner::Thief,
            Brain::Hunter | Brain::Fox => Runner::Fox,
        }
    }
}
