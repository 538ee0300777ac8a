//! The draws: `t` counts them without gaps, and each shows what follows from the key, lots, drawn victims and ties too.

mod chowka;
mod stones;

use super::entry::{Entry, Kind, UNREADABLE};
use super::moves::Chance;
use super::table::Table;
use super::{Check, CheckName, First};
use crate::fields::Fields;
use crate::rules::Rules;

pub(super) struct DrawsCheck {
    first: First,
    /// What the header gives; without it the check has failed.
    given: Option<Given>,
    /// Why there is no key, if the seed was not opened: `t` can still be counted, and the check fails at the end.
    unopened: Option<String>,
    /// The number of the next draw; `None` before the lots.
    next_t: Option<u64>,
}

/// What is drawn, in either game.
enum Given {
    Chowka(chowka::Match),
    Stones(stones::Set),
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

    /// Hears a line; `chance` is what the rules, where they could follow, say of its victim or tie.
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
            (None, _) => Err(format!(
                "the lots for {} must be told on the line after the header",
                given.drawn_for()
            )),
            (Some(_), Some(Kind::Lots)) => Err("lots are drawn once".to_owned()),
            (Some(t), kind) => given.draw(kind, fields, t, chance).map(Some),
        };
        match outcome {
            Ok(next_t) => self.next_t = next_t,
            Err(why) => self.first.fail(entry.number, why),
        }
    }

    pub(super) fn end(mut self, last_line: u64) -> Check {
        if self.next_t.is_none() {
            let lots_for = self.given.as_ref().map_or("sides", Given::drawn_for);
            self.first
                .fail(last_line, format!("the lots for {lots_for} are missing"));
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
    Ok(match rules {
        Rules::Chowka(rules) => Given::Chowka(chowka::Match { key, rules, chairs }),
        Rules::Stones(_) => Given::Stones(stones::Set { key }),
    })
}

impl Given {
    /// Each of these gives the number of the draw that follows.
    fn lots(&self, fields: Fields<'_>) -> Result<u64, String> {
        match self {
            Given::Chowka(game) => game.lots(fields),
            Given::Stones(set) => set.lots(fields),
        }
    }

    fn draw(&self, kind: Option<Kind>, fields: Fields<'_>, t: u64, chance: Chance) -> Result<u64, String> {
        match self {
            Given::Chowka(game) => game.draw(kind, fields, t, chance),
            Given::Stones(set) => set.draw(kind, fields, t, chance),
        }
    }

    /// What the lots give to chairs.
    fn drawn_for(&self) -> &'static str {
        match self {
            Given::Chowka(_) => "sides",
            Given::Stones(_) => "places",
        }
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
