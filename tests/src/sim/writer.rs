//! The writer: what waits from all rooms goes to disk together, and only then is anybody told. It fails as disks do.

use std::collections::VecDeque;

use chowk_protocol::RoomCode;
use chowk_server::journal::{Append, Besides, CommitFault, MemoryStore, Outcome, Store as _, StoreError, Stored};

use crate::sim::world::{Step, World};

/// What a room asks of the writer.
#[derive(Debug)]
pub(crate) enum Job {
    /// A row. `life` is that of the room's task: after a loss nobody waits for what was asked before.
    Append { code: RoomCode, life: u64, append: Append },
    /// The right to write a room, and its rows.
    Open { code: RoomCode, life: u64 },
}

/// The writer of one life of the server.
pub(crate) struct Writer {
    pub(crate) store: MemoryStore,
    jobs: VecDeque<Job>,
    planned: bool,
    /// It has failed, and waits so long between two tries.
    failed: Option<u64>,
}

impl Writer {
    /// A writer on a store that works.
    pub(crate) fn new(store: MemoryStore) -> Self {
        Self {
            store,
            jobs: VecDeque::new(),
            planned: false,
            failed: None,
        }
    }

    /// Whether it takes rows.
    pub(crate) fn works(&self) -> bool {
        self.failed.is_none()
    }

    /// The rows that were handed over and did not come to disk, but for those that open a room.
    pub(crate) fn handed_over(self) -> Vec<Append> {
        let rows = self.jobs.into_iter().filter_map(|job| match job {
            Job::Append { append, .. } => Some(append),
            Job::Open { .. } => None,
        });
        let opens = |append: &Append| append.besides.iter().any(|beside| matches!(beside, Besides::Open(_)));
        rows.filter(|append| !opens(append)).collect()
    }

    /// Whether nothing waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.jobs.is_empty() && self.works()
    }
}

impl World {
    /// Asks the writer for something.
    pub(crate) fn ask_writer(&mut self, job: Job) {
        let slow = !self.calm && self.dice.one_in(self.plan.slow_commit_one_in);
        let most = if slow { 2_500 } else { self.plan.commit_ms };
        let wait = self.dice.between(0, most);
        let Some(server) = &mut self.server else { return };
        server.writer.jobs.push_back(job);
        if !server.writer.planned {
            server.writer.planned = true;
            self.time.after(wait, Step::Commit(server.era));
        }
    }

    /// Does what waits, in order: rows together, up to the first other wish.
    pub(crate) fn commit(&mut self) {
        let Some(server) = &mut self.server else { return };
        server.writer.planned = false;
        let jobs = std::mem::take(&mut server.writer.jobs);
        let mut batch = Vec::new();
        for job in jobs {
            match job {
                Job::Append { code, life, append } => batch.push((code, life, append)),
                Job::Open { code, life } => {
                    self.commit_batch(std::mem::take(&mut batch));
                    self.read_room(code, life);
                }
            }
        }
        self.commit_batch(batch);
    }

    fn commit_batch(&mut self, batch: Vec<(RoomCode, u64, Append)>) {
        if batch.is_empty() {
            return;
        }
        let fault = self.fault_of_commit();
        let (askers, appends): (Vec<_>, Vec<_>) = batch
            .into_iter()
            .map(|(code, life, append)| ((code, life), append))
            .unzip();
        let Some(server) = &mut self.server else { return };
        let done = if server.writer.works() {
            if fault.is_some() {
                self.disk.set_fault(fault);
            }
            server.writer.store.commit(&appends)
        } else {
            Err(StoreError::Down)
        };
        let kept = done.is_ok() || fault == Some(CommitFault::NextKept);
        let outcomes = match done {
            Ok(outcomes) => outcomes,
            Err(_) => {
                self.say(|_| format!("writer: {} rows fail, kept: {kept}", appends.len()));
                self.writer_fails();
                self.laws.see("commit fails");
                vec![Outcome::Unknown; appends.len()]
            }
        };
        for (append, outcome) in appends.iter().zip(&outcomes) {
            self.say(|_| format!("disk: room {} row {}: {outcome:?}", append.room, append.row.v));
            match outcome {
                Outcome::Durable => self.laws.committed(append),
                Outcome::Unknown if kept => self.laws.committed_unseen(append),
                Outcome::Unknown | Outcome::Conflict => {}
            }
        }
        // It is on disk, or not; and nobody is told any more.
        if self.crashes_now() {
            return;
        }
        for (outcome, (code, life)) in outcomes.into_iter().zip(askers) {
            self.answer(code, life, outcome);
        }
    }

    fn fault_of_commit(&mut self) -> Option<CommitFault> {
        let works = self.server.as_ref().is_some_and(|server| server.writer.works());
        if self.calm || self.disk_fails || !works || !self.dice.one_in(self.plan.failed_commit_one_in) {
            return None;
        }
        let fault = *self
            .dice
            .pick(&[CommitFault::NextLost, CommitFault::NextKept, CommitFault::All]);
        if fault == CommitFault::All {
            self.disk_fails = true;
            let outage = self.dice.between(50, 3_000);
            self.time.after(outage, Step::DiskWorks);
        }
        Some(fault)
    }

    /// The disk works again.
    pub(crate) fn disk_works(&mut self) {
        self.disk_fails = false;
        self.disk.set_fault(None);
    }

    /// Something could not be written: nothing is, until the disk was tried again.
    pub(crate) fn writer_fails(&mut self) {
        let Some(server) = &mut self.server else { return };
        if server.writer.failed.is_none() {
            server.writer.failed = Some(100);
            self.time.after(100, Step::Retry(server.era));
        }
    }

    /// Tries the disk again; once it works, rooms that lost rows are read again.
    pub(crate) fn retry_disk(&mut self) {
        let Some(server) = &mut self.server else { return };
        let writer = &mut server.writer;
        let works = writer.store.reopen().and_then(|()| writer.store.probe());
        if works.is_err() {
            let wait = (writer.failed.unwrap_or(100) * 2).min(2_000);
            writer.failed = Some(wait);
            return self.time.after(wait, Step::Retry(server.era));
        }
        writer.failed = None;
        let waiting = server.actors.iter().filter(|(_, actor)| actor.waits_for_disk());
        let codes: Vec<RoomCode> = waiting.map(|(code, _)| *code).collect();
        self.say(|_| "writer: the disk works again".into());
        self.quarantine();
        for code in codes {
            self.ask_for_room(code);
        }
    }

    fn read_room(&mut self, code: RoomCode, life: u64) {
        let Some(server) = &mut self.server else { return };
        let Some(actor) = server.actors.get_mut(&code) else {
            return;
        };
        if !actor.is_answered(life) {
            return;
        }
        let no = actor.no;
        let fault = self.fault_of_commit();
        if fault.is_some() {
            self.disk.set_fault(fault);
            self.laws.see("a reading fails");
        }
        let Some(server) = &mut self.server else { return };
        let read: Result<Stored, StoreError> = if server.writer.works() {
            server.writer.store.open_room(no)
        } else {
            Err(StoreError::Down)
        };
        match read {
            Ok(stored) => {
                if self.dice.one_in(2) {
                    self.write_late(Some(&stored));
                }
                self.room_is_read(code, stored);
            }
            Err(StoreError::NoSuchRoom(_)) => self.forget_room(code),
            Err(StoreError::Database { .. } | StoreError::Broken(_) | StoreError::Down) => self.writer_fails(),
        }
    }

    /// A process that is taken for dead had handed rows over, and they come to disk now; those of a room that was read
    /// meanwhile come too late.
    pub(crate) fn write_late(&mut self, after: Option<&Stored>) {
        let is_of = |append: &Append| after.is_none_or(|stored| stored.room == append.room);
        let (now, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.late).into_iter().partition(is_of);
        self.late = later;
        let mut store = MemoryStore::open(&self.disk);
        for append in now {
            let Ok(outcomes) = store.commit(std::slice::from_ref(&append)) else {
                return;
            };
            self.say(|_| format!("late: room {} row {}: {outcomes:?}", append.room, append.row.v));
            if outcomes.contains(&Outcome::Durable) {
                self.laws.see("a dead process writes on");
                self.laws.wrote_late(&append, after);
            } else {
                self.laws.see("a dead process is refused");
            }
        }
        // Another process has a clock of its own, and may have sealed at a later moment. On one machine it cannot write any
        // more (contract 24); where it can, whoever takes over reads the newest moment that was told anew.
        if let (Some(server), Ok(seals)) = (&mut self.server, store.seal_sum()) {
            server.not_before(seals.at);
        }
    }
}
