//! Public faults of other servers, tried on a room. The case stands in the name of its test; `tests/CASES.md` has all.

mod clocks;
mod draws;
mod order;
mod seats;
mod tables;
mod views;

use super::{
    super::{Body, Post},
    seat::Seat,
    table::Bench,
};

/// Comes back to a seat from a new socket, and gives the first word that it hears.
fn resume(bench: &mut Bench, seat: &mut Seat) -> Post {
    seat.session = bench.new_session();
    let (epoch, v) = (bench.room.state.epoch, bench.room.v());
    let body = Body::Resume {
        token: seat.token(),
        epoch,
        v,
    };
    bench.letter(seat.session, seat.cid, body);
    bench.posts(seat.session).into_iter().next().expect("it is answered")
}

/// What a resume that succeeds hears first.
const WELCOME: Post = Post::Welcome { resumed: Ok(()) };

/// A table of two that is full and not ready.
fn full_table() -> (Bench, Seat, Seat) {
    let mut bench = Bench::open(2, "pagdi");
    let (host, mut guest) = (Seat::host(), Seat::new(2));
    bench.join(&mut guest);
    (bench, host, guest)
}

/// The lines of a record, each as JSON.
fn lines(record: &str) -> Vec<serde_json::Value> {
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
