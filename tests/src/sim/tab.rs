//! Tabs: each is a process with the CLI's own client core, driven as its socket task drives it, and a player before it.

mod guests;

use std::collections::VecDeque;

use bytes::Bytes;
use chowk_cli::client::{Client, Happening, Output, Reason, Sk};

use crate::sim::{
    laws::Law,
    network::{Conn, ConnNo, Frame, Pipe},
    player::Player,
    world::{Guest, Step, World},
};

/// A tab.
pub(crate) struct Tab {
    pub(crate) no: usize,
    pub(crate) client: Client,
    pub(crate) player: Player,
    pub(crate) table: usize,
    guest: Guest,
    pub(crate) conn: Option<ConnNo>,
    tick_at: Option<u64>,
    play_at: Option<u64>,
    pub(crate) over: Option<Reason>,
    heard_at: u64,
    /// The process is gone without a word.
    pub(crate) dead: bool,
}

impl Tab {
    /// Whether it is of no more interest.
    pub(crate) fn is_over(&self) -> bool {
        self.over.is_some() || self.dead
    }

    /// Whether it sits, or is about to: it does not only look on.
    pub(crate) fn sits(&self) -> bool {
        !matches!(self.guest, Guest::Watcher { .. })
    }

    fn sk(&self) -> &Sk {
        &self.client.identity().sk
    }
}

impl World {
    /// A tab reaches for the server.
    pub(crate) fn connect(&mut self, no: usize) {
        let now = self.time.now();
        if self.tabs[no].is_over() {
            return;
        }
        let conn = self.net.conns.len();
        match self.accept(conn) {
            None => self.tabs[no].client.disconnected(now, None),
            Some((era, session)) => {
                self.net.conns.push(Conn {
                    tab: no,
                    era,
                    session,
                    up: Pipe::default(),
                    down: Pipe::default(),
                    client_open: true,
                    server_open: true,
                    healthy: true,
                    stalled: false,
                    came: VecDeque::new(),
                });
                self.say(|_| format!("tab {no}: session {session}"));
                self.tabs[no].conn = Some(conn);
                self.tabs[no].client.connected(now);
            }
        }
        self.pump(no);
    }

    /// A frame reaches a tab.
    pub(crate) fn tab_hears(&mut self, no: usize, text: &str) {
        let now = self.time.now();
        if !self.tabs[no].is_over() {
            self.say(|_| format!("tab {no} hears {:.160}", text));
            self.tabs[no].heard_at = now;
            self.tabs[no].client.received(text, now);
            self.pump(no);
        }
    }

    /// A tab notices that its socket is gone.
    pub(crate) fn tab_loses(&mut self, conn: ConnNo, code: Option<u16>) {
        let now = self.time.now();
        let no = self.net.conns[conn].tab;
        self.is_gone(conn);
        if self.tabs[no].conn == Some(conn) {
            self.tabs[no].conn = None;
            self.tabs[no].client.disconnected(now, code);
            self.pump(no);
        }
    }

    /// The time that the client asked to be told.
    pub(crate) fn tick(&mut self, no: usize) {
        let now = self.time.now();
        if self.tabs[no].tick_at == Some(now) && !self.tabs[no].is_over() {
            self.tabs[no].tick_at = None;
            self.tabs[no].client.tick(now);
            self.pump(no);
        }
    }

    /// The player looks at the table and does what it likes.
    pub(crate) fn play(&mut self, no: usize) {
        let now = self.time.now();
        let encore = self.encore.is_some() && !self.was_played_on(self.tabs[no].table);
        let (calm, plan) = (self.calm, &self.plan);
        let tab = &mut self.tabs[no];
        if tab.play_at != Some(now) || tab.is_over() {
            return;
        }
        tab.play_at = None;
        if let Some(wait) = tab.player.act(tab.client.at(now), now, calm, encore, plan) {
            self.play_later(no, wait);
        }
        self.pump(no);
    }

    pub(crate) fn play_later(&mut self, no: usize, wait: u64) {
        let at = self.time.now() + wait;
        if self.tabs[no].play_at.is_none() {
            self.tabs[no].play_at = Some(at);
            self.time.at(at, Step::Play(no));
        }
    }

    /// Carries out what the client wants, until it wants nothing more.
    fn pump(&mut self, no: usize) {
        let now = self.time.now();
        while let Some(output) = self.tabs[no].client.poll() {
            match output {
                Output::Send(text) => {
                    if let Some(conn) = self.tabs[no].conn {
                        self.send_up(conn, Frame::Text(Bytes::from(text)));
                    }
                }
                Output::Told(happening) => self.told(no, happening),
                Output::HangUp => {
                    if let Some(conn) = self.tabs[no].conn.take() {
                        let (law, why) = if now < self.tabs[no].heard_at + 3 * self.plan.quiet_ms {
                            (Law::ExactlyOnce, "is told that its numbers have a gap")
                        } else {
                            (Law::Healthy, "hears nothing on a healthy socket")
                        };
                        if self.net.conns[conn].healthy && !self.net.conns[conn].stalled {
                            self.laws.break_now(law, format!("tab {no} {why}"));
                        }
                        self.hang_up(conn);
                        self.tabs[no].client.disconnected(now, None);
                    }
                }
                Output::Reconnect { after_ms } => self.time.after(after_ms, Step::Connect(no)),
                Output::End(reason) => self.end_tab(no, reason),
            }
        }
        self.laws.client_counts(no, &self.tabs[no].client);
        let due = self.tabs[no].client.due();
        if due != self.tabs[no].tick_at {
            self.tabs[no].tick_at = due.map(|at| at.max(now));
            if let Some(at) = due {
                self.time.at(at, Step::Tick(no));
            }
        }
    }

    fn told(&mut self, no: usize, happening: Happening) {
        self.say(|_| {
            if let Happening::Changed { how, .. } = &happening {
                format!("tab {no}: changed by {how:?}")
            } else {
                format!("tab {no}: {happening:?}")
            }
        });
        let tab = &self.tabs[no];
        // Where nobody could answer a return, what is sent again after it may come after its deadline.
        let is_well = |conn: &Conn| conn.healthy && !conn.stalled;
        let healthy = tab.conn.is_some_and(|conn| is_well(&self.net.conns[conn]));
        self.laws.client_says(no, &tab.client, &happening, healthy);
        match happening {
            Happening::Seated { room, again: false, .. } => self.seated(no, room),
            Happening::Changed { .. } | Happening::Refused { .. } | Happening::Acked { .. } => {
                let wait = self.tabs[no].player.thinks(self.plan.think_ms);
                self.play_later(no, wait);
            }
            Happening::Seated { .. }
            | Happening::Welcome { .. }
            | Happening::Notice(_)
            | Happening::Aside { .. }
            | Happening::Around
            | Happening::Motion { .. }
            | Happening::Film { .. }
            | Happening::Dropped { .. }
            | Happening::Healing
            | Happening::Unfair(_)
            | Happening::Checked(_)
            | Happening::Garbage(_) => {}
        }
    }
}
