//! The clocks: what ends a phase that nobody ends (section 4).

use super::Set;
use super::court::Seat;
use super::event::{Event, Phase};
use crate::Fate;

impl Set {
    /// Step 9. Only the clock of the phase that goes on runs.
    pub(super) fn look_at_clocks(&mut self, fate: &mut dyn Fate, events: &mut Vec<Event>) {
        let due = [self.deadline(), self.idle_deadline()];
        if !due.into_iter().flatten().any(|due| self.tick >= due) {
            return;
        }
        match self.phase {
            Phase::Break => self.tell(Event::Phase(Phase::Steal), events),
            Phase::Choice => self.tell(Event::Phase(Phase::Chhuttu), events),
            Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu => {
                let out = self.clock_out(fate);
                self.catch(out, events);
            }
            Phase::Over => {}
        }
    }

    fn clock_out(&self, fate: &mut dyn Fate) -> Event {
        let among = self.slowest();
        let (seat, t) = if let [alone] = among[..] {
            (alone, None)
        } else {
            let drawn = fate.pick(among.len() as u32);
            (among[drawn.value as usize], Some(drawn.t))
        };
        Event::ClockOut { seat, among, t }
    }

    /// Those whom the clock of this phase catches, one of them.
    fn slowest(&self) -> Vec<Seat> {
        match self.phase {
            Phase::Steal => {
                let most = self.runners().map(|seat| self.stones(seat)).max();
                match most {
                    Some(most) if most > 1 => self.runners().filter(|&seat| self.stones(seat) == most).collect(),
                    Some(_) | None => self.fewest(|seat| (self.body(seat).handled, self.body(seat).crossings)),
                }
            }
            Phase::Gumpu(corner) => {
                let outside = self.runners().filter(|&seat| !corner.contains(self.place(seat)));
                outside.collect()
            }
            Phase::Chhuttu => self.fewest(|seat| {
                let rounds = self.rounds(seat);
                (rounds.through, rounds.count)
            }),
            Phase::Break | Phase::Choice | Phase::Over => Vec::new(),
        }
    }

    /// The runners of whom there is the least.
    fn fewest<Count: Ord>(&self, count: impl Fn(Seat) -> Count) -> Vec<Seat> {
        let least = self.runners().map(&count).min();
        let fewest = self.runners().filter(|&seat| Some(count(seat)) == least);
        fewest.collect()
    }
}
