//! How a turn goes: an action judged, and what each event changes (sections 2, 4 and 5).
//!
//! `turn/decide.rs` judges and changes nothing; `take_in` in `turn/evolve.rs` is the only writer. What must follow an
//! event without anybody's choice, lost values and the end, is read from the state by `due`.

mod decide;
mod evolve;

use super::board::Side;
use super::event::{Action, Event, Illegal};
use super::{Match, Stage};
use crate::{Fate, Game};

impl Game for Match {
    type Seat = Side;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    fn decide(&self, seat: Side, action: &Action, fate: &mut dyn Fate) -> Result<Vec<Event>, Illegal> {
        let mut events = vec![self.judge(seat, action, fate)?];
        let mut after = self.clone();
        after.take_in(&events[0]);
        while let Some(next) = after.due() {
            after.take_in(&next);
            events.push(next);
        }
        Ok(events)
    }

    fn evolve(&mut self, event: &Event) {
        self.take_in(event);
    }

    fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }
}

impl Match {
    /// The match after `action` by the side in turn, and all that follows.
    ///
    /// # Panics
    /// If the action is refused.
    pub(super) fn after(&self, action: &Action, fate: &mut dyn Fate) -> Match {
        let seat = self.turn().map(|turn| turn.side).expect("a match that goes on");
        let first = self.judge(seat, action, fate).expect("a legal action");
        let mut after = self.clone();
        after.take_in(&first);
        after.settle();
        after
    }

    /// Takes in all that is due.
    pub(super) fn settle(&mut self) {
        while let Some(event) = self.due() {
            self.take_in(&event);
        }
    }
}
