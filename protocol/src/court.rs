//! Four stones on the wire: what may be seen of the court, and what happens on it (`four-stones.md`).
//!
//! Lengths are thousandths of a foot from the south-west corner, x east, y north; the court is 12000 by 12000, the boxes
//! reach 5000 from its corners. Seats are chairs. A *tick* here is one of the set's own, `hz` of the rules a second.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ChairNo, SideName};

/// A place: x east, y north, in thousandths of a foot.
pub type Place = [i32; 2];

/// A box, by the corner of the court it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum BoxName {
    /// South-west.
    SW,
    /// South-east.
    SE,
    /// North-east.
    NE,
    /// North-west.
    NW,
}

impl BoxName {
    /// The boxes in their order: from the south-west against the clock.
    pub const ALL: [Self; 4] = [Self::SW, Self::SE, Self::NE, Self::NW];

    /// The letters.
    pub fn letters(self) -> &'static str {
        match self {
            Self::SW => "SW",
            Self::SE => "SE",
            Self::NE => "NE",
            Self::NW => "NW",
        }
    }
}

/// Where an innings stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CourtPhase {
    /// Nobody moves yet.
    Break,
    /// The runners steal, the patwar cuts and patrols.
    Steal,
    /// Nobody moves; the patwar is asked for his word.
    Choice,
    /// All runners must gather in the named box.
    Gumpu,
    /// Each runner makes his rounds.
    Chhuttu,
    /// The set is over.
    Over,
}

/// How an arm was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutBy {
    /// The patwar touched its end line and came back.
    Run,
    /// It was missing, and credited to him while he was frozen.
    Credit,
}

/// What keeps the patwar's tags good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Patrol {
    /// A touch of an end line.
    EndLine,
    /// A visit to the centre.
    Centre,
}

/// All that may be seen of a set but places, which `motion` tells: as of `tick`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CourtView {
    /// The tick that this is as of.
    pub tick: u32,
    /// The innings, from 1.
    pub innings: u8,
    /// Where it stands.
    pub phase: CourtPhase,
    /// The named box, in gumpu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#box: Option<BoxName>,
    /// The tick in which the phase began.
    pub since: u32,
    /// The tick in which its clock runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<u32>,
    /// While the runners steal: the tick by which somebody must take, give or cross.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ends: Option<u32>,
    /// Who chases.
    pub patwar: ChairNo,
    /// Stones in the circle.
    pub ground: u8,
    /// Which arms are cut.
    pub cut: BTreeMap<SideName, bool>,
    /// The end line that counts once the patwar is back at the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touched: Option<SideName>,
    /// Whether tags count for nothing.
    pub void: bool,
    /// The last tick in which the patwar must stand still, as far as is known; 0 if he need not.
    pub still_until: u32,
    /// What he must do to keep his tags good, or to make them good again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patrol: Option<Patrol>,
    /// The tick from which they are void unless he does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patrol_by: Option<u32>,
    /// How far he reaches: the radius of the circle around him.
    pub reach: u32,
    /// The runners, by chair.
    pub runners: BTreeMap<ChairNo, RunnerView>,
    /// How each seat stands in the set.
    pub scores: BTreeMap<ChairNo, ScoreView>,
    /// Who was caught, by innings; nobody where there is none.
    pub caught: BTreeMap<u8, ChairNo>,
    /// In Choice: the version at which the patwar was asked, the `v` of his `choose`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<u64>,
    /// In step mode: the open step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepView>,
}

/// A runner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunnerView {
    /// The native box.
    pub home: BoxName,
    /// The last box he was inside.
    pub last: BoxName,
    /// Stones in hand.
    pub stones: u8,
    /// The last tick in which a take roots him; 0 if none does in this innings.
    pub rooted_until: u32,
    /// Crossings of his rounds that count, in chhuttu.
    pub rounds: u8,
    /// 1 if they go from SW to SE, -1 if from SW to NW, 0 while the direction is free.
    pub direction: i8,
    /// Whether all rounds are made.
    pub done: bool,
    /// Whether he was at home since: nobody can catch him any more.
    pub through: bool,
}

/// How a seat stands in a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreView {
    /// Innings survived as a runner.
    pub survived: u8,
    /// Stones taken from the circle and brought into a box.
    pub carried: u32,
    /// Crossings made as a runner.
    pub crossings: u32,
    /// Whether it can still win: it was never caught and never patwar.
    pub may_win: bool,
}

/// A step that waits for the seats' answers: each that is asked answers with an `input`, in Choice with `choose`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepView {
    /// The version at which it was asked.
    pub asked: u64,
    /// Until when, a tick of the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// The chairs that are asked: not those whom the house plays for, and not those who can do nothing in this step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asks: BTreeMap<ChairNo, bool>,
}

/// One thing that happened on the court; `what` is its name, and the fields are those of the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum CourtEvent {
    /// The lots: who is the first patwar, and who has the boxes SW, SE, NE and NW.
    Lots {
        /// The number of the first draw.
        t: u64,
        /// The chairs: patwar, SW, SE, NE, NW.
        chairs: [ChairNo; 5],
    },
    /// An innings begins.
    Innings {
        /// Its number, from 1.
        number: u8,
        /// Who chases.
        patwar: ChairNo,
    },
    /// The next phase begins.
    Phase {
        /// Which.
        phase: CourtPhase,
        /// The named box, in gumpu.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r#box: Option<BoxName>,
    },
    /// An arm is cut.
    Cut {
        /// Which.
        arm: SideName,
        /// How.
        by: CutBy,
    },
    /// A runner took a stone.
    Taken {
        /// Who.
        seat: ChairNo,
        /// How many lie in the circle still.
        left: u8,
    },
    /// A runner gave a stone.
    Given {
        /// Who.
        seat: ChairNo,
        /// To whom.
        to: ChairNo,
    },
    /// A runner came into another box.
    Crossed {
        /// Who.
        seat: ChairNo,
        /// Which box.
        r#box: BoxName,
        /// How many crossings of his rounds now count; 0 except in chhuttu.
        progress: u8,
    },
    /// Tags became void, or count again.
    Void {
        /// Whether they are void.
        void: bool,
    },
    /// A runner has done his rounds and is at home.
    Through {
        /// Who.
        seat: ChairNo,
    },
    /// The patwar touched a runner.
    Tagged {
        /// Who was caught.
        seat: ChairNo,
        /// By whom.
        by: ChairNo,
        /// At which instant of the tick, from 1.
        instant: u32,
        /// Where the runner was then, rounded down.
        at: Place,
        /// Where the patwar was then, rounded down.
        patwar_at: Place,
        /// How far apart they were, rounded down.
        distance: u32,
        /// How far the patwar reaches.
        reach: u32,
    },
    /// A clock ran out and caught a runner.
    ClockOut {
        /// Who was caught.
        seat: ChairNo,
        /// Among whom it was.
        among: Vec<ChairNo>,
        /// The number of the draw, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<u64>,
    },
    /// An innings ended.
    InningsEnd {
        /// Who was caught, if anybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        caught: Option<ChairNo>,
    },
}

/// Where all five were in one tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilmFrame {
    /// The tick.
    pub tick: u32,
    /// Every seat's place.
    #[serde(deserialize_with = "crate::ids::by_number")]
    pub at: BTreeMap<ChairNo, Place>,
}
