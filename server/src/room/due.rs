//! What falls due: deadlines, forced moves, house bots, away seats, absent chairs, idle rooms. All are data; nothing
//! here reads a clock.

use chowk_protocol::ChairNo;
use chowk_record::line::By;
use chowk_rules::{Tick, Ticks};

use super::{Call, Fact, Mode, Room, chairs::Chair, state::Stage};
use crate::games::Asks;

/// Most rows that a room without lookers-on runs ahead of its disk by itself: what they say together fits into a reader's
/// queue, who reads while the next ones are on their way.
const HURRY_AHEAD: usize = 16;

/// What falls due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// The server plays for whoever is asked.
    Play(By),
    /// The question's deadline: nobody answered.
    Expired,
    /// The seats that did not reveal.
    NotRevealed,
    /// An absent chair is free.
    Free(ChairNo),
    /// An absent host passes on.
    PassHost(ChairNo),
    /// House bots take the chairs that are still free.
    Fill,
    /// The next tick of a match that goes by ticks, or its next step.
    Tick,
    /// A seat has been gone for too long while ticks run.
    Absent(ChairNo),
    /// Nobody has been here for long.
    Idle,
}

/// How far to settle: what fell due before a letter's stamp, or all that is due by now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    Before,
    Including,
}

impl Room {
    /// When this room wants [`super::Input::Wake`], in milliseconds of uptime; `None` while it waits for its disk:
    /// then the journal's answer is what it hears next.
    pub fn next_wake(&self) -> Option<u64> {
        if self.mode != Mode::Running || self.is_far_ahead() {
            return None;
        }
        self.next_due().and_then(|(tick, _)| self.clock.up_at(tick))
    }

    /// Whether something falls due before a letter of this stamp is heard.
    pub fn is_due_before(&self, at: u64) -> bool {
        let stamp = self.clock.tick(at);
        self.next_due().is_some_and(|(tick, _)| tick < stamp)
    }

    /// Does all that falls due until a tick, in order.
    pub(super) fn settle(&mut self, call: &mut Call<'_, '_>, limit: Tick, until: Until) {
        while self.mode == Mode::Running && !self.is_far_ahead() {
            let Some((tick, due)) = self.next_due() else { return };
            if tick > limit || (tick == limit && until == Until::Before) {
                return;
            }
            self.clock.reached(tick);
            self.fall_due(call, due);
        }
    }

    /// Does at once what needs no pause, since nobody looks on: forced moves, and turns of house bots.
    pub(super) fn hurry(&mut self, call: &mut Call<'_, '_>) {
        while self.mode == Mode::Running && self.ahead.len() < HURRY_AHEAD && !self.is_far_ahead() {
            let now = self.clock.last();
            match self.automatic() {
                Some((tick, due)) if tick <= now => self.fall_due(call, due),
                Some(_) | None => return,
            }
        }
    }

    fn next_due(&self) -> Option<(Tick, Due)> {
        let question = self.automatic().or_else(|| self.expiry());
        let reveal = if let Stage::Revealing { reveal_by, .. } = self.state.stage {
            Some((Tick(reveal_by), Due::NotRevealed))
        } else {
            None
        };
        let idle = (self.sessions.is_empty() && !self.state.closed).then(|| {
            let patience = if self.state.play().is_some() {
                self.limits.match_idle
            } else {
                self.limits.room_idle
            };
            (self.empty_since + Ticks(patience), Due::Idle)
        });
        let all = [
            question,
            reveal,
            self.absent_chair(),
            self.absent_host(),
            self.filling(),
            self.next_tick(),
            self.absent_player(),
            idle,
        ];
        all.into_iter().flatten().min_by_key(|(tick, _)| *tick)
    }

    /// What the server plays by itself, and when.
    fn automatic(&self) -> Option<(Tick, Due)> {
        let asks = self.asks()?;
        let at = Tick(self.state.play()?.question.at);
        let pace = |ticks: u64| if self.a_person_sees() { Ticks(ticks) } else { Ticks(0) };
        match self.state.chair(asks.chair)? {
            Chair::Empty => None,
            Chair::House { .. } => Some((at + pace(self.limits.house_pace), Due::Play(By::House))),
            Chair::Taken(_) if asks.forced.is_some() => Some((at + pace(self.limits.pace), Due::Play(By::Forced))),
            Chair::Taken(seat) if seat.stand_in.is_some() => {
                Some((at + pace(self.limits.house_pace), Due::Play(By::Away)))
            }
            Chair::Taken(seat) if seat.away => Some((at + Ticks(self.limits.away_pace), Due::Play(By::Away))),
            Chair::Taken(_) => None,
        }
    }

    fn expiry(&self) -> Option<(Tick, Due)> {
        let Asks { chair, .. } = self.asks()?;
        let question = self.state.play()?.question;
        let seat = self.state.seat(chair)?;
        match question.deadline {
            Some(deadline) => Some((Tick(deadline), Due::Expired)),
            None if self.is_here(chair) => None,
            None => {
                let gone = self.gone_since.get(usize::from(chair)).copied().unwrap_or_default();
                let since = gone.max(Tick(question.at));
                Some((since + self.state.turn_clock().grace(seat.dropped_before), Due::Expired))
            }
        }
    }

    /// Before the lock, a chair whose player is absent becomes free.
    fn absent_chair(&self) -> Option<(Tick, Due)> {
        match self.state.stage {
            Stage::Gathering { .. } | Stage::Readying { .. } => {}
            Stage::Revealing { .. } | Stage::Playing(_) | Stage::Ended(_) => return None,
        }
        let absent = self
            .state
            .numbered()
            .filter(|(chair, sitter)| sitter.seat().is_some() && !self.is_here(*chair));
        // The last seat stays while nobody is here: the room's own idle time ends both.
        let due = absent.map(|(chair, _)| (self.kept_until(chair), Due::Free(chair)));
        due.min_by_key(|(tick, _)| *tick).filter(|_| !self.sessions.is_empty())
    }

    fn absent_host(&self) -> Option<(Tick, Due)> {
        let host = self.state.host;
        if self.is_here(host) {
            return None;
        }
        let next = self
            .state
            .numbered()
            .map(|(chair, _)| chair)
            .find(|chair| *chair != host && self.is_here(*chair))?;
        Some((self.kept_until(host), Due::PassHost(next)))
    }

    /// While somebody waits for others here, the free chairs are free for a while only.
    fn filling(&self) -> Option<(Tick, Due)> {
        let Stage::Gathering { .. } = self.state.stage else {
            return None;
        };
        let at = self.state.fill_at.filter(|_| self.seats_here() > 0)?;
        Some((Tick(at), Due::Fill))
    }

    fn kept_until(&self, chair: ChairNo) -> Tick {
        let gone = self.gone_since.get(usize::from(chair)).copied().unwrap_or_default();
        gone + Ticks(self.limits.chair_kept)
    }

    fn fall_due(&mut self, call: &mut Call<'_, '_>, due: Due) {
        match due {
            Due::Play(by) => self.play_for(call, by),
            Due::Expired => self.expired(call),
            Due::NotRevealed => self.not_started(call),
            Due::Free(chair) => {
                self.put(call, Fact::Freed { chair });
                self.follow(call);
                self.close_envelope(call, Vec::new());
                self.tell_around(call);
            }
            Due::PassHost(chair) => {
                self.put(call, Fact::Host { chair });
                self.close_envelope(call, Vec::new());
            }
            Due::Fill => self.fill(call),
            Due::Tick => self.tick(call),
            Due::Absent(chair) => self.plays_no_more(call, chair),
            Due::Idle => self.end(call, "Nobody was here for a long time.".into()),
        }
    }

    /// Nobody answered in time: the clock plays, and a seat that was gone, or missed too often, is away.
    fn expired(&mut self, call: &mut Call<'_, '_>) {
        let Some(chair) = self.asked_chair() else { return };
        let gone = !self.is_here(chair);
        self.put(call, Fact::Missed { chair });
        let clock = self.state.turn_clock();
        if gone || self.state.seat(chair).is_some_and(|seat| seat.misses >= clock.misses) {
            self.put(call, Fact::Away { chair });
            self.control_goes_on(chair);
        }
        self.play_for(call, By::Clock);
    }
}
