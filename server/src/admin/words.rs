//! Answers as people read them.

mod copies;
mod figures;
mod places;

use serde_json::Value;

use self::{
    copies::{backed_up, exported, restored},
    figures::{counted, list, size, span, table, text},
    places::{room, rooms},
};
use super::command::Command;

/// The words for an answer to this command.
pub(super) fn of(command: &Command, answer: &Value) -> String {
    let text = match command {
        Command::Status => status(answer),
        Command::Rooms => rooms(answer),
        Command::Room { .. } => room(&answer["room"]),
        Command::Say { .. } => format!("Heard by {}.", counted(&answer["heard"], "socket", "sockets")),
        Command::Kick { .. } => kicked(answer),
        Command::Ban { .. } => {
            let closed = &answer["closed"];
            format!(
                "Banned {}. Closed {}.",
                ban(&answer["ban"]),
                counted(closed, "socket", "sockets")
            )
        }
        Command::Unban { .. } => {
            let lifted = list(&answer["lifted"]).iter().map(|lifted| text(&lifted["address"]));
            format!("Open again to {}.", lifted.collect::<Vec<_>>().join(", "))
        }
        Command::Bans => bans(answer),
        Command::End { .. } => match answer["abandoned"].as_str() {
            Some(id) => format!(
                "Room {} has ended. Its match was abandoned and opened: {id}",
                text(&answer["room"])
            ),
            None => format!("Room {} has ended.", text(&answer["room"])),
        },
        Command::Reload => reloaded(answer),
        Command::Drain(_) => drained(answer),
        Command::Backup { .. } => backed_up(answer),
        Command::Restore { .. } => restored(answer),
        Command::Export { .. } => exported(answer),
    };
    text.trim_end().to_owned()
}

fn reloaded(answer: &Value) -> String {
    let names = |field: &str| list(&answer[field]).iter().map(text).collect::<Vec<_>>();
    let (now, later, odd) = (names("now"), names("after_restart"), names("warnings"));
    let mut lines = Vec::new();
    if !now.is_empty() {
        lines.push(format!("Changed, for all who come from now on: {}.", now.join(", ")));
    }
    if !later.is_empty() {
        lines.push(format!("Changed, and waits for the next start: {}.", later.join(", ")));
    }
    if answer["bans_before"] != answer["bans"] {
        lines.push(format!("Bans: {}, before {}.", answer["bans"], answer["bans_before"]));
    }
    if lines.is_empty() {
        lines.push("Nothing has changed.".to_owned());
    }
    lines.extend(odd.iter().map(|warning| format!("Warning: {warning}")));
    lines.join("\n")
}

fn status(answer: &Value) -> String {
    let mut out = String::new();
    let mut line = |name: &str, words: String| out.push_str(&format!("{name:<10} {words}\n"));
    let (rooms, journal, seals) = (&answer["rooms"], &answer["journal"], &answer["seals"]);
    line(
        "server",
        format!(
            "{}, version {}, up {}",
            text(&answer["name"]),
            text(&answer["version"]),
            span(&answer["up_ms"])
        ),
    );
    line("state", state(answer));
    let stages: Vec<String> = ["gathering", "readying", "revealing", "playing", "ended"]
        .iter()
        .filter_map(|stage| rooms["stages"][stage].as_u64().map(|count| format!("{count} {stage}")))
        .collect();
    let stages = if stages.is_empty() {
        String::new()
    } else {
        format!(" ({})", stages.join(", "))
    };
    line(
        "rooms",
        format!(
            "{} awake{stages}, {} asleep, {} failed; at most {}",
            rooms["awake"], rooms["asleep"], rooms["failed"], rooms["most"]
        ),
    );
    line("matches", format!("{} running", answer["matches_running"]));
    line(
        "seats",
        format!(
            "{}, {}, {} of the house; {} connected",
            counted(&answer["persons"], "person", "persons"),
            counted(&answer["bots"], "bot", "bots"),
            answer["house"],
            answer["seats_here"]
        ),
    );
    line("watchers", answer["watchers"].to_string());
    line("sockets", answer["sockets"].to_string());
    let works = match journal["why"].as_str() {
        Some(why) => format!("FAILED, rooms are paused: {why}"),
        None => "works".to_owned(),
    };
    let last = match journal["last_commit_ago_ms"].as_u64() {
        Some(_) => format!(
            "last commit {} ms, {} ago",
            journal["last_commit_ms"],
            span(&journal["last_commit_ago_ms"])
        ),
        None => "nothing written yet".to_owned(),
    };
    let (rows, minute) = (&journal["rows"], &journal["rows_last_minute"]);
    line(
        "journal",
        format!("{works}; {rows} rows since the start, {minute} in the last minute; {last}"),
    );
    line(
        "seals",
        format!(
            "{} lines in the log, {} attempts not started",
            seals["lines"], seals["not_started"]
        ),
    );
    line(
        "data",
        format!(
            "{} in {}",
            size(&answer["data"]["bytes"]),
            text(&answer["data"]["folder"])
        ),
    );
    line("bans", answer["bans"].to_string());
    out
}

fn state(answer: &Value) -> String {
    let plan = &answer["draining"];
    match answer["state"].as_str() {
        Some("draining") => format!(
            "closing for the evening since {}; {}",
            text(&plan["since"]),
            stops(plan)
        ),
        Some(other) => other.to_owned(),
        None => "?".to_owned(),
    }
}

/// When it stops, by the plan for the evening.
fn stops(plan: &Value) -> String {
    match (plan["stops"].as_bool(), plan["until"].as_str()) {
        (Some(true), Some(until)) => format!("it stops when the last match has ended, at {until} at the latest"),
        (Some(true), None) => "it stops when the last match has ended".to_owned(),
        (Some(false) | None, _) => "it does not stop by itself".to_owned(),
    }
}

fn drained(answer: &Value) -> String {
    let running = counted(&answer["matches_running"], "match is", "matches are");
    if answer["draining"].is_null() {
        return if answer["was_draining"] == true {
            "Open again: matches may start.".to_owned()
        } else {
            "It was open already.".to_owned()
        };
    }
    if answer["matches_running"] == 0 && answer["draining"]["stops"] == true {
        return "No new match starts, and none is running: the server stops now.".to_owned();
    }
    let words = stops(&answer["draining"]);
    format!("No new match starts; {running} running; {words}.")
}

fn kicked(answer: &Value) -> String {
    let name = answer["name"].as_str().unwrap_or("A watcher");
    // People count chairs from 1.
    match (
        answer["chair"].as_u64().map(|chair| chair + 1),
        answer["in_match"].as_bool(),
    ) {
        (Some(chair), Some(true)) => format!("{name} is put off chair {chair} and has left the match as kicked."),
        (Some(chair), Some(false) | None) => format!("{name} is put off chair {chair}."),
        (None, _) => format!("{name} watches no longer."),
    }
}

fn bans(answer: &Value) -> String {
    let bans = list(&answer["bans"]);
    if bans.is_empty() {
        return "Nobody is banned.".to_owned();
    }
    let mut rows = vec![["ADDRESS", "SINCE", "UNTIL", "REASON"].map(str::to_owned).to_vec()];
    for ban in bans {
        let until = ban["until"].as_str().unwrap_or("for ever").to_owned();
        rows.push(vec![
            text(&ban["address"]),
            text(&ban["since"]),
            until,
            ban["reason"].as_str().unwrap_or_default().to_owned(),
        ]);
    }
    table(&rows)
}

fn ban(ban: &Value) -> String {
    match ban["until"].as_str() {
        Some(until) => format!("{} until {until}", text(&ban["address"])),
        None => format!("{} for ever", text(&ban["address"])),
    }
}
