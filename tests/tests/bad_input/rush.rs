//! A hundred directions in a tick, and more: the last that is heard counts, the flood is limited, and neither the other
//! four nor the court next door are hurt.

use std::collections::BTreeMap;

use chowk_protocol::CourtPhase;
use chowk_tests::{
    docker::free_port,
    seat::{
        Seat,
        court::{court, short},
        hear_on,
    },
    wire::get,
};
use serde_json::{Value, json};

use super::{code, open};

/// Most ticks between two frames of motion: all places are told as often.
const FRAMES_APART: u32 = 8;

/// The newest tick whose places a seat was shown.
fn shown(seat: &Seat) -> u32 {
    seat.client()
        .table()
        .and_then(|table| table.places())
        .map_or(0, |places| places.tick)
}

/// Hears on until all have been shown so many ticks more.
async fn ticks(seats: &mut [Seat], more: u32) {
    let until: Vec<u32> = seats.iter().map(|seat| shown(seat) + more).collect();
    let late = |seats: &[Seat]| seats.iter().zip(&until).all(|(seat, until)| shown(seat) >= *until);
    hear_on(seats, "more ticks", late).await.unwrap();
}

#[tokio::test]
async fn a_hundred_inputs_in_a_tick() {
    let metrics = free_port().unwrap();
    let place = open(&[
        "--metrics-addr",
        &format!("127.0.0.1:{metrics}"),
        "--max-per-addr",
        "50",
    ]);
    let at = place.house.at();
    let mut seats = Seat::playing(at, court(short(), None)).await.unwrap();
    seats.extend(Seat::playing(at, court(short(), None)).await.unwrap());
    let here = seats[0].client().chair().unwrap();
    hear_on(&mut seats, "both courts", |seats| {
        let moves = |seat: &Seat| seat.phase() == Some(CourtPhase::Steal) && shown(seat) > 0;
        seats.iter().all(moves)
    })
    .await
    .unwrap();

    // A burst below the limit: only the last is told to have counted.
    let input = |i: u64, dx: i64| json!({ "t": "input", "i": i, "dx": dx, "dy": 0 });
    for i in 1..=50 {
        seats[0].say(&input(i, -(i as i64))).await.unwrap();
    }
    let counted = |seat: &Seat| seat.client().input_counted();
    hear_on(&mut seats, "the last", |seats| counted(&seats[0]) == 50)
        .await
        .unwrap();
    assert_eq!(seats[0].came("refused").count(), 0);
    ticks(&mut seats, 40).await;

    // A hundred: those above the limit are refused, the last that was heard counts.
    for i in 51..=150 {
        seats[0].say(&input(i, 127)).await.unwrap();
    }
    let refused = |seat: &Seat| seat.came("refused").count() as u64;
    hear_on(&mut seats, "all answers", |seats| {
        refused(&seats[0]) > 0 && counted(&seats[0]) == 150 - refused(&seats[0])
    })
    .await
    .unwrap();
    let told: Vec<Value> = seats[0].came("refused").collect();
    assert!(
        told.len() >= 30 && told.iter().all(|refusal| code(refusal) == "too_fast"),
        "{told:?}"
    );
    assert!(
        told.iter().all(|refusal| refusal["retry_ms"].as_u64().is_some()),
        "{told:?}"
    );
    ticks(&mut seats, 40).await;

    // Far more: the socket is closed, and nobody else's.
    for i in 200..600 {
        // The server may close before the last one.
        let _ = seats[0].say(&input(i, 1)).await;
    }
    // The bare socket: a client that hears this code does not come back.
    assert_eq!(seats[0].wire().unwrap().closed().await.unwrap(), Some(1008));
    seats[0].cut().unwrap();
    ticks(&mut seats[1..], 30).await;
    seats[0].back().await.unwrap();
    assert_eq!(seats[0].client().chair(), Some(here));
    ticks(&mut seats, 10).await;

    for seat in &seats[1..] {
        assert_eq!((seat.closed, seat.came("refused").count()), (None, 0));
        let shown: Vec<u32> = seat
            .came("motion")
            .filter_map(|motion| u32::try_from(motion["tick"].as_u64()?).ok())
            .collect();
        let apart = shown.windows(2).map(|pair| pair[1] - pair[0]).max();
        assert!(apart <= Some(FRAMES_APART), "{apart:?} ticks without a frame");
    }
    let (_, text) = get(([127, 0, 0, 1], metrics).into(), "/metrics").await.unwrap();
    let figures: BTreeMap<&str, f64> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
        .collect();
    let of = |name: &str| figures.get(name).copied().unwrap_or(0.0);
    let (all, leapt) = (of("chowk_tick_late_seconds_count"), of("chowk_tick_overrun_total"));
    assert!(
        all > 200.0 && leapt < all / 10.0,
        "{leapt} of {all} ticks began a tick late"
    );
    place.stays_well();
}
