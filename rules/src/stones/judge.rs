//! Whether a take, a gift or a word is accepted: the first of the reasons that forbid it (section 7).

use super::court::{CENTRE, Seat};
use super::event::{Event, Illegal, Phase, Wish, Word};
use super::{Corner, Set};

impl Set {
    /// What a take, a gift or a word by `seat` would do at the present places, or the first reason against it. Changes
    /// nothing. A tick asks this after all have moved; a view asks it to tell what may be pressed.
    ///
    /// # Panics
    /// For a direction and for `Away`, which are not judged by the places.
    pub fn judge(&self, seat: Seat, wish: Wish) -> Result<Event, Illegal> {
        match wish {
            Wish::Take => self.judge_take(seat),
            Wish::Give { to } => self.judge_gift(seat, to),
            Wish::Choose(word) => self.judge_word(seat, word),
            Wish::Steer { .. } | Wish::Away => panic!("{wish:?} is not judged by places"),
        }
    }

    fn judge_take(&self, seat: Seat) -> Result<Event, Illegal> {
        self.judge_stealing(seat)?;
        let body = self.body(seat);
        let refused = if self.ground == 0 {
            Illegal::NoStone
        } else if !body.at.is_within(self.rules.pick_reach, CENTRE) {
            Illegal::OutOfReach
        } else if self.tick < body.rooted_until {
            Illegal::TooSoon
        } else {
            let left = self.ground - 1;
            return Ok(Event::Taken { seat, left });
        };
        let spare = self.spare_for(seat).ok_or(refused)?;
        Ok(Event::Given { seat: spare, to: seat })
    }

    /// The seat that is away in the same box as `seat`, who has no stone, and holds more than one.
    fn spare_for(&self, seat: Seat) -> Option<Seat> {
        let none = self.stones(seat) == 0;
        let spares = |&other: &Seat| {
            other != seat && self.is_away(other) && self.stones(other) > 1 && self.shared(seat, other).is_some()
        };
        self.runners().find(spares).filter(|_| none)
    }

    fn judge_gift(&self, seat: Seat, to: Seat) -> Result<Event, Illegal> {
        self.judge_stealing(seat)?;
        if to == seat || to == self.patwar() {
            Err(Illegal::NotYours)
        } else if self.stones(seat) == 0 {
            Err(Illegal::NothingToGive)
        } else if self.stones(seat) == 1 {
            Err(Illegal::LastStone)
        } else if self.shared(seat, to).is_none() {
            Err(Illegal::NotTogether)
        } else if self.stones(to) > 0 {
            Err(Illegal::HasStone)
        } else {
            Ok(Event::Given { seat, to })
        }
    }

    fn judge_word(&self, seat: Seat, word: Word) -> Result<Event, Illegal> {
        if self.phase != Phase::Choice {
            return Err(Illegal::NotNow);
        }
        if seat != self.patwar() {
            return Err(Illegal::NotYours);
        }
        match word {
            Word::Gumpu(None) => Err(Illegal::BadChoice),
            Word::Gumpu(Some(corner)) => Ok(Event::Phase(Phase::Gumpu(corner))),
            Word::Chhuttu => Ok(Event::Phase(Phase::Chhuttu)),
        }
    }

    /// Stones are the runners', and only while they steal.
    fn judge_stealing(&self, seat: Seat) -> Result<(), Illegal> {
        if self.phase != Phase::Steal {
            Err(Illegal::NotNow)
        } else if seat == self.patwar() {
            Err(Illegal::NotYours)
        } else {
            Ok(())
        }
    }

    /// The box that both are inside.
    fn shared(&self, one: Seat, other: Seat) -> Option<Corner> {
        let corner = self.place(one).corner();
        corner.filter(|corner| corner.contains(self.place(other)))
    }
}
