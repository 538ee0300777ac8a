//! The lots: who chases first, and who has which box (section 2).

use crate::{Drawn, Fate};

use super::court::{SEATS, Seat};

/// The places that the chairs drew: the first patwar, then the owners of SW, SE, NE and NW.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lots([Seat; SEATS]);

impl Lots {
    /// The lots that gave these chairs, by place; `None` if one is there twice.
    pub fn of(places: [Seat; SEATS]) -> Option<Lots> {
        let all = Seat::ALL.iter().all(|seat| places.contains(seat));
        all.then_some(Lots(places))
    }

    /// One shuffle of the chairs: for i from 4 down to 1, place i changes with the place picked of i + 1. Its `t` is
    /// that of the first draw.
    pub fn draw(fate: &mut dyn Fate) -> Drawn<Lots> {
        let mut places = Seat::ALL;
        let mut first = None;
        for place in (1..SEATS).rev() {
            let drawn = fate.pick(place as u32 + 1);
            first = first.or(Some(drawn.t));
            places.swap(place, drawn.value as usize);
        }
        Drawn {
            t: first.expect("five chairs take four draws"),
            value: Lots(places),
        }
    }

    /// The chairs by place: the patwar, SW, SE, NE, NW.
    pub fn places(self) -> [Seat; SEATS] {
        self.0
    }
}
