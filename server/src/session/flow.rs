//! How many frames come to a socket below its messages: pieces of a message are frames too.

use std::time::{Duration, Instant};

use crate::http::Meter;

/// Over so long they are counted.
const SECOND: Duration = Duration::from_secs(1);

/// The frames of one socket.
#[derive(Debug)]
pub(super) struct Flow {
    meter: Meter,
    /// Frames in a second above which it is a flood.
    most: u64,
    /// Since when they are counted, and how many there were before.
    since: Instant,
    before: u64,
}

impl Flow {
    pub(super) fn new(meter: Meter, most: usize) -> Self {
        Self {
            before: meter.frames(),
            meter,
            most: most as u64,
            since: Instant::now(),
        }
    }

    /// So many of them were answers to questions, which are no flood.
    pub(super) fn answered(&mut self, frames: u64) {
        self.before = self.before.saturating_add(frames).min(self.meter.frames());
    }

    /// Whether too many have come within a second. Asked whenever some may have come; a clock is read only then when there
    /// are many.
    pub(super) fn floods(&mut self) -> bool {
        let frames = self.meter.frames();
        if frames - self.before <= self.most {
            return false;
        }
        if self.since.elapsed() < SECOND {
            return true;
        }
        (self.since, self.before) = (Instant::now(), frames);
        false
    }
}
