//! A server finds many rooms again, each where it was: it is ready before it has read any of them, and each is read when
//! somebody comes back.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use chowk_tests::{
    many::{Orders, shuffled, start, visit, write},
    programs::Programs,
};

#[tokio::test]
async fn every_room_is_found_where_it_was() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let orders = Orders {
        boards: 2,
        courts: 1,
        rooms: 60,
        rows: 80,
        seed: 20_261_130,
    };
    let copies = write(&programs, folder.path(), &orders).await.unwrap();
    assert_eq!(copies.len(), orders.rooms);
    let (house, _) = start(&programs, &folder.path().join("data")).await.unwrap();
    let mut caught_up = 0;
    for copied in shuffled(copies, orders.seed) {
        caught_up += usize::from(visit(house.at(), &copied).await.unwrap().caught_up);
    }
    // Motion of a court may be gone after a restart, so that it has another epoch and is told whole.
    assert_eq!(caught_up, 40);
}
