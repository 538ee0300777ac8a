//! What a player may wish of the room, before it has a number; and how it becomes a message once it has one.

use chowk_protocol::{BoxName, COMMANDS, ChairNo, ClientMsg, Hex, ReportAbout, Word};
use chowk_record::fair::Digest;
use serde_json::{Map, Value};

/// A command of this seat. The client adds the number, and the links of the seat's chain.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    /// The host puts a house bot on a chair.
    AddBot {
        /// Which chair.
        chair: ChairNo,
        /// Which brain.
        brain: String,
    },
    /// The host empties a chair: a house bot's, or somebody's who is not to sit here.
    Remove {
        /// Which chair.
        chair: ChairNo,
    },
    /// The host lets a house brain play for an absent seat.
    HandOver {
        /// Which chair.
        chair: ChairNo,
        /// Which brain.
        brain: String,
    },
    /// Ready, with the tip of a new chain.
    Ready,
    /// Not ready after all.
    Unready,
    /// The first link; the client wishes this by itself.
    Reveal,
    /// Throws the cowries, with the next link while there is one.
    Throw {
        /// The version at which the throw was asked for.
        asked: u64,
    },
    /// Moves a pawn.
    Move {
        /// The version at which the move was asked for.
        asked: u64,
        /// Which pawn, from 0.
        pawn: u8,
        /// By which value in hand.
        value: u8,
    },
    /// The chain is lost; the client wishes this by itself.
    NoChain,
    /// Gives the match up.
    Resign,
    /// Asks for another match.
    Again,
    /// Leaves the room.
    Leave,
    /// Asks for twice the time, once a match.
    MoreTime,
    /// Tells the operator of somebody at the table.
    Report {
        /// Of whom.
        chair: ChairNo,
        /// What it is about.
        about: ReportAbout,
    },
    /// Says a phrase by its key: at the table to all, of a watcher to those who watch.
    Say {
        /// The key.
        phrase: String,
    },
    /// Four stones: takes a stone.
    Take,
    /// Four stones: gives a stone.
    Give {
        /// To whom.
        to: ChairNo,
    },
    /// Four stones: the patwar's word.
    Choose {
        /// The version at which it was asked for.
        asked: u64,
        /// Gumpu or chhuttu.
        word: Word,
        /// The box, for gumpu.
        place: Option<BoxName>,
    },
    /// A message as its author wrote it; what is missing (`n`, `v`, `link`, `tip`, `links`) is filled in.
    Raw(Map<String, Value>),
}

/// What a seat's chain adds to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Nothing.
    None,
    /// The tip of a new chain, and its number of links.
    Tip(Digest, u32),
    /// The next link.
    Link(Digest),
}

/// Which links a command needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// None.
    Nothing,
    /// A new chain.
    Tip,
    /// The first link of the chain.
    Reveal,
    /// The next link of the chain, if any is left.
    Link,
}

impl Wish {
    /// The name of the message.
    pub fn name(&self) -> &str {
        match self {
            Self::AddBot { .. } => "add_bot",
            Self::Remove { .. } => "remove",
            Self::HandOver { .. } => "hand_over",
            Self::Ready => "ready",
            Self::Unready => "unready",
            Self::Reveal => "reveal",
            Self::Throw { .. } => "throw",
            Self::Move { .. } => "move",
            Self::NoChain => "no_chain",
            Self::Resign => "resign",
            Self::Again => "again",
            Self::Leave => "leave",
            Self::MoreTime => "more_time",
            Self::Report { .. } => "report",
            Self::Say { .. } => "say",
            Self::Take => "take",
            Self::Give { .. } => "give",
            Self::Choose { .. } => "choose",
            Self::Raw(fields) => fields.get("t").and_then(Value::as_str).unwrap_or_default(),
        }
    }

    /// Whether the room numbers this message; what it does not is sent as it is.
    pub(super) fn is_numbered(&self) -> bool {
        !matches!(self, Self::Raw(_)) || COMMANDS.contains(&self.name())
    }

    /// Which links must be added.
    pub(super) fn needs(&self) -> Needs {
        let absent = |key: &str| !matches!(self, Self::Raw(fields) if fields.contains_key(key));
        match self.name() {
            "ready" if absent("tip") => Needs::Tip,
            "reveal" if absent("link") => Needs::Reveal,
            "throw" if absent("link") => Needs::Link,
            _ => Needs::Nothing,
        }
    }

    /// The number that its author gave it.
    pub(super) fn own_number(&self) -> Option<u64> {
        if let Self::Raw(fields) = self {
            fields.get("n")?.as_u64()
        } else {
            None
        }
    }

    /// The frame of this command under number `n`, with what the chain adds.
    pub(super) fn encode(&self, n: u64, links: Links) -> String {
        let (tip, count) = match links {
            Links::Tip(tip, count) => (tip, count),
            Links::None | Links::Link(_) => (Digest::from_bytes([0; 32]), 0),
        };
        let link = match links {
            Links::Link(link) => Some(Hex(*link.as_bytes())),
            Links::None | Links::Tip(..) => None,
        };
        let message = match self {
            Self::AddBot { chair, brain } => ClientMsg::AddBot {
                n,
                chair: *chair,
                brain: brain.clone(),
            },
            Self::Remove { chair } => ClientMsg::Remove { n, chair: *chair },
            Self::HandOver { chair, brain } => ClientMsg::HandOver {
                n,
                chair: *chair,
                brain: brain.clone(),
            },
            Self::Ready => ClientMsg::Ready {
                n,
                tip: Hex(*tip.as_bytes()),
                links: count,
            },
            Self::Unready => ClientMsg::Unready { n },
            Self::Reveal => ClientMsg::Reveal {
                n,
                link: link.unwrap_or(Hex([0; 32])),
            },
            Self::Throw { asked } => ClientMsg::Throw { n, v: *asked, link },
            Self::Move { asked, pawn, value } => ClientMsg::Move {
                n,
                v: *asked,
                pawn: *pawn,
                value: *value,
            },
            Self::NoChain => ClientMsg::NoChain { n },
            Self::Resign => ClientMsg::Resign { n },
            Self::Again => ClientMsg::Again { n },
            Self::Leave => ClientMsg::Leave { n },
            Self::MoreTime => ClientMsg::MoreTime { n },
            Self::Report { chair, about } => ClientMsg::Report {
                n,
                chair: *chair,
                about: *about,
            },
            Self::Say { phrase } => ClientMsg::Say {
                n,
                phrase: phrase.clone(),
            },
            Self::Take => ClientMsg::Take { n },
            Self::Give { to } => ClientMsg::Give { n, to: *to },
            Self::Choose { asked, word, place } => ClientMsg::Choose {
                n,
                v: *asked,
                word: *word,
                r#box: *place,
            },
            Self::Raw(fields) => return complete(fields, n, links),
        };
        message.encode()
    }
}

/// The author's message, with what was missing.
fn complete(fields: &Map<String, Value>, n: u64, links: Links) -> String {
    let mut fields = fields.clone();
    fields.entry("n").or_insert(n.into());
    match links {
        Links::None => {}
        Links::Tip(tip, count) => {
            fields.insert("tip".into(), tip.to_string().into());
            fields.insert("links".into(), count.into());
        }
        Links::Link(link) => {
            fields.insert("link".into(), link.to_string().into());
        }
    }
    Value::Object(fields).to_string()
}
