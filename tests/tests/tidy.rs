//! The repository is tidy: arrows between crates, what a thin client reaches, stubs, sleeps, queues, places, promises.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use chowk_tests::tidy::{Fault, Source, arrows, lines, reach::Modules, root, sockets, sources};

fn all() -> Vec<Source> {
    let sources = sources(&root()).unwrap();
    assert!(sources.len() > 100, "only {} files were found", sources.len());
    sources
}

/// Nothing is wrong, or all that is wrong is told at once.
fn none(faults: impl IntoIterator<Item = Fault>) {
    let mut faults: Vec<Fault> = faults.into_iter().collect();
    faults.sort();
    let told: Vec<String> = faults.iter().map(Fault::to_string).collect();
    assert!(told.is_empty(), "\n{}\n", told.join("\n"));
}

#[test]
fn manifests_have_no_forbidden_arrow() {
    let manifests = arrows::manifests(&root()).unwrap();
    assert_eq!(manifests.len(), arrows::ARROWS.len());
    none(arrows::in_manifests(&manifests));
}

#[test]
fn code_has_no_forbidden_arrow() {
    none(all().iter().flat_map(arrows::in_code));
}

#[test]
fn play_and_watch_reach_neither_rules_nor_bots() {
    let sources = all();
    let modules = Modules::of(&sources, "client-cli/src");
    none(["play", "watch"].into_iter().flat_map(|root| modules.faults(root)));
}

#[test]
fn every_socket_reads_through_a_small_buffer() {
    let sources = all();
    none(sources.iter().flat_map(sockets::read_buffers));
    none(sockets::missing(&sources));
}

#[test]
fn files_begin_with_a_promise_and_are_not_crowded() {
    none(all().iter().flat_map(lines::shape));
}

#[test]
fn nothing_is_a_stub_passed_over_or_asleep() {
    none(all().iter().flat_map(lines::unfinished));
}

#[test]
fn every_queue_has_a_bound() {
    none(all().iter().flat_map(lines::without_bound));
}

#[test]
fn no_file_names_a_place_on_one_machine() {
    none(all().iter().flat_map(lines::machine_paths));
}

/// Registries are behind small functions: a map with guards is named by those files only, no guard leaves them, and none
/// is taken in a function that awaits. Clippy, which knows the guards by name, refuses one that it sees across an await.
#[test]
fn no_map_guard_is_held_across_an_await_case_f11() {
    const REGISTRIES: [&str; 5] = [
        "server/src/http/address.rs",
        "server/src/http/present.rs",
        "server/src/lobby/directory.rs",
        "server/src/lobby/tries.rs",
        "server/src/outbox.rs",
    ];
    const GUARDS: [&str; 6] = [".get(", ".get_mut(", ".entry(", ".iter(", ".iter_mut(", ".lock("];
    let sources = all();
    let clippy = &sources.iter().find(|source| source.path == "clippy.toml").unwrap().text;
    for guard in ["one::Ref", "one::RefMut", "entry::Entry", "multiple::RefMulti"] {
        assert!(clippy.contains(&format!("\"dashmap::mapref::{guard}\"")), "{guard}");
    }
    let has_word = |text: &str, word: &str| {
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|found| found == word)
    };
    let maps = sources
        .iter()
        .filter(|source| source.is_rust() && has_word(&source.code, "DashMap"));
    let maps: Vec<&Source> = maps.collect();
    let named: Vec<&str> = maps.iter().map(|source| source.path.as_str()).collect();
    assert_eq!(named, REGISTRIES);
    for source in maps {
        let mut functions = source.code.split("fn ");
        let mut before = functions.next().unwrap();
        for function in functions {
            let name = function.split('(').next().unwrap();
            let signature = function.split('{').next().unwrap();
            let given = signature.split_once("->").map_or("", |(_, given)| given);
            let leaves = ["Ref", "RefMut", "Entry", "MutexGuard"].into_iter();
            let leaves: Vec<&str> = leaves.filter(|guard| has_word(given, guard)).collect();
            // The desk's own guard is given inside the file, by a function that nobody else can call.
            assert!(
                leaves.is_empty() || !before.trim_end().ends_with("pub"),
                "{}: {name} gives {leaves:?}",
                source.path
            );
            if before.trim_end().ends_with("async") {
                let taken: Vec<&&str> = GUARDS.iter().filter(|guard| function.contains(**guard)).collect();
                assert!(taken.is_empty(), "{}: {name} awaits and takes {taken:?}", source.path);
            }
            before = function;
        }
    }
}
