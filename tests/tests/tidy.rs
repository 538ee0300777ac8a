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
