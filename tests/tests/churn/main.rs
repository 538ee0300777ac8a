//! Churn: a seat that comes back a hundred times, every order of a return and an old socket's end, tabs, turns taken over
//! in their middle, and bots that drop at random, after which a server holds no more than before.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

mod bots;
mod orders;
mod tabs;

use chowk_cli::client::Intent;
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

/// A second tab of whoever holds this seat: the same secret, another client id.
fn tab(house: &House, seat: &Seat) -> Seat {
    let mut identity = chowk_cli::chance::identity().unwrap();
    identity.sk = seat.client().identity().sk.clone();
    let code = seat.code().unwrap();
    let join = Intent::Join {
        code,
        name: "Asha".into(),
        chair: None,
    };
    Seat::of(house.at(), identity, join)
}

/// The generation of a chair, as a seat sees it.
fn generation(seat: &Seat, chair: usize) -> u64 {
    seat.view()["chairs"][chair.to_string()]["gen"].as_u64().unwrap()
}

/// Whether a seat's newest `around` says that a chair is connected.
fn connected(seat: &Seat, chair: usize) -> Option<bool> {
    seat.came("around").next_back()?["chairs"][chair.to_string()].as_bool()
}
