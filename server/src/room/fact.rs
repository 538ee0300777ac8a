//! Facts: what the life of a room consists of, as its rows keep it. One command makes one envelope, one row.

use bytes::Bytes;
use chowk_protocol::{Answer, ChairNo, Cid, ClientKind, ClockKind, Epoch, GameKind, MatchId, ReportAbout};
use chowk_record::{
    fair::{Digest, Seed},
    line::{ENGINE, Header, Line},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::{Map, Value};

/// One thing that became so. Only [`super::state::State::evolve`] reads them into a state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "f", rename_all = "snake_case")]
pub(crate) enum Fact {
    /// The room was opened.
    Opened {
        epoch: Epoch,
        game: GameKind,
        rules: Value,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preset: Option<String>,
        chairs: u8,
        clock: ClockKind,
        listed: bool,
        watch: bool,
        /// The best of how many matches.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        best_of: u8,
        /// Whether house bots take chairs that stay free.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fill: bool,
        /// Four stones in step mode: the ticks of a step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<u8>,
        /// Four stones: an away seat stands still.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        still: bool,
    },
    /// Somebody sat down; `token` is the hash of the seat's token.
    Seated {
        chair: ChairNo,
        name: String,
        kind: ClientKind,
        token: Digest,
    },
    /// The host put a bot of the house on a chair.
    Housed {
        chair: ChairNo,
        name: String,
        brain: String,
    },
    /// A chair became free.
    Freed { chair: ChairNo },
    /// The host put somebody off a chair, who does not come back to this table.
    Removed { chair: ChairNo },
    /// Free chairs are free until the tick, then house bots take them.
    FillAt { tick: u64 },
    /// Another chair is the host.
    Host { chair: ChairNo },
    /// Another socket controls the seat: its generation rises.
    Control { chair: ChairNo },
    /// The table is full: a seed was sealed.
    Sealed {
        match_id: MatchId,
        #[serde(with = "seed_as_hex")]
        seed: Seed,
        server_commit: Digest,
    },
    /// A seat is ready.
    Ready { chair: ChairNo, tip: Digest, links: u32 },
    /// A seat is not ready after all.
    Unready { chair: ChairNo },
    /// Seats and rules stand. `wall` is the moment, milliseconds since 1970; seats reveal until the tick `reveal_by`.
    Locked { wall: u64, reveal_by: u64 },
    /// A seat showed its first link.
    Revealed { chair: ChairNo, link: Digest },
    /// These did not: the attempt is opened.
    NotStarted { silent: Vec<ChairNo> },
    /// The match starts: the first line of its record.
    Started { header: Told<Header> },
    /// A line of the record: lots, throws, moves, passes, leaving, the end, the opened seed.
    Told { line: Told<Line> },
    /// A game that goes by ticks has come to the end of this one; all that happened until then is told.
    Ticked { tick: u32 },
    /// A seat answered a step after it had missed some.
    Answered { chair: ChairNo },
    /// The table asks its next question, to be answered until the tick.
    Asked {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<u64>,
    },
    /// A seat dropped, so that its question stands until the tick.
    Dropped { chair: ChairNo, deadline: u64 },
    /// A seat let its clock run out.
    Missed { chair: ChairNo },
    /// What is left of a seat's bank, in ticks.
    Banked { chair: ChairNo, left: u64 },
    /// A seat has twice the time until the match ends; its open question, if it got longer, stands until the tick.
    MoreTime {
        chair: ChairNo,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<u64>,
    },
    /// The server plays for a seat.
    Away { chair: ChairNo },
    /// The host let a house brain play for a seat, which is away from then on.
    HandedOver { chair: ChairNo, brain: String },
    /// The seat plays for itself again.
    Back { chair: ChairNo },
    /// The seat lost its chain.
    NoChain { chair: ChairNo },
    /// The seat leaves when the match has ended.
    Leaving { chair: ChairNo },
    /// A seat told the operator of another.
    Reported {
        chair: ChairNo,
        whom: ChairNo,
        about: ReportAbout,
    },
    /// A phrase.
    Said { chair: ChairNo, phrase: String },
    /// Another match at this table.
    Again { chair: ChairNo },
    /// The room stood still from the tick of the row before.
    Paused { why: String },
    /// It goes on. Seats that reveal have until the tick.
    Resumed {
        why: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reveal_by: Option<u64>,
        /// A new one, since motion that was shown may be lost (contract 4).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<Epoch>,
    },
    /// The room was brought back from a backup: what was sealed and not opened is given up, and the epoch is new.
    Restored { epoch: Epoch, why: String },
    /// The room has ended.
    Closed { why: String },
}

/// The stored answer to a command (contract 11).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// Who asked: the seat …
    pub(crate) chair: ChairNo,
    /// … the client id …
    pub(crate) cid: Cid,
    /// … and the number.
    pub(crate) n: u64,
    /// What it brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<Answer>,
}

/// A row of the journal: all that one command changed, with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Envelope {
    /// The number of the rules' behaviour (contract 26).
    pub(crate) engine: u64,
    /// When, on the room's clock.
    pub(crate) tick: u64,
    /// What became so, in order.
    pub(crate) facts: Vec<Fact>,
    /// The answers to keep: of the one command that made this row, or of all that its tick heard.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "one_or_more")]
    pub(crate) stored: Vec<Stored>,
}

impl Envelope {
    /// The row's body.
    pub(crate) fn encode(&self) -> Bytes {
        Bytes::from(serde_json::to_vec(self).expect("facts are plain data with text keys"))
    }

    /// Reads a row's body, if this program's rules judge as those that wrote it did.
    pub(crate) fn decode(body: &[u8]) -> Result<Self, String> {
        let envelope: Self = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        if envelope.engine == ENGINE {
            Ok(envelope)
        } else {
            Err(format!(
                "the row is of engine {}, this program is engine {ENGINE}",
                envelope.engine
            ))
        }
    }
}

/// A part of a record, kept in the form that the record gives it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Told<T>(pub(crate) T);

impl Serialize for Told<Line> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_fields().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Told<Line> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Map::<String, Value>::deserialize(deserializer)?;
        Line::from_fields(&fields).map(Told).map_err(D::Error::custom)
    }
}

impl Serialize for Told<Header> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_fields().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Told<Header> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Map::<String, Value>::deserialize(deserializer)?;
        Header::from_fields(&fields).map(Told).map_err(D::Error::custom)
    }
}

fn one() -> u8 {
    1
}

fn is_one(best_of: &u8) -> bool {
    *best_of == 1
}

/// One answer stands alone, as in every row of a game that goes by turns.
mod one_or_more {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Stored};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        One(Stored),
        More(Vec<Stored>),
    }

    pub(super) fn serialize<S: Serializer>(stored: &[Stored], serializer: S) -> Result<S::Ok, S::Error> {
        match stored {
            [one] => one.serialize(serializer),
            more => more.serialize(serializer),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Stored>, D::Error> {
        Ok(match Kept::deserialize(deserializer)? {
            Kept::One(stored) => vec![stored],
            Kept::More(stored) => stored,
        })
    }
}

/// A seed shows nothing when printed; in the journal it is hex.
pub(crate) mod seed_as_hex {
    use super::{Deserialize, Deserializer, Seed, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
        seed.open().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
