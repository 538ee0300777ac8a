//! The power cut at moments of a traced server, and its log cut and damaged (case G8).

use std::{fs, path::Path};

use chowk_cli::client::Jitter;
use chowk_tests::{
    crash::{
        cut::Cuts,
        power::{Life, Outcome},
    },
    house::Plan,
    order::watched::{self, Played},
    programs::Programs,
    seat::court::brief,
};

fn life(plan: Plan, folder: &Path, played: &Played) -> Life {
    let programs = Programs::find().unwrap();
    let data = plan.data.clone();
    let trace = watched::trace(&programs, plan, folder, 1, played).unwrap();
    let life = Life::read(&trace, &data).unwrap();
    let main = fs::read(data.join("chowk.db")).unwrap();
    assert!(
        life.main_at_the_end() == main,
        "the trace tells the journal that is there"
    );
    life
}

/// A life of the server as it is shipped.
fn shipped(folder: &Path, played: &Played) -> Life {
    let programs = Programs::find().unwrap();
    let life = life(Plan::new(programs.server(), &folder.join("data")), folder, played);
    assert_eq!(life.order.early, [], "the order is kept");
    life
}

fn clean(outcome: &Outcome, least: usize) {
    assert!(outcome.is_clean(), "{outcome:#?}");
    assert!(outcome.trials >= least && outcome.owed > 100 * least, "{outcome:?}");
}

#[test]
fn case_g8_what_was_told_outlives_the_power() {
    let folder = tempfile::tempdir().unwrap();
    let life = shipped(folder.path(), &Played::board());
    clean(&life.cut_power(1, 3).unwrap(), 300);
    let journal = life.before_checkpoint();
    let mut cuts = Cuts::of(&journal).unwrap();
    let mut chance = Jitter::new(1);
    cuts.at_every_frame(&mut chance, 3).unwrap();
    cuts.flipped(&mut chance, 40, 40).unwrap();
    clean(&cuts.end(), 150);
}

#[test]
fn case_g8_what_was_told_of_a_court_outlives_the_power() {
    let folder = tempfile::tempdir().unwrap();
    let life = shipped(folder.path(), &Played::courts(brief()));
    clean(&life.cut_power(2, 4).unwrap(), 200);
}

/// After a sync that failed the system may have dropped what it could not write, and call a later sync a success.
#[test]
fn case_g8_a_sync_that_failed_is_not_believed_later() {
    let folder = tempfile::tempdir().unwrap();
    let played = Played::board().failing("fdatasync:error=EIO:when=40+31");
    let life = shipped(folder.path(), &played);
    let outcome = life.cut_power(3, 3).unwrap();
    assert!(outcome.syncs_failed >= 2, "{outcome:?}");
    clean(&outcome, 300);
}

/// With a fault planted the same trials fail: it is the disk that is seen, not luck.
#[cfg(feature = "planted-faults")]
mod planted {
    use super::*;

    fn gone(variable: (&str, &str)) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let server = env!("CARGO_BIN_EXE_planted-server").into();
        let mut plan = Plan::new(server, &folder.path().join("data"));
        plan.variables.push((variable.0.to_owned(), variable.1.to_owned()));
        let life = life(plan, folder.path(), &Played::board());
        life.cut_power(1, 3).unwrap().gone
    }

    #[test]
    fn without_synchronous_commits_what_was_told_is_gone_with_the_power() {
        assert!(gone(("CHOWK_PLANT_SYNCHRONOUS_OFF", "1")) > 50);
    }

    #[test]
    fn a_server_that_answers_before_the_commit_loses_what_it_told_with_the_power() {
        assert!(gone(("CHOWK_PLANT_FAULT", "AckBeforeCommit")) > 10);
    }
}
