//! `rooms`, `room` and `end`: what rooms there are, what is in one, and ending it.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{ROOM_ANSWERS, Steward, Told, put, request::No, status::stage_name};
use crate::{
    lobby::directory::{Entered, Stands},
    room::{Order, Report},
};

/// Longest reason of an end.
pub(super) const REASON_CHARS_MAX: usize = 200;

impl Steward {
    pub(super) async fn rooms(&self) -> Told {
        let entries = self.house.lobby.world().directory.entries();
        let looks = entries.iter().map(async |entered| match &entered.stands {
            Stands::Awake(handle) => {
                let looked = tokio::time::timeout(ROOM_ANSWERS, handle.look()).await;
                room_line(entered, "awake", looked.ok().flatten().as_ref())
            }
            Stands::Asleep => room_line(entered, "asleep", None),
            Stands::Failed => room_line(entered, "failed", None),
        });
        let lines: Vec<Value> = join_all(looks).await;
        let mut told = Told::new();
        put(&mut told, "rooms", lines);
        told
    }

    pub(super) async fn room(&self, code: &str) -> Result<Told, No> {
        let handle = self.find(code)?;
        let report = self.look(&handle).await?;
        Ok(self.room_told(&report))
    }

    fn room_told(&self, report: &Report) -> Told {
        let present = self.house.sockets.present();
        let mut room = json!(report);
        if let Some(sessions) = room["sessions"].as_array_mut() {
            for (told, session) in sessions.iter_mut().zip(&report.sessions) {
                // For the eyes of whoever may open this socket; it is in no log.
                if let Some(address) = present.address(session.id) {
                    told["address"] = json!(address.to_string());
                }
            }
        }
        let line = &report.summary;
        room["preset"] = json!(line.preset);
        room["clock"] = json!(line.clock);
        room["listed"] = json!(line.listed);
        room["watch"] = json!(line.watch);
        room["best_of"] = json!(line.best_of);
        let mut told = Told::new();
        put(&mut told, "room", room);
        told
    }

    pub(super) async fn end(&self, code: &str, reason: Option<String>) -> Result<Told, No> {
        let handle = self.find(code)?;
        let report = self.look(&handle).await?;
        let why = reason.unwrap_or_else(|| "The operator has closed this room.".into());
        if why.chars().count() > REASON_CHARS_MAX || why.chars().any(char::is_control) {
            let words = format!("A reason is one line of at most {REASON_CHARS_MAX} letters.");
            return Err(No::new("bad_request", words));
        }
        let ordered = async {
            // A room that has ended meanwhile has done what was asked.
            let _ = handle.order(Order::End { why }).await;
            handle.gone().await;
        };
        if tokio::time::timeout(ROOM_ANSWERS, ordered).await.is_err() {
            let words = "The room is told to end, and has not ended yet; see `status` for the health of the journal.";
            return Err(No::new("busy", words));
        }
        tracing::info!(room = report.no, "the operator has ended a room");
        let mut told = Told::new();
        put(&mut told, "room", report.code.to_string());
        put(&mut told, "stage", stage_name(&report.summary));
        if stage_name(&report.summary) == "playing"
            && let Some(match_id) = report.match_id
        {
            put(&mut told, "abandoned", match_id.to_string());
        }
        Ok(told)
    }
}

fn room_line(entered: &Entered, stands: &str, report: Option<&Report>) -> Value {
    let mut line = json!({ "code": entered.code, "stands": stands, "listed": entered.listed });
    if let Some(no) = entered.no {
        line["no"] = json!(no.0);
    }
    if let Some(summary) = report.map(|report| &report.summary).or(entered.summary.as_ref()) {
        line["stage"] = json!(summary.stage);
        line["game"] = json!(summary.game);
        line["preset"] = json!(summary.preset);
        line["chairs"] = json!(summary.chairs);
        line["persons"] = json!(summary.persons);
        line["seats_here"] = json!(summary.here);
        line["bots"] = json!(summary.bots);
        line["house"] = json!(summary.house);
        line["watchers"] = json!(summary.watchers);
    }
    if let Some(report) = report {
        line["age_ms"] = json!(report.age_ms);
        line["idle_ms"] = json!(report.idle_ms);
    }
    line
}
