//! D: doubles, retries, exactly once; C7 and C8: what a refusal tells, and commands in a row.

use chowk_tests::seat::{Seat, at_a_throw, level, room};
use serde_json::{Value, json};

use super::open;

/// Plays on until a throw is asked, and makes it; gives the seat, the command as it was sent, and its answer.
async fn thrown(seats: &mut [Seat]) -> (usize, Value, Value) {
    let asked = at_a_throw(seats, 0).await.unwrap();
    seats[asked].answer().await.unwrap();
    let sent = seats[asked].sent().next_back().unwrap();
    let n = sent["n"].clone();
    let answer = seats[asked]
        .comes("the answer", |message| message["t"] == "ack" && message["n"] == n)
        .await
        .unwrap();
    (asked, sent, answer)
}

/// The same command again gets the stored answer and changes nothing, on the same socket and after a return.
#[tokio::test]
async fn case_d2_d9_a_command_that_comes_twice_is_answered_twice_and_done_once() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    for round in 0..6 {
        let (asked, sent, answer) = thrown(&mut seats).await;
        let v = seats[asked].settled().await.unwrap();
        if round % 2 == 1 {
            seats[asked].cut().unwrap();
            seats[asked].back().await.unwrap();
        }
        let settled = seats[asked].settled().await.unwrap();
        seats[asked].say(&sent).await.unwrap();
        let again = seats[asked]
            .comes("the answer again", |message| message["t"] == "ack")
            .await
            .unwrap();
        for field in ["n", "answer"] {
            assert_eq!(again[field], answer[field], "{again} for {answer}");
        }
        assert_eq!(seats[asked].settled().await.unwrap(), settled);
        assert!(settled <= v + 1, "only the return itself is a new version");
    }
}

/// Every ack and every refusal of a command names the command.
#[tokio::test]
async fn case_d8_answers_name_what_they_answer() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let (asked, sent, answer) = thrown(&mut seats).await;
    assert_eq!(answer["n"], sent["n"]);
    let n = seats[asked].next_n();
    for message in [
        json!({ "t": "say", "n": n, "phrase": "boo" }),
        json!({ "t": "say", "n": n + 5, "phrase": "hello" }),
        json!({ "t": "throw", "n": n, "v": 1, "link": "00".repeat(32) }),
    ] {
        let refusal = seats[asked].refused(&message).await.unwrap();
        assert_eq!(refusal["n"], message["n"], "{refusal}");
    }
}

/// A refusal of a command tells the room's version, and a snapshot is to be had for the asking.
#[tokio::test]
async fn case_c7_a_refusal_tells_the_version_and_resync_the_rest() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let v = seats[0].settled().await.unwrap();
    let n = seats[0].next_n();
    let refusal = seats[0]
        .refused(&json!({ "t": "throw", "n": n, "v": 1, "link": "00".repeat(32) }))
        .await
        .unwrap();
    assert_eq!((&refusal["code"], &refusal["v"]), (&json!("answered"), &json!(v)));
    seats[0].say(&json!({ "t": "resync" })).await.unwrap();
    let snapshot = seats[0]
        .comes("a snapshot", |message| message["t"] == "snapshot")
        .await
        .unwrap();
    assert_eq!((&snapshot["v"], &snapshot["view"]), (&json!(v), &seats[0].view()));
}

/// Commands that come in one breath are done in their order, each once.
#[tokio::test]
async fn case_c8_commands_in_one_breath() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let n = seats[0].next_n();
    let v = seats[0].settled().await.unwrap();
    for (at, phrase) in ["hello", "good_luck", "thanks"].iter().enumerate() {
        seats[0]
            .say(&json!({ "t": "say", "n": n + at as u64, "phrase": phrase }))
            .await
            .unwrap();
    }
    for at in 0..3 {
        let ack = seats[0].comes("an ack", |message| message["t"] == "ack").await.unwrap();
        assert_eq!((&ack["n"], &ack["v"]), (&json!(n + at), &json!(v + 1 + at)));
    }
    level(&mut seats).await.unwrap();
    let said: Vec<Value> = seats[1]
        .came("diff")
        .flat_map(|diff| diff["events"].as_array().cloned().unwrap_or_default())
        .filter(|event| event["e"] == "said")
        .map(|event| event["phrase"].clone())
        .collect();
    assert_eq!(said, [json!("hello"), json!("good_luck"), json!("thanks")]);
}
