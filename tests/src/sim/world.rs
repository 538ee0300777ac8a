//! A world: a server and its disk, tabs and the network between them, and what goes wrong. One step at a time, from a
//! seed; after each step the laws are asked.

use std::collections::BTreeMap;

use chowk_protocol::RoomCode;
use chowk_server::journal::{Append, Disk};

use crate::sim::{
    dice::Dice,
    laws::{Broken, Law, Laws},
    network::{ConnNo, Network},
    overrides::Overrides,
    plan::Plan,
    server::Server,
    summary::Summary,
    tab::Tab,
    timeline::Timeline,
    trace::Trace,
};

/// What can happen next.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// A frame reaches the server.
    Up(ConnNo),
    /// A frame reaches a tab.
    Down(ConnNo),
    /// The server notices that a socket is gone; it may notice twice.
    ServerNotices(ConnNo),
    /// A tab notices that its socket is gone.
    TabNotices(ConnNo),
    /// A tab's connection is made, or not.
    Connect(usize),
    /// A tab's client asked to be told the time.
    Tick(usize),
    /// A tab's player looks at the table.
    Play(usize),
    /// A new tab for a table.
    Come(Guest),
    /// A room's task runs. All that belongs to a life of the server names it: what was planned in an earlier is void.
    Run(u64, RoomCode),
    /// A room's clock has come to what it waits for.
    Wake(u64, RoomCode),
    /// The writer commits what waits.
    Commit(u64),
    /// The writer tries the disk again.
    Retry(u64),
    /// The server has stopped, or is stopped now.
    Stopped(u64),
    /// The server starts.
    Start,
    /// The disk works again.
    DiskWorks,
    /// A reader that took nothing for a while takes what waits for it; or it is too slow.
    Read(u64, u64),
    /// What a dead process had handed over comes to disk.
    Late,
    /// Somebody is to play on at a table.
    Encore(usize),
    /// Something goes wrong.
    Mischief,
    /// A connection breaks right after a command has left, where it hurts most.
    BreakAfterCommand(ConnNo),
    /// From now on nothing goes wrong.
    Calm,
}

/// Who comes to a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Guest {
    /// Opens it.
    Host { table: usize },
    /// Sits down.
    Player { table: usize },
    /// Looks on.
    Watcher { table: usize },
    /// The same person as in another tab, in a new one.
    Again { tab: usize },
}

/// A simulated world.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) dice: Dice,
    pub(crate) time: Timeline<Step>,
    pub(crate) net: Network,
    pub(crate) disk: Disk,
    pub(crate) server: Option<Server>,
    pub(crate) tabs: Vec<Tab>,
    /// The code of each table's room, once it is known to somebody outside.
    pub(crate) codes: BTreeMap<usize, RoomCode>,
    pub(crate) laws: Laws,
    pub(crate) trace: Trace,
    pub(crate) calm: bool,
    pub(crate) crashes: u32,
    pub(crate) eras: u64,
    /// The wall clock of the machine differs from simulated time by so much.
    pub(crate) wall_skew: u64,
    pub(crate) disk_fails: bool,
    /// Rows that a dead process had handed over.
    pub(crate) late: Vec<Append>,
    /// Since all was done, rooms are played on in: since when, and how many matches had ended at each table.
    pub(crate) encore: Option<(u64, BTreeMap<usize, usize>)>,
    /// When the last room is visited, once the faults have stopped.
    pub(crate) visits_by: u64,
    steps: u64,
    /// When it was asked last whether all is done.
    asked_at: u64,
}

/// A world that goes on for longer has lost its end.
const STEPS_MAX: u64 = 3_000_000;
/// After the faults have stopped every match ends within so many milliseconds.
const END_MS: u64 = 6 * 3_600_000;

impl World {
    /// The world of a seed.
    pub(crate) fn new(seed: u64, overrides: &Overrides, trace: Trace) -> Self {
        let mut dice = Dice::new(seed);
        // Neighbouring seeds have nothing in common.
        let mut dice = dice.fork();
        let mut plan = Plan::new(&mut dice.fork());
        overrides.simplify(&mut plan);
        Self {
            plan,
            time: Timeline::new(dice.fork()),
            dice,
            net: Network::default(),
            disk: Disk::new(),
            server: None,
            tabs: Vec::new(),
            codes: BTreeMap::new(),
            laws: Laws::default(),
            trace,
            calm: false,
            crashes: 0,
            eras: 0,
            wall_skew: 60_000,
            disk_fails: false,
            late: Vec::new(),
            encore: None,
            visits_by: 0,
            steps: 0,
            asked_at: 0,
        }
    }

    /// Lives until all is done, or a law is broken.
    pub(crate) fn live(&mut self) -> Result<Summary, Broken> {
        self.say(|world| format!("{:?}", world.plan));
        self.start();
        for table in 0..self.plan.tables.len() {
            let wait = self.dice.between(0, 2_000);
            self.time.after(wait, Step::Come(Guest::Host { table }));
        }
        let first = self.dice.wait(self.plan.mischief_ms);
        self.time.after(first, Step::Mischief);
        self.time.at(self.plan.calm_at, Step::Calm);
        while !self.is_done() {
            let Some(step) = self.time.next() else {
                if !self.is_settled() {
                    let why = self.unsettled();
                    self.laws.break_now(Law::Ends, why);
                }
                break;
            };
            self.steps += 1;
            let (since, law) = match &self.encore {
                None => (self.plan.calm_at, Law::Ends),
                Some((since, _)) => (*since, Law::GoesOn),
            };
            if self.time.now() > since + END_MS || self.steps > STEPS_MAX {
                let why = self.unsettled();
                self.laws.break_now(law, why);
            }
            self.crashes_now();
            self.take(step);
            if self.laws.is_broken() {
                break;
            }
        }
        self.at_the_end();
        let now = self.time.now();
        self.laws.verdict(now)?;
        Ok(Summary {
            worlds: 1,
            steps: self.steps,
            simulated_ms: now,
            asked: self.laws.asked(),
            seen: self.laws.take_seen(),
        })
    }

    /// How many steps it has lived.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether all is done; asked now and then, once the faults have stopped.
    fn is_done(&mut self) -> bool {
        let now = self.time.now();
        if !self.calm || now <= self.visits_by || now < self.asked_at + 200 {
            return false;
        }
        self.asked_at = now;
        self.is_settled() && (!self.plan.goes_on || self.is_played_on())
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Up(conn) => self.arrives_up(conn),
            Step::Down(conn) => self.arrives_down(conn),
            Step::ServerNotices(conn) => self.server_notices(conn),
            Step::TabNotices(conn) => self.tab_loses(conn, None),
            Step::Connect(tab) => self.connect(tab),
            Step::Tick(tab) => self.tick(tab),
            Step::Play(tab) => self.play(tab),
            Step::Come(guest) => self.come(guest),
            Step::Run(era, code) if self.is_alive(era) => self.run(code),
            Step::Wake(era, code) if self.is_alive(era) => self.wake(code),
            Step::Commit(era) if self.is_alive(era) => self.commit(),
            Step::Retry(era) if self.is_alive(era) => self.retry_disk(),
            Step::Stopped(era) if self.is_alive(era) => self.stopped(),
            Step::Run(..) | Step::Wake(..) | Step::Commit(_) | Step::Retry(_) | Step::Stopped(_) => {}
            Step::Read(era, session) if self.is_alive(era) => self.reads_again(session),
            Step::Read(..) => {}
            Step::Late => self.write_late(None),
            Step::Encore(table) => self.encore(table),
            Step::Start => self.start(),
            Step::DiskWorks => self.disk_works(),
            Step::Mischief => self.mischief(),
            Step::BreakAfterCommand(conn) => self.break_after_command(conn),
            Step::Calm => self.calm_down(),
        }
    }

    /// Adds a line to the trace.
    pub(crate) fn say(&mut self, what: impl FnOnce(&Self) -> String) {
        if self.trace.is_on() {
            let line = format!("{:>8} {}", self.time.now(), what(self));
            self.trace.push(line);
        }
    }

    /// Whether this life of the server goes on.
    pub(crate) fn is_alive(&self, era: u64) -> bool {
        self.server.as_ref().is_some_and(|server| server.era == era)
    }
}
