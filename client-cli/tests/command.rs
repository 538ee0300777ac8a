//! The command as a user runs it: what it prints, and its exit code.
#![allow(clippy::unwrap_used, reason = "a test stops where something is not as it must be")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

fn chowk(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chowk")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors")
}

#[test]
fn perft_prints_the_published_counts() {
    let vectors: Value = serde_json::from_slice(&std::fs::read(vectors().join("perft.json")).unwrap()).unwrap();
    for row in vectors["rows"].as_array().unwrap() {
        // The first three plies of each row; all of them are a test of the rules.
        let counts = row["counts"].as_object().unwrap();
        let expected: String = (1..=3)
            .map(|depth| format!("{depth} {}\n", counts[&depth.to_string()]))
            .collect();
        let word = |key: &str| row[key].as_str().unwrap();
        let players = row["players"].to_string();
        let args = [
            "perft",
            "--preset",
            word("preset"),
            "--players",
            &players,
            "--depth",
            "3",
        ];
        let more = ["--position", word("position"), "--to-throw", word("to_throw")];
        let output = chowk(&[&args[..], &more[..]].concat());
        assert_eq!(text(&output.stdout), expected, "{row}");
        assert!(output.status.success());
    }
}

#[test]
fn perft_says_what_cannot_be_counted() {
    for (args, why) in [
        (["perft", "--depth", "1", "--preset", "isto"], "karnataka"),
        (["perft", "--depth", "1", "--position", "Q{1}"], "position"),
        (["perft", "--depth", "1", "--to-throw", "X"], "no side"),
        (["perft", "--depth", "1", "--players", "5"], "2..=4"),
    ] {
        let output = chowk(&args);
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}");
        let said = text(&output.stderr);
        assert!(
            said.contains(why) || (why == "karnataka" && said.contains("do you mean")),
            "{args:?}: {said}"
        );
    }
}

#[test]
fn verify_passes_good_records_and_fails_broken_ones_with_the_line() {
    let records = vectors().join("records");
    let path = |name: &str| records.join(name).display().to_string();
    let good = chowk(&["verify", &path("pagdi-2.chowk.ndjson"), "--log", &path("seals.ndjson")]);
    assert!(good.status.success(), "{}", text(&good.stdout));
    assert_eq!(
        text(&good.stdout).lines().filter(|line| line.starts_with('✔')).count(),
        6
    );
    let index = std::fs::read_to_string(records.join("broken/INDEX.tsv")).unwrap();
    let broken = index
        .lines()
        .filter_map(|line| line.split('\t').next())
        .find(|name| name.ends_with(".ndjson"))
        .unwrap();
    let bad = chowk(&["verify", &path(broken)]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(
        text(&bad.stdout)
            .lines()
            .any(|line| line.starts_with('✘') && line.contains("line "))
    );
    let missing = chowk(&["verify", "no-such-file"]);
    assert!(
        text(&missing.stderr).starts_with("chowk: cannot read no-such-file"),
        "{}",
        text(&missing.stderr)
    );
}

#[test]
fn replay_shows_a_record_and_says_in_one_sentence_why_it_shows_none() {
    let records = vectors().join("records");
    let path = |name: &str| records.join(name).display().to_string();
    let good = path("pagdi-2.chowk.ndjson");
    // Not a terminal: lines, without being asked.
    let whole = chowk(&["replay", &good]);
    assert!(whole.status.success() && whole.stderr.is_empty());
    assert!(text(&whole.stdout).contains("The match has ended: 1. "));
    let table = chowk(&["replay", &good, "--at", "20", "--side", "N"]);
    assert!(text(&table.stdout).contains("along the route of North"));
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.chowk.ndjson");
    let engine = std::fs::read_to_string(&good)
        .unwrap()
        .replacen("\"engine\":1", "\"engine\":2", 1);
    std::fs::write(&other, engine).unwrap();
    let (other, missing) = (
        other.display().to_string(),
        folder.path().join("none").display().to_string(),
    );
    let here = folder.path().display().to_string();
    let broken = path("broken/h-digit.chowk.ndjson");
    for (args, code, why) in [
        (vec![other.as_str()], 65, "engine 2"),
        (vec![&broken], 65, "line 66"),
        (vec!["/dev/null"], 65, "no record of a match"),
        (vec![&missing], 66, "there is no such file"),
        (vec![&here], 66, "it is a folder"),
        (
            vec!["http://127.0.0.1:1/api/v1/records/x"],
            66,
            "no server answers there",
        ),
        (vec!["http://127.0.0.1:1/x"], 66, "/api/v1/records/MATCH"),
        (vec![&good, "--at", "64"], 2, "its throws are 1 to 63"),
        (vec![&good, "--side", "E"], 2, "nobody here is called"),
    ] {
        let output = chowk(&[&["replay"], &args[..]].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(why) && said.lines().count() == 1, "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn help_teaches_by_examples() {
    for command in [
        "play", "join", "watch", "replay", "rooms", "bot", "swarm", "verify", "perft",
    ] {
        let output = chowk(&[command, "--help"]);
        let help = text(&output.stdout);
        assert!(
            output.status.success() && help.contains("Examples:") && help.contains(&format!("chowk {command}")),
            "{help}"
        );
    }
    assert!(text(&chowk(&["--help"]).stdout).contains("A first match in a minute"));
}

#[test]
fn what_cannot_be_done_is_one_sentence() {
    for (args, said) in [
        (
            vec!["rooms", "--server", "wss://127.0.0.1:1"],
            "no server answers there",
        ),
        (vec!["rooms", "--server", "ftp://host"], "it begins with ws://"),
        (vec!["join", "http://host:8080"], "ends with /r/ and the code"),
        (vec!["join", "http://host/r/0000-0000"], "7Q4K-M2XD"),
        (vec!["play", "--quick", "pagdi", "--create"], "cannot be used with"),
        (vec!["play", "--create", "--best-of", "2"], "best of 1, 3 or 5"),
        (vec!["play", "--create", "--people-only"], "cannot be used with"),
        (vec!["play", "--people-only"], "CODE"),
        (vec!["rooms", "--server", "ws://127.0.0.1:1"], "no server answers there"),
        (vec!["play"], "CODE"),
        (vec!["play", "0000-0000"], "CODE"),
        (vec!["play", "--create", "--chairs", "6"], "2..=5"),
        (
            vec!["play", "--create", "--name", "a name of far too many characters"],
            "1 to 20 characters",
        ),
        (vec!["bot", "--create", "--brain", "hal"], "four stones is played by"),
        (
            vec!["swarm", "--server", "ws://127.0.0.1:1", "--rooms", "0"],
            "at least one room",
        ),
    ] {
        let output = chowk(&args);
        let told = text(&output.stderr);
        assert!(!output.status.success() && told.contains(said), "{args:?}: {told}");
        assert!(!told.contains("panicked"), "{args:?}");
    }
}
