//! The view: all that may be seen of a room, ready to draw. No null, no float, no list that grows (contract 19).

use std::{collections::BTreeMap, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ChairNo, ClientKind, ClockKind, CourtView, GameKind, Hex, MatchId, RoomCode};

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum SideName {
    /// South.
    S,
    /// East.
    E,
    /// North.
    N,
    /// West.
    W,
}

impl SideName {
    /// The letter.
    pub fn letter(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::E => "E",
            Self::N => "N",
            Self::W => "W",
        }
    }
}

/// How far a room has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Chairs are free.
    Gathering,
    /// The table is full and sealed; who is ready?
    Readying,
    /// Locked; each seat shows its first link.
    Revealing,
    /// The match runs.
    Playing,
    /// The match has ended.
    Ended,
}

/// Who sits on a chair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChairKind {
    /// A person.
    Person,
    /// A program over the network.
    Bot,
    /// A bot of the server.
    House,
    /// Nobody.
    Empty,
}

impl From<ClientKind> for ChairKind {
    fn from(kind: ClientKind) -> Self {
        match kind {
            ClientKind::Person => Self::Person,
            ClientKind::Bot => Self::Bot,
        }
    }
}

/// What a turn waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnPhase {
    /// A throw.
    Throw,
    /// The choice of a pawn (and of a value, where several are in hand).
    Move,
}

/// Why a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndedWhy {
    /// Played to its end.
    Finished,
    /// Nobody could ever have moved again.
    DeadEnd,
    /// The last throw that a match may have was made.
    Exhausted,
    /// Given up by everybody, or by the operator.
    Abandoned,
}

/// All that may be seen of a room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Which game.
    pub game: GameKind,
    /// The room's code.
    pub code: RoomCode,
    /// How far the room has come.
    pub stage: Stage,
    /// The host's chair.
    pub host: ChairNo,
    /// The turn clock.
    pub clock: ClockKind,
    /// Whether the room stands in the public list.
    pub listed: bool,
    /// Whether watchers are welcome.
    pub watch: bool,
    /// The preset, if the rules are exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The whole rule set.
    pub rules: Arc<Value>,
    /// Its hash (`fairness.md` 4).
    pub rules_hash: Hex<32>,
    /// The match that is sealed, played or ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<MatchId>,
    /// The commitment to its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_commit: Option<Hex<32>>,
    /// How many attempts of this room were sealed, locked and not started.
    pub not_started: u32,
    /// The chairs by number.
    pub chairs: BTreeMap<ChairNo, ChairView>,
    /// The sides of a match.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sides: BTreeMap<SideName, SideView>,
    /// Until when seats must reveal, a tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal_by: Option<u64>,
    /// Until when free chairs are free: then house bots take them. A tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill_at: Option<u64>,
    /// The series, where more than one match is played for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesView>,
    /// The turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnView>,
    /// Four stones in step mode: how many ticks a step has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u8>,
    /// Four stones: an away seat stands still.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub still: bool,
    /// Four stones: the court.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub court: Option<CourtView>,
    /// The result of an ended match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
}

/// A chair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChairView {
    /// Who sits there.
    pub kind: ChairKind,
    /// The name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The brain of a house bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brain: Option<String>,
    /// The generation of the seat's control.
    #[serde(rename = "gen", default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// Whether the server plays for the seat.
    #[serde(default)]
    pub away: bool,
    /// Whether the seat is ready.
    #[serde(default)]
    pub ready: bool,
    /// The tip of its chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<Hex<32>>,
    /// The link it showed last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Hex<32>>,
    /// How many links are left; 0 after no_chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links_left: Option<u32>,
    /// Throws that the clock made for this seat in this match.
    #[serde(default)]
    pub by_clock: u32,
    /// Its side in the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// What is left of its bank, in milliseconds, as of the start of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<u64>,
    /// Whether it has twice the time in this match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more_time: bool,
    /// The house brain that plays for the seat, since the host handed it over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
}

/// A series of matches at one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesView {
    /// The best of how many: 3 or 5.
    pub best_of: u8,
    /// The number of the match that is played, or comes next; of the last one when the series is over. From 1.
    pub number: u8,
    /// Matches won, by chair; a first place that is shared counts for nobody.
    pub wins: BTreeMap<ChairNo, u8>,
    /// Whether it is decided. Another `again` begins a new one.
    #[serde(default)]
    pub over: bool,
    /// Who won most, once it is over; absent if several did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<ChairNo>,
}

/// A side in a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideView {
    /// Its chair.
    pub chair: ChairNo,
    /// Each pawn's index on the side's own route; 0 is off the board.
    pub pawns: BTreeMap<u8, u8>,
    /// Whether the gate is open to it.
    pub right: bool,
    /// Its rank, 0 while it plays.
    pub rank: u8,
    /// Whether it left.
    #[serde(default)]
    pub left: bool,
}

/// The turn: the one open question of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnView {
    /// Whose.
    pub side: SideName,
    /// What it waits for.
    pub phase: TurnPhase,
    /// The version at which this question was asked; the `v` of the command that answers it.
    pub asked: u64,
    /// Until when, a tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// The shells of the turn's last throw: 1 with the mouth up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shells: Option<Vec<u8>>,
    /// The value to move by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
    /// Where throws are collected: how many of each value are in hand.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hand: BTreeMap<u8, u8>,
    /// Throws owed after this one.
    #[serde(default)]
    pub owed: u32,
    /// The number of the next draw.
    pub t: u64,
    /// Every legal move by pawn and value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub moves: BTreeMap<u8, BTreeMap<u8, MoveView>>,
    /// Why a pawn may not move by a value: the code of a refusal.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blocked: BTreeMap<u8, BTreeMap<u8, String>>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveView {
    /// From this index of the pawn's route …
    pub from: u8,
    /// … to this one.
    pub to: u8,
    /// The pawn of each side that is hit; with `drawn`, one of these.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hits: BTreeMap<SideName, u8>,
    /// Further pawns of the same sides, where all are hit or one of many is drawn.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub more_hits: BTreeMap<SideName, Vec<u8>>,
    /// The victim is drawn among those named.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
}

/// The result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultView {
    /// From the best rank, the sides that share it; none in four stones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<Vec<SideName>>,
    /// Four stones: from the best rank, the chairs that share it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Vec<ChairNo>>,
    /// Why the match ended.
    pub why: EndedWhy,
    /// The opened seed.
    pub server_seed: Hex<32>,
    /// The path of the record.
    pub record: String,
}
