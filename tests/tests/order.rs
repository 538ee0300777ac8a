//! Case G11, and the order "nothing undurable leaves": watched from outside, by strace, on the real server.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use chowk_tests::{
    house::Plan,
    order::watched::{self, Played},
    programs::Programs,
    seat::court::brief,
};

#[test]
fn case_g11_nothing_leaves_before_the_sync_that_covers_its_row() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data"));
    let report = watched::play(&programs, plan, folder.path(), 1, &Played::boards()).unwrap();
    let early: Vec<String> = report.early.iter().map(ToString::to_string).collect();
    assert!(early.is_empty(), "{}", early.join("\n"));
    // A check that saw nothing would find nothing.
    for (kind, least) in [
        ("diff", 500),
        ("ack", 300),
        ("snapshot", 6),
        ("seated", 10),
        ("catch_up", 3),
        ("welcome", 3),
    ] {
        assert!(
            report.of(kind) >= least,
            "only {} × {kind}: {:?}",
            report.of(kind),
            report.frames
        );
    }
    assert!(
        report.rows > 300 && report.syncs > 100,
        "{} rows, {} syncs",
        report.rows,
        report.syncs
    );
}

/// On a court what happened and what was done waits for its row as anywhere; motion does not.
#[test]
fn case_g11_on_a_court_only_motion_leaves_before_its_row() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data"));
    let report = watched::play(&programs, plan, folder.path(), 1, &Played::courts(brief())).unwrap();
    let early: Vec<String> = report.early.iter().map(ToString::to_string).collect();
    assert!(early.is_empty(), "{}", early.join("\n"));
    for (kind, least) in [("diff", 150), ("ack", 15), ("snapshot", 10), ("seated", 10)] {
        assert!(report.of(kind) >= least, "{kind}: {:?}", report.frames);
    }
    // A row is made each quarter of a second, seven ticks; what was on its way to the disk meanwhile is shown as well.
    let (motion, ahead, most) = (report.motion, report.ahead, report.ahead_max);
    assert!(
        motion > 200 && ahead > motion / 3,
        "{ahead} of {motion} frames ran ahead"
    );
    assert!((4..60).contains(&most), "{most} ticks ahead");
}

/// With a fault planted the same check fails: it is the order that is seen, not luck.
#[cfg(feature = "planted-faults")]
mod planted {
    use super::*;

    fn early(variable: (&str, &str)) -> usize {
        let programs = Programs::find().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let server = env!("CARGO_BIN_EXE_planted-server").into();
        let mut plan = Plan::new(server, &folder.path().join("data"));
        plan.variables.push((variable.0.to_owned(), variable.1.to_owned()));
        let report = watched::play(&programs, plan, folder.path(), 1, &Played::boards()).unwrap();
        assert!(report.compared() > 1000, "{:?}", report.frames);
        report.early.len()
    }

    #[test]
    fn without_synchronous_commits_frames_leave_early() {
        assert!(early(("CHOWK_PLANT_SYNCHRONOUS_OFF", "1")) > 1000);
    }

    #[test]
    fn a_server_that_answers_before_the_commit_is_found() {
        assert!(early(("CHOWK_PLANT_FAULT", "AckBeforeCommit")) > 100);
    }
}
