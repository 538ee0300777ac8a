//! The wishes and events of four stones: every wish in its tick, and every event what the rules make of them.

use std::collections::VecDeque;

use chowk_rules::chowka::Shells;
use chowk_rules::stones::{Event, RuleSet};
use chowk_rules::{Drawn, Fate};

use super::Chance;
use crate::fields::Fields;
use crate::line::{INPUTS_MS_MAX, STONES_KINDS, StonesInput, StonesLine, lots_of};
use crate::retold::Retold;
use crate::verify::entry::{Entry, Kind};

/// Whom the record says a clock caught of several, in its order: its own luck. Whether they were drawn is for the
/// draws to say.
#[derive(Debug, Default)]
pub(in crate::verify) struct Ties(VecDeque<u32>);

impl Ties {
    /// Hears a line before any is judged: a tie is drawn in the beat of its tick, maybe before its line is reached.
    pub(in crate::verify) fn hear(&mut self, entry: &Entry<'_>) {
        if entry.kind() != Some(Kind::ClockOut) {
            return;
        }
        let line = entry.fields().and_then(|fields| without_t(fields).ok());
        if let Some(StonesLine::Happened {
            event: Event::ClockOut { seat, among, t: _ },
            ..
        }) = line
            && among.len() > 1
        {
            let told = among.iter().position(|&other| other == seat);
            self.0.push_back(told.unwrap_or(0) as u32);
        }
    }
}

impl Fate for Ties {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        // Four stones has no shells.
        Drawn {
            t: 0,
            value: Shells::showing(0, shells),
        }
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        // The number of a draw is nothing to the rules.
        Drawn {
            t: 0,
            value: self.0.pop_front().unwrap_or(0).min(of - 1),
        }
    }
}

/// The set, as far as the record tells it.
pub(super) struct Play {
    rules: RuleSet,
    /// The set, once the lots have told who has which place.
    set: Option<Retold>,
    ties: Ties,
}

impl Play {
    /// The set before its lots.
    pub(super) fn new(rules: RuleSet, ties: Ties) -> Play {
        Play { rules, set: None, ties }
    }

    /// Whether the end was told.
    pub(super) fn ended(&self) -> bool {
        let told = |set: &Retold| set.set().is_over() && set.owed().is_none();
        self.set.as_ref().is_some_and(told)
    }

    /// Judges a line, and says whether it tells of a tie.
    pub(super) fn judge(&mut self, fields: Fields<'_>) -> (Chance, Result<(), String>) {
        let Ok(kind) = fields.text("kind") else {
            return (Chance::None, Ok(()));
        };
        let mut chance = Chance::None;
        let outcome = match kind {
            "lots" => self.lots(fields),
            "opened" => self.opened(),
            "clock_out" => {
                chance = Chance::Unknown;
                self.clock_out(fields, &mut chance)
            }
            "ended" => self.tell(fields),
            kind if STONES_KINDS.contains(&kind) => self.tell(fields),
            // The header; and kinds that do not belong here belong to the hash chain.
            _ => Ok(()),
        };
        (chance, outcome)
    }

    fn lots(&mut self, fields: Fields<'_>) -> Result<(), String> {
        // Lots that are told twice belong to the draws.
        if self.set.is_none() {
            let lots = lots_of(fields).map_err(|fault| fault.to_string())?;
            self.set = Some(Retold::new(self.rules, lots));
        }
        Ok(())
    }

    fn opened(&self) -> Result<(), String> {
        if self.ended() {
            return Ok(());
        }
        if let Some(set) = &self.set {
            set.nothing_owed()?;
        }
        Err("the match has not ended".to_owned())
    }

    fn tell(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let line = StonesLine::from_fields(fields.0).map_err(|fault| fault.to_string())?;
        if let StonesLine::Inputs(inputs) = &line {
            self.judge_span(inputs)?;
        }
        let set = self.set.as_mut().ok_or(NO_LOTS)?;
        set.take_in(&line, &mut self.ties)
    }

    /// One line tells of at most 250 ms.
    fn judge_span(&self, inputs: &[StonesInput]) -> Result<(), String> {
        let ticks = || inputs.iter().map(|input| input.tick);
        let span = ticks().max().unwrap_or(0) - ticks().min().unwrap_or(0);
        if u64::from(span) * 1000 > INPUTS_MS_MAX * u64::from(self.rules.hz) {
            return Err(format!(
                "these inputs span {span} ticks, which is more than {INPUTS_MS_MAX} ms"
            ));
        }
        Ok(())
    }

    /// A clock that ran out: whom it could catch is judged here, whom of several it caught with the draws, and so is `t`.
    fn clock_out(&mut self, fields: Fields<'_>, chance: &mut Chance) -> Result<(), String> {
        let set = self.set.as_mut().ok_or(NO_LOTS)?;
        let told = without_t(fields).map_err(|fault| fault.to_string());
        let StonesLine::Happened {
            tick,
            event: Event::ClockOut { seat, among, t: _ },
        } = told?
        else {
            return Err("`kind` is not that of a clock".to_owned());
        };
        let mut event = Event::ClockOut { seat, among, t: None };
        set.come_to(tick, &event, &mut self.ties)?;
        if let (
            Some(Event::ClockOut {
                among: owed, t: drawn, ..
            }),
            Event::ClockOut { t, .. },
        ) = (set.owed(), &mut event)
        {
            *t = *drawn;
            *chance = if drawn.is_some() {
                Chance::Tie(owed.clone())
            } else {
                Chance::None
            };
        }
        set.settle(tick, &event)
    }
}

const NO_LOTS: &str = "no lots before this line say who has which place";

/// A line read without its `t`, which belongs to the draws.
fn without_t(fields: Fields<'_>) -> Result<StonesLine, crate::fields::FieldFault> {
    let mut fields = fields.0.clone();
    fields.remove("t");
    StonesLine::from_fields(&fields)
}
