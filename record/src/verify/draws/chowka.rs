//! The draws of Chowka-bara: lots for sides, casts of cowries, and victims at random.

use chowk_rules::Fate;
use chowk_rules::chowka::{RuleSet, Victim, Victims};

use super::expect_t;
use crate::fair::{FairFate, Key, lots};
use crate::fields::Fields;
use crate::verify::entry::Kind;
use crate::verify::moves::Chance;

/// What the header gives to the draws of a match.
pub(super) struct Match {
    /// Without a seed there is none, and only `t` can be counted.
    pub(super) key: Option<Key>,
    pub(super) rules: RuleSet,
    pub(super) chairs: usize,
}

impl Match {
    /// What a line that is not the lots draws; the number of the draw that follows comes back.
    pub(super) fn draw(&self, kind: Option<Kind>, fields: Fields<'_>, t: u64, chance: Chance) -> Result<u64, String> {
        match kind {
            Some(Kind::Thrown) => self.thrown(fields, t),
            Some(Kind::Moved) => self.moved(fields, t, chance),
            Some(Kind::Header | Kind::Lots | Kind::Passed | Kind::Left) => Ok(t),
            Some(Kind::ClockOut | Kind::Ended | Kind::Opened) | None => Ok(t),
        }
    }

    /// The lots, and the number of the draw that follows.
    pub(super) fn lots(&self, fields: Fields<'_>) -> Result<u64, String> {
        expect_t(fields, 0)?;
        let told = fields.chairs("sides").map_err(|fault| fault.to_string())?;
        if told.len() != self.chairs {
            return Err(format!("`sides` must list {} chairs", self.chairs));
        }
        if let Some(key) = &self.key {
            let (drawn, _) = lots(key, self.chairs);
            if told != drawn {
                return Err(format!("the lots drawn are {drawn:?}, and `sides` is {told:?}"));
            }
        }
        Ok(self.chairs as u64 - 1)
    }

    fn thrown(&self, fields: Fields<'_>, t: u64) -> Result<u64, String> {
        expect_t(fields, t)?;
        let link = fields.digest_or_null("link").map_err(|fault| fault.to_string())?;
        let shells = fields.shells("shells").map_err(|fault| fault.to_string())?;
        if shells.len() != usize::from(self.rules.shells) {
            return Err(format!("a throw has {} shells here", self.rules.shells));
        }
        let value = fields.small("value").map_err(|fault| fault.to_string())?;
        if let Some(key) = &self.key {
            let drawn = FairFate::new(key, t, link)
                .cast(self.rules.shells, self.rules.mouth_up_256)
                .value;
            if shells != drawn {
                let faces: Vec<u8> = drawn.faces().collect();
                return Err(format!("draw {t} shows the shells {faces:?}"));
            }
        }
        let counts = self.rules.value_of(shells.mouths_up());
        if value != counts {
            return Err(format!("these shells count {counts}, and `value` is {value}"));
        }
        Ok(t + 1)
    }

    fn moved(&self, fields: Fields<'_>, t: u64, chance: Chance) -> Result<u64, String> {
        let chance = match self.rules.victims {
            Victims::Random => chance,
            Victims::MostAdvanced | Victims::All => Chance::None,
        };
        match chance {
            Chance::None if fields.has("t") => Err("`t` stands where nothing was drawn".to_owned()),
            Chance::None => Ok(t),
            // The moves went wrong before, so whether there was a choice is not known; the count goes on.
            Chance::Unknown | Chance::Tie(_) if !fields.has("t") => Ok(t),
            Chance::Unknown | Chance::Tie(_) => expect_t(fields, t).map(|()| t + 1),
            Chance::Among(candidates) => {
                expect_t(fields, t)?;
                self.victim(fields, t, &candidates)?;
                Ok(t + 1)
            }
        }
    }

    fn victim(&self, fields: Fields<'_>, t: u64, candidates: &[Victim]) -> Result<(), String> {
        let told = fields.victims("hit").map_err(|fault| fault.to_string())?;
        let Some(key) = &self.key else { return Ok(()) };
        // There are at most 24 opposing pawns, and at least two candidates.
        let drawn = candidates[FairFate::new(key, t, None).pick(candidates.len() as u32).value as usize];
        if told != [drawn] {
            return Err(format!(
                "draw {t} hits pawn {} of {}, and no other",
                drawn.pawn, drawn.side
            ));
        }
        Ok(())
    }
}
