//! C6, C15: the view and its diffs, over whole matches of both games; and what the answer to a ping says of them.

use chowk_protocol::{ClientMsg, Hex, ServerMsg, patch};
use serde_json::Value;

use super::super::{
    super::{Body, Input, SessionId},
    seat::Seat,
    stones,
    table::Bench,
};

/// Follows all that a watcher was told: each diff leads from the view before to that of its version and hash. Gives all
/// views, the newest last.
fn follow(bench: &mut Bench, watcher: SessionId) -> Vec<Value> {
    let (mut v, mut views) = (0, Vec::<Value>::new());
    for message in bench.inbox(watcher) {
        if let ServerMsg::Snapshot {
            v: told, hash, view, ..
        } = message
        {
            assert_eq!(patch::hash(&view), hash);
            v = told;
            views.push(view);
        } else if let ServerMsg::Diff(diff) = message {
            assert_eq!((diff.from, diff.v), (v, v + 1), "versions without holes");
            let mut view = views.last().expect("nothing comes before the snapshot").clone();
            patch::apply(&diff.patch, &mut view);
            assert_eq!(patch::hash(&view), diff.hash, "at version {}", diff.v);
            v = diff.v;
            views.push(view);
        }
    }
    let (view, hash) = bench.room.view();
    let last = views.last().unwrap();
    assert_eq!((last, patch::hash(last), v), (&view, hash, bench.room.v()));
    views
}

/// The law of diffs between views that lie far apart, in both directions.
fn any_two(views: &[Value]) {
    let far = views.iter().step_by(17).zip(views.iter().rev().step_by(23));
    let mut tried = 0;
    for (a, b) in far.flat_map(|(a, b)| [(a, b), (b, a)]) {
        let mut view = a.clone();
        patch::apply(&patch::diff(a, b), &mut view);
        assert_eq!(&view, b);
        tried += 1;
    }
    assert!(tried > 10, "{tried} pairs of {} views", views.len());
}

fn watch(bench: &mut Bench) -> SessionId {
    let watcher = bench.new_session();
    bench.letter(watcher, Hex([9; 8]), Body::Watch { name: None });
    watcher
}

#[test]
fn each_diff_leads_to_the_view_of_its_version_case_c6() {
    for preset in ["quick", "pagdi", "karnataka"] {
        let mut bench = Bench::open(3, preset);
        let mut seats = [Seat::host(), Seat::new(2), Seat::new(3)];
        let watcher = watch(&mut bench);
        for seat in &mut seats[1..] {
            bench.join(seat);
        }
        bench.play_to_the_end(&mut seats);
        any_two(&follow(&mut bench, watcher));
    }
    let (mut bench, host) = stones::begun(stones::short(), |_| {});
    let watcher = watch(&mut bench);
    stones::run_out(&mut bench, &host);
    any_two(&follow(&mut bench, watcher));
}

/// The answer to a ping comes after all diffs up to its version; a socket that hears of them no more gets none.
#[test]
fn a_pong_comes_after_all_that_it_counts_case_c15() {
    for taken_over in [false, true] {
        let (mut bench, mut host, mut guest) = super::full_table();
        let pinged = guest.session;
        bench.forget_what_was_told();
        bench.disk_waits = true;
        let n = host.next_n();
        let phrase = "hello".into();
        bench.wish(&host, ClientMsg::Say { n, phrase });
        bench.wish(&guest, ClientMsg::Ping { c: 9 });
        assert!(bench.inbox(pinged).is_empty(), "its version is not durable");
        if taken_over {
            guest.session = bench.new_session();
            bench.join(&mut guest);
        }
        let v = bench.room.v() - u64::from(taken_over);
        while bench.room.durable_v() < bench.room.v() {
            bench.handle(Input::Journal(crate::journal::Outcome::Durable));
        }
        let told = bench.inbox(pinged);
        let pong = told
            .iter()
            .position(|told| matches!(told, ServerMsg::Pong { c: 9, v: told, .. } if *told == v));
        let diff = told
            .iter()
            .position(|told| matches!(told, ServerMsg::Diff(diff) if diff.v == v));
        if taken_over {
            assert_eq!((pong, diff), (None, None), "{told:?}");
        } else {
            assert!(diff.is_some() && diff < pong, "{told:?}");
        }
    }
}
