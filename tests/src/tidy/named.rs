//! The tests of the house by their names, and the names of tests on a page.

use std::collections::BTreeSet;

use super::Source;

/// A test: its file and its name.
pub type Test = (String, String);

/// The tests of all files: functions under `#[test]` or `#[tokio::test]`, and those that a list of checks makes tests of,
/// as `conform!` does.
pub fn tests_of(sources: &[Source]) -> BTreeSet<Test> {
    let checks = sources.iter().filter(|source| source.code.contains("conform!("));
    let listed: BTreeSet<&str> = checks
        .flat_map(|source| source.code.lines())
        .filter_map(|line| line.trim().strip_suffix(','))
        .collect();
    let rust = sources.iter().filter(|source| source.is_rust());
    rust.flat_map(|source| {
        let names = tests_of_file(source, &listed).into_iter();
        names.map(|name| (source.path.clone(), name))
    })
    .collect()
}

fn tests_of_file(source: &Source, listed: &BTreeSet<&str>) -> Vec<String> {
    let lines: Vec<&str> = source.code.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((_, rest)) = line.split_once("fn ") else {
            continue;
        };
        let name = rest
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .next();
        let name = name.unwrap_or_default();
        let attributes = lines[..at]
            .iter()
            .rev()
            .take_while(|line| line.starts_with('#') || line.is_empty());
        let is_test = attributes
            .copied()
            .any(|line| line == "#[test]" || line.starts_with("#[tokio::test"));
        if is_test || listed.contains(name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// The tests that a cell of a table names: `` `path` `name` `` of each, with semicolons between them.
///
/// # Errors
/// If it says something else.
pub fn tests_in(cell: &str) -> Result<Vec<Test>, String> {
    let tests = cell.split("; ").map(|test| {
        let words: Vec<&str> = test.split('`').collect();
        match words[..] {
            ["", path, " ", name, ""] => Ok((path.to_owned(), name.to_owned())),
            _ => Err(format!("a path and a name: {test}")),
        }
    });
    tests.collect()
}
