//! Four stones on the full screen: where the player wants to go, the film of the last tag, and what the court's events
//! do to both.

use chowk_protocol::{ChairNo, CourtEvent, CourtPhase, Event, Place, Stage};

use super::{Effect, Screen};
use crate::client::{Client, Places, Unsaid};
use crate::play::court::aim::Aim;
use crate::play::court::{Sight, is_stones};
use crate::tui::scene::{Said, Tone};

mod card;
mod film;
mod keys;
mod panel;
mod scene;

pub(super) use film::Film;
pub(super) use keys::KEYS;

/// How long a letter glides from one step's place to the next, in milliseconds, and how often it is drawn meanwhile.
const GLIDE_MS: u64 = 320;
const GLIDE_FRAME_MS: u64 = 40;

/// What a player has on the court.
#[derive(Debug, Clone, Default)]
pub(super) struct OnCourt {
    /// Where he wants to go.
    pub(super) aim: Aim,
    /// The direction that was sent last.
    pub(super) sent: (i8, i8),
    /// Gumpu was chosen; a box is to be named.
    pub(super) names_box: bool,
    /// The last tag: who, by whom, in words.
    pub(super) tag: Option<Tag>,
    /// The film of it, while it is shown.
    pub(super) film: Option<Film>,
    /// The places before the newest, and when those came.
    glide: Option<(Places, u64)>,
    newest: Option<Places>,
}

/// A tag, as it was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) seat: ChairNo,
    pub(super) by: ChairNo,
    pub(super) words: String,
}

impl Screen {
    /// Whether four stones are played here.
    pub(super) fn is_court(&self) -> bool {
        self.view.as_ref().is_some_and(is_stones)
    }

    /// The court as this player sees it.
    pub(super) fn sight<'a>(&'a self, client: &'a Client) -> Option<Sight<'a>> {
        Sight::of(self.view.as_ref()?, &self.names, client)
    }

    /// What an event of the court does besides being said.
    pub(super) fn saw_on_court(&mut self, happened: &CourtEvent, client: &mut Client) {
        match happened {
            CourtEvent::Innings { .. } => {
                self.court.aim = Aim::Stand;
                self.court.names_box = false;
                // A direction is kept until the next: who ran at the end is not to run at the beginning.
                if std::mem::take(&mut self.court.sent) != (0, 0) && client.chair().is_some() {
                    let _ = client.input(0, 0);
                }
            }
            CourtEvent::Tagged {
                seat,
                by,
                distance,
                reach,
                ..
            } => {
                self.court.tag = Some(Tag {
                    seat: *seat,
                    by: *by,
                    words: crate::play::court::told::tagged(*seat, *by, *distance, *reach, &self.names),
                });
            }
            CourtEvent::Lots { .. } => {
                self.court.tag = None;
                self.court.film = None;
            }
            CourtEvent::Phase { .. }
            | CourtEvent::Cut { .. }
            | CourtEvent::Taken { .. }
            | CourtEvent::Given { .. }
            | CourtEvent::Crossed { .. }
            | CourtEvent::Void { .. }
            | CourtEvent::Through { .. }
            | CourtEvent::ClockOut { .. }
            | CourtEvent::InningsEnd { .. } => self.court.names_box = false,
        }
    }

    /// Who was caught, and how, stands across the screen until the next key: on a small one the log is soon full.
    pub(super) fn show_catch(&mut self, happened: &CourtEvent, tone: Tone) {
        let told = self.log.back().map(|line| line.said.text.clone());
        let Some(told) = told else { return };
        if let CourtEvent::Tagged { .. } = happened {
            self.flash = Some(Said::new(format!("{} r shows it.", self.plain_marks(&told)), tone));
        } else if let CourtEvent::ClockOut { .. } = happened {
            self.flash = Some(Said::new(told, tone));
        }
    }

    /// How an event of the court is meant for this player.
    pub(super) fn court_tone(&self, happened: &CourtEvent) -> Tone {
        let mine = |chair: &ChairNo| self.names.is_me(*chair);
        match happened {
            CourtEvent::Tagged { seat, by, .. } => match (mine(seat), mine(by)) {
                (true, _) => Tone::Bad,
                (_, true) => Tone::Good,
                (false, false) => Tone::Warning,
            },
            CourtEvent::ClockOut { seat, .. } => {
                if mine(seat) {
                    Tone::Bad
                } else {
                    Tone::Warning
                }
            }
            CourtEvent::Taken { seat, .. }
            | CourtEvent::Given { seat, .. }
            | CourtEvent::Crossed { seat, .. }
            | CourtEvent::Through { seat } => self.tone_of(mine(seat)),
            CourtEvent::Innings { .. } | CourtEvent::Phase { .. } | CourtEvent::Lots { .. } => Tone::Mine,
            CourtEvent::Void { .. } => Tone::Warning,
            CourtEvent::Cut { .. } | CourtEvent::InningsEnd { .. } => Tone::Plain,
        }
    }

    /// Rings where something new begins for this player: an innings, his word as the patwar.
    pub(super) fn ring_on_court(&self, events: &[Event]) -> Vec<Effect> {
        let i_chase = self
            .view
            .as_ref()
            .and_then(|view| view.court.as_ref())
            .is_some_and(|court| self.names.is_me(court.patwar));
        let rings = |event: &Event| {
            let Event::Court { happened, .. } = event else {
                return false;
            };
            match happened {
                CourtEvent::Innings { .. } => true,
                CourtEvent::Phase { phase, .. } => i_chase && *phase == CourtPhase::Choice,
                CourtEvent::Tagged { seat, .. } | CourtEvent::ClockOut { seat, .. } => self.names.is_me(*seat),
                CourtEvent::Lots { .. }
                | CourtEvent::Cut { .. }
                | CourtEvent::Taken { .. }
                | CourtEvent::Given { .. }
                | CourtEvent::Crossed { .. }
                | CourtEvent::Void { .. }
                | CourtEvent::Through { .. }
                | CourtEvent::InningsEnd { .. } => false,
            }
        };
        if self.plays() && events.iter().any(rings) {
            vec![Effect::Bell]
        } else {
            Vec::new()
        }
    }

    /// Places came: letters of a step glide to them, and who aims at a place is steered anew in real time.
    pub(super) fn court_moved(&mut self, client: &mut Client, now: u64) {
        let places = client.table().and_then(|table| table.places().cloned());
        let steps = self.view.as_ref().is_some_and(|view| view.step.is_some());
        let before = std::mem::replace(&mut self.court.newest, places);
        self.court.glide = match (before, &self.court.newest) {
            (Some(before), Some(newest)) if steps && before.tick < newest.tick => Some((before, now)),
            _ => None,
        };
        if !steps && matches!(self.court.aim, Aim::Spot(_)) {
            let _ = self.steer(client);
        }
    }

    /// Where a letter is drawn.
    fn shown_at(&self, sight: &Sight<'_>, chair: ChairNo, now: u64) -> Option<Place> {
        let to = sight.place(chair)?;
        let Some((before, since)) = &self.court.glide else {
            return Some(to);
        };
        let Some(from) = before.at.get(&chair) else {
            return Some(to);
        };
        let gone = i64::try_from(now.saturating_sub(*since).min(GLIDE_MS)).unwrap_or(0);
        let whole = i64::try_from(GLIDE_MS).unwrap_or(1);
        let part = |at: usize| {
            let way = i64::from(to[at] - from[at]) * gone / whole;
            from[at] + i32::try_from(way).unwrap_or(0)
        };
        // A new innings puts everybody somewhere else: nobody glides there.
        let far = crate::play::court::ground::distance(*from, to) > 4_000;
        Some(if far { to } else { [part(0), part(1)] })
    }

    /// When the court changes by itself.
    pub(super) fn court_due(&self, now: u64) -> Option<u64> {
        let glides = self.court.glide.as_ref().filter(|(_, since)| now < since + GLIDE_MS);
        let glide = glides.map(|_| now + GLIDE_FRAME_MS);
        let film = self.court.film.as_ref().and_then(|film| film.due(now));
        [glide, film].into_iter().flatten().min()
    }

    /// Sends the direction that leads where this player wants to go; in real time only if it is another one.
    pub(super) fn steer(&mut self, client: &mut Client) -> Result<(), Unsaid> {
        let Some(sight) = self.sight(client) else {
            return Err(Unsaid::NoTurn);
        };
        let (steps, (dx, dy)) = (sight.step.is_some(), self.court.aim.as_seen(&sight));
        if !steps && self.court.sent == (dx, dy) {
            return Ok(());
        }
        client.input(dx, dy)?;
        self.court.sent = (dx, dy);
        Ok(())
    }

    /// Whether a set runs that this player takes part in.
    pub(super) fn plays_on_court(&self) -> bool {
        self.is_court() && self.plays() && self.stage() == Some(Stage::Playing)
    }
}
