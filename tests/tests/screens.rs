//! Somebody plays whole matches by keys in a terminal: both boards, full screens of two sizes, and lines; and
//! a court, step by step. And terminals that are hard on a program.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use chowk_tests::{
    programs::Programs,
    show::{Setting, Show, run},
};

fn shows(show: &str, part: &str) {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting {
        programs: Programs::find().unwrap(),
        out: folder.path().to_owned(),
        seed: 1,
    };
    let met = run(Show::named(show).unwrap(), &setting, &[part.to_owned()]).unwrap();
    let figures = std::fs::read_to_string(folder.path().join(format!("{show}.json"))).unwrap();
    assert!(met, "{figures}");
}

#[test]
fn whole_matches_by_keys() {
    shows("opening", "screens");
}

#[test]
fn terminals_that_are_hard_on_a_program() {
    shows("opening", "windows");
}

#[test]
fn what_is_in_force_and_why() {
    shows("opening", "settings");
}

#[test]
fn a_court_by_keys_and_by_lines() {
    shows("stones", "steps");
}
