//! How fast one socket speaks: what came within the last second, and what was bad within the last ten.

use std::collections::VecDeque;

use crate::outbox::Answered;

const SECOND: u64 = 1_000;
const TEN_SECONDS: u64 = 10_000;

/// What a socket sent lately. Grows with a flood only, and no further than the limits that it is asked about.
#[derive(Debug, Default)]
pub(super) struct Rates {
    frames: Window,
    messages: Window,
    bad: Window,
}

/// Whether a message may be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rate {
    Fine,
    TooFast { retry_ms: u64 },
}

impl Rates {
    /// A frame came: how many did within a second.
    pub(super) fn frame(&mut self, now: u64) -> usize {
        self.frames.add(now, SECOND)
    }

    /// So many of the newest were answers to questions, and do not count.
    pub(super) fn answered(&mut self, answered: Answered) {
        self.frames.forget_newest(answered.frames);
        self.messages.forget_newest(answered.directions);
    }

    /// A message came that is counted. One that is too fast is not heard, and does not count.
    pub(super) fn message(&mut self, now: u64, most: usize) -> Rate {
        self.messages.forget(now, SECOND);
        match self.messages.0.front() {
            Some(oldest) if self.messages.0.len() >= most => Rate::TooFast {
                retry_ms: (oldest + SECOND).saturating_sub(now).max(1),
            },
            Some(_) | None => {
                self.messages.0.push_back(now);
                Rate::Fine
            }
        }
    }

    /// Something bad came: how often within ten seconds.
    pub(super) fn bad(&mut self, now: u64) -> usize {
        self.bad.add(now, TEN_SECONDS)
    }
}

/// Moments of the last while, oldest first.
#[derive(Debug, Default)]
struct Window(VecDeque<u64>);

impl Window {
    fn add(&mut self, now: u64, length: u64) -> usize {
        self.forget(now, length);
        self.0.push_back(now);
        self.0.len()
    }

    fn forget_newest(&mut self, count: u64) {
        let left = self
            .0
            .len()
            .saturating_sub(usize::try_from(count).unwrap_or(usize::MAX));
        self.0.truncate(left);
    }

    fn forget(&mut self, now: u64, length: u64) {
        while self.0.front().is_some_and(|oldest| oldest + length <= now) {
            self.0.pop_front();
        }
    }
}
