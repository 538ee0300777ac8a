//! Closing for the evening: no new match starts, running ones are played to their end, then the server stops.

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tokio::{
    sync::{Notify, watch},
    time::{Instant, sleep_until, timeout},
};

use super::{
    ROOM_ANSWERS, Steward, Told, put,
    request::{Drain, No},
};
use crate::{bans::moment, http::House};

/// Whether the server closes, and when.
#[derive(Debug)]
pub struct Evening {
    plan: watch::Sender<Option<Plan>>,
    stop: Notify,
}

/// How it closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Since when, milliseconds since 1970.
    pub(crate) since: u64,
    /// When it stops at the latest, likewise.
    pub(crate) until: Option<u64>,
    /// The same on this machine's clock.
    deadline: Option<Instant>,
    /// Whether it stops at all.
    pub(crate) stops: bool,
}

impl Default for Evening {
    fn default() -> Self {
        Self {
            plan: watch::Sender::new(None),
            stop: Notify::new(),
        }
    }
}

impl Evening {
    /// The plan, if there is one.
    pub(crate) fn plan(&self) -> Option<Plan> {
        *self.plan.borrow()
    }

    /// Waits until the evening is over and the server is to stop.
    pub async fn is_over(&self) {
        self.stop.notified().await;
    }

    /// Follows the plan, whatever it becomes, until it is dropped.
    pub(super) async fn keep(house: &House) {
        let mut plans = house.evening.plan.subscribe();
        loop {
            let plan = *plans.borrow_and_update();
            let Some(Plan {
                stops: true, deadline, ..
            }) = plan
            else {
                if plans.changed().await.is_err() {
                    return;
                }
                continue;
            };
            let no_match = house
                .lobby
                .world()
                .directory
                .until(|_| house.lobby.matches_running() == 0);
            tokio::select! {
                biased;
                changed = plans.changed() => if changed.is_err() { return },
                () = no_match => return house.evening.stop.notify_one(),
                () = reached(deadline) => return house.evening.stop.notify_one(),
            }
        }
    }
}

async fn reached(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

impl Steward {
    pub(super) async fn drain(&self, drain: Drain) -> Result<Told, No> {
        let lobby = &self.house.lobby;
        let Drain {
            wait_s,
            stop,
            stay,
            off,
        } = drain;
        if [off, stay, stop, wait_s.is_some()].into_iter().filter(|is| *is).count() > 1 {
            let words = "--wait, --stop, --stay and --off exclude each other.";
            return Err(No::new("bad_request", words));
        }
        if off {
            let was = self.house.evening.plan.send_replace(None).is_some();
            self.tell_rooms(false).await;
            tracing::info!(was, "the operator opens again");
            return Ok(self.told_of_evening(was));
        }
        let was = self.house.evening.plan().is_some();
        self.tell_rooms(true).await;
        let wait = if stop { Some(0) } else { wait_s };
        let plan = Plan {
            since: self.house.evening.plan().map_or_else(|| self.wall(), |plan| plan.since),
            until: wait.map(|wait| self.wall().saturating_add(wait.saturating_mul(1_000))),
            deadline: wait.and_then(|wait| Instant::now().checked_add(Duration::from_secs(wait))),
            stops: !stay,
        };
        let told = {
            self.house.evening.plan.send_replace(Some(plan));
            self.told_of_evening(was)
        };
        tracing::info!(
            running = lobby.matches_running(),
            wait,
            stay,
            "the operator closes for the evening"
        );
        Ok(told)
    }

    /// Tells all rooms. One that is just being read hears of it when it can, and holds up nobody.
    async fn tell_rooms(&self, draining: bool) {
        let lobby = Arc::clone(&self.house.lobby);
        let telling = tokio::spawn(async move { lobby.drain(draining).await });
        if timeout(ROOM_ANSWERS, telling).await.is_err() {
            tracing::warn!("some rooms have not heard yet whether matches may start");
        }
    }

    fn told_of_evening(&self, was: bool) -> Told {
        let mut told = Told::new();
        put(&mut told, "was_draining", was);
        put(&mut told, "matches_running", self.house.lobby.matches_running());
        put(&mut told, "draining", self.evening_told());
        told
    }

    /// The plan, as answers tell it; null if there is none.
    pub(super) fn evening_told(&self) -> Value {
        let Some(Plan {
            since, until, stops, ..
        }) = self.house.evening.plan()
        else {
            return Value::Null;
        };
        let mut told = Told::new();
        put(&mut told, "since", moment(since));
        put(&mut told, "stops", stops);
        if let Some(until) = until {
            put(&mut told, "until", moment(until));
        }
        told.into()
    }
}
