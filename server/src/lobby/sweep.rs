//! What the lobby does from time to time: rooms that nobody visited since the start are visited, so that they end too;
//! old records are dropped; addresses that have been quiet are forgotten.

use std::{sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use super::Lobby;
use crate::pace::Pace;

/// Rooms woken at one time: little work at once, and enough to wake all in time.
const WAKE_AT_ONCE: usize = 8;
/// How often the lobby looks around, at most and at least.
const ROUNDS: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(5)];
/// How often it looks at the records.
const RECORDS_EVERY: Duration = Duration::from_secs(3_600);

/// What the lobby keeps, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Upkeep {
    /// Rooms that nobody visited are visited after so many milliseconds of uptime.
    pub visit_after: u64,
    /// Records are kept for so many milliseconds …
    pub records_for: u64,
    /// … and only the newest of them, so many bytes.
    pub records_bytes: u64,
}

/// Looks around until it is dropped.
pub async fn sweep(lobby: Arc<Lobby>, paces: [Arc<Pace>; 2], upkeep: Upkeep) {
    let patience = Duration::from_millis(upkeep.visit_after);
    let mut rounds = interval(patience.clamp(ROUNDS[0], ROUNDS[1]));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut records_at = None;
    loop {
        let now = rounds.tick().await;
        lobby.tries.clean();
        paces.iter().for_each(|pace| pace.clean());
        if lobby.world.clock.now().up >= upkeep.visit_after {
            for code in lobby.world.directory.asleep(false).into_iter().take(WAKE_AT_ONCE) {
                lobby.locate(code);
            }
        }
        if records_at.is_none_or(|at| now >= at) {
            records_at = Some(now + RECORDS_EVERY);
            lobby.drop_records(upkeep).await;
        }
    }
}

impl Lobby {
    async fn drop_records(&self, upkeep: Upkeep) {
        let older_than = self.world.clock.now().wall.saturating_sub(upkeep.records_for);
        match self.world.journal.drop_records(older_than, upkeep.records_bytes).await {
            Ok(0) => {}
            Ok(dropped) => tracing::info!(dropped, "old records were dropped"),
            Err(error) => tracing::warn!(%error, "old records were not dropped"),
        }
    }
}
