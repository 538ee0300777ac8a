//! On a court: wishes that cannot be, by hand and step by step (`four-stones.md` 7), from seats, from a watcher, before
//! the set, at Choice and after the end.

use chowk_cli::client::{Intent, Wish};
use chowk_protocol::{CourtEvent, CourtPhase, Place as Spot};
use chowk_rules::stones::RuleSet;
use chowk_tests::{
    programs::Programs,
    record,
    seat::{
        Seat, all_ended,
        court::{STAND, Ways, court, court_events, step, way},
        play_on,
    },
    wire::Wire,
};
use serde_json::{Value, json};

use super::{Place, code, open};

/// A limit on bad messages would close the socket long before the list ends; and since somebody watches, steps would go
/// at a pace for people.
const PATIENT: [&str; 8] = [
    "--bad-messages",
    "1000",
    "--frames",
    "10000",
    "--frames-close",
    "20000",
    "--house-pace",
    "0ms",
];
/// Ticks of a step, and how far a runner and the patwar come in it.
const STEP: u8 = 5;
const RUN: i32 = 5 * 4050 / 30;
const CHASE: i32 = 5 * 5400 / 30;
const CENTRE: Spot = [6000, 6000];

/// Five on a court, and somebody who watches.
struct Scene {
    place: Place,
    seats: Vec<Seat>,
    watcher: Seat,
}

impl Scene {
    async fn open() -> Self {
        let place = open(&PATIENT);
        let rules = RuleSet {
            break_s: 1,
            chhuttu_s: 2,
            innings: 1,
            ..RuleSet::default()
        };
        let seats = Seat::playing(place.house.at(), court(rules, Some(STEP))).await.unwrap();
        let code = seats[0].code().unwrap();
        let watcher = Seat::entered(place.house.at(), Intent::Watch { code, name: None })
            .await
            .unwrap();
        let mut scene = Self { place, seats, watcher };
        chowk_tests::seat::hear_on(&mut scene.seats, "the first step", |seats| {
            let v = seats[0].v();
            seats.iter().all(|seat| {
                seat.v() == v
                    && seat.phase() == Some(CourtPhase::Steal)
                    && seat.place(4).is_ok()
                    && asked(seat).is_some()
            })
        })
        .await
        .unwrap();
        scene
    }

    /// Each is refused at once, and nothing changes.
    async fn refused_at_once(&mut self, who: usize, rows: &[(Value, &str)]) {
        let v = self.seats[who].settled().await.unwrap();
        for (message, expected) in rows {
            let refusal = self.seats[who].refused(message).await.unwrap();
            assert_eq!(code(&refusal), *expected, "{message}");
            let told = refusal["text"].as_str().is_some_and(|text| !text.is_empty());
            assert!(told, "{refusal}");
            assert_eq!(
                self.seats[who].settled().await.unwrap(),
                v,
                "{message} changed something"
            );
        }
    }

    /// One command of each of these seats is sent, and refused by the next tick; nothing comes of it.
    async fn refused_by_the_tick(&mut self, rows: &[(usize, Value, &str)]) {
        let stones = stones(&self.seats[0]);
        for (who, message, _) in rows {
            let mut message = message.clone();
            message["n"] = json!(self.seats[*who].next_n());
            self.seats[*who].say(&message).await.unwrap();
        }
        step(&mut self.seats, &STAND).await.unwrap();
        for (who, message, expected) in rows {
            self.seats[*who].settled().await.unwrap();
            let refusal = self.seats[*who].came("refused").next_back().unwrap();
            assert_eq!(code(&refusal), *expected, "{message} of {who}");
        }
        assert_eq!(self::stones(&self.seats[0]), stones);
    }

    /// A command that is granted.
    async fn granted(&mut self, who: usize, wish: Wish) {
        self.seats[who].client_mut().command(wish).unwrap();
        self.seats[who].flush().await.unwrap();
    }

    /// These go to these places, step by step, until all are there.
    async fn go(&mut self, who: &[(usize, Spot)]) {
        for _ in 0..60 {
            let mut ways: Ways = STAND;
            for (chair, to) in who {
                let reach = if self.seats[0].patwar() == u8::try_from(*chair).ok() {
                    CHASE
                } else {
                    RUN
                };
                let from = self.seats[0].place(u8::try_from(*chair).unwrap()).unwrap();
                ways[*chair] = way(from, *to, reach);
            }
            if ways == STAND {
                return;
            }
            step(&mut self.seats, &ways).await.unwrap();
        }
        panic!("{who:?} never come there");
    }
}

fn asked(seat: &Seat) -> Option<u64> {
    seat.client().table()?.step_asked()
}

/// Stones in the circle, and in each hand.
fn stones(seat: &Seat) -> (u8, Vec<u8>) {
    let court = seat.court().unwrap();
    let hands = court.runners.values().map(|runner| runner.stones).collect();
    (court.ground, hands)
}

fn take() -> Value {
    json!({ "t": "take" })
}

fn give(to: u64) -> Value {
    json!({ "t": "give", "to": to })
}

#[tokio::test]
async fn wishes_that_no_court_grants() {
    let mut scene = Scene::open().await;
    let patwar = usize::from(scene.seats[0].patwar().unwrap());
    let runners: Vec<usize> = (0..5).filter(|chair| *chair != patwar).collect();
    let [a, b, c, d] = runners[..] else {
        panic!("four runners")
    };
    let home = |seat: &Seat, who: usize| seat.place(u8::try_from(who).unwrap()).unwrap();
    let homes = [a, b, c, d].map(|who| home(&scene.seats[0], who));

    // A direction is a direction, and nothing besides.
    let n = scene.seats[a].next_n();
    let input = |field: &str, value: Value| {
        let mut input = json!({ "t": "input", "i": 1, "dx": 1, "dy": 0 });
        input[field] = value;
        input
    };
    let rows = [
        (input("seat", json!(2)), "not_a_wish"),
        (input("x", json!(6000)), "not_a_wish"),
        (input("at", json!([6000, 6000])), "not_a_wish"),
        (input("speed", json!(9000)), "not_a_wish"),
        (input("tick", json!(5)), "not_a_wish"),
        (input("dx", json!(-128)), "bad_direction"),
        (input("dx", json!(128)), "malformed"),
        (input("dy", json!("north")), "malformed"),
        (input("dy", json!(0.5)), "malformed"),
        (input("dy", Value::Null), "malformed"),
        (input("i", json!(-1)), "malformed"),
        (json!({ "t": "take" }), "malformed"),
        (json!({ "t": "give", "n": n }), "malformed"),
        (json!({ "t": "give", "n": n, "to": -1 }), "malformed"),
        (json!({ "t": "choose", "n": n, "v": 1, "word": "dance" }), "malformed"),
        (
            json!({ "t": "choose", "n": n, "v": 1, "word": "gumpu", "box": "XX" }),
            "malformed",
        ),
        (json!({ "t": "choose", "n": n, "v": 1, "word": "chhuttu" }), "not_now"),
        (json!({ "t": "choose", "n": n, "v": 1, "word": "gumpu" }), "not_now"),
        (json!({ "t": "throw", "n": n, "v": 1 }), "wrong_game"),
        (
            json!({ "t": "move", "n": n, "v": 1, "pawn": 0, "value": 1 }),
            "wrong_game",
        ),
        (json!({ "t": "resign", "n": n }), "wrong_game"),
        (json!({ "t": "look_back" }), "no_tag"),
    ];
    scene.refused_at_once(a, &rows).await;
    for message in [
        input("dx", json!(5)),
        json!({ "t": "take", "n": 1 }),
        json!({ "t": "give", "n": 1, "to": 1 }),
        json!({ "t": "choose", "n": 1, "v": 1, "word": "chhuttu" }),
    ] {
        let refusal = scene.watcher.refused(&message).await.unwrap();
        assert_eq!(code(&refusal), "watchers_only_see", "{message}");
    }

    // Of several reasons the first is told. A second button in a step is one too many.
    let [p, q] = [patwar as u64, a as u64];
    let rows = [
        (patwar, take(), "not_yours"),
        (a, take(), "out_of_reach"),
        (b, give(p), "not_yours"),
        (c, give(9), "not_yours"),
        (d, give(q), "nothing_to_give"),
    ];
    scene.refused_by_the_tick(&rows).await;
    let n = scene.seats[a].next_n();
    scene.seats[a].say(&json!({ "t": "take", "n": n })).await.unwrap();
    let again = json!({ "t": "take", "n": n + 1 });
    let refusal = scene.seats[a].refused(&again).await.unwrap();
    assert!(["gap", "not_now"].contains(&code(&refusal)), "{refusal}");
    step(&mut scene.seats, &STAND).await.unwrap();
    scene.seats[a].settled().await.unwrap();
    let rows = [(patwar, give(q), "not_yours"), (a, give(q), "not_yours")];
    scene.refused_by_the_tick(&rows).await;

    // The patwar lets his guard go, and is far away while three come for the stones.
    while !scene.seats[0].court().unwrap().void {
        step(&mut scene.seats, &STAND).await.unwrap();
    }
    scene
        .go(&[(patwar, [10_000, 6000]), (a, CENTRE), (b, CENTRE), (c, CENTRE)])
        .await;
    scene.granted(a, Wish::Take).await;
    step(&mut scene.seats, &STAND).await.unwrap();
    assert_eq!(stones(&scene.seats[0]).0, 3);
    scene.refused_by_the_tick(&[(a, take(), "too_soon")]).await;
    for who in [b, c] {
        scene.granted(who, Wish::Take).await;
    }
    for _ in 0..4 {
        step(&mut scene.seats, &STAND).await.unwrap();
    }
    scene.granted(a, Wish::Take).await;
    for _ in 0..4 {
        step(&mut scene.seats, &STAND).await.unwrap();
    }
    assert_eq!(stones(&scene.seats[0]).0, 0, "the circle is empty");
    let rows = [
        (d, take(), "no_stone"),
        (a, give(d as u64), "not_together"),
        (b, give(d as u64), "last_stone"),
    ];
    scene.refused_by_the_tick(&rows).await;
    // All but one come into the first one's box; the last gift makes the patwar speak.
    let near = |spot: Spot, off: i32| [spot[0] + off, spot[1]];
    scene
        .go(&[
            (a, homes[0]),
            (b, near(homes[0], 500)),
            (c, homes[2]),
            (d, near(homes[0], -500)),
        ])
        .await;
    scene.refused_by_the_tick(&[(a, give(b as u64), "has_stone")]).await;
    scene
        .granted(
            a,
            Wish::Give {
                to: u8::try_from(d).unwrap(),
            },
        )
        .await;
    step(&mut scene.seats, &STAND).await.unwrap();
    let given = court_events(&scene.seats[b].news());
    let given = given.iter().any(|(_, event)| matches!(event, CourtEvent::Given { .. }));
    assert!(given && scene.seats[0].phase() == Some(CourtPhase::Choice));

    // A word is the patwar's, at Choice, and gumpu names a box.
    let v = scene.seats[0].court().unwrap().asked.unwrap();
    let word = |n: u64, word: &str| json!({ "t": "choose", "n": n, "v": v, "word": word });
    let n = scene.seats[a].next_n();
    scene.refused_at_once(a, &[(word(n, "chhuttu"), "not_yours")]).await;
    let n = scene.seats[patwar].next_n();
    scene.refused_at_once(patwar, &[(word(n, "gumpu"), "bad_choice")]).await;

    // The set goes on to its end; then nothing is wished any more, and the record holds all that was granted.
    play_on(&mut scene.seats, "the end", all_ended).await.unwrap();
    let n = scene.seats[a].next_n();
    let rows = [
        (json!({ "t": "input", "i": 9_999, "dx": 1, "dy": 0 }), "not_now"),
        (json!({ "t": "take", "n": n }), "not_now"),
        (json!({ "t": "give", "n": n, "to": 1 }), "not_now"),
        (json!({ "t": "choose", "n": n, "v": v, "word": "chhuttu" }), "not_now"),
    ];
    scene.refused_at_once(a, &rows).await;
    assert!(scene.seats.iter().all(|seat| seat.client().counts().mismatches == 0));
    let at = scene.place.house.at();
    let record = record::verified(&Programs::find().unwrap(), at, &scene.seats[0]).await;
    assert!(record.unwrap().contains("\"kind\":\"given\""));
    scene.place.stays_well();
}

#[tokio::test]
async fn courts_that_cannot_be_and_inputs_too_early() {
    let place = open(&PATIENT);
    let mut wire = Wire::greeted(place.house.at(), "0123456789abcdef").await.unwrap();
    let with = |field: &str, value: Value| {
        let mut message =
            json!({ "t": "create", "token": "22".repeat(32), "name": "Asha", "game": "stones", "chairs": 5 });
        message[field] = value;
        message
    };
    let rules = |field: &str, value: Value| {
        let mut rules = chowk_record::rules::Rules::Stones(RuleSet::default()).to_value();
        rules[field] = value;
        with("rules", rules)
    };
    let mut of_the_board = with("step", json!(15));
    of_the_board["game"] = json!("chowka");
    of_the_board["preset"] = json!("pagdi");
    of_the_board["chairs"] = json!(2);
    for (message, expected) in [
        (with("step", json!(4)), "bad_step"),
        (with("step", json!(61)), "bad_step"),
        (with("step", json!(0)), "bad_step"),
        (with("step", json!(256)), "malformed"),
        (of_the_board, "bad_step"),
        (with("chairs", json!(4)), "bad_chairs"),
        (with("preset", json!("pagdi")), "unknown_preset"),
        (rules("hz", json!(0)), "impossible_rules"),
        (rules("runner", json!(4051)), "impossible_rules"),
        (rules("innings", json!(4)), "impossible_rules"),
        (rules("tag_reach", json!("far")), "impossible_rules"),
        (rules("wings", json!(2)), "impossible_rules"),
    ] {
        let refusal = wire.refusal(&message).await.unwrap();
        assert_eq!(code(&refusal), expected, "{message}: {refusal}");
    }
    wire.say(&with("step", json!(60))).await.unwrap();
    wire.wait_for("snapshot").await.unwrap();
    for (message, expected) in [
        (json!({ "t": "input", "i": 1, "dx": 1, "dy": 0 }), "not_now"),
        (json!({ "t": "take", "n": 1 }), "not_now"),
        (json!({ "t": "give", "n": 1, "to": 1 }), "not_now"),
        (json!({ "t": "choose", "n": 1, "v": 1, "word": "chhuttu" }), "not_now"),
        (
            json!({ "t": "add_bot", "n": 1, "chair": 1, "brain": "careful" }),
            "no_such_brain",
        ),
    ] {
        let refusal = wire.refusal(&message).await.unwrap();
        assert_eq!(code(&refusal), expected, "{message}: {refusal}");
    }
    place.stays_well();
}
