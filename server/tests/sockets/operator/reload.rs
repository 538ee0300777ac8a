//! Settings that are read again while the server runs.

use std::fs;

use serde_json::{Value, json};
use tempfile::tempdir;

use super::{admin, refused, told};
use crate::{
    client::{Client, create, hello},
    process::Running,
};

fn keys(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|key| key.as_str().unwrap())
        .collect()
}

async fn motd(server: &Running) -> Value {
    let mut client = Client::connect(server.address).await;
    client.say(&hello()).await;
    client.hear().await["server"]["motd"].clone()
}

#[tokio::test]
async fn what_can_be_taken_is_taken() {
    let data = tempdir().unwrap();
    let config = data.path().join("config.toml");
    fs::write(&config, "motd = \"Tea at nine\"\nmax_rooms = 5\n").unwrap();
    let server = Running::start(data.path(), &["--ping", "30s"]);
    assert_eq!(motd(&server).await, "Tea at nine");
    let said = admin(data.path(), &["reload"]);
    assert_eq!((said.code, said.out.as_str()), (0, "Nothing has changed.\n"));
    let (_host, _) = Client::host(server.address, 1).await;

    fs::write(
        &config,
        "motd = \"Tea at ten\"\nmax_rooms = 1\nmax_players = 7\nping = \"9s\"\ntrusted_proxies = \"127.0.0.1\"\nmodt = 1\n",
    )
    .unwrap();
    let answer = told(data.path(), &["reload"]);
    assert_eq!(
        keys(&answer["now"]),
        ["motd", "trusted_proxies", "max_rooms"],
        "{answer}"
    );
    assert_eq!(keys(&answer["after_restart"]), ["max_players"]);
    assert!(answer["warnings"][0].as_str().unwrap().contains("modt"), "{answer}");
    assert_eq!(motd(&server).await, "Tea at ten");
    let mut second = Client::greeted(server.address).await;
    second.say(&create(2)).await;
    assert_eq!(second.refusal().await, "rooms_full");
    // The proxy is believed from now on, and so cannot be banned any more.
    assert_eq!(refused(data.path(), &["ban", "127.0.0.0/8"]), "own_address");
    told(data.path(), &["ban", "203.0.113.7"]);
    let mut troll = Client::try_connect(server.address, &[("x-forwarded-for", "203.0.113.7")])
        .await
        .unwrap();
    assert_eq!(troll.end().await.0, Some(1008));
    // What waits is told until it is so.
    let again = told(data.path(), &["reload"]);
    assert_eq!(
        (keys(&again["now"]).len(), keys(&again["after_restart"])),
        (0, vec!["max_players"])
    );
}

/// Bad input: a file with typos changes nothing, and the server goes on.
#[tokio::test]
async fn what_is_wrong_changes_nothing() {
    let data = tempdir().unwrap();
    let config = data.path().join("config.toml");
    fs::write(&config, "motd = \"Tea at nine\"\n").unwrap();
    let server = Running::start(data.path(), &[]);
    for text in [
        "motd = \"Tea at ten\"\nmax_rooms = \"many\"\n",
        "motd = = 1",
        "motd = \"x\"\nframes = 500\nframes_close = 5\n",
    ] {
        fs::write(&config, text).unwrap();
        assert_eq!(refused(data.path(), &["reload"]), "bad_settings", "{text}");
        assert_eq!(motd(&server).await, "Tea at nine", "{text}");
    }
    fs::write(&config, "motd = \"Tea at ten\"\n").unwrap();
    fs::write(data.path().join("bans.json"), "{").unwrap();
    assert_eq!(refused(data.path(), &["reload"]), "bad_bans");
    assert_eq!(motd(&server).await, "Tea at nine");
    let ban = json!({"bans": [{"address": "203.0.113.7", "since": "2026-01-01T00:00:00Z", "reason": "by hand"}]});
    fs::write(data.path().join("bans.json"), ban.to_string()).unwrap();
    let said = admin(data.path(), &["reload"]);
    assert!(
        said.out.contains("from now on: motd.") && said.out.contains("Bans: 1, before 0."),
        "{said:?}"
    );
    assert_eq!(told(data.path(), &["bans"])["bans"][0]["reason"], "by hand");
}
