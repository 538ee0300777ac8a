//! How even the beat of a court is at the end of a wire: each frame's arrival beside the moment at which it would have
//! come with the best one near it.

use std::time::Duration;

use tokio::time::Instant;

use super::ledger::Pages;

/// The beat of one set, as one seat hears it.
#[derive(Debug)]
pub(super) struct Beat {
    began: Instant,
    /// The newest tick that was heard.
    tick: Option<u32>,
    /// Frames heard since the best was looked for: how far each is from the tick's own moment, in microseconds.
    offsets: Vec<i64>,
}

/// So many frames are compared with the best of them, ten seconds of the usual beat: a room's clock stands still where
/// its disk is slow, and goes on later than before.
const WINDOW: usize = 300;
/// A step of more ticks than this is a gap, after which the beat is looked for anew.
const GAP_TICKS: u32 = 60;

impl Beat {
    pub(super) fn new(began: Instant) -> Self {
        Self {
            began,
            tick: None,
            offsets: Vec::new(),
        }
    }

    /// A frame of this tick came, with so many ticks a second. A tick is heard once: what comes again after a return is
    /// as old as it is.
    pub(super) fn heard(&mut self, tick: u32, hz: u32, at: Instant, pages: &mut Pages) {
        match self.tick {
            Some(before) if tick > before && tick - before <= GAP_TICKS => {
                let ideal = u64::from(tick) * 1_000_000 / u64::from(hz.max(1));
                let came = micros(at.saturating_duration_since(self.began));
                self.offsets.push(came - i64::try_from(ideal).unwrap_or(i64::MAX));
                if self.offsets.len() >= WINDOW {
                    self.settle(pages);
                }
            }
            Some(before) if tick == before => return,
            // The first frame after a return may be older than one that goes on.
            Some(_) | None => self.settle(pages),
        }
        self.tick = Some(tick);
    }

    /// The line broke, or the set is over: what was heard is counted.
    pub(super) fn settle(&mut self, pages: &mut Pages) {
        self.tick = None;
        let Some(best) = self.offsets.iter().copied().min() else {
            return;
        };
        for offset in self.offsets.drain(..) {
            pages.late(Duration::from_micros(offset.abs_diff(best)));
        }
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::ledger::Ledger;
    use super::*;

    /// Frames of ticks with the milliseconds at which they came, at 10 ticks a second: how late, in milliseconds.
    fn late(frames: &[(u32, u64)]) -> Vec<u64> {
        let ledger = Ledger::open(None).unwrap();
        let mut pages = ledger.pages();
        let began = Instant::now();
        let mut beat = Beat::new(began);
        for (tick, ms) in frames {
            beat.heard(*tick, 10, began + Duration::from_millis(*ms), &mut pages);
        }
        beat.settle(&mut pages);
        let recorded = pages.lateness.iter_recorded();
        recorded
            .flat_map(|step| vec![step.value_iterated_to() / 1000; step.count_at_value() as usize])
            .collect()
    }

    #[test]
    fn a_frame_is_late_beside_the_best_one() {
        assert_eq!(late(&[]), Vec::<u64>::new());
        // The first says where the beat is looked for, and is not measured.
        assert_eq!(late(&[(5, 0), (6, 507), (7, 600), (8, 703)]), [0, 3, 7]);
        // The same tick again, as after a return, is not late.
        assert_eq!(late(&[(5, 0), (6, 100), (6, 199), (7, 200)]), [0, 0]);
    }

    #[test]
    fn after_a_gap_or_a_crash_the_beat_is_another() {
        assert_eq!(
            late(&[(5, 0), (6, 100), (200, 19_000), (201, 19_900), (202, 20_000)]),
            [0, 0, 0]
        );
        assert_eq!(
            late(&[(50, 0), (51, 100), (45, 9_000), (46, 9_100), (47, 9_250)]),
            [0, 0, 50]
        );
    }
}
