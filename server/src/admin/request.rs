//! What the operator may ask for: one line of JSON, and the line that answers it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Told;

/// The number of this little protocol.
pub const ADMIN: u32 = 1;
/// Most bytes of a request.
pub const REQUEST_BYTES_MAX: usize = 16 * 1024;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Request {
    /// How the server is.
    Status,
    /// All rooms.
    Rooms,
    /// One room.
    Room {
        /// Its code.
        room: String,
    },
    /// Words for all, or for those in one room.
    Say {
        /// The room's code.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<String>,
        /// The words.
        text: String,
    },
    /// Puts somebody out.
    Kick {
        /// The room's code.
        room: String,
        /// A chair, the first being `1`, or a session (`s17`).
        whom: String,
    },
    /// Closes the server to an address.
    Ban {
        /// An address, a range, or whoever sits there: `CODE:2`, `CODE:s17`.
        whom: String,
        /// For how many seconds; for ever, if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        for_s: Option<u64>,
        /// Why.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
        /// Also if it hits a proxy or this machine.
        #[serde(default)]
        force: bool,
    },
    /// Opens it again.
    Unban {
        /// An address or a range.
        address: String,
    },
    /// All bans.
    Bans,
    /// Ends a room.
    End {
        /// Its code.
        room: String,
        /// The words that are kept with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Reads the settings anew.
    Reload,
    /// Closes for the evening.
    Drain(Drain),
    /// A copy of the journal; its bytes follow the answer.
    Backup {
        /// With the seeds of matches that are not over.
        #[serde(default)]
        with_seeds: bool,
    },
    /// Records and the log of seals, as a tar file that follows the answer.
    Export {
        /// Only what lies in the journal of this room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<String>,
        /// With the seeds of matches that are not over.
        #[serde(default)]
        with_seeds: bool,
    },
}

/// How to close for the evening.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drain {
    /// How many seconds running matches get.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_s: Option<u64>,
    /// Stop now: running matches go on after the next start.
    #[serde(default)]
    pub stop: bool,
    /// Start no match, and do not stop.
    #[serde(default)]
    pub stay: bool,
    /// Open again.
    #[serde(default)]
    pub off: bool,
}

/// A request with the number of the protocol.
#[derive(Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The number.
    pub admin: u32,
    /// What is asked for.
    #[serde(flatten)]
    pub request: Request,
}

/// What the server does not do, and why: a code for programs, a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct No {
    /// The code.
    pub code: &'static str,
    /// The sentence.
    pub error: String,
}

impl No {
    pub(crate) fn new(code: &'static str, error: impl Into<String>) -> Self {
        let error = error.into();
        Self { code, error }
    }
}

/// Reads a request.
///
/// # Errors
/// [`No`]: it is no request of this protocol.
pub fn read(line: &[u8]) -> Result<Request, No> {
    let value: Value =
        serde_json::from_slice(line).map_err(|_| No::new("bad_request", "A request is one line, a JSON object."))?;
    match value.get("admin").and_then(Value::as_u64) {
        Some(number) if number == u64::from(ADMIN) => {}
        Some(number) => {
            let words =
                format!("This server speaks admin {ADMIN}, and not {number}: use the command of its own version.");
            return Err(No::new("version", words));
        }
        None => {
            return Err(No::new(
                "bad_request",
                "The field `admin`, the number of the protocol, is missing.",
            ));
        }
    }
    let asked: Asked =
        serde_json::from_value(value).map_err(|error| No::new("bad_request", format!("No such request: {error}")))?;
    Ok(asked.request)
}

/// The line that answers, with its line end.
pub(crate) fn answer(told: Result<Told, No>) -> String {
    let value = match told {
        Ok(mut told) => {
            told.insert("ok".into(), true.into());
            Value::Object(told)
        }
        Err(No { code, error }) => json!({ "ok": false, "code": code, "error": error }),
    };
    format!("{value}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_and_garbage_is_told() {
        for (line, expected) in [
            (r#"{"admin":1,"command":"status"}"#, Ok(Request::Status)),
            (
                r#"{"admin":1,"command":"say","text":"hi","more":1}"#,
                Ok(Request::Say {
                    room: None,
                    text: "hi".into(),
                }),
            ),
            (
                r#"{"admin":1,"command":"drain","wait_s":9}"#,
                Ok(Request::Drain(Drain {
                    wait_s: Some(9),
                    ..Drain::default()
                })),
            ),
            (r#"{"admin":2,"command":"status"}"#, Err("version")),
            (r#"{"command":"status"}"#, Err("bad_request")),
            (r#"{"admin":1,"command":"dance"}"#, Err("bad_request")),
            (r#"{"admin":1,"command":"room"}"#, Err("bad_request")),
            ("GET / HTTP/1.1", Err("bad_request")),
            ("", Err("bad_request")),
            ("[[[[", Err("bad_request")),
        ] {
            assert_eq!(read(line.as_bytes()).map_err(|no| no.code), expected, "{line}");
        }
        let asked = Asked {
            admin: ADMIN,
            request: Request::Bans,
        };
        let line = serde_json::to_string(&asked).unwrap();
        assert_eq!(read(line.as_bytes()), Ok(Request::Bans));
    }
}
