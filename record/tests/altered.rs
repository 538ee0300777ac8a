//! Sets of four stones with one thing changed: each change fails in the check that is concerned with it, and where.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

#[path = "play/stones.rs"]
mod play;
#[path = "play/retell.rs"]
mod retell;
#[path = "play/whim.rs"]
mod whim;

use std::collections::BTreeMap;

use chowk_record::verify::{CheckName, verify};
use play::{play, short};
use retell::{Fields, chained, failures, lines};
use serde_json::{Value, json};

use CheckName::{Draws, HashChain, Moves, Seal, TipsAndLinks};

/// The lines of the first set that is full.
fn set(full: &dyn Fn(&str) -> bool) -> Vec<Fields> {
    let mut sets = (0..10_000).map(|n| play(short(), seed(n), None).record);
    lines(&sets.find(|record| full(record)).unwrap())
}

fn seed(n: u64) -> [u8; 32] {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&n.to_be_bytes());
    seed
}

/// A set with a tie that was drawn and somebody who came through.
fn drawn() -> Vec<Fields> {
    let kinds = ["through", "given", "tagged", "away", "clock_out"].map(|kind| format!("\"kind\":\"{kind}\""));
    set(&|record| record.contains(",\"t\":4,") && kinds.iter().all(|kind| record.contains(kind)))
}

/// A set with gumpu and a clock that caught one alone.
fn alone() -> Vec<Fields> {
    let among: Vec<String> = (0..5).map(|seat| format!("\"among\":[{seat}],")).collect();
    set(&|record| record.contains("\"phase\":\"gumpu\"") && among.iter().any(|among| record.contains(among)))
}

/// One door for the rows below: the changed record fails so and not otherwise.
#[track_caller]
fn fails(lines: &[Fields], expected: &[(CheckName, u64)], what: &str) {
    let report = verify(&chained(lines), None);
    assert_eq!(failures(&report), expected, "{what}\n{report}");
}

/// The place of the n-th line of this kind; its number in the file is one more.
fn place(lines: &[Fields], kind: &str, n: usize) -> usize {
    let mut places = (0..lines.len()).filter(|&at| lines[at]["kind"] == kind);
    places.nth(n).unwrap_or_else(|| panic!("no {kind} line"))
}

fn number(at: usize) -> u64 {
    at as u64 + 1
}

fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(0), json!("nobody")],
        Value::Bool(flag) => vec![json!(!flag), json!("maybe")],
        Value::Number(n) => vec![
            json!(n.as_i64().unwrap() + 1),
            json!(n.as_i64().unwrap() - 1),
            json!(0.5),
        ],
        Value::String(text) => {
            let words = [
                "SW",
                "NE",
                "S",
                "W",
                "run",
                "credit",
                "gumpu",
                "chhuttu",
                "finished",
                "abandoned",
            ];
            let alike = words
                .iter()
                .filter(|word| word.len().abs_diff(text.len()) < 2 && *word != text);
            alike.map(|word| json!(word)).chain([json!("x")]).collect()
        }
        Value::Array(list) => {
            let shorter = &list[..list.len() - 1];
            let turned: Vec<&Value> = list.iter().rev().collect();
            let all = vec![json!([]), json!(shorter), json!(turned)];
            all.into_iter().filter(|other| other != value).collect()
        }
        Value::Object(_) => vec![json!({})],
    }
}

/// A debug build takes ten times as long; of lines that are tried one by one it tries each tenth,
const STRIDE: usize = if cfg!(debug_assertions) { 10 } else { 1 };
/// and so many of each kind.
const EACH: usize = if cfg!(debug_assertions) { 1 } else { 4 };

const WISHES: [&str; 5] = ["inputs", "take", "give", "choice", "away"];

fn is_derived(line: &Fields) -> bool {
    let kind = line["kind"].as_str().unwrap();
    !WISHES.contains(&kind) && !["header", "lots", "opened"].contains(&kind)
}

/// Each field of each kind of event, with other values and without: the moves say so at that line. Whom a draw caught,
/// and its number, is the draws' to say.
#[test]
fn each_derived_field() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows = 0;
    for lines in [drawn(), alone()] {
        let derived = (0..lines.len()).filter(|&at| is_derived(&lines[at]));
        for at in derived {
            let kind = lines[at]["kind"].as_str().unwrap();
            let drawn = lines[at].contains_key("t");
            for field in lines[at]
                .keys()
                .filter(|field| !["kind", "line", "ms", "h"].contains(&field.as_str()))
            {
                let count = seen.entry(format!("{kind} {field} {drawn}")).or_default();
                *count += 1;
                if *count > EACH {
                    continue;
                }
                let mut changes: Vec<Option<Value>> = others(&lines[at][field]).into_iter().map(Some).collect();
                changes.push(None);
                for change in changes {
                    let mut altered = lines.clone();
                    match &change {
                        Some(value) => altered[at].insert(field.clone(), value.clone()),
                        None => altered[at].remove(field),
                    };
                    let here = number(at);
                    let expected = match field.as_str() {
                        "t" => vec![(Draws, here)],
                        // Who else was in it could have been caught; then the next line contradicts.
                        "seat" if drawn => match &change {
                            Some(seat) if lines[at]["among"].as_array().unwrap().contains(seat) => {
                                vec![(Draws, here), (Moves, here + 1)]
                            }
                            Some(seat) if seat.as_u64().is_some_and(|seat| seat < 5) => {
                                vec![(Draws, here), (Moves, here)]
                            }
                            Some(_) | None => vec![(Moves, here)],
                        },
                        _ => vec![(Moves, here)],
                    };
                    fails(
                        &altered,
                        &expected,
                        &format!("{kind} {field} {:?} to {change:?}", lines[at][field]),
                    );
                    rows += 1;
                }
            }
        }
    }
    assert!(rows > 150, "{rows}");
    let fields: Vec<&str> = seen.keys().map(String::as_str).collect();
    for field in [
        "clock_out t true",
        "clock_out among true",
        "tagged patwar_at false",
        "phase box false",
    ] {
        assert!(fields.contains(&field), "{field} of {fields:?}");
    }
}

#[test]
fn a_field_too_many() {
    let lines = drawn();
    let with = |at: usize, field: &str, value: Value| {
        let mut altered = lines.clone();
        altered[at].insert(field.to_owned(), value);
        altered
    };
    let steal = place(&lines, "phase", 0);
    fails(
        &with(steal, "box", json!("SW")),
        &[(Moves, number(steal))],
        "a box without gumpu",
    );
    fails(&with(steal, "colour", json!("red")), &[], "unknown fields are ignored");
    let lines = alone();
    let at = place(&lines, "clock_out", 0);
    let mut altered = lines.clone();
    altered[at].insert("t".to_owned(), json!(4));
    fails(&altered, &[(Draws, number(at))], "t where nothing is drawn");
}

/// Any line left out, doubled, or told after the next one.
#[test]
fn a_line_left_out_doubled_or_moved() {
    let lines = drawn();
    let last = lines.len() - 1;
    let mut seen: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for at in 1..last {
        let here = number(at);
        let (kind, derived) = (lines[at]["kind"].as_str().unwrap(), is_derived(&lines[at]));
        let next = lines[at + 1]["kind"].as_str().unwrap();
        let count = seen.entry((kind, is_derived(&lines[at + 1]))).or_default();
        *count += 1;
        if derived && *count > 2 * EACH && next != "opened" {
            continue;
        }
        let mut without = lines.clone();
        without.remove(at);
        let mut twice = lines.clone();
        twice.insert(at, lines[at].clone());
        let mut moved = lines.clone();
        moved.swap(at, at + 1);
        let ms = moved[at]["ms"].clone();
        moved[at]["ms"] = std::mem::replace(&mut moved[at + 1]["ms"], ms);
        if kind == "lots" {
            fails(&without, &[(Draws, here), (Moves, here)], "no lots");
            fails(&twice, &[(Draws, here + 1)], "lots twice");
            fails(&moved, &[(Draws, here), (Moves, here)], "lots late");
        } else if derived {
            fails(&without, &[(Moves, here)], &format!("{kind} left out"));
            let mut expected = vec![(Draws, here + 1), (Moves, here + 1)];
            if !lines[at].contains_key("t") {
                expected.remove(0);
            }
            fails(&twice, &expected, &format!("{kind} twice"));
            if next == "opened" {
                fails(&moved, &[(Seal, here), (Draws, here + 1), (Moves, here)], "ended late");
            } else {
                fails(&moved, &[(Moves, here)], &format!("{kind} after {next}"));
            }
        } else if at.is_multiple_of(STRIDE) {
            // A wish may have come to nothing; if not, the first event that differs says so.
            for altered in [&without, &twice, &moved] {
                let report = verify(&chained(altered), None);
                match failures(&report)[..] {
                    [] => {}
                    [(Moves, line)] => assert!(line >= here, "{report}"),
                    [..] => panic!("{kind}\n{report}"),
                }
            }
        }
    }
    let mut unopened = lines.clone();
    unopened.pop();
    fails(
        &unopened,
        &[(Seal, number(last - 1)), (Draws, number(last - 1))],
        "not opened",
    );
}

/// An input that was another: everybody is somewhere else then, and sooner or later an event tells it.
#[test]
fn an_input_altered_shows_where_an_event_differs() {
    let lines = drawn();
    let mut told = 0;
    let inputs: Vec<usize> = (0..lines.len()).filter(|&at| lines[at]["kind"] == "inputs").collect();
    for &at in inputs.iter().step_by(STRIDE) {
        let mut altered = lines.clone();
        let first = &mut altered[at]["inputs"][0];
        let turned = |part: usize| first[part].as_i64().map(|d| if d == 0 { 127 } else { -d });
        *first = json!([first[0], first[1], turned(2), turned(3)]);
        let report = verify(&chained(&altered), None);
        match failures(&report)[..] {
            [] => {}
            [(Moves, line)] => {
                assert!(line >= number(at), "{report}");
                told += 1;
            }
            [..] => panic!("{report}"),
        }
    }
    assert!(
        told * 3 * STRIDE > inputs.len(),
        "{told} of {} inputs matter",
        inputs.len()
    );
}

#[test]
fn wishes_that_cannot_be() {
    let lines = drawn();
    let row = |kind: &str, change: &dyn Fn(&mut Fields), why: &str| {
        let at = place(&lines, kind, 1);
        let mut altered = lines.clone();
        change(&mut altered[at]);
        let report = verify(&chained(&altered), None);
        assert_eq!(failures(&report), [(Moves, number(at))], "{why}\n{report}");
        assert!(report.to_string().contains(why), "{report}");
    };
    let parts = "`inputs` must list [tick, seat, dx, dy], each part from -127 to 127";
    for (part, value) in [
        (0, json!(-1)),
        (0, json!(4_294_967_296u64)),
        (1, json!(5)),
        (1, json!(-1)),
        (2, json!(128)),
        (2, json!(-128)),
        (3, json!(0.5)),
        (3, json!("1")),
    ] {
        row("inputs", &|line| line["inputs"][0][part] = value.clone(), parts);
    }
    row("inputs", &|line| line["inputs"][0] = json!([1, 2, 3]), parts);
    row(
        "inputs",
        &|line| line["inputs"] = json!([]),
        "`inputs` must list at least one",
    );
    row("inputs", &|line| drop(line.remove("inputs")), "`inputs` is missing");
    row("take", &|line| line["seat"] = json!(5), "`seat` must be a seat, 0 to 4");
    row("give", &|line| drop(line.remove("to")), "`to` is missing");
    row(
        "choice",
        &|line| line["word"] = json!("hop"),
        "`word` must be \"gumpu\" or \"chhuttu\"",
    );
    row(
        "take",
        &|line| line["tick"] = json!(1),
        "a wish of tick 1 is told when tick",
    );
    row(
        "away",
        &|line| line["tick"] = json!(0),
        "a wish of tick 0 is told when tick",
    );
    row(
        "inputs",
        &|line| line["inputs"] = json!([[0, 1, 0, 0]]),
        "a wish of tick 0 is told when tick",
    );
    // Long before that tick the clock of a phase would have run out.
    row(
        "take",
        &|line| line["tick"] = json!(u32::MAX),
        "before this line must be told that in tick",
    );
    let late = |line: &mut Fields| {
        let first = line["inputs"][0].clone();
        let tick = first[0].as_u64().unwrap();
        line["inputs"] = json!([first, [tick + 8, 0, 0, 0]]);
    };
    row("inputs", &late, "these inputs span 8 ticks, which is more than 250 ms");
}

#[test]
fn ticks_fall_within_a_line_too() {
    let lines = drawn();
    let two = |line: &Fields| {
        line["kind"] == "inputs" && line["inputs"][0][0] != line["inputs"].as_array().unwrap().last().unwrap()[0]
    };
    let at = (0..lines.len()).find(|&at| two(&lines[at])).unwrap();
    let mut altered = lines.clone();
    altered[at]["inputs"].as_array_mut().unwrap().reverse();
    fails(&altered, &[(Moves, number(at))], "inputs backwards");
}

#[test]
fn the_lots_and_what_follows_from_the_seed() {
    let lines = drawn();
    let last = number(lines.len() - 1);
    let with = |at: usize, field: &str, value: Value| {
        let mut altered = lines.clone();
        altered[at].insert(field.to_owned(), value);
        altered
    };
    let mut chairs = lines[1]["chairs"].as_array().unwrap().clone();
    chairs.swap(0, 1);
    fails(
        &with(1, "chairs", json!(chairs)),
        &[(Draws, 2), (Moves, 3)],
        "another patwar",
    );
    let mut chairs = lines[1]["chairs"].as_array().unwrap().clone();
    chairs[4] = chairs[3].clone();
    fails(
        &with(1, "chairs", json!(chairs)),
        &[(Draws, 2), (Moves, 2)],
        "a chair twice",
    );
    fails(&with(1, "t", json!(1)), &[(Draws, 2)], "lots from 1");
    let zeros = json!("0".repeat(64));
    fails(
        &with(lines.len() - 1, "server_seed", zeros),
        &[(Seal, last), (Draws, 2)],
        "another seed",
    );
    fails(&with(3, "ms", json!(u64::MAX >> 12)), &[(HashChain, 5)], "ms falls");
}

#[test]
fn the_header() {
    let lines = drawn();
    let row = |pointer: &str, value: Value, expected: &[(CheckName, u64)]| {
        let mut header = Value::Object(lines[0].clone());
        *header.pointer_mut(pointer).unwrap() = value;
        let mut altered = lines.clone();
        altered[0] = header.as_object().unwrap().clone();
        fails(&altered, expected, pointer);
    };
    row("/preset", json!("four-stones"), &[(Seal, 1)]);
    row("/preset", json!("pagdi"), &[(Seal, 1)]);
    row("/engine", json!(2), &[(Seal, 1)]);
    row("/rules_hash", json!("0".repeat(64)), &[(Seal, 1)]);
    row("/chairs/0/tip", json!("0".repeat(64)), &[(TipsAndLinks, 1)]);
    let reveal = lines[0]["chairs"][1]["reveal"].clone();
    row("/chairs/0/reveal", reveal, &[(TipsAndLinks, 1), (Draws, 2)]);
    row("/chairs/0/links", json!(0), &[(TipsAndLinks, 1), (Draws, 1)]);
    row("/rules/guard_s", json!(0), &[(Seal, 1), (Draws, 1), (Moves, 1)]);
    row("/rules/guard_s", Value::Null, &[(Seal, 1), (Draws, 1), (Moves, 1)]);
}
