//! The panel of a court: innings, phase and its clock, stones and cuts, the seats, what can be done now, the step.

use chowk_protocol::{ChairNo, CourtPhase, RunnerView, View};

use super::super::Screen;
use crate::client::Client;
use crate::play::court::advice::{self, Hands};
use crate::play::court::ground::box_of;
use crate::play::court::whereabouts::phase_word;
use crate::play::court::{Letters, Sight, advice::patrol};
use crate::play::names::count;
use crate::tui::court::{PanelLine, SeatLine};
use crate::tui::panel::clock_words;
use crate::tui::scene::{Said, Tone};

/// Seconds of an idle clock from which on it is shown.
const IDLE_SHOWN_S: u32 = 10;

fn words(text: impl Into<String>, tone: Tone) -> PanelLine {
    PanelLine::Words(Said::new(text, tone))
}

impl Screen {
    pub(super) fn court_panel(
        &self,
        view: &View,
        sight: &Sight<'_>,
        letters: &Letters,
        client: &Client,
        now: u64,
    ) -> Vec<Vec<PanelLine>> {
        let mut advice: Vec<PanelLine> = Vec::new();
        if view.stage == chowk_protocol::Stage::Playing {
            let tone = if sight.me.is_some() { Tone::Good } else { Tone::Plain };
            advice.extend(
                advice::now(sight, Hands::Keys)
                    .into_iter()
                    .map(|text| words(text, tone)),
            );
        }
        vec![
            self.innings(sight, letters),
            self.seat_lines(view, sight, letters, client),
            self.so_far(sight, letters),
            advice,
            self.step_lines(sight, letters, client, now),
            self.court_notes(view, client),
        ]
    }

    /// Innings as chalk strokes, the phase and its clock, stones, cuts, whether tags count.
    fn innings(&self, sight: &Sight<'_>, letters: &Letters) -> Vec<PanelLine> {
        let court = sight.court;
        let innings = u32::from(court.innings);
        let all = sight.numbers.innings.max(innings);
        let strokes: String = (1..=all)
            .map(|number| if number <= innings { '|' } else { '.' })
            .collect();
        let clock = court.ends.map_or_else(String::new, |ends| {
            format!(" {}", clock_words(u64::from(sight.seconds_to(ends)) * 1000))
        });
        let mut lines = vec![words(
            format!(
                "Innings {strokes} {innings} of {all}  {}{clock}",
                phase_word(court.phase)
            ),
            Tone::Mine,
        )];
        match court.phase {
            CourtPhase::Break | CourtPhase::Steal => {
                let stones = "o".repeat(court.ground.into());
                let stones = if stones.is_empty() { "none".into() } else { stones };
                lines.push(words(format!("Stones in the circle: {stones}"), Tone::Plain));
                let cuts = sight.cuts();
                let arms: Vec<&str> = court
                    .cut
                    .iter()
                    .filter(|(_, cut)| **cut)
                    .map(|(arm, _)| arm.letter())
                    .collect();
                let patwar = self.court_name(court.patwar, letters);
                lines.push(match cuts {
                    4 => words("All four arms are cut.", Tone::Faint),
                    cuts => words(
                        format!("{patwar} is cutting {cuts}/4 {}", arms.join(" "))
                            .trim_end()
                            .to_owned(),
                        Tone::Plain,
                    ),
                });
                if let Some(ends) = court.idle_ends.filter(|_| court.phase == CourtPhase::Steal) {
                    let left = sight.seconds_to(ends);
                    if left <= IDLE_SHOWN_S {
                        let left = count(left.into(), "second", "seconds");
                        lines.push(words(
                            format!("Somebody must take, give or cross within {left}."),
                            Tone::Warning,
                        ));
                    }
                }
            }
            CourtPhase::Choice => {
                let patwar = self.court_name(court.patwar, letters);
                lines.push(words(format!("{patwar} chooses."), Tone::Plain));
            }
            CourtPhase::Gumpu => {
                let name = court.r#box.map_or("?", |name| name.letters());
                let inside = court
                    .runners
                    .keys()
                    .filter(|chair| court.r#box.is_some() && sight.place(**chair).and_then(box_of) == court.r#box);
                lines.push(words(
                    format!("Gumpu in {name}: {} of 4 are inside.", inside.count()),
                    Tone::Plain,
                ));
            }
            CourtPhase::Chhuttu => {
                let through = court.runners.values().filter(|runner| runner.through).count();
                lines.push(words(format!("Chhuttu: {through} of 4 are through."), Tone::Plain));
            }
            CourtPhase::Over => {}
        }
        if court.void && court.phase != CourtPhase::Choice {
            lines.push(words("VOID: tags do not count.", Tone::Warning));
        } else if !sight.i_chase() && sight.cuts() == 4 {
            let patrol = patrol(sight).filter(|_| court.phase == CourtPhase::Steal);
            let by = court
                .patrol_by
                .map(|by| sight.seconds_to(by))
                .filter(|_| patrol.is_some());
            lines.extend(by.map(|left| words(format!("The patwar must move on within {left} s."), Tone::Faint)));
        }
        lines
    }

    /// `Ravi [R]`: a name with its letter.
    fn court_name(&self, chair: ChairNo, letters: &Letters) -> String {
        let letter = letters.get(&chair).copied().unwrap_or('?');
        if self.names.is_me(chair) {
            format!("Patwar {letter} (you)")
        } else {
            format!("Patwar {letter}")
        }
    }

    fn seat_lines(&self, view: &View, sight: &Sight<'_>, letters: &Letters, client: &Client) -> Vec<PanelLine> {
        let waits = self.waits_for(sight, client);
        let steps = sight.court.step.is_some();
        let line = |(chair, seat): (&ChairNo, &chowk_protocol::ChairView)| {
            let runner = sight.court.runners.get(chair);
            let absent = super::super::table::absent(*chair, seat, client);
            let state = runner.map_or_else(String::new, |runner| state_of(runner, sight));
            PanelLine::Seat(SeatLine {
                letter: letters.get(chair).copied().unwrap_or('?'),
                seat: *chair,
                name: seat.name.clone().unwrap_or_else(|| "?".into()),
                kind: self.kind(*chair, Some(seat)).replace("house bot", "bot"),
                chases: *chair == sight.court.patwar,
                mine: self.names.is_me(*chair),
                home: runner.map(|runner| runner.home),
                stones: runner.map_or(0, |runner| runner.stones),
                warns: !absent.is_empty(),
                state: if absent.is_empty() {
                    state
                } else {
                    absent.replace(", auto", "")
                },
                waits: steps.then(|| waits.contains(chair)),
            })
        };
        view.chairs.iter().map(line).collect()
    }

    /// Whose answer the open step waits for.
    fn waits_for(&self, sight: &Sight<'_>, client: &Client) -> Vec<ChairNo> {
        let Some(step) = &sight.court.step else {
            return Vec::new();
        };
        let answered = client.step_answered();
        let asked = step.asks.keys().copied();
        asked
            .filter(|chair| {
                if self.names.is_me(*chair) {
                    client.step_waits()
                } else {
                    !answered.contains(chair)
                }
            })
            .collect()
    }

    /// Who was caught, and who may still win.
    fn so_far(&self, sight: &Sight<'_>, letters: &Letters) -> Vec<PanelLine> {
        let letter = |chair: &ChairNo| letters.get(chair).copied().unwrap_or('?').to_string();
        let mut lines = Vec::new();
        if !sight.court.caught.is_empty() {
            let caught = sight.court.caught.iter();
            let caught: Vec<String> = caught
                .map(|(innings, chair)| format!("{} in innings {innings}", letter(chair)))
                .collect();
            lines.push(words(format!("Caught: {}", caught.join(", ")), Tone::Plain));
        }
        let never: Vec<String> = sight.never_caught().iter().map(letter).collect();
        if !never.is_empty() {
            lines.push(words(format!("Never caught so far: {}", never.join(" ")), Tone::Plain));
        }
        lines
    }

    /// The open step: which way, how long, for whom it waits.
    fn step_lines(&self, sight: &Sight<'_>, letters: &Letters, client: &Client, now: u64) -> Vec<PanelLine> {
        let aim = self.court.aim;
        if sight.step.is_none() {
            let moves = matches!(
                sight.court.phase,
                CourtPhase::Steal | CourtPhase::Gumpu | CourtPhase::Chhuttu
            );
            let mine = sight.me.is_some() && moves;
            return mine
                .then(|| words(format!("You: {}.", aim.words()), Tone::Plain))
                .into_iter()
                .collect();
        }
        let (Some(step), Some(number)) = (&sight.court.step, sight.step_number()) else {
            return Vec::new();
        };
        let left = step.deadline.zip(client.tick_at(now));
        if sight.court.phase == CourtPhase::Choice {
            // What is open is the patwar's word, and not a direction.
            let left = left.map(|(deadline, tick)| clock_words(deadline.saturating_sub(tick)));
            return left
                .map(|left| words(format!("The word waits {left} more."), Tone::Plain))
                .into_iter()
                .collect();
        }
        let clock = left.map_or_else(String::new, |(deadline, tick)| {
            format!("  {}", clock_words(deadline.saturating_sub(tick)))
        });
        if client.step_waits() {
            let what = if aim == crate::play::court::aim::Aim::Stand {
                "stand still, or a direction?".to_owned()
            } else {
                format!("{}?", aim.words())
            };
            return vec![words(format!("Step {number}: {what} Enter.{clock}"), Tone::Good)];
        }
        let waits: Vec<String> = self
            .waits_for(sight, client)
            .iter()
            .filter_map(|chair| letters.get(chair).map(char::to_string))
            .collect();
        if waits.is_empty() && sight.court.phase == CourtPhase::Break {
            return Vec::new();
        }
        if waits.is_empty() {
            return vec![words(format!("Step {number} .."), Tone::Faint)];
        }
        vec![words(
            format!("Step {number} waits for {}{clock}", waits.join(" ")),
            Tone::Plain,
        )]
    }

    fn court_notes(&self, view: &View, client: &Client) -> Vec<PanelLine> {
        let notes = self.notes(view, client).into_iter();
        let notes = notes.filter(|note| !note.contains("link"));
        let notes = notes.map(|note| note.replacen("Throws", "Lots", 1));
        notes.map(|note| words(note, Tone::Faint)).collect()
    }
}

/// What a runner does or has done, in a word.
fn state_of(runner: &RunnerView, sight: &Sight<'_>) -> String {
    match sight.court.phase {
        CourtPhase::Chhuttu if runner.through => "through".into(),
        CourtPhase::Chhuttu if runner.done => "go home".into(),
        CourtPhase::Chhuttu => format!("{}/{} {}", runner.rounds / 4, sight.numbers.rounds, rest(runner.rounds)),
        CourtPhase::Gumpu if runner.rooted_until <= sight.tick() => String::new(),
        CourtPhase::Break | CourtPhase::Steal | CourtPhase::Choice | CourtPhase::Gumpu | CourtPhase::Over => {
            if runner.rooted_until > sight.tick() {
                "picking".into()
            } else {
                String::new()
            }
        }
    }
}

/// Crossings of the round that is not whole yet: `+2`.
fn rest(rounds: u8) -> String {
    match rounds % 4 {
        0 => String::new(),
        rest => format!("+{rest}"),
    }
}
