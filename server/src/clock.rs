//! The machine's clock, as the rest of the server sees it. Only this file reads it.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// How often whoever serves lets the clock beat.
pub const BEAT: Duration = Duration::from_millis(250);
/// Beyond this many milliseconds between two looks at a clock that beats, the process got no time: it was stopped, its
/// machine stood still or had far too much to do.
const STALL_MS: u64 = 1_000;

/// A moment: what the gate stamps on a letter, and what a room is told when it wakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// Milliseconds of uptime; never falls. Time that the process was not given is no uptime.
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
    uptime: Mutex<Uptime>,
    wall_floor: AtomicU64,
}

impl MachineClock {
    /// A clock whose wall time does not fall below `wall_floor` (milliseconds since 1970).
    pub fn new(wall_floor: u64) -> Self {
        Self {
            started: Instant::now(),
            uptime: Mutex::default(),
            wall_floor: AtomicU64::new(wall_floor),
        }
    }
}

impl MachineClock {
    /// A beat; from the first one on, time without beats is time in which nobody could do anything, and does not count.
    /// Tells how many milliseconds of it there were since the beat before.
    pub fn beat(&self) -> Option<u64> {
        self.look(|uptime, passed| {
            uptime.at(passed);
            uptime.beats = true;
            Some(std::mem::take(&mut uptime.untold)).filter(|untold| *untold > 0)
        })
    }

    fn look<T>(&self, with: impl FnOnce(&mut Uptime, u64) -> T) -> T {
        let mut uptime = self.uptime.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        with(&mut uptime, passed)
    }
}

/// Uptime, from the time that passed.
#[derive(Debug, Default)]
struct Uptime {
    beats: bool,
    /// What had passed at the last look.
    seen: u64,
    /// How much of it is no uptime, and how much of that no beat has told yet.
    lost: u64,
    untold: u64,
}

impl Uptime {
    /// The uptime when so many milliseconds have passed.
    fn at(&mut self, passed: u64) -> u64 {
        let without = passed - self.seen;
        if self.beats && without > STALL_MS {
            let lost = without - BEAT.as_millis() as u64;
            self.lost += lost;
            self.untold += lost;
        }
        self.seen = passed;
        passed - self.lost
    }
}

impl Clock for MachineClock {
    fn now(&self) -> Moment {
        let up = self.look(Uptime::at);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_without_beats_is_no_uptime() {
        let mut uptime = Uptime::default();
        assert_eq!(uptime.at(5_000), 5_000, "before the first beat nothing is known");
        uptime.beats = true;
        assert_eq!(uptime.at(6_000), 6_000);
        assert_eq!(
            (uptime.at(16_000), uptime.untold),
            (6_250, 9_750),
            "stopped for ten seconds"
        );
        assert_eq!(uptime.at(16_900), 7_150);
        assert_eq!((uptime.at(18_901), uptime.untold), (7_400, 11_501), "and for two");
        assert_eq!(uptime.at(18_901), 7_400);
    }

    #[test]
    fn a_beat_tells_what_was_lost_once() {
        let clock = MachineClock::new(0);
        assert_eq!(clock.beat(), None);
        clock.look(|uptime, _| uptime.untold = 3_000);
        assert_eq!(clock.beat(), Some(3_000));
        assert_eq!(clock.beat(), None);
    }
}
