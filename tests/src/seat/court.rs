//! Four stones at a seat: rooms to open, and what is told of a court.

use anyhow::{Context as _, anyhow};
use chowk_bots::stones::Brain;
use chowk_cli::{
    brain::AnyBrain,
    client::{Happening, NewRoom, Table},
};
use chowk_protocol::{ChairNo, ClockKind, CourtEvent, CourtPhase, CourtView, Event, GameKind, Place};
use chowk_record::rules::Rules;
use chowk_rules::stones::RuleSet;

use super::{Seat, hear_on, room};

/// Rules whose innings are short, for the sake of who waits for a test.
pub fn short() -> RuleSet {
    RuleSet {
        steal_s: 15,
        gumpu_s: 5,
        chhuttu_s: 5,
        break_s: 1,
        innings: 2,
        ..RuleSet::default()
    }
}

/// Rules whose only innings is over in seconds, for real time.
pub fn brief() -> RuleSet {
    RuleSet {
        steal_s: 8,
        idle_s: 8,
        cut_s: 4,
        gumpu_s: 3,
        innings: 1,
        chhuttu_s: 3,
        ..short()
    }
}

/// A room of four stones to open by these rules: private, in steps of so many ticks or in real time.
pub fn court(rules: RuleSet, step: Option<u8>) -> NewRoom {
    NewRoom {
        game: GameKind::Stones,
        preset: None,
        rules: Some(Rules::Stones(rules).to_value()),
        clock: Some(step.map_or(ClockKind::Casual, |_| ClockKind::None)),
        step,
        ..room(5)
    }
}

impl Seat {
    /// The court that this seat knows, if one is played on.
    pub fn court(&self) -> Option<CourtView> {
        self.client().table()?.court()
    }

    /// Where somebody is, as far as this seat was told.
    ///
    /// # Errors
    /// If it was told no places yet.
    pub fn place(&self, chair: ChairNo) -> anyhow::Result<Place> {
        let places = self.client().table().and_then(Table::places);
        places
            .and_then(|places| places.at.get(&chair).copied())
            .context("no places were told")
    }

    /// Where the innings stands, as this seat knows.
    pub fn phase(&self) -> Option<CourtPhase> {
        Some(self.court()?.phase)
    }

    /// The chair of whoever chases, as this seat knows.
    pub fn patwar(&self) -> Option<ChairNo> {
        Some(self.court()?.patwar)
    }

    /// All that this seat was told and nobody looked at yet.
    pub fn news(&mut self) -> Vec<Happening> {
        self.told.drain(..).collect()
    }

    /// From now on this seat plays four stones so.
    pub fn plays_stones(&mut self, brain: Brain) {
        let seed = u64::from(self.client().chair().unwrap_or(0)) + 7;
        self.plays(AnyBrain::Court(brain), seed);
    }
}

/// The events of a court among what a seat was told, with their ticks.
pub fn court_events(news: &[Happening]) -> Vec<(u32, CourtEvent)> {
    let mut found = Vec::new();
    for happening in news {
        let Happening::Changed { events, .. } = happening else {
            continue;
        };
        for event in events {
            if let Event::Court { tick, happened } = event {
                found.push((*tick, happened.clone()));
            }
        }
    }
    found
}

/// A direction for each chair.
pub type Ways = [(i8, i8); 5];

/// Nobody goes anywhere.
pub const STAND: Ways = [(0, 0); 5];

/// One step of a court by hand: each seat answers with its direction, and all hear until the next is asked.
///
/// # Errors
/// If it is not.
pub async fn step(seats: &mut [Seat], ways: &Ways) -> anyhow::Result<()> {
    let asked = |seat: &Seat| seat.client().table().and_then(Table::step_asked);
    let before = asked(&seats[0]);
    for (seat, (dx, dy)) in seats.iter_mut().zip(ways) {
        seat.client_mut()
            .input(*dx, *dy)
            .map_err(|unsaid| anyhow!("{unsaid}"))?;
        seat.flush().await?;
    }
    hear_on(seats, "the next step", |seats| {
        let next = asked(&seats[0]);
        next != before && seats.iter().all(|seat| asked(seat) == next && seat.v() == seats[0].v())
    })
    .await
}

/// The direction that leads from one place to another, at most as far as `reach` in the time that it holds.
pub fn way(from: Place, to: Place, reach: i32) -> (i8, i8) {
    let (dx, dy) = (f64::from(to[0] - from[0]), f64::from(to[1] - from[1]));
    let most = 127.0 / dx.hypot(dy).max(f64::from(reach)).max(1.0);
    ((dx * most) as i8, (dy * most) as i8)
}
