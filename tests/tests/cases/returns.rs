//! A: who comes back, to which seat, and what an old socket may still do.

use chowk_cli::client::{Happening, How, Intent};
use chowk_tests::seat::{Seat, all_ended, at_a_throw, hear_on, level, play_on, room};
use serde_json::{Value, json};

use super::{names_since_hello, open};

fn changed(happening: &Happening) -> Option<How> {
    if let Happening::Changed { how, .. } = happening {
        Some(*how)
    } else {
        None
    }
}

/// Whether a seat's newest `around` says that a chair is connected.
fn connected(seat: &Seat, chair: &str) -> Option<bool> {
    seat.came("around").next_back()?["chairs"][chair].as_bool()
}

/// The seat is played from a second window; the first is told so for good, and its late close removes nobody.
#[tokio::test]
async fn case_a1_a2_a12_a24_a_late_close_removes_nobody() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let (identity, code) = (seats[0].client().identity().clone(), seats[0].code().unwrap());
    let second = Intent::Join {
        code,
        name: "Asha".into(),
        chair: None,
    };
    let mut first = std::mem::replace(&mut seats[0], Seat::of(house.at(), identity, second));
    seats[0].connect().await.unwrap();
    seats[0].until("the seat", |client| client.is_fresh()).await.unwrap();
    assert_eq!(seats[0].client().chair(), Some(0));
    assert_eq!(first.wire().unwrap().closed().await.unwrap(), Some(4001));
    first.cut().unwrap();
    let presence = seats[1].came("around").count();
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    let told = seats[1].came("around").skip(presence);
    let gone = told.filter(|around| around["chairs"]["0"] == false).count();
    assert_eq!(
        (gone, connected(&seats[1], "0")),
        (0, Some(true)),
        "the late close took the chair"
    );
}

/// A token is of one seat in one room: it opens no other, and leaving one room takes nothing from another.
#[tokio::test]
async fn case_a7_a14_a_token_is_of_one_room() {
    let (house, _folder) = open(&[]);
    let here = Seat::entered(house.at(), Intent::Create(room(2))).await.unwrap();
    let mut there = Seat::entered(house.at(), Intent::Create(room(2))).await.unwrap();
    let mut stranger = chowk_tests::wire::Wire::open(house.at()).await.unwrap();
    let mut hello = here.sent().next().unwrap();
    let table = there.client().table().unwrap();
    hello["resume"] = json!({
        "room": there.code().unwrap(),
        "token": here.client().identity().sk.token(),
        "epoch": table.epoch,
        "v": table.v,
    });
    stranger.say(&hello).await.unwrap();
    let welcome = stranger.wait_for("welcome").await.unwrap();
    assert_eq!(
        (&welcome["resumed"], &welcome["reason"]),
        (&json!(false), &json!("foreign_token"))
    );
    assert!(there.client_mut().command(chowk_cli::client::Wish::Leave).is_ok());
    there.flush().await.unwrap();
    there.wire().unwrap().closed().await.unwrap();
    let mut here = here;
    here.cut().unwrap();
    here.back().await.unwrap();
    assert_eq!(here.client().chair(), Some(0));
}

#[tokio::test]
async fn case_a11_the_first_frame_after_a_resume_is_the_welcome() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    for _ in 0..3 {
        seats[0].cut().unwrap();
        seats[0].back().await.unwrap();
        seats[0].settled().await.unwrap();
        let names = names_since_hello(&seats[0]);
        assert_eq!(names[..4], ["welcome", "seated", "catch_up", "around"], "{names:?}");
    }
}

/// One change of presence for each real one, also when the seat comes back.
#[tokio::test]
async fn case_a16_presence_changes_once() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    seats[1].settled().await.unwrap();
    let before = seats[1].came("around").count();
    seats[0].cut().unwrap();
    hear_on(&mut seats[1..], "the drop", |seats| {
        connected(&seats[0], "0") == Some(false)
    })
    .await
    .unwrap();
    seats[0].back().await.unwrap();
    hear_on(&mut seats[1..], "the return", |seats| {
        connected(&seats[0], "0") == Some(true)
    })
    .await
    .unwrap();
    seats[1].settled().await.unwrap();
    let told: Vec<Value> = seats[1]
        .came("around")
        .skip(before)
        .map(|around| around["chairs"]["0"].clone())
        .collect();
    assert_eq!(told, [json!(false), json!(true)]);
}

/// What was sent and not answered is sent again, and counts once.
#[tokio::test]
async fn case_a21_d5_a_command_survives_the_cut() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    for _ in 0..12 {
        let asked = at_a_throw(&mut seats, 0).await.unwrap();
        seats[asked].answer().await.unwrap();
        let sent = seats[asked].sent().next_back().unwrap();
        seats[asked].cut().unwrap();
        seats[asked].back().await.unwrap();
        hear_on(&mut seats[asked..=asked], "its answer", |seats| {
            seats[0].client().unanswered() == 0
        })
        .await
        .unwrap();
        let answers = seats[asked].came("ack").filter(|ack| ack["n"] == sent["n"]).count();
        let seated = seats[asked].came("seated").next_back().unwrap();
        assert!(
            answers == 1 || seated["last_n"].as_u64() >= sent["n"].as_u64(),
            "{sent}: {answers} answers"
        );
        level(&mut seats).await.unwrap();
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    let mut draws: Vec<u64> = seats[0]
        .came("ack")
        .filter_map(|ack| ack["answer"]["t"].as_u64())
        .collect();
    let all = draws.len();
    draws.sort_unstable();
    draws.dedup();
    assert_eq!(draws.len(), all, "a draw was answered twice");
}

/// A server that stops says when to come back, and everybody does.
#[tokio::test]
async fn case_a17_a22_a26_c10_seats_outlive_the_server() {
    let (mut house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    play_on(&mut seats, "some moves", |seats| seats.iter().all(|seat| seat.v() > 30))
        .await
        .unwrap();
    let v = level(&mut seats).await.unwrap();
    assert!(house.stop().unwrap().success());
    for seat in &mut seats {
        while seat.closed.is_none() {
            seat.hear().await.unwrap();
        }
        assert_eq!(seat.closed, Some(1012));
        let bye = seat.came("bye").next_back().unwrap();
        assert!(bye["retry_ms"].as_u64().is_some(), "{bye}");
        assert!(seat.ended().is_none(), "1012 is to come back");
    }
    house.start_again().unwrap();
    for seat in &mut seats {
        seat.back().await.unwrap();
        assert!(seat.v() >= v, "the server took something back");
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| seat.client().counts().mismatches == 0));
}

/// The seat's state belongs to the room: a return brings no fresh pawns and no fresh links.
#[tokio::test]
async fn case_a25_a_return_brings_nothing_new() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    at_a_throw(&mut seats, 25).await.unwrap();
    let without_generation = |seat: &Seat| {
        let mut view = seat.view();
        view["chairs"]["0"]["gen"] = json!(0);
        view["turn"]["deadline"] = json!(0);
        view
    };
    let before = without_generation(&seats[0]);
    seats[0].cut().unwrap();
    seats[0].back().await.unwrap();
    assert_eq!(without_generation(&seats[0]), before);
}

/// A resume compares epoch and version: what is missed comes as diffs; another epoch, or too much, as a snapshot.
#[tokio::test]
async fn case_a27_c14_a_resume_compares_epoch_and_version() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    seats[0].cut().unwrap();
    seats[0].forget_told();
    seats[0].back().await.unwrap();
    assert_eq!(seats[0].told("the view", changed).await.unwrap(), How::CatchUp);
    let mut hello = seats[0].sent().rfind(|message| message["t"] == "hello").unwrap();
    for (epoch, v, expected) in [
        (json!("0123456789abcdef"), json!(1), "snapshot"),
        (hello["resume"]["epoch"].clone(), json!(1), "catch_up"),
        (hello["resume"]["epoch"].clone(), json!(9_000_000), "snapshot"),
    ] {
        hello["resume"]["epoch"] = epoch;
        hello["resume"]["v"] = v;
        let mut wire = chowk_tests::wire::Wire::open(house.at()).await.unwrap();
        wire.say(&hello).await.unwrap();
        let told = wire
            .wait_until("the view", |message| {
                message["t"] == "snapshot" || message["t"] == "catch_up"
            })
            .await;
        assert_eq!(told.unwrap()["t"], expected, "{hello}");
    }
}
