//! The end of a world: when all is done, and what must hold then.

mod encore;

use std::collections::BTreeSet;

use chowk_protocol::{ChairNo, RoomCode};

use crate::sim::{laws::Law, world::World};

/// Who is connected to a room.
#[derive(Debug)]
pub(crate) struct Surroundings {
    pub(crate) chairs: BTreeSet<ChairNo>,
    pub(crate) watchers: usize,
}

impl World {
    /// Whether all is done: every match has ended, every command is answered, every tab is up to date.
    pub(crate) fn is_settled(&self) -> bool {
        let Some(server) = &self.server else { return false };
        let tabs = self
            .tabs
            .iter()
            .all(|tab| tab.is_over() || (tab.conn.is_some() && tab.client.is_fresh() && tab.client.unanswered() == 0));
        let rooms = || server.actors.values().all(|actor| actor.is_still() && !actor.plays());
        tabs && server.writer.is_idle() && !server.stopping && self.net.is_still() && rooms()
    }

    /// Who keeps the world from being settled.
    pub(crate) fn unsettled(&self) -> String {
        let Some(server) = &self.server else {
            return "the server is down".into();
        };
        let mut why = String::from("these do not come to an end:");
        for (code, actor) in &server.actors {
            if !actor.is_still() || actor.plays() {
                why += &format!(" room {code} (still: {}, plays: {})", actor.is_still(), actor.plays());
            }
        }
        if !self.net.is_still() {
            why += " the network is not still";
        }
        for table in (0..self.plan.tables.len()).filter(|table| !self.was_played_on(*table)) {
            why += &format!(" table {table} is not played on at");
        }
        for (no, tab) in self.tabs.iter().enumerate().filter(|(_, tab)| !tab.is_over()) {
            let (fresh, unanswered) = (tab.client.is_fresh(), tab.client.unanswered());
            if tab.conn.is_none() || !fresh || unanswered > 0 {
                why += &format!(" tab {no} (fresh: {fresh}, unanswered: {unanswered})");
            }
        }
        why
    }

    /// What must hold when all is done.
    pub(crate) fn at_the_end(&mut self) {
        if self.laws.is_broken() {
            return;
        }
        let Some(server) = &mut self.server else { return };
        for actor in server.actors.values() {
            if let Some(room) = &actor.room {
                self.laws.folds(actor.no, room);
            }
        }
        let tabs = || self.tabs.iter().filter(|tab| !tab.is_over());
        let around = |code: Option<RoomCode>| Surroundings {
            chairs: tabs()
                .filter(|tab| tab.client.room() == code)
                .filter_map(|tab| tab.client.chair())
                .collect(),
            watchers: tabs()
                .filter(|tab| tab.client.room() == code && tab.client.chair().is_none())
                .count(),
        };
        for tab in tabs() {
            let code = tab.client.room();
            let room = code.and_then(|code| server.actors.get(&code)?.room.as_ref());
            match room {
                Some(room) => self.laws.sees(tab.no, &tab.client, room, &around(code)),
                None => {
                    let why = format!("tab {} is in a room that is not there: {code:?}", tab.no);
                    self.laws.break_now(Law::Views, why);
                }
            }
        }
        let seated = tabs().filter(|tab| tab.client.chair().is_some());
        self.laws
            .one_controller(seated.map(|tab| (tab.client.room(), tab.client.chair())));
        self.laws.records(&mut server.writer.store);
        self.laws.one_room(&mut server.writer.store);
    }
}
