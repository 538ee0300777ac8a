//! The JSON Schema of all messages, for client writers in any language, and what counts as a change that breaks them.

use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::{ClientMsg, ServerMsg, View};

/// All that travels: the root of the published schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Protocol {
    /// From clients.
    client: ClientMsg,
    /// From the server.
    server: ServerMsg,
    /// What a snapshot's `view` holds.
    view: View,
}

/// The schema of version 1.
pub fn schema() -> Value {
    schema_for!(Protocol).to_value()
}

/// Every way in which `new` breaks a client that was written for `old`: what is gone or changed, by its path. What was
/// added is fine, unless the client would have to send it.
pub fn breaks(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", old, new, &mut found);
    found
}

fn compare(path: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in old.iter().filter(|(key, _)| *key != "description" && *key != "default") {
                match new.get(key) {
                    Some(other) => compare(&format!("{path}/{key}"), value, other, found),
                    None => found.push(format!("{path}/{key} is gone")),
                }
            }
            if new.contains_key("required") && !old.contains_key("required") {
                found.push(format!("{path}/required is new"));
            }
        }
        (Value::Array(old_list), Value::Array(new_list)) if path.ends_with("/required") => {
            if old_list != new_list {
                found.push(format!("{path} changed"));
            }
        }
        (Value::Array(old_list), Value::Array(new_list)) => {
            for item in old_list {
                let name = tag(item);
                match new_list.iter().find(|other| tag(other) == name) {
                    Some(other) => compare(&format!("{path}/{name}"), item, other, found),
                    None => found.push(format!("{path}/{name} is gone")),
                }
            }
        }
        _ if old == new => {}
        _ => found.push(format!("{path} changed from {old} to {new}")),
    }
}

/// What names an entry of a list: the constant of its tag, else itself.
fn tag(item: &Value) -> String {
    ["t", "e"]
        .iter()
        .find_map(|tag| item.pointer(&format!("/properties/{tag}/const")))
        .or_else(|| item.get("const"))
        .map_or_else(|| item.to_string(), Value::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_schema_is_the_crates_and_breaks_nobody() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema-1.json");
        let new = schema();
        let text = serde_json::to_string_pretty(&new).unwrap() + "\n";
        if std::env::var_os("CHOWK_BLESS").is_some() {
            if let Ok(old) = std::fs::read_to_string(path) {
                assert_eq!(breaks(&serde_json::from_str(&old).unwrap(), &new), Vec::<String>::new());
            }
            std::fs::write(path, &text).unwrap();
        }
        let old = std::fs::read_to_string(path).expect("protocol/schema-1.json is committed");
        assert_eq!(breaks(&serde_json::from_str(&old).unwrap(), &new), Vec::<String>::new());
        assert_eq!(
            old, text,
            "run CHOWK_BLESS=1 cargo test -p chowk-protocol to write the additions"
        );
    }

    #[test]
    fn what_would_break_a_client_is_found() {
        let old = schema();
        let mut renamed: Value = old.clone();
        let text = old.to_string().replace("\"asked\"", "\"asked_at\"");
        renamed.clone_from(&serde_json::from_str(&text).unwrap());
        assert!(!breaks(&old, &renamed).is_empty());
        let text = old
            .to_string()
            .replace("\"const\":\"no_chain\"", "\"const\":\"nochain\"");
        assert!(!breaks(&old, &serde_json::from_str(&text).unwrap()).is_empty());
        let mut more = old.clone();
        more["$defs"]["View"]["properties"]["added"] = serde_json::json!({ "type": "string" });
        assert_eq!(breaks(&old, &more), Vec::<String>::new());
    }
}
