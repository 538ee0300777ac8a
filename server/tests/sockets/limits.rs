//! Floods, rubbish, silence and slow readers: each ends, typed, for the one who does it and for nobody else.

use axum::{Router, extract::ws::WebSocketUpgrade, routing::any};
use chowk_server::http::socket_config;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::client::{Client, ask, hello, server};

/// Frames over 8 KiB close with 1009; one of exactly 8 KiB is read.
#[tokio::test]
async fn a_frame_may_have_eight_kilobytes() {
    let server = server(&[]).await;
    let mut client = Client::greeted(server.address()).await;
    let fits = json!({"t": "ping", "c": 1, "pad": ""}).to_string().len();
    client
        .say(&json!({"t": "ping", "c": 1, "pad": "x".repeat(8192 - fits)}))
        .await;
    assert_eq!(client.until("pong").await["c"], 1);
    client
        .say(&json!({"t": "ping", "c": 1, "pad": "x".repeat(8193 - fits)}))
        .await;
    let (close, bye) = client.end().await;
    assert_eq!((close, &bye["code"]), (Some(1009), &json!(1009)));
    let mut big = Client::greeted(server.address()).await;
    big.send_maybe(Message::binary(vec![0; 3_000_000])).await;
    assert_eq!(big.end().await.0, Some(1009));
}

/// Cases H1 and H2: rubbish is refused, then closed, and never more than that.
#[tokio::test]
async fn rubbish_is_refused_and_then_closed_case_h1_h2() {
    let server = server(&[]).await;
    let mut client = Client::greeted(server.address()).await;
    client.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(client.refusal().await, "malformed");
    for _ in 0..20 {
        client.send(Message::text("{\"t\":\"fly\"}")).await;
    }
    for _ in 0..20 {
        assert_eq!(client.refusal().await, "unknown_message");
    }
    let (close, bye) = client.end().await;
    assert_eq!((close, &bye["retry_ms"]), (Some(1008), &serde_json::Value::Null));
    let (mut other, _) = Client::host(server.address(), 1).await;
    other.say(&json!({"t": "ping", "c": 1})).await;
    other.until("pong").await;
}

#[tokio::test]
async fn a_version_that_is_not_spoken_closes() {
    let server = server(&[]).await;
    let mut client = Client::connect(server.address()).await;
    let mut future = hello();
    future["protocols"] = json!([2]);
    client.say(&future).await;
    assert_eq!(client.refusal().await, "version_not_spoken");
    assert_eq!(client.end().await.0, Some(4003));
}

/// Case H12: a flood is told, and a greater one is closed; the neighbour in the room plays on.
#[tokio::test]
async fn floods_are_told_and_then_closed_case_h12() {
    let server = server(&[]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    let (mut guest, _) = Client::guest(server.address(), &code, 2).await;
    for c in 0..100 {
        host.say(&json!({"t": "ping", "c": c})).await;
    }
    let refused = loop {
        let message = host.hear().await;
        if message["t"] == "refused" {
            break message;
        }
    };
    assert_eq!(refused["code"], "too_fast");
    assert!((1..=1_000).contains(&refused["retry_ms"].as_u64().unwrap()));
    for c in 0..400 {
        if !host
            .send_maybe(Message::text(json!({"t": "ping", "c": c}).to_string()))
            .await
        {
            break;
        }
    }
    assert_eq!(host.end().await.0, Some(1008));
    guest.say(&json!({"t": "ping", "c": 1})).await;
    guest.until("pong").await;
}

#[tokio::test]
async fn who_says_no_hello_is_closed_case_h4() {
    let server = server(&["--hello", "100ms"]).await;
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.end().await.0, Some(1008));
    let mut greeted = Client::greeted(server.address()).await;
    assert_eq!(client.frame().await.err(), Some(None));
    greeted.say(&json!({"t": "ping", "c": 1})).await;
    greeted.until("pong").await;
}

/// Cases A5 and J3: who answers no ping is told to be silent after one, is gone within three, and the room hears both.
#[tokio::test]
async fn who_is_silent_is_gone_case_a5_j3() {
    let server = server(&["--ping", "100ms"]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    // It is never read from again, so that no ping is answered; its connection stays open.
    let (_silent, _) = Client::guest(server.address(), &code, 2).await;
    let mut was_silent = false;
    loop {
        let around = host.until("around").await;
        if around["chairs"] == json!({"0": true, "1": false}) {
            assert_eq!(around.get("silent"), None, "who is gone is not silent");
            break;
        }
        was_silent |= around["silent"] == json!([1]);
    }
    assert!(was_silent, "silent comes before gone");
}

/// Case A5: who is heard again is not silent any more.
#[tokio::test]
async fn who_speaks_again_is_not_silent_case_a5() {
    let server = server(&["--ping", "300ms"]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    let (mut guest, _) = Client::guest(server.address(), &code, 2).await;
    while host.until("around").await["silent"] != json!([1]) {}
    // Reading answers the pings.
    guest.say(&json!({"t": "ping", "c": 1})).await;
    loop {
        let around = host.until("around").await;
        if around.get("silent").is_none() {
            assert_eq!(around["chairs"], json!({"0": true, "1": true}));
            break;
        }
    }
}

/// Cases H5, H7, H8 and A23: who does not read is let go with 1013, and only he.
#[tokio::test]
async fn who_does_not_read_is_let_go_alone_case_a23_h5_h7_h8() {
    let flags = [
        "--queue",
        "8",
        "--write-wait",
        "300ms",
        "--frames",
        "100000",
        "--frames-close",
        "100000",
    ];
    let server = server(&flags).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    let mut slow = Client::narrow(server.address()).await;
    slow.say(&hello()).await;
    slow.say(&super::client::join(&code, 2)).await;
    // The room talks until the seat of the slow one is free.
    let mut is_gone = false;
    for n in 1.. {
        host.say(&json!({"t": "say", "n": n, "phrase": "hello"})).await;
        slow.send_maybe(Message::text(json!({"t": "resync"}).to_string())).await;
        loop {
            let message = host.hear().await;
            is_gone |= message["t"] == "around" && message["chairs"]["1"] == false;
            if message["t"] == "ack" {
                break;
            }
        }
        if is_gone {
            break;
        }
    }
    let (close, _) = slow.end().await;
    assert!(
        [Some(1013), None].contains(&close),
        "{close:?}: if it can still be told, it is told this"
    );
}

/// The workbench page, "Speed" 1: a read buffer as tungstenite has it by default costs six times as much.
#[tokio::test]
async fn sockets_are_set_up_for_small_frames_case_h5() {
    let router = Router::new().route(
        "/ws",
        any(|upgrade: WebSocketUpgrade| async { format!("{:?}", socket_config(upgrade)) }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let config = ask(address, "/ws", &format!("{upgrade}Connection: Upgrade, close\r\n")).await;
    for set in [
        "read_buffer_size: 4096",
        "max_message_size: Some(8192)",
        "max_frame_size: Some(8192)",
        "write_buffer_size: 16384",
        "max_write_buffer_size: 4194304",
    ] {
        assert!(config.text().contains(set), "{set}: {}", config.text());
    }
}

/// A phone in a pocket answers nothing: that counts as a drop, its seat is kept, and its token finds it again.
#[tokio::test]
async fn a_phone_in_a_pocket_keeps_its_seat_case_a18() {
    let server = server(&["--ping", "200ms"]).await;
    let address = server.address();
    let (mut host, code) = Client::host(address, 1).await;
    let (_pocket, snapshot) = Client::guest(address, &code, 2).await;
    while host.until("around").await["chairs"]["1"] != false {}
    let back = async {
        let mut back = Client::connect(address).await;
        back.say(&super::client::resume(&code, 2, &snapshot)).await;
        assert_eq!(back.hear().await["resumed"], true);
        assert_eq!(back.until("seated").await["chair"], 1);
    };
    // The host goes on reading, or it would be the next one to be gone.
    let told = async { while host.until("around").await["chairs"]["1"] != true {} };
    tokio::join!(back, told);
}

/// A ghost's seat is free before its socket is closed, and its socket, however long it takes to end, keeps nobody out.
#[tokio::test]
async fn a_ghost_keeps_nobody_out_case_a23() {
    let server = server(&["--ping", "200ms"]).await;
    let address = server.address();
    let (mut host, code) = Client::host(address, 1).await;
    // It is never read from, so that the goodbye is not answered: the server gives it two seconds for that.
    let (_ghost, _) = Client::guest(address, &code, 2).await;
    while host.until("around").await["chairs"]["1"] != false {}
    assert_eq!(
        server.house().sockets.open(),
        2,
        "the seat is free, and its socket not closed yet"
    );
    let back = async { Client::guest(address, &code, 2).await };
    let told = async { while host.until("around").await["chairs"]["1"] != true {} };
    let ((_back, snapshot), ()) = tokio::join!(back, told);
    assert_eq!(snapshot["view"]["chairs"]["1"]["gen"], 2, "the same seat");
}
