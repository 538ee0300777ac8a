//! Tabs: each is a process with the CLI's own client core, driven as its socket task drives it, and a player before it.

use bytes::Bytes;
use chowk_cli::client::{Client, Happening, Identity, Intent, NewRoom, Output, Patience, Reason, Settings, Sk};
use chowk_protocol::{ClientKind, GameKind, Hex};
use chowk_record::rules_json;
use chowk_rules::chowka::preset_of;

use crate::{
    laws::Law,
    network::{Conn, ConnNo, Frame, Pipe},
    player::Player,
    world::{Guest, Step, World},
};

/// Client ids of one seat whose answers a room keeps (contract 11): nobody opens more tabs than that.
const TABS_MAX: usize = 4;
/// Most persons that come to one table, one after the other.
const PERSONS_MAX: usize = 8;

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

    fn sk(&self) -> &Sk {
        &self.client.identity().sk
    }
}

impl World {
    /// Somebody comes to a table.
    pub(crate) fn come(&mut self, guest: Guest) {
        let (table, sk) = match &guest {
            Guest::Host { table } | Guest::Player { table } | Guest::Watcher { table } => (*table, None),
            Guest::Again { tab } => (self.tabs[*tab].table, Some(self.tabs[*tab].sk().clone())),
        };
        let of_sk = |sk: &Sk| self.tabs.iter().filter(|tab| tab.sk() == sk).count();
        if sk.as_ref().is_some_and(|sk| of_sk(sk) >= TABS_MAX) {
            return;
        }
        let sk = sk.unwrap_or_else(|| Sk::from_bytes(self.dice.bytes()));
        let identity = Identity {
            sk,
            cid: Hex(self.dice.bytes()),
        };
        let name = format!("player {}", self.tabs.len());
        let code = self.codes.get(&table).copied();
        let intent = match (&guest, code) {
            (Guest::Host { .. }, _) => Intent::Create(self.new_room(table, name)),
            (Guest::Player { .. } | Guest::Again { .. }, Some(code)) => Intent::Join {
                code,
                name,
                chair: None,
            },
            (Guest::Watcher { .. }, Some(code)) => Intent::Watch { code, name: None },
            (Guest::Player { .. } | Guest::Watcher { .. } | Guest::Again { .. }, None) => return,
        };
        let kind = *self.dice.pick(&[ClientKind::Person, ClientKind::Bot]);
        let mut settings = Settings::new(kind, self.dice.bits());
        settings.links = u32::try_from(self.dice.between(1, self.plan.links_max)).unwrap_or(1);
        settings.quiet_ms = self.plan.quiet_ms;
        settings.patience = Patience::within(600_000);
        let no = self.tabs.len();
        self.say(|_| format!("tab {no}: {guest:?} {kind:?}"));
        self.tabs.push(Tab {
            no,
            client: Client::new(identity, intent, settings),
            player: Player::new(
                self.dice.fork(),
                self.plan.tables[table].clock,
                guest == Guest::Host { table },
            ),
            table,
            guest,
            conn: None,
            tick_at: None,
            play_at: None,
            over: None,
            heard_at: 0,
            dead: false,
        });
        let soon = self.dice.between(0, 50);
        self.time.after(soon, Step::Connect(no));
    }

    fn new_room(&self, table: usize, name: String) -> NewRoom {
        let table = &self.plan.tables[table];
        let preset = preset_of(&table.rules).map(|preset| preset.name.to_owned());
        NewRoom {
            name,
            game: GameKind::Chowka,
            rules: preset.is_none().then(|| rules_json::to_value(&table.rules)),
            preset,
            chairs: table.chairs,
            clock: Some(table.clock),
            listed: false,
            watch: true,
        }
    }

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
        let (calm, plan) = (self.calm, &self.plan);
        let tab = &mut self.tabs[no];
        if tab.play_at != Some(now) || tab.is_over() {
            return;
        }
        tab.play_at = None;
        if let Some(wait) = tab.player.act(tab.client.at(now), now, calm, plan) {
            self.play_later(no, wait);
        }
        self.pump(no);
    }

    fn play_later(&mut self, no: usize, wait: u64) {
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
        let healthy = tab.conn.is_some_and(|conn| self.net.conns[conn].healthy);
        self.laws.client_says(no, &tab.client, &happening, healthy);
        match happening {
            Happening::Seated { room, again: false, .. } => self.seated(no, room),
            Happening::Changed { .. } | Happening::Refused { .. } | Happening::Acked { .. } => {
                let wait = self.tabs[no].player.thinks(self.plan.think_ms);
                self.play_later(no, wait);
            }
            Happening::Seated { .. }
            | Happening::Welcome { .. }
            | Happening::Around
            | Happening::Dropped { .. }
            | Happening::Healing
            | Happening::Unfair(_)
            | Happening::Checked(_)
            | Happening::Garbage(_) => {}
        }
    }

    /// Somebody sits for the first time; when the host does, the others come.
    fn seated(&mut self, no: usize, room: chowk_protocol::RoomCode) {
        let table = self.tabs[no].table;
        if self.tabs[no].guest != (Guest::Host { table }) || self.codes.insert(table, room).is_some() {
            return;
        }
        let (seats, watchers) = (self.plan.tables[table].seats, self.plan.tables[table].watchers);
        for _ in 1..seats {
            let wait = self.dice.between(0, 1_500);
            self.time.after(wait, Step::Come(Guest::Player { table }));
        }
        for _ in 0..watchers {
            let wait = self.dice.between(0, 10_000);
            self.time.after(wait, Step::Come(Guest::Watcher { table }));
        }
    }

    /// A client has ended. Somebody else may come in its place.
    fn end_tab(&mut self, no: usize, reason: Reason) {
        self.say(|_| format!("tab {no} ends: {reason}"));
        let alone = self.tabs.iter().filter(|tab| tab.sk() == self.tabs[no].sk()).count() == 1;
        self.laws.client_ends(no, &self.tabs[no].client, &reason, alone);
        if let Some(conn) = self.tabs[no].conn.take() {
            self.hang_up(conn);
        }
        let table = self.tabs[no].table;
        let taken_over =
            matches!(&reason, Reason::Closed { code, .. } if *code == chowk_protocol::CloseCode::TakenOver);
        let comes = self.tabs.iter().filter(|tab| tab.table == table).count() < PERSONS_MAX;
        let sat = !matches!(self.tabs[no].guest, Guest::Watcher { .. });
        self.tabs[no].over = Some(reason);
        if comes && sat && !taken_over && !self.calm {
            let wait = self.dice.between(100, 3_000);
            self.time.after(wait, Step::Come(Guest::Player { table }));
        }
    }
}
