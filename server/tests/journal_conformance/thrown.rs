//! What is asked of each store about throws for all time.

use bytes::Bytes;
use chowk_server::journal::{AllThrows, Append, Besides, Outcome};

use super::{Bench, append, one, opened, record_with, room_with, sealed, throws};

fn counted(since: u64, thrown: &[(u8, u8, u8, u64)]) -> AllThrows {
    AllThrows {
        since: Some(since),
        throws: throws(thrown),
    }
}

pub(crate) fn throws_are_counted_with_their_record_and_outlive_it(bench: &impl Bench) {
    let mut store = bench.open();
    let nothing = AllThrows::default();
    assert_eq!(store.throws().unwrap(), nothing);
    let (room, fence) = room_with(&mut *store, 1, 1);
    let silent = vec![sealed(1, 500), record_with(1, 5, &[])];
    assert_eq!(one(&mut *store, append(room, fence, 2, silent)), Outcome::Durable);
    assert_eq!(store.throws().unwrap(), nothing, "nothing was thrown in it");
    let first = vec![
        sealed(2, 1_000),
        opened(2, 2_000),
        record_with(2, 5, &[(4, 128, 0, 2), (4, 128, 1, 9)]),
        Besides::Base(Bytes::from_static(b"{}")),
    ];
    assert_eq!(one(&mut *store, append(room, fence, 3, first)), Outcome::Durable);
    let second = vec![
        sealed(3, 3_000),
        record_with(3, 5, &[(4, 128, 1, 1), (4, 154, 1, 7), (6, 128, 6, 1)]),
        Besides::Bury,
    ];
    assert_eq!(one(&mut *store, append(room, fence, 4, second)), Outcome::Durable);
    let all = counted(
        2_000,
        &[(4, 128, 0, 2), (4, 128, 1, 10), (4, 154, 1, 7), (6, 128, 6, 1)],
    );
    assert_eq!(store.throws().unwrap(), all, "each kind of cast by itself");
    assert_eq!(store.drop_records(u64::MAX >> 1, 0).unwrap(), 3);
    std::mem::forget(store); // As after kill -9.
    assert_eq!(bench.open().throws().unwrap(), all, "records go, what fell has fallen");
}

pub(crate) fn a_match_is_counted_once(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 1);
    let ending = |thrown: &[(u8, u8, u8, u64)]| vec![sealed(1, 10), record_with(1, 5, thrown)];
    let row = append(room, fence, 2, ending(&[(4, 128, 2, 3)]));
    // The process dies between the commit and its answer, and the row comes again.
    let _ = store.commit(std::slice::from_ref(&row));
    std::mem::forget(store);
    let mut store = bench.open();
    assert_eq!(one(&mut *store, row), Outcome::Conflict);
    let once = counted(10, &[(4, 128, 2, 3)]);
    assert_eq!(store.throws().unwrap(), once);
    // Its record is there already, whoever brings it again.
    let fence = store.open_room(room).unwrap().fence;
    let again = append(room, fence, 3, ending(&[(4, 128, 2, 50)]));
    assert_eq!(one(&mut *store, again), Outcome::Durable);
    assert_eq!(store.throws().unwrap(), once);
}

/// Contract 6 and 7: they are in the transaction of the row that ends the match, or nowhere.
pub(crate) fn what_is_not_committed_is_not_counted(bench: &impl Bench) {
    let mut store = bench.open();
    let (a, fence_a) = room_with(&mut *store, 1, 1);
    let (b, fence_b) = room_with(&mut *store, 2, 1);
    let ending = |n: u8| vec![sealed(n, 10), record_with(n, 5, &[(4, 128, n, 1)])];
    let stale = Append {
        expected_v: 7,
        ..append(b, fence_b, 2, ending(2))
    };
    bench.fail(true);
    assert!(
        store
            .commit(&[append(a, fence_a, 2, ending(1)), stale.clone()])
            .is_err()
    );
    bench.fail(false);
    store.reopen().unwrap();
    store.probe().unwrap();
    assert!(store.throws().unwrap().throws.is_nothing());
    let outcomes = store.commit(&[append(a, fence_a, 2, ending(1)), stale]).unwrap();
    assert_eq!(outcomes, [Outcome::Durable, Outcome::Conflict]);
    assert_eq!(store.throws().unwrap(), counted(10, &[(4, 128, 1, 1)]));
}
