//! Public faults of other servers, each a case that ours must pass, over real sockets to a real server. The case stands
//! in the name of its test. Cases of one part of the house are tested there; those of bad input in `bad_input`; kill -9
//! in `crashes`, order in `order`.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

mod answers;
mod court;
mod doors;
mod life;
mod returns;
mod secrets;
mod views;

use chowk_tests::{
    house::{House, Plan},
    programs::Programs,
    seat::Seat,
};
use tempfile::TempDir;

/// A server on a folder of its own.
fn open(settings: &[&str]) -> (House, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(Programs::find().unwrap().server(), &folder.path().join("data"));
    (plan.with(settings).open().unwrap(), folder)
}

/// The names of the frames that came since the last hello was sent.
fn names_since_hello(seat: &Seat) -> Vec<String> {
    use chowk_tests::seat::Frame;
    let hello = |frame: &Frame| matches!(frame, Frame::Sent(text) if text.contains("\"t\":\"hello\""));
    let last = seat.traffic.iter().rposition(hello).unwrap();
    let name = |frame: &Frame| match frame {
        Frame::Sent(_) => None,
        Frame::Came(text) => {
            let message: serde_json::Value = serde_json::from_str(text).unwrap();
            Some(message["t"].as_str().unwrap().to_owned())
        }
    };
    seat.traffic[last..].iter().filter_map(name).collect()
}
