//! The page for client writers tells the truth: its examples are read, its tables are the code's.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;

use chowk_protocol::{ClientMsg, CloseCode, Event, RefusalCode, ServerMsg, View};
use serde_json::Value;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

fn page() -> String {
    std::fs::read_to_string(PATH).expect("protocol/README.md is there")
}

fn examples(heading: &str) -> Vec<String> {
    let page = page();
    let part = page.split(&format!("\n## {heading}\n")).nth(1).expect(heading);
    let part = part.split("\n## ").next().unwrap();
    let block = part
        .split("```json\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect(heading);
    block.lines().map(str::to_owned).collect()
}

/// The names that the schema knows of a tagged enum.
fn names(of: &str, tag: &str) -> BTreeSet<String> {
    let schema = chowk_protocol::schema::schema();
    let variants = schema["$defs"][of]["oneOf"].as_array().expect(of).clone();
    let name = |variant: &Value| variant["properties"][tag]["const"].as_str().unwrap().to_owned();
    variants.iter().map(name).collect()
}

fn told(examples: &[String], tag: &str) -> BTreeSet<String> {
    let name = |line: &String| {
        serde_json::from_str::<Value>(line).unwrap()[tag]
            .as_str()
            .unwrap()
            .to_owned()
    };
    examples.iter().map(name).collect()
}

fn is_same(line: &str, again: Value) {
    assert_eq!(serde_json::from_str::<Value>(line).unwrap(), again, "{line}");
}

#[test]
fn every_message_of_a_client_has_an_example_that_the_server_takes() {
    let lines = examples("From clients");
    for line in &lines {
        let message = ClientMsg::decode(line).unwrap_or_else(|bad| panic!("{bad}: {line}"));
        is_same(line, serde_json::to_value(message).unwrap());
    }
    assert_eq!(told(&lines, "t"), names("ClientMsg", "t"));
}

#[test]
fn every_message_of_the_server_has_an_example_that_a_client_reads() {
    let lines = examples("From the server");
    for line in &lines {
        let message: ServerMsg = serde_json::from_str(line).unwrap_or_else(|bad| panic!("{bad}: {line}"));
        is_same(line, serde_json::to_value(message).unwrap());
    }
    assert_eq!(told(&lines, "t"), names("ServerMsg", "t"));
}

#[test]
fn every_event_has_an_example() {
    let lines = examples("Events");
    for line in &lines {
        let event: Event = serde_json::from_str(line).unwrap_or_else(|bad| panic!("{bad}: {line}"));
        is_same(line, serde_json::to_value(event).unwrap());
    }
    assert_eq!(told(&lines, "e"), names("Event", "e"));
}

#[test]
fn the_view_is_as_shown() {
    for line in examples("The view") {
        let view: View = serde_json::from_str(&line).unwrap();
        is_same(&line, serde_json::to_value(view).unwrap());
    }
}

#[test]
fn the_tables_are_the_codes() {
    let refusals: String = RefusalCode::ALL
        .iter()
        .map(|code| format!("| `{}` | {} |\n", code.code(), code.text()))
        .collect();
    let closes: String = CloseCode::ALL
        .iter()
        .map(|code| {
            let back = if code.come_back() { "yes" } else { "no" };
            format!("| {} | {} | {back} |\n", code.number(), code.text())
        })
        .collect();
    let page = page();
    let fresh = put(
        &page,
        "refusals",
        &format!("| code | sentence |\n|---|---|\n{refusals}"),
    );
    let fresh = put(
        &fresh,
        "closes",
        &format!("| code | sentence | come back? |\n|---|---|---|\n{closes}"),
    );
    if std::env::var_os("CHOWK_BLESS").is_some() {
        std::fs::write(PATH, &fresh).unwrap();
    }
    assert!(
        page == fresh,
        "run CHOWK_BLESS=1 cargo test -p chowk-protocol to write the tables"
    );
}

fn put(page: &str, name: &str, table: &str) -> String {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = page.split_once(&open).expect(name);
    let (_, after) = rest.split_once(&close).expect(name);
    format!("{before}{open}{table}{close}{after}")
}

#[test]
fn bad_messages_are_refused_by_code() {
    let table = [
        ("", RefusalCode::Malformed, None),
        ("[]", RefusalCode::Malformed, None),
        ("{}", RefusalCode::Malformed, None),
        (r#"{"t":7}"#, RefusalCode::Malformed, None),
        (r#"{"t":"dance","n":3}"#, RefusalCode::UnknownMessage, Some(3)),
        (r#"{"t":"throw","n":4}"#, RefusalCode::Malformed, Some(4)),
        (r#"{"t":"throw","n":-1,"v":1}"#, RefusalCode::Malformed, None),
        (
            r#"{"t":"throw","n":9007199254740992,"v":1}"#,
            RefusalCode::Malformed,
            None,
        ),
        (
            r#"{"t":"move","n":4,"v":1,"pawn":256,"value":1}"#,
            RefusalCode::Malformed,
            Some(4),
        ),
        (r#"{"t":"reveal","n":4,"link":"ABCD"}"#, RefusalCode::Malformed, Some(4)),
        (
            r#"{"t":"input","i":1,"dx":-128,"dy":0,"x":5}"#,
            RefusalCode::NotAWish,
            None,
        ),
        (
            r#"{"t":"input","i":1,"dx":1,"dy":0,"tick":5}"#,
            RefusalCode::NotAWish,
            None,
        ),
        (r#"{"t":"input","i":1,"dx":200,"dy":0}"#, RefusalCode::Malformed, None),
    ];
    for (text, code, n) in table {
        let bad = ClientMsg::decode(text).unwrap_err();
        assert_eq!((bad.code, bad.n), (code, n), "{text}");
    }
    let deep = format!("{}{}", "[".repeat(4000), "]".repeat(4000));
    assert_eq!(
        ClientMsg::decode(&deep).unwrap_err().code,
        RefusalCode::Malformed,
        "case H16"
    );
    assert!(
        ClientMsg::decode(r#"{"t":"resync","later":[null,{"a":1.5}]}"#).is_ok(),
        "unknown fields are ignored"
    );
}
