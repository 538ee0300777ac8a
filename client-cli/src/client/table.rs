//! The room as this client was told it: the newest view, followed diff by diff, every hash compared (contract 20).

use chowk_protocol::{ChairNo, Diff, Epoch, RoomCode, ServerMsg, SideName, Stage, TurnView, View, ViewHash, patch};
use serde::Deserialize;
use serde_json::Value;

use super::{Places, parts::Parts};

/// The newest view, and which version it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The epoch of the versions.
    pub epoch: Epoch,
    /// The version.
    pub v: u64,
    /// The view, as JSON: what a newer server adds to it is kept.
    pub view: Value,
    /// Its text, by the canonical form of records: another implementation than the server's, so that an error of one is
    /// seen by the other.
    parts: Parts,
    /// Four stones: where all are, once every place was told.
    pub(super) places: Option<Places>,
}

/// What became of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The view is the next one.
    Applied,
    /// The view is newer already.
    Old,
    /// Versions are missing in between.
    Gap,
    /// The view that came out has another hash than the server's.
    Mismatch,
}

impl Table {
    /// The table that a snapshot tells; `None` if the hash is not that of its view.
    pub(crate) fn of(epoch: Epoch, v: u64, view: Value, hash: ViewHash) -> Option<Self> {
        let parts = Parts::of(&view);
        (parts.hash() == hash).then_some(Self {
            epoch,
            v,
            view,
            parts,
            places: None,
        })
    }

    /// Follows one diff. After a mismatch the view is not to be relied on.
    pub(super) fn follow(&mut self, diff: &Diff) -> Step {
        if diff.v <= self.v {
            return Step::Old;
        }
        if diff.from != self.v {
            return Step::Gap;
        }
        patch::apply(&diff.patch, &mut self.view);
        if diff.patch.get("match").is_some() {
            // Another match counts its ticks anew.
            self.places = None;
        }
        self.v = diff.v;
        self.parts.follow(&diff.patch, &self.view);
        if self.parts.hash() == diff.hash {
            Step::Applied
        } else {
            Step::Mismatch
        }
    }

    /// The whole view as types; an error where a newer server uses words that this client does not know.
    pub fn typed(&self) -> Result<View, serde_json::Error> {
        View::deserialize(&self.view)
    }

    /// How far the room has come.
    pub fn stage(&self) -> Option<Stage> {
        Stage::deserialize(self.view.get("stage")?).ok()
    }

    /// The match that is sealed, played or ended.
    pub fn match_id(&self) -> Option<&str> {
        self.view.get("match")?.as_str()
    }

    /// The turn, if a match runs.
    pub fn turn(&self) -> Option<TurnView> {
        TurnView::deserialize(self.view.get("turn")?).ok()
    }

    /// The version at which the open question was asked.
    pub fn asked(&self) -> Option<u64> {
        self.view.get("turn")?.get("asked")?.as_u64()
    }

    /// A chair.
    pub fn chair(&self, chair: ChairNo) -> Option<&Value> {
        self.view.get("chairs")?.get(chair.to_string())
    }

    /// The side of a chair in the match.
    pub fn side(&self, chair: ChairNo) -> Option<SideName> {
        SideName::deserialize(self.chair(chair)?.get("side")?).ok()
    }

    /// Whether the open question is this chair's to answer.
    pub fn asks(&self, chair: ChairNo) -> bool {
        let turn = self.view.get("turn").and_then(|turn| turn.get("side"));
        turn.is_some() && turn == self.chair(chair).and_then(|chair| chair.get("side"))
    }
}

/// The room that a message names, where it names one.
pub(super) fn room_of(message: &ServerMsg) -> Option<RoomCode> {
    match message {
        ServerMsg::Seated { room, .. } | ServerMsg::Snapshot { room, .. } => Some(*room),
        ServerMsg::Welcome { .. }
        | ServerMsg::Diff(_)
        | ServerMsg::CatchUp { .. }
        | ServerMsg::Ack { .. }
        | ServerMsg::Refused(_)
        | ServerMsg::Around(_)
        | ServerMsg::Motion { .. }
        | ServerMsg::Film { .. }
        | ServerMsg::Aside { .. }
        | ServerMsg::Notice { .. }
        | ServerMsg::Bye { .. }
        | ServerMsg::Pong { .. } => None,
    }
}

/// The room that a view names.
pub(super) fn room_of_view(view: &Value) -> Option<RoomCode> {
    RoomCode::deserialize(view.get("code")?).ok()
}
