//! Table manners: what the host may do to a table, and what the operator may.

use bytes::Bytes;
use chowk_protocol::{ChairNo, ClockKind, CloseCode, Refusal, RefusalCode, ReportAbout, ServerMsg};
use chowk_record::line::By;

use super::{
    Call, End, Fact, Mode, Order, Place, Post, Room, SessionId, Sitter, chairs::Chair, state::Stage, told::Saying,
};
use crate::{
    games::{Wish, fills_with, is_house_brain, stands_in},
    journal::Besides,
};

/// A watcher says at most one phrase in so many milliseconds.
const ASIDE_PACE: u64 = 1_000;

impl Room {
    pub(super) fn check_add_bot(&self, host: ChairNo, chair: ChairNo, brain: &str) -> Result<Fact, Refusal> {
        self.check_host(host)?;
        let brain = self.house_brain(brain)?;
        match self.state.chair(chair) {
            None => Err(RefusalCode::NoSuchChair.into()),
            Some(Chair::House { .. } | Chair::Taken(_)) => Err(RefusalCode::ChairTaken.into()),
            Some(Chair::Empty) => Ok(housed(chair, brain)),
        }
    }

    pub(super) fn check_remove(&self, host: ChairNo, chair: ChairNo) -> Result<Fact, Refusal> {
        self.check_host(host)?;
        match self.state.chair(chair) {
            None => Err(RefusalCode::NoSuchChair.into()),
            Some(Chair::House { .. }) => Ok(Fact::Freed { chair }),
            Some(Chair::Empty) => Err(Refusal::new(RefusalCode::NotNow).saying("Nobody sits on this chair.")),
            Some(Chair::Taken(_)) if chair == host => {
                Err(Refusal::new(RefusalCode::NotNow).saying("This is your own chair; to go, leave."))
            }
            Some(Chair::Taken(_)) => Ok(Fact::Removed { chair }),
        }
    }

    /// A house brain plays for a seat that is away or gone. Without a clock nobody becomes away by himself while he is
    /// connected, so there the host may decide that he is; any command of the seat's ends it.
    pub(super) fn check_hand_over(&self, host: ChairNo, chair: ChairNo, brain: &str) -> Result<Fact, Refusal> {
        let play = self.play().ok_or(RefusalCode::NotNow)?;
        if self.state.host != host {
            return Err(RefusalCode::NotHost.into());
        }
        let brain = self.house_brain(brain)?;
        let seat = match self.state.chair(chair) {
            None => return Err(RefusalCode::NoSuchChair.into()),
            Some(Chair::House { .. } | Chair::Empty) => return Err(RefusalCode::NotAway.into()),
            Some(Chair::Taken(seat)) => seat,
        };
        if !play.table.as_ref().is_some_and(|table| table.is_playing(chair)) {
            return Err(RefusalCode::NotPlaying.into());
        }
        if !seat.away && self.is_here(chair) && self.state.clock != ClockKind::None {
            return Err(RefusalCode::NotAway.into());
        }
        let brain = brain.to_owned();
        Ok(Fact::HandedOver { chair, brain })
    }

    /// What a seat tells the operator of another: once in the time from one match to the next.
    pub(super) fn check_report(&self, chair: ChairNo, whom: ChairNo, about: ReportAbout) -> Result<Fact, Refusal> {
        let not_now = |why: &str| Err(Refusal::new(RefusalCode::NotNow).saying(why));
        match self.state.chair(whom) {
            None => return Err(Refusal::new(RefusalCode::NoSuchChair).in_field("chair")),
            Some(Chair::Empty) => return not_now("Nobody sits on this chair."),
            Some(Chair::House { .. }) => return not_now("A house bot sits on this chair."),
            Some(Chair::Taken(_)) if whom == chair => return not_now("This is your own chair."),
            Some(Chair::Taken(_)) => {}
        }
        if self.state.seat(chair).is_some_and(|seat| seat.reported.contains(&whom)) {
            return not_now("You have told the operator of this player already.");
        }
        Ok(Fact::Reported { chair, whom, about })
    }

    fn house_brain<'b>(&self, brain: &'b str) -> Result<&'b str, Refusal> {
        if !self.limits.house_bots {
            return Err(Refusal::new(RefusalCode::NotNow).saying("This server seats no house bots."));
        }
        if is_house_brain(self.state.game, brain) {
            Ok(brain)
        } else {
            Err(Refusal::new(RefusalCode::NoSuchBrain).in_field("brain"))
        }
    }

    /// The host fills and empties chairs before the lock.
    fn check_host(&self, chair: ChairNo) -> Result<(), RefusalCode> {
        match self.state.stage {
            Stage::Gathering { .. } | Stage::Readying { .. } => {}
            Stage::Revealing { .. } | Stage::Playing(_) => return Err(RefusalCode::Locked),
            Stage::Ended(_) => return Err(RefusalCode::NotNow),
        }
        if self.state.host == chair {
            Ok(())
        } else {
            Err(RefusalCode::NotHost)
        }
    }

    /// Who plays for an away seat.
    pub(super) fn stand_in(&self, chair: ChairNo) -> &str {
        let chosen = self.state.seat(chair).and_then(|seat| seat.stand_in.as_deref());
        chosen.unwrap_or(stands_in(self.state.game))
    }

    /// When house bots take the chairs that are still free; asked for once in the time that a table gathers.
    pub(super) fn free_until(&self) -> Option<Fact> {
        let wanted = self.state.fill && self.limits.house_bots && self.state.fill_at.is_none();
        wanted.then(|| Fact::FillAt {
            tick: self.clock.last().0 + self.limits.fill,
        })
    }

    /// House bots take the chairs that are free, each with its label.
    pub(super) fn fill(&mut self, call: &mut Call<'_, '_>) {
        let is_free = |(number, chair): (ChairNo, &Chair)| chair.is_empty().then_some(number);
        let free: Vec<ChairNo> = self.state.numbered().filter_map(is_free).collect();
        for chair in free {
            self.put(call, housed(chair, fills_with(self.state.game, chair)));
        }
        self.follow(call);
        self.close_envelope(call, Vec::new());
    }

    /// What the operator orders. It is no command of a seat: nobody waits for an answer.
    pub(super) fn order(&mut self, call: &mut Call<'_, '_>, order: Order) {
        if self.mode != Mode::Running {
            return;
        }
        match order {
            Order::Drain(draining) => self.is_draining = draining,
            Order::Kick { chair } => self.kick(call, chair),
            Order::End { why } => self.end(call, why),
        }
    }

    /// Puts whoever sits there off the chair. In a match the side leaves as `kicked`, and the chair is free afterwards.
    fn kick(&mut self, call: &mut Call<'_, '_>, chair: ChairNo) {
        match self.state.chair(chair) {
            None | Some(Chair::Empty) => return,
            Some(Chair::House { .. }) if self.play().is_some() => return,
            Some(Chair::House { .. } | Chair::Taken(_)) => {}
        }
        let asked = self.asked_chair();
        match &self.state.stage {
            Stage::Gathering { .. } | Stage::Readying { .. } | Stage::Ended(_) => self.put(call, Fact::Freed { chair }),
            Stage::Revealing { .. } => {
                self.log_not_started(call);
                self.put(call, Fact::NotStarted { silent: vec![chair] });
                self.put(call, Fact::Freed { chair });
            }
            Stage::Playing(play) => {
                let plays = play.table.as_ref().is_some_and(|table| table.is_playing(chair));
                self.put(call, Fact::Leaving { chair });
                if plays {
                    let lines = self.lines(chair, Wish::Kick, By::Seat, None);
                    let lines = lines.unwrap_or_else(|code| panic!("a kick was refused: {}", code.code()));
                    for line in lines {
                        self.put(call, line);
                    }
                }
                // Where nobody can leave a match, the house plays on for who is gone.
                if self.goes_by_ticks() && self.state.seat(chair).is_some_and(|seat| !seat.away) {
                    self.put(call, Fact::Away { chair });
                }
            }
        }
        if !self.question_stands(call, asked) {
            self.follow(call);
        }
        let put_off = self.rise(chair);
        self.close_envelope(call, Vec::new());
        self.send_off(call, put_off, End::because(CloseCode::Policy, RefusalCode::Kicked));
        self.tell_around(call);
    }

    /// Ends the room, and a running match as abandoned.
    pub(super) fn end(&mut self, call: &mut Call<'_, '_>, why: String) {
        self.abandon(call);
        self.log_not_started(call);
        self.put(call, Fact::Closed { why });
        call.besides.push(Besides::Bury);
        self.close_envelope(call, Vec::new());
        self.mode = Mode::Stopping;
        let all: Vec<SessionId> = self.sessions.keys().copied().collect();
        self.send_off(call, all, End::of(CloseCode::RoomGone));
        self.wait(call, Saying::Gone);
    }

    /// A watcher says a phrase: those who watch hear it, the players do not. It is no fact, makes no row and is not kept.
    pub(super) fn aside(&mut self, call: &mut Call<'_, '_>, session: SessionId, n: Option<u64>, phrase: &str, at: u64) {
        let Some(sitter) = self.sessions.get_mut(&session) else {
            return;
        };
        let Place::Watcher { name } = &sitter.place else {
            return;
        };
        let until = sitter.aside_at.map_or(0, |last| last + ASIDE_PACE);
        let checked = if at < until {
            Err(Refusal::new(RefusalCode::TooFast).retry_in(until - at))
        } else {
            is_phrase(phrase)
        };
        if let Err(refusal) = checked {
            return self.refuse(call, session, refusal.to(n));
        }
        sitter.aside_at = Some(at);
        let aside = ServerMsg::Aside {
            phrase: phrase.to_owned(),
            name: name.clone(),
        };
        let frame = Bytes::from(aside.encode());
        let watches = |sitter: &Sitter| matches!(sitter.place, Place::Watcher { .. });
        let all = self.sessions.iter().filter(|(_, sitter)| watches(sitter));
        for session in all.map(|(session, _)| *session).collect::<Vec<_>>() {
            self.say(call, session, Post::Frame(frame.clone()), None);
        }
    }

    /// The sessions of a chair are no longer the room's: their closes change nothing more. They are told later.
    pub(super) fn rise(&mut self, chair: ChairNo) -> Vec<SessionId> {
        let sits = |place: &Place| matches!(place, Place::Seat { chair: theirs, .. } if *theirs == chair);
        let those = self.sessions.iter().filter(|(_, sitter)| sits(&sitter.place));
        let those: Vec<SessionId> = those.map(|(session, _)| *session).collect();
        self.sessions.retain(|session, _| !those.contains(session));
        those
    }

    /// Sessions that are no longer in the room are told so, once it is durable why.
    pub(super) fn send_off(&mut self, call: &mut Call<'_, '_>, sessions: Vec<SessionId>, end: End) {
        let some = !sessions.is_empty();
        for session in sessions {
            self.say(call, session, Post::Close(end), None);
        }
        if some {
            self.tell_around(call);
            self.tell_summary(call);
        }
    }
}

/// A phrase of the house's list.
pub(super) fn is_phrase(phrase: &str) -> Result<(), Refusal> {
    if chowk_protocol::phrase::PHRASES.contains(&phrase) {
        Ok(())
    } else {
        Err(Refusal::new(RefusalCode::NoSuchPhrase).in_field("phrase"))
    }
}

fn housed(chair: ChairNo, brain: &str) -> Fact {
    Fact::Housed {
        chair,
        name: format!("{brain} {}", chair + 1),
        brain: brain.to_owned(),
    }
}
