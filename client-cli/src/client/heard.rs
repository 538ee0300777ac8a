//! What the server said, read with patience: what a newer server adds is passed over, what is no message is named.

use std::collections::BTreeMap;

use chowk_protocol::{ChairNo, Event, Place, RefusalCode, ServerMsg};
use serde::Deserialize;
use serde_json::Value;

/// A frame from the server.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Heard {
    /// A message of this version of the protocol.
    Message(Box<ServerMsg>),
    /// A refusal whose code this client does not know yet.
    RefusedOtherwise {
        n: Option<u64>,
        code: String,
        text: String,
        retry_ms: Option<u64>,
    },
    /// A message of a name that this client does not know yet.
    Newer,
    /// No message at all: why.
    Garbage(String),
}

/// The names of all messages of a server.
const NAMES: [&str; 13] = [
    "welcome", "seated", "snapshot", "diff", "catch_up", "ack", "refused", "around", "motion", "film", "notice", "bye",
    "pong",
];

/// Reads one text frame.
pub(super) fn read(text: &str) -> Heard {
    // Most frames are diffs, on a court motion: read as such, without the detour by which a tag is looked for.
    if text.starts_with(r#"{"t":"diff","#)
        && let Ok(diff) = serde_json::from_str(text)
    {
        return Heard::Message(Box::new(ServerMsg::Diff(diff)));
    }
    if text.starts_with(r#"{"t":"motion","#)
        && let Ok(Motion { tick, at, i }) = serde_json::from_str(text)
    {
        return Heard::Message(Box::new(ServerMsg::Motion { tick, at, i }));
    }
    // What we know completely is read in one pass; the rest costs a second one.
    match serde_json::from_str(text) {
        Ok(message) => Heard::Message(Box::new(message)),
        Err(error) => read_leniently(text, &error),
    }
}

/// Where somebody is on a court; thirty of these come a second.
#[derive(Deserialize)]
struct Motion {
    tick: u32,
    at: BTreeMap<ChairNo, Place>,
    #[serde(default)]
    i: Option<u64>,
}

fn read_leniently(text: &str, error: &serde_json::Error) -> Heard {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else {
        return Heard::Garbage(error.to_string());
    };
    let Some(name) = value.get("t").and_then(Value::as_str).map(str::to_owned) else {
        return Heard::Garbage("a frame without the name of a message".into());
    };
    if !NAMES.contains(&name.as_str()) {
        return Heard::Newer;
    }
    let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let number = |key: &str| value.get(key).and_then(Value::as_u64);
    if name == "refused"
        && let Some(code) = word("code")
        && let Err(_) = serde_json::from_value::<RefusalCode>(Value::from(code.clone()))
    {
        return Heard::RefusedOtherwise {
            n: number("n"),
            code,
            text: word("text").unwrap_or_default(),
            retry_ms: number("retry_ms"),
        };
    }
    forget_what_is_newer(&mut value);
    match serde_json::from_value(value) {
        Ok(message) => Heard::Message(Box::new(message)),
        Err(error) => Heard::Garbage(format!("{name}: {error}")),
    }
}

/// Drops events and reasons of names that are not known; the patch beside an event says all that it says.
fn forget_what_is_newer(value: &mut Value) {
    let known = |event: &Value| serde_json::from_value::<Event>(event.clone()).is_ok();
    let prune = |list: Option<&mut Value>| {
        if let Some(Value::Array(events)) = list {
            events.retain(known);
        }
    };
    prune(value.get_mut("events"));
    prune(value.get_mut("news"));
    if let Some(Value::Array(diffs)) = value.get_mut("diffs") {
        for diff in diffs {
            prune(diff.get_mut("events"));
        }
    }
    for key in ["reason", "why"] {
        if let Some(object) = value.as_object_mut()
            && let Some(reason) = object.get(key)
            && serde_json::from_value::<RefusalCode>(reason.clone()).is_err()
        {
            object.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_server_is_understood_as_far_as_we_know() {
        for (text, expected) in [
            (r#"{"t":"confetti","n":1}"#, "Newer"),
            (r#"{"t":"pong","c":1,"v":2,"now":3,"mood":"fine"}"#, "Pong"),
            (
                r#"{"t":"motion","tick":9,"at":{"4":[1,2]},"i":3,"wind":7}"#,
                "at: {4: [1, 2]}, i: Some(3)",
            ),
            (
                r#"{"tick":9,"t":"motion","at":{"0":[1,2]}}"#,
                "at: {0: [1, 2]}, i: None",
            ),
            (
                r#"{"t":"diff","from":1,"v":2,"hash":"0000000000000000","patch":{},"events":[{"e":"danced"},{"e":"left","chair":1}]}"#,
                "Left { chair: 1 }",
            ),
            (
                r#"{"t":"refused","n":4,"code":"mercury_retrograde","text":"Not today."}"#,
                "mercury_retrograde",
            ),
            (
                r#"{"t":"bye","code":1000,"text":"Not today.","why":"mercury_retrograde"}"#,
                "text: \"Not today.\", why: None",
            ),
        ] {
            let heard = format!("{:?}", read(text));
            assert!(heard.contains(expected), "{text}: {heard}");
            assert!(!heard.contains("danced"));
        }
    }

    #[test]
    fn garbage_is_named() {
        for text in [
            "",
            "[]",
            "{",
            "7",
            r#"{"x":1}"#,
            r#"{"t":7}"#,
            r#"{"t":"ack"}"#,
            r#"{"t":"diff","from":"a"}"#,
        ] {
            assert!(matches!(read(text), Heard::Garbage(_)), "{text}");
        }
    }
}
