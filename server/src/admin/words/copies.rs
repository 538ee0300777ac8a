//! Backups, restores and exports as people read them.

use serde_json::Value;

use super::figures::{counted, list, size, text};

fn held(counts: &Value, bans: &Value) -> String {
    format!(
        "{}, {}, {}, {} of the log of seals, {}",
        counted(&counts["rooms"], "room", "rooms"),
        counted(&counts["rows"], "row", "rows"),
        counted(&counts["records"], "record", "records"),
        counted(&counts["seals"], "line", "lines"),
        counted(bans, "ban", "bans")
    )
}

pub(super) fn backed_up(answer: &Value) -> String {
    let backup = &answer["backup"];
    let seeds = if backup["seeds"] == true {
        "With the seeds of matches that are not over: keep it from everybody until they are."
    } else {
        "Without the seeds of matches that are not over: a restore gives those matches up."
    };
    format!(
        "Backed up and checked: {} ({} in {}).\n{seeds}",
        held(backup, &answer["bans"]),
        size(&answer["bytes"]),
        if answer["file"] == "-" {
            "standard output".to_owned()
        } else {
            text(&answer["file"])
        }
    )
}

pub(super) fn restored(answer: &Value) -> String {
    let mut out = format!("Restored: {}.\n", held(&answer["now"], &answer["bans"]));
    let made = crate::bans::moment(answer["backup"]["made"].as_u64().unwrap_or(0));
    out.push_str(&format!(
        "The backup was made at {made} by version {}.\n",
        text(&answer["backup"]["version"])
    ));
    let count = |name: &str| list(&answer[name]).len();
    for (name, one, many) in [
        (
            "abandoned",
            "running match was abandoned, and is opened",
            "running matches were abandoned, and are opened",
        ),
        (
            "not_started",
            "seal that no match had used is opened",
            "seals that no match had used are opened",
        ),
        (
            "given_up",
            "seal was given up: the backup has no seed to open it, and the log shows it as never opened",
            "seals were given up: the backup has no seeds to open them, and the log shows them as never opened",
        ),
    ] {
        if count(name) > 0 {
            out.push_str(&format!("{}.\n", counted(&count(name).into(), one, many)));
        }
    }
    if answer["failed"] != 0 {
        out.push_str(&format!(
            "{} kept as failed; see `rooms`.\n",
            counted(&answer["failed"], "room is", "rooms are")
        ));
    }
    if let Some(kept) = answer["kept"].as_str() {
        out.push_str(&format!("The journal that was there is kept as {kept}\n"));
    }
    out
}

pub(super) fn exported(answer: &Value) -> String {
    let export = &answer["export"];
    if export.is_null() {
        return "Exported as a tar file.".to_owned();
    }
    if answer["only"].is_string() {
        return format!(
            "Exported to {}: the rows of room {}.",
            text(&answer["folder"]),
            text(&answer["only"])
        );
    }
    format!(
        "Exported to {}: {}, {} of the log of seals, the rows of {}.",
        text(&answer["folder"]),
        counted(&export["records"], "record", "records"),
        counted(&export["seals"], "line", "lines"),
        counted(&export["rooms"], "room", "rooms")
    )
}
