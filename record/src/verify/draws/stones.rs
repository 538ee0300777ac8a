//! The draws of four stones: one shuffle of the chairs, and the ties of clocks.

use chowk_rules::Fate;
use chowk_rules::stones::{Lots, Seat};

use super::expect_t;
use crate::fair::{FairFate, Key};
use crate::fields::Fields;
use crate::line::seat_of;
use crate::verify::entry::Kind;
use crate::verify::moves::Chance;

/// What the header gives to the draws of a set.
pub(super) struct Set {
    /// Without a seed there is none, and only `t` can be counted.
    pub(super) key: Option<Key>,
}

impl Set {
    /// What a line that is not the lots draws; the number of the draw that follows comes back.
    pub(super) fn draw(&self, kind: Option<Kind>, fields: Fields<'_>, t: u64, chance: Chance) -> Result<u64, String> {
        match kind {
            Some(Kind::ClockOut) => self.clock_out(fields, t, chance),
            Some(Kind::Header | Kind::Lots | Kind::Thrown | Kind::Moved | Kind::Passed | Kind::Left) => Ok(t),
            Some(Kind::Ended | Kind::Opened) | None => Ok(t),
        }
    }

    /// The lots, and the number of the draw that follows.
    pub(super) fn lots(&self, fields: Fields<'_>) -> Result<u64, String> {
        expect_t(fields, 0)?;
        let told = fields.chairs("chairs").map_err(|fault| fault.to_string())?;
        if let Some(key) = &self.key {
            let drawn = Lots::draw(&mut FairFate::new(key, 0, None)).value.places();
            if told != drawn.map(Seat::index) {
                return Err(format!("the lots drawn are {drawn:?}, and `chairs` is {told:?}"));
            }
        }
        Ok(crate::retold::LOTS_DRAWS)
    }

    fn clock_out(&self, fields: Fields<'_>, t: u64, chance: Chance) -> Result<u64, String> {
        match chance {
            Chance::None if fields.has("t") => Err("`t` stands where nothing was drawn".to_owned()),
            Chance::None => Ok(t),
            // The set went another way before, so whether there was a tie is not known; the count goes on.
            Chance::Unknown | Chance::Among(_) if !fields.has("t") => Ok(t),
            Chance::Unknown | Chance::Among(_) => expect_t(fields, t).map(|()| t + 1),
            Chance::Tie(among) => {
                expect_t(fields, t)?;
                let told = seat_of(fields, "seat").map_err(|fault| fault.to_string())?;
                if let Some(key) = &self.key {
                    // A tie is between two to four.
                    let drawn = among[FairFate::new(key, t, None).pick(among.len() as u32).value as usize];
                    if told != drawn {
                        return Err(format!("draw {t} catches seat {drawn}, and no other"));
                    }
                }
                Ok(t + 1)
            }
        }
    }
}
