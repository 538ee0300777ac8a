//! The statistics of one side as numbers, each beside what was to be expected: for a card at the end of a match.

use chowk_protocol::SideName;
use serde_json::Value;

use super::{Stats, chances, usual};

/// How often a value fell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fell {
    pub(crate) value: u8,
    pub(crate) seen: u64,
    pub(crate) expected: f64,
    /// 95 of 100 fair matches lie between these two.
    pub(crate) usual: (u64, u64),
}

/// One side's match in numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Card {
    pub(crate) side: SideName,
    pub(crate) throws: u64,
    pub(crate) fell: Vec<Fell>,
    /// Throws that earned another throw: seen and expected. Absent where no value does.
    pub(crate) grace: Option<(u64, f64)>,
    pub(crate) longest_wait: u64,
    /// What a throw counted on average: seen and expected.
    pub(crate) average: (f64, f64),
    pub(crate) hits_made: u64,
    pub(crate) hits_suffered: u64,
    pub(crate) squares_lost: u64,
    pub(crate) without_move: u64,
    pub(crate) forced: u64,
    pub(crate) by_clock: u64,
    /// Luck in words.
    pub(crate) luck: &'static str,
}

impl Stats {
    /// A card for each side that threw.
    pub(crate) fn cards(&self, rules: &Value) -> Vec<Card> {
        let chances = chances(rules);
        let mean: f64 = chances.iter().map(|(value, chance)| f64::from(*value) * chance).sum();
        let variance: f64 = chances
            .iter()
            .map(|(value, chance)| (f64::from(*value) - mean).powi(2) * chance)
            .sum();
        let thrown = self.tallies.iter().filter(|(_, tally)| tally.throws > 0);
        let card = |(side, tally): (&SideName, &super::Tally)| {
            let throws = tally.throws as f64;
            let seen = |value: u8| tally.values.get(&value).copied().unwrap_or(0);
            let steps: f64 = tally
                .values
                .iter()
                .map(|(value, times)| f64::from(*value) * *times as f64)
                .sum();
            let fell = chances.iter().map(|(value, chance)| Fell {
                value: *value,
                seen: seen(*value),
                expected: throws * chance,
                usual: usual(tally.throws, *chance),
            });
            let grace_seen: u64 = self.grace.iter().map(|value| seen(*value)).sum();
            let grace_chance: f64 = self.grace.iter().filter_map(|value| chances.get(value)).sum();
            Card {
                side: *side,
                throws: tally.throws,
                fell: fell.collect(),
                grace: (!self.grace.is_empty()).then_some((grace_seen, throws * grace_chance)),
                longest_wait: tally.longest_wait,
                average: (steps / throws, mean),
                hits_made: tally.hits_made,
                hits_suffered: tally.hits_suffered,
                squares_lost: tally.squares_lost,
                without_move: tally.without_move,
                forced: tally.forced,
                by_clock: tally.by_clock,
                luck: luck((steps - throws * mean) / (throws * variance).sqrt()),
            }
        };
        thrown.map(card).collect()
    }

    /// Whether the match was seen from its beginning.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }
}

/// How far the sum of all throws lies from the expected one, in words.
fn luck(deviations: f64) -> &'static str {
    match deviations {
        far if far >= 2.0 => "very lucky",
        far if far >= 1.3 => "lucky",
        far if far >= 0.5 => "a little lucky",
        far if far <= -2.0 => "very unlucky",
        far if far <= -1.3 => "unlucky",
        far if far <= -0.5 => "a little unlucky",
        _ => "about as usual",
    }
}

#[cfg(test)]
mod tests {
    use chowk_protocol::{By, Event, WireVictim};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_match_in_numbers() {
        let rules = json!({"shells": 4, "mouth_up_256": 128, "none_up": 8, "grace": [4, 8]});
        let mut stats = Stats::default();
        stats.begin(&rules);
        for value in [8, 2, 2, 4, 1, 1, 1, 2] {
            stats.saw(&Event::Thrown {
                side: SideName::S,
                t: 1,
                link: None,
                by: By::Seat,
                shells: vec![],
                value,
            });
        }
        stats.saw(&Event::Moved {
            side: SideName::N,
            pawn: 0,
            value: 2,
            from: 1,
            to: 3,
            hits: vec![WireVictim {
                side: SideName::S,
                pawn: 1,
                from: 11,
            }],
            by: By::Forced,
            t: None,
        });
        let cards = stats.cards(&rules);
        let [card] = cards.as_slice() else {
            panic!("only South has thrown: {cards:?}");
        };
        assert_eq!((card.throws, card.grace, card.longest_wait), (8, Some((2, 1.0)), 4));
        assert_eq!(
            (card.average, card.hits_suffered, card.squares_lost),
            ((2.625, 2.5), 1, 10)
        );
        assert_eq!(card.luck, "about as usual");
        assert!(stats.is_whole());
    }
}
