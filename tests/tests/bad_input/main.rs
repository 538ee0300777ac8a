//! Bad input over real sockets, to a real server: each has its typed refusal, the state does not change, nobody else
//! notices, and nothing panics. What stops a start is tested where the server's program is, in `server/tests`.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

mod at_the_door;
mod at_the_table;
mod court;
mod floods;
mod rush;

use std::{fs, path::PathBuf};

use chowk_tests::{
    house::{House, Plan},
    programs::Programs,
    seat::Seat,
};
use serde_json::Value;
use tempfile::TempDir;

/// A server, and where its log is.
struct Place {
    house: House,
    log: PathBuf,
    _folder: TempDir,
}

fn open(settings: &[&str]) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(Programs::find().unwrap().server(), &folder.path().join("data")).with(settings);
    let log = plan.log.clone();
    Place {
        house: plan.open().unwrap(),
        log,
        _folder: folder,
    }
}

impl Place {
    /// Nothing panicked: the log tells of no bug, and the server stops as it should.
    fn stays_well(mut self) {
        assert!(self.house.stop().unwrap().success());
        let log = fs::read_to_string(&self.log).unwrap();
        let bad = log
            .lines()
            .find(|line| line.contains("a bug") || line.contains("ERROR") || line.contains("panic"));
        assert_eq!(bad, None);
    }
}

/// How many diffs a seat has been told of.
async fn diffs(seat: &mut Seat) -> usize {
    seat.settled().await.unwrap();
    seat.came("diff").count()
}

/// The code of a refusal.
fn code(refusal: &Value) -> &str {
    refusal["code"].as_str().unwrap_or_default()
}
