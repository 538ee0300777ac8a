//! The statistics of a match as this client saw it: what fell beside what was to be expected, in words.

use std::collections::BTreeMap;

use chowk_protocol::{By, Event, PassedWhy, SideName};
use serde_json::Value;

use super::names::{Names, count};

mod card;

pub(crate) use card::Card;

/// What one side threw and met.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Tally {
    throws: u64,
    values: BTreeMap<u8, u64>,
    without_move: u64,
    by_clock: u64,
    hits_made: u64,
    hits_suffered: u64,
    /// Throws since the last grace value, and the longest such wait.
    waiting: u64,
    longest_wait: u64,
    /// Squares that pawns of this side had come and lost by hits.
    squares_lost: u64,
    /// Throws that left one move, which the server made.
    forced: u64,
}

/// The statistics of a match.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stats {
    tallies: BTreeMap<SideName, Tally>,
    grace: Vec<u8>,
    /// The index where pawns begin: 1 at home, 0 off the board.
    home: u8,
    /// Whether the beginning was seen.
    whole: bool,
}

impl Stats {
    /// A new match begins before our eyes.
    pub(crate) fn begin(&mut self, rules: &Value) {
        *self = Self {
            grace: grace(rules),
            home: home(rules),
            whole: true,
            tallies: BTreeMap::new(),
        };
    }

    /// Something was missed.
    pub(crate) fn missed(&mut self, rules: &Value) {
        self.whole = false;
        self.grace = grace(rules);
        self.home = home(rules);
    }

    /// Counts an event.
    pub(crate) fn saw(&mut self, event: &Event) {
        if let Event::Thrown { side, by, value, .. } = event {
            let is_grace = self.grace.contains(value);
            let tally = self.tallies.entry(*side).or_default();
            tally.throws += 1;
            *tally.values.entry(*value).or_default() += 1;
            tally.by_clock += u64::from(*by == By::Clock);
            tally.waiting = if is_grace { 0 } else { tally.waiting + 1 };
            tally.longest_wait = tally.longest_wait.max(tally.waiting);
        }
        if let Event::Moved { side, hits, by, .. } = event {
            let tally = self.tallies.entry(*side).or_default();
            tally.hits_made += hits.len() as u64;
            tally.forced += u64::from(*by == By::Forced);
            for hit in hits {
                let tally = self.tallies.entry(hit.side).or_default();
                tally.hits_suffered += 1;
                tally.squares_lost += u64::from(hit.from.saturating_sub(self.home));
            }
        }
        if let Event::Passed {
            side,
            why: PassedWhy::NoMove,
            ..
        } = event
        {
            self.tallies.entry(*side).or_default().without_move += 1;
        }
    }

    /// The statistics, a few lines a side.
    pub(crate) fn lines(&self, names: &Names, rules: &Value) -> Vec<String> {
        let chances = chances(rules);
        let mut lines = Vec::new();
        for (side, tally) in self.tallies.iter().filter(|(_, tally)| tally.throws > 0) {
            lines.push(format!(
                "{}: {}, {}, {}, {} without a move, {} by the clock.",
                names.name_of(*side),
                count(tally.throws, "throw", "throws"),
                count(tally.hits_made, "hit made", "hits made"),
                count(tally.hits_suffered, "suffered", "suffered"),
                tally.without_move,
                tally.by_clock
            ));
            let values: Vec<String> = chances
                .iter()
                .map(|(value, chance)| fell(tally, *value, *chance))
                .collect();
            if !values.is_empty() {
                lines.push(format!("  fell: {}.", values.join(", ")));
            }
            if !self.grace.is_empty() {
                lines.push(format!(
                    "  longest wait for a grace throw: {}.",
                    count(tally.longest_wait, "throw", "throws")
                ));
            }
        }
        if !lines.is_empty() && !self.whole {
            lines.push("(Counted from the moment you came.)".into());
        }
        lines
    }
}

/// How often a value fell, beside what is usual: 95 of 100 times the count lies between the two numbers.
fn fell(tally: &Tally, value: u8, chance: f64) -> String {
    let (low, high) = usual(tally.throws, chance);
    let seen = tally.values.get(&value).copied().unwrap_or(0);
    format!("{value}: {} (usual {low} to {high})", times(seen))
}

/// The middle 95 per cent of how often something of this chance happens in so many tries.
fn usual(tries: u64, chance: f64) -> (u64, u64) {
    let mean = tries as f64 * chance;
    let variance = mean * (1.0 - chance);
    if variance > 25.0 {
        // Far from its ends the count is as good as normal.
        let spread = 1.96 * variance.sqrt();
        return ((mean - spread).ceil().max(0.0) as u64, (mean + spread).floor() as u64);
    }
    let (mut low, mut sum) = (None, 0.0);
    let mut exactly = (1.0 - chance).powf(tries as f64);
    for count in 0..=tries {
        sum += exactly;
        if sum > 0.025 && low.is_none() {
            low = Some(count);
        }
        if sum >= 0.975 {
            return (low.unwrap_or(count), count);
        }
        exactly *= (tries - count) as f64 / (count + 1) as f64 * chance / (1.0 - chance);
    }
    (low.unwrap_or(0), tries)
}

fn times(number: u64) -> String {
    match number {
        0 => "never".into(),
        1 => "once".into(),
        2 => "twice".into(),
        number => format!("{number} times"),
    }
}

/// Each value that can fall and its chance: so many of so many shells with the mouth up.
fn chances(rules: &Value) -> BTreeMap<u8, f64> {
    let number = |key: &str| {
        rules
            .get(key)
            .and_then(Value::as_u64)
            .and_then(|n| u8::try_from(n).ok())
    };
    let (Some(shells), Some(up), Some(none)) = (number("shells"), number("mouth_up_256"), number("none_up")) else {
        return BTreeMap::new();
    };
    let up = f64::from(up) / 256.0;
    let mut ways = 1.0;
    let mut chances = BTreeMap::new();
    for mouths in 0..=shells {
        let chance = ways * up.powi(i32::from(mouths)) * (1.0 - up).powi(i32::from(shells - mouths));
        *chances.entry(if mouths == 0 { none } else { mouths }).or_insert(0.0) += chance;
        ways = ways * f64::from(shells - mouths) / f64::from(mouths + 1);
    }
    chances
}

fn home(rules: &Value) -> u8 {
    u8::from(rules.get("entry").and_then(|entry| entry.get("needs")).is_none())
}

fn grace(rules: &Value) -> Vec<u8> {
    let list = rules.get("grace").and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .filter_map(|value| u8::try_from(value).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn four_fair_shells_show_what_the_players_page_says() {
        let chances = chances(&json!({"shells": 4, "mouth_up_256": 128, "none_up": 8}));
        assert_eq!(chances.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 8]);
        assert!((chances[&4] + chances[&8] - 0.125).abs() < 1e-12);
        assert!((chances.values().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_band_is_that_of_a_fair_throw() {
        let tally = Tally {
            throws: 100,
            values: BTreeMap::from([(2, 38)]),
            ..Tally::default()
        };
        assert_eq!(fell(&tally, 2, 0.375), "2: 38 times (usual 28 to 47)");
        assert_eq!(fell(&tally, 8, 0.0625), "8: never (usual 2 to 11)");
        // By the binomial and by the normal distribution, from a table.
        for (tries, chance, band) in [
            (1, 0.0625, (0, 1)),
            (3, 0.25, (0, 2)),
            (20, 0.5, (6, 14)),
            (1_000, 0.25, (224, 276)),
        ] {
            assert_eq!(usual(tries, chance), band, "{tries} {chance}");
        }
    }
}
