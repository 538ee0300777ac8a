//! Second tabs, and turns that are taken over in their middle, in both games.

use std::collections::HashSet;

use chowk_protocol::{CourtPhase, TurnPhase};
use chowk_tests::{
    programs::Programs,
    record,
    seat::{
        Seat, all_ended,
        court::{brief, court},
        hear_on, level, play_on, room,
    },
};

use super::{generation, open, tab};

/// Two tabs of one seat: the newer has it, the older is told so for good; and the other way round when it is opened anew.
#[tokio::test]
async fn a_second_tab_and_a_third_and_so_on() {
    let (house, _folder) = open(&["--pace", "0ms"]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    for turn in 0..10 {
        let before = generation(&seats[1], 0);
        let mut newer = tab(&house, &seats[0]);
        newer.connect().await.unwrap();
        newer.until("the seat", |client| client.is_fresh()).await.unwrap();
        let mut older = std::mem::replace(&mut seats[0], newer);
        assert_eq!(older.wire().unwrap().closed().await.unwrap(), Some(4001));
        level(&mut seats).await.unwrap();
        assert_eq!(
            (seats[0].client().chair(), generation(&seats[1], 0)),
            (Some(0), before + 1)
        );
        let v = seats[0].v() + 4;
        // Half of them go away before the match goes on, the others after it.
        let late = (turn % 2 == 0).then_some(older);
        play_on(&mut seats, "some moves", |seats| all_ended(seats) || seats[0].v() > v)
            .await
            .unwrap();
        drop(late);
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| seat.client().counts().mismatches == 0));
    record::verified(&Programs::find().unwrap(), house.at(), &seats[1])
        .await
        .unwrap();
}

/// Whether there are two moves at least: a single one is made by the server.
fn has_choice(seat: &Seat) -> bool {
    let turn = &seat.view()["turn"];
    let moves = turn["moves"].as_object().into_iter().flatten();
    let from: HashSet<_> = moves
        .map(|(_, by_value)| by_value[turn["value"].to_string()]["from"].as_u64())
        .collect();
    from.len() > 1
}

/// Between a throw and the move that it asks for, the seat is taken over: the new tab sees the throw and makes the move.
#[tokio::test]
async fn a_turn_is_taken_over_between_throw_and_move() {
    let (house, _folder) = open(&["--pace", "0ms"]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let moves = |seat: &Seat| {
        let turn = seat.client().my_turn();
        turn.is_some_and(|turn| turn.phase == TurnPhase::Move) && seat.client().unanswered() == 0 && has_choice(seat)
    };
    for _ in 0..8 {
        play_on(&mut seats, "a move to make", |seats| {
            seats.iter().any(moves) || all_ended(seats)
        })
        .await
        .unwrap();
        let Some(asked) = seats.iter().position(moves) else {
            break;
        };
        level(&mut seats).await.unwrap();
        let turn = seats[asked].view()["turn"].clone();
        let mut newer = tab(&house, &seats[asked]);
        newer.connect().await.unwrap();
        newer.until("the seat", |client| client.is_fresh()).await.unwrap();
        let mut older = std::mem::replace(&mut seats[asked], newer);
        assert_eq!(seats[asked].view()["turn"], turn, "the question is the same");
        // What the old tab still says is not heard.
        let stale = serde_json::json!({ "t": "move", "n": older.next_n(), "v": turn["asked"], "pawn": 0, "value": turn["value"] });
        let _ = older.say(&stale).await;
        assert_eq!(older.wire().unwrap().closed().await.unwrap(), Some(4001));
        seats[asked].answer().await.unwrap();
        hear_on(&mut seats, "the move", |seats| seats[asked].client().unanswered() == 0)
            .await
            .unwrap();
        assert_eq!(seats[asked].came("refused").count(), 0);
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    record::verified(&Programs::find().unwrap(), house.at(), &seats[0])
        .await
        .unwrap();
}

/// In real time, in the middle of a run: the new tab steers from its first word on, the old one not at all.
#[tokio::test]
async fn a_run_is_taken_over_in_its_middle() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), court(brief(), None)).await.unwrap();
    for chair in [0, 3] {
        play_on(&mut seats, "somebody runs", |seats| {
            seats
                .iter()
                .all(|seat| seat.phase() == Some(CourtPhase::Steal) && seat.came("motion").count() > 3)
        })
        .await
        .unwrap();
        let mut newer = tab(&house, &seats[chair]);
        newer.plays_stones(chowk_bots::stones::Brain::Hunter);
        newer.connect().await.unwrap();
        newer.until("the seat", |client| client.is_fresh()).await.unwrap();
        let mut older = std::mem::replace(&mut seats[chair], newer);
        let input = serde_json::json!({ "t": "input", "i": 9_000, "dx": 127, "dy": 127 });
        let _ = older.say(&input).await;
        assert_eq!(older.wire().unwrap().closed().await.unwrap(), Some(4001));
        play_on(&mut seats, "its direction counts", |seats| {
            all_ended(seats) || seats[chair].client().input_counted() > 0
        })
        .await
        .unwrap();
        assert!(seats[chair].client().input_counted() < 9_000, "the old tab was heard");
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| seat.client().counts().mismatches == 0));
    record::verified(&Programs::find().unwrap(), house.at(), &seats[1])
        .await
        .unwrap();
}

/// In steps, between the question and the answer.
#[tokio::test]
async fn a_step_is_taken_over_before_it_is_answered() {
    let (house, _folder) = open(&["--house-pace", "0ms", "--pace", "0ms"]);
    let mut seats = Seat::playing(house.at(), court(brief(), Some(15))).await.unwrap();
    let asked = |seat: &Seat| seat.client().table().and_then(|table| table.step_asked());
    for _ in 0..3 {
        hear_on(&mut seats, "a step that somebody is asked for", |seats| {
            let same = |seat: &Seat| asked(seat) == asked(&seats[0]) && seat.v() == seats[0].v();
            seats.iter().all(same) && seats.iter().any(|seat| seat.client().step_waits())
        })
        .await
        .unwrap();
        let chair = seats.iter().position(|seat| seat.client().step_waits()).unwrap();
        let step = asked(&seats[0]);
        let mut newer = tab(&house, &seats[chair]);
        newer.plays_stones(chowk_bots::stones::Brain::Hunter);
        newer.connect().await.unwrap();
        newer.until("the seat", |client| client.is_fresh()).await.unwrap();
        let mut older = std::mem::replace(&mut seats[chair], newer);
        assert_eq!(older.wire().unwrap().closed().await.unwrap(), Some(4001));
        level(&mut seats).await.unwrap();
        assert_eq!(asked(&seats[chair]), step, "the question is the same");
        play_on(&mut seats, "the next step", |seats| {
            all_ended(seats) || seats.iter().all(|seat| asked(seat) > step)
        })
        .await
        .unwrap();
        if all_ended(&seats) {
            break;
        }
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    record::verified(&Programs::find().unwrap(), house.at(), &seats[1])
        .await
        .unwrap();
}
