//! The writer: what waits is committed together, answered only then, and a commit that fails is told as it is.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use bytes::Bytes;
use chowk_protocol::{MatchId, RoomCode};
use chowk_server::{
    clock::MachineClock,
    journal::{
        AllThrows, Append, Besides, CommitFault, DirectoryEntry, DirectoryRow, Disk, Fence, Health, Journal,
        MemoryStore, Outcome, RoomNo, Row, SealNews, SealSum, SqliteStore, Store, StoreError, Stored,
    },
};

/// A store whose commits wait for the test.
struct Gated {
    store: MemoryStore,
    begun: mpsc::SyncSender<usize>,
    /// Whether the commit goes on; else the store panics.
    go: mpsc::Receiver<bool>,
}

impl Store for Gated {
    fn commit(&mut self, appends: &[Append]) -> Result<Vec<Outcome>, StoreError> {
        let _ = self.begun.send(appends.len());
        assert!(self.go.recv().unwrap_or(true), "a planted bug");
        self.store.commit(appends)
    }
    fn reopen(&mut self) -> Result<(), StoreError> {
        self.store.reopen()
    }
    fn probe(&mut self) -> Result<(), StoreError> {
        self.store.probe()
    }
    fn new_room(&mut self) -> Result<(RoomNo, Fence), StoreError> {
        self.store.new_room()
    }
    fn open_room(&mut self, room: RoomNo) -> Result<Stored, StoreError> {
        self.store.open_room(room)
    }
    fn rows_from(&mut self, room: RoomNo, from_v: u64) -> Result<Vec<Row>, StoreError> {
        self.store.rows_from(room, from_v)
    }
    fn quarantine(&mut self, room: RoomNo) -> Result<(), StoreError> {
        self.store.quarantine(room)
    }
    fn directory(&mut self) -> Result<Vec<DirectoryEntry>, StoreError> {
        self.store.directory()
    }
    fn record(&mut self, match_id: MatchId) -> Result<Option<Bytes>, StoreError> {
        self.store.record(match_id)
    }
    fn seals(&mut self, from: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.store.seals(from, most)
    }
    fn throws(&mut self) -> Result<AllThrows, StoreError> {
        self.store.throws()
    }
    fn seal_sum(&mut self) -> Result<SealSum, StoreError> {
        self.store.seal_sum()
    }
    fn drop_records(&mut self, older_than: u64, bytes_max: u64) -> Result<u64, StoreError> {
        self.store.drop_records(older_than, bytes_max)
    }
}

fn start(store: impl Store + 'static) -> Journal {
    Journal::start(store, Arc::new(MachineClock::new(0))).unwrap()
}

fn append(room: RoomNo, fence: Fence, v: u64) -> Append {
    let row = DirectoryRow {
        code: RoomCode::from_digits([u8::try_from(room.0 % 31).unwrap(); 8]).unwrap(),
        creator: [7; 32],
        listed: false,
    };
    let besides = if v == 1 { vec![Besides::Open(row)] } else { vec![] };
    Append {
        room,
        fence,
        expected_v: v - 1,
        row: Row {
            v,
            body: Bytes::from_static(b"{}"),
        },
        besides,
    }
}

async fn works(journal: &Journal) {
    journal
        .health()
        .wait_for(|health| *health == Health::Works)
        .await
        .unwrap();
}

/// Contract 6: one transaction takes what waits from all rooms, and only then anybody is answered.
#[tokio::test]
async fn what_waits_is_committed_together_and_answered_after() {
    let (begun, has_begun) = mpsc::sync_channel(9);
    let (release, go) = mpsc::sync_channel(9);
    let journal = start(Gated {
        store: MemoryStore::open(&Disk::new()),
        begun,
        go,
    });
    let mut rooms = Vec::new();
    for _ in 0..4 {
        rooms.push(journal.new_room().await.unwrap());
    }
    let mut first = journal.slot().await.unwrap().append(append(rooms[0].0, rooms[0].1, 1));
    assert_eq!(has_begun.recv().unwrap(), 1);
    let mut others: Vec<_> = rooms[1..]
        .iter()
        .map(|(room, fence)| journal.try_slot().unwrap().append(append(*room, *fence, 1)))
        .collect();
    let early = futures_util::future::select_all(others.iter_mut().chain([&mut first]));
    assert!(
        tokio::time::timeout(Duration::ZERO, early).await.is_err(),
        "nobody is answered before the commit"
    );
    release.send(true).unwrap();
    assert_eq!(first.await, Outcome::Durable);
    assert_eq!(has_begun.recv().unwrap(), 3, "the three that waited go together");
    release.send(true).unwrap();
    for other in others {
        assert_eq!(other.await, Outcome::Durable);
    }
}

/// Contract 7, and case G11: what is not known to be on disk is told as unknown, and read again.
#[tokio::test]
async fn a_failed_commit_is_unknown_whether_it_was_kept_or_lost_case_g11() {
    for (fault, kept) in [(CommitFault::NextLost, 1), (CommitFault::NextKept, 2)] {
        let disk = Disk::new();
        let journal = start(MemoryStore::open(&disk));
        let (room, fence) = journal.new_room().await.unwrap();
        assert_eq!(journal.append(append(room, fence, 1)).await, Outcome::Durable);
        disk.set_fault(Some(fault));
        assert_eq!(journal.append(append(room, fence, 2)).await, Outcome::Unknown);
        works(&journal).await;
        let stored = journal.open_room(room).await.unwrap();
        assert_eq!(stored.v(), kept, "{fault:?}");
        assert_eq!(
            journal.append(append(room, stored.fence, kept + 1)).await,
            Outcome::Durable
        );
    }
}

#[tokio::test]
async fn while_the_disk_fails_all_is_answered_at_once_and_afterwards_it_works() {
    let disk = Disk::new();
    let journal = start(MemoryStore::open(&disk));
    let (room, fence) = journal.new_room().await.unwrap();
    assert_eq!(journal.append(append(room, fence, 1)).await, Outcome::Durable);
    disk.set_fault(Some(CommitFault::All));
    for _ in 0..100 {
        assert_eq!(journal.append(append(room, fence, 2)).await, Outcome::Unknown);
    }
    assert!(matches!(*journal.health().borrow(), Health::Failed { .. }));
    assert!(matches!(journal.open_room(room).await, Err(StoreError::Down)));
    assert!(matches!(journal.new_room().await, Err(StoreError::Down)));
    disk.set_fault(None);
    works(&journal).await;
    assert_eq!(journal.append(append(room, fence, 2)).await, Outcome::Durable);
}

/// A bug in the store is a failure like any other: whoever waited is told so, and the journal goes on.
#[tokio::test]
async fn a_bug_in_the_store_does_not_end_the_journal() {
    let (begun, _) = mpsc::sync_channel(9);
    let (release, go) = mpsc::sync_channel(9);
    let journal = start(Gated {
        store: MemoryStore::open(&Disk::new()),
        begun,
        go,
    });
    let (room, fence) = journal.new_room().await.unwrap();
    release.send(false).unwrap();
    assert_eq!(journal.append(append(room, fence, 1)).await, Outcome::Unknown);
    drop(release);
    // It is known to have failed a moment later than its answer is.
    while journal.append(append(room, fence, 1)).await != Outcome::Durable {
        works(&journal).await;
    }
}

#[tokio::test]
async fn the_newest_seal_is_known_once_it_is_durable() {
    let journal = start(MemoryStore::open(&Disk::new()));
    let (room, fence) = journal.new_room().await.unwrap();
    assert_eq!(journal.newest_seal_hash(), None);
    let seal = Besides::Seal(SealNews::Sealed {
        server_commit: [1; 32],
        at: 77,
    });
    let mut opening = append(room, fence, 1);
    opening.besides.push(seal);
    assert_eq!(journal.append(opening).await, Outcome::Durable);
    let line = journal.seals(1, 1).await.unwrap().remove(0);
    assert_eq!(
        journal.newest_seal_hash(),
        Some(*chowk_record::seals::line_hash(&line).as_bytes())
    );
    assert_eq!(journal.seal_sum().at, 77);
}

/// Case G2: the exit waits for what was asked before.
#[tokio::test]
async fn stopping_does_what_was_asked_before_and_nothing_after_case_g2() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chowk.db");
    let journal = start(SqliteStore::open(&file).unwrap());
    let (room, fence) = journal.new_room().await.unwrap();
    let rows: Vec<_> = (1..=50)
        .map(|v| journal.try_slot().unwrap().append(append(room, fence, v)))
        .collect();
    journal.stop().await;
    for row in rows {
        assert_eq!(row.await, Outcome::Durable);
    }
    assert_eq!(journal.append(append(room, fence, 51)).await, Outcome::Unknown);
    assert!(matches!(journal.directory().await, Err(StoreError::Down)));
    assert_eq!(SqliteStore::open(&file).unwrap().open_room(room).unwrap().v(), 50);
}
