//! kill -9 at random moments: nothing that anybody was told is lost, doubled, drawn anew, or gone (cases G8 and G11).

use chowk_tests::{
    crash::death::{self, Orders},
    house::Plan,
    programs::Programs,
};

const ORDERS: Orders = Orders {
    trials: 20,
    folder: 13,
    life_ms: (40, 250),
    seed: 20_261_130,
    until_found: false,
};

#[tokio::test]
async fn case_g8_nothing_that_was_told_is_gone_after_kill_9() {
    let programs = Programs::find().unwrap();
    let outcome = death::run(|data| Plan::new(programs.server(), data), &ORDERS)
        .await
        .unwrap();
    let ledger = &outcome.ledger;
    assert_eq!(ledger.counts.all(), 0, "{:#?}", ledger.wrong);
    assert_eq!(outcome.trials, ORDERS.trials, "of {} kills", outcome.kills);
    assert!(
        ledger.compared > 200 && ledger.looked_for > 100,
        "{} {}",
        ledger.compared,
        ledger.looked_for
    );
}

/// With a fault planted the same trials fail.
#[cfg(feature = "planted-faults")]
mod planted {
    use super::*;

    #[tokio::test]
    async fn a_server_that_answers_before_the_commit_is_found_by_its_death() {
        let plan = |data: &std::path::Path| {
            let mut plan = Plan::new(env!("CARGO_BIN_EXE_planted-server").into(), data);
            plan.variables
                .push(("CHOWK_PLANT_FAULT".into(), "AckBeforeCommit".into()));
            death::slowly(plan)
        };
        let orders = Orders {
            trials: 200,
            folder: 8,
            until_found: true,
            ..ORDERS
        };
        let outcome = death::run(plan, &orders).await.unwrap();
        assert!(outcome.found(), "{} trials: {}", outcome.trials, outcome.ledger.counts);
    }
}

/// On the same slow disk the server as it is shipped loses nothing.
#[tokio::test]
async fn case_g11_on_a_slow_disk_nothing_that_was_told_is_gone_after_kill_9() {
    let programs = Programs::find().unwrap();
    let plan = |data: &std::path::Path| death::slowly(Plan::new(programs.server(), data));
    let orders = Orders {
        trials: 6,
        folder: 8,
        ..ORDERS
    };
    let outcome = death::run(plan, &orders).await.unwrap();
    let ledger = &outcome.ledger;
    assert_eq!(ledger.counts.all(), 0, "{:#?}", ledger.wrong);
    assert!(ledger.versions > 30, "{}", ledger.versions);
}
