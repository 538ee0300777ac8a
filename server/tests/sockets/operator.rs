//! The operator's commands against a process that serves: each is a process of its own, and none has a terminal.

mod copies;
mod damage;
mod doors;
mod evening;
mod people;
mod reload;
mod socket;

use std::{
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

/// What a command said.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) code: i32,
    pub(super) out: String,
    pub(super) err: String,
}

/// The command, ready to run.
pub(super) fn command(data: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chowk-server"));
    command.arg("admin").arg("--data").arg(data).args(words);
    command.stdin(Stdio::null());
    command
}

/// Runs a command.
pub(super) fn admin(data: &Path, words: &[&str]) -> Said {
    let done = command(data, words).output().unwrap();
    Said {
        code: done.status.code().unwrap(),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

/// Runs a command that does what it is told; its answer.
pub(super) fn told(data: &Path, words: &[&str]) -> Value {
    let said = admin(data, &[&["--json"], words].concat());
    assert_eq!(said.code, 0, "{words:?}: {said:?}");
    let answer: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(answer["ok"], true, "{words:?}");
    answer
}

/// Runs a command that is refused; the code of the refusal.
pub(super) fn refused(data: &Path, words: &[&str]) -> String {
    let said = admin(data, &[&["--json"], words].concat());
    assert_eq!(said.code, 1, "{words:?}: {said:?}");
    let line = said.err.trim_start_matches("chowk-server: ");
    let answer: Value = serde_json::from_str(line).unwrap();
    let plain = admin(data, words);
    assert_eq!(plain.err.lines().count(), 1, "{words:?}: {plain:?}");
    answer["code"].as_str().unwrap().to_owned()
}
