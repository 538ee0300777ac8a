//! The network between tabs and server: each direction of a connection keeps its order and is late as it likes; either
//! end may not notice that the other is gone.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::sim::world::{Step, World};

/// A connection's number.
pub(crate) type ConnNo = usize;

/// What travels.
#[derive(Debug, Clone)]
pub(crate) enum Frame {
    Text(Bytes),
    /// The other end is closed, with a code or without.
    Close(Option<u16>),
}

/// One direction.
#[derive(Debug, Default)]
pub(crate) struct Pipe {
    frames: VecDeque<Frame>,
    /// Nothing sent later arrives before this.
    free_at: u64,
    /// What is on its way does not arrive before this.
    held_until: u64,
    /// What is sent is lost, and nobody is told.
    pub(crate) swallows: bool,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Conn {
    pub(crate) tab: usize,
    /// The life of the server that holds the other end, and its session there.
    pub(crate) era: u64,
    pub(crate) session: u64,
    pub(crate) up: Pipe,
    pub(crate) down: Pipe,
    pub(crate) client_open: bool,
    pub(crate) server_open: bool,
    /// Nothing has gone wrong with it so far, but for short delays.
    pub(crate) healthy: bool,
    /// The room behind it did not get to run for long: nobody could answer.
    pub(crate) stalled: bool,
    /// When the last frames came to the server, the newest last.
    pub(crate) came: VecDeque<u64>,
}

impl Conn {
    /// A frame comes to the server: so many have within the last second.
    pub(crate) fn comes(&mut self, now: u64) -> usize {
        self.came.push_back(now);
        while self.came.front().is_some_and(|at| at + 1_000 <= now) {
            self.came.pop_front();
        }
        self.came.len()
    }

    /// Whether both ends hear each other, or neither is left.
    fn is_whole(&self) -> bool {
        let dead = self.up.swallows || self.down.swallows;
        self.client_open == self.server_open && !(self.client_open && dead)
    }
}

/// All connections there ever were.
#[derive(Debug, Default)]
pub(crate) struct Network {
    pub(crate) conns: Vec<Conn>,
}

impl Network {
    /// Whether nothing is still to arrive anywhere, and every end knows how its other end is.
    pub(crate) fn is_still(&self) -> bool {
        self.conns.iter().all(|conn| {
            let up = conn.up.frames.is_empty() || !conn.server_open;
            let down = conn.down.frames.is_empty() || !conn.client_open;
            up && down && conn.is_whole()
        })
    }
}

impl World {
    /// A tab sends.
    pub(crate) fn send_up(&mut self, no: ConnNo, frame: Frame) {
        let is_text = matches!(frame, Frame::Text(_));
        if is_text && !self.calm && self.dice.one_in(self.plan.break_one_in) {
            let soon = self.dice.between(0, self.plan.delay_ms.1);
            self.time.after(soon, Step::BreakAfterCommand(no));
        }
        if self.net.conns[no].client_open && !self.net.conns[no].up.swallows {
            let at = self.arrival(no, true);
            self.net.conns[no].up.frames.push_back(frame);
            self.time.at(at, Step::Up(no));
        }
    }

    /// The server sends.
    pub(crate) fn send_down(&mut self, no: ConnNo, frame: Frame) {
        if self.net.conns[no].server_open && !self.net.conns[no].down.swallows {
            let at = self.arrival(no, false);
            self.net.conns[no].down.frames.push_back(frame);
            self.time.at(at, Step::Down(no));
        }
    }

    fn arrival(&mut self, no: ConnNo, up: bool) -> u64 {
        let (least, most) = self.plan.delay_ms;
        let delay = self.dice.between(least, most);
        let conn = &mut self.net.conns[no];
        let pipe = if up { &mut conn.up } else { &mut conn.down };
        pipe.free_at = pipe.free_at.max(self.time.now() + delay).max(pipe.held_until);
        pipe.free_at
    }

    /// The next frame reaches the server.
    pub(crate) fn arrives_up(&mut self, no: ConnNo) {
        let conn = &mut self.net.conns[no];
        if conn.up.held_until > self.time.now() {
            return self.time.at(conn.up.held_until, Step::Up(no));
        }
        let Some(frame) = conn.up.frames.pop_front() else {
            return;
        };
        if !conn.server_open {
            return;
        }
        match frame {
            Frame::Text(text) => self.server_hears(no, &String::from_utf8_lossy(&text)),
            Frame::Close(_) => self.server_notices(no),
        }
    }

    /// The next frame reaches its tab.
    pub(crate) fn arrives_down(&mut self, no: ConnNo) {
        let conn = &mut self.net.conns[no];
        if conn.down.held_until > self.time.now() {
            return self.time.at(conn.down.held_until, Step::Down(no));
        }
        let Some(frame) = conn.down.frames.pop_front() else {
            return;
        };
        if !conn.client_open {
            return;
        }
        let tab = conn.tab;
        match frame {
            Frame::Text(text) => self.tab_hears(tab, &String::from_utf8_lossy(&text)),
            Frame::Close(code) => self.tab_loses(no, code),
        }
    }

    /// The tab's end closes; the server hears of it in order, if the way is not dead.
    pub(crate) fn hang_up(&mut self, no: ConnNo) {
        self.send_up(no, Frame::Close(None));
        self.is_gone(no);
    }

    /// The tab's end is gone. If nothing tells the server so, its own pings will.
    pub(crate) fn is_gone(&mut self, no: ConnNo) {
        self.net.conns[no].client_open = false;
        self.server_times_out(no);
    }

    /// The server will take the connection for dead, since nothing answers its pings.
    pub(crate) fn server_times_out(&mut self, no: ConnNo) {
        self.time.after(self.plan.ping_timeout_ms, Step::ServerNotices(no));
    }

    /// From now on something is wrong with the connection.
    pub(crate) fn spoil(&mut self, no: ConnNo) -> &mut Conn {
        let conn = &mut self.net.conns[no];
        conn.healthy = false;
        conn
    }

    /// What is on its way in a direction, and what follows it, arrives much later.
    pub(crate) fn hold(&mut self, no: ConnNo, up: bool, by: u64) {
        let until = self.time.now() + by;
        self.laws.see("a burst");
        let conn = self.spoil(no);
        let pipe = if up { &mut conn.up } else { &mut conn.down };
        pipe.held_until = pipe.held_until.max(until);
    }

    /// What is on its way in a direction is lost, and whatever would follow it.
    pub(crate) fn lose_flying(&mut self, no: ConnNo, up: bool) {
        let conn = self.spoil(no);
        let pipe = if up { &mut conn.up } else { &mut conn.down };
        pipe.frames.clear();
        pipe.swallows = true;
    }
}
