//! A process that is stopped for a while and goes on: `docker pause`, a machine that sleeps or is moved. Time in which
//! nobody could be heard is nobody's time.

use std::{future::pending, time::Duration};

use chowk_cli::client::NewRoom;
use chowk_protocol::ClockKind;
use chowk_tests::{
    house::Plan,
    programs::Programs,
    seat::{Seat, at_a_throw, hear_on, room},
};
use tokio::time::timeout;

/// Longer than the quick clock grants a throw, which is six seconds.
const STOPPED: Duration = Duration::from_millis(7_500);

#[tokio::test]
async fn a_process_that_was_stopped_took_nobodys_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Programs::find().unwrap().server();
    let house = Plan::new(server, &folder.path().join("data")).open().unwrap();
    let quick = NewRoom {
        clock: Some(ClockKind::Quick),
        ..room(2)
    };
    let mut seats = Seat::playing(house.at(), quick).await.unwrap();
    let asked = at_a_throw(&mut seats, 0).await.unwrap();
    let deadline = |seats: &[Seat]| seats[asked].view()["turn"]["deadline"].as_u64();
    let (until, v) = (deadline(&seats), seats[asked].v());
    let told_at = |seats: &[Seat]| seats[asked].client().around().map(|(around, _)| around.now);
    let before = told_at(&seats).unwrap();

    house.signal("STOP").unwrap();
    // Nobody ever says anything here: for so long the process is stopped.
    let _ = timeout(STOPPED, pending::<()>()).await;
    house.signal("CONT").unwrap();

    // How ticks map to the clock is told anew, so that everybody counts down to the same moment again.
    let is_later = |seats: &[Seat]| told_at(seats) >= Some(before + STOPPED.as_millis() as u64 - 500);
    hear_on(&mut seats, "the time", is_later).await.unwrap();
    let (around, _) = seats[asked].client().around().unwrap();
    let left = until.unwrap() - around.tick;
    assert!(left > 1_000, "{left} ms are left for the throw");
    assert_eq!(
        (deadline(&seats), seats[asked].v()),
        (until, v),
        "nothing was played meanwhile"
    );
    seats[asked].answer().await.unwrap();
    hear_on(&mut seats, "the throw", |seats| seats.iter().all(|seat| seat.v() > v))
        .await
        .unwrap();
    for (_, chair) in seats[0].view()["chairs"].as_object().unwrap() {
        assert_eq!(
            (&chair["by_clock"], &chair["away"]),
            (&0.into(), &false.into()),
            "{chair}"
        );
    }
    let log = std::fs::read_to_string(house.log()).unwrap();
    assert_eq!(log.matches("this process got no time").count(), 1, "{log}");
}
