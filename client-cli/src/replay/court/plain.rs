//! A film of a set as lines: one for each thing that happened, or where everybody was at the end of a tick.

use chowk_protocol::{CourtView, Event};

use super::Film;
use crate::client::Places;
use crate::play::court::{Sight, letters, numbers::Numbers, whereabouts};
use crate::play::names::Names;
use crate::play::words::{self, Around};
use crate::replay::told::moment;
use crate::tui::court;

/// The heading, and all that happened up to the end of tick `to`.
pub(crate) fn whole(film: &Film, to: Option<u32>) -> Vec<String> {
    let names = names(film);
    let mut lines = heading(film, &names);
    lines.push(String::new());
    let end = film.happened_by(to.unwrap_or(film.last()));
    lines.extend((0..end).filter_map(|step| line(film, step, &names)));
    lines
}

/// Where everybody was at the end of a tick, and what happened in it and just before.
pub(crate) fn at(film: &Film, tick: u32) -> Vec<String> {
    let names = names(film);
    let mut lines = vec![format!("Tick {tick} of {}, {}.", film.last(), time(film, tick))];
    let before = film.happened_by(tick);
    lines.extend((before.saturating_sub(BEFORE)..before).filter_map(|step| line(film, step, &names)));
    let letters = letters::of(&film.view(tick));
    let (court, places) = film.seen(tick);
    let sight = sight(film, &court, &places, &names);
    lines.extend(court::picture(&court::ground(&sight, &letters, |chair| {
        sight.place(chair)
    })));
    lines.extend(whereabouts(film, tick, &names));
    lines
}

/// So many things that happened before are said again.
const BEFORE: usize = 3;

/// Where everybody was at the end of a tick: drawn, and in words.
pub(super) fn whereabouts(film: &Film, tick: u32, names: &Names) -> Vec<String> {
    let (court, places) = film.seen(tick);
    let sight = sight(film, &court, &places, names);
    let mut lines = whereabouts::all(&sight);
    lines.extend(whereabouts::time(&sight, None));
    lines
}

/// The court as a watcher saw it.
pub(super) fn sight<'a>(film: &Film, court: &'a CourtView, places: &'a Places, names: &'a Names) -> Sight<'a> {
    Sight {
        court,
        places: Some(places),
        numbers: Numbers::of(film.rules()),
        step: None,
        names,
        me: None,
    }
}

/// The names on the chairs.
pub(super) fn names(film: &Film) -> Names {
    let mut names = Names::default();
    names.look(&film.view(0), None);
    names
}

/// What stands before all.
fn heading(film: &Film, names: &Names) -> Vec<String> {
    let header = &film.header;
    let rules = match header.rules.preset() {
        Some(preset) => format!("preset {preset}"),
        None => "rules of its own".into(),
    };
    let mut lines = vec![
        format!(
            "Four stones, {rules}, played from {} at {} ({}).",
            moment(&header.started.to_string()),
            header.server.name,
            header.server.version
        ),
        format!(
            "Match {}. Verified: the hash chain, the seal, all tips and links, every draw, every tick and the result.",
            header.match_id
        ),
    ];
    for chair in 0..5 {
        lines.push(format!("Chair {}: {}.", chair + 1, names.name(chair)));
    }
    lines
}

/// One thing that happened: its tick, its time and its sentence; nothing for what nobody needs to hear.
pub(super) fn line(film: &Film, step: usize, names: &Names) -> Option<String> {
    let step = film.steps.get(step)?;
    let said = sentence(&step.told, names)?;
    let width = film.last().to_string().len();
    Some(format!("{:>width$}  {:>7}  {said}", step.tick, time(film, step.tick)))
}

pub(super) fn sentence(event: &Event, names: &Names) -> Option<String> {
    let around = Around {
        names,
        board: None,
        tick: None,
    };
    words::sentence(event, &around)
}

/// The time of a tick in minutes, seconds and tenths.
pub(super) fn time(film: &Film, tick: u32) -> String {
    let tenths = film.ms(tick) / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}
