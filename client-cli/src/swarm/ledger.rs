//! What all seats of a swarm write into together: latencies, verdicts, the file of answers.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::Write as _,
    path::Path,
    sync::{Mutex, MutexGuard},
    time::Duration,
};

use anyhow::Context as _;
use hdrhistogram::Histogram;
use serde_json::json;

use super::facts::Facts;
use crate::{
    client::{Counts, Verdict},
    socket::Traffic,
};

/// The longest latency that is told apart: a minute, in microseconds.
const LATENCY_MAX_US: u64 = 60_000_000;

/// The common book of a run.
pub(super) struct Ledger {
    pages: Mutex<Pages>,
}

/// Its pages.
pub(super) struct Pages {
    /// From sending to acknowledgement, in microseconds, of commands sent once.
    pub(super) latency: Histogram<u64>,
    /// The same of commands that had to be sent again.
    pub(super) latency_resent: Histogram<u64>,
    /// How late frames of motion came, beside the best ones, in microseconds.
    pub(super) lateness: Histogram<u64>,
    /// How many ticks of motion a return to a new epoch took back, return by return.
    pub(super) vanished: Histogram<u64>,
    /// What all clients heard and said, and how long they sat.
    pub(super) traffic: Traffic,
    pub(super) sat_s: f64,
    /// What was told of courts.
    pub(super) facts: Facts,
    /// Counters of all clients that have ended.
    pub(super) counts: Counts,
    /// What was unfair, by its sentence.
    pub(super) unfair: BTreeMap<String, u64>,
    /// Envelopes opened and checked, draws in them, and own links that throws carried.
    pub(super) envelopes: u64,
    pub(super) draws: u64,
    pub(super) own_links: u64,
    /// Sockets cut on purpose.
    pub(super) cuts: u64,
    /// Clients that ended before their match did, by the reason.
    pub(super) ended_badly: BTreeMap<String, u64>,
    answers: Option<File>,
    /// Answers that could not be written.
    pub(super) answers_lost: u64,
}

/// An acknowledged throw.
pub(super) struct Answered<'a> {
    pub(super) room: &'a str,
    pub(super) r#match: &'a str,
    pub(super) chair: u8,
    pub(super) cid: &'a str,
    pub(super) v: u64,
    pub(super) n: u64,
    pub(super) t: u64,
    pub(super) value: u8,
}

impl Ledger {
    /// An empty book; `answers` is appended to.
    pub(super) fn open(answers: Option<&Path>) -> anyhow::Result<Self> {
        let file = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("cannot append to {}", path.display()))
        };
        Ok(Self {
            pages: Mutex::new(Pages {
                latency: Histogram::new_with_max(LATENCY_MAX_US, 3)?,
                latency_resent: Histogram::new_with_max(LATENCY_MAX_US, 3)?,
                lateness: Histogram::new_with_max(LATENCY_MAX_US, 3)?,
                vanished: Histogram::new(3)?,
                traffic: Traffic::default(),
                sat_s: 0.0,
                facts: Facts::default(),
                counts: Counts::default(),
                unfair: BTreeMap::new(),
                envelopes: 0,
                draws: 0,
                own_links: 0,
                cuts: 0,
                ended_badly: BTreeMap::new(),
                answers: answers.map(file).transpose()?,
                answers_lost: 0,
            }),
        })
    }

    /// The pages, to read or write in.
    pub(super) fn pages(&self) -> MutexGuard<'_, Pages> {
        // All writers are tasks of one thread, and none can panic while it writes a number.
        self.pages.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Pages {
    /// A command was acknowledged.
    pub(super) fn acked(&mut self, took: Duration, resent: bool) {
        let us = u64::try_from(took.as_micros())
            .unwrap_or(LATENCY_MAX_US)
            .clamp(1, LATENCY_MAX_US);
        let page = if resent {
            &mut self.latency_resent
        } else {
            &mut self.latency
        };
        page.saturating_record(us);
    }

    /// A frame of motion came so much later than it might have.
    pub(super) fn late(&mut self, by: Duration) {
        let us = u64::try_from(by.as_micros()).unwrap_or(LATENCY_MAX_US);
        self.lateness.saturating_record(us.clamp(1, LATENCY_MAX_US));
    }

    /// The server came back at a tick so many before the newest that this seat was shown.
    pub(super) fn vanished(&mut self, ticks: u32) {
        self.vanished.saturating_record(u64::from(ticks));
    }

    /// A throw was answered: one line in the file of answers, handed to the system before anything else is done.
    pub(super) fn answered(&mut self, answered: &Answered<'_>) {
        let Some(file) = &mut self.answers else { return };
        let Answered {
            room,
            r#match,
            chair,
            cid,
            v,
            n,
            t,
            value,
        } = answered;
        let line = json!({
            "room": room, "match": r#match, "chair": chair, "cid": cid, "v": v, "n": n, "t": t, "value": value,
        });
        if file.write_all(format!("{line}\n").as_bytes()).is_err() {
            self.answers_lost += 1;
        }
    }

    /// An envelope was opened and checked.
    pub(super) fn checked(&mut self, verdict: &Verdict) {
        self.envelopes += 1;
        self.draws += u64::from(verdict.draws_checked);
        self.own_links += u64::from(verdict.own_links);
        for fault in &verdict.faults {
            *self.unfair.entry(fault.to_string()).or_default() += 1;
        }
    }
}
