//! Simulated time: what is to happen, in order. Nothing waits; time jumps to the next step.

use std::collections::BTreeMap;

use crate::sim::dice::Dice;

/// What is to happen. Steps of the same millisecond come in an order that the dice choose.
#[derive(Debug)]
pub(crate) struct Timeline<S> {
    now: u64,
    count: u64,
    ties: Dice,
    steps: BTreeMap<(u64, u64, u64), S>,
}

impl<S> Timeline<S> {
    /// An empty timeline at 0.
    pub(crate) fn new(ties: Dice) -> Self {
        Self {
            now: 0,
            count: 0,
            ties,
            steps: BTreeMap::new(),
        }
    }

    /// Now, in milliseconds since the world began.
    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    /// Plans a step at a moment, or now if that has passed.
    pub(crate) fn at(&mut self, moment: u64, step: S) {
        self.count += 1;
        let tie = self.ties.bits();
        self.steps.insert((moment.max(self.now), tie, self.count), step);
    }

    /// Plans a step after so many milliseconds.
    pub(crate) fn after(&mut self, wait: u64, step: S) {
        self.at(self.now + wait, step);
    }

    /// The next step; its moment is now.
    pub(crate) fn next(&mut self) -> Option<S> {
        let ((at, ..), step) = self.steps.pop_first()?;
        self.now = at;
        Some(step)
    }
}
