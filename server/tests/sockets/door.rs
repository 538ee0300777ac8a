//! The door: who comes in, comes back, and comes twice.

use serde_json::{Value, json};

use super::client::{Client, create, get, hello, join, resume, server, soon, token, watch};

/// Cases B7 and C1: nothing before the snapshot, and the joiner's own snapshot knows of the joiner.
#[tokio::test]
async fn a_room_is_opened_and_joined_case_b7_c1() {
    let server = server(&[]).await;
    let mut host = Client::greeted(server.address()).await;
    host.say(&create(1)).await;
    let seated = host.hear().await;
    assert_eq!(
        (&seated["t"], &seated["chair"], &seated["last_n"]),
        (&json!("seated"), &json!(0), &json!(0))
    );
    assert_eq!(host.hear().await["t"], "snapshot");
    assert_eq!(host.hear().await["t"], "around");
    let code = seated["room"].as_str().unwrap();
    let mut guest = Client::greeted(server.address()).await;
    guest.say(&join(&code.to_lowercase(), 2)).await;
    assert_eq!(guest.hear().await["t"], "seated");
    let snapshot = guest.hear().await;
    assert_eq!(snapshot["view"]["chairs"]["1"]["name"], "Ravi");
    assert_eq!(host.until("diff").await["events"][0]["e"], "joined");
}

/// Cases A11, B11 and C12: the first frame is the welcome, and nothing comes before hello.
#[tokio::test]
async fn the_first_frame_is_the_welcome_case_a11_b11_c12() {
    let server = server(&[]).await;
    let mut client = Client::connect(server.address()).await;
    client.say(&json!({"t": "ping", "c": 1})).await;
    assert_eq!(client.hear().await["code"], "hello_first");
    client.say(&hello()).await;
    let welcome = client.hear().await;
    assert_eq!(
        (&welcome["t"], &welcome["protocol"], &welcome["seal"]),
        (&json!("welcome"), &json!(1), &json!(""))
    );
    assert_eq!(welcome["limits"]["frame_bytes"], 8192);
    assert_eq!(welcome.get("resumed"), None);
    client.say(&json!({"t": "ping", "c": 77})).await;
    let pong = client.hear().await;
    assert_eq!(
        (&pong["t"], &pong["c"], &pong["v"]),
        (&json!("pong"), &json!(77), &json!(0))
    );
}

/// Case D5 and contract 10: a lost answer leaves no ghost; the same token finds the same room and seat.
#[tokio::test]
async fn creating_and_joining_are_repeatable_case_d5() {
    let server = server(&[]).await;
    let (first, code) = Client::host(server.address(), 1).await;
    let (_second, again) = Client::host(server.address(), 1).await;
    assert_eq!(code, again);
    first.cut();
    let (_guest, one) = Client::guest(server.address(), &code, 2).await;
    let (_again, two) = Client::guest(server.address(), &code, 2).await;
    assert_eq!(one["view"]["chairs"]["1"]["name"], two["view"]["chairs"]["1"]["name"]);
    assert_eq!(get(server.address(), "/api/v1/info").await.json()["persons"], 0);
    assert_eq!(get(server.address(), "/api/v1/info").await.json()["bots"], 2);
}

/// Case B1: at the same moment too, since the place is taken before anything is waited for.
#[tokio::test]
async fn the_same_wish_twice_at_once_is_one_room_case_b1() {
    let server = server(&["--max-per-addr", "100"]).await;
    let address = server.address();
    let opened = (0..20).map(|_| async move { Client::host(address, 1).await.1 });
    let codes = futures_util::future::join_all(opened).await;
    assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
    assert_eq!(server.house().lobby.world().directory.count().awake, 1);
}

/// Cases B1 and B6: no more sit down than there are chairs.
#[tokio::test]
async fn a_full_table_is_full_whoever_comes_at_once_case_b1_b6() {
    let server = server(&["--max-per-addr", "100"]).await;
    let (address, (_host, code)) = (server.address(), Client::host(server.address(), 1).await);
    let guests = (2..12).map(|n| {
        let code = code.clone();
        async move {
            let mut guest = Client::greeted(address).await;
            guest.say(&join(&code, n)).await;
            let answer = guest.hear().await;
            (
                answer["t"] == "seated",
                answer["code"].as_str().unwrap_or_default().to_owned(),
                guest,
            )
        }
    });
    let guests = futures_util::future::join_all(guests).await;
    assert_eq!(guests.iter().filter(|(seated, ..)| *seated).count(), 1);
    assert!(guests.iter().all(|(seated, code, _)| *seated || code == "room_full"));
    // A refusal leaves the socket open: one may watch.
    let (.., mut refused) = guests.into_iter().find(|(seated, ..)| !seated).unwrap();
    refused.say(&watch(&code)).await;
    assert_eq!(refused.until("seated").await.get("chair"), None);
}

/// Cases A3, A7, A14, A27: a resume names its room and finds the seat, as long as the room lives.
#[tokio::test]
async fn a_resume_finds_its_seat_case_a3_a7_a14_a27() {
    let server = server(&[]).await;
    let (host, code) = Client::host(server.address(), 1).await;
    let (guest, snapshot) = Client::guest(server.address(), &code, 2).await;
    guest.cut();
    let mut back = Client::connect(server.address()).await;
    back.say(&resume(&code, 2, &snapshot)).await;
    let welcome = back.hear().await;
    assert_eq!((&welcome["t"], &welcome["resumed"]), (&json!("welcome"), &json!(true)));
    let seated = back.hear().await;
    assert_eq!(
        (&seated["t"], &seated["chair"], &seated["gen"]),
        (&json!("seated"), &json!(1), &json!(2))
    );
    let missed = back.hear().await;
    assert_eq!(missed["t"], "catch_up");
    assert_eq!(missed["diffs"][0]["from"], snapshot["v"]);
    drop(host);
}

/// Cases A8 and A9: what is wrong with a resume is told, and nobody is sat down by it.
#[tokio::test]
async fn a_resume_that_cannot_be_is_told_why_case_a8_a9() {
    let server = server(&[]).await;
    let (_host, code) = Client::host(server.address(), 1).await;
    let nothing = json!({"epoch": "0011223344556677", "v": 1});
    for (code, n, reason) in [(code.as_str(), 9, "foreign_token"), ("22222222", 1, "no_such_room")] {
        let mut client = Client::connect(server.address()).await;
        client.say(&resume(code, n, &nothing)).await;
        let welcome = client.hear().await;
        assert_eq!(
            (&welcome["resumed"], &welcome["reason"]),
            (&json!(false), &json!(reason))
        );
        client.say(&create(n + 50)).await;
        client.until("snapshot").await;
    }
    let mut bad = Client::connect(server.address()).await;
    let mut hello = hello();
    hello["resume"] = json!({"room": code, "token": "", "epoch": "", "v": 0});
    bad.say(&hello).await;
    assert_eq!(bad.refusal().await, "malformed");
}

/// Case A12, and A1, A2, A24: the second window takes over, the first is told for good, and its late close is nothing.
#[tokio::test]
async fn the_second_window_takes_over_case_a1_a12_a24_e3() {
    let server = server(&[]).await;
    let (mut first, code) = Client::host(server.address(), 1).await;
    let (mut guest, _) = Client::guest(server.address(), &code, 2).await;
    let mut second = Client::greeted(server.address()).await;
    second.say(&join(&code, 1)).await;
    second.until("snapshot").await;
    let (close, bye) = first.end().await;
    assert_eq!((close, &bye["code"]), (Some(4001), &json!(4001)));
    first.cut();
    second.say(&json!({"t": "say", "n": 1, "phrase": "hello"})).await;
    assert_eq!(second.until("ack").await["n"], 1);
    loop {
        let diff = guest.until("diff").await;
        if diff["events"][0]["e"] == "said" {
            break;
        }
    }
    guest.say(&json!({"t": "ping", "c": 1})).await;
    guest.until("pong").await;
    let mut watcher = Client::greeted(server.address()).await;
    watcher.say(&watch(&code)).await;
    let around = watcher.until("around").await;
    assert_eq!(
        around["chairs"],
        json!({"0": true, "1": true}),
        "case E3: presence is told with the snapshot"
    );
}

/// Case A16: one change of presence for each real one.
#[tokio::test]
async fn a_cut_is_told_once_case_a16() {
    let server = server(&[]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    let (guest, _) = Client::guest(server.address(), &code, 2).await;
    guest.cut();
    let mut seen = Vec::new();
    while seen.last() != Some(&json!({"0": true, "1": false})) {
        seen.push(host.until("around").await["chairs"].clone());
    }
    host.say(&json!({"t": "ping", "c": 5})).await;
    loop {
        let message = host.hear().await;
        assert_ne!(message["t"], "around", "said once");
        if message["t"] == "pong" {
            break;
        }
    }
}

#[tokio::test]
async fn one_socket_serves_one_room() {
    let server = server(&[]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    for message in [create(2), join(&code, 3), watch(&code)] {
        host.say(&message).await;
        assert_eq!(host.refusal().await, "elsewhere");
    }
    host.say(&hello()).await;
    assert_eq!(host.refusal().await, "hello_twice");
    host.say(&json!({"t": "leave", "n": 1})).await;
    let (close, bye) = host.end().await;
    assert_eq!((close, bye.get("why")), (Some(1000), None));
}

/// A program knows by a code, and not by the words, that it was put off the table.
#[tokio::test]
async fn whoever_is_put_off_is_told_why_by_a_code() {
    let server = server(&[]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    let (mut guest, _) = Client::guest(server.address(), &code, 2).await;
    host.say(&json!({"t": "remove", "n": 1, "chair": 1})).await;
    let (close, bye) = guest.end().await;
    assert_eq!((close, &bye["why"]), (Some(1000), &json!("removed")));
}

/// Case D7: the room's code is in each frame that leads to a room.
#[tokio::test]
async fn frames_name_their_room_case_d7() {
    let server = server(&[]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    host.say(&json!({"t": "resync"})).await;
    assert_eq!(host.until("snapshot").await["room"], code.as_str());
}

/// Cases A10 and "codes tried by the hundred".
#[tokio::test]
async fn wrong_codes_are_told_and_then_barred_case_a10() {
    let server = server(&[]).await;
    let (_host, code) = Client::host(server.address(), 1).await;
    let mut guesser = Client::greeted(server.address()).await;
    for guess in ["22222222", "33333333", "44444444", "55555555", "66666666"] {
        guesser.say(&watch(guess)).await;
        assert_eq!(guesser.refusal().await, "no_such_room");
    }
    for guess in ["77777777", code.as_str()] {
        guesser.say(&join(guess, 2)).await;
        let refused = guesser.hear().await;
        assert_eq!(refused["code"], "too_many_tries");
        assert!(refused["retry_ms"].as_u64().unwrap() <= 12_000);
    }
    let (_other, _) = Client::host(server.address(), 3).await;
}

/// Case B3: what is refused holds no place.
#[tokio::test]
async fn rooms_are_limited_and_refusals_hold_no_place_case_b3() {
    let server = server(&["--max-rooms", "2", "--max-rooms-per-addr", "2"]).await;
    let (mut first, _) = Client::host(server.address(), 1).await;
    let (_second, code) = Client::host(server.address(), 2).await;
    let mut third = Client::greeted(server.address()).await;
    for _ in 0..3 {
        third.say(&create(3)).await;
        assert_eq!(third.refusal().await, "rooms_full");
    }
    third.say(&create(2)).await;
    assert_eq!(
        third.until("seated").await["room"],
        code.as_str(),
        "who has a room finds it"
    );
    first.say(&json!({"t": "leave", "n": 1})).await;
    first.end().await;
}

#[tokio::test]
async fn one_address_has_so_many_rooms_and_sockets() {
    let server = server(&["--max-rooms-per-addr", "1", "--max-per-addr", "3"]).await;
    let (_first, _) = Client::host(server.address(), 1).await;
    let mut second = Client::greeted(server.address()).await;
    second.say(&create(2)).await;
    let refused: Value = second.hear().await;
    assert_eq!(refused["code"], "rooms_full");
    assert!(refused["text"].as_str().unwrap().contains("address"));
    let third = Client::connect(server.address()).await;
    assert_eq!(Client::try_connect(server.address(), &[]).await.err(), Some(429));
    third.cut();
    // The place is free once the server has seen the cut.
    soon(async {
        while Client::try_connect(server.address(), &[]).await.is_err() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// Case H14: behind a trusted proxy each person counts, and nobody else's word is believed.
#[tokio::test]
async fn forwarded_addresses_count_behind_a_trusted_proxy_only_case_h14() {
    let flags = [
        "--max-per-addr",
        "1",
        "--requests",
        "1000",
        "--trusted-proxies",
        "127.0.0.0/8",
    ];
    let server_behind = server(&flags).await;
    let from = |address| [("x-forwarded-for", address)];
    let _one = Client::try_connect(server_behind.address(), &from("9.9.9.1"))
        .await
        .unwrap();
    let _two = Client::try_connect(server_behind.address(), &from("9.9.9.2"))
        .await
        .unwrap();
    assert_eq!(
        Client::try_connect(server_behind.address(), &from("6.6.6.6, 9.9.9.1"))
            .await
            .err(),
        Some(429)
    );
    let open = server(&flags[..2]).await;
    let _one = Client::try_connect(open.address(), &from("9.9.9.1")).await.unwrap();
    assert_eq!(
        Client::try_connect(open.address(), &from("9.9.9.2")).await.err(),
        Some(429)
    );
}

/// Case H15.
#[tokio::test]
async fn pages_of_others_may_not_open_a_socket_case_h15() {
    let server = server(&["--origins", "https://play.example"]).await;
    let own = format!("http://{}", server.address());
    for (origin, expected) in [
        ("https://evil.example", Some(403)),
        ("null", Some(403)),
        ("https://play.example", None),
        (own.as_str(), None),
    ] {
        assert_eq!(
            Client::try_connect(server.address(), &[("origin", origin)]).await.err(),
            expected,
            "{origin}"
        );
    }
}

/// Case I1: what was shown to come in is never told to anybody.
#[tokio::test]
async fn no_frame_holds_a_token_case_a9_i1() {
    let server = server(&[]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    let (mut guest, snapshot) = Client::guest(server.address(), &code, 2).await;
    let mut told = vec![snapshot];
    guest.say(&json!({"t": "say", "n": 1, "phrase": "hello"})).await;
    told.push(guest.until("ack").await);
    told.push(host.until("diff").await);
    host.say(&json!({"t": "resync"})).await;
    told.push(host.until("snapshot").await);
    for secret in [token(1), token(2)] {
        assert!(told.iter().all(|frame| !frame.to_string().contains(&secret)));
    }
}
