//! What the operator sees of rooms and people, says to them, and whom he puts out.

use serde_json::{Value, json};
use tempfile::tempdir;

use super::{admin, refused, told};
use crate::{
    client::{Client, get, watch},
    player::{Player, QUICK},
    process::Running,
};

#[tokio::test]
async fn the_operator_sees_who_is_here() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &[]);
    let (_host, code) = Client::host(server.address, 1).await;
    let (_guest, _) = Client::guest(server.address, &code, 2).await;
    let mut watcher = Client::greeted(server.address).await;
    watcher.say(&watch(&code)).await;
    watcher.until("snapshot").await;
    let (_other, alone) = Client::host(server.address, 3).await;

    let status = told(data.path(), &["status"]);
    for (name, expected) in [
        ("state", json!("serving")),
        ("sockets", json!(4)),
        ("persons", json!(0)),
        ("bots", json!(3)),
        ("house", json!(0)),
        ("watchers", json!(1)),
        ("matches_running", json!(0)),
        ("bans", json!(0)),
    ] {
        assert_eq!(status[name], expected, "{name}: {status}");
    }
    assert_eq!(status["rooms"]["stages"], json!({"gathering": 1, "readying": 1}));
    assert_eq!(status["journal"]["works"], true);
    assert!(status["journal"]["rows"].as_u64() >= Some(3) && status["data"]["bytes"].as_u64() > Some(0));
    assert_eq!(status["seals"]["lines"], 1);

    let rooms = told(data.path(), &["rooms"]);
    let codes: Vec<&str> = rooms["rooms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|room| room["code"].as_str().unwrap())
        .collect();
    let mut expected = [code.as_str(), alone.as_str()];
    expected.sort_unstable();
    assert_eq!(codes, expected);

    let room = told(data.path(), &["room", &code.to_lowercase()]);
    let room = &room["room"];
    assert_eq!(
        (&room["stage"], &room["chairs"][1]["name"], &room["chairs"][1]["here"]),
        (&json!("readying"), &json!("Ravi"), &json!(true))
    );
    let addresses: Vec<&Value> = room["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|session| &session["address"])
        .collect();
    assert_eq!(addresses, [&json!("127.0.0.1"); 3]);
    // Neither a secret nor what stands for one is told.
    let text = room.to_string();
    assert!(!text.contains("seed") && !text.contains("token"), "{text}");

    assert_eq!(refused(data.path(), &["room", "22222222"]), "no_such_room");
    assert_eq!(refused(data.path(), &["room", "../lock"]), "bad_code");
    for words in [&["status"][..], &["rooms"], &["room", &code]] {
        let said = admin(data.path(), words);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{said:?}");
        assert!(words[0] == "status" || said.out.contains(&code), "{said:?}");
    }
}

/// Story O10 and case B11: the operator's words reach everybody who was welcomed, or those of one room, and nobody else.
#[tokio::test]
async fn words_reach_those_who_are_meant_case_b11() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &[]);
    let (mut host, code) = Client::host(server.address, 1).await;
    let mut outside = Client::greeted(server.address).await;
    let mut stranger = Client::connect(server.address).await;
    assert_eq!(told(data.path(), &["say", "We", "close\n at ten."])["heard"], 2);
    for client in [&mut host, &mut outside] {
        assert_eq!(client.until("notice").await["text"], "We close at ten.");
    }
    assert_eq!(
        told(data.path(), &["say", "--room", &code, "Your room only."])["heard"],
        1
    );
    assert_eq!(host.until("notice").await["text"], "Your room only.");
    stranger.say(&crate::client::hello()).await;
    assert_eq!(stranger.hear().await["t"], "welcome", "nothing came before it");
    assert_eq!(refused(data.path(), &["say", "\u{202E}"]), "bad_request");
    assert_eq!(refused(data.path(), &["say", &"x".repeat(500)]), "bad_request");
    assert_eq!(
        refused(data.path(), &["say", "--room", "22222222", "x"]),
        "no_such_room"
    );
}

/// Kick is no ban: who was put out of his match may come back to watch. The match counts him as kicked, and verifies.
#[tokio::test]
async fn who_is_kicked_leaves_the_match() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &QUICK);
    let mut host = Player::host(server.address, 1, json!({})).await;
    let mut guest = Player::guest(server.address, &host.code(), 2).await;
    let code = host.code();
    while host.view["stage"] != "playing" {
        tokio::select! {
            message = host.client.hear() => host.take(&message),
            message = guest.client.hear() => guest.take(&message),
        }
        host.act().await;
        guest.act().await;
    }
    let answer = told(data.path(), &["kick", &code, "2"]);
    assert_eq!((&answer["name"], &answer["in_match"]), (&json!("Ravi"), &json!(true)));
    let (close, bye) = guest.client.end().await;
    assert_eq!(
        (close, &bye["text"]),
        (Some(1008), &json!("The operator has closed this connection."))
    );
    assert_eq!(bye["why"], "kicked");
    let view = host.play().await;
    let record = get(server.address, view["result"]["record"].as_str().unwrap()).await;
    assert!(record.text().contains("\"why\":\"kicked\""), "{}", record.text());
    let log = get(server.address, "/fair/log.ndjson").await;
    let report = chowk_record::verify::verify(record.text(), Some(log.text()));
    assert!(report.holds(), "{report:?}");

    let mut watcher = Client::greeted(server.address).await;
    watcher.say(&watch(&code)).await;
    watcher.until("snapshot").await;
    let room = told(data.path(), &["room", &code]);
    let sessions = room["room"]["sessions"].as_array().unwrap();
    let session = sessions.iter().find(|session| session["chair"].is_null()).unwrap();
    let session = format!("s{}", session["session"]);
    told(data.path(), &["kick", &code, &session]);
    assert_eq!(watcher.end().await.0, Some(1008));
    for (whom, expected) in [
        ("7", "nobody_there"),
        (session.as_str(), "nobody_there"),
        ("him", "bad_request"),
    ] {
        assert_eq!(refused(data.path(), &["kick", &code, whom]), expected, "{whom}");
    }
}

/// A room that is ended by the operator opens its match as abandoned before it goes.
#[tokio::test]
async fn a_room_that_is_ended_opens_its_match() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &QUICK);
    let mut host = Player::host(server.address, 1, json!({})).await;
    let mut guest = Player::guest(server.address, &host.code(), 2).await;
    let code = host.code();
    while host.throws + guest.throws < 6 {
        tokio::select! {
            message = host.client.hear() => host.take(&message),
            message = guest.client.hear() => guest.take(&message),
        }
        host.act().await;
        guest.act().await;
    }
    let id = host.view["match"].as_str().unwrap().to_owned();
    assert_eq!(refused(data.path(), &["end", &code, "--reason", "a\nb"]), "bad_request");
    let answer = told(data.path(), &["end", &code, "--reason", "We go home."]);
    assert_eq!((&answer["abandoned"], &answer["room"]), (&json!(id), &json!(code)));
    assert_eq!(host.client.end().await.0, Some(4002));
    assert_eq!(guest.client.end().await.0, Some(4002));
    let record = get(server.address, &format!("/api/v1/records/{id}")).await;
    let log = get(server.address, "/fair/log.ndjson").await;
    assert!(record.text().contains("\"why\":\"abandoned\""));
    assert!(chowk_record::verify::verify(record.text(), Some(log.text())).holds());
    assert_eq!(refused(data.path(), &["end", &code]), "no_such_room");
    assert_eq!(told(data.path(), &["rooms"])["rooms"], json!([]));
}
