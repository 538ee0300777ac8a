//! What a client may say: wishes, never facts.

mod read;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::read::{BadMessage, COMMANDS};
use crate::{BoxName, ChairNo, Cid, Epoch, Hex, Password, RoomCode, Token};

/// Who sits behind a socket; shown wherever the seat is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClientKind {
    /// A person at a screen.
    Person,
    /// A program that plays.
    Bot,
}

/// The games by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Chowka-bara, on 5x5 or 7x7.
    Chowka,
    /// Four stones.
    Stones,
}

/// How long a turn may take (the table "Proposed defaults" of the players' page).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// 12 s to throw, 20 s to choose and a bank of 60 s a match.
    #[default]
    Casual,
    /// 6 s to throw, 8 s to choose and a bank of 20 s a match.
    Quick,
    /// 60 s to throw, 3 minutes to choose.
    Relaxed,
    /// No clock.
    None,
}

/// What a client shows to return to its room (contract 13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resume {
    /// The room's code.
    pub room: RoomCode,
    /// The seat's token.
    pub token: Token,
    /// The epoch the client knows.
    pub epoch: Epoch,
    /// The version the client knows.
    pub v: u64,
}

/// The patwar's word at Choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// Together, in one box.
    Gumpu,
    /// Around, three rounds.
    Chhuttu,
}

/// What a report to the operator is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportAbout {
    /// The name that somebody sits under.
    Name,
    /// What somebody says, or how often.
    Phrases,
    /// Somebody lets the others wait on purpose.
    Stalling,
    /// Anything else.
    Other,
}

/// A message from a client. `n` numbers the commands of one client id, from 1, without gaps; `v` is the version at
/// which the question that a command answers was asked (contract 11).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMsg {
    /// The first frame of a socket.
    Hello {
        /// The protocol versions that the client speaks.
        protocols: Vec<u32>,
        /// Person or bot.
        kind: ClientKind,
        /// Name and version of the program, as "chowk/0.1".
        client: String,
        /// The client id.
        cid: Cid,
        /// Present to return to a seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resume: Option<Resume>,
        /// The server's password, where it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Password>,
    },
    /// Opens a room and sits down in it; repeatable by token.
    Create {
        /// The token of the seat to be.
        token: Token,
        /// The player's name.
        name: String,
        /// Which game.
        game: GameKind,
        /// A preset by name, or …
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preset: Option<String>,
        /// … a whole rule set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<Value>,
        /// Number of chairs, fixed from here on.
        chairs: u8,
        /// The turn clock; casual if absent. In four stones the clock of steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockKind>,
        /// Whether the room stands in the public list; not if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        listed: Option<bool>,
        /// Whether watchers are welcome; they are if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        watch: Option<bool>,
        /// A series: best of 1 (if absent), 3 or 5 matches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        best_of: Option<u8>,
        /// Whether house bots take the chairs that are still free 20 s after the room was opened; not if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fill: Option<bool>,
        /// Four stones in step mode: how many ticks a step has, 5 to 60.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<u8>,
        /// Four stones: whether an away seat stands still; if absent a house bot plays for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        still: Option<bool>,
    },
    /// Sits down in the first listed room of a preset that has a free chair, else opens one that is listed; repeatable
    /// by token.
    Quick {
        /// The token of the seat to be.
        token: Token,
        /// The player's name.
        name: String,
        /// The preset by name.
        preset: String,
        /// Number of chairs; the fewest that the game has if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chairs: Option<u8>,
        /// The turn clock; casual if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockKind>,
        /// Whether house bots may take free chairs after 20 s; they may if absent. `false` leads only to tables of
        /// people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bots: Option<bool>,
    },
    /// Sits down in a room; repeatable by token.
    Join {
        /// The room's code.
        code: RoomCode,
        /// The token of the seat to be.
        token: Token,
        /// The player's name.
        name: String,
        /// A chair; the first free one if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chair: Option<ChairNo>,
    },
    /// Watches a room.
    Watch {
        /// The room's code.
        code: RoomCode,
        /// A name to be shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The host fills a chair with a house bot.
    AddBot {
        /// The command's number.
        n: u64,
        /// Which chair.
        chair: ChairNo,
        /// Which brain, by name.
        brain: String,
    },
    /// The host empties a chair before the lock: a house bot's, or somebody's who is not to sit here.
    Remove {
        /// The command's number.
        n: u64,
        /// Which chair.
        chair: ChairNo,
    },
    /// The host lets a house brain play for a seat that is away or not connected, until it speaks again.
    HandOver {
        /// The command's number.
        n: u64,
        /// Which chair.
        chair: ChairNo,
        /// Which brain, by name.
        brain: String,
    },
    /// Ready, with the tip of a new chain (`fairness.md` 2).
    Ready {
        /// The command's number.
        n: u64,
        /// c(N) of the chain.
        tip: Hex<32>,
        /// N, the number of links.
        links: u32,
    },
    /// Not ready after all.
    Unready {
        /// The command's number.
        n: u64,
    },
    /// The first link, c(N-1), after the lock.
    Reveal {
        /// The command's number.
        n: u64,
        /// The link.
        link: Hex<32>,
    },
    /// Throws the cowries.
    Throw {
        /// The command's number.
        n: u64,
        /// The `asked` of the turn.
        v: u64,
        /// The next link of the seat's chain, while it has any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<Hex<32>>,
    },
    /// Moves a pawn.
    Move {
        /// The command's number.
        n: u64,
        /// The `asked` of the turn.
        v: u64,
        /// Which pawn, from 0.
        pawn: u8,
        /// By which value in hand.
        value: u8,
    },
    /// The seat has its token but lost its chain: it throws without links from now on.
    NoChain {
        /// The command's number.
        n: u64,
    },
    /// Gives the match up.
    Resign {
        /// The command's number.
        n: u64,
    },
    /// Asks for another match at this table.
    Again {
        /// The command's number.
        n: u64,
    },
    /// Leaves the room; in a running match it resigns first.
    Leave {
        /// The command's number.
        n: u64,
    },
    /// Asks for twice the time, once a match: to throw, to choose, and what is left of the bank.
    MoreTime {
        /// The command's number.
        n: u64,
    },
    /// Tells the operator of somebody at the table; nobody else hears of it.
    Report {
        /// The command's number.
        n: u64,
        /// Who is told of.
        chair: ChairNo,
        /// What it is about.
        about: ReportAbout,
    },
    /// Says a phrase of the house's list: a seat to all, a watcher to those who watch.
    Say {
        /// The command's number.
        n: u64,
        /// The phrase's key.
        phrase: String,
    },
    /// Four stones: a direction.
    Input {
        /// The input's number.
        i: u64,
        /// East positive, -127..127.
        dx: i8,
        /// North positive, -127..127.
        dy: i8,
    },
    /// Four stones: takes a stone.
    Take {
        /// The command's number.
        n: u64,
    },
    /// Four stones: gives a stone.
    Give {
        /// The command's number.
        n: u64,
        /// To which seat.
        to: u8,
    },
    /// Four stones: the patwar's word.
    Choose {
        /// The command's number.
        n: u64,
        /// The version at which the choice was asked.
        v: u64,
        /// Gumpu or chhuttu.
        word: Word,
        /// The box, for gumpu.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r#box: Option<BoxName>,
    },
    /// Four stones: the last 1.5 s before the last tag, please.
    LookBack {},
    /// A snapshot, please.
    Resync {},
    /// Is anybody there?
    Ping {
        /// Any number; it comes back.
        c: u64,
    },
}

impl ClientMsg {
    /// The message as a text frame.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The number of a command; `None` for what is no command of a seat.
    pub fn n(&self) -> Option<u64> {
        match *self {
            Self::AddBot { n, .. }
            | Self::Remove { n, .. }
            | Self::HandOver { n, .. }
            | Self::Ready { n, .. }
            | Self::Unready { n }
            | Self::Reveal { n, .. }
            | Self::Throw { n, .. }
            | Self::Move { n, .. }
            | Self::NoChain { n }
            | Self::Resign { n }
            | Self::Again { n }
            | Self::Leave { n }
            | Self::MoreTime { n }
            | Self::Report { n, .. }
            | Self::Say { n, .. }
            | Self::Take { n }
            | Self::Give { n, .. }
            | Self::Choose { n, .. } => Some(n),
            Self::Hello { .. }
            | Self::Create { .. }
            | Self::Join { .. }
            | Self::Quick { .. }
            | Self::Watch { .. }
            | Self::Input { .. }
            | Self::LookBack {}
            | Self::Resync {}
            | Self::Ping { .. } => None,
        }
    }
}
