//! Tips and links: each tip is that of its reveal, and each throw carries the link it must, or none where it may not.

use chowk_rules::chowka::Side;

use super::entry::{Entry, Kind, UNREADABLE};
use super::table::Table;
use super::{Check, CheckName, First};
use crate::fair::{LinkRefusal, Shown};
use crate::fields::Fields;
use crate::line::{By, Sitter};
use crate::rules::Game;

pub(super) struct LinksCheck {
    first: First,
    /// Whether the game has throws; the links of four stones are shown at the lock and never used.
    throws: bool,
    /// What each chair has shown; `None` for a house bot.
    chairs: Vec<Option<Shown>>,
    /// The chairs that have said no_chain, which holds for the rest of the match.
    no_chain: Vec<bool>,
    /// For each side in use its chair, once the lots have told it.
    sides: Option<Vec<usize>>,
}

impl LinksCheck {
    pub(super) fn new(table: &Table) -> Self {
        let mut first = First::default();
        let chairs = table
            .sitters
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|sitters| reveals(sitters));
        let chairs = chairs.unwrap_or_else(|why| {
            first.fail(1, why);
            Vec::new()
        });
        LinksCheck {
            first,
            throws: table.game() != Some(Game::Stones),
            no_chain: vec![false; chairs.len()],
            chairs,
            sides: None,
        }
    }

    pub(super) fn hear(&mut self, entry: &Entry<'_>) {
        if self.first.failed() {
            return;
        }
        let Some(fields) = entry.fields() else {
            self.first.fail(entry.number, UNREADABLE);
            return;
        };
        match entry.kind() {
            Some(Kind::Lots) if self.sides.is_none() => self.sides = seating(fields, self.chairs.len()),
            Some(Kind::Thrown) if self.throws => {
                let outcome = self.judge(fields);
                self.first.note(entry.number, outcome);
            }
            // Only throws carry links. Lots that are told twice belong to the draws.
            Some(Kind::Header | Kind::Lots | Kind::Thrown | Kind::Moved | Kind::Passed | Kind::Left) => {}
            Some(Kind::ClockOut | Kind::Ended | Kind::Opened) | None => {}
        }
    }

    fn judge(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let side: Side = fields.word("side").map_err(|fault| fault.to_string())?;
        let link = fields.digest_or_null("link").map_err(|fault| fault.to_string())?;
        // What `by` says beyond this is judged with the moves.
        let by: Option<By> = fields.word("by").ok();
        let sides = self
            .sides
            .as_ref()
            .ok_or("no lots before this line say whose chair this is")?;
        let place = Side::in_use(sides.len() as u8)
            .iter()
            .position(|&seated| seated == side);
        let chair = place.map(|place| sides[place]).ok_or("nobody sits on this side")?;
        let Some(shown) = &mut self.chairs[chair] else {
            return if link.is_none() {
                Ok(())
            } else {
                Err("a house bot has no links".to_owned())
            };
        };
        if by == Some(By::NoChain) {
            self.no_chain[chair] = true;
        }
        match (link, by) {
            (Some(_), _) if self.no_chain[chair] => {
                Err("this seat said no_chain, and its throws carry no link from then on".to_owned())
            }
            (Some(link), Some(By::Seat) | None) => {
                *shown = shown.then(&link).map_err(|refusal: LinkRefusal| refusal.to_string())?;
                Ok(())
            }
            (Some(_), Some(By::Clock | By::Away | By::NoChain | By::House | By::Forced)) => {
                Err("only a throw that the seat asked for carries a link".to_owned())
            }
            (None, Some(By::Seat)) if shown.left > 0 => Err(format!(
                "this seat asked for the throw and must show its next link (links left: {})",
                shown.left
            )),
            (None, _) => Ok(()),
        }
    }

    pub(super) fn end(self) -> Check {
        self.first.end(CheckName::TipsAndLinks)
    }
}

/// What each chair has shown after the lock: its reveal, checked against its tip.
fn reveals(sitters: &[Sitter]) -> Result<Vec<Option<Shown>>, String> {
    let mut chairs = Vec::new();
    for (number, sitter) in sitters.iter().enumerate() {
        let shown = match sitter.committed() {
            None => None,
            Some(committed) => {
                let tip = Shown::tip(committed.tip, committed.links);
                Some(
                    tip.then(&committed.reveal)
                        .map_err(|_| format!("chair {number}: `reveal` is not the link before `tip`"))?,
                )
            }
        };
        let twin = sitters[..number]
            .iter()
            .position(|other| match (other.committed(), sitter.committed()) {
                (Some(other), Some(this)) => other.tip == this.tip,
                (Some(_) | None, _) => false,
            });
        if let Some(twin) = twin {
            return Err(format!("chairs {twin} and {number} have the same tip"));
        }
        chairs.push(shown);
    }
    Ok(chairs)
}

/// The chairs of the lots, if they name each chair once.
pub(super) fn seating(fields: Fields<'_>, chairs: usize) -> Option<Vec<usize>> {
    let sides = fields.chairs("sides").ok()?;
    let each_once = sides.len() == chairs && (0..chairs).all(|chair| sides.contains(&chair));
    each_once.then_some(sides)
}
