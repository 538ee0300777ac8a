//! Games that go by ticks: when a tick is due, whom it hears, and the row that it makes (contract 3 and 14 to 16).
//!
//! A set runs ahead of its rows by a quarter of a second at most. A tick in which something happened, or somebody's
//! command was done, makes a row at once; else directions and places go into one row a quarter of a second. Facts are
//! told when their row is durable, as everywhere; `ticks/motion.rs` shows the places meanwhile.

mod heard;
mod motion;
mod step;

use std::collections::{BTreeMap, VecDeque};

use chowk_protocol::{ChairNo, Hex, RefusalCode};
use chowk_record::{
    fair::FairFate,
    line::{Line, StonesLine},
};
use chowk_rules::{Tick, Ticks, stones::Phase};

pub(super) use self::heard::Heard;
use super::{
    Call, Fact, Mode, Room, SessionId,
    chairs::Chair,
    due::Due,
    fact::{Stored, Told},
};
use crate::{
    fate,
    fault::{Fault, is_planted},
    games::{House, Live, Player, Press},
};

/// A seat that is not connected is played for after so many milliseconds (rule page, section 4).
const AWAY_AFTER: Ticks = Ticks(10_000);

/// A match that goes by ticks, as it runs.
#[derive(Debug)]
pub(super) struct Running {
    live: Live,
    /// The match's chance from the next draw on: for ties of a clock.
    fate: FairFate,
    /// The room's tick at which the set's tick `from` ended.
    at: u64,
    from: u32,
    /// The server was down, or its disk: nothing runs until the five are back, or those who play for them.
    waits: bool,
    /// Commands that wait for their tick, in the order received.
    heard: VecDeque<Heard>,
    /// Step mode: who has answered the open step.
    answered: Vec<ChairNo>,
    /// Who has seen all places, and the number of the newest input that each was told of.
    shown: BTreeMap<SessionId, u64>,
    /// Places that only a fact explains are shown once this version is durable.
    shown_from: u64,
}

/// A command that a tick hears.
struct Asked {
    session: SessionId,
    chair: ChairNo,
    n: u64,
    press: Press,
}

impl Running {
    fn new((live, fate): (Live, FairFate), at: Tick, waits: bool, shown_from: u64) -> Self {
        Self {
            at: at.0,
            from: live.set().tick(),
            live,
            fate,
            waits,
            heard: VecDeque::new(),
            answered: Vec::new(),
            shown: BTreeMap::new(),
            shown_from,
        }
    }

    /// When the set's next tick is due in a room in real time.
    fn beat(&self) -> Tick {
        let ticks = u64::from(self.live.set().tick() + 1 - self.from);
        Tick(self.at + ticks * 1_000 / u64::from(self.live.set().rules().hz))
    }
}

impl Room {
    /// Whether the match that is played here goes by ticks.
    pub(super) fn goes_by_ticks(&self) -> bool {
        let table = self.play().and_then(|play| play.table.as_ref());
        table.is_some_and(|table| table.goes_by_ticks())
    }

    /// How many ticks a second, while they run.
    pub fn ticks_per_s(&self) -> Option<u32> {
        self.runs().map(|running| running.live.set().rules().hz)
    }

    /// The running match, while its ticks go on.
    fn runs(&self) -> Option<&Running> {
        let running = self.running.as_ref().filter(|running| !running.waits)?;
        (self.goes_by_ticks() && !running.live.set().is_over()).then_some(running)
    }

    /// The lots are drawn: a match that goes by ticks begins. Its first innings is told with them.
    pub(super) fn begin_ticks(&mut self, call: &mut Call<'_, '_>) {
        let Some(live) = self.live_of(call) else { return };
        let opening = StonesLine::Happened {
            tick: 0,
            event: live.0.set().opening(),
        };
        self.running = Some(Running::new(live, self.clock.last(), false, self.state.v + 1));
        let line = Told(Line::Stones(opening));
        self.put(call, Fact::Told { line });
        self.put(call, Fact::Ticked { tick: 0 });
        self.ask_step(call);
    }

    /// The match as it goes on from its last row.
    fn live_of(&self, call: &mut Call<'_, '_>) -> Option<(Live, FairFate)> {
        let seed = u64::from_be_bytes(fate::draw(call.guests.entropy));
        let play = self.play()?;
        let live = play.table.as_ref()?.live(seed)?;
        Some((live, play.fate(&self.state.rules_hash, None)))
    }

    /// The room was read from its rows: it stands where they end, until all are back. Whoever was shown motion since then
    /// is told by a new epoch that it is gone (contract 4).
    pub(super) fn ticks_wait(&mut self, call: &mut Call<'_, '_>) -> Option<chowk_protocol::Epoch> {
        self.running = None;
        if !self.goes_by_ticks() {
            return None;
        }
        let live = self.live_of(call)?;
        self.running = Some(Running::new(live, self.clock.last(), true, 0));
        (!is_planted(Fault::EpochKept)).then(|| Hex(fate::draw(call.guests.entropy)))
    }

    /// Who is waited for before ticks go on, by name.
    pub(super) fn waited_for(&self) -> Vec<String> {
        if self.running.as_ref().is_none_or(|running| !running.waits) || !self.goes_by_ticks() {
            return Vec::new();
        }
        let absent = |(chair, sitter): (ChairNo, &Chair)| {
            let seat = sitter.seat().filter(|seat| !seat.away)?;
            (!self.is_here(chair)).then(|| seat.name.clone())
        };
        self.state.numbered().filter_map(absent).collect()
    }

    /// Why ticks do not run, if they do not.
    pub(super) fn stands_for(&self) -> Option<String> {
        let names = self.waited_for();
        let (last, others) = names.split_last()?;
        let those = if others.is_empty() {
            last.clone()
        } else {
            format!("{} and {last}", others.join(", "))
        };
        Some(format!("The game waits for {those} to come back, ten seconds at most."))
    }

    /// Rows may be lost, and with them what waits for its tick: whoever sent it is told to try again.
    pub(super) fn lose_heard(&mut self, call: &mut Call<'_, '_>) {
        for heard in self.running.take().map(|running| running.heard).unwrap_or_default() {
            self.refuse_now(call, heard.session, RefusalCode::Paused, Some(heard.n));
        }
    }

    /// All are back, or played for: ticks go on.
    pub(super) fn go_on_with_ticks(&mut self, call: &mut Call<'_, '_>) {
        let waits = self.running.as_ref().is_some_and(|running| running.waits);
        if self.mode != Mode::Running || !waits || !self.goes_by_ticks() || !self.waited_for().is_empty() {
            return;
        }
        let now = self.clock.last();
        if let Some(running) = &mut self.running {
            running.waits = false;
            running.at = now.0;
            running.from = running.live.set().tick();
        }
        if self.state.step.is_some() {
            self.ask_step(call);
            self.close_envelope(call, Vec::new());
        }
        self.tell_around(call);
    }

    /// The most commands of one seat that wait for their ticks.
    pub(super) fn most_heard(&self) -> usize {
        let heard = self.running.iter().flat_map(|running| &running.heard);
        let mut of_seat: BTreeMap<ChairNo, usize> = BTreeMap::new();
        heard.for_each(|heard| *of_seat.entry(heard.chair).or_default() += 1);
        of_seat.into_values().max().unwrap_or(0)
    }

    /// When the next tick, or the next step, is due.
    pub(super) fn next_tick(&self) -> Option<(Tick, Due)> {
        let running = self.runs()?;
        if self.state.step.is_none() {
            return Some((running.beat(), Due::Tick));
        }
        self.next_step()
    }

    /// A seat that has been gone for long while ticks run is played for.
    pub(super) fn absent_player(&self) -> Option<(Tick, Due)> {
        if !self.goes_by_ticks() {
            return None;
        }
        let absent = |(chair, sitter): (ChairNo, &Chair)| {
            let gone = self.gone_since.get(usize::from(chair)).copied().unwrap_or_default();
            let plays = sitter.seat().is_some_and(|seat| !seat.away);
            (plays && !self.is_here(chair)).then_some((gone + AWAY_AFTER, Due::Absent(chair)))
        };
        self.state.numbered().filter_map(absent).min_by_key(|(tick, _)| *tick)
    }

    /// From now on the house plays for a seat.
    pub(super) fn plays_no_more(&mut self, call: &mut Call<'_, '_>, chair: ChairNo) {
        self.put(call, Fact::Away { chair });
        self.control_goes_on(chair);
        self.close_envelope(call, Vec::new());
        self.tell_around(call);
    }

    /// A tick is due, or a step: what was heard is judged, all move, and what follows is told.
    pub(super) fn tick(&mut self, call: &mut Call<'_, '_>) {
        let late: Vec<ChairNo> = self.unanswered().collect();
        let (asked, later) = self.heard_for_tick(call);
        let players = self.players();
        let Some(running) = &mut self.running else { return };
        let step = self.state.step.map(|step| running.live.step_ticks(step.into()));
        let presses: Vec<(ChairNo, Press)> = asked.iter().map(|asked| (asked.chair, asked.press)).collect();
        let house = if step.is_some() {
            House::SeesNow
        } else {
            House::SeesLate
        };
        let Running { live, fate, .. } = running;
        let first = live.tick(&players, &presses, house, fate);
        let mut is_new_phase = first.is_new_phase;
        // A step ends with its phase: what was pressed was pressed for that.
        for _ in 1..step.unwrap_or(1) {
            if is_new_phase {
                break;
            }
            is_new_phase = live.tick(&players, &[], House::Holds, fate).is_new_phase;
        }
        let wants_row = live.wants_row() || step.is_some();
        let mut done = Vec::new();
        for (asked, answer) in asked.iter().zip(first.answers) {
            match answer {
                Ok(()) => done.push(asked),
                Err(code) => self.refuse_heard(call, asked, code),
            }
        }
        if wants_row {
            self.row_of_tick(call, is_new_phase, &done, &late);
        }
        self.show_motion(call);
        self.judge_now(call, later.into());
        // What only waited for its turn need not wait for a whole step, which may wait for what comes after it.
        if self.runs().is_none() || self.state.step.is_some() {
            let rest = self.running.as_mut().map(|running| std::mem::take(&mut running.heard));
            self.judge_now(call, rest.unwrap_or_default());
        }
    }

    /// These waited for a tick, and are judged by none: only their turn has come, or the set is over.
    fn judge_now(&mut self, call: &mut Call<'_, '_>, heard: VecDeque<Heard>) {
        for heard in heard {
            self.wish(call, heard.session, heard.message, heard.at);
        }
    }

    /// The row that brings the rows to where the set is: what was heard, done and happened, with the answers to keep.
    fn row_of_tick(&mut self, call: &mut Call<'_, '_>, is_new_phase: bool, done: &[&Asked], late: &[ChairNo]) {
        let missed = self.missed_step(late);
        let Some(running) = &mut self.running else { return };
        let (lines, tick) = (running.live.row(), running.live.set().tick());
        if is_new_phase || self.state.step.is_some() {
            running.shown_from = self.state.v + 1;
        }
        for line in lines {
            self.put(call, Fact::Told { line: Told(line) });
        }
        self.put(call, Fact::Ticked { tick });
        let where_they_are = self
            .running
            .as_ref()
            .zip(self.play().and_then(|play| play.table.as_ref()));
        assert!(
            where_they_are.is_none_or(|(running, table)| table.is_where(&running.live)),
            "room {}: the rows tell another set than the one that runs",
            self.no
        );
        for fact in missed {
            let away = if let Fact::Away { chair } = fact {
                Some(chair)
            } else {
                None
            };
            self.put(call, fact);
            away.into_iter().for_each(|chair| self.control_goes_on(chair));
        }
        self.ask_word(call, is_new_phase);
        self.ask_step(call);
        self.follow(call);
        let stored = done.iter().filter_map(|asked| {
            let cid = self.sessions.get(&asked.session)?.cid;
            Some(Stored {
                chair: asked.chair,
                cid,
                n: asked.n,
                answer: None,
            })
        });
        let stored: Vec<Stored> = stored.collect();
        self.close_envelope(call, stored);
        for asked in done {
            self.say_ack(call, asked.session, asked.n, None, None);
        }
    }

    /// A row of what has run since the last one, if anything has: before the room stops, or the match is given up.
    pub(super) fn row_of_ticks(&mut self, call: &mut Call<'_, '_>) {
        if self.goes_by_ticks() && self.running.as_ref().is_some_and(|running| running.live.is_ahead()) {
            self.row_of_tick(call, false, &[], &[]);
        }
    }

    /// The patwar is asked for his word, in a room that has no steps to ask for it.
    fn ask_word(&mut self, call: &mut Call<'_, '_>, is_new_phase: bool) {
        let phase = self.running.as_ref().map(|running| running.live.set().phase());
        if is_new_phase && phase == Some(Phase::Choice) && self.state.step.is_none() {
            self.put(call, Fact::Asked { deadline: None });
        }
    }

    /// Who plays each seat now.
    fn players(&self) -> [Player; 5] {
        let mut players = [const { Player::Own }; 5];
        for ((chair, sitter), player) in self.state.numbered().zip(&mut players) {
            *player = match sitter {
                Chair::House { brain, .. } => Player::House {
                    brain: brain.clone(),
                    stands_in: false,
                },
                Chair::Taken(seat) if !seat.away => Player::Own,
                Chair::Taken(seat) if self.state.still && seat.stand_in.is_none() => Player::Nobody,
                Chair::Taken(_) => Player::House {
                    brain: self.stand_in(chair).to_owned(),
                    stands_in: true,
                },
                Chair::Empty => Player::Nobody,
            };
        }
        players
    }

    fn refuse_heard(&mut self, call: &mut Call<'_, '_>, asked: &Asked, code: RefusalCode) {
        let refusal = chowk_protocol::Refusal::new(code).to(Some(asked.n));
        self.refuse(call, asked.session, refusal);
    }
}
