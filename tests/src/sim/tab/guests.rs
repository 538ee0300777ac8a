//! Guests: who comes to a table, in which tab, and who comes in the place of one that has ended.

use chowk_cli::client::{Client, Identity, Intent, NewRoom, Patience, Reason, Settings, Sk};
use chowk_protocol::{ClientKind, CloseCode, GameKind, Hex, RoomCode};
use chowk_record::rules::Game;

use crate::sim::{
    player::Player,
    tab::Tab,
    world::{Guest, Step, World},
};

/// Client ids of one seat whose answers a room keeps (contract 11): nobody opens more tabs than that.
const TABS_MAX: usize = 4;
/// Most persons that come to one table, one after the other.
const PERSONS_MAX: usize = 8;

impl World {
    /// Somebody comes to a table.
    pub(crate) fn come(&mut self, guest: Guest) {
        let (table, sk) = match &guest {
            Guest::Host { table } | Guest::Player { table } | Guest::Watcher { table } => (*table, None),
            Guest::Again { tab } => (self.tabs[*tab].table, Some(self.tabs[*tab].sk().clone())),
        };
        let of_sk = |sk: &Sk| self.tabs.iter().filter(|tab| tab.sk() == sk).count();
        if self.encore.is_none() && sk.as_ref().is_some_and(|sk| of_sk(sk) >= TABS_MAX) {
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
        let preset = table.rules.preset().map(str::to_owned);
        NewRoom {
            name,
            game: match table.rules.game() {
                Game::Chowka => GameKind::Chowka,
                Game::Stones => GameKind::Stones,
            },
            rules: preset.is_none().then(|| table.rules.to_value()),
            preset,
            chairs: table.chairs,
            clock: Some(table.clock),
            listed: false,
            watch: true,
            best_of: Some(table.best_of),
            fill: table.fill,
            step: table.step,
            still: table.still,
        }
    }

    /// Somebody sits for the first time; when the host does, the others come.
    pub(super) fn seated(&mut self, no: usize, room: RoomCode) {
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
    pub(super) fn end_tab(&mut self, no: usize, reason: Reason) {
        self.say(|_| format!("tab {no} ends: {reason}"));
        let alone = self.tabs.iter().filter(|tab| tab.sk() == self.tabs[no].sk()).count() == 1;
        let behaves = self.tabs[no].player.behaves;
        self.laws
            .client_ends(no, &self.tabs[no].client, &reason, alone, behaves);
        if let Some(conn) = self.tabs[no].conn.take() {
            self.hang_up(conn);
        }
        let table = self.tabs[no].table;
        let taken_over = matches!(&reason, Reason::Closed { code, .. } if *code == CloseCode::TakenOver);
        let comes = self.tabs.iter().filter(|tab| tab.table == table).count() < PERSONS_MAX;
        let sat = !matches!(self.tabs[no].guest, Guest::Watcher { .. });
        self.tabs[no].over = Some(reason);
        if comes && sat && !taken_over && !self.calm {
            let wait = self.dice.between(100, 3_000);
            self.time.after(wait, Step::Come(Guest::Player { table }));
        }
    }
}
