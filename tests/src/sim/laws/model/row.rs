//! A row as a stranger reads it: JSON, and of its facts only those that the laws speak of.

use chowk_protocol::{Answer, ChairNo, Cid, ClientKind, Epoch, GameKind, MatchId};
use chowk_record::line::{Header, Line};
use serde::Deserialize;
use serde_json::{Map, Value};

/// An envelope.
#[derive(Debug, Deserialize)]
pub(super) struct Envelope {
    pub(super) tick: u64,
    facts: Vec<Fact>,
    #[serde(default)]
    stored: OneOrMore,
}

/// The answers of a row.
#[derive(Debug, Default, Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    /// Of the one command that made it, or of all that its tick heard.
    One(Stored),
    More(Vec<Stored>),
    #[default]
    Nothing,
}

/// The stored answer of a command.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(in crate::sim::laws) struct Stored {
    pub(in crate::sim::laws) chair: ChairNo,
    pub(in crate::sim::laws) cid: Cid,
    pub(in crate::sim::laws) n: u64,
    pub(in crate::sim::laws) answer: Option<Answer>,
}

/// A fact.
#[derive(Debug, Deserialize)]
#[serde(tag = "f", rename_all = "snake_case")]
pub(super) enum Fact {
    Opened {
        epoch: Epoch,
        game: GameKind,
        rules: Value,
        chairs: u8,
    },
    Seated {
        chair: ChairNo,
        kind: ClientKind,
    },
    Housed {
        chair: ChairNo,
    },
    Host {
        chair: ChairNo,
    },
    Control {
        chair: ChairNo,
    },
    Away {
        chair: ChairNo,
    },
    Back {
        chair: ChairNo,
    },
    HandedOver {
        chair: ChairNo,
    },
    Freed {
        chair: ChairNo,
    },
    Removed {
        chair: ChairNo,
    },
    Sealed {
        match_id: MatchId,
        seed: String,
    },
    Locked {},
    Revealed {
        link: String,
    },
    NotStarted {},
    Started {
        header: Map<String, Value>,
    },
    Told {
        line: Map<String, Value>,
    },
    Ticked {
        tick: u32,
    },
    Asked {
        deadline: Option<u64>,
    },
    Dropped {
        deadline: u64,
    },
    MoreTime {
        chair: ChairNo,
        deadline: Option<u64>,
    },
    Again {},
    Resumed {
        epoch: Option<Epoch>,
    },
    Restored {
        epoch: Epoch,
    },
    #[serde(other)]
    Other,
}

impl Envelope {
    /// The answers that it keeps.
    pub(super) fn stored(&self) -> &[Stored] {
        match &self.stored {
            OneOrMore::One(stored) => std::slice::from_ref(stored),
            OneOrMore::More(stored) => stored,
            OneOrMore::Nothing => &[],
        }
    }

    /// What became so.
    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The tick of a set to which it leads, if it does.
    pub(super) fn ticked(&self) -> Option<u32> {
        self.facts.iter().find_map(|fact| {
            if let Fact::Ticked { tick } = fact {
                Some(*tick)
            } else {
                None
            }
        })
    }

    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(body).map_err(|error| error.to_string())
    }
}

/// The line of a record that a fact holds.
pub(super) fn line(fields: &Map<String, Value>) -> Result<Line, String> {
    Line::from_fields(fields).map_err(|fault| fault.to_string())
}

/// The header of a record that a fact holds.
pub(super) fn header(fields: &Map<String, Value>) -> Result<Header, String> {
    Header::from_fields(fields).map_err(|fault| fault.to_string())
}
