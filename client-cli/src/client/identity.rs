//! Who a client is and what it came for: the secret of its seat, its client id, and the room it wants.

use std::{fmt, str::FromStr};

use chowk_protocol::{BadId, ChairNo, Cid, ClientKind, ClockKind, GameKind, Hex, Password, RoomCode, Token};
use chowk_record::fair;
use serde_json::Value;

use super::retry::Patience;

/// The secret of a seat (contract 9): whoever holds it holds the seat and can make its links. `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Sk([u8; 32]);

impl Sk {
    /// From 32 random bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The raw bytes, to derive a token or a chain from.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The text for a file that only its owner may read.
    pub fn open(&self) -> String {
        Hex(self.0).to_string()
    }

    /// What may be shown to the server when sitting down.
    pub fn token(&self) -> Token {
        Token(Hex(*fair::token(&self.0).as_bytes()))
    }
}

impl fmt::Debug for Sk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sk(…)")
    }
}

impl FromStr for Sk {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        text.parse::<Hex<32>>().map(|hex| Self(hex.0))
    }
}

/// One client process at one seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The secret of the seat.
    pub sk: Sk,
    /// The client id: fresh for each process.
    pub cid: Cid,
}

/// A room to be opened.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRoom {
    /// The player's name.
    pub name: String,
    /// Which game.
    pub game: GameKind,
    /// A preset by name …
    pub preset: Option<String>,
    /// … or a whole rule set.
    pub rules: Option<Value>,
    /// Number of chairs.
    pub chairs: u8,
    /// The turn clock.
    pub clock: Option<ClockKind>,
    /// Whether the room stands in the public list.
    pub listed: bool,
    /// Whether watchers are welcome.
    pub watch: bool,
    /// A series: the best of 3 or 5; one match if absent.
    pub best_of: Option<u8>,
    /// Whether house bots take the chairs that are still free 20 s after the room was opened.
    pub fill: bool,
    /// Four stones: the ticks of a step, 5 to 60; real time if absent.
    pub step: Option<u8>,
    /// Four stones: an away seat stands still instead of being played by a house bot.
    pub still: bool,
}

/// A table of a preset, whichever has a free chair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyTable {
    /// The player's name.
    pub name: String,
    /// The preset by name.
    pub preset: String,
    /// Number of chairs; any if absent, 2 in a room that is opened for it.
    pub chairs: Option<u8>,
    /// The turn clock; any if absent.
    pub clock: Option<ClockKind>,
    /// Only among people: no house bot fills a chair.
    pub people_only: bool,
}

/// What a client came for.
#[derive(Debug, Clone, PartialEq)]
pub enum Intent {
    /// To open a room and sit down in it.
    Create(NewRoom),
    /// To sit down in the first listed room with a free chair, or in a new one.
    Quick(AnyTable),
    /// To sit down in a room; the seat that this secret already has there, if it has one.
    Join {
        /// The room's code.
        code: RoomCode,
        /// The player's name.
        name: String,
        /// A chair; the first free one if absent.
        chair: Option<ChairNo>,
    },
    /// To watch a room.
    Watch {
        /// The room's code.
        code: RoomCode,
        /// A name to be shown.
        name: Option<String>,
    },
}

/// How a client behaves where the protocol leaves it a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Person or bot; shown wherever the seat is shown.
    pub kind: ClientKind,
    /// Name and version of the program.
    pub program: String,
    /// The server's password, where it has one.
    pub password: Option<Password>,
    /// Links of a new chain: how many throws of one match may carry a link, and one more. From 1 to 65,536.
    pub links: u32,
    /// How long it tries to come back.
    pub patience: Patience,
    /// After so many milliseconds without a word from the server it asks whether anybody is there; after three times
    /// as many it takes the socket for dead.
    pub quiet_ms: u64,
    /// Where the jitter of its waits comes from.
    pub seed: u64,
}

impl Settings {
    /// Links of a chain unless set otherwise: the number `fairness.md` 2 calls good.
    pub const LINKS: u32 = 1024;

    /// The settings of a player at a screen or a bot.
    pub fn new(kind: ClientKind, seed: u64) -> Self {
        Self {
            kind,
            program: concat!("chowk/", env!("CARGO_PKG_VERSION")).to_owned(),
            password: None,
            links: Self::LINKS,
            patience: Patience::default(),
            quiet_ms: 10_000,
            seed,
        }
    }
}
