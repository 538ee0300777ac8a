//! One life of the server: its clock, its rooms and the way to its disk; how it starts, stops and dies.

mod reader;
mod session;

use std::collections::{BTreeMap, BTreeSet};

use chowk_protocol::RoomCode;
use chowk_server::{
    clock::Moment,
    journal::{MemoryStore, RoomNo, Store as _},
    outbox::Outbox,
    room::{Caller, Input, SessionId},
    session::gate::{Gate, GateLimits},
};

use crate::sim::{
    actor::Actor,
    dice::Dice,
    laws::SessionKey,
    network::ConnNo,
    world::{Step, World},
    writer::Writer,
};

/// Milliseconds since 1970 at which every world begins.
const WALL: u64 = 1_900_000_000_000;
/// When to ask again what cannot be done now, in milliseconds.
pub(crate) const RETRY_MS: u64 = 300;

/// One life of the server.
pub(crate) struct Server {
    pub(crate) era: u64,
    started_at: u64,
    wall_floor: u64,
    sessions: u64,
    lives: u64,
    pub(crate) sockets: BTreeMap<u64, Socket>,
    /// Sockets that are gone: their close may be heard once more.
    gone: BTreeMap<u64, (Caller, RoomCode)>,
    pub(crate) actors: BTreeMap<RoomCode, Actor>,
    /// Every room: its number, and the hash of the token that opened it.
    pub(crate) directory: BTreeMap<RoomCode, (RoomNo, [u8; 32])>,
    /// Rooms that have failed: nobody enters them.
    pub(crate) failed: BTreeSet<RoomCode>,
    /// Those of them that are not marked on disk yet.
    pub(crate) to_quarantine: BTreeSet<RoomNo>,
    pub(crate) writer: Writer,
    pub(crate) entropy: Dice,
    pub(crate) stopping: bool,
}

/// A socket.
pub(crate) struct Socket {
    pub(crate) conn: ConnNo,
    pub(crate) gate: Gate,
    pub(crate) room: Option<RoomCode>,
    pub(crate) outbox: Outbox,
    /// It takes nothing until then.
    pub(crate) reads_from: u64,
    /// Since when something waits for it that it does not take.
    pub(crate) blocked_since: Option<u64>,
}

impl Server {
    /// No moment is told before this one.
    pub(crate) fn not_before(&mut self, wall: u64) {
        self.wall_floor = self.wall_floor.max(wall);
    }

    /// The machine's clock, as this life sees it.
    pub(crate) fn moment(&mut self, now: u64, skew: u64) -> Moment {
        self.wall_floor = self.wall_floor.max(WALL + now + skew);
        Moment {
            up: now - self.started_at,
            wall: self.wall_floor,
        }
    }

    /// A number for the life of a room's task.
    pub(crate) fn next_life(&mut self) -> u64 {
        self.lives += 1;
        self.lives
    }

    /// The simulated time at which this life began.
    pub(crate) fn started_at(&self) -> u64 {
        self.started_at
    }
}

impl World {
    /// The server starts: it reads the directory of rooms and nothing else.
    pub(crate) fn start(&mut self) {
        let mut store = MemoryStore::open(&self.disk);
        let read = store.directory().and_then(|rooms| Ok((rooms, store.seal_sum()?)));
        let Ok((rooms, seals)) = read else {
            return self.time.after(500, Step::Start);
        };
        self.eras += 1;
        // A machine's wall clock may be set back while the server is down.
        self.wall_skew = self.dice.between(0, 120_000);
        let failed = rooms.iter().filter(|entry| entry.quarantined);
        let failed = failed.map(|entry| entry.row.code).collect();
        let directory = rooms
            .into_iter()
            .map(|entry| (entry.row.code, (entry.room, entry.row.creator)))
            .collect();
        self.server = Some(Server {
            era: self.eras,
            started_at: self.time.now(),
            wall_floor: seals.at,
            sessions: 0,
            lives: 0,
            sockets: BTreeMap::new(),
            gone: BTreeMap::new(),
            actors: BTreeMap::new(),
            directory,
            failed,
            to_quarantine: BTreeSet::new(),
            writer: Writer::new(store),
            entropy: self.dice.fork(),
            stopping: false,
        });
        self.say(|world| format!("server: life {} begins", world.eras));
    }

    /// A tab's connection reaches the server: its session there, if the server is there to take it.
    pub(crate) fn accept(&mut self, conn: ConnNo) -> Option<(u64, u64)> {
        let (now, skew) = (self.time.now(), self.wall_skew);
        let server = self.server.as_mut().filter(|server| !server.stopping)?;
        server.sessions += 1;
        let n = server.sessions;
        let up = server.moment(now, skew).up;
        let gate = Gate::new(SessionId { gateway: 0, n }, GateLimits::default(), up);
        let socket = Socket {
            conn,
            gate,
            room: None,
            outbox: Outbox::new(self.plan.queue),
            reads_from: 0,
            blocked_since: None,
        };
        server.sockets.insert(n, socket);
        Some((server.era, n))
    }

    /// All rooms are told to stop; the process ends when all have, or after three seconds.
    pub(crate) fn stop(&mut self) {
        let Some(server) = self.server.as_mut().filter(|server| !server.stopping) else {
            return;
        };
        server.stopping = true;
        let era = server.era;
        let codes: Vec<RoomCode> = server.actors.keys().copied().collect();
        self.say(|_| "server: stops".into());
        self.laws.see("server stops");
        for code in codes {
            self.handle(code, Input::Stop, None);
        }
        self.time.after(3_000, Step::Stopped(era));
    }

    /// The process has ended, one way or the other.
    pub(crate) fn stopped(&mut self) {
        self.server_ends(false);
    }

    /// The server is gone: what was not on disk is lost. After a power cut nobody is even told that sockets are.
    pub(crate) fn server_ends(&mut self, power_cut: bool) {
        let Some(server) = self.server.take() else { return };
        self.say(|_| format!("server: life {} ends", server.era));
        if !power_cut && self.dice.one_in(self.plan.late_one_in) {
            self.late = server.writer.handed_over();
            let later = self.dice.between(0, 5_000);
            self.time.after(later, Step::Late);
        }
        self.laws.see("server ends");
        for no in 0..self.net.conns.len() {
            if self.net.conns[no].era != server.era {
                continue;
            }
            let drops = power_cut || self.dice.one_in(2);
            let conn = self.spoil(no);
            conn.server_open = false;
            let tells = conn.client_open && !power_cut;
            if drops {
                self.lose_flying(no, false);
            }
            if tells {
                let soon = self.dice.between(0, 400);
                self.time.after(soon, Step::TabNotices(no));
            }
        }
        let down = self.dice.between(20, 3_000);
        self.time.after(down, Step::Start);
    }

    /// The session's name among those of all lives.
    pub(crate) fn key(&self, session: u64) -> SessionKey {
        (self.eras, session)
    }

    pub(crate) fn moment(&mut self) -> Moment {
        let (now, skew) = (self.time.now(), self.wall_skew);
        match &mut self.server {
            Some(server) => server.moment(now, skew),
            None => Moment::default(),
        }
    }

    pub(crate) fn socket(&mut self, session: u64) -> Option<&mut Socket> {
        self.server.as_mut()?.sockets.get_mut(&session)
    }
}
