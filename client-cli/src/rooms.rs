//! `chowk rooms`: the public list of a server.

use std::process::ExitCode;

use clap::Args;
use serde_json::Value;

use crate::{address::Address, http, out};

/// List the public rooms of a server.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct RoomsArgs {
    /// Where the server is
    #[arg(long, value_name = "URL", env = "CHOWK_SERVER", default_value = crate::SERVER)]
    server: Address,
    /// The server's answer as it is
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chowk rooms
  chowk rooms --server ws://192.168.1.5:8080 --json

Only rooms that were opened with --listed stand here; of others one must know the code.";

/// Prints the list.
pub async fn run(args: RoomsArgs) -> anyhow::Result<ExitCode> {
    let text = http::get(&args.server, "/api/v1/rooms").await?;
    if args.json {
        out::line(text.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let answer: Value = serde_json::from_str(&text)?;
    let rooms = answer
        .get("rooms")
        .unwrap_or(&answer)
        .as_array()
        .cloned()
        .unwrap_or_default();
    if rooms.is_empty() {
        out::line("No public rooms. Open one: chowk play --create --listed");
    }
    for room in &rooms {
        out::words(in_words(room));
    }
    Ok(ExitCode::SUCCESS)
}

/// One room in a line; what a newer server adds is left out, what an older one lacks too.
fn in_words(room: &Value) -> String {
    let word = |key: &str| room.get(key).and_then(Value::as_str);
    let number = |key: &str| room.get(key).and_then(Value::as_u64).unwrap_or(0);
    let code = word("code").map_or_else(
        || "?".into(),
        |code| {
            if code.len() == 8 && code.is_ascii() {
                format!("{}-{}", &code[..4], &code[4..])
            } else {
                code.to_owned()
            }
        },
    );
    let free = match number("free") {
        0 => "no chair free".into(),
        1 => "1 chair free".into(),
        free => format!("{free} chairs free"),
    };
    format!(
        "{code}  {}, {} chairs, {free}, {}, clock {}",
        word("preset").unwrap_or("rules of their own"),
        number("chairs"),
        word("stage").unwrap_or("?"),
        word("clock").unwrap_or("?"),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::in_words;

    #[test]
    fn a_room_in_a_line() {
        let room = json!({"code": "7Q4KM2XD", "preset": "pagdi", "chairs": 3, "free": 1, "stage": "gathering", "clock": "casual", "new": []});
        assert_eq!(
            in_words(&room),
            "7Q4K-M2XD  pagdi, 3 chairs, 1 chair free, gathering, clock casual"
        );
        assert_eq!(
            in_words(&json!({"code": "ಅಆಇ"})),
            "ಅಆಇ  rules of their own, 0 chairs, no chair free, ?, clock ?"
        );
    }
}
