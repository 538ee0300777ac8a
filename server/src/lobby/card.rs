//! A room's card: what somebody who was given its code may know before he sits down.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use chowk_protocol::{ChairNo, Hex, Refusal, RefusalCode, RoomCode};
use serde::Serialize;
use serde_json::Value;

use super::{Lobby, directory::NoLine};
use crate::{http::Address, room::Summary};

/// A room that sleeps is waited for so long.
const WAKES_WITHIN: Duration = Duration::from_secs(1);
/// When to ask again after that, in milliseconds.
const ASK_AGAIN_MS: u64 = 1_000;

/// What is told of a room: facts that are on disk, and no secret of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    /// Its line, as in the list of rooms.
    pub room: Summary,
    /// The rules, as the view has them.
    pub rules: Arc<Value>,
    /// Their hash.
    pub rules_hash: Hex<32>,
    /// The names of those who sit there, people and bots, by chair.
    pub names: BTreeMap<ChairNo, String>,
}

impl Lobby {
    /// The card of the room of this code, listed or not. It asks the room nothing: each room tells its line by itself
    /// when that changes. One that sleeps is woken, as by a visit.
    ///
    /// # Errors
    /// As [`Lobby::visit`], where a wrong code counts as everywhere; `paused` if a room that sleeps cannot be read now.
    pub async fn card(&self, code: RoomCode, from: Address) -> Result<Card, Refusal> {
        self.visit(code, from)?;
        let told = tokio::time::timeout(WAKES_WITHIN, self.world().directory.line(code)).await;
        let room = match told {
            Ok(Ok(room)) => room,
            // It was there when this was asked, so that nobody has guessed.
            Ok(Err(NoLine::Nowhere)) => return Err(Refusal::new(RefusalCode::NoSuchRoom).in_field("code")),
            Ok(Err(NoLine::Failed)) => return Err(Refusal::new(RefusalCode::RoomFailed)),
            Err(_) => return Err(Refusal::new(RefusalCode::Paused).retry_in(ASK_AGAIN_MS)),
        };
        Ok(Card {
            rules: Arc::clone(&room.rules),
            rules_hash: room.rules_hash,
            names: room.names.clone(),
            room,
        })
    }
}
