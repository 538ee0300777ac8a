//! What is asked of each store.

use bytes::Bytes;
use chowk_protocol::Hex;
use chowk_server::journal::{Append, Besides, CommitFault, Disk, Fence, Outcome, RoomNo, Row, Store, StoreError};
use tempfile::TempDir;

pub(crate) use super::thrown::{
    a_match_is_counted_once, throws_are_counted_with_their_record_and_outlive_it, what_is_not_committed_is_not_counted,
};
use super::{Bench, append, directory_row, not_started, one, opened, record, room_with, row, sealed};

pub(crate) fn a_room_is_opened_written_and_read(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 3);
    let stored = store.open_room(room).unwrap();
    assert_eq!((stored.room, stored.base.clone(), stored.v()), (room, None, 3));
    assert_eq!(stored.rows, [row(1), row(2), row(3)]);
    assert!(stored.fence > fence);
    let directory = store.directory().unwrap();
    assert_eq!(directory.len(), 1);
    assert_eq!(
        (directory[0].room, &directory[0].row, directory[0].quarantined),
        (room, &directory_row(1), false)
    );
}

/// Case F6: a room has one writer, and the fence is checked at the log.
pub(crate) fn an_older_writer_is_refused_case_f6(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, old) = room_with(&mut *store, 1, 1);
    let new = store.open_room(room).unwrap().fence;
    assert_eq!(one(&mut *store, append(room, old, 2, vec![])), Outcome::Conflict);
    assert_eq!(
        one(&mut *store, append(room, Fence(new.0 + 1), 2, vec![])),
        Outcome::Conflict
    );
    assert_eq!(one(&mut *store, append(room, new, 2, vec![])), Outcome::Durable);
    assert_eq!(store.open_room(room).unwrap().v(), 2);
}

pub(crate) fn a_version_that_does_not_follow_is_refused(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 2);
    for v in [1, 2, 4, 100] {
        assert_eq!(
            one(&mut *store, append(room, fence, v, vec![])),
            Outcome::Conflict,
            "{v}"
        );
    }
    let skipping = Append {
        row: row(4),
        ..append(room, fence, 3, vec![])
    };
    assert_eq!(one(&mut *store, skipping), Outcome::Conflict);
    let stranger = append(RoomNo(room.0 + 1), fence, 1, vec![]);
    assert_eq!(one(&mut *store, stranger), Outcome::Conflict);
    assert_eq!(store.open_room(room).unwrap().rows, [row(1), row(2)]);
}

pub(crate) fn a_room_opens_once_and_only_with_a_number_that_was_given(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 1);
    assert_eq!(
        one(
            &mut *store,
            append(room, fence, 1, vec![Besides::Open(directory_row(2))])
        ),
        Outcome::Conflict
    );
    let unknown = RoomNo(1_000_000);
    assert_eq!(
        one(
            &mut *store,
            append(unknown, fence, 1, vec![Besides::Open(directory_row(2))])
        ),
        Outcome::Conflict
    );
    let (other, fence) = store.new_room().unwrap();
    let same_code = append(other, fence, 1, vec![Besides::Open(directory_row(1))]);
    assert_eq!(
        one(&mut *store, same_code),
        Outcome::Conflict,
        "the code is another room's"
    );
    assert_eq!(
        one(
            &mut *store,
            append(other, fence, 1, vec![Besides::Open(directory_row(2))])
        ),
        Outcome::Durable
    );
    assert_eq!(store.directory().unwrap().len(), 2);
}

pub(crate) fn one_that_conflicts_does_not_hold_up_the_others(bench: &impl Bench) {
    let mut store = bench.open();
    let (a, fence_a) = room_with(&mut *store, 1, 1);
    let (b, fence_b) = room_with(&mut *store, 2, 1);
    let outcomes = store
        .commit(&[
            append(a, fence_a, 2, vec![]),
            append(b, fence_b, 5, vec![sealed(1, 10)]),
            append(a, fence_a, 3, vec![]),
            append(b, fence_b, 2, vec![]),
        ])
        .unwrap();
    assert_eq!(
        outcomes,
        [Outcome::Durable, Outcome::Conflict, Outcome::Durable, Outcome::Durable]
    );
    assert_eq!(store.open_room(a).unwrap().v(), 3);
    assert_eq!(store.open_room(b).unwrap().v(), 2);
    assert!(
        store.seals(1, 10).unwrap().is_empty(),
        "what was left out brings nothing with it"
    );
}

pub(crate) fn a_base_drops_the_rows_before_it_case_g9(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 4);
    let base = Bytes::from_static(b"the state at 5");
    assert_eq!(
        one(&mut *store, append(room, fence, 5, vec![Besides::Base(base.clone())])),
        Outcome::Durable
    );
    let stored = store.open_room(room).unwrap();
    assert_eq!((stored.base.clone(), stored.v()), (Some(Row { v: 5, body: base }), 5));
    assert!(stored.rows.is_empty());
    let fence = stored.fence;
    assert_eq!(one(&mut *store, append(room, fence, 6, vec![])), Outcome::Durable);
    let newer = Bytes::from_static(b"the state at 7");
    assert_eq!(
        one(&mut *store, append(room, fence, 7, vec![Besides::Base(newer.clone())])),
        Outcome::Durable
    );
    assert_eq!(one(&mut *store, append(room, fence, 8, vec![])), Outcome::Durable);
    let stored = store.open_room(room).unwrap();
    assert_eq!(
        (stored.base, stored.rows),
        (Some(Row { v: 7, body: newer }), vec![row(8)])
    );
}

pub(crate) fn rows_are_read_from_a_version_on(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 4);
    room_with(&mut *store, 2, 6);
    assert_eq!(store.rows_from(room, 3).unwrap(), [row(3), row(4)]);
    assert_eq!(store.rows_from(room, 9).unwrap(), []);
    assert_eq!(store.rows_from(RoomNo(77), 1).unwrap(), []);
    assert_eq!(
        one(&mut *store, append(room, fence, 5, vec![])),
        Outcome::Durable,
        "reading takes no right away"
    );
}

/// `fairness.md` 9: numbers without holes, each with the hash of the one before, and a moment that never falls.
pub(crate) fn the_log_of_seals_is_a_chain(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 1);
    assert_eq!(store.seal_sum().unwrap().newest, None);
    assert_eq!(
        one(&mut *store, append(room, fence, 2, vec![sealed(1, 5_000)])),
        Outcome::Durable
    );
    assert_eq!(
        one(
            &mut *store,
            append(room, fence, 3, vec![not_started(1, 4_000), sealed(2, 4_000)])
        ),
        Outcome::Durable
    );
    drop(store);
    let mut store = bench.open();
    let fence = store.open_room(room).unwrap().fence;
    assert_eq!(
        one(&mut *store, append(room, fence, 4, vec![opened(2, 6_000)])),
        Outcome::Durable
    );
    let lines = store.seals(1, 100).unwrap();
    let mut before = String::new();
    let mut moments = Vec::new();
    for (line, n) in lines.iter().zip(1_u64..) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&value["n"], &value["prev"]), (&n.into(), &before.into()));
        before = chowk_record::seals::line_hash(line).to_string();
        moments.push(value["at"].as_str().unwrap().to_owned());
    }
    assert_eq!(lines.len(), 4);
    assert!(moments.is_sorted() && moments[0] == moments[2], "{moments:?}");
    assert_eq!(store.seals(3, 1).unwrap(), lines[2..3]);
    assert!(store.seals(5, 10).unwrap().is_empty());
    let sum = store.seal_sum().unwrap();
    assert_eq!((sum.lines, sum.at, sum.not_started), (4, 6_000, 1));
    assert_eq!(hex::encode(sum.newest.unwrap()), before);
}

pub(crate) fn records_are_kept_when_their_room_is_buried(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 1);
    let (other, other_fence) = room_with(&mut *store, 2, 2);
    let ending = vec![
        sealed(1, 10),
        opened(1, 20),
        record(1, 5),
        Besides::Base(Bytes::from_static(b"{}")),
    ];
    assert_eq!(one(&mut *store, append(room, fence, 2, ending)), Outcome::Durable);
    assert_eq!(
        one(&mut *store, append(room, fence, 3, vec![Besides::Bury])),
        Outcome::Durable
    );
    assert!(matches!(store.open_room(room), Err(StoreError::NoSuchRoom(_))));
    assert_eq!(one(&mut *store, append(room, fence, 4, vec![])), Outcome::Conflict);
    let again = append(room, fence, 1, vec![Besides::Open(directory_row(3))]);
    assert_eq!(
        one(&mut *store, again),
        Outcome::Durable,
        "the store does not remember the dead; numbers are not given twice"
    );
    assert_eq!(store.record(Hex([1; 16])).unwrap().as_deref(), Some(&[1; 5][..]));
    assert_eq!(store.record(Hex([2; 16])).unwrap(), None);
    assert_eq!(
        one(&mut *store, append(other, other_fence, 3, vec![])),
        Outcome::Durable,
        "the neighbour lives on"
    );
}

pub(crate) fn old_records_are_dropped_by_age_and_by_size(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 1);
    for n in 2..=6_u8 {
        let ending = vec![sealed(n, u64::from(n) * 1_000), record(n, 100)];
        assert_eq!(
            one(&mut *store, append(room, fence, n.into(), ending)),
            Outcome::Durable
        );
    }
    let kept = |store: &mut dyn Store| {
        (2..=6)
            .filter(|n| store.record(Hex([*n; 16])).unwrap().is_some())
            .collect::<Vec<u8>>()
    };
    assert_eq!(store.drop_records(0, 10_000).unwrap(), 0);
    assert_eq!(store.drop_records(3_500, 10_000).unwrap(), 2);
    assert_eq!(kept(&mut *store), [4, 5, 6]);
    assert_eq!(store.drop_records(0, 250).unwrap(), 1);
    assert_eq!(kept(&mut *store), [5, 6]);
    assert_eq!(store.drop_records(0, 99).unwrap(), 2);
    assert!(kept(&mut *store).is_empty());
}

pub(crate) fn a_quarantined_room_is_kept_and_written_by_nobody(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 2);
    store.quarantine(room).unwrap();
    assert_eq!(one(&mut *store, append(room, fence, 3, vec![])), Outcome::Conflict);
    drop(store);
    let mut store = bench.open();
    assert!(store.directory().unwrap()[0].quarantined);
    assert_eq!(store.rows_from(room, 1).unwrap(), [row(1), row(2)]);
    assert!(matches!(store.quarantine(RoomNo(99)), Err(StoreError::NoSuchRoom(_))));
}

pub(crate) fn numbers_are_never_given_twice(bench: &impl Bench) {
    let mut given = std::collections::BTreeSet::new();
    for _ in 0..3 {
        let mut store = bench.open();
        for _ in 0..70 {
            assert!(given.insert(store.new_room().unwrap().0));
        }
        store.reopen().unwrap();
        assert!(given.insert(store.new_room().unwrap().0));
    }
}

/// Case A26: everything that is needed to come back is on disk.
pub(crate) fn all_is_there_after_a_crash_case_a26(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, _) = room_with(&mut *store, 1, 3);
    let before = store.open_room(room).unwrap();
    std::mem::forget(store); // No farewell to the database: as after kill -9.
    let after = bench.open().open_room(room).unwrap();
    assert_eq!((after.base, after.rows), (before.base, before.rows));
    assert!(after.fence > before.fence);
}

/// Case A10: an unknown id is an answer.
pub(crate) fn a_room_that_never_was_is_an_answer_and_no_failure_case_a10(bench: &impl Bench) {
    let mut store = bench.open();
    assert!(matches!(
        store.open_room(RoomNo(7)),
        Err(StoreError::NoSuchRoom(RoomNo(7)))
    ));
    assert!(matches!(
        store.open_room(RoomNo(u64::MAX)),
        Err(StoreError::NoSuchRoom(_))
    ));
    room_with(&mut *store, 1, 2);
}

/// Contract 7: nothing of it is on disk, of no room that was in it, and nothing is known before it was opened anew.
pub(crate) fn a_commit_that_fails_keeps_nothing_of_any_room(bench: &impl Bench) {
    let mut store = bench.open();
    let (a, fence_a) = room_with(&mut *store, 1, 1);
    let (b, fence_b) = room_with(&mut *store, 2, 3);
    bench.fail(true);
    let ending = vec![sealed(1, 10), record(1, 5), Besides::Base(Bytes::from_static(b"{}"))];
    let both = [append(a, fence_a, 2, ending), append(b, fence_b, 4, vec![])];
    assert!(matches!(store.commit(&both), Err(StoreError::Database { .. })));
    bench.fail(false);
    assert!(
        matches!(store.commit(&both), Err(StoreError::Down)),
        "before it is opened anew"
    );
    assert!(matches!(store.directory(), Err(StoreError::Down)));
    assert!(matches!(store.open_room(a), Err(StoreError::Down)));
    store.reopen().unwrap();
    store.probe().unwrap();
    assert!(store.seals(1, 9).unwrap().is_empty());
    assert_eq!(store.record(Hex([1; 16])).unwrap(), None);
    let (a_now, b_now) = (store.open_room(a).unwrap(), store.open_room(b).unwrap());
    assert_eq!((a_now.base.clone(), a_now.v(), b_now.v()), (None, 1, 3));
    assert_eq!(one(&mut *store, append(a, a_now.fence, 2, vec![])), Outcome::Durable);
    assert_eq!(one(&mut *store, append(b, b_now.fence, 4, vec![])), Outcome::Durable);
}

pub(crate) fn a_disk_that_fails_is_told_until_it_works_again(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 1);
    bench.fail(true);
    for _ in 0..3 {
        assert!(store.reopen().and_then(|()| store.probe()).is_err());
        assert!(store.commit(&[append(room, fence, 2, vec![])]).is_err());
        assert!(store.open_room(room).is_err(), "the right to write it cannot be taken");
        assert!(store.quarantine(room).is_err());
    }
    bench.fail(false);
    store.reopen().and_then(|()| store.probe()).unwrap();
    let stored = store.open_room(room).unwrap();
    assert_eq!(stored.v(), 1);
    assert!(!store.directory().unwrap()[0].quarantined);
    assert_eq!(
        one(&mut *store, append(room, stored.fence, 2, vec![])),
        Outcome::Durable
    );
}

/// Contract 29: unknown means to read before anything else. The same row again conflicts, by either right.
pub(crate) fn a_commit_of_which_nothing_was_heard_is_found_by_reading(bench: &impl Bench) {
    let mut store = bench.open();
    let (room, fence) = room_with(&mut *store, 1, 2);
    let row = append(room, fence, 3, vec![sealed(1, 10)]);
    // The process dies between the commit and its answer.
    let _ = store.commit(std::slice::from_ref(&row));
    std::mem::forget(store);
    let mut store = bench.open();
    assert_eq!(one(&mut *store, row.clone()), Outcome::Conflict);
    let stored = store.open_room(room).unwrap();
    assert_eq!(stored.v(), 3);
    assert_eq!(one(&mut *store, row.clone()), Outcome::Conflict);
    let again = Append {
        fence: stored.fence,
        ..row
    };
    assert_eq!(one(&mut *store, again), Outcome::Conflict);
    assert_eq!(store.seals(1, 9).unwrap().len(), 1);
    assert_eq!(
        one(&mut *store, append(room, stored.fence, 4, vec![])),
        Outcome::Durable
    );
}

#[test]
pub(crate) fn a_failed_commit_closes_the_store_until_it_is_reopened() {
    for (fault, kept) in [(CommitFault::NextLost, 1), (CommitFault::NextKept, 2)] {
        let disk = Disk::new();
        let mut store = disk.open();
        let (room, fence) = room_with(&mut *store, 1, 1);
        disk.set_fault(Some(fault));
        assert!(store.commit(&[append(room, fence, 2, vec![])]).is_err());
        assert!(store.commit(&[append(room, fence, 2, vec![])]).is_err());
        assert!(matches!(store.directory(), Err(StoreError::Down)));
        store.reopen().unwrap();
        store.probe().unwrap();
        assert_eq!(store.open_room(room).unwrap().v(), kept, "{fault:?}");
    }
}

#[test]
pub(crate) fn two_processes_on_one_file_do_not_fool_each_other() {
    let folder = <TempDir as Bench>::new();
    let (mut ours, mut theirs) = (folder.open(), folder.open());
    let (room, our_fence) = room_with(&mut *ours, 1, 2);
    let their_fence = theirs.open_room(room).unwrap().fence;
    assert_eq!(
        one(&mut *theirs, append(room, their_fence, 3, vec![sealed(1, 1)])),
        Outcome::Durable
    );
    assert_eq!(one(&mut *ours, append(room, our_fence, 3, vec![])), Outcome::Conflict);
    let (other, fence) = room_with(&mut *ours, 2, 1);
    assert_eq!(
        one(&mut *ours, append(other, fence, 2, vec![sealed(2, 2)])),
        Outcome::Durable
    );
    assert_eq!(ours.seals(1, 9).unwrap().len(), 2);
}
