//! `RELIABILITY.md` and the tests agree: each fault that was found is held by a test that is there.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::collections::BTreeSet;

use chowk_tests::tidy::{
    named::{Test, tests_in, tests_of},
    root, sources,
};

/// What is wrong with the table of faults, and how many rows it has.
fn wrong(page: &str, there: &BTreeSet<Test>) -> (usize, Vec<String>) {
    let (_, table) = page.split_once("| What was wrong |").unwrap_or_default();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let mut count = 0;
    let mut wrong = Vec::new();
    for row in rows {
        count += 1;
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [what, _, tests] = cells[..] else {
            wrong.push(format!("three cells: {row}"));
            continue;
        };
        match tests_in(tests) {
            Err(why) => wrong.push(why),
            Ok(tests) => {
                let missing = tests.iter().filter(|test| !there.contains(test));
                wrong.extend(missing.map(|(path, name)| format!("{what} There is no test {name} in {path}")));
            }
        }
    }
    (count, wrong)
}

#[test]
fn each_fault_that_was_found_is_held_by_a_test() {
    let page = std::fs::read_to_string(root().join("RELIABILITY.md")).unwrap();
    let there = tests_of(&sources(&root()).unwrap());
    let (count, faults) = wrong(&page, &there);
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
    assert!(count > 15, "{count} rows");

    let broken = page.replacen("` `nobody_is_woken", "` `somebody_is_woken", 1);
    assert_eq!(
        wrong(&broken, &there).1,
        [
            "A room was woken again and again while its clock stood for the disk. There is no test \
             somebody_is_woken_while_the_clock_stands in server/src/room/clocks.rs"
        ]
    );
}
