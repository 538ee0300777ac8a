//! A disk that fails under a running server and works again: rooms pause, say why, and go on (cases D1 and G11).

use std::time::Duration;

use chowk_tests::{
    crash::{failing::Way, outage},
    programs::Programs,
};

async fn outlived(way: Way) {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let outcome = outage::run(&programs.server(), folder.path(), way, Duration::from_millis(700))
        .await
        .unwrap();
    assert_eq!(
        outcome.sentence,
        "The server cannot write to its disk; the room stands still and no clock runs."
    );
    assert_eq!(outcome.readyz.0, 503);
    assert!(
        outcome.readyz.1.starts_with("the journal does not work: "),
        "{:?}",
        outcome.readyz
    );
    assert_eq!(outcome.works, ("0".into(), "1".into()));
    assert_eq!(outcome.acknowledged, 0, "while the disk failed");
    let (used, time) = outcome.used;
    assert!(used < time / 2, "it spins: {used:?} of {time:?}");
    let ledger = &outcome.ledger;
    assert_eq!(ledger.counts.all(), 0, "{:#?}", ledger.wrong);
    assert!(
        ledger.looked_for > 30 && ledger.compared > 60,
        "{} {}",
        ledger.looked_for,
        ledger.compared
    );
    // Where the last free page ends in the middle of a write, it is short.
    let seen = outcome.seen;
    assert!(seen.failed > 0 && (seen.short > 0) == (way == Way::Full), "{seen:?}");
}

#[tokio::test]
async fn case_d1_a_disk_that_cannot_sync_is_outlived() {
    outlived(Way::SyncFails).await;
}

#[tokio::test]
async fn case_d1_a_disk_without_space_is_outlived() {
    outlived(Way::NoSpace).await;
}

#[tokio::test]
async fn case_d1_a_disk_that_cannot_write_is_outlived() {
    outlived(Way::WriteFails).await;
}

#[tokio::test]
async fn case_d1_a_full_file_system_is_outlived() {
    outlived(Way::Full).await;
}

#[tokio::test]
async fn case_d1_a_file_system_that_turns_read_only_is_outlived() {
    outlived(Way::ReadOnly).await;
}
