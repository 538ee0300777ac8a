//! What any store must do, asked of SQLite and of its twin in memory, and both compared on random histories.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod checks;
mod history;
mod thrown;

use bytes::Bytes;
use chowk_protocol::{GameKind, Hex, RoomCode};
use chowk_server::journal::{
    Append, Besides, Cast, CommitFault, DirectoryRow, Disk, Fence, MemoryStore, Outcome, RoomNo, Row, SealFate,
    SealNews, SqliteStore, Store, Throws,
};
use tempfile::TempDir;

/// Something to open stores on, which outlives them.
trait Bench {
    fn new() -> Self;
    fn open(&self) -> Box<dyn Store>;
    /// From now on nothing can be written, until it can again.
    fn fail(&self, fails: bool);
}

impl Bench for Disk {
    fn new() -> Self {
        Disk::new()
    }

    fn open(&self) -> Box<dyn Store> {
        Box::new(MemoryStore::open(self))
    }

    fn fail(&self, fails: bool) {
        self.set_fault(fails.then_some(CommitFault::All));
    }
}

impl Bench for TempDir {
    fn new() -> Self {
        tempfile::tempdir().unwrap()
    }

    fn open(&self) -> Box<dyn Store> {
        Box::new(SqliteStore::open(&self.path().join("chowk.db")).unwrap())
    }

    /// Every write fails in the middle of its transaction, by triggers that another process has put there.
    fn fail(&self, fails: bool) {
        let db = rusqlite::Connection::open(self.path().join("chowk.db")).unwrap();
        for (name, when) in [
            ("no_rows", "INSERT ON rows"),
            ("no_news", "INSERT ON meta"),
            ("no_changes", "UPDATE ON meta"),
            ("no_fences", "UPDATE ON rooms"),
        ] {
            let text = if fails {
                format!("CREATE TRIGGER {name} BEFORE {when} BEGIN SELECT RAISE(ABORT, 'a planted fault'); END;")
            } else {
                format!("DROP TRIGGER {name};")
            };
            db.execute_batch(&text).unwrap();
        }
    }
}

/// Each check as a test of both stores.
macro_rules! conform {
    ($($check:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $check() { super::checks::$check(&<tempfile::TempDir as super::Bench>::new()); })*
        }
        mod memory {
            $(#[test] fn $check() { super::checks::$check(&<super::Disk as super::Bench>::new()); })*
        }
    };
}

conform!(
    a_room_is_opened_written_and_read,
    an_older_writer_is_refused_case_f6,
    a_version_that_does_not_follow_is_refused,
    a_room_opens_once_and_only_with_a_number_that_was_given,
    one_that_conflicts_does_not_hold_up_the_others,
    a_base_drops_the_rows_before_it_case_g9,
    rows_are_read_from_a_version_on,
    the_log_of_seals_is_a_chain,
    records_are_kept_when_their_room_is_buried,
    old_records_are_dropped_by_age_and_by_size,
    a_quarantined_room_is_kept_and_written_by_nobody,
    numbers_are_never_given_twice,
    a_commit_that_fails_keeps_nothing_of_any_room,
    a_disk_that_fails_is_told_until_it_works_again,
    a_commit_of_which_nothing_was_heard_is_found_by_reading,
    all_is_there_after_a_crash_case_a26,
    a_room_that_never_was_is_an_answer_and_no_failure_case_a10,
    throws_are_counted_with_their_record_and_outlive_it,
    a_match_is_counted_once,
    what_is_not_committed_is_not_counted,
);

fn code(n: u8) -> RoomCode {
    RoomCode::from_digits([n, 1, 2, 3, 4, 5, 6, 7]).unwrap()
}

fn directory_row(n: u8) -> DirectoryRow {
    DirectoryRow {
        code: code(n),
        creator: [n; 32],
        listed: n.is_multiple_of(2),
    }
}

fn row(v: u64) -> Row {
    Row {
        v,
        body: Bytes::from(format!("{{\"v\":{v}}}")),
    }
}

fn append(room: RoomNo, fence: Fence, v: u64, besides: Vec<Besides>) -> Append {
    Append {
        room,
        fence,
        expected_v: v - 1,
        row: row(v),
        besides,
    }
}

fn one(store: &mut dyn Store, append: Append) -> Outcome {
    let outcomes = store.commit(&[append]).unwrap();
    assert_eq!(outcomes.len(), 1);
    outcomes[0]
}

/// A room with rows up to `v`.
fn room_with(store: &mut dyn Store, n: u8, v: u64) -> (RoomNo, Fence) {
    let (room, fence) = store.new_room().unwrap();
    let opening = append(room, fence, 1, vec![Besides::Open(directory_row(n))]);
    assert_eq!(one(store, opening), Outcome::Durable);
    for v in 2..=v {
        assert_eq!(one(store, append(room, fence, v, vec![])), Outcome::Durable);
    }
    (room, fence)
}

fn sealed(n: u8, at: u64) -> Besides {
    Besides::Seal(SealNews::Sealed {
        server_commit: [n; 32],
        at,
    })
}

fn opened(n: u8, at: u64) -> Besides {
    let fate = SealFate::Played {
        why: "finished",
        last: [9; 32],
    };
    Besides::Seal(SealNews::Opened {
        server_commit: [n; 32],
        at,
        fate,
        game: GameKind::Chowka,
    })
}

fn not_started(n: u8, at: u64) -> Besides {
    let fate = SealFate::NotStarted {
        match_id: Hex([n; 16]),
        server_seed: [8; 32],
    };
    Besides::Seal(SealNews::Opened {
        server_commit: [n; 32],
        at,
        fate,
        game: GameKind::Chowka,
    })
}

fn record(n: u8, bytes: usize) -> Besides {
    record_with(n, bytes, &[])
}

/// A record and its throws: shells, the chance of a mouth up, mouths that lay up, how often.
fn record_with(n: u8, bytes: usize, thrown: &[(u8, u8, u8, u64)]) -> Besides {
    Besides::Record {
        match_id: Hex([n; 16]),
        gzip: Bytes::from(vec![n; bytes]),
        throws: throws(thrown),
    }
}

fn throws(thrown: &[(u8, u8, u8, u64)]) -> Throws {
    let mut throws = Throws::default();
    for (shells, mouth_up_256, mouths_up, times) in thrown.iter().copied() {
        throws.count(Cast { shells, mouth_up_256 }, mouths_up, times);
    }
    throws
}
