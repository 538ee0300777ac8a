//! What worlds that kept all laws looked like: a law that is never asked proves nothing.

use std::{collections::BTreeMap, fmt};

use crate::sim::laws::Law;

/// What was seen in some worlds.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// How many.
    pub worlds: u64,
    /// Their steps.
    pub steps: u64,
    /// Their time, in milliseconds.
    pub simulated_ms: u64,
    /// How often each kind of thing happened: facts, refusals, messages, mischiefs.
    pub seen: BTreeMap<String, u64>,
    /// How often each law was asked.
    pub asked: BTreeMap<Law, u64>,
}

impl Summary {
    /// Adds what was seen in other worlds.
    pub fn add(&mut self, other: &Self) {
        self.worlds += other.worlds;
        self.steps += other.steps;
        self.simulated_ms += other.simulated_ms;
        for (law, count) in &other.asked {
            *self.asked.entry(*law).or_default() += count;
        }
        for (what, count) in &other.seen {
            *self.seen.entry(what.clone()).or_default() += count;
        }
    }

    /// How often something happened.
    pub fn count(&self, what: &str) -> u64 {
        self.seen.get(what).copied().unwrap_or(0)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hours = self.simulated_ms as f64 / 3_600_000.0;
        let Self { worlds, steps, .. } = self;
        write!(f, "{worlds} worlds, {steps} steps, {hours:.1} simulated hours")?;
        for what in ["server ends", "row", "commit fails", "command", "match"] {
            write!(f, "; {what}: {}", self.count(what))?;
        }
        Ok(())
    }
}
