//! Every metric, once: its name, its labels, and what it means. `METRICS.md` and the page are made from here.

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};

/// What kind of number a metric is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It only grows, from the start of the process.
    Counter,
    /// It is what is now.
    Gauge,
    /// How often something took how long.
    Histogram,
}

/// A metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metric {
    /// Its name.
    pub name: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// Its labels, each with all the values it may have, in words.
    pub labels: &'static [(&'static str, &'static str)],
    /// What it means.
    pub help: &'static str,
}

use self::Kind::{Counter, Gauge, Histogram};

/// All metrics, in the order of the page's description.
pub const ALL: [Metric; 29] = [
    Metric {
        name: "chowk_build_info",
        kind: Gauge,
        labels: &[
            ("version", "the program's version"),
            ("protocol", "the protocol it speaks"),
            ("engine", "the number of its rules' behaviour"),
        ],
        help: "Always 1; its labels tell what runs.",
    },
    Metric {
        name: "chowk_rooms",
        kind: Gauge,
        labels: &[
            (
                "game",
                "`chowka`, `stones`; `unread` for rooms that were not read since the start",
            ),
            (
                "state",
                "`gathering`, `readying`, `revealing`, `playing`, `ended`; `asleep` on disk; `failed` and kept",
            ),
        ],
        help: "Rooms.",
    },
    Metric {
        name: "chowk_connections",
        kind: Gauge,
        labels: &[("kind", "`greeting` before hello, `person`, `bot`, `watcher`")],
        help: "Sockets that are open.",
    },
    Metric {
        name: "chowk_matches_total",
        kind: Counter,
        labels: &[
            ("game", "`chowka`"),
            (
                "result",
                "`finished`, `dead_end`, `exhausted`, `abandoned`, `not_started`",
            ),
        ],
        help: "Matches whose end is on disk.",
    },
    Metric {
        name: "chowk_throws_total",
        kind: Counter,
        labels: &[
            ("shells", "how many cowries were cast: `4`, `6`"),
            ("value", "what the throw counts"),
        ],
        help: "Throws that are on disk. Over many of them each value has its known share.",
    },
    Metric {
        name: "chowk_auto_moves_total",
        kind: Counter,
        labels: &[(
            "by",
            "`forced`: there was one move only; `clock`: the seat ran out of time; `away`: nobody is there",
        )],
        help: "Moves that the server made for a seat.",
    },
    Metric {
        name: "chowk_event_latency_seconds",
        kind: Histogram,
        labels: &[],
        help: "From the arrival of a command until what it did was on disk and on its way to everybody, in whole milliseconds.",
    },
    Metric {
        name: "chowk_tick_late_seconds",
        kind: Histogram,
        labels: &[],
        help: "How late the ticks of four stones began, in whole milliseconds.",
    },
    Metric {
        name: "chowk_tick_overrun_total",
        kind: Counter,
        labels: &[],
        help: "Ticks that began when the next one was due already: the server is too busy, and its rooms catch up in leaps.",
    },
    Metric {
        name: "chowk_disk_write_seconds",
        kind: Histogram,
        labels: &[],
        help: "Commits of the journal: one covers all rows that waited.",
    },
    Metric {
        name: "chowk_journal_works",
        kind: Gauge,
        labels: &[],
        help: "1 while the journal takes rows; 0 while rooms are paused because it does not.",
    },
    Metric {
        name: "chowk_draining",
        kind: Gauge,
        labels: &[],
        help: "1 while no new match may start, since the operator drains the server or it stops.",
    },
    Metric {
        name: "chowk_reconnects_total",
        kind: Counter,
        labels: &[],
        help: "Sockets that came back to their seat.",
    },
    Metric {
        name: "chowk_resyncs_total",
        kind: Counter,
        labels: &[],
        help: "Clients that asked for the whole view, since theirs was not the room's any more. Should stay near 0.",
    },
    Metric {
        name: "chowk_rejected_total",
        kind: Counter,
        labels: &[(
            "reason",
            "a refusal code of the protocol; `http_pace`, `http_origin`, `http_sockets` for what is refused before it",
        )],
        help: "Wishes that were refused.",
    },
    Metric {
        name: "chowk_reports_total",
        kind: Counter,
        labels: &[("about", "`name`, `phrases`, `stalling`, `other`")],
        help: "Players that were told of to the operator; the log names room and chairs.",
    },
    Metric {
        name: "chowk_closed_total",
        kind: Counter,
        labels: &[(
            "code",
            "the close code: `1013` too slow, `1008` policy, `1009` too big, `1011` the room failed, `1012` restart …",
        )],
        help: "Sockets that the server closed.",
    },
    Metric {
        name: "chowk_fair_overdue",
        kind: Gauge,
        labels: &[],
        help: "Seals in the public log that are not opened and that no room holds which could still open them. While \
               rooms sleep after a start, each is taken to hold one. Anything but 0 is worth a look: a room has failed \
               with a match in it.",
    },
    Metric {
        name: "chowk_room_failures_total",
        kind: Counter,
        labels: &[],
        help: "Rooms that failed and were put aside.",
    },
    Metric {
        name: "chowk_bugs_total",
        kind: Counter,
        labels: &[],
        help: "Tasks that ended by a bug; the log tells where.",
    },
    Metric {
        name: "chowk_sockets_most",
        kind: Gauge,
        labels: &[],
        help: "How many sockets there may be (`max_players`).",
    },
    Metric {
        name: "chowk_rooms_most",
        kind: Gauge,
        labels: &[],
        help: "How many rooms there may be (`max_rooms`).",
    },
    Metric {
        name: "chowk_tasks",
        kind: Gauge,
        labels: &[],
        help: "Tasks that are alive: one for each room that is awake, each socket and connection, and a few of the house.",
    },
    Metric {
        name: "chowk_stalls_total",
        kind: Counter,
        labels: &[],
        help: "How often the process got no time for over a second (stopped, or its machine far too busy); no room's clock ran then.",
    },
    Metric {
        name: "process_cpu_seconds_total",
        kind: Counter,
        labels: &[],
        help: "Seconds of processor time, whole ones.",
    },
    Metric {
        name: "process_resident_memory_bytes",
        kind: Gauge,
        labels: &[],
        help: "Memory in use.",
    },
    Metric {
        name: "process_open_fds",
        kind: Gauge,
        labels: &[],
        help: "Open files and sockets.",
    },
    Metric {
        name: "process_max_fds",
        kind: Gauge,
        labels: &[],
        help: "How many of them there may be.",
    },
    Metric {
        name: "process_start_time_seconds",
        kind: Gauge,
        labels: &[],
        help: "When the server started, in seconds since 1970.",
    },
];

impl Kind {
    /// The word in the page.
    pub fn word(self) -> &'static str {
        match self {
            Counter => "counter",
            Gauge => "gauge",
            Histogram => "histogram",
        }
    }
}

/// Describes all metrics, and begins those without labels at 0, so that a rate can be told from the first event on.
pub(super) fn describe() {
    for Metric {
        name,
        kind,
        labels,
        help,
    } in ALL
    {
        match kind {
            Counter => describe_counter!(name, help),
            Gauge => describe_gauge!(name, help),
            Histogram => describe_histogram!(name, Unit::Seconds, help),
        }
        match kind {
            Counter if labels.is_empty() => counter!(name).increment(0),
            Gauge if labels.is_empty() => gauge!(name).set(0.0),
            Counter | Gauge | Histogram => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_metrics_is_as_the_program() {
        let lines = ALL.iter().map(
            |Metric {
                 name,
                 kind,
                 labels,
                 help,
             }| {
                let labels: Vec<String> = labels
                    .iter()
                    .map(|(label, values)| format!("`{label}`: {values}"))
                    .collect();
                format!("| `{name}` | {} | {} | {help} |\n", kind.word(), labels.join("<br>"))
            },
        );
        let table: String = lines.collect();
        let head = "| name | kind | labels | meaning |\n|---|---|---|---|\n";
        crate::config::page::check("METRICS.md", "metrics", &format!("{head}{table}"));
    }
}
