//! When to try again: waits that double, jittered so that a thousand clients do not come back at once, and bounded.

/// A small seeded generator (SplitMix64) for jitter and for the moments of planned cuts; nothing secret comes from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jitter(u64);

impl Jitter {
    /// The generator of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `below - 1`; 0 if `below` is 0.
    pub fn below(&mut self, below: u64) -> u64 {
        // The bias of a remainder does not matter for a wait.
        self.bits().checked_rem(below).unwrap_or(0)
    }

    /// A number from 0 to 1, without 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// How long a client tries to come back before it says that it cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// The first wait, in milliseconds.
    pub first_ms: u64,
    /// The longest wait between two tries, in milliseconds.
    pub longest_ms: u64,
    /// Tries in a row before it gives up.
    pub tries_max: u32,
    /// Milliseconds since the seat was last held before it gives up; absent for no such bound.
    pub within_ms: Option<u64>,
}

impl Default for Patience {
    /// Fifteen tries, about a minute and a half in all.
    fn default() -> Self {
        Self {
            first_ms: 250,
            longest_ms: 10_000,
            tries_max: 15,
            within_ms: None,
        }
    }
}

impl Patience {
    /// As often as fits into this time.
    pub fn within(ms: u64) -> Self {
        Self {
            first_ms: 100,
            longest_ms: 2_000,
            tries_max: u32::MAX,
            within_ms: Some(ms),
        }
    }
}

/// The tries since a client last held its seat.
#[derive(Debug, Clone)]
pub(super) struct Retry {
    patience: Patience,
    jitter: Jitter,
    tries: u32,
    since: Option<u64>,
    at_least_ms: u64,
}

impl Retry {
    pub(super) fn new(patience: Patience, seed: u64) -> Self {
        Self {
            patience,
            jitter: Jitter::new(seed),
            tries: 0,
            since: None,
            at_least_ms: 0,
        }
    }

    /// The server said when to come back.
    pub(super) fn not_before(&mut self, ms: u64) {
        self.at_least_ms = ms.min(60_000);
    }

    /// The wait before the next try, and its number; `None` when patience has ended.
    pub(super) fn next(&mut self, now: u64) -> Option<(u64, u32)> {
        let since = *self.since.get_or_insert(now);
        let late = self
            .patience
            .within_ms
            .is_some_and(|within| now.saturating_sub(since) >= within);
        if late || self.tries >= self.patience.tries_max {
            return None;
        }
        let doubled = self.patience.first_ms.saturating_mul(1 << self.tries.min(20));
        let whole = doubled.min(self.patience.longest_ms);
        let wait = whole / 2 + self.jitter.below(whole / 2 + 1);
        self.tries += 1;
        Some((wait.max(std::mem::take(&mut self.at_least_ms)), self.tries))
    }

    /// How many tries were made since the seat was last held.
    pub(super) fn tries(&self) -> u32 {
        self.tries
    }

    /// The seat is held again.
    pub(super) fn succeeded(&mut self) {
        self.tries = 0;
        self.since = None;
        self.at_least_ms = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_are_jittered_and_end() {
        let mut retry = Retry::new(Patience::default(), 7);
        let waits: Vec<u64> = std::iter::from_fn(|| retry.next(0)).map(|(wait, _)| wait).collect();
        assert_eq!(waits.len(), 15);
        for (at, wait) in waits.iter().enumerate() {
            let whole = (250_u64 << at).min(10_000);
            assert!((whole / 2..=whole).contains(wait), "try {at} waits {wait}");
        }
        assert!(waits.iter().sum::<u64>() < 120_000);
        retry.succeeded();
        assert!(retry.next(0).is_some(), "after success patience is whole again");
    }

    #[test]
    fn a_time_ends_patience_too_and_the_servers_word_is_a_lower_bound() {
        let mut retry = Retry::new(Patience::within(5_000), 7);
        retry.not_before(3_000);
        assert_eq!(retry.next(0).unwrap().0, 3_000);
        assert!(retry.next(4_999).unwrap().0 <= 2_000, "its word holds once");
        assert_eq!(retry.next(5_000), None);
    }
}
