//! What a client counts, so that nothing heals unseen.

use std::collections::BTreeMap;

/// The counters of one client.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Commands that were acknowledged.
    pub acked: u64,
    /// Diffs that were applied.
    pub diffs: u64,
    /// Views whose hash was not the server's.
    pub mismatches: u64,
    /// Diffs that did not follow on the version known.
    pub gaps: u64,
    /// Snapshots asked for.
    pub resyncs: u64,
    /// Snapshots that came.
    pub snapshots: u64,
    /// Returns that were answered by the missed diffs.
    pub catch_ups: u64,
    /// Sockets lost after the seat was held.
    pub reconnects: u64,
    /// Commands sent again.
    pub resends: u64,
    /// Commands held back since the room was busy or paused.
    pub holds: u64,
    /// Acknowledged commands that the room did not know any more.
    pub forgotten: u64,
    /// Snapshots of the same epoch that were older than what had been told.
    pub went_back: u64,
    /// Frames that were no message.
    pub garbage: u64,
    /// Own throws that the clock made.
    pub by_clock: u64,
    /// Own throws that the clock made although the link had been sent in time.
    pub clock_despite_link: u64,
    /// Refusals by code.
    pub refusals: BTreeMap<String, u64>,
}

impl Counts {
    /// Adds another client's counters.
    pub fn add(&mut self, other: &Self) {
        // Taken apart, so that a new counter cannot be left out.
        let Self {
            acked,
            diffs,
            mismatches,
            gaps,
            resyncs,
            snapshots,
            catch_ups,
            reconnects,
            resends,
            holds,
            forgotten,
            went_back,
            garbage,
            by_clock,
            clock_despite_link,
            refusals,
        } = other;
        self.acked += acked;
        self.diffs += diffs;
        self.mismatches += mismatches;
        self.gaps += gaps;
        self.resyncs += resyncs;
        self.snapshots += snapshots;
        self.catch_ups += catch_ups;
        self.reconnects += reconnects;
        self.resends += resends;
        self.holds += holds;
        self.forgotten += forgotten;
        self.went_back += went_back;
        self.garbage += garbage;
        self.by_clock += by_clock;
        self.clock_despite_link += clock_despite_link;
        for (code, count) in refusals {
            *self.refusals.entry(code.clone()).or_default() += count;
        }
    }
}
