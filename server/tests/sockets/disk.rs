//! A disk that fails, rooms that fail: told, healed, and nothing acknowledged that is not there (contract 7 and 25).

use chowk_server::journal::{CommitFault, Disk, Health, MemoryStore, Store as _};
use serde_json::json;

use super::client::{Client, FOREIGN, create, get, join, server_on, soon, watch, write_foreign};

#[tokio::test]
async fn a_disk_that_fails_pauses_and_heals_case_d1_g11() {
    for fault in [CommitFault::All, CommitFault::NextLost, CommitFault::NextKept] {
        let disk = Disk::new();
        let server = server_on(&disk, &[]).await;
        let (mut host, code) = Client::host(server.address(), 1).await;
        let (mut guest, _) = Client::guest(server.address(), &code, 2).await;
        disk.set_fault(Some(fault));
        host.say(&json!({"t": "say", "n": 1, "phrase": "hello"})).await;
        assert_eq!(host.refusal().await, "paused");
        // With a sentence that says why.
        while !guest.until("around").await["paused"].is_string() {}
        if fault == CommitFault::All {
            assert_eq!(get(server.address(), "/readyz").await.status, 503);
            let mut other = Client::greeted(server.address()).await;
            other.say(&create(7)).await;
            assert_eq!(
                other.end().await.0,
                Some(1012),
                "a new room cannot be written: come again"
            );
        }
        disk.set_fault(None);
        let mut health = server.house().health.clone();
        soon(health.wait_for(|health| *health == Health::Works)).await.unwrap();
        host.until("snapshot").await;
        // The same command again: applied once, whether its row was lost or kept (case G11).
        host.say(&json!({"t": "say", "n": 1, "phrase": "hello"})).await;
        assert_eq!(host.until("ack").await["n"], 1);
        assert_eq!(get(server.address(), "/readyz").await.status, 200);
        let mut watcher = Client::greeted(server.address()).await;
        watcher.say(&watch(&code)).await;
        let snapshot = watcher.until("snapshot").await;
        let said = snapshot["news"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["e"] == "said")
            .count();
        assert_eq!(said, 1, "{fault:?}");
    }
}

/// Cases E8 and G3: a room that does not fold is kept, its visitors are told, and the others go on.
#[tokio::test]
async fn a_room_that_does_not_fold_is_quarantined_case_e8_g3() {
    let disk = Disk::new();
    let room = write_foreign(&disk, "rubbish", []);
    let server = server_on(&disk, &[]).await;
    let mut visitor = Client::greeted(server.address()).await;
    for _ in 0..2 {
        visitor.say(&join(FOREIGN, 1)).await;
        assert_eq!(visitor.refusal().await, "room_failed");
    }
    let (_host, _) = Client::host(server.address(), 2).await;
    assert_eq!(get(server.address(), "/api/v1/info").await.json()["rooms"]["failed"], 1);
    server.stop().await;
    let mut store = MemoryStore::open(&disk);
    assert!(store.directory().unwrap()[0].quarantined);
    assert_eq!(store.rows_from(room, 1).unwrap().len(), 1, "it is kept");
    let again = server_on(&disk, &[]).await;
    let mut visitor = Client::greeted(again.address()).await;
    visitor.say(&watch(FOREIGN)).await;
    assert_eq!(visitor.refusal().await, "room_failed");
}
