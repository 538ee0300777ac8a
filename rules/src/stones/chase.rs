//! The tag: whom the patwar touches first in a tick (section 2.5), and the catch that ends an innings (section 3).

use super::court::{SEATS, Seat};
use super::event::{Ending, Event, Outcome, Phase};
use super::motion::Way;
use super::{Score, Set};

impl Set {
    /// Step 3: the tag of this tick, if there is one. At the first instant at which a runner is within reach and may be
    /// tagged he is caught; at one instant the nearer, then the lower seat.
    pub(super) fn touch(&self, ways: &[Way; SEATS]) -> Option<Event> {
        let inside_too = match self.phase {
            Phase::Break | Phase::Choice | Phase::Over => return None,
            Phase::Gumpu(_) => self.rules.gumpu_reach_in,
            Phase::Steal | Phase::Chhuttu => false,
        };
        if self.chase.void {
            return None;
        }
        let patwar = self.patwar();
        let chaser = ways[patwar.index()];
        let may_meet =
            |&seat: &Seat| !self.body(seat).through && may_meet(chaser, ways[seat.index()], self.rules.tag_reach);
        if !self.runners().any(|seat| may_meet(&seat)) {
            return None;
        }
        let of = self.rules.instants;
        let reach = u64::from(self.rules.tag_reach) * u64::from(of);
        (1..=of).find_map(|instant| {
            let touched = self.runners().filter(may_meet).filter_map(|seat| {
                let way = ways[seat.index()];
                let square = chaser.square_to(way, instant, of);
                let touched = square <= reach * reach && (inside_too || !way.is_inside(instant, of));
                touched.then_some((square, seat))
            });
            let (square, seat) = touched.min()?;
            Some(Event::Tagged {
                seat,
                by: patwar,
                instant,
                at: ways[seat.index()].at(instant, of),
                patwar_at: chaser.at(instant, of),
                distance: (square.isqrt() / u64::from(of)) as u32,
                reach: self.rules.tag_reach,
            })
        })
    }

    /// Takes in the event that caught somebody, and ends the innings.
    pub(super) fn catch(&mut self, event: Event, events: &mut Vec<Event>) {
        let caught = match event {
            Event::Tagged { seat, .. } | Event::ClockOut { seat, .. } => seat,
            Event::Innings { .. }
            | Event::Phase(_)
            | Event::Cut { .. }
            | Event::Taken { .. }
            | Event::Given { .. }
            | Event::Crossed { .. }
            | Event::Void(_)
            | Event::Through { .. }
            | Event::InningsEnd { .. }
            | Event::Ended(_) => panic!("{event:?} catches nobody"),
        };
        self.tell(event, events);
        self.end_innings(Some(caught), events);
    }

    /// Ends the innings; the next one begins, or the set is over. Who was caught chases next.
    pub(super) fn end_innings(&mut self, caught: Option<Seat>, events: &mut Vec<Event>) {
        self.tell(Event::InningsEnd { caught }, events);
        let next = if u32::from(self.number) == self.rules.innings {
            Event::Ended(Outcome {
                ranks: self.ranks(),
                why: Ending::Finished,
            })
        } else {
            Event::Innings {
                number: self.number + 1,
                patwar: caught.unwrap_or(self.patwar()),
            }
        };
        self.tell(next, events);
    }

    /// The ranks as they would be now: first all who were never caught and never patwar, then the rest by innings
    /// survived, stones carried home, crossings.
    pub(super) fn ranks(&self) -> Vec<Vec<Seat>> {
        let merit = |seat: Seat| {
            let Score {
                lost,
                survived,
                carried,
                crossings,
            } = self.body(seat).score;
            if lost {
                (false, survived, carried, crossings)
            } else {
                (true, 0, 0, 0)
            }
        };
        let mut seats = Seat::ALL;
        seats.sort_by_key(|&seat| std::cmp::Reverse(merit(seat)));
        let ranks = seats.chunk_by(|&one, &other| merit(one) == merit(other));
        ranks.map(<[Seat]>::to_vec).collect()
    }
}

/// Whether two bodies could come within reach in this tick at all; most ticks need no closer look.
fn may_meet(one: Way, other: Way, reach: u32) -> bool {
    let length = |way: Way| way.from.x.abs_diff(way.to.x) + way.from.y.abs_diff(way.to.y);
    one.from.is_within(reach + length(one) + length(other), other.from)
}
