//! What a swarm found: figures for a table and for programs, and whether all is well.

use std::{collections::BTreeMap, fmt, time::Duration};

use hdrhistogram::Histogram;
use serde::Serialize;

mod court;

use super::{Compared, Orders, Verified, ledger::Pages};
use chowk_protocol::GameKind;
use court::{CourtFigures, TrafficFigures};

/// What was measured around the clients.
pub(super) struct Run {
    pub(super) seconds: f64,
    pub(super) matches_ended: usize,
    pub(super) seats_ended: usize,
    pub(super) server_pid: Option<u32>,
    pub(super) server_restarted: bool,
    pub(super) server_cpu: Option<Duration>,
    pub(super) server_memory_kb: Option<(u64, u64)>,
    pub(super) own_cpu: Option<Duration>,
    pub(super) own_memory_kb: Option<(u64, u64)>,
}

/// Percentiles of a latency, in microseconds.
#[derive(Debug, Clone, Serialize)]
pub struct Latency {
    /// How many were measured.
    pub count: u64,
    /// Half are below.
    pub p50: u64,
    /// 99 of 100 are below.
    pub p99: u64,
    /// 999 of 1,000 are below.
    pub p999: u64,
    /// The longest.
    pub max: u64,
}

impl Latency {
    pub(super) fn of(histogram: &Histogram<u64>) -> Self {
        Self {
            count: histogram.len(),
            p50: histogram.value_at_quantile(0.50),
            p99: histogram.value_at_quantile(0.99),
            p999: histogram.value_at_quantile(0.999),
            max: histogram.max(),
        }
    }
}

/// A process's use of the machine.
#[derive(Debug, Clone, Serialize)]
pub struct Use {
    /// Its number, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// Processor seconds during the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Microseconds of processor time for each acknowledged command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_us_per_command: Option<f64>,
    /// Memory at the end, in kB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rss_kb: Option<u64>,
    /// The most memory it ever held, in kB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rss_peak_kb: Option<u64>,
}

/// What a swarm found.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Whether every match ended, every check held and every record was verified.
    pub ok: bool,
    /// Rooms.
    pub rooms: usize,
    /// Seats a room.
    pub seats: u8,
    /// The preset.
    pub preset: String,
    /// The brain.
    pub brain: String,
    /// The seed.
    pub seed: u64,
    /// Per cent of sockets cut a second.
    pub drop_per_cent: f64,
    /// How long it took.
    pub seconds: f64,
    /// Matches that ended and whose envelope was checked.
    pub matches_ended: usize,
    /// Matches that did not.
    pub matches_unended: usize,
    /// Seats that saw the end of their match.
    pub seats_ended: usize,
    /// Commands that were acknowledged.
    pub commands: u64,
    /// The same a second.
    pub commands_per_s: f64,
    /// From sending to acknowledgement, of commands that were sent once.
    pub latency_us: Latency,
    /// The same of commands that were sent again.
    pub latency_resent_us: Latency,
    /// The server, where it runs on this machine.
    pub server: Use,
    /// Whether the server's process is another than at the start.
    pub server_restarted: bool,
    /// The swarm itself.
    pub swarm: Use,
    /// Sockets cut on purpose.
    pub cuts: u64,
    /// Sockets lost after a seat was held, for whatever reason.
    pub reconnects: u64,
    /// Commands sent again.
    pub resends: u64,
    /// Commands that a busy or paused room held back.
    pub holds: u64,
    /// Diffs applied.
    pub diffs: u64,
    /// Returns answered by the missed diffs, and snapshots.
    pub catch_ups: u64,
    /// Snapshots.
    pub snapshots: u64,
    /// Views whose hash was not the server's.
    pub mismatches: u64,
    /// Diffs that did not follow on the version known.
    pub gaps: u64,
    /// Snapshots asked for.
    pub resyncs: u64,
    /// Acknowledged commands that the server forgot.
    pub forgotten: u64,
    /// Versions that the server took back.
    pub went_back: u64,
    /// Frames that were no message.
    pub garbage: u64,
    /// Envelopes opened and checked by a client.
    pub envelopes: u64,
    /// Draws checked against an opened seed.
    pub draws: u64,
    /// Throws that carried a link of the client that checked.
    pub own_links: u64,
    /// Throws that the clock made.
    pub by_clock: u64,
    /// What was unfair, by its sentence.
    pub unfair: BTreeMap<String, u64>,
    /// Refusals by code.
    pub refusals: BTreeMap<String, u64>,
    /// Clients that ended too early, by the reason.
    pub ended_badly: BTreeMap<String, u64>,
    /// Answers that could not be written to the file.
    pub answers_lost: u64,
    /// The records, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<Verified>,
    /// What went over the wires.
    pub traffic: TrafficFigures,
    /// What only four stones has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub court: Option<CourtFigures>,
}

impl Report {
    pub(super) fn new(
        orders: &Orders,
        run: Run,
        pages: &Pages,
        records: Option<Verified>,
        compared: Option<Compared>,
    ) -> Self {
        let counts = &pages.counts;
        let per_command = |cpu: Duration| {
            if counts.acked == 0 {
                0.0
            } else {
                cpu.as_secs_f64() * 1e6 / counts.acked as f64
            }
        };
        let used = |pid, cpu: Option<Duration>, memory: Option<(u64, u64)>| Use {
            pid,
            cpu_s: cpu.map(|cpu| cpu.as_secs_f64()),
            cpu_us_per_command: cpu.map(per_command),
            rss_kb: memory.map(|(now, _)| now),
            rss_peak_kb: memory.map(|(_, most)| most),
        };
        let mut report = Self {
            ok: false,
            rooms: orders.rooms,
            seats: orders.seats,
            preset: orders.preset.clone(),
            brain: orders.brain.name().to_owned(),
            seed: orders.seed,
            drop_per_cent: orders.drop,
            seconds: run.seconds,
            matches_ended: run.matches_ended,
            matches_unended: orders.rooms.saturating_sub(run.matches_ended),
            seats_ended: run.seats_ended,
            commands: counts.acked,
            commands_per_s: counts.acked as f64 / run.seconds.max(1e-9),
            latency_us: Latency::of(&pages.latency),
            latency_resent_us: Latency::of(&pages.latency_resent),
            server: used(run.server_pid, run.server_cpu, run.server_memory_kb),
            server_restarted: run.server_restarted,
            swarm: used(Some(std::process::id()), run.own_cpu, run.own_memory_kb),
            cuts: pages.cuts,
            reconnects: counts.reconnects,
            resends: counts.resends,
            holds: counts.holds,
            diffs: counts.diffs,
            catch_ups: counts.catch_ups,
            snapshots: counts.snapshots,
            mismatches: counts.mismatches,
            gaps: counts.gaps,
            resyncs: counts.resyncs,
            forgotten: counts.forgotten,
            went_back: counts.went_back,
            garbage: counts.garbage,
            envelopes: pages.envelopes,
            draws: pages.draws,
            own_links: pages.own_links,
            by_clock: counts.by_clock,
            unfair: pages.unfair.clone(),
            refusals: counts.refusals.clone(),
            ended_badly: pages.ended_badly.clone(),
            answers_lost: pages.answers_lost,
            records,
            traffic: TrafficFigures::of(pages),
            court: (orders.brain.game() == GameKind::Stones).then(|| CourtFigures::of(pages, compared)),
        };
        report.ok = report.faults().is_empty();
        report
    }

    /// What is wrong, each with its count.
    pub fn faults(&self) -> Vec<(&'static str, u64)> {
        let wanted = self.rooms * usize::from(self.seats);
        let compared = self.court.as_ref().and_then(|court| court.compared.as_ref());
        let faults = [
            ("matches did not end", self.matches_unended as u64),
            (
                "seats did not see the end",
                wanted.saturating_sub(self.seats_ended) as u64,
            ),
            ("views differed from the server's", self.mismatches),
            ("diffs were missing", self.gaps),
            ("acknowledged commands were forgotten", self.forgotten),
            ("versions were taken back", self.went_back),
            ("frames were no message", self.garbage),
            ("things were unfair", self.unfair.values().sum()),
            ("answers could not be written down", self.answers_lost),
            (
                "records failed",
                self.records.as_ref().map_or(0, |records| records.failed.len() as u64),
            ),
            (
                "things that were told are in no record",
                compared.map_or(0, |compared| compared.told_missing),
            ),
            (
                "acknowledged wishes are in no record",
                compared.map_or(0, |compared| compared.acked_missing),
            ),
        ];
        faults.into_iter().filter(|(_, count)| *count > 0).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, value: String| writeln!(f, "{name:<22}{value}");
        let ms = |us: u64| format!("{:.2} ms", us as f64 / 1000.0);
        let latency = |l: &Latency| {
            format!(
                "p50 {}, p99 {}, p99.9 {}, longest {} ({})",
                ms(l.p50),
                ms(l.p99),
                ms(l.p999),
                ms(l.max),
                l.count
            )
        };
        let list = |map: &BTreeMap<String, u64>| match map.is_empty() {
            true => "none".to_owned(),
            false => map
                .iter()
                .map(|(name, count)| format!("{count} × {name}"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let used = |u: &Use| match (u.cpu_us_per_command, u.cpu_s, u.rss_kb, u.rss_peak_kb) {
            (Some(us), Some(s), Some(now), Some(most)) => {
                format!(
                    "{us:.1} µs a command ({s:.2} s), memory {:.1} MB, at most {:.1} MB",
                    now as f64 / 1024.0,
                    most as f64 / 1024.0
                )
            }
            _ => "not measured (on another machine, or restarted)".to_owned(),
        };
        row(
            "rooms",
            format!(
                "{} of {} seats, {}, brain {}, seed {}",
                self.rooms, self.seats, self.preset, self.brain, self.seed
            ),
        )?;
        row(
            "matches ended",
            format!("{} of {} in {:.1} s", self.matches_ended, self.rooms, self.seconds),
        )?;
        row(
            "commands",
            format!("{} acknowledged, {:.0} a second", self.commands, self.commands_per_s),
        )?;
        row("latency", latency(&self.latency_us))?;
        if self.latency_resent_us.count > 0 {
            row("  of those sent again", latency(&self.latency_resent_us))?;
        }
        row("server", used(&self.server))?;
        row("this swarm", used(&self.swarm))?;
        row("traffic", self.traffic.to_string())?;
        row(
            "sockets",
            format!(
                "{} cut, {} reconnects, {} commands sent again, {} held back",
                self.cuts, self.reconnects, self.resends, self.holds
            ),
        )?;
        row(
            "views",
            format!(
                "{} diffs, {} catch-ups, {} snapshots, {} mismatches, {} gaps",
                self.diffs, self.catch_ups, self.snapshots, self.mismatches, self.gaps
            ),
        )?;
        row(
            "envelopes",
            format!(
                "{} opened, {} draws checked, {} with own links, {} by the clock",
                self.envelopes, self.draws, self.own_links, self.by_clock
            ),
        )?;
        row("unfair", list(&self.unfair))?;
        row("refusals", list(&self.refusals))?;
        row("ended early", list(&self.ended_badly))?;
        if let Some(records) = &self.records {
            row(
                "records",
                format!("{} verified, {} failed", records.good, records.failed.len()),
            )?;
            for (id, why) in records.failed.iter().take(5) {
                row("  failed", format!("{id}: {why}"))?;
            }
        }
        if let Some(court) = &self.court {
            row("motion", court.to_string())?;
            if let Some(compared) = &court.compared {
                row(
                    "told and recorded",
                    format!(
                        "{} things that happened, {} missing; {} wishes acknowledged, {} missing",
                        compared.told, compared.told_missing, compared.acked, compared.acked_missing
                    ),
                )?;
                for what in compared.missing.iter().take(5) {
                    row("  missing", what.clone())?;
                }
            }
        }
        match self.faults().as_slice() {
            [] => write!(f, "✔ all well"),
            faults => {
                let faults: Vec<String> = faults.iter().map(|(what, count)| format!("{count} {what}")).collect();
                write!(f, "✘ {}", faults.join(", "))
            }
        }
    }
}
