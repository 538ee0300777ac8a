//! `--json`: the protocol itself, a message a line. Frames from the server go to standard output as they came; objects
//! from standard input become commands, completed where `n`, `v`, `link`, `tip` or `links` is absent.

use std::process::ExitCode;

use serde_json::Value;

use super::{Keeper, note_end};
use crate::{
    client::Client,
    out,
    socket::{Next, Session},
    typing::{Typed, Typing},
};

/// Carries messages both ways until it is over, or standard input ends.
pub(super) async fn run(mut session: Session, mut typing: Typing, keeper: &Keeper) -> anyhow::Result<ExitCode> {
    loop {
        tokio::select! {
            next = session.next() => match next {
                Next::Frame(text) => {
                    if !out::line(one_line(&text)) {
                        session.close().await;
                        return Ok(ExitCode::SUCCESS);
                    }
                }
                Next::Told(happening) => {
                    if let Some(words) = keeper.heard(session.client(), &happening) {
                        out::note(words);
                    }
                }
                Next::End(reason) => {
                    let fine = reason.is_fine();
                    note_end(&reason, session.trouble());
                    session.close().await;
                    return Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE });
                }
            },
            typed = typing.next() => match typed {
                Typed::Line(line) => {
                    if let Err(why) = take(session.client_mut(), &line) {
                        out::note(why);
                    }
                }
                Typed::Stop => {
                    if let Some(way) = keeper.way_back(session.client()) {
                        out::note(way);
                    }
                    session.close().await;
                    return Ok(ExitCode::SUCCESS);
                }
            },
        }
    }
}

/// One line from the program: a message, or why it is none.
pub(super) fn take(client: &mut Client, line: &str) -> Result<(), String> {
    if line.trim().is_empty() {
        return Ok(());
    }
    match serde_json::from_str(line) {
        Ok(Value::Object(message)) if message.get("t").is_some_and(Value::is_string) => {
            client.raw(message).map_err(|unsaid| unsaid.to_string())
        }
        Ok(_) => Err("a message is a JSON object with its name in \"t\", as {\"t\":\"throw\"}".into()),
        Err(error) => Err(format!("this line is no JSON: {error}")),
    }
}

/// A frame is one line already, unless a server writes its JSON over several.
fn one_line(text: &str) -> String {
    if text.contains(['\n', '\r']) {
        // Outside a string a line end is a blank, and inside one it may not stand.
        return text.replace(['\n', '\r'], " ");
    }
    text.to_owned()
}
