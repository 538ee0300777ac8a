//! Manners of the table by lines: who is not heard, the link for friends, house bots that will fill up, a series.

use chowk_protocol::{ChairNo, Event, Stage, View};

use super::Plain;
use crate::address::Invitation;
use crate::client::Client;
use crate::play::names::{count, counted, spoken_code};
use crate::play::question;
use crate::play::typed::Whom;

impl Plain {
    /// Whether this is a phrase of somebody who is not to be heard.
    pub(super) fn is_unheard(&self, event: &Event) -> bool {
        matches!(event, Event::Said { chair, .. } if self.muted.contains(chair))
    }

    /// A new match, or another guest on the chair: everybody is heard again.
    pub(super) fn hear_again(&mut self, event: &Event) {
        if matches!(event, Event::Again { .. }) {
            self.muted.clear();
        }
        if let Event::Left { chair } = event {
            self.muted.remove(chair);
        }
    }

    /// Hears the phrases of a seat no longer, or again.
    pub(super) fn mute(&mut self, whom: &Whom, mute: bool) -> Vec<String> {
        let Some(view) = &self.view else {
            return vec![super::NOT_YET.into()];
        };
        let chair = match question::chair_of(view, &self.names, whom) {
            Ok(chair) => chair,
            Err(text) => return vec![text],
        };
        let name = self.names.name(chair);
        vec![match (mute, self.names.is_me(chair)) {
            (_, true) => "Your own phrases are for the others.".into(),
            (true, false) => {
                self.muted.insert(chair);
                format!("What {name} says is not shown any more in this match. Type unmute to hear it again.")
            }
            (false, false) => {
                self.muted.remove(&chair);
                format!("What {name} says is shown.")
            }
        }]
    }

    /// The link to this table, and what friends type.
    pub(super) fn link(&self, client: &Client) -> Vec<String> {
        let (Some(server), Some(room)) = (&self.server, client.room()) else {
            return vec![super::NOT_YET.into()];
        };
        let link = Invitation::link(server, room);
        let mut lines = vec![
            format!("The link to this table: {link}"),
            format!("In a terminal: chowk join {link}"),
            format!("The code is {}; to look on: chowk watch {link}", spoken_code(room)),
        ];
        if server.is_this_machine() {
            lines.push(
                "(127.0.0.1 is this machine alone; for others put its address in your network there instead.)".into(),
            );
        }
        lines
    }

    /// House bots will take the free chairs: told once, when it is known how soon.
    pub(super) fn soon_filled(&mut self, client: &Client, now: u64) -> Option<String> {
        let view = self.view.as_ref()?;
        let at = view.fill_at.filter(|at| self.fill_told != Some(*at))?;
        let tick = client.tick_at(now)?;
        self.fill_told = Some(at);
        let seconds = at.saturating_sub(tick).div_ceil(1000);
        let free = question::free_chairs(view).len();
        let chairs = if free == 1 { "the free chair" } else { "the free chairs" };
        Some(format!(
            "If nobody comes, house bots take {chairs} in {}; they are always marked as bots.",
            count(seconds, "second", "seconds")
        ))
    }

    /// The table is full again after somebody left: the envelope is the same, and no event tells that.
    pub(super) fn full_again(&self, before: Option<&View>, view: &View, events: &[Event]) -> Option<String> {
        let full = |view: &View| view.stage == Stage::Readying;
        let sealed = events.iter().any(|event| matches!(event, Event::Sealed { .. }));
        if sealed || !full(view) || before.is_none_or(full) {
            return None;
        }
        let next = if self.names.sits() {
            " Type ready when you are."
        } else {
            ""
        };
        Some(format!(
            "The table is full again; the sealed envelope is the same.{next}"
        ))
    }

    /// How a series stands, when that has changed.
    pub(super) fn series_changed(&self, before: Option<&View>, view: &View) -> Option<String> {
        let old = before.and_then(|view| view.series.as_ref());
        let changed = old.is_some_and(|old| Some(old) != view.series.as_ref());
        if changed {
            question::series(view, &self.names)
        } else {
            None
        }
    }

    /// What the host can do about somebody who is away.
    pub(super) fn host_may_hand_over(&self, view: &View, event: &Event, me: Option<ChairNo>) -> Option<String> {
        let Event::Away { chair } = event else { return None };
        let host = me == Some(view.host) && me != Some(*chair);
        host.then(|| {
            format!(
                "As the host you may let a house bot play for {} meanwhile: hand {}.",
                self.names.name(*chair),
                counted(*chair)
            )
        })
    }
}
