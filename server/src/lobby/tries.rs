//! Codes that are guessed: a few wrong ones a minute are a slip, more are a search, and then no code is right.

use std::sync::Arc;

use dashmap::DashMap;

use crate::{
    clock::Clock,
    http::Address,
    pace::{Pace, TooFast},
};

/// Wrong codes by address.
pub(super) struct Tries {
    wrong: Pace,
    /// Until when an address may try no code at all, in milliseconds of uptime.
    barred: DashMap<Address, u64>,
    clock: Arc<dyn Clock>,
}

impl Tries {
    pub(super) fn new(per_minute: u32, clock: Arc<dyn Clock>) -> Self {
        Self {
            wrong: Pace::per_minute(per_minute, Arc::clone(&clock)),
            barred: DashMap::new(),
            clock,
        }
    }

    /// Whether this address may try a code.
    pub(super) fn may_try(&self, from: Address) -> Result<(), TooFast> {
        let now = self.clock.now().up;
        match self.barred.get(&from).map(|until| *until) {
            Some(until) if until > now => Err(TooFast { retry_ms: until - now }),
            Some(_) | None => Ok(()),
        }
    }

    /// It was a wrong one. One too many bars the address for a while.
    pub(super) fn was_wrong(&self, from: Address) -> Result<(), TooFast> {
        self.wrong.step(from).inspect_err(|TooFast { retry_ms }| {
            self.barred.insert(from, self.clock.now().up + retry_ms);
        })
    }

    /// Forgets whoever has been quiet.
    pub(super) fn clean(&self) {
        let now = self.clock.now().up;
        self.barred.retain(|_, until| *until > now);
        self.wrong.clean();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::clock::Moment;

    #[derive(Default)]
    struct Hand(AtomicU64);

    impl Clock for Hand {
        fn now(&self) -> Moment {
            Moment {
                up: self.0.load(Ordering::Relaxed),
                wall: 0,
            }
        }
    }

    fn address(n: u8) -> Address {
        Address::of([10, 0, 0, n].into())
    }

    #[test]
    fn codes_tried_by_the_hundred_are_barred_case_f1() {
        let clock = Arc::new(Hand::default());
        let tries = Tries::new(5, clock.clone());
        for _ in 0..5 {
            assert_eq!(tries.may_try(address(1)), Ok(()));
            assert_eq!(tries.was_wrong(address(1)), Ok(()));
        }
        assert_eq!(tries.was_wrong(address(1)), Err(TooFast { retry_ms: 12_000 }));
        for _ in 0..100 {
            assert_eq!(
                tries.may_try(address(1)),
                Err(TooFast { retry_ms: 12_000 }),
                "not even the right code"
            );
        }
        assert_eq!(tries.may_try(address(2)), Ok(()), "the neighbour is not barred");
        clock.0.store(12_000, Ordering::Relaxed);
        assert_eq!(tries.may_try(address(1)), Ok(()));
        assert_eq!(tries.was_wrong(address(1)), Ok(()), "one more each twelve seconds");
        assert!(tries.was_wrong(address(1)).is_err());
        clock.0.store(200_000, Ordering::Relaxed);
        tries.clean();
        assert_eq!(
            (tries.barred.len(), tries.wrong.addresses()),
            (0, 0),
            "case F1: nothing is kept of who is gone"
        );
    }
}
