//! Cases A17, A26, C10, D1, G1 and G8: the server is killed again and again while bots play, and nothing that anybody
//! was told is lost. `tests/show heart kills` does the same fifty times.

use std::time::Duration;

use chowk_tests::{
    kills::{self, Orders},
    programs::Programs,
};

#[test]
fn case_g8_answers_outlive_kill_9() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let orders = Orders {
        kills: 6,
        gently: false,
        rooms: 6,
        seats: 2,
        think_ms: 35,
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
