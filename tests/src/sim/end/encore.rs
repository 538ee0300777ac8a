//! After the end: each room that has not ended can be played on in. Somebody comes back, or comes anew, and plays a match
//! to its end.

use crate::sim::{
    laws::Law,
    world::{Guest, Step, World},
};

/// How often it is looked whether anybody sits at a table, in milliseconds.
const LOOK_MS: u64 = 20_000;

impl World {
    /// Whether each room was played on in; it begins when this is asked first.
    pub(crate) fn is_played_on(&mut self) -> bool {
        if self.encore.is_none() {
            let ended = |table: &usize| Some((*table, self.laws.lives_on(*self.codes.get(table)?)?));
            let ended = (0..self.plan.tables.len()).filter_map(|table| ended(&table)).collect();
            self.encore = Some((self.time.now(), ended));
            self.say(|_| "encore".into());
            for table in 0..self.plan.tables.len() {
                self.time.after(0, Step::Encore(table));
            }
            for tab in 0..self.tabs.len() {
                if !self.tabs[tab].is_over() {
                    self.play_later(tab, 0);
                }
            }
        }
        (0..self.plan.tables.len()).all(|table| self.was_played_on(table))
    }

    /// Whether a match was played to its end at a table since all was done, or its room has ended.
    pub(crate) fn was_played_on(&self, table: usize) -> bool {
        let Some((_, before)) = &self.encore else { return true };
        let Some(before) = before.get(&table) else { return true };
        let ended = self.codes.get(&table).and_then(|code| self.laws.lives_on(*code));
        ended.is_none_or(|ended| ended > *before)
    }

    /// Sees to it that somebody sits at a table.
    pub(crate) fn encore(&mut self, table: usize) {
        if self.was_played_on(table) {
            return;
        }
        self.laws.see("encore");
        self.laws.ask(&[Law::GoesOn]);
        self.time.after(LOOK_MS, Step::Encore(table));
        let sits = |tab: &&crate::sim::tab::Tab| tab.table == table && !tab.is_over() && tab.sits();
        if self.tabs.iter().any(|tab| sits(&tab)) {
            return;
        }
        // A process that died may have a seat without having heard so; its secret finds it.
        let may_have_a_seat = |tab: &&crate::sim::tab::Tab| {
            tab.table == table && (tab.client.chair().is_some() || tab.dead && tab.sits())
        };
        let seats: Vec<usize> = self.tabs.iter().filter(may_have_a_seat).map(|tab| tab.no).collect();
        let guest = if seats.is_empty() || self.dice.one_in(2) {
            Guest::Player { table }
        } else {
            let tab = *self.dice.pick(&seats);
            Guest::Again { tab }
        };
        self.come(guest);
    }
}
