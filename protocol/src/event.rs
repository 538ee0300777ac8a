//! Events: what happened, for animation, sound, logs and screen readers. The patch beside them says all that they say.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ChairKind, ChairNo, CourtEvent, EndedWhy, Hex, MatchId, SideName};

/// Who made a throw or a move (`record.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The seat itself.
    Seat,
    /// The server, since the seat's clock ran out.
    Clock,
    /// The server, since the seat is away.
    Away,
    /// The seat, which has lost its chain.
    NoChain,
    /// A house bot.
    House,
    /// The server, since nothing else was possible.
    Forced,
}

/// Why a value was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PassedWhy {
    /// No pawn can move by it.
    NoMove,
    /// Three grace values in a row burn.
    Burned,
}

/// Why a side left a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftWhy {
    /// The player gave up.
    Resigned,
    /// The room timed the player out.
    TimedOut,
    /// The room or its host removed the player.
    Kicked,
}

/// A pawn that was hit, on its owner's route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct WireVictim {
    /// Whose.
    pub side: SideName,
    /// Which pawn, from 0.
    pub pawn: u8,
    /// The index where it stood.
    pub from: u8,
}

/// One thing that happened, told in `diff` and in a snapshot's `news`; `e` is its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Event {
    /// The room was opened.
    Opened {
        /// The host's chair.
        host: ChairNo,
    },
    /// Somebody sat down.
    Joined {
        /// The chair.
        chair: ChairNo,
        /// The name.
        name: String,
        /// Person, bot or house bot.
        kind: ChairKind,
    },
    /// A chair became free.
    Left {
        /// The chair.
        chair: ChairNo,
    },
    /// Another chair is the host now.
    Host {
        /// The chair.
        chair: ChairNo,
    },
    /// Somebody, or somebody else, controls a seat now.
    Control {
        /// The chair.
        chair: ChairNo,
        /// The new generation.
        #[serde(rename = "gen")]
        generation: u32,
    },
    /// The table is full: a seed is sealed.
    Sealed {
        /// The match to be.
        r#match: MatchId,
        /// The commitment to the seed.
        server_commit: Hex<32>,
    },
    /// A seat is ready.
    Ready {
        /// The chair.
        chair: ChairNo,
    },
    /// A seat is not ready after all.
    Unready {
        /// The chair.
        chair: ChairNo,
    },
    /// Seats and rules stand; all tips are known.
    Locked {
        /// The tip of each chair that has one.
        #[serde(deserialize_with = "crate::ids::by_number")]
        tips: BTreeMap<ChairNo, Hex<32>>,
    },
    /// A seat showed its first link.
    Revealed {
        /// The chair.
        chair: ChairNo,
        /// The link.
        link: Hex<32>,
    },
    /// Somebody did not reveal in time: the attempt is opened, a new one is sealed.
    NotStarted {
        /// The match that was not started.
        r#match: MatchId,
        /// Its seed.
        server_seed: Hex<32>,
        /// The chairs that did not reveal.
        silent: Vec<ChairNo>,
    },
    /// The lots: which chair has which side.
    Lots {
        /// The number of the first draw.
        t: u64,
        /// The chair of each side.
        sides: BTreeMap<SideName, ChairNo>,
    },
    /// The cowries were thrown.
    Thrown {
        /// By which side.
        side: SideName,
        /// The number of the draw.
        t: u64,
        /// The link that the throw carried.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<Hex<32>>,
        /// Who made it.
        by: By,
        /// Each shell: 1 with its mouth up.
        shells: Vec<u8>,
        /// The value.
        value: u8,
    },
    /// A pawn moved.
    Moved {
        /// Of which side.
        side: SideName,
        /// Which pawn, from 0.
        pawn: u8,
        /// By which value.
        value: u8,
        /// From this index of its own route …
        from: u8,
        /// … to this one.
        to: u8,
        /// The pawns that it hit.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hits: Vec<WireVictim>,
        /// Who made the move.
        by: By,
        /// The number of the draw, where the victim was drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<u64>,
    },
    /// A value was lost.
    Passed {
        /// By which side.
        side: SideName,
        /// The value.
        value: u8,
        /// Why.
        why: PassedWhy,
    },
    /// A side left the match.
    Gone {
        /// Which side.
        side: SideName,
        /// Why.
        why: LeftWhy,
    },
    /// The gate opened for all, since nobody could move.
    GateOpened {},
    /// The match ended.
    Ended {
        /// From the best rank, the sides that share it; none in four stones.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ranks: Vec<Vec<SideName>>,
        /// Four stones: from the best rank, the chairs that share it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seats: Vec<Vec<ChairNo>>,
        /// Why.
        why: EndedWhy,
        /// The seed, opened.
        server_seed: Hex<32>,
    },
    /// Four stones: something happened on the court.
    Court {
        /// In which tick of the set.
        tick: u32,
        /// What.
        #[serde(flatten)]
        happened: CourtEvent,
    },
    /// A seat dropped while its deadline ran: it has until then.
    Dropped {
        /// The chair.
        chair: ChairNo,
        /// The new deadline, a tick.
        deadline: u64,
    },
    /// A seat has twice the time from now on, until the match ends.
    MoreTime {
        /// The chair.
        chair: ChairNo,
        /// The new deadline of its open question, a tick.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<u64>,
    },
    /// The server plays for this seat until it sends a command.
    Away {
        /// The chair.
        chair: ChairNo,
    },
    /// The seat plays for itself again.
    Back {
        /// The chair.
        chair: ChairNo,
    },
    /// The host has asked somebody to leave; `left` follows.
    Removed {
        /// The chair.
        chair: ChairNo,
    },
    /// A house brain plays for the seat until it speaks again.
    HandedOver {
        /// The chair.
        chair: ChairNo,
        /// The brain, by name.
        brain: String,
    },
    /// The seat has lost its chain and throws without links from now on.
    NoChain {
        /// The chair.
        chair: ChairNo,
    },
    /// Somebody asked for another match; the table is set anew.
    Again {
        /// The chair that asked.
        chair: ChairNo,
    },
    /// Somebody said a phrase.
    Said {
        /// The chair.
        chair: ChairNo,
        /// The phrase's key.
        phrase: String,
    },
    /// The room stood still until now, for a sentence's reason; no clock ran.
    Resumed {
        /// The reason.
        why: String,
    },
    /// The room has ended.
    Closed {
        /// The reason, a sentence.
        why: String,
    },
}
