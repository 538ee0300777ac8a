//! The machine's clock, as the rest of the server sees it. Only this file reads it.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// A moment: what the gate stamps on a letter, and what a room is told when it wakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// Milliseconds of uptime; never falls.
    pub up: u64,
    /// Milliseconds since 1970, UTC; never falls within a process, nor below the newest line of the log of seals.
    pub wall: u64,
}

/// Where moments come from. The simulation has its own.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Moment;
}

/// The machine's clock.
#[derive(Debug)]
pub struct MachineClock {
    started: Instant,
    wall_floor: AtomicU64,
}

impl MachineClock {
    /// A clock whose wall time does not fall below `wall_floor` (milliseconds since 1970).
    pub fn new(wall_floor: u64) -> Self {
        Self {
            started: Instant::now(),
            wall_floor: AtomicU64::new(wall_floor),
        }
    }
}

impl Clock for MachineClock {
    fn now(&self) -> Moment {
        let up = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_millis());
        let wall = u64::try_from(wall).unwrap_or(u64::MAX);
        let floor = self.wall_floor.fetch_max(wall, Ordering::Relaxed);
        Moment {
            up,
            wall: wall.max(floor),
        }
    }
}
