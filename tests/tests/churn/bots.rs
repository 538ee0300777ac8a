//! Bots that drop at random, a few rooms of them: `tests/show proof churn` does it for ten minutes.

use chowk_tests::{
    churn::{Bots, Place, SLACK},
    programs::Programs,
};

/// Both games, sockets cut every few seconds: everything ends as promised, and then nothing is left of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn all_is_back_where_it_began() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = Place::open(&programs, &folder.path().join("data")).unwrap();
    let empty = place.held().await.unwrap();
    assert_eq!((empty.rooms, empty.sockets), (0, 0));
    let bots = Bots {
        boards: 3,
        courts: 1,
        drop: 20,
    };
    // Once, so that the server has all that it needs for such a crowd; that is where it begins.
    bots.play(&programs, &place, folder.path(), 1).unwrap();
    let began = place.back(&empty).await.unwrap();
    let reports = bots.play(&programs, &place, folder.path(), 2).unwrap();
    let returns: u64 = reports.iter().map(|report| report.count("/reconnects")).sum();
    assert!(returns > 0, "nobody dropped");
    let back = place.back(&empty).await.unwrap();
    assert!(back.memory <= began.memory + SLACK, "{began:?}, then {back:?}");
    place.is_well().await.unwrap();
}
