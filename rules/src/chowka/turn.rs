//! How a turn goes: an action judged, and what each event changes (sections 2, 4 and 5).
//!
//! `decide` judges in `turn/decide.rs` and changes nothing; `evolve` in `turn/evolve.rs` is the only writer. What
//! must follow an event without anybody's choice, lost values and the end, is read from the state by `due`.

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
        let first = self.judge(seat, action, fate)?;
        let mut after = self.clone();
        after.take_in(&first);
        let mut events = vec![first];
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
