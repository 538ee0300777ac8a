//! A series: the best of three or five matches at one table. The sides are drawn by lots for each match anew.

use std::collections::BTreeMap;

use chowk_protocol::{ChairNo, EndedWhy, SeriesView};
use serde::{Deserialize, Serialize};

use super::state::{Over, Stage, State};

/// Whether a room may be the best of so many matches.
pub(crate) fn is_series(best_of: u8) -> bool {
    matches!(best_of, 1 | 3 | 5)
}

/// How a series stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Series {
    best_of: u8,
    /// Matches that were played to their end.
    played: u8,
    /// Matches won, by chair.
    wins: BTreeMap<ChairNo, u8>,
    /// It is decided, or cannot be any more since somebody left the table.
    over: bool,
}

impl Series {
    /// A new series; `None` for a single match.
    pub(crate) fn new(best_of: u8) -> Option<Self> {
        (best_of > 1).then(|| Self {
            best_of,
            played: 0,
            wins: BTreeMap::new(),
            over: false,
        })
    }

    pub(crate) fn best_of(&self) -> u8 {
        self.best_of
    }

    /// A match has ended. A first place that is shared counts for nobody, an abandoned match not at all.
    pub(super) fn count(&mut self, over: &Over) {
        if over.why == EndedWhy::Abandoned || self.over {
            return;
        }
        self.played += 1;
        if let Some(winner) = over.winner() {
            *self.wins.entry(winner).or_default() += 1;
        }
        let most = self.wins.values().copied().max().unwrap_or(0);
        self.over = most > self.best_of / 2 || self.played >= self.best_of;
    }

    /// Somebody leaves the table: what was begun is not played to its end.
    pub(super) fn somebody_left(&mut self) {
        self.over |= self.played > 0;
    }

    /// A table was sealed: after a series that is over another one begins.
    pub(super) fn sealed(&mut self) {
        if self.over {
            self.played = 0;
            self.wins = BTreeMap::new();
            self.over = false;
        }
    }

    /// The series as all see it.
    pub(super) fn view(&self, stage: &Stage) -> SeriesView {
        let has_ended = self.over || matches!(stage, Stage::Ended(_));
        SeriesView {
            best_of: self.best_of,
            number: if has_ended { self.played.max(1) } else { self.played + 1 },
            wins: self.wins.clone(),
            over: self.over,
            winner: self.winner(),
        }
    }

    fn winner(&self) -> Option<ChairNo> {
        let most = self.wins.values().copied().max()?;
        let is_decided = most > self.best_of / 2 || self.played >= self.best_of;
        let mut best = self.wins.iter().filter(|(_, wins)| **wins == most);
        let (chair, _) = best.next()?;
        (is_decided && best.next().is_none()).then_some(*chair)
    }
}

impl State {
    /// The best of how many matches.
    pub(crate) fn best_of(&self) -> u8 {
        self.series.as_ref().map_or(1, Series::best_of)
    }
}

#[cfg(test)]
mod tests;
