//! Quick play: two who look for a table find one another.

use std::net::SocketAddr;

use chowk_server::journal::Disk;
use serde_json::{Value, json};

use super::client::{Client, Machine, get, hello, server, token};

fn quick(n: u8) -> Value {
    json!({"t": "quick", "token": token(n), "name": format!("P{n}"), "preset": "pagdi"})
}

async fn person(address: SocketAddr) -> Client {
    let mut client = Client::connect(address).await;
    let mut hello = hello();
    hello["kind"] = json!("person");
    client.say(&hello).await;
    assert_eq!(client.hear().await["t"], "welcome");
    client
}

/// Says it until it is answered by a seat.
async fn seated(client: &mut Client, wish: &Value) -> Value {
    loop {
        client.say(wish).await;
        let answer = client.hear().await;
        match answer["code"].as_str() {
            None => return answer,
            Some("busy" | "room_full") => {}
            Some(other) => panic!("{other}: {answer}"),
        }
    }
}

#[tokio::test]
async fn the_first_opens_a_table_and_the_second_finds_it() {
    let server = server(&[]).await;
    let mut first = person(server.address()).await;
    let one = seated(&mut first, &quick(1)).await;
    let mut second = person(server.address()).await;
    let two = seated(&mut second, &quick(2)).await;
    assert_eq!((&one["room"], &one["chair"]), (&two["room"], &json!(0)));
    assert_eq!(two["chair"], 1);
    let mut third = person(server.address()).await;
    let three = seated(&mut third, &quick(3)).await;
    assert_ne!(three["room"], one["room"], "a full table is no place");
    let list = get(server.address(), "/api/v1/rooms").await.json();
    assert!(
        list["rooms"]
            .as_array()
            .unwrap()
            .iter()
            .all(|room| room["fill"] == true && room.get("tokens").is_none())
    );
}

/// Contract 10: the same token finds the same seat, whoever opened the room, and after a restart.
#[tokio::test]
async fn quick_play_is_repeatable_by_token_case_f7() {
    let disk = Disk::new();
    let machine = Machine::start(&disk, &[]).await;
    let mut first = person(machine.server.address()).await;
    let one = seated(&mut first, &quick(1)).await;
    let mut second = person(machine.server.address()).await;
    let two = seated(&mut second, &quick(2)).await;
    second.cut();
    let mut second = person(machine.server.address()).await;
    let again = seated(&mut second, &quick(2)).await;
    assert_eq!((&again["room"], &again["chair"]), (&two["room"], &two["chair"]));
    machine.crash();
    let machine = Machine::start(&disk, &[]).await;
    for (n, before) in [(2, &two), (1, &one)] {
        let mut client = person(machine.server.address()).await;
        let after = seated(&mut client, &quick(n)).await;
        assert_eq!((&after["room"], &after["chair"]), (&before["room"], &before["chair"]));
    }
    machine.stop().await;
}

#[tokio::test]
async fn people_only_means_that_no_bot_may_come() {
    let server = server(&[]).await;
    let mut first = person(server.address()).await;
    let with_bots = seated(&mut first, &quick(1)).await;
    let mut wish = quick(2);
    wish["bots"] = json!(false);
    let mut second = person(server.address()).await;
    let people = seated(&mut second, &wish).await;
    assert_ne!(people["room"], with_bots["room"]);
    assert!(second.hear().await["view"].get("fill_at").is_none());
    assert!(first.hear().await["view"]["fill_at"].is_u64());
    let mut wish = quick(3);
    wish["bots"] = json!(false);
    let mut third = person(server.address()).await;
    assert_eq!(seated(&mut third, &wish).await["room"], people["room"]);
}

#[tokio::test]
async fn whoever_looks_at_the_same_moment_meets_case_f8() {
    // They ask again at once, which no client does: the limits of frames are not what is tried here.
    let flags = [
        "--max-per-addr",
        "100",
        "--frames",
        "100000",
        "--frames-close",
        "100000",
    ];
    let server = server(&flags).await;
    let address = server.address();
    let come = (1..=10).map(|n| async move {
        let mut client = person(address).await;
        let room = seated(&mut client, &quick(n)).await["room"]
            .as_str()
            .unwrap()
            .to_owned();
        (client, room)
    });
    let met = futures_util::future::join_all(come).await;
    let rooms: std::collections::BTreeSet<_> = met.iter().map(|(_, room)| room).collect();
    assert_eq!(rooms.len(), 5, "five tables of two: {rooms:?}");
}

#[tokio::test]
async fn a_wish_that_cannot_be_is_refused() {
    let server = server(&[]).await;
    let mut client = person(server.address()).await;
    for (field, value, code) in [
        ("preset", json!("ludo"), "unknown_preset"),
        ("name", json!("\u{202e}"), "bad_name"),
        ("chairs", json!(9), "bad_chairs"),
        ("clock", json!("none"), "impossible_rules"),
    ] {
        let mut wish = quick(1);
        wish[field] = value;
        client.say(&wish).await;
        assert_eq!(client.hear().await["code"], code);
    }
}

/// As many tables as there must be and no more, each full but the last; and nobody plays at one that is not full.
#[tokio::test]
async fn no_table_that_could_be_full_waits_case_f8() {
    for (chairs, people) in [(2, 7), (3, 8), (4, 9)] {
        let server = server(&["--max-per-addr", "100", "--max-rooms-per-addr", "100"]).await;
        let address = server.address();
        let come = (1..=people).map(|n| async move {
            let mut wish = quick(n);
            wish["chairs"] = json!(chairs);
            wish["bots"] = json!(false);
            let mut client = person(address).await;
            seated(&mut client, &wish).await;
            client
        });
        let _everybody = futures_util::future::join_all(come).await;
        let list = get(address, "/api/v1/rooms").await.json();
        let mut tables: Vec<(u64, &str)> = list["rooms"]
            .as_array()
            .unwrap()
            .iter()
            .map(|room| (room["free"].as_u64().unwrap(), room["stage"].as_str().unwrap()))
            .collect();
        tables.sort_unstable();
        let full = usize::from(people / chairs);
        assert_eq!(
            tables[..full],
            vec![(0, "readying"); full],
            "{people} at tables of {chairs}"
        );
        let free = u64::from(chairs - people % chairs);
        assert_eq!(tables[full..], [(free, "gathering")], "{people} at tables of {chairs}");
    }
}
