//! How often one address may do something: a limiter on the server's own clock.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    Quota, RateLimiter,
    clock::{Clock as GovernorClock, Reference as _},
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::keyed::DashMapStateStore,
};

use crate::{clock::Clock, http::Address};

/// A limit by address.
pub struct Pace {
    steps: RateLimiter<Address, DashMapStateStore<Address>, Uptime, NoOpMiddleware<Nanos>>,
    clock: Uptime,
}

/// Too often; trying again helps after this many milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooFast {
    /// Milliseconds.
    pub retry_ms: u64,
}

/// The server's own clock, as the limiter reads it.
#[derive(Clone)]
struct Uptime(Arc<dyn Clock>);

impl GovernorClock for Uptime {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Duration::from_millis(self.0.now().up).into()
    }
}

impl Pace {
    /// So many a second, and twice as many at once.
    pub fn per_second(most: u32, clock: Arc<dyn Clock>) -> Self {
        let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
        Self::new(
            Quota::per_second(most).allow_burst(most.saturating_mul(NonZeroU32::MIN.saturating_add(1))),
            clock,
        )
    }

    /// So many a minute.
    pub fn per_minute(most: u32, clock: Arc<dyn Clock>) -> Self {
        Self::new(
            Quota::per_minute(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN)),
            clock,
        )
    }

    fn new(quota: Quota, clock: Arc<dyn Clock>) -> Self {
        let clock = Uptime(clock);
        Self {
            steps: RateLimiter::new(quota, DashMapStateStore::default(), clock.clone()),
            clock,
        }
    }

    /// This address does it once more.
    ///
    /// # Errors
    /// [`TooFast`]; it does not count then.
    pub fn step(&self, from: Address) -> Result<(), TooFast> {
        self.steps.check_key(&from).map_err(|not_until| {
            let wait = not_until.earliest_possible().duration_since(self.clock.now());
            let retry_ms = Duration::from(wait).as_millis().try_into().unwrap_or(u64::MAX);
            TooFast {
                retry_ms: retry_ms.max(1),
            }
        })
    }

    /// Forgets whoever has been quiet.
    pub fn clean(&self) {
        self.steps.retain_recent();
        self.steps.shrink_to_fit();
    }

    /// How many addresses are remembered.
    pub fn addresses(&self) -> usize {
        self.steps.len()
    }
}
