//! What comes out of a client: frames to be sent, and what happened, for whoever shows it or answers it.

use std::collections::BTreeMap;

use chowk_protocol::{Answer, ChairNo, Event, FilmFrame, Place, RoomCode};

use super::{Fault, Reason, Verdict, Wish};

/// What a client wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// This text frame is to be sent.
    Send(String),
    /// Something happened that a player or program may care about.
    Told(Happening),
    /// The socket is dead or useless: drop it, then say [`super::Client::disconnected`].
    HangUp,
    /// Connect again, after so many milliseconds.
    Reconnect {
        /// The wait.
        after_ms: u64,
    },
    /// It is over; close the socket, if it is still open.
    End(Reason),
}

/// How a change of the view came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// One version's change.
    Diff,
    /// The whole view, and what happened lately.
    Snapshot,
    /// What a return had missed.
    CatchUp,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// The server greets.
    Welcome {
        /// Its name.
        server: String,
        /// Its version.
        version: String,
        /// The hash of the newest line of its log of seals.
        seal: String,
        /// The operator's words of welcome.
        motd: Option<String>,
    },
    /// Words of the operator, to be shown.
    Notice(String),
    /// Somebody who watches says a phrase to those who watch.
    Aside {
        /// The phrase's key.
        phrase: String,
        /// Who, if a name was given.
        name: Option<String>,
    },
    /// The seat (or, without a chair, the watcher's place) is held.
    Seated {
        /// The room.
        room: RoomCode,
        /// The chair.
        chair: Option<ChairNo>,
        /// Whether it had been held by this client before.
        again: bool,
    },
    /// The view changed: see [`super::Client::table`].
    Changed {
        /// What happened; for a snapshot the news, which may have been told before.
        events: Vec<Event>,
        /// How it came.
        how: How,
    },
    /// A command was applied and is on disk.
    Acked {
        /// Its number.
        n: u64,
        /// The command.
        wish: Wish,
        /// The room's version after it.
        v: u64,
        /// What it brought.
        answer: Option<Answer>,
        /// Milliseconds since it was sent first.
        took_ms: u64,
        /// Whether it had to be sent again.
        resent: bool,
    },
    /// Something was refused and given up; `wish` is absent where it was no command of ours that waits.
    Refused {
        /// The command.
        wish: Option<Wish>,
        /// The stable code.
        code: String,
        /// The server's sentence.
        text: String,
    },
    /// Connections, watchers or a pause changed: see [`super::Client::around`].
    Around,
    /// Four stones: somebody moved, or all places were told: see [`super::Table::places`].
    Motion {
        /// By the end of this tick of the set.
        tick: u32,
        /// The places that the frame told.
        at: BTreeMap<ChairNo, Place>,
        /// The newest own direction that has counted, if it is a newer one.
        i: Option<u64>,
    },
    /// Four stones: the last 1.5 s before the last tag, as the server saw them.
    Film {
        /// The tick of the tag.
        tag: u32,
        /// All places, tick by tick.
        frames: Vec<FilmFrame>,
    },
    /// The socket is gone; the client comes back by itself.
    Dropped {
        /// After how many milliseconds.
        after_ms: u64,
        /// Which try that is.
        tries: u32,
        /// The server's sentence, if it said one.
        text: Option<String>,
    },
    /// The view was not the server's; a snapshot is on its way.
    Healing,
    /// Something that a fair server does not do.
    Unfair(Fault),
    /// The envelope of a match was opened and checked.
    Checked(Box<Verdict>),
    /// A frame that was no message: why.
    Garbage(String),
}

/// Why a wish could not even be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaid {
    /// No question is open.
    NoTurn,
    /// Too many commands wait for the server.
    TooMany,
    /// This client has ended.
    Over,
}

impl std::fmt::Display for Unsaid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoTurn => "No turn is open now.",
            Self::TooMany => "Too many commands wait for the server already.",
            Self::Over => "This client has left.",
        })
    }
}
