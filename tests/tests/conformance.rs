//! The Autobahn cases, all but compression, against the server's sockets and against those of `chowk`: all pass.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use chowk_tests::conformance::{End, run};

/// The suite has so many cases without those of compression.
const CASES: usize = 301;

fn all_pass(end: End) {
    let folder = tempfile::tempdir().unwrap();
    let report = run(end, folder.path()).unwrap();
    assert!(report.failed.is_empty(), "{report}");
    assert_eq!(report.verdicts.len(), CASES, "{report}");
}

#[test]
fn the_servers_sockets_conform() {
    all_pass(End::Server);
}

#[test]
fn the_clients_sockets_conform() {
    all_pass(End::Client);
}
