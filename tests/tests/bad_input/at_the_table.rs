//! At a table in the middle of a match.

use std::collections::HashSet;

use chowk_cli::client::{Happening, Intent};
use chowk_protocol::TurnPhase;
use chowk_tests::seat::{Seat, all_ended, play_on, room};
use serde_json::{Value, json};

use super::{Place, code, diffs, open};

/// A limit on bad messages would close the socket long before the list ends; and since somebody watches, forced moves
/// would be made at a pace for people.
const PATIENT: [&str; 8] = [
    "--bad-messages",
    "1000",
    "--frames",
    "10000",
    "--frames-close",
    "20000",
    "--pace",
    "1ms",
];

/// Two at a table, somebody who watches, and somebody at another table.
struct Scene {
    place: Place,
    seats: Vec<Seat>,
    watcher: Seat,
    neighbour: Seat,
}

async fn scene() -> Scene {
    let place = open(&PATIENT);
    let at = place.house.at();
    let seats = Seat::playing(at, room(2)).await.unwrap();
    let code = seats[0].code().unwrap();
    let mut watcher = Seat::new(at, Intent::Watch { code, name: None }).unwrap();
    let mut neighbour = Seat::new(at, Intent::Create(room(3))).unwrap();
    for seat in [&mut watcher, &mut neighbour] {
        seat.connect().await.unwrap();
        seat.until("a place", |client| client.is_fresh()).await.unwrap();
    }
    Scene {
        place,
        seats,
        watcher,
        neighbour,
    }
}

impl Scene {
    /// Plays on until a question of this phase is open and holds; gives who is asked, and who is not.
    async fn asked(&mut self, phase: TurnPhase, holds: impl Fn(&Value) -> bool) -> (usize, usize) {
        let is = |seat: &Seat| {
            let turn = seat.client().my_turn();
            turn.is_some_and(|turn| turn.phase == phase) && holds(&seat.view()["turn"])
        };
        play_on(&mut self.seats, "a question", |seats| seats.iter().any(is))
            .await
            .unwrap();
        let v = self.seats.iter().map(Seat::v).max().unwrap();
        for seat in &mut self.seats {
            seat.until("the same view", |client| {
                client.table().is_some_and(|table| table.v >= v)
            })
            .await
            .unwrap();
        }
        let asked = self.seats.iter().position(is).unwrap();
        (asked, 1 - asked)
    }

    async fn told(&mut self) -> [usize; 4] {
        let [one, other] = &mut self.seats[..] else {
            panic!("two seats")
        };
        [
            diffs(one).await,
            diffs(other).await,
            diffs(&mut self.watcher).await,
            diffs(&mut self.neighbour).await,
        ]
    }

    /// One bad message after the other; after each the state is as before and nobody was told anything.
    async fn all_refused(&mut self, who: usize, rows: &[(Value, &str)]) {
        let before = (self.seats[who].settled().await.unwrap(), self.told().await);
        for (message, expected) in rows {
            let refusal = self.seats[who].refused(message).await.unwrap();
            assert_eq!(code(&refusal), *expected, "{message}");
            assert!(
                refusal["text"].as_str().is_some_and(|text| !text.is_empty()),
                "{refusal}"
            );
            let after = (self.seats[who].settled().await.unwrap(), self.told().await);
            assert_eq!(after, before, "{message} changed something");
        }
    }

    /// The match goes on to its end and everybody finds it fair.
    async fn goes_on(mut self) {
        play_on(&mut self.seats, "the end", all_ended).await.unwrap();
        for seat in &mut self.seats {
            assert_eq!(seat.client().counts().mismatches, 0);
            assert!(seat.client().envelope().is_some());
        }
        self.place.stays_well();
    }
}

#[tokio::test]
async fn a_throw_that_cannot_be() {
    let mut scene = scene().await;
    // Late enough for the first answers to be forgotten: 16 are kept.
    let old = |turn: &Value| turn["asked"].as_u64() > Some(60);
    let (asked, other) = scene.asked(TurnPhase::Throw, old).await;
    let v = scene.seats[asked].client().table().unwrap().asked().unwrap();
    let n = scene.seats[asked].next_n();
    let throw = |n: u64, v: u64| json!({ "t": "throw", "n": n, "v": v, "link": "00".repeat(32) });
    let last_link = scene.seats[asked].view()["chairs"][asked.to_string()]["link"].clone();
    let rows = [
        (throw(n + 1, v), "gap"),
        (throw(1, v), "too_old"),
        (throw(n, 1), "answered"),
        (throw(n, v + 1), "not_now"),
        (throw(n, v), "wrong_link"),
        (json!({ "t": "throw", "n": n, "v": v, "link": last_link }), "wrong_link"),
        (json!({ "t": "throw", "n": n, "v": v }), "link_missing"),
        (json!({ "t": "throw", "n": n }), "malformed"),
        (json!({ "t": "throw", "n": n, "v": v, "link": "00" }), "malformed"),
        (json!({ "t": "throw", "n": -1, "v": v }), "malformed"),
        (json!({ "t": "throw", "n": 1u64 << 53, "v": v }), "malformed"),
        (
            json!({ "t": "move", "n": n, "v": v, "pawn": 0, "value": 1 }),
            "nothing_thrown",
        ),
    ];
    scene.all_refused(asked, &rows).await;
    let n = scene.seats[other].next_n();
    let rows = [
        (throw(n, v), "not_your_turn"),
        (
            json!({ "t": "move", "n": n, "v": v, "pawn": 0, "value": 1 }),
            "not_your_turn",
        ),
    ];
    scene.all_refused(other, &rows).await;
    scene.goes_on().await;
}

#[tokio::test]
async fn a_move_that_cannot_be() {
    let mut scene = scene().await;
    // A choice, so that the server does not make the move by itself, and a pawn that has none.
    let choice = |turn: &Value| {
        let moves = turn["moves"].as_object().into_iter().flatten();
        let from: HashSet<_> = moves
            .map(|(_, by_value)| by_value[turn["value"].to_string()]["from"].as_u64())
            .collect();
        from.len() > 1 && turn["blocked"].as_object().is_some_and(|blocked| !blocked.is_empty())
    };
    let (asked, other) = scene.asked(TurnPhase::Move, choice).await;
    let turn = scene.seats[asked].view()["turn"].clone();
    let v = turn["asked"].as_u64().unwrap();
    let value = turn["value"].as_u64().unwrap();
    let n = scene.seats[asked].next_n();
    let moves = |n: u64, pawn: u64, value: u64| json!({ "t": "move", "n": n, "v": v, "pawn": pawn, "value": value });
    let mut rows = vec![
        (moves(n, 4, value), "no_such_pawn"),
        (moves(n, 255, value), "no_such_pawn"),
        (moves(n, 256, value), "malformed"),
        (moves(n, 0, 7), "not_in_hand"),
        (
            json!({ "t": "move", "n": n, "v": v, "pawn": "0", "value": value }),
            "malformed",
        ),
    ];
    // The view says of each pawn that may not move why; the refusal says the same.
    let blocked = turn["blocked"].as_object().unwrap().clone();
    for (pawn, by_value) in &blocked {
        for (value, why) in by_value.as_object().unwrap() {
            rows.push((
                moves(n, pawn.parse().unwrap(), value.parse().unwrap()),
                why.as_str().unwrap(),
            ));
        }
    }
    scene.all_refused(asked, &rows).await;
    // The client core knows the next link, which a second throw must carry to be refused for what it is.
    let before = scene.told().await;
    let seat = &mut scene.seats[asked];
    seat.forget_told();
    assert!(seat.client_mut().throw().is_ok());
    seat.flush().await.unwrap();
    let refused = |happening: &Happening| {
        if let Happening::Refused { code, .. } = happening {
            Some(code.clone())
        } else {
            None
        }
    };
    assert_eq!(seat.told("a refusal", refused).await.unwrap(), "already_thrown");
    assert_eq!(scene.told().await, before);
    let n = scene.seats[other].next_n();
    scene.all_refused(other, &[(moves(n, 0, value), "not_your_turn")]).await;
    scene.goes_on().await;
}

#[tokio::test]
async fn a_wish_of_another_time_or_place() {
    let mut scene = scene().await;
    let (asked, _) = scene.asked(TurnPhase::Throw, |_| true).await;
    let room_code = scene.seats[0].code().unwrap();
    let n = scene.seats[asked].next_n();
    let token = "11".repeat(32);
    let rows = [
        (json!({ "t": "fly" }), "unknown_message"),
        (json!({ "t": "Throw", "n": n }), "unknown_message"),
        (json!({ "throw": 1 }), "malformed"),
        (json!([]), "malformed"),
        (json!("throw"), "malformed"),
        (Value::Null, "malformed"),
        (json!({ "t": "ping" }), "malformed"),
        (
            json!({ "t": "hello", "protocols": [1], "kind": "bot", "client": "x", "cid": "00".repeat(8) }),
            "hello_twice",
        ),
        (
            json!({ "t": "join", "code": room_code, "token": token, "name": "Mina" }),
            "elsewhere",
        ),
        (json!({ "t": "watch", "code": room_code }), "elsewhere"),
        (
            json!({ "t": "create", "token": token, "name": "Mina", "game": "chowka", "preset": "pagdi", "chairs": 2 }),
            "elsewhere",
        ),
        (
            json!({ "t": "add_bot", "n": n, "chair": 1, "brain": "careful" }),
            "locked",
        ),
        (json!({ "t": "remove", "n": n, "chair": 1 }), "locked"),
        (json!({ "t": "ready", "n": n, "tip": token, "links": 9 }), "locked"),
        (json!({ "t": "unready", "n": n }), "locked"),
        (json!({ "t": "reveal", "n": n, "link": token }), "not_now"),
        (json!({ "t": "again", "n": n }), "not_now"),
        (json!({ "t": "say", "n": n, "phrase": "boo" }), "no_such_phrase"),
        (json!({ "t": "take", "n": n }), "wrong_game"),
        (json!({ "t": "give", "n": n, "to": 1 }), "wrong_game"),
        (json!({ "t": "choose", "n": n, "v": 1, "word": "gumpu" }), "wrong_game"),
        (json!({ "t": "input", "i": 1, "dx": 1, "dy": 0 }), "wrong_game"),
        (json!({ "t": "input", "i": 1, "dx": 1, "dy": 0, "x": 5 }), "not_a_wish"),
        (
            json!({ "t": "input", "i": 1, "dx": 1, "dy": 0, "tick": 5 }),
            "not_a_wish",
        ),
    ];
    scene.all_refused(asked, &rows).await;
    let refusal = scene
        .watcher
        .refused(&json!({ "t": "throw", "n": 1, "v": 1 }))
        .await
        .unwrap();
    assert_eq!(code(&refusal), "watchers_only_see", "case I4");
    scene.goes_on().await;
}
