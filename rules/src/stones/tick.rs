//! One tick in its nine steps: who wishes what, who goes where, and what follows (section 2, "Order in a tick").
//!
//! This file moves the bodies and looks what that means; facts are changed by the events it finds, in `take_in`.

use super::court::{CENTRE, SEATS, Seat};
use super::event::{CutBy, Event, Illegal, Phase, Wish};
use super::motion::{Direction, Way, patrol, run};
use super::{Arm, Patrol, Set};
use crate::Fate;

/// What one tick brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The tick, from 1.
    pub tick: u32,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What became of each wish, in the order in which they were given.
    pub answers: Vec<Answer>,
}

/// What became of a wish.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// It was done.
    Done,
    /// It was refused.
    Refused(Illegal),
    /// A tag ended the innings before it could be judged.
    Lost,
}

impl Set {
    /// Goes on by one tick. `asked` are the wishes heard for it, in the order received; of several directions of a seat
    /// the last counts. A tie of a clock is drawn from `fate`. A set that is over stays as it is.
    pub fn advance(&mut self, asked: &[(Seat, Wish)], fate: &mut dyn Fate) -> Beat {
        if self.is_over() {
            return Beat {
                tick: self.tick,
                events: Vec::new(),
                answers: vec![Answer::Refused(Illegal::NotNow); asked.len()],
            };
        }
        self.tick += 1;
        let mut beat = Beat {
            tick: self.tick,
            events: Vec::new(),
            answers: vec![Answer::Lost; asked.len()],
        };
        let phase = self.phase;
        self.steer(asked, &mut beat);
        let ways = self.walk();
        if let Some(tagged) = self.touch(&ways) {
            self.catch(tagged, &mut beat.events);
            return beat;
        }
        self.look_at_boxes(&mut beat.events);
        self.hear(asked, &mut beat);
        self.look_at_arms(&mut beat.events);
        self.look_at_patrol(&mut beat.events);
        // What the word of this very tick began is looked at from the next tick on.
        if phase == self.phase {
            self.look_whether_done(&mut beat.events);
        }
        self.look_at_clocks(fate, &mut beat.events);
        beat
    }

    /// Takes in an event and tells it.
    pub(super) fn tell(&mut self, event: Event, events: &mut Vec<Event>) {
        self.take_in(&event);
        events.push(event);
    }

    /// Step 1: directions. Any wish of its own brings an away seat back.
    fn steer(&mut self, asked: &[(Seat, Wish)], beat: &mut Beat) {
        for (&(seat, wish), answer) in asked.iter().zip(&mut beat.answers) {
            let body = self.body_mut(seat);
            body.away = false;
            match wish {
                Wish::Steer { dx, dy } => match Direction::of(dx, dy) {
                    Some(direction) => {
                        body.direction = direction;
                        *answer = Answer::Done;
                    }
                    None => *answer = Answer::Refused(Illegal::BadDirection),
                },
                Wish::Away => {
                    body.away = true;
                    body.direction = Direction::STILL;
                    *answer = Answer::Done;
                }
                Wish::Take | Wish::Give { .. } | Wish::Choose(_) => {}
            }
        }
    }

    /// Step 2: all step.
    fn walk(&mut self) -> [Way; SEATS] {
        let patwar = self.patwar();
        let (runs, patrols) = (self.rules.runner / self.rules.hz, self.rules.patwar / self.rules.hz);
        Seat::ALL.map(|seat| {
            let moves = self.may_move(seat, self.tick);
            let body = self.body_mut(seat);
            let from = body.at;
            if moves {
                body.at = if seat == patwar {
                    patrol(from, body.direction, patrols)
                } else {
                    run(from, body.direction, runs)
                };
            }
            Way { from, to: body.at }
        })
    }

    /// Step 4: boxes and crossings, by seat.
    fn look_at_boxes(&mut self, events: &mut Vec<Event>) {
        for seat in Seat::ALL {
            let Some(home) = self.home(seat) else { continue };
            let Some(corner) = self.body(seat).at.corner() else {
                continue;
            };
            self.bring_home(seat);
            if self.body(seat).last != corner {
                let progress = self.progress_in(seat, corner).unsigned_abs() as u8;
                self.tell(Event::Crossed { seat, corner, progress }, events);
            }
            let rounds = self.rounds(seat);
            if self.phase == Phase::Chhuttu && rounds.done && corner == home && !rounds.through {
                self.tell(Event::Through { seat }, events);
            }
        }
    }

    /// Step 5: takes, gifts and words, in the order received, at the new places.
    fn hear(&mut self, asked: &[(Seat, Wish)], beat: &mut Beat) {
        for (&(seat, wish), answer) in asked.iter().zip(&mut beat.answers) {
            if matches!(wish, Wish::Steer { .. } | Wish::Away) {
                continue;
            }
            *answer = match self.judge(seat, wish) {
                Ok(event) => {
                    self.tell(event, &mut beat.events);
                    Answer::Done
                }
                Err(illegal) => Answer::Refused(illegal),
            };
        }
    }

    /// Step 6: cuts and credits.
    fn look_at_arms(&mut self, events: &mut Vec<Event>) {
        if self.phase != Phase::Steal {
            return;
        }
        let at = self.place(self.patwar());
        if let Some(arm) = at.end_line() {
            self.chase.touched = Some(arm);
        }
        if at.is_within(self.rules.cut_near, CENTRE)
            && let Some(arm) = self.chase.touched.take()
            && !self.is_cut(arm)
        {
            self.tell(Event::Cut { arm, by: CutBy::Run }, events);
        }
        let missing = Arm::ALL.into_iter().find(|&arm| !self.is_cut(arm));
        let late = (self.tick - self.since).checked_sub(self.rules.ticks(self.rules.cut_s));
        if let (Some(arm), Some(late)) = (missing, late) {
            self.chase.frozen = true;
            if late > 0 && late % self.rules.ticks(self.rules.credit_s) == 0 {
                let by = CutBy::Credit;
                self.tell(Event::Cut { arm, by }, events);
            }
        }
    }

    /// Step 7: whether tags count.
    fn look_at_patrol(&mut self, events: &mut Vec<Event>) {
        let Some(patrol) = self.patrol() else { return };
        let at = self.place(self.patwar());
        let (patrols, seconds) = match patrol {
            Patrol::EndLine => (at.end_line().is_some(), self.rules.guard_s),
            Patrol::Centre => (at.is_within(self.rules.cut_near, CENTRE), self.rules.visit_s),
        };
        if patrols {
            self.chase.patrolled_at = self.tick;
            self.chase.owes = None;
        } else if self.tick - self.chase.patrolled_at >= self.rules.ticks(seconds) {
            self.chase.owes = Some(patrol);
        }
        let void = self.chase.owes.is_some() || self.chase.frozen || self.tick < self.chase.lead_until;
        if void != self.chase.void {
            self.tell(Event::Void(void), events);
        }
    }

    /// Step 8: each with his stone, all gathered, all through.
    fn look_whether_done(&mut self, events: &mut Vec<Event>) {
        let all = |is: &dyn Fn(Seat) -> bool| self.runners().all(is);
        let done = match self.phase {
            Phase::Steal => all(&|seat| self.stones(seat) == 1 && self.place(seat).corner().is_some()),
            Phase::Gumpu(corner) => all(&|seat| corner.contains(self.place(seat))),
            Phase::Chhuttu => all(&|seat| self.rounds(seat).through),
            Phase::Break | Phase::Choice | Phase::Over => false,
        };
        if done && self.phase == Phase::Steal {
            self.tell(Event::Phase(Phase::Choice), events);
        } else if done {
            self.end_innings(None, events);
        }
    }
}
