//! What may not stand in a file, and how it begins and ends.

use super::{Fault, Source};

/// Most lines of a file.
pub const LINES_MAX: usize = 450;

/// Sleeps that have a reason: the file, and why no fact can be awaited instead.
pub const SLEEPS: [(&str, &str); 0] = [];

/// Tests that are passed over in some build, with the reason and where they run nevertheless.
pub const PASSED_OVER: [(&str, &str); 0] = [];

/// Names of files that say nothing about what is inside.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "types", "common", "helpers", "misc"];

/// The first line of a file is its promise, and it ends before it is crowded.
pub fn shape(source: &Source) -> Vec<Fault> {
    if !source.is_rust() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let first = source.text.lines().next().unwrap_or_default();
    if first
        .strip_prefix("//! ")
        .is_none_or(|promise| promise.trim().is_empty())
    {
        faults.push(source.fault(1, "the first line is no promise (`//! …`)"));
    }
    let lines = source.text.lines().count();
    if lines > LINES_MAX {
        faults.push(source.fault(lines, format!("{lines} lines, more than {LINES_MAX}")));
    }
    let name = source.path.rsplit('/').next().unwrap_or_default();
    if name == "mod.rs" && source.path.contains("/src/") {
        faults.push(source.fault(1, "`foo.rs` beside `foo/`, not `mod.rs`"));
    }
    if EMPTY_NAMES.iter().any(|empty| name == format!("{empty}.rs")) {
        faults.push(source.fault(1, "a file's name says what is inside"));
    }
    faults
}

/// Stubs, tests that are passed over, and sleeps.
pub fn unfinished(source: &Source) -> Vec<Fault> {
    if !source.is_rust() {
        return Vec::new();
    }
    let has_reason = |list: &[(&str, &str)]| list.iter().any(|(path, _)| *path == source.path);
    let is_test = source.path.split('/').any(|part| part == "tests" || part == "tests.rs");
    let mut faults = Vec::new();
    for (at, line) in source.code.lines().enumerate() {
        let mut fault = |why: &str| faults.push(source.fault(at + 1, why));
        if calls(line, "todo!") || calls(line, "unimplemented!") {
            fault("a stub");
        }
        let attribute = line.trim_start().starts_with("#[") || line.trim_start().starts_with("#![");
        if attribute && has_word(line, "ignore") && !has_reason(&PASSED_OVER) {
            fault("a test that is passed over");
        }
        let sleeps = calls(line, "sleep") || is_test && calls(line, "sleep_until") || imports(line, "sleep");
        if sleeps && !has_reason(&SLEEPS) {
            fault("a sleep: await the fact");
        }
    }
    faults
}

/// Queues without a bound.
pub fn without_bound(source: &Source) -> Vec<Fault> {
    if !source.is_rust() {
        return Vec::new();
    }
    let standard = source.code.contains("std::sync::mpsc") || source.code.contains("sync::mpsc,");
    let mut faults = Vec::new();
    for (at, line) in source.code.lines().enumerate() {
        let named = ["unbounded_channel", "UnboundedSender", "UnboundedReceiver"];
        let bare = standard && (line.contains("channel()") || line.contains("channel::<") && line.contains(">()"));
        if bare || calls(line, "unbounded") || named.iter().any(|name| has_word(line, name)) {
            faults.push(source.fault(at + 1, "a queue without a bound"));
        }
    }
    faults
}

/// Paths of one machine, in any file.
pub fn machine_paths(source: &Source) -> Vec<Fault> {
    // Written in two halves, so that this file is no fault of its own.
    let paths = [concat!("/wo", "rk"), concat!("/ro", "ot"), concat!("/ho", "me")];
    let mut faults = Vec::new();
    for (at, line) in source.text.lines().enumerate() {
        if let Some(path) = paths.iter().find(|path| has_path(line, path)) {
            faults.push(source.fault(at + 1, format!("{path} is a place on one machine")));
        }
    }
    faults
}

/// Whether a line holds the path as a whole folder at the beginning of a path.
fn has_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + path.len()..].chars().next();
        let inside = |letter: char| letter.is_alphanumeric() || "_-.~}*".contains(letter);
        !before.is_some_and(inside) && !after.is_some_and(|letter| letter.is_alphanumeric() || "_-".contains(letter))
    })
}

/// Whether a line calls this function or macro.
fn calls(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].trim_start().chars().next();
        !before.is_some_and(|letter| letter.is_alphanumeric() || "_.".contains(letter)) && after == Some('(')
    })
}

/// Whether a `use` line brings this name in.
fn imports(line: &str, name: &str) -> bool {
    line.trim_start().starts_with("use ") && has_word(line, name)
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
        .any(|found| found == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whys(rule: fn(&Source) -> Vec<Fault>, path: &str, text: &str) -> Vec<String> {
        rule(&Source::new(path, text))
            .into_iter()
            .map(|fault| format!("{} {}", fault.line, fault.why))
            .collect()
    }

    #[test]
    fn a_file_begins_with_a_promise_and_ends_in_time() {
        let long = format!("//! A promise.\n{}", "x\n".repeat(LINES_MAX));
        for (path, text, count) in [
            ("rules/src/a.rs", "//! A promise.\n", 0),
            ("rules/src/a.rs", "use a;\n", 1),
            ("rules/src/a.rs", "//!\n", 1),
            ("rules/src/a.rs", long.as_str(), 1),
            ("rules/src/a/mod.rs", "//! A.\n", 1),
            ("rules/tests/a/mod.rs", "//! A.\n", 0),
            ("rules/src/utils.rs", "//! A.\n", 1),
        ] {
            assert_eq!(whys(shape, path, text).len(), count, "{path} {text}");
        }
    }

    #[test]
    fn stubs_passed_over_tests_and_sleeps_are_found() {
        let text = "todo!()\nunimplemented!(\"x\")\n#[ignore]\n#[cfg_attr(debug_assertions, ignore = \"slow\")]\n\
                    thread::sleep(d)\ntokio::time::sleep(d).await\nuse tokio::time::{sleep, timeout};\nsleep_until(t)\n";
        let found = whys(unfinished, "rules/src/a.rs", text);
        let lines: Vec<_> = found.iter().map(|why| &why[..1]).collect();
        assert_eq!(lines, ["1", "2", "3", "4", "5", "6", "7"]);
        assert_eq!(whys(unfinished, "rules/tests/a.rs", "sleep_until(t)").len(), 1);
        let fine = "// todo!()\nlet s = \"todo!()\";\nbench.sleep_to_next_wake();\nfn ignore() {}\nx.sleep(1);\n";
        assert_eq!(whys(unfinished, "rules/src/a.rs", fine), [""; 0]);
    }

    #[test]
    fn queues_without_a_bound_are_found() {
        let tokio = "let (a, b) = mpsc::unbounded_channel();";
        let std = "use std::sync::mpsc;\nlet (a, b) = mpsc::channel();\nlet (a, b) = mpsc::channel::<u8>();";
        assert_eq!(whys(without_bound, "a.rs", tokio).len(), 1);
        assert_eq!(whys(without_bound, "a.rs", std).len(), 2);
        let fine = "use tokio::sync::mpsc;\nlet (a, b) = mpsc::channel(64);\nlet c = watch::channel(None);";
        assert_eq!(whys(without_bound, "a.rs", fine).len(), 0);
    }

    #[test]
    fn places_on_one_machine_are_found_in_every_file() {
        for place in [
            concat!("/wo", "rk/main"),
            concat!("/ro", "ot"),
            concat!("/ho", "me/somebody/x"),
        ] {
            assert_eq!(
                whys(machine_paths, "README.md", &format!("see `{place}`")).len(),
                1,
                "{place}"
            );
        }
        for fine in [
            "https://host.example/workshop",
            "a/workbench",
            "$HOME/x",
            "target/rootless",
        ] {
            assert_eq!(whys(machine_paths, "README.md", fine).len(), 0, "{fine}");
        }
    }
}
