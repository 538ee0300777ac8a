//! How long everything in a room is that could grow, for whoever asks whether it is bounded.

use super::Room;

/// Lengths of queues and lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// Rows that are not durable yet.
    pub rows_ahead: usize,
    /// What waits for them to be said.
    pub waiting: usize,
    /// Diffs remembered for those who come back.
    pub history: usize,
    /// The most clients of one seat for which answers are kept.
    pub clients: usize,
    /// The most answers that are kept of one client.
    pub answers: usize,
    /// The most commands of one seat that wait for their ticks.
    pub heard: usize,
    /// Sessions that watch.
    pub watchers: usize,
    /// Tips that are remembered.
    pub tips: usize,
    /// Those put off their chairs who are remembered.
    pub removed: usize,
}

impl Room {
    /// The lengths now.
    pub fn lengths(&self) -> Lengths {
        let seats = || self.state.chairs.iter().filter_map(|chair| chair.seat());
        let answers = || seats().map(|seat| seat.answers.lengths());
        Lengths {
            rows_ahead: self.ahead.len(),
            waiting: self.waiting.len(),
            history: self.history.len(),
            clients: answers().map(|(clients, _)| clients).max().unwrap_or(0),
            answers: answers().map(|(_, most)| most).max().unwrap_or(0),
            heard: self.most_heard(),
            watchers: self.watchers() as usize,
            tips: self.state.tips.len(),
            removed: self.state.removed.len(),
        }
    }
}
