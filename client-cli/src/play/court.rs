//! Four stones in a player's words: where everybody is, what can be done now and why not, what happened. It knows no
//! rules: numbers come from the rule set in the view, and the server judges.

pub(crate) mod advice;
pub(crate) mod aim;
pub(crate) mod ended;
pub(crate) mod ground;
pub(crate) mod letters;
pub(crate) mod numbers;
pub(crate) mod rules;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod told;
pub(crate) mod typed;
pub(crate) mod whereabouts;

use std::collections::BTreeMap;

use chowk_protocol::{ChairNo, CourtView, Place, RunnerView, View};

use super::names::Names;
use crate::client::{Client, Places};
use numbers::Numbers;

/// A court as somebody sees it: the view of it, the newest places, and who looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight<'a> {
    /// The court.
    pub(crate) court: &'a CourtView,
    /// Where all are, as soon as that was told.
    pub(crate) places: Option<&'a Places>,
    /// The numbers of the rules.
    pub(crate) numbers: Numbers,
    /// Ticks of a step; none in real time.
    pub(crate) step: Option<u8>,
    /// Who is called what.
    pub(crate) names: &'a Names,
    /// Who looks; nobody where somebody watches.
    pub(crate) me: Option<ChairNo>,
}

impl<'a> Sight<'a> {
    /// The court of this view, if four stones are played there.
    pub(crate) fn of(view: &'a View, names: &'a Names, client: &'a Client) -> Option<Self> {
        Some(Self {
            court: view.court.as_ref()?,
            places: client.table().and_then(|table| table.places()),
            numbers: Numbers::of(&view.rules),
            step: view.step,
            names,
            me: client.chair(),
        })
    }

    /// The newest tick that is known.
    pub(crate) fn tick(&self) -> u32 {
        let moved = self.places.map_or(0, |places| places.tick);
        moved.max(self.court.tick)
    }

    /// Whether the places are those of the step that is open. A short step in which nobody moved may tell none.
    pub(crate) fn is_seen(&self) -> bool {
        let short = self.step.is_some_and(|step| u32::from(step) < self.numbers.hz / 3);
        self.places
            .is_some_and(|places| places.tick >= self.court.tick || short)
    }

    /// Where somebody is.
    pub(crate) fn place(&self, chair: ChairNo) -> Option<Place> {
        self.places?.at.get(&chair).copied()
    }

    /// Where the one who looks is.
    pub(crate) fn my_place(&self) -> Option<Place> {
        self.place(self.me?)
    }

    /// Whether the one who looks chases.
    pub(crate) fn i_chase(&self) -> bool {
        self.me == Some(self.court.patwar)
    }

    /// The one who looks, as a runner.
    pub(crate) fn my_runner(&self) -> Option<&'a RunnerView> {
        self.court.runners.get(&self.me?)
    }

    /// How far a body of the one who looks comes in a tick, in thousandths of a foot.
    pub(crate) fn my_speed(&self) -> i32 {
        self.numbers.speed(self.i_chase())
    }

    /// Whole seconds until this tick of the set, counted up.
    pub(crate) fn seconds_to(&self, tick: u32) -> u32 {
        tick.saturating_sub(self.tick()).div_ceil(self.numbers.hz.max(1))
    }

    /// How many arms are cut.
    pub(crate) fn cuts(&self) -> usize {
        self.court.cut.values().filter(|cut| **cut).count()
    }

    /// Who may still win.
    pub(crate) fn never_caught(&self) -> Vec<ChairNo> {
        let scores = self.court.scores.iter().filter(|(_, score)| score.may_win);
        scores.map(|(chair, _)| *chair).collect()
    }

    /// The number of the step that is open, from 1.
    pub(crate) fn step_number(&self) -> Option<u32> {
        let step = u32::from(self.step?).max(1);
        Some(self.court.tick / step + 1)
    }
}

/// Words about what is sealed and checked, as they are said at a court: lots are drawn there, and nothing is thrown.
pub(crate) fn of_lots(words: &str) -> String {
    words
        .replacen("The throws of this match are", "The lots of this set are", 1)
        .replacen("Throws checked", "Lots checked", 1)
        .replacen("Throws not checked", "Lots not checked", 1)
}

/// Whether the server plays for this chair, until it says something.
pub(crate) fn is_away(view: &View, chair: Option<ChairNo>) -> bool {
    let chair = chair.and_then(|chair| view.chairs.get(&chair));
    chair.is_some_and(|chair| chair.away || chair.stand_in.is_some())
}

/// Whether this is a table of four stones.
pub(crate) fn is_stones(view: &View) -> bool {
    view.game == chowk_protocol::GameKind::Stones
}

/// The letters of a table's chairs, for drawings.
pub(crate) type Letters = BTreeMap<ChairNo, char>;
