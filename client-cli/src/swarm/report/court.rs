//! What a swarm found on the wires, and of the beat of its courts.

use std::fmt;

use serde::Serialize;

use super::{Compared, Latency, Pages};

/// What went over the wires, without the headers of frames and packets.
#[derive(Debug, Clone, Serialize)]
pub struct TrafficFigures {
    /// Seconds that all clients sat together.
    pub client_s: f64,
    /// Frames that came.
    pub heard: u64,
    /// Their bytes.
    pub heard_bytes: u64,
    /// Frames that were sent.
    pub sent: u64,
    /// Their bytes.
    pub sent_bytes: u64,
    /// Bytes that came, by client and second.
    pub heard_bytes_per_client_s: f64,
    /// Frames that came, by client and second.
    pub heard_per_client_s: f64,
    /// Bytes that were sent, by client and second.
    pub sent_bytes_per_client_s: f64,
    /// Frames that were sent, by client and second.
    pub sent_per_client_s: f64,
}

/// What only a court has.
#[derive(Debug, Clone, Serialize)]
pub struct CourtFigures {
    /// How much later frames of motion came than the best of ten seconds at the same seat, in microseconds.
    pub lateness_us: Latency,
    /// Returns to a server that was started anew.
    pub returns: u64,
    /// The most ticks of motion that one of them took back.
    pub vanished_ticks_max: u64,
    /// What was told, compared with the records, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
}

impl TrafficFigures {
    pub(super) fn of(pages: &Pages) -> Self {
        let (traffic, seconds) = (pages.traffic, pages.sat_s.max(1e-9));
        let rate = |count: u64| count as f64 / seconds;
        Self {
            client_s: pages.sat_s,
            heard: traffic.heard,
            heard_bytes: traffic.heard_bytes,
            sent: traffic.sent,
            sent_bytes: traffic.sent_bytes,
            heard_bytes_per_client_s: rate(traffic.heard_bytes),
            heard_per_client_s: rate(traffic.heard),
            sent_bytes_per_client_s: rate(traffic.sent_bytes),
            sent_per_client_s: rate(traffic.sent),
        }
    }
}

impl CourtFigures {
    pub(super) fn of(pages: &Pages, compared: Option<Compared>) -> Self {
        Self {
            lateness_us: Latency::of(&pages.lateness),
            returns: pages.vanished.len(),
            vanished_ticks_max: pages.vanished.max(),
            compared,
        }
    }
}

impl fmt::Display for TrafficFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.0} bytes in {:.1} frames came by client and second, {:.0} in {:.1} were sent",
            self.heard_bytes_per_client_s,
            self.heard_per_client_s,
            self.sent_bytes_per_client_s,
            self.sent_per_client_s
        )
    }
}

impl fmt::Display for CourtFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |us: u64| us as f64 / 1000.0;
        let late = &self.lateness_us;
        write!(
            f,
            "{} frames, late p50 {:.2} ms, p99 {:.2} ms, longest {:.1} ms",
            late.count,
            ms(late.p50),
            ms(late.p99),
            ms(late.max)
        )?;
        if self.returns > 0 {
            let most = self.vanished_ticks_max;
            write!(
                f,
                "; {} returns to a new server took back {most} ticks at most",
                self.returns
            )?;
        }
        Ok(())
    }
}
