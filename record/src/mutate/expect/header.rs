//! The table for the header: what was sealed, who sat where, and what nothing follows from.

use serde_json::Value;

use super::{either_end, fails, later, text_or, throws_of, word_or};
use crate::line::By;
use crate::moment::Moment;
use crate::mutate::Expect;
use crate::mutate::story::Story;
use crate::verify::CheckName::{Draws, Seal, TipsAndLinks};

/// What must come of a change of `field` of the header, or of what `path` names in it.
pub(super) fn of(story: &Story, field: &str, path: &[&str], new: Option<&Value>) -> Expect {
    match field {
        "match" | "server_commit" => either_end(story),
        "record" | "engine" | "game" | "scheme" | "rules" | "rules_hash" => fails(&[Seal], 1),
        "preset" => {
            let named = story.header.rules.preset();
            let true_now = new.is_some_and(|new| new.is_null() || (named.is_some() && new.as_str() == named));
            if true_now { Expect::OnlyLog } else { fails(&[Seal], 1) }
        }
        "started" => {
            let moment = new.and_then(Value::as_str).and_then(|text| text.parse::<Moment>().ok());
            if moment.is_some() {
                Expect::OnlyLog
            } else {
                fails(&[Seal], 1)
            }
        }
        "server" => match path {
            [] => fails(&[Seal], 1),
            ["name" | "version"] => text_or(new, &[Seal], 1),
            [..] => Expect::OnlyLog,
        },
        "chairs" => of_chairs(story, path, new),
        _ => Expect::OnlyLog,
    }
}

fn of_chairs(story: &Story, path: &[&str], new: Option<&Value>) -> Expect {
    let chairs = story.header.chairs.len();
    match path {
        // Chairs in another order: other lots, other links.
        [] if new.and_then(Value::as_array).is_some_and(|list| list.len() == chairs) => {
            later(&[Draws, TipsAndLinks], 2)
        }
        [] => fails(&[Seal], 1),
        // A chair less: the lots are of too many.
        [_] if new.is_none() && chairs > 2 => fails(&[Draws], 2),
        [_] => fails(&[Seal], 1),
        [chair, field] => {
            let chair: usize = chair.parse().unwrap_or(0);
            let house = story.header.chairs[chair].sitter.committed().is_none();
            match *field {
                "name" => text_or(new, &[Seal], 1),
                "kind" if house => fails(&[TipsAndLinks, Seal], 1),
                "kind" => word_or(new, &["person", "bot"], &[TipsAndLinks, Seal], 1),
                "tip" | "reveal" => fails(&[TipsAndLinks], 1),
                "links" => of_links(story, chair, new.and_then(Value::as_u64)),
                _ => Expect::OnlyLog,
            }
        }
        [..] => Expect::OnlyLog,
    }
}

/// One link less shows only if all were used, one more only if the seat threw without one when they were used up.
fn of_links(story: &Story, chair: usize, new: Option<u64>) -> Expect {
    let (Some(committed), Some(links)) = (story.header.chairs[chair].sitter.committed(), new) else {
        return fails(&[TipsAndLinks], 1);
    };
    let throws = || throws_of(story, chair);
    let first_false = if links < committed.links {
        // The reveal is a link as well.
        throws()
            .filter(|(_, link, _)| *link)
            .nth(links.saturating_sub(1) as usize)
    } else {
        throws().find(|(_, link, by)| !*link && *by == By::Seat)
    };
    match first_false {
        _ if links == 0 => fails(&[TipsAndLinks], 1),
        Some((at, _, _)) => fails(&[TipsAndLinks], story.number(at)),
        None => Expect::OnlyLog,
    }
}
