//! `chowk bot` as an author of bots would try it: processes at one table of four stones, and one that came to the wrong
//! game.
#![allow(clippy::unwrap_used, reason = "a test stops where something is not as it must be")]

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use chowk_tests::{house::Plan, programs::Programs};

/// A bot with these arguments.
fn bot(programs: &Programs, server: &str, args: &[&str]) -> Child {
    Command::new(programs.cli())
        .args(["bot", "--server", server])
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Whether it ended well, and what it noted.
fn end(bot: Child) -> (bool, String) {
    let out = bot.wait_with_output().unwrap();
    (out.status.success(), String::from_utf8_lossy(&out.stderr).into_owned())
}

#[test]
fn five_bots_play_a_set_of_four_stones_and_one_who_cannot_leaves_its_chair_to_them() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data"));
    let mut house = plan.open().unwrap();
    let server = house.address().to_string();
    let mut host = bot(&programs, &server, &["--create", "--game", "stones", "--step", "15"]);
    let mut code = String::new();
    let mut said = BufReader::new(host.stdout.take().unwrap());
    said.read_line(&mut code).unwrap();
    let code = code.trim();
    let (well, noted) = end(bot(&programs, &server, &[code, "--brain", "careful"]));
    assert!(
        !well && noted.contains("Another game is played at this table"),
        "{noted}"
    );
    let (well, noted) = end(bot(&programs, &server, &[code, "--game", "chowka", "--brain", "fox"]));
    assert!(!well && noted.contains("fox does not play Chowka-bara"), "{noted}");
    let guests = ["fox", "hunter", "chaser", "thief"].map(|brain| bot(&programs, &server, &[code, "--brain", brain]));
    for guest in guests {
        let (well, noted) = end(guest);
        assert!(well && noted.contains("The match has ended: chair"), "{noted}");
        assert!(!noted.contains("Careful"), "{noted}");
    }
    let (well, noted) = end(host);
    assert!(well && noted.contains("✔"), "{noted}");
    assert!(house.stop().unwrap().success());
}
