//! The conversation as types: the only promise made to strangers.
//!
//! One WebSocket, text frames, one JSON object a frame, its name in `t`. [`ClientMsg`] is what a client may wish,
//! [`ServerMsg`] what a server may tell, [`View`] all that may be seen of a room, [`patch`] how one view becomes the
//! next. Every message, refusal and close code has its row and its example in `protocol/README.md`.
//!
//! Fields may be added in version 1, never changed. Unknown fields are ignored, except in a rule set.

mod client;
mod close;
mod court;
mod event;
mod ids;
mod name;
pub mod patch;
pub mod phrase;
mod refusal;
pub mod schema;
mod server;
mod view;

pub use client::{BadMessage, COMMANDS, ClientKind, ClientMsg, ClockKind, GameKind, ReportAbout, Resume, Word};
pub use close::CloseCode;
pub use court::{
    BoxName, CourtEvent, CourtPhase, CourtView, CutBy, FilmFrame, Patrol, Place, RunnerView, ScoreView, StepView,
};
pub use event::{By, Event, LeftWhy, PassedWhy, WireVictim};
pub use ids::{BadId, ChairNo, Cid, Epoch, Hex, MatchId, Password, RoomCode, Token, ViewHash};
pub use name::{BadName, NAME_GRAPHEMES_MAX, clean_name};
pub use refusal::{Refusal, RefusalCode};
pub use server::{Answer, Around, Diff, Limits, ServerInfo, ServerMsg};
pub use view::{
    ChairKind, ChairView, EndedWhy, MoveView, ResultView, SeriesView, SideName, SideView, Stage, TurnPhase, TurnView,
    View,
};

/// The one version of the protocol that this crate speaks.
pub const PROTOCOL: u32 = 1;
