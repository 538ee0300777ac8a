//! Letters to and from a room: plain data addressed by session, so that a room could live on another machine
//! (contract 30).

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use chowk_protocol::{
    ChairNo, Cid, ClientKind, ClientMsg, ClockKind, CloseCode, Epoch, GameKind, Hex, MatchId, RefusalCode, ReportAbout,
    RoomCode, Token,
};
use chowk_record::rules::Rules;
use serde_json::Value;

use crate::{
    clock::Moment,
    journal::{Append, Fence, Outcome, RoomNo},
};

/// A socket: the machine that holds it, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId {
    /// The gateway; 0 while there is one machine.
    pub gateway: u16,
    /// The session's number on it; never used twice in a process.
    pub n: u64,
}

/// Who is behind a session, as its hello said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The session.
    pub session: SessionId,
    /// Person or bot.
    pub kind: ClientKind,
    /// The client id.
    pub cid: Cid,
}

/// A room to be opened. The rules are checked, the name is clean, the number of chairs fits.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The room's number and the right to write it.
    pub room: RoomNo,
    /// The right to write it.
    pub fence: Fence,
    /// The code.
    pub code: RoomCode,
    /// Which game.
    pub game: GameKind,
    /// The preset, if the rules are exactly one.
    pub preset: Option<String>,
    /// The rules.
    pub rules: Rules,
    /// Number of chairs.
    pub chairs: u8,
    /// The turn clock.
    pub clock: ClockKind,
    /// Whether the room stands in the public list.
    pub listed: bool,
    /// Whether watchers are welcome.
    pub watch: bool,
    /// The best of how many matches: 1, 3 or 5.
    pub best_of: u8,
    /// Whether house bots take chairs that stay free.
    pub fill: bool,
    /// Four stones in step mode: the ticks of a step.
    pub step: Option<u8>,
    /// Four stones: an away seat stands still.
    pub still: bool,
    /// The name of who opens it, and sits down on chair 0.
    pub name: String,
    /// The token of that seat.
    pub token: Token,
}

/// A letter to a room.
#[derive(Debug, Clone)]
pub struct Letter {
    /// Who writes.
    pub from: Caller,
    /// The gate's stamp: milliseconds of uptime.
    pub at: u64,
    /// What it says.
    pub body: Body,
}

/// What a letter says.
#[derive(Debug, Clone)]
pub enum Body {
    /// Sits down, or sits down again, by token. The name is clean.
    Join {
        /// The token.
        token: Token,
        /// The name.
        name: String,
        /// The chair asked for.
        chair: Option<ChairNo>,
    },
    /// Returns to a seat: `hello` with `resume`. The answer begins with [`Post::Welcome`].
    Resume {
        /// The token.
        token: Token,
        /// The epoch that the client knows.
        epoch: Epoch,
        /// The version that the client knows.
        v: u64,
    },
    /// Watches. The name, if any, is clean.
    Watch {
        /// The name.
        name: Option<String>,
    },
    /// Any message of a session that is in the room.
    Wish(ClientMsg),
    /// The socket has not answered a ping; or it speaks again.
    Silent(bool),
    /// The socket is gone.
    Closed,
}

/// What a room hears.
#[derive(Debug, Clone)]
pub enum Input {
    /// A letter.
    Letter(Letter),
    /// What became of the oldest append that was not answered yet.
    Journal(Outcome),
    /// Time passed: [`super::Room::next_wake`] has come.
    Wake,
    /// The operator, or the server itself, orders something.
    Order(Order),
    /// The server stops: judge nothing more, say what waits once it is durable, then goodbye.
    Stop,
}

/// What the operator may order a room to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Puts whoever sits on a chair off it; in a match the side leaves as `kicked`.
    Kick {
        /// The chair.
        chair: ChairNo,
    },
    /// Ends the room; a running match is abandoned and its seed opened.
    End {
        /// The words that are kept with it.
        why: String,
    },
    /// From now on no new match starts here; or it may again.
    Drain(bool),
}

/// What a room does to the world, in order.
#[derive(Debug, Clone)]
pub enum Out {
    /// A row for the journal. With `record`, the row ends a match: before it is appended, the match's record is made
    /// of the rows on disk and this one ([`crate::games::record_of`]) and goes into `besides`; rows after it wait.
    Append {
        /// The row.
        append: Append,
        /// The match whose record goes with it, and the version of its first row.
        record: Option<(MatchId, u64)>,
    },
    /// Something for one session. It may have gone: then it is dropped.
    Tell {
        /// The session.
        to: SessionId,
        /// What.
        post: Post,
    },
    /// What this session said last answered a question, or was another command that is done: it is no flood, however quick
    /// the session is (contract 21).
    Answered {
        /// The session.
        to: SessionId,
        /// Whether it was a direction, which has a limit of its own where it answers nothing.
        direction: bool,
    },
    /// The room's line in the list of rooms, all of it durable.
    Summary(Summary),
    /// Somebody told the operator of somebody at the table; that is durable.
    Reported {
        /// The chair that tells.
        by: ChairNo,
        /// The chair that is told of.
        whom: ChairNo,
        /// What it is about.
        about: ReportAbout,
    },
    /// The row that ends the room is durable: forget it.
    Gone,
    /// An outcome was not durable: all that was ahead is lost to this room. Read it again, then
    /// [`super::Room::refold`].
    Lost,
    /// All was said, after [`Input::Stop`].
    Stopped,
}

impl Out {
    /// The row, and the match whose record goes with it, if that is what this is.
    pub fn into_append(self) -> Option<(Append, Option<(MatchId, u64)>)> {
        match self {
            Self::Append { append, record } => Some((append, record)),
            Self::Tell { .. }
            | Self::Answered { .. }
            | Self::Summary(_)
            | Self::Reported { .. }
            | Self::Gone
            | Self::Lost
            | Self::Stopped => None,
        }
    }
}

/// What a session is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Post {
    /// A text frame, ready to send, shared by all who get it.
    Frame(Bytes),
    /// Motion, the newest of which counts: what is dropped first of a reader that is slow (contract 23).
    Motion(Bytes),
    /// The welcome that answers a hello with `resume`: the session adds what it knows of the server.
    Welcome {
        /// Whether the seat is theirs; else why not.
        resumed: Result<(), RefusalCode>,
    },
    /// A bye and a close. The session is no longer the room's.
    Close(End),
    /// The session is no longer (or has not become) the room's; its socket stays open and may try another door.
    Detached,
}

/// How a socket is to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The close code.
    pub code: CloseCode,
    /// When to come back, in milliseconds.
    pub retry_ms: Option<u64>,
    /// What was refused, where that says more than the code.
    pub why: Option<RefusalCode>,
}

impl End {
    /// By this code, for good or for the client's own patience.
    pub fn of(code: CloseCode) -> Self {
        Self {
            code,
            retry_ms: None,
            why: None,
        }
    }

    /// To come back after so many milliseconds.
    pub fn restart(retry_ms: u64) -> Self {
        Self {
            retry_ms: Some(retry_ms),
            ..Self::of(CloseCode::Restart)
        }
    }

    /// By this code, because of this.
    pub fn because(code: CloseCode, why: RefusalCode) -> Self {
        Self {
            why: Some(why),
            ..Self::of(code)
        }
    }

    /// The sentence.
    pub fn text(self) -> &'static str {
        self.why.map_or(self.code.text(), RefusalCode::text)
    }
}

/// A room's line in the list of rooms, and what beside it is told to whoever has the code.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Summary {
    /// The code.
    pub code: RoomCode,
    /// Whether it is listed.
    pub listed: bool,
    /// Which game.
    pub game: GameKind,
    /// The preset, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The turn clock.
    pub clock: ClockKind,
    /// How far it has come.
    pub stage: chowk_protocol::Stage,
    /// Number of chairs.
    pub chairs: u8,
    /// Free chairs.
    pub free: u8,
    /// Chairs of persons, of bots over the network, of house bots.
    pub persons: u8,
    /// Chairs of bots over the network.
    pub bots: u8,
    /// Chairs of house bots.
    pub house: u8,
    /// Watchers.
    pub watchers: u32,
    /// Whether watchers are welcome.
    pub watch: bool,
    /// Attempts that were sealed, locked and not started.
    pub not_started: u32,
    /// The best of how many matches.
    pub best_of: u8,
    /// Whether house bots take chairs that stay free.
    pub fill: bool,
    /// Four stones in step mode: the ticks of a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u8>,
    /// Seats that are connected.
    pub here: u8,
    /// The rules, as the view has them. Not in the list.
    #[serde(skip)]
    pub rules: Arc<Value>,
    /// Their hash.
    #[serde(skip)]
    pub rules_hash: Hex<32>,
    /// The names of those who sit there. Not in the list.
    #[serde(skip)]
    pub names: BTreeMap<ChairNo, String>,
    /// Whether it holds a seal that is not opened yet. To be counted and not shown.
    #[serde(skip)]
    pub sealed: bool,
    /// The hashes of the tokens of its seats, by which a repeated wish for quick play finds its room. Told to nobody.
    #[serde(skip)]
    pub tokens: Vec<[u8; 32]>,
}

/// The limits of a room, from the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomLimits {
    /// Most rows ahead of the disk (contract 5).
    pub rows_ahead: usize,
    /// Most watchers.
    pub watchers: usize,
    /// An empty room that plays no match ends after so many milliseconds.
    pub room_idle: u64,
    /// A running match that nobody visits is abandoned after so many milliseconds.
    pub match_idle: u64,
    /// An absent chair is free, and an absent host passes on, after so many milliseconds.
    pub chair_kept: u64,
    /// The pace of forced moves while a person sits or watches, in milliseconds.
    pub pace: u64,
    /// The pace between decisions of house bots.
    pub house_pace: u64,
    /// How long a decision for an away seat takes.
    pub away_pace: u64,
    /// How long seats have to reveal their first link.
    pub reveal: u64,
    /// Whether house bots may be seated.
    pub house_bots: bool,
    /// How long chairs stay free in a room that house bots fill.
    pub fill: u64,
}

impl Default for RoomLimits {
    fn default() -> Self {
        Self {
            rows_ahead: 64,
            watchers: 20,
            room_idle: 30 * 60_000,
            match_idle: 24 * 3_600_000,
            chair_kept: 60_000,
            pace: 600,
            house_pace: 400,
            away_pace: 1_000,
            reveal: 10_000,
            house_bots: true,
            fill: 20_000,
        }
    }
}

/// A moment and the entropy, as guests of one call.
pub struct Guests<'a> {
    /// Now.
    pub now: Moment,
    /// Bytes that nobody can foresee.
    pub entropy: &'a mut dyn crate::fate::Entropy,
}
