//! What the server counts, for Prometheus: on a listener of its own, and off unless that is set.
//!
//! Counting happens where things pass by: sockets, outboxes, room tasks, the writer. What can be seen at any moment is
//! looked at when somebody asks. No label holds anything that a player chose: no token, name, code or address.

mod page;
mod process;
mod rows;
mod seals;
mod table;

use std::{sync::OnceLock, time::Duration};

use chowk_protocol::{ClientKind, CloseCode, ReportAbout};
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

pub(crate) use self::rows::durable;
pub use self::{
    page::{UPKEEP, serve},
    table::{ALL, Kind, Metric},
};

/// What every refusal's frame begins with.
const REFUSED: &[u8] = br#"{"t":"refused","#;
/// Where the times of a command or a commit are divided, in seconds.
const SECONDS: [f64; 13] = [
    0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
];

/// What was counted in this process. Until it begins, counting costs nothing and keeps nothing.
static COUNTED: OnceLock<PrometheusHandle> = OnceLock::new();

/// Begins to count, if that has not begun before.
pub fn begin() -> &'static PrometheusHandle {
    COUNTED.get_or_init(|| {
        let builder = PrometheusBuilder::new().set_buckets(&SECONDS);
        let builder = builder.unwrap_or_else(|_| unreachable!("there are buckets"));
        let times = Matcher::Suffix("_seconds".into());
        let builder = builder.set_buckets_for_metric(times, &SECONDS);
        let recorder = builder
            .unwrap_or_else(|_| unreachable!("there are buckets"))
            .build_recorder();
        let counted = recorder.handle();
        // A program that counts in its own way goes on doing so, and this page stays empty.
        drop(metrics::set_global_recorder(recorder));
        table::describe();
        counted
    })
}

fn is_on() -> bool {
    COUNTED.get().is_some()
}

/// A frame is on its way to a socket. Refusals are counted by their code.
pub(crate) fn told(frame: &[u8]) {
    if is_on() && frame.starts_with(REFUSED) {
        #[derive(serde::Deserialize)]
        struct Refused {
            code: chowk_protocol::RefusalCode,
        }
        if let Ok(Refused { code }) = serde_json::from_slice(frame) {
            refused(code.code());
        }
    }
}

/// Somebody was refused something: a code of the protocol, or a word of ours for what HTTP refuses.
pub(crate) fn refused(reason: &'static str) {
    counter!("chowk_rejected_total", "reason" => reason).increment(1);
}

/// The server closed a socket.
pub(crate) fn closed(code: CloseCode) {
    counter!("chowk_closed_total", "code" => code.number().to_string()).increment(1);
}

/// Somebody came back to a seat.
pub(crate) fn came_back() {
    counter!("chowk_reconnects_total").increment(1);
}

/// A client's view was not the room's any more, or it could not tell.
pub(crate) fn lost_the_view() {
    counter!("chowk_resyncs_total").increment(1);
}

/// A player told the operator of another.
pub(crate) fn reported(about: ReportAbout) {
    counter!("chowk_reports_total", "about" => word_of(about)).increment(1);
}

/// What a report is about, as the wire says it.
pub(crate) fn word_of(about: ReportAbout) -> &'static str {
    match about {
        ReportAbout::Name => "name",
        ReportAbout::Phrases => "phrases",
        ReportAbout::Stalling => "stalling",
        ReportAbout::Other => "other",
    }
}

/// The process got no time for a while.
pub(crate) fn stalled() {
    counter!("chowk_stalls_total").increment(1);
}

/// A room has failed, and is kept.
pub(crate) fn room_failed() {
    counter!("chowk_room_failures_total").increment(1);
}

/// A bug: a task panicked.
pub(crate) fn bug() {
    counter!("chowk_bugs_total").increment(1);
}

/// From a command's arrival until what it did was told.
pub(crate) fn took(milliseconds: u64) {
    histogram!("chowk_event_latency_seconds").record(Duration::from_millis(milliseconds));
}

/// A tick of a room that goes by ticks began so many milliseconds late; with `per_s` of them a second the next one may
/// have been due already.
pub(crate) fn ticked(late: u64, per_s: u32) {
    histogram!("chowk_tick_late_seconds").record(Duration::from_millis(late));
    if late * u64::from(per_s) >= 1_000 {
        counter!("chowk_tick_overrun_total").increment(1);
    }
}

/// A commit to disk.
pub(crate) fn wrote(time: Duration) {
    histogram!("chowk_disk_write_seconds").record(time);
}

/// A socket, counted by who is behind it for as long as this lives.
#[derive(Debug)]
pub(crate) struct Connected(&'static str);

impl Connected {
    /// A socket that has not said hello.
    pub(crate) fn new() -> Self {
        Self("greeting").counted(1.0)
    }

    /// It said who it is.
    pub(crate) fn is(&mut self, kind: ClientKind) {
        self.becomes(match kind {
            ClientKind::Person => "person",
            ClientKind::Bot => "bot",
        });
    }

    /// It looks on.
    pub(crate) fn watches(&mut self) {
        self.becomes("watcher");
    }

    fn becomes(&mut self, kind: &'static str) {
        *self = Self(kind).counted(1.0);
    }

    fn counted(self, change: f64) -> Self {
        gauge!("chowk_connections", "kind" => self.0).increment(change);
        self
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        gauge!("chowk_connections", "kind" => self.0).decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use chowk_protocol::{Refusal, RefusalCode, ServerMsg};

    use super::*;

    /// The cheap look at the beginning of a frame is right for what the protocol writes.
    #[test]
    fn a_refusal_is_known_by_its_beginning() {
        for refusal in [
            Refusal::new(RefusalCode::NotYourTurn),
            Refusal::new(RefusalCode::TooFast)
                .to(Some(7))
                .retry_in(9)
                .in_field("code"),
        ] {
            let frame = ServerMsg::Refused(refusal).encode();
            assert!(frame.as_bytes().starts_with(REFUSED), "{frame}");
        }
    }
}
