//! What the operator may see of a room: more than a player, and none of its secrets.

use chowk_protocol::{ChairKind, ChairNo, ClientKind, Epoch, GameKind, MatchId, RoomCode, Stage as StageName};
use serde::{Serialize, Serializer};

use super::{Place, Room, SessionId, chairs::Chair, letter::Summary, view};
use crate::clock::Moment;

/// A room as the operator sees it.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The code.
    pub code: RoomCode,
    /// Its number in the journal.
    pub no: u64,
    /// Which game.
    pub game: GameKind,
    /// How far it has come.
    pub stage: StageName,
    /// Its line in the list of rooms.
    #[serde(skip)]
    pub summary: Summary,
    /// The version, also if its row is not on disk yet.
    pub v: u64,
    /// The newest version that is on disk.
    pub durable_v: u64,
    /// The epoch.
    pub epoch: Epoch,
    /// The host's chair.
    pub host: ChairNo,
    /// The match that is sealed, played, or was played last.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
    /// The chair that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<ChairNo>,
    /// How many milliseconds are left until the open question's deadline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_in_ms: Option<u64>,
    /// How many milliseconds of its own clock it has lived, which stands still while the server is down.
    pub age_ms: u64,
    /// How many of them have passed since anything happened.
    pub idle_ms: u64,
    /// The chairs, in order.
    pub chairs: Vec<ChairReport>,
    /// Those who are here, in the order in which they came.
    pub sessions: Vec<SessionReport>,
}

/// A chair.
#[derive(Debug, Clone, Serialize)]
pub struct ChairReport {
    /// Its number.
    pub chair: ChairNo,
    /// Who sits there.
    pub kind: ChairKind,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether somebody is connected who controls it.
    pub here: bool,
    /// Whether the server plays for it.
    pub away: bool,
    /// Whether it still plays in the match that is on.
    pub plays: bool,
}

/// A session in the room.
#[derive(Debug, Clone, Serialize)]
pub struct SessionReport {
    /// The session.
    #[serde(rename = "session", serialize_with = "number")]
    pub id: SessionId,
    /// Who it is.
    pub kind: ClientKind,
    /// The chair it controls; absent for a watcher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chair: Option<ChairNo>,
    /// A watcher's name, if it has told one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Room {
    /// What the operator may see of it now.
    pub fn report(&self, now: Moment) -> Report {
        let tick = self.clock.tick(now.up).0;
        let summary = view::summary_of(self.code, &self.state, self.watchers(), self.seats_here());
        let question = self.state.play().map(|play| play.question);
        Report {
            code: self.code,
            no: self.no.0,
            game: self.state.game,
            stage: summary.stage,
            summary,
            v: self.state.v,
            durable_v: self.durable_v,
            epoch: self.state.epoch,
            host: self.state.host,
            match_id: view::seal_of(&self.state).map(|seal| seal.match_id),
            asked: self.asked_chair(),
            deadline_in_ms: question
                .and_then(|question| question.deadline)
                .map(|at| at.saturating_sub(tick)),
            age_ms: tick,
            idle_ms: tick.saturating_sub(self.state.tick),
            chairs: self
                .state
                .numbered()
                .map(|(number, chair)| self.chair_report(number, chair))
                .collect(),
            sessions: self
                .sessions
                .iter()
                .map(|(id, sitter)| {
                    let (chair, name) = match &sitter.place {
                        Place::Seat { chair, .. } => (Some(*chair), None),
                        Place::Watcher { name } => (None, name.clone()),
                    };
                    SessionReport {
                        id: *id,
                        kind: sitter.kind,
                        chair,
                        name,
                    }
                })
                .collect(),
        }
    }

    fn chair_report(&self, number: ChairNo, chair: &Chair) -> ChairReport {
        let (kind, name, away) = match chair {
            Chair::Empty => (ChairKind::Empty, None, false),
            Chair::House { name, .. } => (ChairKind::House, Some(name.clone()), false),
            Chair::Taken(seat) => (seat.kind.into(), Some(seat.name.clone()), seat.away),
        };
        let table = self.state.play().and_then(|play| play.table.as_ref());
        ChairReport {
            chair: number,
            kind,
            name,
            here: self.is_here(number),
            away,
            plays: table.is_some_and(|table| table.is_playing(number)),
        }
    }
}

fn number<S: Serializer>(session: &SessionId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(session.n)
}
