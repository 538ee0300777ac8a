//! The twin does what SQLite does, on random histories with crashes in them.

use chowk_protocol::Hex;
use chowk_server::journal::{Append, Besides, Disk, Fence, Outcome, RoomNo, Store, StoreError};
use proptest::prelude::*;
use tempfile::TempDir;

use super::{Bench, append, directory_row, not_started, one, opened, record, record_with, row, sealed};

/// A step of a random history. Rooms are named by their place in the list of those opened so far.
#[derive(Debug, Clone)]
enum Step {
    New {
        code: u8,
    },
    Append {
        room: usize,
        fence: u64,
        ahead: u64,
        besides: Vec<Besides>,
    },
    /// A row that the disk does not take; the store is opened anew.
    Lost {
        room: usize,
        besides: Vec<Besides>,
    },
    /// A row that the disk takes, and the process dies before anybody hears of it.
    Unheard {
        room: usize,
        besides: Vec<Besides>,
    },
    Take {
        room: usize,
    },
    Quarantine {
        room: usize,
    },
    DropRecords {
        older_than: u64,
        bytes_max: u64,
    },
    Reopen,
    Crash,
}

fn beside() -> impl Strategy<Value = Besides> {
    prop_oneof![
        (0_u8..9, 0_u64..50_000).prop_map(|(n, at)| sealed(n, at)),
        (0_u8..9, 0_u64..50_000).prop_map(|(n, at)| opened(n, at)),
        (0_u8..9, 0_u64..50_000).prop_map(|(n, at)| not_started(n, at)),
        (0_u8..9, 0_usize..500).prop_map(|(n, bytes)| record(n, bytes)),
        (0_u8..9, 0_u8..2, 0_u8..5, 1_u64..90)
            .prop_map(|(n, bent, up, times)| { record_with(n, 9, &[(4, 128 + bent, up, times), (6, 128, 6, 1)]) }),
        "[a-z]{0,20}".prop_map(|state| Besides::Base(state.into())),
        Just(Besides::Bury),
    ]
}

fn few() -> impl Strategy<Value = Vec<Besides>> {
    prop::collection::vec(beside(), 0..3)
}

fn step() -> impl Strategy<Value = Step> {
    let room = 0_usize..4;
    prop_oneof![
        2 => (0_u8..6).prop_map(|code| Step::New { code }),
        10 => (room.clone(), prop_oneof![8 => Just(0_u64), 1 => 1_u64..3], prop_oneof![8 => Just(1_u64), 1 => 0_u64..4],
            prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(beside(), 1..4)])
            .prop_map(|(room, fence, ahead, besides)| Step::Append { room, fence, ahead, besides }),
        1 => (room.clone(), few()).prop_map(|(room, besides)| Step::Lost { room, besides }),
        1 => (room.clone(), few()).prop_map(|(room, besides)| Step::Unheard { room, besides }),
        2 => room.clone().prop_map(|room| Step::Take { room }),
        1 => room.prop_map(|room| Step::Quarantine { room }),
        1 => (0_u64..50_000, 0_u64..1_000).prop_map(|(older_than, bytes_max)| Step::DropRecords { older_than, bytes_max }),
        1 => Just(Step::Reopen),
        1 => Just(Step::Crash),
    ]
}

/// A store and the rooms that were opened in it: number, newest fence, newest version.
struct Side<B> {
    bench: B,
    store: Box<dyn Store>,
    rooms: Vec<(RoomNo, Fence, u64)>,
}

impl<B: Bench> Side<B> {
    fn new() -> Self {
        let bench = B::new();
        Self {
            store: bench.open(),
            bench,
            rooms: Vec::new(),
        }
    }

    /// What the step answers, without room numbers, which are the store's own affair.
    fn go(&mut self, step: &Step) -> String {
        match step {
            Step::New { code } => {
                let (room, fence) = self.store.new_room().unwrap();
                let outcome = one(
                    &mut *self.store,
                    append(room, fence, 1, vec![Besides::Open(directory_row(*code))]),
                );
                self.rooms.push((room, fence, 1));
                format!("{outcome:?}")
            }
            Step::Append {
                room,
                fence,
                ahead,
                besides,
            } => {
                let Some((no, newest, v)) = self.rooms.get(*room).copied() else {
                    return String::new();
                };
                let fence = Fence(newest.0.saturating_sub(*fence));
                let row = row(v + ahead);
                let expected_v = (v + ahead).saturating_sub(1);
                let outcome = one(
                    &mut *self.store,
                    Append {
                        room: no,
                        fence,
                        expected_v,
                        row,
                        besides: besides.clone(),
                    },
                );
                if outcome == Outcome::Durable {
                    self.rooms[*room].2 = v + ahead;
                }
                format!("{outcome:?}")
            }
            Step::Lost { room, besides } => {
                let Some((no, fence, v)) = self.rooms.get(*room).copied() else {
                    return String::new();
                };
                self.bench.fail(true);
                let done = self.store.commit(&[append(no, fence, v + 1, besides.clone())]);
                self.bench.fail(false);
                // What does not fit fails nowhere: it is not even tried.
                let failed = done.is_err() || done.is_ok_and(|outcomes| outcomes == [Outcome::Conflict]);
                self.store.reopen().unwrap();
                format!("{failed}")
            }
            Step::Unheard { room, besides } => {
                let Some((no, fence, v)) = self.rooms.get(*room).copied() else {
                    return String::new();
                };
                let _ = self.store.commit(&[append(no, fence, v + 1, besides.clone())]);
                std::mem::forget(std::mem::replace(&mut self.store, self.bench.open()));
                String::new()
            }
            Step::Take { room } => {
                let Some((no, ..)) = self.rooms.get(*room).copied() else {
                    return String::new();
                };
                match self.store.open_room(no) {
                    Ok(stored) => {
                        self.rooms[*room] = (no, stored.fence, stored.v());
                        format!("{:?} {:?} {:?}", stored.fence, stored.base, stored.rows)
                    }
                    Err(error) => format!("{}", matches!(error, StoreError::NoSuchRoom(_))),
                }
            }
            Step::Quarantine { room } => {
                let Some((no, ..)) = self.rooms.get(*room).copied() else {
                    return String::new();
                };
                format!("{}", self.store.quarantine(no).is_ok())
            }
            Step::DropRecords { older_than, bytes_max } => {
                format!("{:?}", self.store.drop_records(*older_than, *bytes_max).unwrap())
            }
            Step::Reopen => format!("{:?}", self.store.reopen().is_ok()),
            Step::Crash => {
                std::mem::forget(std::mem::replace(&mut self.store, self.bench.open()));
                String::new()
            }
        }
    }

    /// All that can be read.
    fn seen(&mut self) -> String {
        let directory: Vec<_> = self
            .store
            .directory()
            .unwrap()
            .into_iter()
            .map(|entry| (entry.row, entry.quarantined))
            .collect();
        let rows: Vec<_> = self
            .rooms
            .clone()
            .iter()
            .map(|(room, ..)| self.store.rows_from(*room, 0).unwrap())
            .collect();
        let records: Vec<_> = (0..9).map(|n| self.store.record(Hex([n; 16])).unwrap()).collect();
        let (seals, sum) = (self.store.seals(1, 1000).unwrap(), self.store.seal_sum().unwrap());
        let throws = self.store.throws().unwrap();
        format!("{directory:?} {rows:?} {records:?} {seals:?} {sum:?} {throws:?}")
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_twin_does_what_sqlite_does_case_f4(steps in prop::collection::vec(step(), 1..40)) {
        let (mut file, mut twin) = (Side::<TempDir>::new(), Side::<Disk>::new());
        for step in &steps {
            prop_assert_eq!(file.go(step), twin.go(step), "{:?}", step);
        }
        prop_assert_eq!(file.seen(), twin.seen());
    }
}
