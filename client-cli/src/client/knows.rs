//! What a client knows, for whoever shows it or decides by it.

use chowk_protocol::{Around, ChairNo, RoomCode, TurnView};

use super::{Client, Counts, Envelope, Identity, Line, Table};

impl Client {
    /// The room, once it is known.
    pub fn room(&self) -> Option<RoomCode> {
        self.room
    }

    /// The own chair; `None` for a watcher or before sitting down.
    pub fn chair(&self) -> Option<ChairNo> {
        self.chair
    }

    /// What is known of the room.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// What is no fact, and when it was heard.
    pub fn around(&self) -> Option<&(Around, u64)> {
        self.around.as_ref()
    }

    /// The tick that the room's clock shows at `now`, as far as this client can tell.
    pub fn tick_at(&self, now: u64) -> Option<u64> {
        let (around, heard) = self.around.as_ref()?;
        let since = if around.paused.is_some() {
            0
        } else {
            now.saturating_sub(*heard)
        };
        Some(around.tick + since)
    }

    /// The sealed envelope of the match at hand.
    pub fn envelope(&self) -> Option<&Envelope> {
        self.envelope.as_ref()
    }

    /// What was counted.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Who this client is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// How many commands are not answered yet.
    pub fn unanswered(&self) -> usize {
        self.outbox.len()
    }

    /// Whether the seat is held and the view is fresh.
    pub fn is_fresh(&self) -> bool {
        self.line == Line::Fresh && !self.healing
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.line == Line::Ended
    }

    /// The open question, if it is this seat's to answer.
    pub fn my_turn(&self) -> Option<TurnView> {
        let (table, chair) = (self.table.as_ref()?, self.chair?);
        if table.asks(chair) { table.turn() } else { None }
    }
}
