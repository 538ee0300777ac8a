//! Step mode: a room for terminals, programs and screen readers waits for every answer, then goes on by a step (rule page,
//! section 5). Each step is a row, and asks the next one.

use chowk_protocol::ChairNo;
use chowk_rules::{Tick, stones::Phase};

use super::Running;
use crate::room::{Call, Fact, Room, due::Due};

impl Running {
    /// Step mode: whether a seat has answered the open step: with a direction, or at Choice with its word.
    fn has_answered(&self, chair: ChairNo) -> bool {
        match self.live.set().phase() {
            Phase::Choice => self.heard.iter().any(|heard| heard.chair == chair && heard.is_word()),
            Phase::Break | Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu | Phase::Over => {
                self.answered.contains(&chair)
            }
        }
    }
}

impl Room {
    /// When the open step is taken: at once, or after a moment for those who look on, if all have answered; else when its
    /// clock runs out.
    pub(super) fn next_step(&self) -> Option<(Tick, Due)> {
        let question = self.play()?.question;
        if self.unanswered().next().is_some() {
            return question.deadline.map(|deadline| (Tick(deadline), Due::Tick));
        }
        let pace = if self.a_person_sees() {
            self.limits.house_pace
        } else {
            0
        };
        Some((Tick(question.at + pace), Due::Tick))
    }

    /// Step mode: who has answered the open step.
    pub(in crate::room) fn answered(&self) -> Vec<ChairNo> {
        self.running
            .as_ref()
            .map_or_else(Vec::new, |running| running.answered.clone())
    }

    /// Step mode: the next step is asked, of all who can do something in it.
    pub(super) fn ask_step(&mut self, call: &mut Call<'_, '_>) {
        if self.state.step.is_none() || self.running.is_none() {
            return;
        }
        if let Some(running) = &mut self.running {
            running.answered.clear();
        }
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.live.set().is_over())
        {
            return;
        }
        let time = self.granted_for_step(self.unanswered());
        let asks = self.unanswered().next().is_some();
        let deadline = time.filter(|_| asks).map(|time| self.clock.last().0 + time.0);
        self.put(call, Fact::Asked { deadline });
    }

    /// Step mode: who is asked and has not answered.
    pub(in crate::room) fn unanswered(&self) -> impl Iterator<Item = ChairNo> + '_ {
        let step = self.state.step.map(u32::from);
        let running = self.running.as_ref().zip(step);
        let seats = self
            .state
            .numbered()
            .filter(|(_, chair)| chair.seat().is_some_and(|seat| !seat.away));
        seats.map(|(chair, _)| chair).filter(move |chair| {
            running.is_some_and(|(running, step)| running.live.asks(*chair, step) && !running.has_answered(*chair))
        })
    }

    /// Step mode: who let the step's clock run out, and who did not after having done so before.
    pub(super) fn missed_step(&self, late: &[ChairNo]) -> Vec<Fact> {
        let Some(running) = &self.running else {
            return Vec::new();
        };
        let most = self.state.turn_clock().misses;
        let mut facts = Vec::new();
        for chair in &running.answered {
            if self.state.seat(*chair).is_some_and(|seat| seat.misses > 0) {
                facts.push(Fact::Answered { chair: *chair });
            }
        }
        for &chair in late {
            let Some(seat) = self.state.seat(chair).filter(|seat| !seat.away) else {
                continue;
            };
            facts.push(Fact::Missed { chair });
            if seat.misses + 1 >= most || !self.is_here(chair) {
                facts.push(Fact::Away { chair });
            }
        }
        facts
    }
}
