//! The table: for each kind and field, which check a false value concerns, and at which line it shows first.

mod header;

use chowk_rules::chowka::{Entry, Side, Throws};
use serde_json::Value;

use super::changes::Change;
use super::pawns;
use super::story::Story;
use super::{Expect, Lines};
use crate::line::{By, Line};
use crate::verify::CheckName::{self, Draws, HashChain, Moves, Seal, TipsAndLinks};
use crate::words::Word;

/// What must come of a change.
pub(super) fn expect(story: &Story, at: usize, pointer: &str, change: &Change) -> Expect {
    let path: Vec<&str> = pointer.split('/').skip(1).collect();
    let here = story.number(at);
    let new = match change {
        Change::To(value) => Some(value),
        Change::LeftOut => None,
    };
    match (path[0], story.told(at)) {
        ("h", _) => fails(&[HashChain], here),
        ("kind", told) => of_kind(here, told, new),
        (field, None) => header::of(story, field, &path[1..], new),
        ("line", Some(_)) => fails(&[HashChain], here),
        ("ms", Some(_)) => of_ms(story, at, new),
        ("t" | "sides", Some(Line::Lots { .. })) => fails(&[Draws], here),
        ("side", Some(Line::Thrown { .. } | Line::Moved { .. } | Line::Passed { .. })) => fails(&[Moves], here),
        ("t" | "shells" | "value", Some(Line::Thrown { .. })) => fails(&[Draws], here),
        ("link", Some(Line::Thrown { .. })) => fails(&[TipsAndLinks], here),
        ("by", Some(Line::Thrown { .. })) => of_throw_by(story, at, by(new)),
        ("by", Some(Line::Moved { .. })) => of_move_by(story, at, by(new)),
        ("pawn", Some(Line::Moved { .. })) => of_pawn(story, at, number(new)),
        ("value", Some(Line::Moved { .. })) => of_value(story, at, number(new)),
        ("from" | "to", Some(Line::Moved { .. })) => fails(&[Moves], here),
        ("t", Some(Line::Moved { .. })) => fails(&[Draws], here),
        // A drawn victim belongs to the draws, and one that could not be drawn to the moves as well.
        ("hit", Some(Line::Moved { t: Some(_), .. })) => known_in_hit(&path, &[Draws, Moves], here),
        ("hit", Some(Line::Moved { t: None, .. })) => known_in_hit(&path, &[Moves], here),
        ("value" | "why", Some(Line::Passed { .. })) => fails(&[Moves], here),
        ("side", Some(Line::Left { .. })) => of_leaver(story, at, new),
        // Why somebody left is nothing that follows from the match, as long as it is a word for it.
        ("why", Some(Line::Left { .. })) => word_or(new, &["resigned", "timed_out", "kicked"], &[Moves], here),
        ("ranks" | "why", Some(Line::Ended { .. })) => fails(&[Moves], here),
        ("server_seed", Some(Line::Opened { .. })) => either_end(story),
        (_, Some(_)) => Expect::OnlyLog,
    }
}

fn fails(checks: &[CheckName], line: u64) -> Expect {
    Expect::Fails {
        checks: checks.to_vec(),
        lines: Lines::At(line),
    }
}

fn later(checks: &[CheckName], line: u64) -> Expect {
    Expect::Fails {
        checks: checks.to_vec(),
        lines: Lines::From(line),
    }
}

/// A seed, a match id or a commitment: one of them is wrong, and nobody can say which.
fn either_end(story: &Story) -> Expect {
    Expect::Fails {
        checks: vec![Seal],
        lines: Lines::Either(1, story.last()),
    }
}

fn word_or(new: Option<&Value>, words: &[&str], checks: &[CheckName], line: u64) -> Expect {
    match new.and_then(Value::as_str) {
        Some(word) if words.contains(&word) => Expect::OnlyLog,
        Some(_) | None => fails(checks, line),
    }
}

fn text_or(new: Option<&Value>, checks: &[CheckName], line: u64) -> Expect {
    if new.is_some_and(Value::is_string) {
        Expect::OnlyLog
    } else {
        fails(checks, line)
    }
}

fn by(new: Option<&Value>) -> Option<By> {
    new.and_then(Value::as_str).and_then(By::of)
}

fn number(new: Option<&Value>) -> Option<u8> {
    new.and_then(Value::as_u64).and_then(|number| u8::try_from(number).ok())
}

fn of_kind(here: u64, told: Option<&Line>, new: Option<&Value>) -> Expect {
    let Some(told) = told else {
        return fails(&[HashChain], here);
    };
    match new.and_then(Value::as_str) {
        Some("lots") => fails(&[Draws], here),
        Some("opened") => fails(&[Seal], here),
        Some("thrown" | "moved" | "passed" | "left" | "ended") => match told {
            Line::Lots { .. } => fails(&[Draws], here),
            Line::Opened { .. } => fails(&[Seal], here),
            Line::Thrown { .. } | Line::Moved { .. } | Line::Passed { .. } | Line::Left { .. } | Line::Ended { .. } => {
                fails(&[Moves], here)
            }
            Line::Stones(_) => fails(&[HashChain], here),
        },
        Some(_) | None => fails(&[HashChain], here),
    }
}

fn of_ms(story: &Story, at: usize, new: Option<&Value>) -> Expect {
    let ms_of = |at: usize| story.lines.get(at).and_then(|line| line.get("ms")?.as_u64());
    let Some(ms) = new.and_then(Value::as_u64) else {
        return fails(&[HashChain], story.number(at));
    };
    if ms < ms_of(at - 1).unwrap_or(0) {
        fails(&[HashChain], story.number(at))
    } else if ms_of(at + 1).is_some_and(|after| after < ms) {
        fails(&[HashChain], story.number(at + 1))
    } else {
        Expect::OnlyLog
    }
}

/// The throws of a chair: the place of each, whether it carries a link, and who made it.
fn throws_of(story: &Story, chair: usize) -> impl Iterator<Item = (usize, bool, By)> {
    story.all().filter_map(move |(at, line)| match line {
        Line::Thrown { side, link, by, .. } if story.chair(*side) == Some(chair) => Some((at, link.is_some(), *by)),
        Line::Thrown { .. } | Line::Lots { .. } | Line::Moved { .. } => None,
        Line::Passed { .. } | Line::Left { .. } | Line::Ended { .. } | Line::Opened { .. } | Line::Stones(_) => None,
    })
}

fn of_throw_by(story: &Story, at: usize, new: Option<By>) -> Expect {
    let here = story.number(at);
    let Some(Line::Thrown { side, link, .. }) = story.told(at) else {
        return Expect::OnlyLog;
    };
    let Some(chair) = story.chair(*side) else {
        return Expect::OnlyLog;
    };
    let Some(committed) = story.header.chairs[chair].sitter.committed() else {
        return fails(&[Moves], here);
    };
    let earlier = || throws_of(story, chair).take_while(|(place, _, _)| *place < at);
    match new {
        None | Some(By::Forced | By::House) => fails(&[Moves], here),
        Some(By::Clock | By::Away | By::NoChain) if link.is_some() => fails(&[TipsAndLinks], here),
        Some(By::Clock | By::Away) => Expect::OnlyLog,
        Some(By::NoChain) => {
            // It holds from then on, so the seat's next own throw contradicts it.
            let own = throws_of(story, chair).find(|(place, _, by)| *place > at && *by == By::Seat);
            own.map_or(Expect::OnlyLog, |(place, _, _)| {
                fails(&[TipsAndLinks, Moves], story.number(place))
            })
        }
        Some(By::Seat) if earlier().any(|(_, _, by)| by == By::NoChain) => fails(&[TipsAndLinks, Moves], here),
        Some(By::Seat) => {
            let used = 1 + earlier().filter(|(_, link, _)| *link).count() as u64;
            if used < committed.links {
                fails(&[TipsAndLinks], here)
            } else {
                Expect::OnlyLog
            }
        }
    }
}

fn of_move_by(story: &Story, at: usize, new: Option<By>) -> Expect {
    let here = story.number(at);
    let Some(&Line::Moved { side, pawn, value, .. }) = story.told(at) else {
        return Expect::OnlyLog;
    };
    let house = story
        .chair(side)
        .is_some_and(|chair| story.header.chairs[chair].sitter.committed().is_none());
    let allowed = match new {
        None | Some(By::NoChain) => false,
        Some(By::Forced) => story.before(at).forced() == Some((pawn, value)),
        Some(By::House) => house,
        Some(By::Seat | By::Clock | By::Away) => !house,
    };
    if allowed {
        Expect::OnlyLog
    } else {
        fails(&[Moves], here)
    }
}

/// Another pawn has another `from`, unless it stands on the same square; then the two have changed places, which shows
/// when one of them is named.
fn of_pawn(story: &Story, at: usize, new: Option<u8>) -> Expect {
    let here = story.number(at);
    let Some(&Line::Moved { side, pawn, by, .. }) = story.told(at) else {
        return Expect::OnlyLog;
    };
    let places = story.before(at).pawns(side);
    match new {
        Some(other) if by != By::Forced && places.get(usize::from(other)) == places.get(usize::from(pawn)) => {
            match pawns::first_false(story, at, side, (pawn, other)) {
                Some(place) => fails(&[Moves, Draws], story.number(place)),
                None => Expect::OnlyLog,
            }
        }
        Some(_) | None => fails(&[Moves], here),
    }
}

/// Another value leads elsewhere, unless the pawn enters and another value in hand brings it in as well.
fn of_value(story: &Story, at: usize, new: Option<u8>) -> Expect {
    let here = story.number(at);
    let Some(Line::Moved { from, by, .. }) = story.told(at) else {
        return Expect::OnlyLog;
    };
    let game = story.before(at);
    let in_hand = |value: &u8| game.turn().is_some_and(|turn| turn.hand.contains(value));
    let enters = |value: &u8| match game.rules().entry {
        Entry::OnHome => false,
        Entry::Needs(needs) => needs.contains(*value),
    };
    let collects = game.rules().throws == Throws::Collect;
    match new {
        Some(other) if collects && *from == 0 && *by != By::Forced && in_hand(&other) && enters(&other) => {
            later(&[Moves], here + 1)
        }
        Some(_) | None => fails(&[Moves], here),
    }
}

/// Another side that still plays could have left instead; the match then goes on as it could not.
fn of_leaver(story: &Story, at: usize, new: Option<&Value>) -> Expect {
    let side = new.and_then(Value::as_str).and_then(Side::of);
    if side.is_some_and(|side| story.before(at).is_playing(side)) {
        later(&[Moves], story.number(at) + 1)
    } else {
        fails(&[Moves], story.number(at))
    }
}

/// Fields that nobody knows may stand in a hit as well.
fn known_in_hit(path: &[&str], checks: &[CheckName], line: u64) -> Expect {
    match path {
        [_, _, field] if !["side", "pawn", "from"].contains(field) => Expect::OnlyLog,
        [_, _, _, _, ..] => Expect::OnlyLog,
        [..] => fails(checks, line),
    }
}
