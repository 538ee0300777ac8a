//! Floods, frames that are too large, and bytes that are no frames: the one who sends them is closed, and nobody else.

use chowk_tests::{
    seat::{Seat, all_ended, play_on, room},
    wire::Wire,
};
use serde_json::json;

use super::{code, diffs, open};

const CID: &str = "0123456789abcdef";

/// A seat that misbehaves is closed with this code; it comes back, and the match goes on.
async fn closed_and_back(misbehave: impl AsyncFnOnce(&mut Wire), expected: u16) {
    let place = open(&[]);
    let mut seats = Seat::playing(place.house.at(), room(2)).await.unwrap();
    let before = diffs(&mut seats[1]).await;
    misbehave(seats[0].wire().unwrap()).await;
    let wire = seats[0].wire().unwrap();
    assert_eq!(wire.closed().await.unwrap(), Some(expected));
    // The other seat hears that somebody dropped, and of nothing else.
    let facts = seats[1].came("diff").skip(before);
    let events: Vec<_> = facts
        .flat_map(|diff| diff["events"].as_array().cloned().unwrap_or_default())
        .collect();
    assert!(events.iter().all(|event| event["e"] == "dropped"), "{events:?}");
    let last = seats[0].v();
    seats[0].cut().unwrap();
    seats[0].connect().await.unwrap();
    seats[0].until("the seat", |client| client.is_fresh()).await.unwrap();
    assert!(seats[0].v() >= last);
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    place.stays_well();
}

#[tokio::test]
async fn a_frame_over_eight_kilobytes() {
    let large = async |wire: &mut Wire| wire.text("x".repeat(8193)).await.unwrap();
    closed_and_back(large, 1009).await;
}

/// Case H12: counted message by message, not at the end of a batch.
#[tokio::test]
async fn case_h12_a_flood() {
    let flood = async |wire: &mut Wire| {
        for n in 0..400 {
            // The server may close before the last one.
            let _ = wire.say(&json!({ "t": "ping", "c": n })).await;
        }
    };
    closed_and_back(flood, 1008).await;
}

/// Cases H1 and H2.
#[tokio::test]
async fn case_h1_rubbish() {
    let rubbish = async |wire: &mut Wire| {
        for _ in 0..25 {
            let _ = wire.text("{\"t\":").await;
        }
    };
    closed_and_back(rubbish, 1008).await;
}

/// Case H16: deep nesting is refused like any text that cannot be read.
#[tokio::test]
async fn case_h16_deep_nesting() {
    let place = open(&[]);
    let mut wire = Wire::greeted(place.house.at(), CID).await.unwrap();
    for deep in [
        "[".repeat(8000),
        format!("{{\"t\":\"ping\",\"c\":{}", "[".repeat(4000)),
        "{\"a\":".repeat(1500),
    ] {
        wire.text(deep).await.unwrap();
        assert_eq!(code(&wire.wait_for("refused").await.unwrap()), "malformed");
    }
    place.stays_well();
}

/// Cases H1 and H2: bytes that are no frame of a WebSocket end the connection and nothing else.
#[tokio::test]
async fn case_h2_bytes_that_are_no_frames() {
    let place = open(&["--requests", "1000"]);
    let at = place.house.at();
    let mut host = Seat::new(at, chowk_cli::client::Intent::Create(room(2))).unwrap();
    host.connect().await.unwrap();
    host.until("a room", |client| client.is_fresh()).await.unwrap();
    let v = host.settled().await.unwrap();
    let mut jitter = chowk_cli::client::Jitter::new(1);
    for round in 0..60u8 {
        let mut wire = Wire::greeted(at, CID).await.unwrap();
        let mut bytes: Vec<u8> = (0..64).map(|_| jitter.bits().to_le_bytes()[0]).collect();
        match round % 4 {
            // An unmasked text, a reserved kind, reserved bits, anything.
            0 => bytes[..2].copy_from_slice(&[0x81, 0x05]),
            1 => bytes[..2].copy_from_slice(&[0x83, 0x85]),
            2 => bytes[..2].copy_from_slice(&[0xF1, 0x85]),
            _ => {}
        }
        // The server may hang up while these are written.
        let _ = wire.raw(&bytes).await;
        wire.cut();
    }
    assert_eq!(host.settled().await.unwrap(), v);
    place.stays_well();
}
