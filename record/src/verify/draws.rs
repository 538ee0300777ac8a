//! The draws: `t` counts them without gaps, and each shows what follows from the key, lots and drawn victims included.

use chowk_rules::Fate;
use chowk_rules::chowka::{RuleSet, Victim, Victims};

use super::entry::{Entry, Kind, UNREADABLE};
use super::replay::Chance;
use super::table::Table;
use super::{Check, CheckName, First};
use crate::fair::{FairFate, Key, lots};
use crate::fields::Fields;

pub(super) struct DrawsCheck {
    first: First,
    /// What the header gives; without it the check has failed.
    given: Option<Given>,
    /// Why there is no key, if the seed was not opened: `t` can still be counted, and the check fails at the end.
    unopened: Option<String>,
    /// The number of the next draw; `None` before the lots.
    next_t: Option<u64>,
}

struct Given {
    key: Option<Key>,
    rules: RuleSet,
    chairs: usize,
}

impl DrawsCheck {
    pub(super) fn new(table: &Table) -> Self {
        let mut first = First::default();
        let given = given(table).map_err(|why| first.fail(1, why)).ok();
        DrawsCheck {
            first,
            given,
            unopened: table.seed.as_ref().err().cloned(),
            next_t: None,
        }
    }

    /// Hears a line; `chance` is what the rules, where they could follow, say of a move's victim.
    pub(super) fn hear(&mut self, entry: &Entry<'_>, chance: Chance) {
        let Some(given) = self.given.as_ref().filter(|_| !self.first.failed()) else {
            return;
        };
        let Some(fields) = entry.fields() else {
            self.first.fail(entry.number, UNREADABLE);
            return;
        };
        let outcome = match (self.next_t, entry.kind()) {
            (None, Some(Kind::Lots)) if entry.number == 2 => given.lots(fields).map(Some),
            (None, _) if entry.number == 1 => Ok(None),
            (None, _) => Err("the lots for sides must be told on the line after the header".to_owned()),
            (Some(_), Some(Kind::Lots)) => Err("lots are drawn once".to_owned()),
            (Some(t), Some(Kind::Thrown)) => given.thrown(fields, t).map(Some),
            (Some(t), Some(Kind::Moved)) => given.moved(fields, t, chance).map(Some),
            (Some(t), Some(Kind::Header | Kind::Passed | Kind::Left | Kind::Ended | Kind::Opened) | None) => {
                Ok(Some(t))
            }
        };
        match outcome {
            Ok(next_t) => self.next_t = next_t,
            Err(why) => self.first.fail(entry.number, why),
        }
    }

    pub(super) fn end(mut self, last_line: u64) -> Check {
        if self.next_t.is_none() {
            self.first.fail(last_line, "the lots for sides are missing");
        }
        if let Some(why) = self.unopened {
            self.first.fail(last_line, format!("no draw can be checked: {why}"));
        }
        self.first.end(CheckName::Draws)
    }
}

fn given(table: &Table) -> Result<Given, String> {
    let rules = *table.rules.as_ref().map_err(Clone::clone)?;
    let chairs = table.houses.as_ref().map_err(Clone::clone)?.len();
    let key = table.key.as_ref().map_err(Clone::clone)?.clone();
    Ok(Given { key, rules, chairs })
}

impl Given {
    /// Each of these gives the number of the draw that follows.
    fn lots(&self, fields: Fields<'_>) -> Result<u64, String> {
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
            Chance::Unknown if !fields.has("t") => Ok(t),
            Chance::Unknown => expect_t(fields, t).map(|()| t + 1),
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

fn expect_t(fields: Fields<'_>, t: u64) -> Result<(), String> {
    let told = fields.number("t").map_err(|fault| fault.to_string())?;
    if told == t {
        Ok(())
    } else {
        Err(format!("`t` is {told} where draw {t} must follow"))
    }
}
