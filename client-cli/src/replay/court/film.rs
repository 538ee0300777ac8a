//! A set of four stones as a film: the court at the end of each tick, played again from what its record says was wished.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use chowk_protocol::{ChairNo, CourtEvent, CourtView, Event as Told, Hex, ResultView, RoomCode, View};
use chowk_record::{
    fair::Digest,
    line::{Header, Line, StonesInput, StonesLine},
    rules::Rules,
};
use chowk_rules::stones::{Ending, Event, Outcome, Seat, Set, Wish};
use chowk_rules::{Drawn, Fate, chowka::Shells};
use serde_json::Value;

use chowk_wire::stones as wire;

use crate::client::Places;
use crate::replay::record::{self, NO_ROOM, Record};

/// A set whose record holds in every check.
#[derive(Debug, Clone)]
pub(crate) struct Film {
    /// The first line of the record.
    pub(crate) header: Header,
    /// What happened, the lots first.
    pub(crate) steps: Vec<Step>,
    /// The set at the end of each tick, from 0.
    sets: Vec<Set>,
    /// Who was caught, by the tick of it and the innings.
    caught: Vec<(u32, u8, ChairNo)>,
    rules: Arc<Value>,
    seed: Digest,
    code: RoomCode,
}

/// Something that happened.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// In which tick.
    pub(crate) tick: u32,
    /// What, as a watcher was told.
    pub(crate) told: Told,
    /// Whether it is a tag.
    pub(crate) tag: bool,
}

/// The chance that was drawn, as the record tells it; it was verified.
struct Again(VecDeque<Drawn<u32>>);

impl Film {
    /// The film of a record of four stones; `None` if it holds no set.
    pub(crate) fn of(record: Record) -> Option<Self> {
        let Record { header, lines } = record;
        let Rules::Stones(rules) = header.rules else {
            return None;
        };
        let mut seed = None;
        let (mut wishes, mut draws) = (BTreeMap::<u32, Vec<(Seat, Wish)>>::new(), VecDeque::new());
        let (mut lots, mut happened) = (None, Vec::new());
        for (line, _) in &lines {
            if let Line::Opened { server_seed } = line {
                seed = Some(*server_seed);
            }
            let Line::Stones(line) = line else { continue };
            match line {
                StonesLine::Lots { t, places } => lots = Some((*t, *places)),
                StonesLine::Inputs(inputs) => {
                    for &StonesInput { tick, seat, dx, dy } in inputs {
                        wishes.entry(tick).or_default().push((seat, Wish::Steer { dx, dy }));
                    }
                }
                StonesLine::Wished { tick, seat, wish } => wishes.entry(*tick).or_default().push((*seat, *wish)),
                StonesLine::Happened { tick, event } => {
                    draws.extend(drawn(event));
                    happened.push((*tick, event.clone()));
                }
            }
        }
        let ((t, places), seed, last) = (lots?, seed?, happened.last()?.0);
        let mut sets = vec![Set::new(rules, places)];
        let mut fate = Again(draws);
        for tick in 1..=last {
            let mut set = sets.last()?.clone();
            set.advance(wishes.get(&tick).map_or(&[], Vec::as_slice), &mut fate);
            sets.push(set);
        }
        if happened.last().is_some_and(|(_, event)| is_given_up(event)) {
            sets.last_mut()?.abandon();
        }
        let mut steps = vec![Step {
            tick: 0,
            told: wire::lots(t, places),
            tag: false,
        }];
        steps.extend(happened.iter().map(|(tick, event)| Step {
            tick: *tick,
            told: told_by(*tick, event, &seed),
            tag: matches!(event, Event::Tagged { .. }),
        }));
        Some(Self {
            rules: Arc::new(header.rules.to_value()),
            caught: caught(&happened),
            code: NO_ROOM.parse().ok()?,
            header,
            steps,
            sets,
            seed,
        })
    }

    /// The last tick.
    pub(crate) fn last(&self) -> u32 {
        u32::try_from(self.sets.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The set at the end of a tick, or at its own end.
    pub(crate) fn set(&self, tick: u32) -> &Set {
        let at = usize::try_from(tick).unwrap_or(usize::MAX).min(self.sets.len() - 1);
        &self.sets[at]
    }

    /// How many of what happened had happened by the end of a tick.
    pub(crate) fn happened_by(&self, tick: u32) -> usize {
        self.steps.partition_point(|step| step.tick <= tick)
    }

    /// All that may be seen of the court at the end of a tick, but places.
    pub(crate) fn court(&self, tick: u32) -> CourtView {
        let by_then = self.caught.iter().filter(|(when, ..)| *when <= tick);
        wire::court(
            self.set(tick),
            &by_then.map(|(_, innings, chair)| (*innings, *chair)).collect(),
        )
    }

    /// Where all are at the end of a tick.
    pub(crate) fn places(&self, tick: u32) -> Places {
        let set = self.set(tick);
        Places {
            tick: set.tick(),
            at: wire::places(&Seat::ALL.map(|seat| set.place(seat))),
        }
    }

    /// The court and the places to be shown of a tick. One that ends an innings has the next one's places already: of it
    /// is shown how the innings ended, the two of a tag where they touched.
    pub(crate) fn seen(&self, tick: u32) -> (CourtView, Places) {
        let mut now = self.steps.iter().filter(|step| step.tick == tick);
        let ends = |told: &Told| {
            matches!(
                told,
                Told::Court {
                    happened: CourtEvent::InningsEnd { .. },
                    ..
                }
            )
        };
        let Some(before) = tick.checked_sub(1).filter(|_| now.any(|step| ends(&step.told))) else {
            return (self.court(tick), self.places(tick));
        };
        let (mut court, mut places) = (self.court(before), self.places(before));
        (court.tick, places.tick) = (tick, tick);
        for step in self.steps.iter().filter(|step| step.tick == tick) {
            if let Told::Court {
                happened:
                    CourtEvent::Tagged {
                        seat,
                        by,
                        at,
                        patwar_at,
                        ..
                    },
                ..
            } = &step.told
            {
                places.at.extend([(*seat, *at), (*by, *patwar_at)]);
            }
        }
        (court, places)
    }

    /// What a watcher saw of the table at the end of a tick.
    pub(crate) fn view(&self, tick: u32) -> View {
        let result = self.set(tick).result().map(|outcome| ResultView {
            ranks: Vec::new(),
            seats: wire::ranks(&outcome.ranks),
            why: wire::ended_why(outcome.why),
            server_seed: Hex(*self.seed.as_bytes()),
            record: String::new(),
        });
        View {
            court: Some(self.court(tick)),
            ..record::view(&self.header, self.code, &self.rules, result)
        }
    }

    /// The rules as JSON.
    pub(crate) fn rules(&self) -> &Value {
        &self.rules
    }

    /// Ticks a second.
    pub(crate) fn hz(&self) -> u32 {
        self.set(0).rules().hz.max(1)
    }

    /// The next tick in which something happened.
    pub(crate) fn event_after(&self, tick: u32) -> Option<u32> {
        self.steps.get(self.happened_by(tick)).map(|step| step.tick)
    }

    /// The tick before this one in which something happened.
    pub(crate) fn event_before(&self, tick: u32) -> Option<u32> {
        let before = self.happened_by(tick.checked_sub(1)?);
        self.steps.get(before.checked_sub(1)?).map(|step| step.tick)
    }

    /// The tick of the next tag.
    pub(crate) fn tag_after(&self, tick: u32) -> Option<u32> {
        self.tags().find(|tag| *tag > tick)
    }

    /// The tick of the last tag up to here.
    pub(crate) fn tag_before(&self, tick: u32) -> Option<u32> {
        self.tags().filter(|tag| *tag < tick).last()
    }

    fn tags(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().filter(|step| step.tag).map(|step| step.tick)
    }

    /// Milliseconds of the set's own time at the end of a tick.
    pub(crate) fn ms(&self, tick: u32) -> u64 {
        u64::from(tick) * 1000 / u64::from(self.hz())
    }
}

impl Fate for Again {
    fn cast(&mut self, _shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        unreachable!("no shells are cast on a court")
    }

    fn pick(&mut self, _of: u32) -> Drawn<u32> {
        // A record that was verified tells each draw.
        self.0.pop_front().unwrap_or(Drawn { t: 0, value: 0 })
    }
}

/// The pick behind an event, if there was one.
fn drawn(event: &Event) -> Option<Drawn<u32>> {
    let Event::ClockOut {
        seat,
        among,
        t: Some(t),
    } = event
    else {
        return None;
    };
    let value = among.iter().position(|one| one == seat)?;
    Some(Drawn {
        t: *t,
        value: u32::try_from(value).ok()?,
    })
}

fn is_given_up(event: &Event) -> bool {
    matches!(
        event,
        Event::Ended(Outcome {
            why: Ending::Abandoned,
            ..
        })
    )
}

/// What happened in a tick, as it was told.
fn told_by(tick: u32, event: &Event, seed: &Digest) -> Told {
    if let Event::Ended(outcome) = event {
        return wire::ended(outcome, seed);
    }
    wire::happened(tick, event).unwrap_or_else(|| unreachable!("only the end is told by the seed"))
}

fn caught(happened: &[(u32, Event)]) -> Vec<(u32, u8, ChairNo)> {
    let mut innings = 0;
    let mut all = Vec::new();
    for (tick, event) in happened {
        if let Event::Innings { number, .. } = event {
            innings = *number;
        } else if let Event::InningsEnd { caught: Some(seat) } = event {
            all.push((*tick, innings, seat.number()));
        }
    }
    all
}
