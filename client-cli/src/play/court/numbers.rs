//! The numbers of a rule set of four stones that words and drawings need. What a rule set does not name is nought.

use serde_json::Value;

/// Numbers of the rules, in thousandths of a foot, ticks and seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Numbers {
    /// Ticks a second.
    pub(crate) hz: u32,
    /// How far a runner comes in a second.
    pub(crate) runner: u32,
    /// How far the patwar comes in a second.
    pub(crate) patwar: u32,
    /// How far from the centre a stone can be taken.
    pub(crate) pick_reach: u32,
    /// How far the patwar reaches.
    pub(crate) tag_reach: u32,
    /// Ticks that a take roots a runner.
    pub(crate) take_ticks: u32,
    /// How near the centre the patwar must come for a cut or a visit.
    pub(crate) cut_near: u32,
    /// Seconds until missing arms are credited.
    pub(crate) cut_s: u32,
    /// Seconds between touches of an end line while a stone lies in the circle.
    pub(crate) guard_s: u32,
    /// Seconds between visits to the centre otherwise.
    pub(crate) visit_s: u32,
    /// The clock of steal.
    pub(crate) steal_s: u32,
    /// Seconds within which somebody must take, give or cross.
    pub(crate) idle_s: u32,
    /// The clock of choice.
    pub(crate) choice_s: u32,
    /// The clock of gumpu.
    pub(crate) gumpu_s: u32,
    /// The clock of chhuttu.
    pub(crate) chhuttu_s: u32,
    /// Rounds of chhuttu.
    pub(crate) rounds: u32,
    /// Innings of a set.
    pub(crate) innings: u32,
    /// Whether the patwar tags inside boxes in gumpu.
    pub(crate) gumpu_reach_in: bool,
}

impl Numbers {
    /// Of a rule set as the view has it.
    pub(crate) fn of(rules: &Value) -> Self {
        let number = |key: &str| {
            let number = rules.get(key).and_then(Value::as_u64);
            number.and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
        };
        Self {
            hz: number("hz"),
            runner: number("runner"),
            patwar: number("patwar"),
            pick_reach: number("pick_reach"),
            tag_reach: number("tag_reach"),
            take_ticks: number("take_ticks"),
            cut_near: number("cut_near"),
            cut_s: number("cut_s"),
            guard_s: number("guard_s"),
            visit_s: number("visit_s"),
            steal_s: number("steal_s"),
            idle_s: number("idle_s"),
            choice_s: number("choice_s"),
            gumpu_s: number("gumpu_s"),
            chhuttu_s: number("chhuttu_s"),
            rounds: number("rounds"),
            innings: number("innings"),
            gumpu_reach_in: rules.get("gumpu_reach_in").and_then(Value::as_bool).unwrap_or(false),
        }
    }

    /// How far somebody comes in a tick, in thousandths of a foot.
    pub(crate) fn speed(&self, chases: bool) -> i32 {
        let speed = if chases { self.patwar } else { self.runner };
        i32::try_from(speed / self.hz.max(1)).unwrap_or(0)
    }

    /// Crossings of all rounds.
    pub(crate) fn crossings(&self) -> u32 {
        self.rounds * 4
    }
}
