//! What goes wrong: crashes between any two steps, stops, sockets that break in every way, tabs that die and come back.

use crate::sim::{
    network::ConnNo,
    world::{Guest, Step, World},
};

impl World {
    /// Whether the server dies here and now.
    pub(crate) fn crashes_now(&mut self) -> bool {
        if self.calm || self.server.is_none() || self.crashes >= self.plan.crashes_max {
            return false;
        }
        if !self.dice.one_in(self.plan.crash_one_in) {
            return false;
        }
        self.crashes += 1;
        let power_cut = self.dice.one_in(4);
        self.server_ends(power_cut);
        true
    }

    /// Something goes wrong with the network, or somebody does something that people do.
    pub(crate) fn mischief(&mut self) {
        if self.calm {
            return;
        }
        let wait = self.dice.wait(self.plan.mischief_ms);
        self.time.after(wait + 1, Step::Mischief);
        let open = |(_, tab): &(usize, &crate::sim::tab::Tab)| !tab.is_over() && tab.conn.is_some();
        let tabs: Vec<usize> = self.tabs.iter().enumerate().filter(open).map(|(no, _)| no).collect();
        if tabs.is_empty() {
            return;
        }
        let tab = *self.dice.pick(&tabs);
        let Some(conn) = self.tabs[tab].conn else { return };
        match self.dice.below(21) {
            0..=3 => self.cut(conn),
            4..=7 => self.swap_networks(conn),
            8..=9 => self.only_the_server_notices(conn),
            10 => self.nobody_notices(conn),
            11 => self.one_way_dies(conn),
            12 => {
                let by = *self.dice.pick(&[1_000, 6_000, 9_000, 30_000]);
                self.stops_reading(conn, by);
            }
            13..=14 => {
                let (up, by) = (self.dice.one_in(2), self.dice.between(200, 4_000));
                self.hold(conn, up, by);
            }
            15..=16 => {
                let soon = self.dice.between(0, 3_000);
                self.time.after(soon, Step::Come(Guest::Again { tab }));
            }
            17 => self.process_dies(tab, conn),
            18 => {
                let table = self.tabs[tab].table;
                self.time.after(0, Step::Come(Guest::Watcher { table }));
            }
            19 => self.all_processes_die(self.tabs[tab].table),
            _ => self.stop(),
        }
    }

    /// What was said last is on its way, or has arrived and is being answered.
    pub(crate) fn break_after_command(&mut self, conn: ConnNo) {
        if self.calm || !self.net.conns[conn].client_open {
            return;
        }
        match self.dice.below(4) {
            0 => self.cut(conn),
            1 | 2 => self.swap_networks(conn),
            _ => self.one_way_dies(conn),
        }
    }

    /// The connection breaks, and both ends notice soon.
    fn cut(&mut self, conn: ConnNo) {
        self.laws.see("cut");
        self.say(|_| format!("connection {conn} is cut"));
        for up in [true, false] {
            if self.dice.one_in(2) {
                self.lose_flying(conn, up);
            }
        }
        self.spoil(conn);
        let (server, tab) = (self.dice.between(0, 300), self.dice.between(0, 300));
        self.time.after(server, Step::ServerNotices(conn));
        self.time.after(tab, Step::TabNotices(conn));
    }

    /// From one network to another: the tab comes back at once, and what it said on the old socket arrives late.
    fn swap_networks(&mut self, conn: ConnNo) {
        self.laws.see("change of network");
        self.say(|_| format!("the tab of connection {conn} changes its network"));
        let (late, notices) = (self.dice.between(0, 6_000), self.dice.between(0, 20_000));
        self.hold(conn, true, late);
        self.time.after(notices, Step::ServerNotices(conn));
        self.time.after(0, Step::TabNotices(conn));
    }

    /// The server takes the socket for gone; the tab finds out by silence.
    fn only_the_server_notices(&mut self, conn: ConnNo) {
        self.laws.see("only the server notices");
        self.say(|_| format!("only the server notices the end of connection {conn}"));
        self.spoil(conn).down.swallows = true;
        self.spoil(conn).up.swallows = true;
        self.time.after(0, Step::ServerNotices(conn));
    }

    /// Both ends find out by silence.
    fn nobody_notices(&mut self, conn: ConnNo) {
        self.laws.see("nobody notices");
        self.say(|_| format!("nobody notices the end of connection {conn}"));
        self.spoil(conn).down.swallows = true;
        self.spoil(conn).up.swallows = true;
        self.server_times_out(conn);
    }

    /// One direction is dead, the other works.
    fn one_way_dies(&mut self, conn: ConnNo) {
        self.laws.see("one way dies");
        let up = self.dice.one_in(2);
        self.say(|_| format!("connection {conn} is dead, up: {up}"));
        let conn_at = self.spoil(conn);
        if up {
            conn_at.up.swallows = true;
            self.server_times_out(conn);
        } else {
            conn_at.down.swallows = true;
        }
    }

    /// A process ends without a word; its person starts another.
    fn process_dies(&mut self, tab: usize, conn: ConnNo) {
        self.laws.see("process dies");
        self.say(|_| format!("tab {tab} dies"));
        self.spoil(conn);
        self.hang_up(conn);
        self.tabs[tab].dead = true;
        self.tabs[tab].conn = None;
        if self.tabs[tab].client.chair().is_some() {
            let later = self.dice.between(0, 20_000);
            self.time.after(later, Step::Come(Guest::Again { tab }));
        }
    }

    /// Nobody is at a table any more, for a while.
    fn all_processes_die(&mut self, table: usize) {
        self.laws.see("all processes die");
        for tab in 0..self.tabs.len() {
            if self.tabs[tab].table == table
                && !self.tabs[tab].is_over()
                && let Some(conn) = self.tabs[tab].conn
            {
                self.process_dies(tab, conn);
            }
        }
    }

    /// From now on nothing goes wrong, and every room is visited, so that what it owes is done.
    pub(crate) fn calm_down(&mut self) {
        self.calm = true;
        self.disk_works();
        self.all_read();
        self.say(|_| "calm".into());
        for table in 0..self.plan.tables.len() {
            let later = self.dice.between(0, 40_000);
            self.visits_by = self.visits_by.max(self.time.now() + later);
            self.time.after(later, Step::Come(Guest::Watcher { table }));
        }
    }
}
