//! What is looked at on a court by lines: who, the clocks, the rules, the numbers at the end, the film of the last tag.

use chowk_protocol::{FilmFrame, View};

use crate::client::{Client, Verdict};
use crate::play::court::ground::{distance, feet, spot_words};
use crate::play::court::{Sight, ended, is_stones, of_lots, rules, told, whereabouts};
use crate::play::plain::Plain;
use crate::play::typed::Look;

/// Frames of a film between two that are told: a third of a second.
const FILM_STEP: usize = 10;

impl Plain {
    /// What came of the check; in four stones lots are drawn, and nothing is thrown.
    pub(in crate::play::plain) fn checked(&self, verdict: &Verdict) -> String {
        let words = verdict.to_string();
        if self.view.as_ref().is_some_and(is_stones) {
            of_lots(&words)
        } else {
            words
        }
    }

    /// The numbers of the match.
    pub(in crate::play::plain) fn numbers(&self, view: &View) -> Vec<String> {
        match (&view.court, &view.result) {
            (Some(court), Some(result)) => ended::numbers(&result.seats, court, &self.names),
            (Some(_), None) => Vec::new(),
            (None, _) if is_stones(view) => Vec::new(),
            (None, _) => self.stats.lines(&self.names, &view.rules),
        }
    }

    /// What a table of four stones shows otherwise; `None` for what is the same at every table.
    pub(in crate::play::plain) fn look_on_court(&self, client: &Client, look: Look, now: u64) -> Option<Vec<String>> {
        let view = self.view.as_ref().filter(|view| is_stones(view))?;
        let sight = Sight::of(view, &self.names, client);
        let none = || vec!["No set is running.".to_owned()];
        Some(match look {
            Look::Who => {
                let around = client.around().map(|(around, _)| around);
                whereabouts::who(view, sight.as_ref(), &self.names, around)
            }
            Look::Time => sight.map_or_else(none, |sight| whereabouts::time(&sight, client.tick_at(now))),
            Look::Rules => rules::in_words(view),
            Look::Stats => match self.numbers(view) {
                lines if lines.is_empty() => none(),
                lines => lines,
            },
            Look::Board | Look::Pawns | Look::Why => none(),
            Look::Last(_) | Look::Link | Look::Phrases => return None,
        })
    }

    /// The film of the last tag in words: how far apart they were, a third of a second at a time.
    pub(in crate::play::plain) fn film(&self, frames: &[FilmFrame]) -> Vec<String> {
        let Some((seat, by, words)) = &self.court.tag else {
            return Vec::new();
        };
        let mut lines = vec!["The last second and a half before the tag, from the server's places:".to_owned()];
        let last = frames.len().saturating_sub(1);
        for (at, frame) in frames.iter().enumerate() {
            if (last - at).is_multiple_of(FILM_STEP)
                && let (Some(runner), Some(patwar)) = (frame.at.get(seat), frame.at.get(by))
            {
                let tenths = (last - at) / 3;
                lines.push(format!(
                    "  {}.{} s before: {} apart, {} {}.",
                    tenths / 10,
                    tenths % 10,
                    feet(distance(*runner, *patwar)),
                    told::whom(*seat, &self.names),
                    spot_words(*runner)
                ));
            }
        }
        lines.push(words.clone());
        lines
    }
}
