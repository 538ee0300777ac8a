//! Slow and hostile clients: what each does, from an address of its own, and which answer a server has stated for it.
//!
//! They differ from people in nothing but what they do: the server's limits are those of its settings. Those who behave
//! ([`beside`]) come from other addresses, so that limits by address can tell them apart.

pub mod attack;
pub mod beside;
pub mod bounds;
mod floods;
mod keys;
pub mod raw;
mod slow;
mod stated;
pub mod trial;
mod web;

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use chowk_protocol::RoomCode;
use clap::ValueEnum;
use futures_util::future::try_join_all;
use tokio::sync::Semaphore;

pub use self::stated::Stated;

/// Sockets that one abuser tries to have: as many as one address may have.
pub const SOCKETS: usize = 20;
/// Sockets that never say hello.
pub const CROWD: usize = 1_000;
/// Of a crowd so many stand in the door at once: a server has places for 256 connections that are no sockets yet.
const AT_ONCE: usize = 40;
/// Codes, and tokens, that are tried.
pub const TRIES: usize = 1_000;
/// Requests of a flood at the api.
pub const REQUESTS: usize = 3_000;
/// Connections of one address that say nothing.
pub const CONNECTIONS: usize = 200;
/// Bytes of a frame that is far too big.
pub const BIG: usize = 10 * 1024 * 1024;

/// What is done to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
#[value(rename_all = "verbatim")]
pub enum Abuse {
    /// The head of a request comes byte by byte.
    SlowHeads,
    /// A request is asked again and again over one connection, and no answer is read.
    UnreadAnswers,
    /// Sockets are opened, and hello comes byte by byte.
    SlowHellos,
    /// Greeted, and then a frame comes byte by byte, or never.
    SlowFrames,
    /// A seat at a table asks for the view again and again, and reads nothing.
    NeverReads,
    /// A thousand sockets of one address that never say hello.
    CrowdOfOne,
    /// The same from fifty addresses.
    Crowd,
    /// Messages that can be read, too many.
    Flood,
    /// Pings of the WebSocket layer, too many.
    Pings,
    /// Texts that are no messages.
    Garbage,
    /// Frames of bytes.
    Bytes,
    /// A message in pieces of nothing that never ends.
    EmptyPieces,
    /// A message in pieces that is too big in all.
    Pieces,
    /// A frame of ten megabytes.
    BigFrames,
    /// Messages that nest deeper than anybody reads.
    DeepJson,
    /// Codes of rooms, tried by the thousand.
    Codes,
    /// Tokens of a room that is known, tried by the thousand.
    Tokens,
    /// Requests at the api.
    Requests,
    /// Connections that ask for nothing.
    Connections,
}

use Abuse::{
    BigFrames, Bytes, Codes, Connections, Crowd, CrowdOfOne, DeepJson, EmptyPieces, Flood, Garbage, NeverReads, Pieces,
    Pings, Requests, SlowFrames, SlowHeads, SlowHellos, Tokens, UnreadAnswers,
};

/// Whom it is done to.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The server.
    pub at: SocketAddr,
    /// A room whose code is known; everybody may watch it.
    pub room: RoomCode,
}

/// What was answered, and how often.
pub type Answers = BTreeMap<String, u64>;

impl Abuse {
    /// All that is done.
    pub fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// The abuse of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }

    /// The address that it comes from; a crowd has more of them.
    pub fn from(self) -> IpAddr {
        let place = Self::all().iter().position(|abuse| *abuse == self).unwrap_or(0);
        Ipv4Addr::new(127, 0, 1, u8::try_from(place).map_or(1, |place| place + 1)).into()
    }

    /// Does it once, with all that it takes, until each of its connections was answered.
    ///
    /// # Errors
    /// If an answer does not come, or is none that any server gives.
    pub async fn commit(self, target: Target) -> anyhow::Result<Answers> {
        let Target { at, room } = target;
        let from = self.from();
        let door = Semaphore::new(AT_ONCE);
        match self {
            SlowHeads => many(SOCKETS, |_| slow::head(at, from)).await,
            UnreadAnswers => many(SOCKETS, |_| web::unread(at, from)).await,
            SlowHellos => many(SOCKETS, |_| slow::hello(at, from)).await,
            SlowFrames => many(SOCKETS, |place| slow::frame(at, from, place)).await,
            NeverReads => many(SOCKETS, |_| slow::deaf(at, from, room)).await,
            CrowdOfOne => many(CROWD, |_| slow::silent(at, from, &door)).await,
            Crowd => many(CROWD, |place| slow::silent(at, one_of_fifty(place), &door)).await,
            Flood => many(SOCKETS, |_| floods::messages(at, from)).await,
            Pings => many(SOCKETS, |_| floods::pings(at, from)).await,
            Garbage => many(SOCKETS, |_| floods::garbage(at, from)).await,
            Bytes => many(SOCKETS, |_| floods::bytes(at, from)).await,
            EmptyPieces => many(SOCKETS, |_| floods::empty_pieces(at, from)).await,
            Pieces => many(SOCKETS, |_| floods::pieces(at, from)).await,
            BigFrames => many(SOCKETS, |_| floods::big(at, from)).await,
            DeepJson => many(SOCKETS, |_| floods::deep(at, from)).await,
            Codes => many(SOCKETS, |place| keys::codes(at, from, place)).await,
            Tokens => many(SOCKETS, |place| keys::tokens(at, from, room, place)).await,
            Requests => many(SOCKETS, |place| web::requests(at, from, place)).await,
            Connections => many(CONNECTIONS, |_| slow::nothing(at, from)).await,
        }
    }
}

impl std::fmt::Display for Abuse {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{self:?}")
    }
}

fn one_of_fifty(place: usize) -> IpAddr {
    let last = u8::try_from(place % 50).map_or(1, |place| place + 1);
    Ipv4Addr::new(127, 0, 2, last).into()
}

/// Does something so often at once, and counts what is answered to all of them.
async fn many<W>(times: usize, what: impl Fn(usize) -> W) -> anyhow::Result<Answers>
where
    W: Future<Output = anyhow::Result<Answers>>,
{
    let mut all = Answers::new();
    for answers in try_join_all((0..times).map(what)).await? {
        add(&mut all, answers);
    }
    Ok(all)
}

/// Adds what others were answered.
pub fn add(all: &mut Answers, others: Answers) {
    for (answer, times) in others {
        *all.entry(answer).or_default() += times;
    }
}

/// One answer.
fn once(answer: impl Into<String>) -> Answers {
    Answers::from([(answer.into(), 1)])
}

/// What the texts and the close say, in short.
fn heard(texts: &[String], code: Option<u16>) -> Answers {
    let mut answers = once(code.map_or("cut".into(), |code| format!("close {code}")));
    for text in texts {
        let message: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        if message["t"] == "refused" {
            let code = message["code"].as_str().unwrap_or("without a code");
            add(&mut answers, once(format!("refused {code}")));
        }
    }
    answers
}

/// No socket was given: the status, or nothing at all.
fn turned_away(status: u16) -> Answers {
    once(match status {
        0 => "cut".into(),
        status => format!("status {status}"),
    })
}
