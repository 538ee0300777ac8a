//! Stopping and starting again: everybody is told to come back, and finds everything as it was.

use std::time::{Duration, Instant};

use chowk_server::journal::Disk;
use serde_json::json;

use super::{
    client::{Client, Machine, create, get, resume, server, server_on, soon, watch},
    player::{Player, QUICK},
};

/// Contract 24, cases A22, G3, G4: `bye` 1012 with a spread, for everybody, inside rooms and outside.
#[tokio::test]
async fn everybody_is_told_to_come_back_case_a22_g3_g4() {
    let server = server(&QUICK).await;
    let address = server.address();
    let (host, code) = Client::host(address, 1).await;
    let (guest, _) = Client::guest(address, &code, 2).await;
    let mut everybody = vec![host, guest];
    for _ in 0..4 {
        everybody.push(Client::greeted(address).await);
    }
    everybody.push(Client::connect(address).await);
    let started = Instant::now();
    let (told, ()) = tokio::join!(
        futures_util::future::join_all(everybody.iter_mut().map(Client::end)),
        soon(server.stop())
    );
    assert!(started.elapsed() < Duration::from_secs(3));
    let mut waits = std::collections::BTreeSet::new();
    for (close, bye) in told {
        assert_eq!((close, &bye["code"]), (Some(1012), &json!(1012)));
        waits.insert(bye["retry_ms"].as_u64().unwrap());
    }
    assert!(waits.len() >= 5, "not all at once: {waits:?}");
}

/// Contract 24: while it stops it takes no new rooms and is not ready. Case G7: the state is visible.
#[tokio::test]
async fn while_it_stops_it_is_not_ready_case_g7() {
    let server = server(&[]).await;
    let mut client = Client::greeted(server.address()).await;
    assert_eq!(get(server.address(), "/readyz").await.status, 200);
    server.house().lobby.close();
    client.say(&create(1)).await;
    assert_eq!(client.refusal().await, "stopping");
    assert_eq!(get(server.address(), "/readyz").await.status, 503);
    assert_eq!(get(server.address(), "/healthz").await.status, 200);
    assert_eq!(Client::try_connect(server.address(), &[]).await.err(), Some(503));
}

/// Cases A17, A26, C10, G1: rooms, seats and tokens outlive the server; a crash is like a restart.
#[tokio::test]
async fn rooms_and_seats_outlive_the_server_case_a17_a26_c10_g1() {
    for crash in [false, true] {
        let disk = Disk::new();
        let first = Machine::start(&disk, &[]).await;
        let (mut host, code) = Client::host(first.server.address(), 1).await;
        let (_guest, snapshot) = Client::guest(first.server.address(), &code, 2).await;
        host.say(&json!({"t": "say", "n": 1, "phrase": "hello"})).await;
        let acked = host.until("ack").await["v"].as_u64().unwrap();
        if crash {
            first.crash();
        } else {
            first.stop().await;
        }
        let second = server_on(&disk, &[]).await;
        let address = second.address();
        let count = second.house().lobby.world().directory.count();
        assert_eq!(count.asleep, 1, "only the directory is read at the start");
        let (_host, again) = Client::host(address, 1).await;
        assert_eq!(again, code, "the creating token finds its room");
        let mut back = Client::connect(address).await;
        back.say(&resume(&code, 2, &snapshot)).await;
        assert_eq!(back.hear().await["resumed"], true);
        assert_eq!(back.hear().await["chair"], 1);
        back.say(&json!({"t": "resync"})).await;
        let v = back.until("snapshot").await["v"].as_u64().unwrap();
        assert!(v >= acked, "what was acknowledged is there");
    }
}

/// Two visitors at once fold a sleeping room once.
#[tokio::test]
async fn a_sleeping_room_is_woken_once() {
    let disk = Disk::new();
    let first = server_on(&disk, &[]).await;
    let (_, code) = Client::host(first.address(), 1).await;
    first.stop().await;
    let second = server_on(&disk, &QUICK).await;
    let address = second.address();
    let visits = (0..10).map(|_| {
        let code = code.clone();
        async move {
            let mut client = Client::greeted(address).await;
            client.say(&watch(&code)).await;
            let snapshot = client.until("snapshot").await;
            (snapshot["v"].clone(), client)
        }
    });
    let seen = futures_util::future::join_all(visits).await;
    assert!(seen.iter().all(|(v, _)| *v == seen[0].0));
    assert_eq!(second.house().lobby.world().directory.count().awake, 1);
}

/// A match goes on after a restart in its middle, and after a crash, and its record verifies.
#[tokio::test]
async fn a_match_outlives_the_server() {
    let disk = Disk::new();
    let mut machine = Machine::start(&disk, &QUICK).await;
    let mut host = Player::host(machine.server.address(), 1, json!({})).await;
    let mut guest = Player::guest(machine.server.address(), &host.code(), 2).await;
    let code = host.code();
    for crash in [false, true, false] {
        let throws = host.throws + 5;
        while host.throws < throws {
            tokio::select! {
                message = host.client.hear() => host.take(&message),
                message = guest.client.hear() => guest.take(&message),
            }
            host.act().await;
            guest.act().await;
        }
        if crash {
            machine.crash();
        } else {
            machine.stop().await;
        }
        machine = Machine::start(&disk, &QUICK).await;
        for (player, n) in [(&mut host, 1), (&mut guest, 2)] {
            let known = json!({"epoch": player.epoch, "v": player.v});
            player.client = Client::connect(machine.server.address()).await;
            player.client.say(&resume(&code, n, &known)).await;
            let welcome = player.client.hear().await;
            assert_eq!(welcome["resumed"], true, "{welcome}");
        }
    }
    let (view, _) = tokio::join!(host.play(), guest.play());
    let address = machine.server.address();
    let record = get(address, view["result"]["record"].as_str().unwrap()).await;
    let log = get(address, "/fair/log.ndjson").await;
    let report = chowk_record::verify::verify(record.text(), Some(log.text()));
    assert!(report.holds(), "{report:?}");
    machine.crash();
}

/// Rooms that nobody visits after a restart end too; they are not kept for ever (case B9).
#[tokio::test]
async fn rooms_that_nobody_visits_end_case_b9() {
    let disk = Disk::new();
    let first = server_on(&disk, &[]).await;
    Client::host(first.address(), 1).await.0.cut();
    first.stop().await;
    let second = server_on(&disk, &["--room-idle", "100ms"]).await;
    let directory = &second.house().lobby.world().directory;
    soon(async {
        while directory.count() != chowk_server::lobby::directory::RoomCount::default() {
            directory.changed().await;
        }
    })
    .await;
}

/// Cases F1 and F3: when everybody has gone, nothing is left, and no count is wrong.
#[tokio::test]
async fn all_comes_back_to_nothing_case_f1_f3() {
    let server = server(&[
        "--room-idle",
        "100ms",
        "--max-per-addr",
        "100",
        "--max-rooms-per-addr",
        "100",
    ])
    .await;
    let address = server.address();
    let mut everybody = Vec::new();
    for n in 0..10 {
        let (host, code) = Client::host(address, n).await;
        everybody.extend([host, Client::guest(address, &code, n + 100).await.0]);
    }
    let house = server.house();
    let world = house.lobby.world();
    assert_eq!(
        (
            house.sockets.open(),
            world.outboxes.len(),
            world.directory.count().awake
        ),
        (20, 20, 10)
    );
    for (at, client) in everybody.iter_mut().enumerate().filter(|(at, _)| at % 3 == 0) {
        client.say(&json!({"t": "leave", "n": 1})).await;
        assert_eq!(client.end().await.0, Some(1000), "{at}");
    }
    everybody.into_iter().for_each(Client::cut);
    soon(async {
        while world.directory.count().awake > 0 || house.sockets.open() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(world.outboxes.is_empty());
    assert!(world.journal.directory().await.unwrap().is_empty());
}

/// The list of rooms knows those that sleep.
#[tokio::test]
async fn the_list_of_rooms_outlives_the_server() {
    let disk = Disk::new();
    let first = server_on(&disk, &[]).await;
    let mut client = Client::greeted(first.address()).await;
    let mut listed = create(1);
    listed["listed"] = json!(true);
    client.say(&listed).await;
    let code = client.until("seated").await["room"].clone();
    let (_private, _) = Client::host(first.address(), 2).await;
    first.stop().await;
    let second = server_on(&disk, &[]).await;
    let rooms = get(second.address(), "/api/v1/rooms").await.json();
    assert_eq!(
        (rooms["rooms"].as_array().unwrap().len(), &rooms["rooms"][0]["code"]),
        (1, &code)
    );
    assert_eq!(rooms["rooms"][0]["stage"], "gathering");
}

/// Everybody comes at the very moment of the start: each room is woken once, and each wish is answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn load_from_the_first_second_case_f10() {
    const MANY: [&str; 6] = [
        "--max-per-addr",
        "1000",
        "--max-rooms-per-addr",
        "1000",
        "--requests",
        "1000",
    ];
    let disk = Disk::new();
    let first = server_on(&disk, &MANY).await;
    let mut rooms = Vec::new();
    for n in 0..6 {
        let (_, code) = Client::host(first.address(), n).await;
        let (_, snapshot) = Client::guest(first.address(), &code, n + 50).await;
        rooms.push((n + 50, code, snapshot));
    }
    soon(first.stop()).await;
    let second = server_on(&disk, &MANY).await;
    let address = second.address();
    let come = (0..48_u8).map(|n| {
        let (seat, code, snapshot) = rooms[usize::from(n % 6)].clone();
        async move {
            // A seat is returned to once: of two sockets of one client the newer one has it (case A2).
            let (kind, again) = (n / 6 % 4, n >= 24);
            if kind == 3 {
                assert_eq!(get(address, "/api/v1/info").await.status, 200);
                return None;
            }
            let mut client = Client::connect(address).await;
            if kind == 0 && !again {
                client.say(&resume(&code, seat, &snapshot)).await;
                let told = client.hear().await;
                assert_eq!(told["resumed"], true, "{n}: {told}");
                return Some(client);
            }
            client.say(&super::client::hello()).await;
            client.until("welcome").await;
            let wish = if kind == 2 { create(n + 100) } else { watch(&code) };
            client.say(&wish).await;
            client.until("snapshot").await;
            Some(client)
        }
    });
    let here = futures_util::future::join_all(come).await;
    assert_eq!(here.iter().flatten().count(), 36);
    let count = second.house().lobby.world().directory.count();
    assert_eq!((count.awake, count.asleep, count.failed), (6 + 12, 0, 0));
}
