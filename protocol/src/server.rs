//! What a server may tell.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ChairNo, Epoch, Event, FilmFrame, Place, Refusal, RefusalCode, RoomCode, ViewHash};

/// Name and version of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServerInfo {
    /// The name that its operator gave it.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The operator's words of welcome, plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motd: Option<String>,
}

/// The limits in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Most bytes in a frame from a client; more closes with 1009.
    pub frame_bytes: u32,
    /// Frames a second above which `too_fast` is answered. Commands that answer what was asked do not count.
    pub frames_per_s: u32,
    /// Frames a second above which the socket is closed with 1008.
    pub frames_per_s_close: u32,
    /// Bad messages in ten seconds above which the socket is closed with 1008.
    pub bad_per_10s: u32,
    /// Most rows that a room runs ahead of its disk.
    pub rows_ahead: u32,
    /// Most frames that wait for one reader.
    pub queue: u32,
    /// Most watchers of a room.
    pub watchers: u32,
    /// Most characters of a name.
    pub name_graphemes: u32,
    /// An empty room ends after so many seconds.
    pub room_idle_s: u64,
    /// A running match that nobody visits is abandoned after so many seconds.
    pub match_idle_s: u64,
    /// The server pings the socket as often, in seconds; a silent one is closed after three.
    pub ping_s: u64,
}

/// One version's change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Diff {
    /// The version it starts from.
    pub from: u64,
    /// The version it leads to.
    pub v: u64,
    /// The hash of the view at `v`.
    pub hash: ViewHash,
    /// A JSON Merge Patch (RFC 7396) on the view.
    pub patch: Value,
    /// What happened.
    pub events: Vec<Event>,
}

/// What an acknowledged command brought its sender.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The number of the draw of a throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<u64>,
    /// The value of a throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
}

/// What is no fact (contract 2).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Around {
    /// Whether somebody is connected, for each chair that a person or bot holds.
    #[serde(deserialize_with = "crate::ids::by_number")]
    pub chairs: BTreeMap<ChairNo, bool>,
    /// The chairs that are connected, and from which nothing came since the server pinged them: on their way to be gone, or a
    /// phone in a tunnel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silent: Vec<ChairNo>,
    /// How many watch.
    pub watchers: u32,
    /// The names of watchers that gave one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Why the room stands still, a sentence; absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<String>,
    /// In step mode: the chairs that have answered the open step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<ChairNo>,
    /// The room's tick …
    pub tick: u64,
    /// … at this moment of the server's clock (milliseconds since 1970).
    pub now: u64,
}

/// A message from the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMsg {
    /// The answer to hello.
    Welcome {
        /// The version of the protocol that both speak.
        protocol: u32,
        /// Who the server is.
        server: ServerInfo,
        /// What it permits.
        limits: Limits,
        /// Its clock, milliseconds since 1970.
        now: u64,
        /// SHA-256 of the newest line of its log of seals, hex; empty while there is none.
        seal: String,
        /// Whether the resume that hello asked for succeeded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resumed: Option<bool>,
        /// Why it did not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<RefusalCode>,
    },
    /// You sit here, or (without a chair) watch.
    Seated {
        /// The room.
        room: RoomCode,
        /// The chair.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chair: Option<ChairNo>,
        /// The generation of your control.
        #[serde(rename = "gen", default, skip_serializing_if = "Option::is_none")]
        generation: Option<u32>,
        /// The number of the last command of your client id that was acknowledged.
        last_n: u64,
        /// For bots: how long the last answer to a question took, in milliseconds, by the server's measure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last_ms: Option<u64>,
    },
    /// The whole view.
    Snapshot {
        /// The room.
        room: RoomCode,
        /// The epoch of its versions.
        epoch: Epoch,
        /// The version.
        v: u64,
        /// The hash of the view.
        hash: ViewHash,
        /// The view.
        view: Value,
        /// What happened lately.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        news: Vec<Event>,
    },
    /// One version's change.
    Diff(Diff),
    /// The diffs that a resume missed, in order, in one frame.
    CatchUp {
        /// The diffs.
        diffs: Vec<Diff>,
    },
    /// A command was applied, once, and is on disk.
    Ack {
        /// The command's number.
        n: u64,
        /// The room's version after it.
        v: u64,
        /// What it brought.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
        /// For bots: how long this answer took, in milliseconds, by the server's measure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last_ms: Option<u64>,
    },
    /// Something was refused; nothing changed.
    Refused(Refusal),
    /// What is no fact.
    Around(Around),
    /// Four stones: where they are by the end of a tick. Without a version; the newest counts.
    Motion {
        /// The tick of the set.
        tick: u32,
        /// Who has moved since the frame before, or (several times a second) all.
        #[serde(deserialize_with = "crate::ids::by_number")]
        at: BTreeMap<ChairNo, Place>,
        /// Your newest input that has counted, if it is a newer one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        i: Option<u64>,
    },
    /// Four stones: the last 1.5 s before the last tag, from the server's places.
    Film {
        /// The tick of the tag.
        tag: u32,
        /// The ticks up to it.
        frames: Vec<FilmFrame>,
    },
    /// A phrase of somebody who watches; only those who watch hear it.
    Aside {
        /// The phrase's key.
        phrase: String,
        /// The watcher's name, if it gave one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Words of the operator, to be shown.
    Notice {
        /// The words, plain text.
        text: String,
    },
    /// The socket ends.
    Bye {
        /// The close code.
        code: u16,
        /// A sentence.
        text: String,
        /// What was refused, where that says more than the code: `kicked`, `banned`, `removed`, a password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<RefusalCode>,
        /// When to come back, in milliseconds, where one should.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_ms: Option<u64>,
    },
    /// The answer to ping.
    Pong {
        /// The number that came.
        c: u64,
        /// The room's version; 0 outside a room.
        v: u64,
        /// The server's clock, milliseconds since 1970.
        now: u64,
    },
}

impl ServerMsg {
    /// The message as a text frame.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_by_number_are_read_inside_tagged_messages() {
        let around = Around {
            chairs: [(0, true), (3, false)].into(),
            ..Around::default()
        };
        let message = ServerMsg::Around(around);
        assert_eq!(serde_json::from_str::<ServerMsg>(&message.encode()).unwrap(), message);
        let locked = Event::Locked {
            tips: [(2, crate::Hex([1; 32]))].into(),
        };
        let diff = Diff {
            from: 1,
            v: 2,
            hash: crate::Hex([0; 8]),
            patch: Value::Null,
            events: vec![locked],
        };
        let message = ServerMsg::CatchUp { diffs: vec![diff] };
        assert_eq!(serde_json::from_str::<ServerMsg>(&message.encode()).unwrap(), message);
    }
}
