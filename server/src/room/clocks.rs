//! A room's clock, and the turn clocks people choose from.

use chowk_protocol::{ClockKind, TurnPhase};
use chowk_rules::{Tick, Ticks};

/// While the oldest waiting row is older than this, clocks stand still (contract 8). Milliseconds.
const DISK_PATIENCE: u64 = 100;

/// Maps the machine's uptime to the room's own time, which stands still while the server is down, while the disk is
/// slow, and never falls. One tick is one millisecond.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RoomClock {
    /// Tick = uptime + ahead - behind, until the standstill.
    ahead: u64,
    behind: u64,
    /// The uptime from which the clock stands still, because rows wait for the disk.
    stands_from: Option<u64>,
    /// The clock was last set going at this uptime.
    goes_since: u64,
    /// The last time that it stood: letters that were stamped before are heard at the tick of their stamp.
    stood: Option<Stood>,
    last: Tick,
}

/// A time during which a room's clock stood still, in uptime.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stood {
    from: u64,
    until: u64,
    /// As it was before.
    behind: u64,
}

impl RoomClock {
    /// A clock that shows `tick` at the uptime `up`.
    pub(crate) fn new(tick: Tick, up: u64) -> Self {
        Self {
            ahead: tick.0,
            behind: up,
            stands_from: None,
            goes_since: up,
            stood: None,
            last: tick,
        }
    }

    /// The tick at an uptime. It never falls.
    pub(crate) fn tick(&self, up: u64) -> Tick {
        let (up, behind) = match self.stood.filter(|stood| up < stood.until) {
            Some(stood) => (up.min(stood.from), stood.behind),
            None => (self.stands_from.map_or(up, |from| up.min(from)), self.behind),
        };
        Tick((up + self.ahead).saturating_sub(behind)).max(self.last)
    }

    /// The uptime at which the clock shows a tick; `None` if it will stand still before, as long as a row waits for
    /// the disk.
    pub(crate) fn up_at(&self, tick: Tick) -> Option<u64> {
        let before = self
            .stood
            .map(|stood| ((tick.0 + stood.behind).saturating_sub(self.ahead), stood.from));
        if let Some((up, _)) = before.filter(|(up, from)| up <= from) {
            return Some(up);
        }
        let up = (tick.0 + self.behind).saturating_sub(self.ahead);
        (tick <= self.last || self.stands_from.is_none_or(|from| up <= from)).then_some(up)
    }

    /// Whether it stands still at an uptime.
    pub(crate) fn stands(&self, up: u64) -> bool {
        self.stands_from.is_some_and(|from| up > from)
    }

    /// The tick of what happened last.
    pub(crate) fn last(&self) -> Tick {
        self.last
    }

    /// Something happened at a tick: none is earlier from now on.
    pub(crate) fn reached(&mut self, tick: Tick) {
        self.last = self.last.max(tick);
    }

    /// The oldest waiting row was made at the uptime `oldest` (`None`: no row waits); it is `up` now.
    pub(crate) fn rows_wait(&mut self, oldest: Option<u64>, up: u64) {
        if let Some(from) = self.stands_from
            && up > from
        {
            self.stood = Some(Stood {
                from,
                until: up,
                behind: self.behind,
            });
            self.behind += up - from;
            self.goes_since = up;
        }
        self.stands_from = oldest.map(|oldest| (oldest + DISK_PATIENCE).max(self.goes_since));
    }
}

/// What a turn clock grants (the players' page, 1.2), in ticks of a millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TurnClock {
    throw: Option<Ticks>,
    choose: Option<Ticks>,
    /// Time to choose beyond that, once a match.
    pub(crate) bank: Ticks,
    /// Decisions missed in a row after which a seat is away.
    pub(crate) misses: u8,
    first_grace: Ticks,
    later_grace: Ticks,
}

impl TurnClock {
    pub(crate) fn of(kind: ClockKind) -> Self {
        let seconds = Ticks::from_secs;
        match kind {
            ClockKind::Casual => Self {
                throw: Some(seconds(12)),
                choose: Some(seconds(20)),
                bank: seconds(60),
                misses: 3,
                first_grace: seconds(30),
                later_grace: seconds(10),
            },
            ClockKind::Quick => Self {
                throw: Some(seconds(6)),
                choose: Some(seconds(8)),
                bank: seconds(20),
                misses: 2,
                first_grace: seconds(10),
                later_grace: seconds(10),
            },
            ClockKind::Relaxed => Self {
                throw: Some(seconds(60)),
                choose: Some(seconds(180)),
                bank: seconds(0),
                misses: 3,
                first_grace: seconds(180),
                later_grace: seconds(180),
            },
            ClockKind::None => Self {
                throw: None,
                choose: None,
                bank: seconds(0),
                misses: 3,
                first_grace: seconds(600),
                later_grace: seconds(600),
            },
        }
    }

    /// The time for a question, without the bank; `None` without a clock.
    pub(crate) fn time(&self, phase: TurnPhase) -> Option<Ticks> {
        match phase {
            TurnPhase::Throw => self.throw,
            TurnPhase::Move => self.choose,
        }
    }

    /// How long a dropped seat is waited for.
    pub(crate) fn grace(&self, dropped_before: bool) -> Ticks {
        if dropped_before {
            self.later_grace
        } else {
            self.first_grace
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_disk_eats_nobodys_time() {
        let mut clock = RoomClock::new(Tick(5_000), 100);
        assert_eq!(clock.tick(100), Tick(5_000));
        clock.rows_wait(Some(200), 200);
        assert_eq!(clock.tick(290), Tick(5_190));
        assert_eq!(clock.tick(300), Tick(5_200));
        assert_eq!(
            clock.tick(900),
            Tick(5_200),
            "it stands from 100 ms after the row was made"
        );
        // The row is on disk at 1,000; another has waited since 250, so the clock stands on.
        clock.rows_wait(Some(250), 1_000);
        assert_eq!(clock.tick(1_000), Tick(5_200));
        assert_eq!(clock.tick(1_400), Tick(5_200));
        clock.rows_wait(None, 1_500);
        assert_eq!(clock.tick(1_500), Tick(5_200));
        assert_eq!(clock.tick(1_510), Tick(5_210));
        assert_eq!(clock.up_at(Tick(5_210)), Some(1_510));
    }

    #[test]
    fn nobody_is_woken_while_the_clock_stands() {
        let mut clock = RoomClock::new(Tick(0), 0);
        clock.rows_wait(Some(1_000), 1_000);
        assert_eq!(clock.up_at(Tick(1_100)), Some(1_100));
        assert_eq!(clock.up_at(Tick(1_101)), None, "the row decides when");
        clock.reached(Tick(1_200));
        assert_eq!(
            clock.up_at(Tick(1_200)),
            Some(1_200),
            "what is due already is not put off"
        );
        clock.rows_wait(None, 1_500);
        assert_eq!(clock.up_at(Tick(1_201)), Some(1_601));
    }

    #[test]
    fn a_letter_from_before_a_standstill_is_heard_at_its_own_tick() {
        let mut clock = RoomClock::new(Tick(0), 0);
        clock.rows_wait(Some(1_000), 1_000);
        clock.rows_wait(None, 1_500);
        for (up, tick) in [
            (1_080, 1_080),
            (1_100, 1_100),
            (1_499, 1_100),
            (1_500, 1_100),
            (1_510, 1_110),
        ] {
            assert_eq!(clock.tick(up), Tick(tick), "{up}");
        }
        assert_eq!(clock.up_at(Tick(1_090)), Some(1_090));
        assert_eq!(clock.up_at(Tick(1_101)), Some(1_501));
    }

    #[test]
    fn a_quick_disk_changes_nothing() {
        let mut clock = RoomClock::new(Tick(0), 0);
        for up in (0..1_000).step_by(10) {
            clock.rows_wait(Some(up), up);
            clock.rows_wait(None, up + 9);
            assert_eq!(clock.tick(up + 9), Tick(up + 9));
        }
    }

    #[test]
    fn time_never_falls() {
        let mut clock = RoomClock::new(Tick(50), 0);
        clock.reached(Tick(80));
        assert_eq!(clock.tick(10), Tick(80));
        assert_eq!(clock.tick(31), Tick(81));
    }
}
