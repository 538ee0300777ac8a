//! C and E: views, versions, clocks; J4: numbers that every language keeps whole.

use chowk_cli::client::{Intent, NewRoom};
use chowk_protocol::{ClockKind, Stage};
use chowk_tests::seat::{Frame, Seat, all_ended, at_a_throw, level, play_on, room, stage};
use serde_json::Value;

use super::open;

/// At one version everybody is told the same view by the same hash, players and watchers, whenever they came.
#[tokio::test]
async fn case_c2_i2_one_view_for_all() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(3)).await.unwrap();
    let code = seats[0].code().unwrap();
    for at in [20, 40, 60] {
        at_a_throw(&mut seats, at).await.unwrap();
        let v = seats[0].settled().await.unwrap();
        let late = Seat::entered(house.at(), Intent::Watch { code, name: None })
            .await
            .unwrap();
        for seat in &mut seats {
            assert_eq!(seat.settled().await.unwrap(), v);
            assert_eq!(seat.view(), late.view(), "at version {v}");
        }
        assert_eq!(late.v(), v);
    }
}

/// A diff that does not lead to the server's view is found by its hash, and a snapshot heals it.
#[tokio::test]
async fn case_c3_c5_c11_a_broken_view_heals_itself() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    seats[0].settled().await.unwrap();
    let broken = |text: String| {
        let mut message: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(message["t"], "diff");
        message["patch"]["host"] = 7.into();
        message.to_string()
    };
    let n = seats[1].next_n();
    let say = serde_json::json!({ "t": "say", "n": n, "phrase": "hello" });
    seats[1].say(&say).await.unwrap();
    seats[0].mishear(broken).await.unwrap();
    assert_eq!(seats[0].client().counts().mismatches, 1);
    seats[0]
        .until("a fresh view", |client| client.is_fresh())
        .await
        .unwrap();
    assert_eq!(seats[0].client().counts().resyncs, 1);
    // A gap heals the same way: the frame between is lost.
    seats[1].settled().await.unwrap();
    for (n, phrase) in [(n + 1, "thanks"), (n + 2, "wow")] {
        seats[1]
            .say(&serde_json::json!({ "t": "say", "n": n, "phrase": phrase }))
            .await
            .unwrap();
    }
    seats[0]
        .mishear(|_| r#"{"t":"pong","c":0,"v":0,"now":0}"#.into())
        .await
        .unwrap();
    seats[0].hear().await.unwrap();
    seats[0]
        .until("a fresh view", |client| client.is_fresh())
        .await
        .unwrap();
    assert_eq!(
        (seats[0].client().counts().gaps, seats[0].client().counts().resyncs),
        (1, 2)
    );
    assert_eq!(seats[0].settled().await.unwrap(), seats[1].settled().await.unwrap());
    assert_eq!(seats[0].view(), seats[1].view());
}

/// Versions follow one another without holes or doubles, and each is told once on a socket.
#[tokio::test]
async fn case_c12_d6_versions_without_holes() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    for seat in &seats {
        let first = seat.came("snapshot").next().unwrap()["v"].as_u64().unwrap();
        for (v, diff) in (first..).zip(seat.came("diff")) {
            assert_eq!((diff["from"].as_u64(), diff["v"].as_u64()), (Some(v), Some(v + 1)));
        }
        assert_eq!(seat.came("snapshot").count(), 1);
    }
}

/// The room's ticks never fall, through drops and through a restart of the server.
#[tokio::test]
async fn case_c15_c16_ticks_and_versions_never_fall() {
    let (mut house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    for round in 1..=3 {
        play_on(&mut seats, "some moves", |seats| seats[0].v() > round * 20)
            .await
            .unwrap();
        let v = level(&mut seats).await.unwrap();
        for seat in &mut seats {
            seat.cut().unwrap();
        }
        if round == 2 {
            house.kill().unwrap();
            house.start_again().unwrap();
        }
        for seat in &mut seats {
            seat.back().await.unwrap();
            assert!(
                seat.settled().await.unwrap() >= v,
                "the pong tells a version that was told before"
            );
        }
    }
    for seat in &seats {
        let ticks: Vec<u64> = seat
            .came("around")
            .filter_map(|around| around["tick"].as_u64())
            .collect();
        assert!(ticks.len() >= 4 && ticks.is_sorted(), "{ticks:?}");
    }
}

/// The clock's state rides with each question, and whoever drops does not lose time by it.
#[tokio::test]
async fn case_e5_deadlines_ride_with_the_diffs() {
    let (house, _folder) = open(&[]);
    let quick = NewRoom {
        clock: Some(ClockKind::Quick),
        ..room(2)
    };
    let mut seats = Seat::playing(house.at(), quick).await.unwrap();
    for _ in 0..4 {
        let asked = at_a_throw(&mut seats, 0).await.unwrap();
        let deadline = |seat: &Seat| seat.view()["turn"]["deadline"].as_u64();
        let before = deadline(&seats[asked]).expect("a quick turn has a deadline");
        assert_eq!(deadline(&seats[1 - asked]), Some(before));
        seats[asked].cut().unwrap();
        let other = 1 - asked;
        let later = |message: &Value| message["t"] == "around" && message["chairs"][asked.to_string()] == false;
        seats[other].comes("the drop", later).await.unwrap();
        seats[other].settled().await.unwrap();
        assert!(deadline(&seats[other]) >= Some(before), "a drop took time away");
        seats[asked].back().await.unwrap();
        level(&mut seats).await.unwrap();
        seats[asked].answer().await.unwrap();
        seats[asked].settled().await.unwrap();
    }
}

/// Ids and hashes are text; numbers are whole and below 2^53; a view holds no null and no list that grows.
#[tokio::test]
async fn case_j4_h18_numbers_that_every_language_keeps() {
    fn check(value: &Value, null_is_fine: bool, at: &str) {
        match value {
            Value::Null => assert!(null_is_fine, "{at} is null"),
            Value::Number(number) => {
                assert!(
                    number.as_u64().is_some_and(|number| number < 1 << 53),
                    "{at} is {number}"
                );
            }
            Value::String(_) | Value::Bool(_) => {}
            Value::Array(list) => list.iter().for_each(|value| check(value, null_is_fine, at)),
            Value::Object(map) => {
                for (key, value) in map {
                    assert!(key.is_ascii(), "{key}");
                    check(value, null_is_fine, &format!("{at}/{key}"));
                }
            }
        }
    }
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| stage(seat.client()) == Some(Stage::Ended)));
    for frame in seats.iter().flat_map(|seat| &seat.traffic) {
        let (Frame::Sent(text) | Frame::Came(text)) = frame;
        let mut message: Value = serde_json::from_str(text).unwrap();
        // In a merge patch null says that something is no more (RFC 7396).
        let patch = message.as_object_mut().unwrap().remove("patch").unwrap_or_default();
        check(&patch, true, "patch");
        check(&message, false, message["t"].as_str().unwrap());
    }
}
