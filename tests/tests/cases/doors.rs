//! B: joining, capacity and locks; H10 and H17: limits that hold for everybody.

use chowk_cli::client::{Intent, Reason};
use chowk_tests::{
    seat::{Seat, join, room},
    wire::{Heard, Wire},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
};

use super::{names_since_hello, open};

/// Twelve come at once for three chairs: three sit, nine are told that it is full, nobody sits twice.
#[tokio::test]
async fn case_b1_b10_a_table_is_never_overfull() {
    let (house, _folder) = open(&[]);
    let mut host = Seat::entered(house.at(), Intent::Create(room(4))).await.unwrap();
    let code = host.code().unwrap();
    let mut coming = JoinSet::new();
    for _ in 0..12 {
        let mut guest = Seat::new(house.at(), join(code)).unwrap();
        coming.spawn(async move {
            guest.connect().await.unwrap();
            while !guest.client().is_fresh() && guest.ended().is_none() {
                guest.hear().await.unwrap();
            }
            guest
        });
    }
    let guests = coming.join_all().await;
    let mut chairs: Vec<u8> = guests.iter().filter_map(|guest| guest.client().chair()).collect();
    chairs.sort_unstable();
    assert_eq!(chairs, [1, 2, 3]);
    let full = |guest: &&Seat| matches!(guest.ended(), Some(Reason::Refused { code, .. }) if code == "room_full");
    assert_eq!(guests.iter().filter(full).count(), 9);
    let sat = |view: &serde_json::Value| (0..4).all(|chair| view["chairs"][chair.to_string()]["kind"] == "bot");
    host.until("a full table", |client| {
        client.table().is_some_and(|table| sat(&table.view))
    })
    .await
    .unwrap();
}

/// A locked room lets nobody in, whichever way they try; who sat there before gets in by every way.
#[tokio::test]
async fn case_b4_b6_one_door_for_all() {
    let (house, _folder) = open(&[]);
    let seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let code = seats[0].code().unwrap();
    for chair in [None, Some(0), Some(1)] {
        let name = "Mina".into();
        let mut late = Seat::new(house.at(), Intent::Join { code, name, chair }).unwrap();
        late.connect().await.unwrap();
        while late.ended().is_none() {
            late.hear().await.unwrap();
        }
        assert!(
            matches!(late.ended(), Some(Reason::Refused { .. })),
            "{:?}",
            late.ended()
        );
        assert_eq!(late.came("snapshot").count() + late.came("seated").count(), 0);
    }
    let identity = seats[1].client().identity().clone();
    let mut same = Seat::of(house.at(), identity, join(code));
    same.back().await.unwrap();
    assert_eq!(same.client().chair(), Some(1));
}

/// Who joins sees himself in the first view, and before it nothing of the room.
#[tokio::test]
async fn case_b7_c1_e3_nothing_before_the_snapshot() {
    let (house, _folder) = open(&[]);
    let host = Seat::entered(house.at(), Intent::Create(room(3))).await.unwrap();
    let mut guest = Seat::entered(house.at(), join(host.code().unwrap())).await.unwrap();
    guest.settled().await.unwrap();
    let names = names_since_hello(&guest);
    assert_eq!(names[..4], ["welcome", "seated", "snapshot", "around"], "{names:?}");
    let snapshot = guest.came("snapshot").next().unwrap();
    assert_eq!(snapshot["view"]["chairs"]["1"]["name"], "Ravi");
    let around = guest.came("around").next().unwrap();
    assert_eq!(
        around["chairs"],
        json!({ "0": true, "1": true }),
        "case E3: presence comes with the view"
    );
}

/// A socket that has not said hello, or has no place in a room, is told nothing of any room.
#[tokio::test]
async fn case_b11_nothing_before_hello() {
    let (house, _folder) = open(&[]);
    let seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let mut silent = Wire::open(house.at()).await.unwrap();
    for message in [
        json!({ "t": "watch", "code": seats[0].code().unwrap() }),
        json!({ "t": "resync" }),
        json!({ "t": "throw", "n": 1, "v": 1 }),
    ] {
        silent.say(&message).await.unwrap();
        let Heard::Text(text) = silent.next().await.unwrap() else {
            panic!("closed")
        };
        let told: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&told["t"], &told["code"]),
            (&json!("refused"), &json!("hello_first")),
            "{told}"
        );
        assert!(told["v"].is_null(), "a version is a fact of a room");
    }
    let mut greeted = Wire::greeted(house.at(), "00112233445566aa").await.unwrap();
    let refusal = greeted.refusal(&json!({ "t": "resync" })).await.unwrap();
    assert_eq!(refusal["code"], "not_in_room");
}

#[tokio::test]
async fn case_h10_watchers_are_limited() {
    let (house, _folder) = open(&["--max-spectators", "2"]);
    let host = Seat::entered(house.at(), Intent::Create(room(2))).await.unwrap();
    let code = host.code().unwrap();
    let watch = || Intent::Watch { code, name: None };
    let mut watchers = Vec::new();
    for _ in 0..2 {
        watchers.push(Seat::entered(house.at(), watch()).await.unwrap());
    }
    let third = Seat::entered(house.at(), watch()).await.unwrap_err();
    assert!(format!("{third:#}").contains("as many watchers as it may"), "{third:#}");
    let mut closed = Seat::entered(
        house.at(),
        Intent::Create(chowk_cli::client::NewRoom {
            watch: false,
            ..room(2)
        }),
    )
    .await
    .unwrap();
    let code = closed.code().unwrap();
    let nobody = Seat::entered(house.at(), Intent::Watch { code, name: None })
        .await
        .unwrap_err();
    assert!(format!("{nobody:#}").contains("closed to watchers"), "{nobody:#}");
    closed.settled().await.unwrap();
}

/// Compression costs memory on every socket: it is not spoken, even where it is offered.
#[tokio::test]
async fn case_h17_no_compression() {
    let (house, _folder) = open(&[]);
    let mut stream = TcpStream::connect(house.at()).await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-extensions: permessage-deflate\r\n\r\n",
        house.at()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    assert!(
        head.starts_with("http/1.1 101") && !head.contains("sec-websocket-extensions"),
        "{head}"
    );
}
