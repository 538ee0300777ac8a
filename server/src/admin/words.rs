//! Answers as people read them.

use serde_json::Value;

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
        Command::Drain(_) => drained(answer),
    };
    text.trim_end().to_owned()
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

fn rooms(answer: &Value) -> String {
    let rooms = list(&answer["rooms"]);
    if rooms.is_empty() {
        return "There is no room.".to_owned();
    }
    let mut rows = vec![
        [
            "CODE", "STAGE", "PRESET", "PERSONS", "BOTS", "HOUSE", "HERE", "WATCH", "AGE", "IDLE",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for room in rooms {
        let stage = room["stage"].as_str().unwrap_or("?");
        let stage = match room["stands"].as_str() {
            Some("awake") => stage.to_owned(),
            Some(stands) => stands.to_owned(),
            None => "?".to_owned(),
        };
        let number = |name: &str| room[name].as_u64().map_or("-".to_owned(), |number| number.to_string());
        let mut code = text(&room["code"]);
        if room["listed"] == true {
            code.push('*');
        }
        rows.push(vec![
            code,
            stage,
            room["preset"].as_str().unwrap_or("-").to_owned(),
            number("persons"),
            number("bots"),
            number("house"),
            number("seats_here"),
            number("watchers"),
            room["age_ms"]
                .as_u64()
                .map_or("-".to_owned(), |_| span(&room["age_ms"])),
            room["idle_ms"]
                .as_u64()
                .map_or("-".to_owned(), |_| span(&room["idle_ms"])),
        ]);
    }
    format!(
        "{}\n{} (* in the public list; here: seats that are connected)",
        table(&rows),
        counted(&rooms.len().into(), "room", "rooms")
    )
}

fn room(room: &Value) -> String {
    let mut out = String::new();
    let mut line = |name: &str, words: String| out.push_str(&format!("{name:<10} {words}\n"));
    let listed = if room["listed"] == true { "listed" } else { "private" };
    let preset = room["preset"].as_str().unwrap_or("own rules");
    line(
        "room",
        format!("{} (number {}, {listed})", text(&room["code"]), room["no"]),
    );
    line(
        "table",
        format!("{}, {preset}, clock {}", text(&room["game"]), text(&room["clock"])),
    );
    line("stage", text(&room["stage"]));
    line(
        "version",
        format!(
            "{} ({} on disk), epoch {}",
            room["v"],
            room["durable_v"],
            text(&room["epoch"])
        ),
    );
    line(
        "age",
        format!("{}, idle {}", span(&room["age_ms"]), span(&room["idle_ms"])),
    );
    if let Some(id) = room["match"].as_str() {
        line("match", id.to_owned());
    }
    if let Some(asked) = room["asked"].as_u64() {
        let left = match room["deadline_in_ms"].as_u64() {
            Some(_) => format!("{} left", span(&room["deadline_in_ms"])),
            None => "no deadline".to_owned(),
        };
        line("turn", format!("chair {asked}, {left}"));
    }
    for chair in list(&room["chairs"]) {
        let mut words = vec![text(&chair["kind"])];
        if let Some(name) = chair["name"].as_str() {
            words.insert(0, name.to_owned());
        }
        if chair["kind"] == "person" || chair["kind"] == "bot" {
            words.push(
                if chair["here"] == true {
                    "connected"
                } else {
                    "not connected"
                }
                .to_owned(),
            );
        }
        if chair["chair"] == room["host"] {
            words.push("host".to_owned());
        }
        if chair["away"] == true {
            words.push("away".to_owned());
        }
        line(&format!("chair {}", chair["chair"]), words.join(", "));
    }
    for session in list(&room["sessions"]) {
        let who = match (session["chair"].as_u64(), session["name"].as_str()) {
            (Some(chair), _) => format!("chair {chair}"),
            (None, Some(name)) => format!("watcher {name}"),
            (None, None) => "watcher".to_owned(),
        };
        let from = session["address"].as_str().unwrap_or("address unknown");
        line(&format!("s{}", session["session"]), format!("{who}, {from}"));
    }
    out
}

fn kicked(answer: &Value) -> String {
    let name = answer["name"].as_str().unwrap_or("A watcher");
    match (answer["chair"].as_u64(), answer["in_match"].as_bool()) {
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

/// Columns as wide as their widest word.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn counted(value: &Value, one: &str, many: &str) -> String {
    format!("{value} {}", if *value == 1 { one } else { many })
}

/// Milliseconds as people say them: two units at most.
fn span(millis: &Value) -> String {
    let millis = millis.as_u64().unwrap_or(0);
    let seconds = millis / 1_000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) if millis < 10_000 => format!("{}.{} s", seconds, millis / 100 % 10),
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, _, _) => format!("{hours} h {minutes} min"),
        (_, _, _) => format!("{days} d {hours} h"),
    }
}

/// Bytes as people say them.
pub(super) fn size(bytes: &Value) -> String {
    let bytes = bytes.as_u64().unwrap_or(0);
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{} kB", bytes / 1_024),
        1_048_576..1_073_741_824 => format!("{}.{} MB", bytes / 1_048_576, bytes % 1_048_576 * 10 / 1_048_576),
        _ => format!(
            "{}.{} GB",
            bytes / 1_073_741_824,
            bytes % 1_073_741_824 * 10 / 1_073_741_824
        ),
    }
}
