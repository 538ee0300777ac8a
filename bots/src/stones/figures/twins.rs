//! Good players beside their simple twins, against the same others: how much better they do, and how sure that is.

use super::{Row, Tally, rows};

/// A good player and its simple twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twins {
    /// The good one.
    pub good: &'static str,
    /// The simple one.
    pub simple: &'static str,
    /// Against whom both play.
    pub against: &'static str,
    /// What is counted.
    pub counted: &'static str,
    good_row: &'static str,
    simple_row: &'static str,
    measure: Measure,
}

/// How catches are counted for a pair of twins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    /// Of 100 innings, those that end with a catch.
    Caught,
    /// Of 100 innings of a runner, those that he survives.
    Survived,
}

/// What came of it, in the counted measure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compared {
    /// What the good one reaches.
    pub good: f64,
    /// What the simple one reaches.
    pub simple: f64,
    /// The standard error of the difference, each set being one observation.
    pub error: f64,
}

/// Both pairs: a hunter beside a chaser, foxes beside thieves.
pub const TWINS: [Twins; 2] = [
    Twins {
        good: "hunter",
        simple: "chaser",
        against: "thieves",
        counted: "catches of 100 innings",
        good_row: "hunter and thieves",
        simple_row: "chaser and thieves",
        measure: Measure::Caught,
    },
    Twins {
        good: "foxes",
        simple: "thieves",
        against: "a chaser",
        counted: "innings survived of 100 as a runner",
        good_row: "chaser and foxes",
        simple_row: "chaser and thieves",
        measure: Measure::Survived,
    },
];

impl Twins {
    /// The rows that both pairs need.
    pub fn rows() -> Vec<Row> {
        let mut rows = rows();
        rows.retain(|row| {
            let named = |twins: &Twins| [twins.good_row, twins.simple_row].contains(&row.name);
            TWINS.iter().any(named)
        });
        rows
    }

    /// Compares the two, if both rows were played; `of` finds the counts of a row by its name.
    pub fn compare<'a>(&self, of: impl Fn(&str) -> Option<&'a Tally>) -> Option<Compared> {
        let (good, simple) = (self.measure(of(self.good_row)?), self.measure(of(self.simple_row)?));
        Some(Compared {
            good: good.0,
            simple: simple.0,
            error: good.1.hypot(simple.1),
        })
    }

    /// The figure of a row and its standard error.
    fn measure(&self, tally: &Tally) -> (f64, f64) {
        let (mean, error) = tally.catches();
        match self.measure {
            Measure::Caught => (mean, error),
            Measure::Survived => (100.0 - mean / 4.0, error / 4.0),
        }
    }
}

impl Compared {
    /// By how many standard errors the good one does better.
    pub fn sigmas(&self) -> f64 {
        (self.good - self.simple) / self.error
    }

    /// Whether that is more than luck: above four.
    pub fn is_better(&self) -> bool {
        self.sigmas() > 4.0
    }
}
