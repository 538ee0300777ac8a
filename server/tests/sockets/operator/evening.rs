//! Closing the evening politely (story O10).

use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::tempdir;

use super::{admin, told};
use crate::{
    client::{Client, create, get, resume},
    player::{Player, QUICK},
    process::Running,
};

/// Two who have thrown a few times, and play on.
async fn table(server: &Running) -> (Player, Player) {
    let mut host = Player::host(server.address, 1, json!({})).await;
    let mut guest = Player::guest(server.address, &host.code(), 2).await;
    while host.throws + guest.throws < 4 {
        tokio::select! {
            message = host.client.hear() => host.take(&message),
            message = guest.client.hear() => guest.take(&message),
        }
        host.act().await;
        guest.act().await;
    }
    (host, guest)
}

/// Words, no new match, the running one to its end, farewell, code 0.
#[tokio::test]
async fn the_evening_is_closed() {
    let data = tempdir().unwrap();
    let mut server = Running::start(data.path(), &QUICK);
    let (mut host, mut guest) = table(&server).await;
    let mut outside = Client::greeted(server.address).await;
    assert_eq!(told(data.path(), &["say", "Last match."])["heard"], 3);
    let answer = told(data.path(), &["drain", "--wait", "15m"]);
    assert_eq!(
        (&answer["matches_running"], &answer["draining"]["stops"]),
        (&json!(1), &json!(true))
    );
    assert!(answer["draining"]["until"].is_string());
    assert_eq!(get(server.address, "/readyz").await.status, 503);
    assert_eq!(get(server.address, "/healthz").await.status, 200);
    let draining = async || {
        get(server.address, "/api/v1/info")
            .await
            .json()
            .get("draining")
            .cloned()
    };
    assert_eq!(draining().await, Some(json!(true)));
    outside.say(&create(9)).await;
    assert_eq!(outside.refusal().await, "draining");
    // Two at once: the later one counts, and it is still the same evening.
    let again = told(data.path(), &["drain"]);
    assert_eq!(
        (&again["was_draining"], &again["draining"]["until"]),
        (&json!(true), &json!(null))
    );
    assert_eq!(again["draining"]["since"], answer["draining"]["since"]);
    assert_eq!(told(data.path(), &["status"])["state"], "draining");
    // Taken back, matches start again.
    assert_eq!(told(data.path(), &["drain", "--off"])["draining"], json!(null));
    assert_eq!(get(server.address, "/readyz").await.status, 200);
    assert_eq!(draining().await, None, "absent while it plays on");
    outside.say(&create(9)).await;
    outside.until("seated").await;
    told(data.path(), &["drain", "--wait", "15m"]);
    let (view, _) = tokio::join!(host.play(), guest.play());
    assert_eq!(view["result"]["why"], "finished");
    for client in [&mut host.client, &mut guest.client, &mut outside] {
        let (close, bye) = client.end().await;
        assert_eq!((close, bye["retry_ms"].is_u64()), (Some(1012), true));
    }
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(!data.path().join("admin.sock").exists());
    assert_eq!(admin(data.path(), &["status"]).code, 69);
}

/// A wait that ends, `--stop`, and a signal in the middle: the match is there after the next start.
#[tokio::test]
async fn a_match_that_is_not_waited_for_goes_on_later() {
    for how in [&["drain", "--wait", "1s"][..], &["drain", "--stop"], &["drain"]] {
        let data = tempdir().unwrap();
        let mut server = Running::start(data.path(), &QUICK);
        let (mut host, mut guest) = table(&server).await;
        let begun = Instant::now();
        told(data.path(), how);
        if how.len() == 1 {
            ["-TERM", "-TERM"].iter().for_each(|signal| server.signal(signal));
        }
        let (told, _) = tokio::join!(host.client.end(), guest.client.end());
        assert_eq!(told.0, Some(1012), "{how:?}");
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{how:?}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{how:?}");
        let code = host.code();
        server = Running::start(data.path(), &QUICK);
        for (player, n) in [(&mut host, 1), (&mut guest, 2)] {
            let known = json!({"epoch": player.epoch, "v": player.v});
            player.client = Client::connect(server.address).await;
            player.client.say(&resume(&code, n, &known)).await;
            assert_eq!(player.client.hear().await["resumed"], true);
        }
        let (view, _) = tokio::join!(host.play(), guest.play());
        assert_eq!(view["result"]["why"], "finished", "{how:?}");
    }
}

/// Nothing runs, nothing is waited for; and `--stay` never stops.
#[tokio::test]
async fn an_empty_house_closes_at_once() {
    let data = tempdir().unwrap();
    let mut server = Running::start(data.path(), &[]);
    let (mut host, _) = Client::host(server.address, 1).await;
    told(data.path(), &["drain", "--stay"]);
    assert_eq!(told(data.path(), &["status"])["draining"]["stops"], false);
    let said = admin(data.path(), &["drain"]);
    assert!(said.out.contains("stops now"), "{said:?}");
    assert_eq!(host.end().await.0, Some(1012));
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    for words in [&["drain", "--off", "--stay"][..], &["drain", "--wait", "soon"]] {
        assert_eq!(admin(data.path(), words).code, 64, "{words:?}");
    }
}
