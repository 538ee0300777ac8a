//! Facts change a room's state here and nowhere else; so the journal, folded, is the state.

use chowk_protocol::{ChairNo, Event, Hex};
use chowk_record::{
    chain::RecordChain,
    fair::{Digest, Shown},
    line::{By, Header, Line},
};

use super::{
    chairs::{ChainShown, Chair, Kept, Seat},
    fact::{Envelope, Fact, Stored, Told},
    state::{Over, Play, Question, Sealed, Stage, State},
};
use crate::{
    fault::{Fault, is_planted},
    games::Table,
};

/// Most tips of earlier attempts that are remembered to be refused (`fairness.md` 3).
const TIPS_MAX: usize = 1024;

impl State {
    /// Folds a row: all its facts, then the answer to keep. Tells what happened, for the wire.
    pub(crate) fn fold(&mut self, v: u64, envelope: &Envelope) -> Result<Vec<Event>, String> {
        let mut events = Vec::new();
        for fact in &envelope.facts {
            events.extend(self.evolve(v, envelope.tick, fact)?);
        }
        self.finish(v, envelope.tick, envelope.stored.as_ref());
        Ok(events)
    }

    /// Ends a row: its version, its tick, its answer.
    pub(crate) fn finish(&mut self, v: u64, tick: u64, stored: Option<&Stored>) {
        self.v = v;
        self.tick = tick;
        if let Some(stored) = stored
            && !is_planted(Fault::AnswerNotStored)
            && let Some(seat) = self.seat_mut(stored.chair)
        {
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
                self.stage = Stage::Readying {
                    seal: Sealed {
                        match_id,
                        seed,
                        server_commit,
                    },
                };
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
            Fact::Missed { chair } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair missed")?;
                seat.misses = seat.misses.saturating_add(1);
                return Ok(Vec::new());
            }
            Fact::Banked { chair, left } => {
                self.seat_mut(chair).ok_or("an empty chair has no bank")?.bank = left;
                return Ok(Vec::new());
            }
            Fact::Away { chair } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair is not away")?;
                seat.away = true;
                seat.generation += 1;
                Event::Away { chair }
            }
            Fact::Back { chair } => {
                let seat = self.seat_mut(chair).ok_or("an empty chair is not back")?;
                seat.away = false;
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
            Fact::Said { chair, phrase } => Event::Said { chair, phrase },
            Fact::Again { chair } => {
                self.stage = Stage::Gathering { seal: None };
                self.nobody_is_ready();
                Event::Again { chair }
            }
            Fact::Paused { .. } => return Ok(Vec::new()),
            Fact::Resumed { why, reveal_by } => {
                if let (Stage::Revealing { reveal_by: until, .. }, Some(tick)) = (&mut self.stage, reveal_by) {
                    *until = tick;
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
            self.stage = Stage::Readying { seal: seal.clone() };
        }
        Ok(())
    }

    /// A chair becomes free. Before the lock the seal stays, and nobody is ready any more (`fairness.md` 3).
    fn free(&mut self, chair: ChairNo) -> Result<(), String> {
        *self
            .chairs
            .get_mut(usize::from(chair))
            .ok_or("there is no such chair")? = Chair::Empty;
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

    fn start(&mut self, header: Told<Header>) -> Result<(), String> {
        let Stage::Revealing {
            seal,
            locked_at,
            locked_v,
            ..
        } = &self.stage
        else {
            return Err("started before all revealed".into());
        };
        let (record, _) = RecordChain::begin(&header.0);
        self.stage = Stage::Playing(Box::new(Play {
            seal: seal.clone(),
            header: header.0,
            record,
            locked_at: *locked_at,
            first_v: *locked_v,
            table: None,
            question: Question::default(),
            forced: 0,
        }));
        let bank = self.turn_clock().bank.0;
        for seat in self.chairs.iter_mut().filter_map(Chair::seat_mut) {
            seat.away = false;
            seat.misses = 0;
            seat.bank = bank;
            seat.dropped_before = false;
            seat.by_clock = 0;
        }
        Ok(())
    }

    /// A line of the record: the game changes, and the chain of the record goes on.
    fn tell(&mut self, tick: u64, line: &Line) -> Result<Vec<Event>, String> {
        let rules = if let Line::Lots { .. } = line {
            Some(self.rules()?)
        } else {
            None
        };
        let Stage::Playing(play) = &mut self.stage else {
            return Err("a line without a match".into());
        };
        play.record.push(tick.saturating_sub(play.locked_at), line);
        if let (Line::Lots { t, sides }, Some(rules)) = (line, rules) {
            // A shuffle of n takes n - 1 draws.
            let next = t + (sides.len() as u64).saturating_sub(1);
            let mut table = Table::start(self.game, &rules, sides, next)?;
            let events = table.evolve(line);
            play.table = Some(table);
            return Ok(events);
        }
        let table = play.table.as_mut().ok_or("a line before the lots")?;
        let thrower = table.asks().map(|asks| asks.chair);
        let mut events = table.evolve(line);
        if let Line::Moved { by: By::Forced, .. } = line {
            play.forced = play.question.asked;
        }
        if let Line::Opened { .. } = line {
            let ended = table.ended().ok_or("opened before the end")?;
            let over = Over {
                seal: play.seal.clone(),
                last: play.record.h,
                sides: table.sides_view(),
                ranks: ended.ranks.clone(),
                why: ended.why,
            };
            let server_seed = Hex(*over.seal.seed.open().as_bytes());
            self.stage = Stage::Ended(over);
            events.push(Event::Ended {
                ranks: ended.ranks,
                why: ended.why,
                server_seed,
            });
        } else if let (Line::Thrown { link, by, .. }, Some(thrower)) = (line, thrower) {
            self.count_throw(thrower, *link, *by)?;
        } else if let (Line::Moved { by: By::Seat, .. }, Some(mover)) = (line, thrower)
            && let Some(seat) = self.seat_mut(mover)
        {
            seat.misses = 0;
        }
        Ok(events)
    }

    fn count_throw(&mut self, chair: ChairNo, link: Option<Digest>, by: By) -> Result<(), String> {
        let Some(seat) = self.seat_mut(chair) else {
            return Ok(());
        };
        match by {
            By::Seat | By::NoChain => seat.misses = 0,
            By::Clock => seat.by_clock += 1,
            By::Away | By::House | By::Forced => {}
        }
        if let (Some(link), ChainShown::Links { shown, .. }) = (link, &mut seat.chain) {
            *shown = if is_planted(Fault::LinkReused) && link == shown.last {
                *shown
            } else {
                shown.then(&link).map_err(|refusal| refusal.to_string())?
            };
        }
        Ok(())
    }
}
