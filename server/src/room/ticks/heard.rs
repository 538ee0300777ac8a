//! What seats say while ticks run: directions count at the next tick, commands wait for it in the order received.

use chowk_protocol::{ChairNo, ClientMsg, Refusal, RefusalCode};
use chowk_rules::stones::Phase;

use super::{Asked, Running};
use crate::{
    games::Press,
    room::{Call, Out, Room, SessionId, chairs::Numbered, state::Stage},
};

/// Most commands of a seat that wait for their ticks: one is heard a tick.
const HEARD_MAX: usize = 8;

/// A command that waits.
#[derive(Debug)]
pub(in crate::room) struct Heard {
    pub(in crate::room) session: SessionId,
    pub(in crate::room) chair: ChairNo,
    pub(in crate::room) n: u64,
    pub(in crate::room) message: ClientMsg,
    pub(in crate::room) at: u64,
}

impl Heard {
    /// Whether it is the patwar's word.
    pub(super) fn is_word(&self) -> bool {
        matches!(self.message, ClientMsg::Choose { .. })
    }
}

impl Room {
    /// Why nothing hears what belongs to ticks: another game, or no set that runs.
    pub(in crate::room) fn nothing_ticks(&self) -> RefusalCode {
        match (self.state.game, &self.state.stage) {
            (chowk_protocol::GameKind::Chowka, _) => RefusalCode::WrongGame,
            (chowk_protocol::GameKind::Stones, Stage::Playing(_)) => RefusalCode::Paused,
            (chowk_protocol::GameKind::Stones, _) => RefusalCode::NotNow,
        }
    }

    /// A direction. It has no number to be answered by: `motion` tells when it has counted.
    pub(in crate::room) fn direction(
        &mut self,
        call: &mut Call<'_, '_>,
        session: SessionId,
        chair: ChairNo,
        (i, dx, dy): (u64, i8, i8),
    ) {
        if self.runs().is_none() {
            let refusal = Refusal::new(self.nothing_ticks());
            return self.refuse(call, session, refusal);
        }
        if self.state.seat(chair).is_some_and(|seat| seat.away) {
            self.back(call, chair);
        }
        let asks = self.unanswered().any(|asked| asked == chair);
        let Some(running) = &mut self.running else { return };
        if let Err(code) = running.live.hear(chair, i, dx, dy) {
            return self.refuse(call, session, Refusal::new(code).in_field("dx"));
        }
        if asks {
            running.answered.push(chair);
            call.out.push(Out::Answered {
                to: session,
                direction: true,
            });
            self.tell_around(call);
        }
    }

    /// Whether a new command waits for a tick: since a tick judges it, or since one of its seat's waits already.
    pub(in crate::room) fn waits_for_tick(&self, chair: ChairNo, message: &ClientMsg) -> bool {
        self.runs().is_some_and(|running| {
            press_of(message).is_some() || running.heard.iter().any(|heard| heard.chair == chair)
        })
    }

    /// Lets a command wait for its tick.
    pub(in crate::room) fn hear_for_tick(&mut self, call: &mut Call<'_, '_>, heard: Heard) {
        let (session, chair, n) = (heard.session, heard.chair, heard.n);
        if self.state.seat(chair).is_some_and(|seat| seat.away) {
            self.back(call, chair);
        }
        let Some(running) = &mut self.running else { return };
        // What an older socket of the seat has left here is nobody's any more: its client sends it again.
        running
            .heard
            .retain(|other| other.chair != chair || other.session == session);
        if running.heard.iter().any(|other| (other.chair, other.n) == (chair, n)) {
            return;
        }
        let waiting = running.heard.iter().filter(|other| other.chair == chair).count();
        if waiting >= HEARD_MAX {
            return self.refuse_now(call, session, RefusalCode::Busy, Some(n));
        }
        if self.state.step.is_some() && press_of(&heard.message).is_some() {
            // A step hears one button of a seat, in its first tick; a word that cannot be must not use it up.
            let refused = if waiting > 0 {
                let text = "You have asked for something in this step already.";
                Some(Refusal::new(RefusalCode::NotNow).saying(text))
            } else {
                // The step at Choice waits for the word: what is none of it, and cannot be, must not stand before the word.
                let at_once = heard.is_word() || running.live.set().phase() == Phase::Choice;
                let press = press_of(&heard.message).filter(|_| at_once);
                press
                    .and_then(|press| running.live.forbids(chair, press))
                    .map(Refusal::new)
            };
            if let Some(refusal) = refused {
                return self.refuse(call, session, refusal.to(Some(n)));
            }
        }
        running.heard.push_back(heard);
    }

    /// What the next tick hears: one command of each seat, in the order received; and what may be judged after it, since
    /// it waited only for its turn.
    pub(super) fn heard_for_tick(&mut self, call: &mut Call<'_, '_>) -> (Vec<Asked>, Vec<Heard>) {
        let (mut asked, mut later): (Vec<Asked>, Vec<Heard>) = (Vec::new(), Vec::new());
        let Some(running) = &mut self.running else {
            return (asked, later);
        };
        let mut heard_of = [false; 5];
        for heard in std::mem::take(&mut running.heard) {
            let was_heard = heard_of.get_mut(usize::from(heard.chair));
            if was_heard.is_none_or(|was| std::mem::replace(was, true)) {
                if let Some(running) = &mut self.running {
                    running.heard.push_back(heard);
                }
                continue;
            }
            let press = press_of(&heard.message).filter(|_| self.is_next(&heard));
            match press {
                Some(_) if self.is_stale(&heard.message) => {
                    let refusal = Refusal::new(RefusalCode::NotNow).to(Some(heard.n));
                    self.refuse(call, heard.session, refusal);
                }
                Some(press) => asked.push(Asked {
                    session: heard.session,
                    chair: heard.chair,
                    n: heard.n,
                    press,
                }),
                None => later.push(heard),
            }
        }
        (asked, later)
    }

    /// Whether it still comes from whoever controls the seat, and has the seat's next number.
    fn is_next(&self, heard: &Heard) -> bool {
        let controls = self.controls(heard.session, heard.chair);
        let Some((seat, sitter)) = self.state.seat(heard.chair).zip(self.sessions.get(&heard.session)) else {
            return false;
        };
        controls && matches!(seat.answers.look(sitter.cid, heard.n), Numbered::New)
    }

    /// Whether a word answers another question than the one that is open.
    fn is_stale(&self, message: &ClientMsg) -> bool {
        let asked = self.play().map(|play| play.question.asked);
        matches!(message, ClientMsg::Choose { v, .. } if Some(*v) != asked)
    }
}

impl Running {
    /// Another socket speaks for the seat: it numbers its directions anew.
    pub(in crate::room) fn counts_anew(&mut self, chair: ChairNo) {
        self.live.counts_anew(chair);
    }
}

/// What a tick judges of a message.
fn press_of(message: &ClientMsg) -> Option<Press> {
    if let ClientMsg::Take { .. } = message {
        Some(Press::Take)
    } else if let ClientMsg::Give { to, .. } = message {
        Some(Press::Give { to: *to })
    } else if let ClientMsg::Choose { word, r#box, .. } = message {
        let (word, corner) = (*word, *r#box);
        Some(Press::Choose { word, corner })
    } else {
        None
    }
}
