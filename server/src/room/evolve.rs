//! Facts change a room's state here and nowhere else; so the journal, folded, is the state.

use chowk_protocol::{ChairNo, Event, Hex};
use chowk_record::fair::{Digest, Shown};

use super::{
    chairs::{ChainShown, Chair, Kept, Seat},
    fact::{Envelope, Fact, Stored},
    state::{Question, Sealed, Stage, State},
};
use crate::fault::{Fault, is_planted};

mod lines;

/// Most tips of earlier attempts that are remembered to be refused (`fairness.md` 3).
const TIPS_MAX: usize = 1024;
/// Most of those put off their chairs who are remembered.
const REMOVED_MAX: usize = 64;

impl State {
    /// Folds a row: all its facts, then the answer to keep. Tells what happened, for the wire.
    pub(crate) fn fold(&mut self, v: u64, envelope: &Envelope) -> Result<Vec<Event>, String> {
        let mut events = Vec::new();
        for fact in &envelope.facts {
            events.extend(self.evolve(v, envelope.tick, fact)?);
        }
        self.finish(v, envelope.tick, &envelope.stored);
        Ok(events)
    }

    /// Ends a row: its version, its tick, the answers to keep.
    pub(crate) fn finish(&mut self, v: u64, tick: u64, stored: &[Stored]) {
        self.v = v;
        self.tick = tick;
        for stored in stored.iter().filter(|_| !is_planted(Fault::AnswerNotStored)) {
            let Some(seat) = self.seat_mut(stored.chair) else {
                continue;
            };
            seat.answers.keep(
                stored.cid,
                Kept {
                    n: stored.n,
                    v,
                    answer: stored.answer,
                },
            );
        }
    }

    /// Changes the state by one fact of the row that leads to version `v`. An error means that the fact does not fit:
    /// the room failed.
    pub(crate) fn evolve(&mut self, v: u64, tick: u64, fact: &Fact) -> Result<Vec<Event>, String> {
        let event = match fact.clone() {
            Fact::Opened { .. } => Event::Opened { host: self.host },
            Fact::Seated {
                chair,
                name,
                kind,
                token,
            } => {
                let seat = Seat::new(name.clone(), kind, token);
                self.sit(chair, Chair::Taken(Box::new(seat)))?;
                Event::Joined {
                    chair,
                    name,
                    kind: kind.into(),
                }
            }
            Fact::Housed { chair, name, brain } => {
                self.sit(
                    chair,
                    Chair::House {
                        name: name.clone(),
                        brain,
                    },
                )?;
                Event::Joined {
                    chair,
                    name,
                    kind: chowk_protocol::ChairKind::House,
                }
            }
            Fact::Freed { chair } => {
                self.free(chair)?;
                Event::Left { chair }
            }
            Fact::Removed { chair } => {
                let token = self.seat(chair).ok_or("nobody to be removed")?.token;
                self.removed.push(token);
                if self.removed.len() > REMOVED_MAX {
                    self.removed.remove(0);
                }
                self.free(chair)?;
                return Ok(vec![Event::Removed { chair }, Event::Left { chair }]);
            }
            Fact::FillAt { tick } => {
                self.fill_at = Some(tick);
                return Ok(Vec::new());
            }
            Fact::Host { chair } => {
                self.host = chair;
                Event::Host { chair }
            }
            Fact::Control { chair } => {
                let seat = self.seat_mut(chair).ok_or("control of an empty chair")?;
                seat.generation += 1;
                seat.leaving = false;
                Event::Control {
                    chair,
                    generation: seat.generation,
                }
            }
            Fact::Sealed {
                match_id,
                seed,
                server_commit,
            } => {
                self.attempt += 1;
                if let Some(series) = &mut self.series {
                    series.sealed();
                }
                self.table_is_full(Sealed {
                    match_id,
                    seed,
                    server_commit,
                });
                Event::Sealed {
                    r#match: match_id,
                    server_commit: Hex(*server_commit.as_bytes()),
                }
            }
            Fact::Ready { chair, tip, links } => {
                let attempt = self.attempt;
                let seat = self.seat_mut(chair).ok_or("ready on an empty chair")?;
                seat.chain = ChainShown::Tip { tip, links };
                let shown = (attempt, seat.token, tip);
                if !self.tips.contains(&shown) {
                    self.tips.push(shown);
                    if self.tips.len() > TIPS_MAX {
                        self.tips.remove(0);
                    }
                }
                Event::Ready { chair }
            }
            Fact::Unready { chair } => {
                self.seat_mut(chair).ok_or("unready on an empty chair")?.chain = ChainShown::Nothing;
                Event::Unready { chair }
            }
            Fact::Locked { wall, reveal_by } => {
                let Stage::Readying { seal } = &self.stage else {
                    return Err("locked before it was sealed".into());
                };
                self.stage = Stage::Revealing {
                    seal: seal.clone(),
                    wall,
                    locked_at: tick,
                    locked_v: v,
                    reveal_by,
                };
                let tip =
                    |(chair, sitter): (ChairNo, &Chair)| Some((chair, Hex(*sitter.seat()?.chain.tip()?.as_bytes())));
                Event::Locked {
                    tips: self.numbered().filter_map(tip).collect(),
                }
            }
            Fact::Revealed { chair, link } => {
                self.reveal(chair, link)?;
                Event::Revealed {
                    chair,
                    link: Hex(*link.as_bytes()),
                }
            }
            Fact::NotStarted { silent } => {
                let Stage::Revealing { seal, .. } = &self.stage else {
                    return Err("nothing was to start".into());
                };
                let seal = seal.clone();
                self.not_started += 1;
                self.nobody_is_ready();
                self.stage = Stage::Gathering { seal: None };
                Event::NotStarted {
                    r#match: seal.match_id,
                    server_seed: Hex(*seal.seed.open().as_bytes()),
                    silent,
                }
            }
            Fact::Started { header } => {
                self.start(header)?;
                return Ok(Vec::new());
            }
            Fact::Told { line } => return self.tell(tick, &line.0),
            Fact::Asked { deadline } => {
                let Stage::Playing(play) = &mut self.stage else {
                    return Err("asked without a match".into());
                };
                play.question = Question {
                    asked: v,
                    at: tick,
                    deadline,
                };
                return Ok(Vec::new());
            }
            Fact::Dropped { chair, deadline } => {
                self.seat_mut(chair).ok_or("an empty chair dropped")?.dropped_before = true;
                let Stage::Playing(play) = &mut self.stage else {
                    return Err("dropped without a match".into());
                };
                play.question.deadline = Some(deadline);
                Event::Dropped { chair, deadline }
            }
            Fact::Ticked { tick } => {
                let Stage::Playing(play) = &mut self.stage else {
                    return Err("a tick without a match".into());
                };
                let mut fate = play.fate(&self.rules_hash, None);
                let table = play.table.as_mut().ok_or("a tick before the lots")?;
                table.go_on(tick, &mut fate)?;
                return Ok(Vec::new());
            }
            Fact::Answered { chair } => {
                self.seat_mut(chair).ok_or("an empty chair answered")?.misses = 0;
                return Ok(Vec::new());
            }
            Fact::Missed { chair } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair missed")?;
                seat.misses = seat.misses.saturating_add(1);
                return Ok(Vec::new());
            }
            Fact::Banked { chair, left } => {
                self.seat_mut(chair).ok_or("an empty chair has no bank")?.bank = left;
                return Ok(Vec::new());
            }
            Fact::MoreTime { chair, deadline } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair has no time")?;
                seat.more_time = true;
                seat.bank = seat.bank.saturating_mul(2);
                let Stage::Playing(play) = &mut self.stage else {
                    return Err("more time without a match".into());
                };
                play.question.deadline = deadline.or(play.question.deadline);
                Event::MoreTime { chair, deadline }
            }
            Fact::Away { chair } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair is not away")?;
                seat.away = true;
                seat.generation += 1;
                Event::Away { chair }
            }
            Fact::HandedOver { chair, brain } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair is not handed over")?;
                seat.away = true;
                seat.stand_in = Some(brain.clone());
                seat.generation += 1;
                Event::HandedOver { chair, brain }
            }
            Fact::Back { chair } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair is not back")?;
                seat.away = false;
                seat.stand_in = None;
                seat.misses = 0;
                seat.generation += 1;
                Event::Back { chair }
            }
            Fact::NoChain { chair } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair has no chain")?;
                if let ChainShown::Links { lost, .. } = &mut seat.chain {
                    *lost = true;
                }
                Event::NoChain { chair }
            }
            Fact::Leaving { chair } => {
                self.seat_mut(chair).ok_or("an empty chair does not leave")?.leaving = true;
                return Ok(Vec::new());
            }
            Fact::Reported { chair, whom, .. } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair reported")?;
                if !seat.reported.contains(&whom) {
                    seat.reported.push(whom);
                }
                return Ok(Vec::new());
            }
            Fact::Said { chair, phrase } => Event::Said { chair, phrase },
            Fact::Again { chair } => {
                self.stage = Stage::Gathering { seal: None };
                self.nobody_is_ready();
                Event::Again { chair }
            }
            Fact::Paused { .. } => return Ok(Vec::new()),
            Fact::Resumed { why, reveal_by, epoch } => {
                self.epoch = epoch.unwrap_or(self.epoch);
                if let (Stage::Revealing { reveal_by: until, .. }, Some(tick)) = (&mut self.stage, reveal_by) {
                    *until = tick;
                }
                Event::Resumed { why }
            }
            Fact::Restored { epoch, why } => {
                self.epoch = epoch;
                if !matches!(self.stage, Stage::Ended(_)) {
                    self.stage = Stage::Gathering { seal: None };
                    self.nobody_is_ready();
                }
                for seat in self.chairs.iter_mut().filter_map(Chair::seat_mut) {
                    seat.away = false;
                    seat.stand_in = None;
                }
                Event::Resumed { why }
            }
            Fact::Closed { why } => {
                self.closed = true;
                Event::Closed { why }
            }
        };
        Ok(vec![event])
    }

    fn sit(&mut self, chair: ChairNo, sitter: Chair) -> Result<(), String> {
        let place = self
            .chairs
            .get_mut(usize::from(chair))
            .ok_or("there is no such chair")?;
        if !place.is_empty() {
            return Err(format!("chair {chair} is taken"));
        }
        *place = sitter;
        if let Stage::Gathering { seal: Some(seal) } = &self.stage
            && self.is_full()
        {
            let seal = seal.clone();
            self.table_is_full(seal);
        }
        Ok(())
    }

    fn table_is_full(&mut self, seal: Sealed) {
        self.stage = Stage::Readying { seal };
        self.fill_at = None;
    }

    /// A chair becomes free. Before the lock the seal stays, and nobody is ready any more (`fairness.md` 3).
    fn free(&mut self, chair: ChairNo) -> Result<(), String> {
        *self
            .chairs
            .get_mut(usize::from(chair))
            .ok_or("there is no such chair")? = Chair::Empty;
        for seat in self.chairs.iter_mut().filter_map(Chair::seat_mut) {
            seat.reported.retain(|whom| *whom != chair);
        }
        if let Some(series) = &mut self.series {
            series.somebody_left();
        }
        if let Stage::Readying { seal } = &self.stage {
            self.stage = Stage::Gathering {
                seal: Some(seal.clone()),
            };
            self.nobody_is_ready();
        }
        Ok(())
    }

    fn nobody_is_ready(&mut self) {
        for seat in self.chairs.iter_mut().filter_map(Chair::seat_mut) {
            seat.chain = ChainShown::Nothing;
        }
    }

    fn reveal(&mut self, chair: ChairNo, link: Digest) -> Result<(), String> {
        let seat = self.seat_mut(chair).ok_or("an empty chair revealed")?;
        let ChainShown::Tip { tip, links } = seat.chain else {
            return Err("revealed without a tip".into());
        };
        let shown = Shown::tip(tip, u64::from(links))
            .then(&link)
            .map_err(|refusal| refusal.to_string())?;
        seat.chain = ChainShown::Links {
            tip,
            links,
            reveal: link,
            shown,
            lost: false,
        };
        Ok(())
    }
}
