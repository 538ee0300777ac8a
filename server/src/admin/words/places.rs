//! Rooms as people read them: a table of all, and one from close by.

use serde_json::Value;

use super::figures::{counted, list, span, table, text};

pub(super) fn rooms(answer: &Value) -> String {
    let rooms = list(&answer["rooms"]);
    if rooms.is_empty() {
        return "There is no room.".to_owned();
    }
    let mut rows = vec![
        [
            "CODE", "NO", "STAGE", "PRESET", "PERSONS", "BOTS", "HOUSE", "HERE", "WATCH", "AGE", "IDLE",
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
            number("no"),
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

pub(super) fn room(room: &Value) -> String {
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
        line("turn", format!("chair {}, {left}", asked + 1));
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
        line(
            &format!("chair {}", chair["chair"].as_u64().unwrap_or(0) + 1),
            words.join(", "),
        );
    }
    for session in list(&room["sessions"]) {
        let who = match (session["chair"].as_u64(), session["name"].as_str()) {
            (Some(chair), _) => format!("chair {}", chair + 1),
            (None, Some(name)) => format!("watcher {name}"),
            (None, None) => "watcher".to_owned(),
        };
        let from = session["address"].as_str().unwrap_or("address unknown");
        line(&format!("s{}", session["session"]), format!("{who}, {from}"));
    }
    out
}
