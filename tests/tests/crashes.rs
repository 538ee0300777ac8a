//! Cases A17, A26, C10, D1, G1 and G8: the server is killed again and again while bots play, and nothing that anybody
//! was told is lost. `tests/show heart kills` does the same fifty times.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::time::Duration;

use chowk_tests::{
    house::Plan,
    kills::{self, Game, Orders},
    programs::Programs,
    record,
    seat::{
        Seat, all_ended,
        court::{brief, court},
        hear_on, play_on,
    },
};

/// Most ticks of motion that a crash may take back here: a quarter of a second, and a slow machine's disk.
const VANISHED_MAX: u64 = 8 + 30;

#[test]
fn case_g8_answers_outlive_kill_9() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let orders = Orders {
        kills: 6,
        gently: false,
        rooms: 6,
        game: Game::Chowka { seats: 2, think_ms: 35 },
        between: (Duration::from_millis(100), Duration::from_millis(1500)),
        seed: 20_261_130,
    };
    let outcome = kills::run(&programs, folder.path(), &orders).unwrap();
    assert!(outcome.wrong.is_empty(), "{:#?}", outcome.wrong);
    assert!(outcome.swarm.ok(), "{}", outcome.swarm.wrong());
    assert!(outcome.swarm.count("/reconnects") >= 12, "{}", outcome.swarm.0);
    assert_eq!(outcome.swarm.count("/records/good"), 6);
    let rows = outcome.found.get("in its row").copied().unwrap_or(0);
    assert!(rows > 100 && outcome.answers > 300, "{outcome:?}");
}

/// Of a court everything that anybody was told is in its record, whatever was only shown.
#[test]
fn case_g8_a17_courts_outlive_kill_9() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let orders = Orders {
        kills: 4,
        gently: false,
        rooms: 3,
        game: Game::Stones(Some(Box::new(brief()))),
        between: (Duration::from_millis(300), Duration::from_millis(1200)),
        seed: 20_261_130,
    };
    let outcome = kills::run(&programs, folder.path(), &orders).unwrap();
    let swarm = &outcome.swarm;
    assert!(swarm.ok(), "{}", swarm.0);
    assert_eq!(swarm.count("/records/good"), 3);
    let compared = |what: &str| swarm.count(&format!("/court/compared/{what}"));
    assert_eq!(
        (compared("told_missing"), compared("acked_missing")),
        (0, 0),
        "{}",
        swarm.0
    );
    // Two innings that end at once tell ten things a set.
    assert!(compared("told") > 20, "{}", swarm.0);
    assert!(swarm.count("/court/returns") >= 15, "{}", swarm.0);
    assert!(swarm.count("/court/vanished_ticks_max") <= VANISHED_MAX, "{}", swarm.0);
}

/// A court that was killed stands, and says for whom it waits, until its five are back; then it goes on.
#[tokio::test]
async fn case_a26_c10_a_court_waits_for_its_five() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data"));
    let mut house = plan.open().unwrap();
    let mut seats = Seat::playing(house.at(), court(brief(), None)).await.unwrap();
    let tick = |seat: &Seat| seat.court().map_or(0, |court| court.tick);
    play_on(&mut seats, "some ticks", |seats| {
        seats.iter().all(|seat| tick(seat) > 60)
    })
    .await
    .unwrap();
    let epoch = seats[0].client().table().unwrap().epoch;
    house.kill().unwrap();
    let told = seats.iter().map(tick).max().unwrap();
    for seat in &mut seats {
        seat.cut().unwrap();
    }
    house.start_again().unwrap();
    for seat in &mut seats[..4] {
        seat.back().await.unwrap();
    }
    let paused = |seat: &Seat| seat.client().around().and_then(|(around, _)| around.paused.clone());
    hear_on(&mut seats[..4], "for whom it waits", |seats| {
        seats
            .iter()
            .all(|seat| paused(seat).is_some_and(|said| said.contains("waits for Ravi to come back")))
    })
    .await
    .unwrap();
    let stands = tick(&seats[0]);
    assert!(stands >= told, "what was told at {told} is not taken back to {stands}");
    let motion = seats[0].came("motion").count();
    seats[0].settled().await.unwrap();
    assert_eq!((tick(&seats[0]), seats[0].came("motion").count()), (stands, motion));
    assert_ne!(seats[0].client().table().unwrap().epoch, epoch, "motion may be gone");
    seats[4].back().await.unwrap();
    hear_on(&mut seats, "all are back", |seats| {
        seats.iter().all(|seat| paused(seat).is_none())
    })
    .await
    .unwrap();
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| seat.client().counts().mismatches == 0));
    record::verified(&programs, house.at(), &seats[0]).await.unwrap();
}

/// In steps without a clock nothing comes by itself: whoever is back sees at once where all are, and is asked.
#[tokio::test]
async fn case_a26_a_court_of_steps_goes_on_where_it_was() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data"));
    let mut house = plan.open().unwrap();
    let mut seats = Seat::playing(house.at(), court(brief(), Some(15))).await.unwrap();
    let tick = |seat: &Seat| seat.court().map_or(0, |court| court.tick);
    for round in 1..=3 {
        play_on(&mut seats, "some steps", |seats| {
            all_ended(seats) || seats.iter().all(|seat| tick(seat) >= 40 * round)
        })
        .await
        .unwrap();
        if all_ended(&seats) {
            break;
        }
        let told = seats.iter().map(tick).max().unwrap();
        house.kill().unwrap();
        for seat in &mut seats {
            seat.cut().unwrap();
        }
        house.start_again().unwrap();
        for seat in &mut seats {
            seat.back().await.unwrap();
        }
        hear_on(&mut seats, "all places", |seats| {
            seats.iter().all(|seat| (0..5).all(|chair| seat.place(chair).is_ok()))
        })
        .await
        .unwrap();
        assert!(seats.iter().all(|seat| tick(seat) >= told));
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    record::verified(&programs, house.at(), &seats[0]).await.unwrap();
}
