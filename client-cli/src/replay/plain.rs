//! A film as lines: the whole match, the match up to a throw, or the table at a throw.

use super::film::Film;
use super::told::{Told, clock};
use crate::play::names::{count, pawn_name, side_word};
use crate::play::question;
use crate::play::stats::Stats;
use chowk_protocol::{Event, SideName, TurnPhase};

/// The heading, all steps up to throw number `to` and what followed from it, and at the end the statistics.
pub(super) fn whole(film: &Film, told: &Told, to: Option<u32>) -> Vec<String> {
    let end = to.and_then(|throw| film.after_throw(throw)).unwrap_or(film.steps.len());
    let mut lines = told.heading(film);
    lines.push(String::new());
    lines.extend((1..=end).flat_map(|at| step(film, told, at)));
    if end == film.steps.len() {
        lines.push(String::new());
        lines.extend(statistics(film, told, end));
    }
    lines
}

/// One step: its number and time where it is a throw, its sentences, and who did it.
pub(super) fn step(film: &Film, told: &Told, at: usize) -> Vec<String> {
    let Some(step) = film.step(at) else { return Vec::new() };
    let width = film.throws().to_string().len();
    let number = if matches!(step.event, Event::Thrown { .. }) {
        format!("{:>width$}  {:>6}", step.throws, clock(step.ms))
    } else {
        " ".repeat(width + 8)
    };
    let mut said = told.step(film, at).into_iter();
    let by = Told::by(step).map_or_else(String::new, |by| format!("  [{by}]"));
    let mut lines: Vec<String> = said
        .next()
        .map(|first| format!("{number}  {first}{by}"))
        .into_iter()
        .collect();
    lines.extend(said.map(|more| format!("{}  {more}", " ".repeat(width + 8))));
    lines
}

/// The table right after a throw: the board, where all stand, what could be moved, and what was done then.
pub(super) fn table(film: &Film, told: &Told, throw: u32, bottom: SideName) -> Vec<String> {
    let Some(at) = film.at_throw(throw) else {
        return Vec::new();
    };
    let view = film.view(at);
    let mut lines = vec![format!("Throw {throw} of {}.", film.throws())];
    lines.extend(step(film, told, at));
    if let Some(board) = &told.board {
        lines.extend(board.draw(&view, bottom));
        lines.push(format!(
            "Numbers count along the route of {}; x: nobody is hit there.",
            side_word(bottom)
        ));
    }
    lines.extend(question::pawns(&view, &told.names));
    lines.extend(choices(film, told, at));
    let after = film.after_throw(throw).unwrap_or(at);
    lines.push("What followed:".into());
    lines.extend((at + 1..=after).flat_map(|at| step(film, told, at)));
    if after == at {
        lines.push("  Nothing before the next throw.".into());
    }
    lines
}

/// Which moves there were, and why there were no others.
pub(super) fn choices(film: &Film, told: &Told, at: usize) -> Vec<String> {
    let view = film.view(at);
    let Some(turn) = view.turn.as_ref().filter(|turn| turn.phase == TurnPhase::Move) else {
        return Vec::new();
    };
    let several = turn.hand.len() > 1;
    let mut lines = vec![format!("{} could move:", told.names.name_of(turn.side))];
    for (pawn, by_value) in &turn.moves {
        for (value, step) in by_value {
            let by = if several { format!(" by {value}") } else { String::new() };
            let words = question::step_words(step, &told.names, told.board.as_ref());
            lines.push(format!("  {}{by}: {words}.", pawn_name(turn.side, *pawn)));
        }
    }
    if turn.moves.is_empty() {
        lines = vec![format!("{} could move no pawn.", told.names.name_of(turn.side))];
    }
    if !turn.blocked.is_empty() {
        lines.extend(question::why(&view, &told.names));
    }
    lines
}

/// The numbers of the match up to a position.
pub(super) fn statistics(film: &Film, told: &Told, at: usize) -> Vec<String> {
    let rules = film.view(0).rules;
    let mut stats = Stats::default();
    stats.begin(&rules);
    film.steps.iter().take(at).for_each(|step| stats.saw(&step.event));
    let mut lines = stats.lines(&told.names, &rules);
    if let Some(last) = film.steps.last().filter(|_| at == film.steps.len()) {
        lines.insert(
            0,
            format!(
                "{} in {}.",
                count(film.throws().into(), "throw", "throws"),
                clock(last.ms)
            ),
        );
    }
    lines
}
