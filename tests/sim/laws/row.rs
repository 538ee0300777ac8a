//! A row as a stranger reads it: JSON, and of its facts only those that the laws speak of.

use chowk_protocol::{Answer, ChairNo, Cid, MatchId};
use chowk_record::line::Line;
use serde::Deserialize;
use serde_json::{Map, Value};

/// An envelope.
#[derive(Debug, Deserialize)]
pub(super) struct Envelope {
    pub(super) facts: Vec<Fact>,
    pub(super) stored: Option<Stored>,
}

/// The stored answer of a command.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(super) struct Stored {
    pub(super) chair: ChairNo,
    pub(super) cid: Cid,
    pub(super) n: u64,
    pub(super) answer: Option<Answer>,
}

/// A fact.
#[derive(Debug, Deserialize)]
#[serde(tag = "f", rename_all = "snake_case")]
pub(super) enum Fact {
    Seated {
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
    },
    Revealed {
        link: String,
    },
    Told {
        line: Map<String, Value>,
    },
    #[serde(other)]
    Other,
}

impl Envelope {
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(body).map_err(|error| error.to_string())
    }
}

/// The line of a record that a fact holds.
pub(super) fn line(fields: &Map<String, Value>) -> Result<Line, String> {
    Line::from_fields(fields).map_err(|fault| fault.to_string())
}
