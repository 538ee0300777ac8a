//! Why a client ended, as a sentence for whoever sits before it.

use std::fmt;

use chowk_protocol::{CloseCode, RefusalCode, RoomCode};

/// Why a client ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It left, as it wished.
    Left,
    /// The server closed with a code that says not to come back.
    Closed {
        /// The code.
        code: CloseCode,
        /// The server's sentence.
        text: String,
        /// What was refused, where that says more than the code.
        why: Option<RefusalCode>,
    },
    /// The room did not let it in, or does not know it any more.
    Refused {
        /// The stable code.
        code: String,
        /// The server's sentence.
        text: String,
    },
    /// It tried to come back as often as its patience lasts.
    GaveUp {
        /// How often it tried.
        tries: u32,
        /// Whether a seat is kept for it.
        seated: bool,
    },
    /// The server speaks another version of the protocol.
    Version(u32),
    /// The server answered for another room.
    OtherRoom {
        /// The room that it asked for.
        wanted: RoomCode,
        /// The room that was told.
        told: RoomCode,
    },
    /// The server said too much that is no message.
    Garbage(String),
}

impl Reason {
    /// Whether this is how it should end.
    pub fn is_fine(&self) -> bool {
        match self {
            Self::Left => true,
            // Whoever was put off the table did not end as he wished.
            Self::Closed { code, why, .. } => matches!(code, CloseCode::Bye | CloseCode::RoomGone) && why.is_none(),
            Self::Refused { .. }
            | Self::GaveUp { .. }
            | Self::Version(_)
            | Self::OtherRoom { .. }
            | Self::Garbage(_) => false,
        }
    }
}

/// What can be done about a refusal at the door.
fn cure(code: &str) -> &'static str {
    match code {
        "password_needed" => " Give it in CHOWK_PASSWORD or by --password-file FILE.",
        "wrong_password" => " Look at CHOWK_PASSWORD or at the file of --password-file.",
        _ => "",
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => f.write_str("You have left the room."),
            Self::Closed { text, why: None, .. } => f.write_str(text),
            Self::Closed {
                text, why: Some(why), ..
            } => write!(f, "{text} ({})", why.code()),
            Self::Refused { code, text } => write!(f, "{text}{} ({code})", cure(code)),
            Self::GaveUp { tries, seated: true } => write!(
                f,
                "The server could not be reached in {tries} tries. Your seat is kept: the same command brings you back to it."
            ),
            Self::GaveUp { tries, seated: false } => write!(f, "The server could not be reached in {tries} tries."),
            Self::Version(version) => write!(
                f,
                "The server speaks version {version} of the protocol, this client version {}.",
                chowk_protocol::PROTOCOL
            ),
            Self::OtherRoom { wanted, told } => {
                write!(
                    f,
                    "The server answered for room {told} instead of {wanted}; nothing more is sent to it."
                )
            }
            Self::Garbage(what) => write!(f, "The server says what is no message of this protocol ({what})."),
        }
    }
}
