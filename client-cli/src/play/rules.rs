//! The rules of a table in plain words, from the rule set in the view. It explains; the server judges.

use chowk_protocol::{ClockKind, View};
use serde_json::Value;

/// The rules, a few sentences, one a line.
pub(crate) fn in_words(view: &View) -> Vec<String> {
    let rules = &view.rules;
    let word = |key: &str| rules.get(key).and_then(Value::as_str).unwrap_or_default();
    let number = |key: &str| rules.get(key).and_then(Value::as_u64).unwrap_or_default();
    let yes = |key: &str| rules.get(key).and_then(Value::as_bool).unwrap_or_default();
    let (size, shells, pawns) = (number("board"), number("shells"), number("pawns"));
    let (gate, centre) = (4 * size.saturating_sub(1), size * size);
    let grace = list(rules.get("grace"), "and");
    let mut lines = vec![
        format!(
            "Chowka-bara on {size} by {size} squares{}. Each has {pawns} pawns; squares are counted along your own route, from your home, 1, to the centre, {centre}.",
            view.preset
                .as_ref()
                .map_or_else(String::new, |preset| format!(", as the preset {preset} says"))
        ),
        format!(
            "{shells} cowries are thrown: the mouths up count, none up counts {}.",
            number("none_up")
        ),
    ];
    if number("mouth_up_256") != 128 {
        lines.push(format!(
            "A cowrie shows its mouth in {} of 256 throws.",
            number("mouth_up_256")
        ));
    }
    match (grace.is_empty(), word("throws")) {
        (true, _) => {}
        (false, "collect") => lines.push(format!(
            "You throw until something else than {grace} falls, then spend all values in any order, each on any pawn. A hit earns another series."
        )),
        (false, _) => lines.push(format!(
            "{grace} and every hit earn another throw{}.",
            if yes("hit_grace_adds") { ", a hit by one of these two" } else { "" }
        )),
    }
    match rules.get("entry").and_then(|entry| entry.get("needs")) {
        Some(needs) => lines.push(format!("A pawn comes onto the board by {}.", list(Some(needs), "or"))),
        None => lines.push("All pawns begin at home.".into()),
    }
    lines.push(match word("gate") {
        "open" => format!("The outer rim is 1 to {gate}; the way inside is open to all."),
        _ => format!(
            "The outer rim is 1 to {gate}; whoever has hit nobody yet may not go further.{}",
            if word("hit_right") == "permanent" {
                ""
            } else {
                " Who is hit so that all pawns are home again must hit anew."
            }
        ),
    });
    lines.push(match word("victims") {
        "all" => "Whoever lands on others sends all of them home.".into(),
        "random" => "Whoever lands on others sends one of them home, drawn by lot.".into(),
        _ => "Whoever lands on others sends the one home that has come furthest.".into(),
    });
    lines.push(format!(
        "Nobody is hit on a home{} or in the centre.",
        if word("safe") == "homes_and_corners" {
            ", a corner of the middle ring"
        } else {
            ""
        }
    ));
    if word("outer_stack") != "allowed" {
        lines.push("On the outer rim your pawns do not share a square, but for safe ones.".into());
    }
    lines.push("The centre needs an exact throw. If a pawn can move, one must.".into());
    if word("grace_without_move") == "keep" {
        lines.push(format!(
            "If no pawn can move by {}, you still throw again.",
            list(rules.get("grace"), "or")
        ));
    }
    if yes("centre_grace") {
        lines.push("A pawn that reaches the centre earns a throw.".into());
    }
    if yes("triple_grace_burns") {
        lines.push("The third grace throw in a row is void and ends the turn.".into());
    }
    lines.push(match word("end") {
        "first_finisher" => "The match ends when the first has all pawns in the centre.".into(),
        _ => "The match goes on to the last place.".into(),
    });
    lines.push(match word("dead_end") {
        "open_gate" => "If nobody can ever move again, the gate opens for all.".into(),
        _ => "If nobody can ever move again, those who still play share the rank.".into(),
    });
    lines.push(clock_words(view.clock).into());
    lines
}

/// A clock in words.
pub(crate) fn clock_words(clock: ClockKind) -> &'static str {
    match clock {
        ClockKind::Casual => "Clock: 12 seconds to throw, 20 to choose, and a bank of 60 seconds a match.",
        ClockKind::Quick => "Clock: 6 seconds to throw, 8 to choose, and a bank of 20 seconds a match.",
        ClockKind::Relaxed => "Clock: a minute to throw and three to choose.",
        ClockKind::None => "No clock.",
    }
}

/// Why a pawn may not move, as a clause; `needs` are the values that bring a pawn onto the board.
pub(crate) fn why_not(code: &str, rules: &Value) -> String {
    let needs = rules.get("entry").and_then(|entry| entry.get("needs"));
    match code {
        "finished" => "it is in the centre already".into(),
        "no_entry" => format!("it comes onto the board only by {}", list(needs, "or")),
        "overshoot" => "the centre needs an exact throw".into(),
        "no_hit_right" => "you must hit somebody before you may go inside".into(),
        "own_pawn" => "your own pawn is on that square".into(),
        code => format!("the server says {code}"),
    }
}

/// The same in few words, for where there is little room.
pub(crate) fn why_in_short(code: &str, rules: &Value) -> String {
    let needs = rules.get("entry").and_then(|entry| entry.get("needs"));
    match code {
        "finished" => "is home".into(),
        "no_entry" => format!("enters by {}", list(needs, "or")),
        "overshoot" => "needs an exact throw".into(),
        "no_hit_right" => "gate shut: hit first".into(),
        "own_pawn" => "your own pawn is there".into(),
        code => format!("no: {code}"),
    }
}

fn list(values: Option<&Value>, last: &str) -> String {
    let values: Vec<String> = values
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(Value::to_string)
        .collect();
    match values.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}
