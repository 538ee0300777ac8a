//! The journal's pulse: how much it writes, and how fast. Counted by the writer, read by whoever wants to know.

use std::sync::{Mutex, PoisonError};

/// Over how many seconds rows are counted.
const SECONDS: u64 = 60;

/// Counts of one journal.
#[derive(Debug, Default)]
pub struct Pulse(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    rows: u64,
    commits: u64,
    last_ms: u64,
    last_at: Option<u64>,
    /// Rows of each of the last seconds: the second of uptime, and how many.
    seconds: std::collections::VecDeque<(u64, u64)>,
}

/// What the pulse tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Beat {
    /// Rows since the start.
    pub rows: u64,
    /// Commits since the start.
    pub commits: u64,
    /// Rows in the last minute.
    pub rows_last_minute: u64,
    /// How many milliseconds the last commit took.
    pub last_commit_ms: u64,
    /// How many milliseconds ago it was; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_commit_ago_ms: Option<u64>,
}

impl Pulse {
    /// A commit of so many rows took so many milliseconds, from `at` on, in milliseconds of uptime.
    pub fn beat(&self, rows: u64, took: u64, at: u64) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counted.rows += rows;
        counted.commits += 1;
        counted.last_ms = took;
        counted.last_at = Some(at + took);
        let second = at / 1_000;
        match counted.seconds.back_mut() {
            Some((last, sum)) if *last == second => *sum += rows,
            Some(_) | None => counted.seconds.push_back((second, rows)),
        }
        while counted
            .seconds
            .front()
            .is_some_and(|(first, _)| first + SECONDS <= second)
        {
            counted.seconds.pop_front();
        }
    }

    /// What it tells at this moment, in milliseconds of uptime.
    pub fn told(&self, now: u64) -> Beat {
        let counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = counted
            .seconds
            .iter()
            .filter(|(second, _)| second + SECONDS > now / 1_000);
        Beat {
            rows: counted.rows,
            commits: counted.commits,
            rows_last_minute: recent.map(|(_, rows)| rows).sum(),
            last_commit_ms: counted.last_ms,
            last_commit_ago_ms: counted.last_at.map(|at| now.saturating_sub(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_over_a_minute() {
        let pulse = Pulse::default();
        assert_eq!(pulse.told(5_000).last_commit_ago_ms, None);
        for second in 0..100 {
            pulse.beat(2, 3, second * 1_000);
            pulse.beat(1, 4, second * 1_000 + 500);
        }
        let beat = pulse.told(99_999);
        assert_eq!((beat.rows, beat.commits, beat.rows_last_minute), (300, 200, 180));
        assert_eq!((beat.last_commit_ms, beat.last_commit_ago_ms), (4, Some(495)));
        assert_eq!(pulse.told(200_000).rows_last_minute, 0);
    }
}
