//! The numbers of the game as fields: every number of section 6 of the page, and which sets of them cannot be.
//!
//! A time in seconds has a name that ends in `_s`; `take_ticks` and `lead_ticks` are counted in ticks. Lengths are
//! thousandths of a foot, speeds thousandths of a foot a second. How a rule set is written as JSON is not known here.

use std::fmt;

macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident = $shipped:literal, $least:literal to $most:literal;)+) => {
        /// Everything that can be said about the rules. The shipped numbers are [`RuleSet::default`]: one tested pair
        /// of speeds and what goes with it, since the game stands on a narrow ridge (section 6).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct RuleSet {
            $($(#[doc = $doc])+ pub $name: u32,)+
            /// Whether the patwar may tag inside boxes too in gumpu (seed 7.1).
            pub gumpu_reach_in: bool,
        }

        impl RuleSet {
            /// The names of the fields that are numbers, in the order of the page; `gumpu_reach_in` is none.
            pub const NUMBERS: &[&str] = &[$(stringify!($name),)+];

            /// The number of this name.
            pub fn number(&self, name: &str) -> Option<u32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// The field of this name, to be changed.
            pub fn number_mut(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }

            /// The least and the greatest that each field may be by itself.
            const BOUNDS: &[(&str, u32, u32)] = &[$((stringify!($name), $least, $most),)+];
        }

        impl Default for RuleSet {
            fn default() -> RuleSet {
                RuleSet { $($name: $shipped,)+ gumpu_reach_in: true }
            }
        }
    };
}

numbers! {
    /// Ticks a second.
    hz = 30, 1 to 240;
    /// How fast a runner is; a multiple of `hz`.
    runner = 4050, 1 to 240_000;
    /// How fast the patwar is; a multiple of `hz`.
    patwar = 5400, 1 to 240_000;
    /// How far the patwar reaches.
    tag_reach = 750, 0 to 12_000;
    /// How far from the centre a stone can be taken.
    pick_reach = 400, 0 to 12_000;
    /// How many ticks a take roots the taker.
    take_ticks = 17, 0 to 2_400;
    /// How many ticks the patwar stands still, tags void, after his word.
    lead_ticks = 15, 0 to 2_400;
    /// At how many instants of a tick it is looked whether somebody is touched.
    instants = 64, 1 to 256;
    /// How near the centre counts as being back there.
    cut_near = 1000, 0 to 5_999;
    /// After how many seconds of stealing the patwar who has not cut all arms is frozen.
    cut_s = 20, 1 to 3_600;
    /// How many seconds each missing arm then takes.
    credit_s = 2, 1 to 3_600;
    /// How long tags count without a touch of an end line, while a stone lies in the circle.
    guard_s = 4, 1 to 3_600;
    /// How long tags count without a visit to the centre, while none lies there.
    visit_s = 4, 1 to 3_600;
    /// How long stealing may last.
    steal_s = 90, 1 to 3_600;
    /// How long stealing may go on without a take, a gift or a crossing.
    idle_s = 15, 1 to 3_600;
    /// How long the patwar may think about his word.
    choice_s = 10, 1 to 3_600;
    /// How long gumpu may last.
    gumpu_s = 30, 1 to 3_600;
    /// How long chhuttu may last.
    chhuttu_s = 45, 1 to 3_600;
    /// The break before an innings.
    break_s = 3, 1 to 3_600;
    /// How many rounds of the four boxes each runner makes in chhuttu.
    rounds = 3, 1 to 30;
    /// Innings of a set: more than three might leave no winner.
    innings = 3, 1 to 3;
}

impl RuleSet {
    /// Refuses a set that cannot be played, naming the first field at fault.
    pub fn check(&self) -> Result<(), RuleFault> {
        for &(field, least, most) in RuleSet::BOUNDS {
            let value = self.number(field).expect("each field has its bounds");
            if !(least..=most).contains(&value) {
                return Err(RuleFault {
                    field,
                    why: RuleWhy::OutOf { least, most },
                });
            }
        }
        for (field, speed) in [("runner", self.runner), ("patwar", self.patwar)] {
            let why = if speed % self.hz != 0 {
                RuleWhy::NotWhole
            } else if speed / self.hz > 12_000 {
                RuleWhy::TooFast
            } else {
                continue;
            };
            return Err(RuleFault { field, why });
        }
        Ok(())
    }

    /// The same rules at another number of ticks a second: what is counted in ticks is restated, to the nearest tick.
    /// The speeds stay, so that not every `hz` goes with them; see [`RuleSet::check`].
    pub fn at_hz(self, hz: u32) -> RuleSet {
        let restated = |ticks: u32| {
            let (ticks, old, new) = (u64::from(ticks), u64::from(self.hz.max(1)), u64::from(hz));
            u32::try_from((ticks * new + old / 2) / old).unwrap_or(u32::MAX)
        };
        RuleSet {
            hz,
            take_ticks: restated(self.take_ticks),
            lead_ticks: restated(self.lead_ticks),
            ..self
        }
    }

    /// How many crossings in one direction are all rounds.
    pub fn crossings(&self) -> u32 {
        4 * self.rounds
    }

    /// So many seconds, in ticks.
    pub fn ticks(&self, seconds: u32) -> u32 {
        seconds * self.hz
    }
}

/// Why a rule set is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleFault {
    /// The name of the field at fault.
    pub field: &'static str,
    /// What is wrong with it.
    pub why: RuleWhy,
}

/// See [`RuleFault::why`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleWhy {
    /// It is below the least or above the most that it may be.
    OutOf {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// A speed is no multiple of `hz`, so that a tick's step would be no whole number.
    NotWhole,
    /// A speed of more than the whole court in a tick.
    TooFast,
}

impl RuleWhy {
    /// The stable code: `impossible`.
    pub const fn code(self) -> &'static str {
        match self {
            RuleWhy::OutOf { .. } | RuleWhy::NotWhole | RuleWhy::TooFast => "impossible",
        }
    }
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field;
        match self.why {
            RuleWhy::OutOf { least, most } => write!(f, "`{field}` must be {least} to {most}"),
            RuleWhy::NotWhole => write!(f, "`{field}` must be a multiple of `hz`"),
            RuleWhy::TooFast => write!(f, "`{field}` must be at most the whole court, 12000, in a tick"),
        }
    }
}

impl std::error::Error for RuleFault {}
