//! What a value becomes: other values that could stand there, some that could not, and nothing at all.

use std::fmt;

use chowk_rules::chowka::{
    DeadEnd, End, Ending, Gate, GraceWithoutMove, HitRight, LeaveWhy, OuterStack, PassWhy, Safe, Side, Throws, Victims,
    presets,
};
use serde_json::{Value, json};

use super::story::Story;
use crate::line::By;
use crate::words::Word;

/// One change of one value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Change {
    To(Value),
    LeftOut,
}

impl Change {
    /// Makes the change in a line.
    pub(super) fn make(&self, line: &mut Value, pointer: &str) {
        match self {
            Change::To(value) => {
                if let Some(place) = line.pointer_mut(pointer) {
                    *place = value.clone();
                }
            }
            Change::LeftOut => {
                let Some((parent, field)) = pointer.rsplit_once('/') else {
                    return;
                };
                match line.pointer_mut(parent) {
                    Some(Value::Object(map)) => {
                        map.remove(&unescaped(field));
                    }
                    Some(Value::Array(list)) => {
                        let _ = field.parse::<usize>().map(|at| list.remove(at));
                    }
                    Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => {}
                }
            }
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::To(value) => write!(f, "{value}"),
            Change::LeftOut => f.write_str("left out"),
        }
    }
}

/// Every value of a line, whole lists and objects and what is in them, as JSON pointers.
pub(super) fn pointers(line: &Value) -> Vec<String> {
    let mut found = Vec::new();
    gather(line, "", &mut found);
    found
}

fn gather(value: &Value, here: &str, found: &mut Vec<String>) {
    let mut below = |part: String, inner: &Value| {
        let pointer = format!("{here}/{part}");
        found.push(pointer.clone());
        gather(inner, &pointer, found);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, inner)| below(escaped(key), inner)),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .for_each(|(at, inner)| below(at.to_string(), inner)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The changes of one value: one or more that differ from it.
pub(super) fn of(story: &Story, at: usize, pointer: &str) -> Vec<Change> {
    let Some(value) = story.lines[at].pointer(pointer) else {
        return Vec::new();
    };
    let field = pointer
        .rsplit('/')
        .find(|part| part.parse::<usize>().is_err())
        .unwrap_or("");
    let mut changes: Vec<Change> = others(story, at, field, value).into_iter().map(Change::To).collect();
    changes.push(Change::LeftOut);
    changes.retain(|change| *change != Change::To(value.clone()));
    changes
}

fn others(story: &Story, at: usize, field: &str, value: &Value) -> Vec<Value> {
    match value {
        Value::Null => match field {
            "hit" => vec![json!([]), json!([{ "side": "N", "pawn": 0, "from": 2 }])],
            "preset" => presets().iter().map(|preset| json!(preset.name)).collect(),
            _ => vec![json!("0".repeat(64)), json!(0)],
        },
        Value::Bool(flag) => vec![json!(!flag), json!("maybe")],
        Value::Number(number) => match (field, number.as_u64()) {
            ("ms", Some(ms)) => others_of_ms(story, at, ms),
            (_, Some(n)) => [Some(n + 1), n.checked_sub(1)]
                .into_iter()
                .flatten()
                .map(Value::from)
                .collect(),
            (_, None) => vec![json!(0)],
        },
        Value::String(text) => others_of_text(story, at, field, text),
        Value::Array(list) => {
            let turned: Vec<Value> = list.iter().rev().cloned().collect();
            vec![Value::Null, json!([]), Value::from(turned)]
        }
        Value::Object(_) => vec![Value::Null, json!({}), json!([])],
    }
}

/// One more and one less, a moment before the line before, and one after the line after.
fn others_of_ms(story: &Story, at: usize, ms: u64) -> Vec<Value> {
    let ms_of = |at: usize| story.lines.get(at).and_then(|line| line.get("ms")?.as_u64());
    let before = ms_of(at - 1).unwrap_or(0).checked_sub(1);
    let after = ms_of(at + 1).map(|ms| ms + 1);
    let all = [Some(ms + 1), ms.checked_sub(1), before, after];
    all.into_iter()
        .flatten()
        .map(Value::from)
        .chain([json!(-1), json!(1.5)])
        .collect()
}

fn others_of_text(story: &Story, at: usize, field: &str, text: &str) -> Vec<Value> {
    let is_hex = text.len() >= 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    if is_hex {
        let last = if text.ends_with('0') { "1" } else { "0" };
        return vec![
            json!(format!("{}{last}", &text[..text.len() - 1])),
            json!(text.to_uppercase()),
            json!(&text[..16]),
        ];
    }
    let listed: Vec<&str> = match (story.kind(at), field) {
        ("header", "kind") if text != "header" => vec!["person", "bot", "house", "ghost"],
        (_, "kind") => KINDS.to_vec(),
        ("header", "preset") => presets().iter().map(|preset| preset.name).chain(["whist"]).collect(),
        ("header", "started") => vec!["2030-01-02T00:00:00Z", "2031-01-01T00:00:00.5Z", "2030-01-02 03:04:05"],
        ("header", "game") => vec!["stones", "ludo"],
        (_, "side") | ("ended", "ranks") => words::<Side>(),
        (_, "by") => words::<By>(),
        ("passed", "why") => words::<PassWhy>(),
        ("left", "why") => words::<LeaveWhy>(),
        ("ended", "why") => words::<Ending>(),
        ("header", field) => words_of_rule(field),
        (_, _) => Vec::new(),
    };
    listed
        .into_iter()
        .map(Value::from)
        .chain([json!(format!("{text}x")), json!(7)])
        .collect()
}

/// The kinds of lines, and one that is none.
const KINDS: [&str; 9] = [
    "header", "lots", "thrown", "moved", "passed", "left", "ended", "opened", "chat",
];

fn words_of_rule(field: &str) -> Vec<&'static str> {
    match field {
        "gate" => words::<Gate>(),
        "hit_right" => words::<HitRight>(),
        "victims" => words::<Victims>(),
        "grace_without_move" => words::<GraceWithoutMove>(),
        "throws" => words::<Throws>(),
        "outer_stack" => words::<OuterStack>(),
        "safe" => words::<Safe>(),
        "end" => words::<End>(),
        "dead_end" => words::<DeadEnd>(),
        _ => Vec::new(),
    }
}

fn words<T: Word>() -> Vec<&'static str> {
    T::ALL.iter().map(|choice| choice.word()).collect()
}

/// A key as a part of a JSON pointer (RFC 6901).
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

pub(super) fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}
