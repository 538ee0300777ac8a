//! Four stones, as a client has it: the newest places of all five, directions under their own numbers, and the court's
//! questions.

use std::collections::BTreeMap;

use chowk_protocol::{BoxName, ChairNo, ClientMsg, CourtView, Place, Word};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Client, Happening, Line, Table, Unsaid, Wish};

/// Where all are, as far as the server has told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// By the end of this tick of the set.
    pub tick: u32,
    /// Every chair's place.
    pub at: BTreeMap<ChairNo, Place>,
}

/// The directions of this seat: the newest goes again after a return, unless it has counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Steering {
    /// The number of the newest direction.
    i: u64,
    /// The newest that counted.
    counted: u64,
    newest: Option<Direction>,
    /// The last step that was answered.
    answered: Option<u64>,
    /// The step that was open when it was heard who has answered.
    pub(super) answered_in: Option<u64>,
}

/// A direction that was wished.
#[derive(Debug, Clone, Copy)]
struct Direction {
    dx: i8,
    dy: i8,
    /// The step that it answers; none in real time.
    step: Option<u64>,
    on_this_socket: bool,
    /// It may have been refused, and goes again at this moment.
    hold_until: Option<u64>,
}

impl Steering {
    /// The socket ended.
    pub(super) fn socket_ended(&mut self) {
        if let Some(newest) = &mut self.newest {
            newest.on_this_socket = false;
            newest.hold_until = None;
        }
    }

    /// Something without a number was refused, and is to be tried again later. A direction that counted all the same
    /// does not go twice.
    pub(super) fn refused(&mut self, again_at: u64) {
        if let Some(newest) = self.newest.as_mut().filter(|newest| newest.on_this_socket) {
            newest.hold_until = Some(again_at);
        }
    }

    /// When a direction is to go again.
    pub(super) fn held(&self) -> Option<u64> {
        self.newest.as_ref()?.hold_until
    }

    /// Time has come.
    pub(super) fn tick(&mut self, now: u64) {
        if let Some(newest) = &mut self.newest
            && newest.hold_until.is_some_and(|at| at <= now)
        {
            newest.hold_until = None;
            newest.on_this_socket = false;
        }
    }

    fn has_counted(&mut self, i: u64) {
        self.counted = self.counted.max(i);
        if self.counted >= self.i {
            self.newest = None;
        }
    }
}

impl Table {
    /// The court, where four stones are played here.
    pub fn court(&self) -> Option<CourtView> {
        CourtView::deserialize(self.view.get("court")?).ok()
    }

    /// Where all are; nothing until the server has told every place since the last snapshot.
    pub fn places(&self) -> Option<&Places> {
        self.places.as_ref()
    }

    /// The step that waits for answers: the version at which it was asked.
    pub fn step_asked(&self) -> Option<u64> {
        self.view.get("court")?.get("step")?.get("asked")?.as_u64()
    }

    /// Whether the open step waits for a direction of this chair; in the choice it waits for a word.
    fn step_asks(&self, chair: ChairNo) -> bool {
        let court = self.view.get("court");
        let asks = court.and_then(|court| court.get("step")?.get("asks"));
        let asked = asks.is_some_and(|asks| asks.get(chair.to_string()).is_some());
        let phase = court.and_then(|court| court.get("phase")?.as_str()).unwrap_or_default();
        asked && ["steal", "gumpu", "chhuttu"].contains(&phase)
    }

    /// The version at which the patwar was asked for his word.
    pub fn word_asked(&self) -> Option<u64> {
        self.view.get("court")?.get("asked")?.as_u64()
    }

    /// A motion frame: whether it was the newest.
    fn moved(&mut self, tick: u32, at: &BTreeMap<ChairNo, Place>) -> bool {
        let seats = self.view.get("chairs").and_then(Value::as_object).map_or(0, Map::len);
        match &mut self.places {
            Some(places) if places.tick > tick => false,
            Some(places) => {
                places.tick = tick;
                places.at.extend(at);
                true
            }
            // What has not moved since is in no frame but a full one.
            None if at.len() < seats => false,
            None => {
                self.places = Some(Places { tick, at: at.clone() });
                true
            }
        }
    }
}

impl Client {
    /// Goes this way from now on, each part -127 to 127, east and north positive; in step mode the answer to the open
    /// step. It is numbered here, and goes again after a return unless it has counted.
    pub fn input(&mut self, dx: i8, dy: i8) -> Result<(), Unsaid> {
        if self.line == Line::Ended {
            return Err(Unsaid::Over);
        }
        let Some(table) = self.table.as_ref().filter(|table| table.view.get("court").is_some()) else {
            return Err(Unsaid::NoTurn);
        };
        let step = table.step_asked();
        self.steering.answered = step;
        self.steering.newest = Some(Direction {
            dx: dx.max(-127),
            dy: dy.max(-127),
            step,
            on_this_socket: false,
            hold_until: None,
        });
        self.steering.i += 1;
        self.pump();
        Ok(())
    }

    /// Says the patwar's word, in answer to the open question.
    pub fn choose(&mut self, word: Word, place: Option<BoxName>) -> Result<(), Unsaid> {
        let asked = self.table.as_ref().and_then(Table::word_asked).ok_or(Unsaid::NoTurn)?;
        self.command(Wish::Choose { asked, word, place })
    }

    /// Asks for the last 1.5 s before the last tag; it comes as [`Happening::Film`].
    pub fn look_back(&mut self) -> Result<(), Unsaid> {
        if self.line == Line::Ended {
            return Err(Unsaid::Over);
        }
        if !self.is_fresh() {
            return Err(Unsaid::NoTurn);
        }
        self.send(&ClientMsg::LookBack {});
        Ok(())
    }

    /// The number of the newest direction that has counted, as `motion` told.
    pub fn input_counted(&self) -> u64 {
        self.steering.counted
    }

    /// Whether this seat is to answer the open step and has not, as far as this client can tell.
    pub fn step_waits(&self) -> bool {
        let (Some(table), Some(chair)) = (&self.table, self.chair) else {
            return false;
        };
        let Some(asked) = table.step_asked().filter(|_| table.step_asks(chair)) else {
            return false;
        };
        !self.step_answered().contains(&chair) && self.steering.answered != Some(asked)
    }

    /// Who has answered the open step, as far as the server has told.
    pub fn step_answered(&self) -> &[ChairNo] {
        let asked = self.table.as_ref().and_then(Table::step_asked);
        match &self.around {
            // What was heard of another step says nothing of this one.
            Some((around, _)) if asked.is_some() && asked == self.steering.answered_in => &around.answered,
            Some(_) | None => &[],
        }
    }

    /// A raw message is about to go: numbers an `input` that its author did not.
    pub(super) fn number_input(&mut self, message: &mut Map<String, Value>) {
        if message.get("t").and_then(Value::as_str) != Some("input") {
            return;
        }
        match message.get("i").and_then(Value::as_u64) {
            Some(i) => self.steering.i = self.steering.i.max(i),
            None => {
                self.steering.i += 1;
                message.insert("i".into(), self.steering.i.into());
            }
        }
    }

    /// Sends the newest direction, if it did not go on this socket. One that answered a step which is over is dropped.
    pub(super) fn steer(&mut self) {
        let asked = self.table.as_ref().and_then(Table::step_asked);
        let i = self.steering.i;
        let Some(newest) = &mut self.steering.newest else {
            return;
        };
        if newest.on_this_socket {
            return;
        }
        if newest.step.is_some() && newest.step != asked {
            self.steering.newest = None;
            return;
        }
        newest.on_this_socket = true;
        let (dx, dy) = (newest.dx, newest.dy);
        self.send(&ClientMsg::Input { i, dx, dy });
    }

    pub(super) fn hear_motion(&mut self, tick: u32, at: BTreeMap<ChairNo, Place>, i: Option<u64>) {
        if let Some(i) = i {
            self.steering.has_counted(i);
        }
        let newest = self.table.as_mut().is_some_and(|table| table.moved(tick, &at));
        if newest {
            self.tell(Happening::Motion { tick, at, i });
        }
    }
}
