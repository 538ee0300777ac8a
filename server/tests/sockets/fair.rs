//! `/fair/throws.json`: what is counted for all time is what the records tell, no more and no less.

use std::collections::BTreeMap;

use chowk_server::{journal::Disk, lobby::directory::Located, room::Order};
use serde_json::{Value, json};

use super::{
    client::{Machine, get, server_on, soon},
    player::{Player, QUICK},
};

/// The throws of these records of matches with four fair shells, as they must be told.
pub(crate) fn thrown_in<'a>(records: impl Iterator<Item = &'a str>) -> Value {
    let mut values: BTreeMap<String, u64> = ["1", "2", "3", "4", "8"].map(|value| (value.to_owned(), 0)).into();
    let lines = records.flat_map(str::lines);
    for line in lines.map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        if line["kind"] == "thrown" {
            *values.entry(line["value"].to_string()).or_default() += 1;
        }
    }
    json!({ "four_shells": values })
}

/// Story: "are these dice rigged?", and for once there is an answer.
#[tokio::test]
async fn throws_are_counted_for_all_time() {
    let disk = Disk::new();
    let first = Machine::start(&disk, &QUICK).await;
    let address = first.server.address();
    let throws = async || get(address, "/fair/throws.json").await;
    let nothing = throws().await;
    assert!(nothing.head.contains("application/json"), "{}", nothing.head);
    assert_eq!(nothing.json(), json!({"models": {}, "casts": {}}));
    let before = get(address, "/api/v1/info").await.json()["now"].clone();
    let mut records = Vec::new();
    for n in [1, 3] {
        let mut host = Player::host(address, n, json!({})).await;
        let mut guest = Player::guest(address, &host.code(), n + 1).await;
        let (view, _) = tokio::join!(host.play(), guest.play());
        let record = get(address, view["result"]["record"].as_str().unwrap()).await;
        records.push(record.text().to_owned());
        let told = throws().await.json();
        assert_eq!(told["models"], thrown_in(records.iter().map(String::as_str)));
        assert!(told["since"].as_u64() >= before.as_u64(), "{told} since {before}");
    }
    // A match that runs is not counted; one that was broken off has the throws that were thrown.
    let counted = throws().await.json();
    let mut host = Player::host(address, 5, json!({})).await;
    let mut guest = Player::guest(address, &host.code(), 6).await;
    while host.throws < 3 {
        tokio::select! {
            message = host.client.hear() => host.take(&message),
            message = guest.client.hear() => guest.take(&message),
        }
        host.act().await;
        guest.act().await;
    }
    assert_eq!(throws().await.json(), counted);
    let why = "We go home.".to_owned();
    let lobby = &first.server.house().lobby;
    let Located::Here(room) = lobby.look_up(host.code().parse().unwrap()) else {
        panic!("the room is there");
    };
    room.order(Order::End { why }).await.unwrap();
    assert_eq!(host.client.end().await.0, Some(4002));
    let path = format!("/api/v1/records/{}", host.view["match"].as_str().unwrap());
    let record = get(address, &path).await;
    assert!(record.text().contains("\"why\":\"abandoned\""), "{}", record.text());
    records.push(record.text().to_owned());
    let all = throws().await.json();
    assert_eq!(all["models"], thrown_in(records.iter().map(String::as_str)));
    assert_eq!(all["since"], counted["since"]);
    let casts = json!({"four_shells": {"shells": 4, "mouth_up_256": 128, "none_up": 8}});
    assert_eq!(all["casts"], casts);
    first.crash();
    let second = server_on(&disk, &["--records-size", "0"]).await;
    soon(async { while get(second.address(), &path).await.status != 404 {} }).await;
    let again = get(second.address(), "/fair/throws.json").await.json();
    assert_eq!(again, all, "neither a crash nor the end of a record forgets a throw");
}
