//! The panel beside a court that is shown again: innings and clock, the five, who was caught, what just happened.

use chowk_protocol::{ChairKind, CourtPhase, RunnerView};

use super::plain;
use super::show::Show;
use crate::play::court::{Sight, whereabouts::phase_word};
use crate::replay::told::clock;
use crate::tui::court::{PanelLine, SeatLine};
use crate::tui::scene::{Said, Tone};

/// The sections, from the top.
pub(super) fn panel(show: &Show, sight: &Sight<'_>) -> Vec<Vec<PanelLine>> {
    vec![innings(sight), seats(show, sight), so_far(show, sight), happened(show)]
}

fn words(text: impl Into<String>, tone: Tone) -> PanelLine {
    PanelLine::Words(Said::new(text, tone))
}

fn innings(sight: &Sight<'_>) -> Vec<PanelLine> {
    let court = sight.court;
    let left = court.ends.map_or_else(String::new, |ends| {
        format!(" {}", clock(u64::from(sight.seconds_to(ends)) * 1000))
    });
    let named = court
        .r#box
        .map_or_else(String::new, |name| format!(" in {}", name.letters()));
    let mut lines = vec![words(
        format!(
            "Innings {} of {}  {}{named}{left}",
            court.innings,
            sight.numbers.innings,
            phase_word(court.phase)
        ),
        Tone::Mine,
    )];
    lines.extend(match court.phase {
        CourtPhase::Break | CourtPhase::Steal => Some(words(
            format!(
                "Stones in the circle: {}; arms cut: {} of 4",
                court.ground,
                sight.cuts()
            ),
            Tone::Plain,
        )),
        CourtPhase::Chhuttu => {
            let through = court.runners.values().filter(|runner| runner.through).count();
            Some(words(format!("{through} of 4 are through"), Tone::Plain))
        }
        CourtPhase::Choice | CourtPhase::Gumpu | CourtPhase::Over => None,
    });
    if court.void {
        lines.push(words("VOID: tags do not count.", Tone::Warning));
    }
    lines
}

fn seats(show: &Show, sight: &Sight<'_>) -> Vec<PanelLine> {
    let chairs = show.film.view(show.at).chairs.into_iter();
    let line = |(chair, seat): (u8, chowk_protocol::ChairView)| {
        let runner = sight.court.runners.get(&chair);
        PanelLine::Seat(SeatLine {
            letter: show.letters.get(&chair).copied().unwrap_or('?'),
            seat: chair,
            name: seat.name.unwrap_or_default(),
            kind: match seat.kind {
                ChairKind::Bot | ChairKind::House => "bot".into(),
                ChairKind::Person | ChairKind::Empty => String::new(),
            },
            chases: chair == sight.court.patwar,
            mine: false,
            home: runner.map(|runner| runner.home),
            stones: runner.map_or(0, |runner| runner.stones),
            state: runner.map_or_else(String::new, |runner| state(runner, sight)),
            warns: false,
            waits: None,
        })
    };
    chairs.map(line).collect()
}

fn state(runner: &RunnerView, sight: &Sight<'_>) -> String {
    match sight.court.phase {
        CourtPhase::Steal if runner.rooted_until > sight.tick() => "picking".into(),
        CourtPhase::Chhuttu if runner.through => "through".into(),
        CourtPhase::Chhuttu => format!("{}/{}", runner.rounds, sight.numbers.crossings()),
        CourtPhase::Break | CourtPhase::Steal | CourtPhase::Choice | CourtPhase::Gumpu | CourtPhase::Over => {
            String::new()
        }
    }
}

fn so_far(show: &Show, sight: &Sight<'_>) -> Vec<PanelLine> {
    let letter = |chair: &u8| show.letters.get(chair).copied().unwrap_or('?').to_string();
    let caught = sight.court.caught.iter();
    let caught: Vec<String> = caught
        .map(|(innings, chair)| format!("{} in innings {innings}", letter(chair)))
        .collect();
    let may_win: Vec<String> = sight.never_caught().iter().map(letter).collect();
    let mut lines = Vec::new();
    if !caught.is_empty() {
        lines.push(words(format!("Caught: {}", caught.join(", ")), Tone::Plain));
    }
    if !may_win.is_empty() {
        lines.push(words(format!("May win: {}", may_win.join(" ")), Tone::Plain));
    }
    lines
}

/// What happened in this very tick.
fn happened(show: &Show) -> Vec<PanelLine> {
    let now = show.film.steps.iter().filter(|step| step.tick == show.at);
    let said = now.filter_map(|step| {
        let tone = if step.tag { Tone::Warning } else { Tone::Good };
        Some(words(plain::sentence(&step.told, &show.names)?, tone))
    });
    said.collect()
}
