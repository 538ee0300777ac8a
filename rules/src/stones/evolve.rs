//! What each event changes: the only writer of facts.

use super::court::{CENTRE, Corner, STONES, Seat};
use super::event::{Event, Phase};
use super::{Chase, Set};

impl Set {
    /// Takes in one event.
    pub(super) fn take_in(&mut self, event: &Event) {
        match event {
            Event::Innings { number, patwar } => self.begin_innings(*number, *patwar),
            Event::Phase(phase) => self.begin_phase(*phase),
            Event::Cut { arm, .. } => {
                self.chase.cut[arm.index()] = true;
                self.chase.frozen &= self.chase.cut != [true; 4];
            }
            Event::Taken { seat, left } => {
                self.ground = *left;
                self.busy_at = self.tick;
                let until = self.tick + self.rules.take_ticks;
                let body = self.body_mut(*seat);
                body.stones += 1;
                body.fresh += 1;
                body.handled += 1;
                body.rooted_until = until;
                if body.at.corner().is_some() {
                    self.bring_home(*seat);
                }
            }
            Event::Given { seat, to } => {
                self.busy_at = self.tick;
                let giver = self.body_mut(*seat);
                giver.stones -= 1;
                giver.handled += 1;
                self.body_mut(*to).stones += 1;
            }
            Event::Crossed { seat, corner, .. } => {
                self.busy_at = self.tick;
                let progress = self.progress_in(*seat, *corner);
                let body = self.body_mut(*seat);
                body.progress = progress;
                body.last = *corner;
                body.crossings += 1;
                body.score.crossings += 1;
            }
            Event::Void(void) => self.chase.void = *void,
            Event::Through { seat } => self.body_mut(*seat).through = true,
            Event::Tagged { seat, .. } | Event::ClockOut { seat, .. } => self.body_mut(*seat).score.lost = true,
            Event::InningsEnd { caught } => {
                for seat in Seat::ALL {
                    if seat != self.patwar() && Some(seat) != *caught {
                        self.body_mut(seat).score.survived += 1;
                    }
                }
            }
            Event::Ended(outcome) => {
                self.phase = Phase::Over;
                self.since = self.tick;
                self.outcome = Some(outcome.clone());
            }
        }
    }

    /// How a runner's counted crossings stand once he is inside `corner`: only the next box in his direction counts,
    /// either is next at nought, one back takes one away, the diagonal one counts nothing; done is done.
    pub(super) fn progress_in(&self, seat: Seat, corner: Corner) -> i16 {
        let body = self.body(seat);
        if self.phase != Phase::Chhuttu || self.rounds(seat).done {
            return body.progress;
        }
        body.progress + i16::from(body.last.steps_to(corner))
    }

    /// What a runner took from the circle is home as soon as he is inside any box.
    pub(super) fn bring_home(&mut self, seat: Seat) {
        let body = self.body_mut(seat);
        body.score.carried += u32::from(body.fresh);
        body.fresh = 0;
    }

    /// All to their places. The patwar that was gets the box of the one that is, nobody else changes.
    fn begin_innings(&mut self, number: u8, patwar: Seat) {
        let place = self.places.iter().position(|&seat| seat == patwar);
        self.places.swap(0, place.expect("each seat has a place"));
        self.number = number;
        self.phase = Phase::Break;
        self.since = self.tick;
        self.busy_at = self.tick;
        self.ground = STONES;
        self.chase = Chase::fresh(self.tick);
        for seat in Seat::ALL {
            let home = self.home(seat);
            let body = self.body_mut(seat);
            body.at = home.map_or(CENTRE, Corner::middle);
            body.last = home.unwrap_or(body.last);
            body.stones = 0;
            body.fresh = 0;
            body.rooted_until = 0;
            body.progress = 0;
            body.through = false;
            body.handled = 0;
            body.crossings = 0;
            body.score.lost |= home.is_none();
        }
    }

    fn begin_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = self.tick;
        self.busy_at = self.tick;
        self.chase.patrolled_at = self.tick;
        self.chase.owes = None;
        self.chase.frozen = false;
        self.chase.touched = None;
        self.chase.void = match phase {
            Phase::Choice => {
                let patwar = self.patwar();
                self.body_mut(patwar).at = CENTRE;
                true
            }
            Phase::Gumpu(_) | Phase::Chhuttu => {
                self.chase.lead_until = self.tick + self.rules.lead_ticks;
                self.rules.lead_ticks > 0
            }
            Phase::Break | Phase::Steal | Phase::Over => false,
        };
    }
}
