//! Reads a client's text frame, or says what to answer.

use std::fmt;

use serde_json::Value;

use super::ClientMsg;
use crate::RefusalCode;

/// Text that is no message: what to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadMessage {
    /// `malformed`, `unknown_message` or `not_a_wish`.
    pub code: RefusalCode,
    /// The command's number, if it could be read.
    pub n: Option<u64>,
    /// What was wrong, for the author of the client.
    pub text: String,
}

impl fmt::Display for BadMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.code(), self.text)
    }
}

impl std::error::Error for BadMessage {}

/// Largest number that every JSON reader keeps whole: 2^53 - 1.
const NUMBER_MAX: u64 = (1 << 53) - 1;
/// What an `input` may hold; anything else would be a fact of the client's own (contract 21).
const INPUT_FIELDS: [&str; 4] = ["t", "i", "dx", "dy"];

impl ClientMsg {
    /// The message that a text frame holds, or what to answer.
    pub fn decode(text: &str) -> Result<Self, BadMessage> {
        let message: Self = serde_json::from_str(text).map_err(|error| BadMessage::explain(text, &error))?;
        if let Self::Input { .. } = message
            && let Ok(Value::Object(fields)) = serde_json::from_str(text)
            && let Some(field) = fields.keys().find(|key| !INPUT_FIELDS.contains(&key.as_str()))
        {
            return Err(BadMessage {
                code: RefusalCode::NotAWish,
                n: None,
                text: format!("an input is a direction; “{field}” is for the server to say"),
            });
        }
        if message.n().is_some_and(|n| n > NUMBER_MAX) {
            return Err(BadMessage {
                code: RefusalCode::Malformed,
                n: None,
                text: "n is not below 2^53".into(),
            });
        }
        Ok(message)
    }
}

impl BadMessage {
    /// Reads what can be read of a message that is none.
    fn explain(text: &str, error: &serde_json::Error) -> Self {
        let value: Value = serde_json::from_str(text).unwrap_or(Value::Null);
        let n = value.get("n").and_then(Value::as_u64).filter(|n| *n <= NUMBER_MAX);
        let code = match value.get("t").and_then(Value::as_str) {
            Some(name) if !COMMANDS.contains(&name) && !OTHERS.contains(&name) => RefusalCode::UnknownMessage,
            Some(_) | None => RefusalCode::Malformed,
        };
        Self {
            code,
            n,
            text: error.to_string(),
        }
    }
}

/// The commands: what a room numbers and acknowledges. By name.
pub const COMMANDS: [&str; 18] = [
    "add_bot",
    "remove",
    "hand_over",
    "ready",
    "unready",
    "reveal",
    "throw",
    "move",
    "no_chain",
    "resign",
    "again",
    "leave",
    "more_time",
    "report",
    "say",
    "take",
    "give",
    "choose",
];
/// All that is no command.
const OTHERS: [&str; 9] = [
    "hello",
    "create",
    "quick",
    "join",
    "watch",
    "input",
    "look_back",
    "resync",
    "ping",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_known_by_name_and_commands_have_numbers() {
        let schema = crate::schema::schema();
        let variants = schema["$defs"]["ClientMsg"]["oneOf"].as_array().unwrap();
        assert_eq!(variants.len(), COMMANDS.len() + OTHERS.len());
        for variant in variants {
            let name = variant["properties"]["t"]["const"].as_str().unwrap();
            let is_command = variant["properties"].get("n").is_some();
            assert_eq!(COMMANDS.contains(&name), is_command, "{name}");
            assert_eq!(OTHERS.contains(&name), !is_command, "{name}");
        }
    }
}
