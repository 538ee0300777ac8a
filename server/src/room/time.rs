//! How long a question stands: what the clock grants, the bank, grace for who dropped, and twice of it for who asked.

use chowk_protocol::{ChairNo, Refusal, RefusalCode, TurnPhase};
use chowk_rules::Ticks;

use super::{
    Call, Fact, Room,
    chairs::{Chair, Seat},
};

/// How long an away seat's question is shown to stand (contract 17), in ticks.
const AWAY_WITHIN: u64 = 2_000;

impl Room {
    /// What the clock grants a seat for a question, without the bank; `None` without a clock.
    fn granted(&self, seat: &Seat, phase: TurnPhase) -> Option<Ticks> {
        let time = self.state.turn_clock().time(phase)?;
        Some(if seat.more_time { Ticks(time.0 * 2) } else { time })
    }

    /// What the clock grants for a step: twice as long while anybody is asked who has twice the time.
    pub(super) fn granted_for_step(&self, mut asked: impl Iterator<Item = ChairNo>) -> Option<Ticks> {
        let time = self.state.turn_clock().time(TurnPhase::Move)?;
        let twice = asked.any(|chair| self.state.seat(chair).is_some_and(|seat| seat.more_time));
        Some(if twice { Ticks(time.0 * 2) } else { time })
    }

    /// Twice the time, once a match (the players' page, 5.5).
    pub(super) fn check_more_time(&self, chair: ChairNo) -> Result<Fact, Refusal> {
        let not_now = |why: &str| Err(Refusal::new(RefusalCode::NotNow).saying(why));
        let play = self.play().ok_or(RefusalCode::NotNow)?;
        let table = play.table.as_ref().ok_or(RefusalCode::NotNow)?;
        let seat = self.state.seat(chair).ok_or(RefusalCode::NotPlaying)?;
        if !table.is_playing(chair) {
            return Err(RefusalCode::NotPlaying.into());
        }
        if self.goes_by_ticks() && self.state.step.is_none() {
            return not_now("A court in motion waits for nobody; one that goes by steps does.");
        }
        if self.state.turn_clock().time(TurnPhase::Move).is_none() {
            return not_now("Nobody's time runs at this table.");
        }
        if seat.more_time {
            return not_now("You have twice the time already, until this match ends.");
        }
        let deadline = play.question.deadline.and_then(|old| {
            let longer = self.longer(chair, seat)?;
            (longer > old).then_some(longer)
        });
        Ok(Fact::MoreTime { chair, deadline })
    }

    /// Until when the open question stands if this seat has twice the time; `None` if it is not the seat's.
    fn longer(&self, chair: ChairNo, seat: &Seat) -> Option<u64> {
        let at = self.play()?.question.at;
        let clock = self.state.turn_clock();
        if self.goes_by_ticks() {
            self.unanswered().find(|asked| *asked == chair)?;
            return Some(at + clock.time(TurnPhase::Move)?.0 * 2);
        }
        let asks = self.asks().filter(|asks| asks.chair == chair)?;
        let bank = match asks.phase {
            TurnPhase::Throw => 0,
            TurnPhase::Move => seat.bank,
        };
        Some(at + (clock.time(asks.phase)?.0 + bank) * 2)
    }

    /// Asks the table's open question: until when, depends on the turn clock and on who is there.
    pub(super) fn ask(&mut self, call: &mut Call<'_, '_>) {
        let Some(asks) = self.asks() else { return };
        let now = self.clock.last().0;
        let deadline = match self.state.chair(asks.chair) {
            Some(Chair::Taken(seat)) if seat.away => Some(now + AWAY_WITHIN),
            Some(Chair::Taken(seat)) => self.granted(seat, asks.phase).map(|time| {
                let bank = match asks.phase {
                    TurnPhase::Throw => 0,
                    TurnPhase::Move => seat.bank,
                };
                now + time.0 + bank
            }),
            Some(Chair::House { .. } | Chair::Empty) | None => None,
        };
        self.put(call, Fact::Asked { deadline });
        self.wait_for_dropped(call);
    }

    /// A seat that is asked and not connected is waited for: its deadline is the later of itself and drop + grace.
    pub(super) fn wait_for_dropped(&mut self, call: &mut Call<'_, '_>) {
        let Some(chair) = self.asked_chair() else { return };
        let Some(seat) = self.state.seat(chair) else { return };
        let Some(old) = self.play().and_then(|play| play.question.deadline) else {
            return;
        };
        if seat.away || self.is_here(chair) {
            return;
        }
        let gone = self.gone_since.get(usize::from(chair)).copied().unwrap_or_default();
        let deadline = (gone + self.state.turn_clock().grace(seat.dropped_before)).0;
        if deadline > old {
            self.put(call, Fact::Dropped { chair, deadline });
        }
    }

    /// The seat took longer to choose than the clock grants: its bank pays.
    pub(super) fn spend_bank(&mut self, call: &mut Call<'_, '_>, chair: ChairNo) {
        let (Some(play), Some(asks), Some(seat)) = (self.play(), self.asks(), self.state.seat(chair)) else {
            return;
        };
        let Some(granted) = self.granted(seat, TurnPhase::Move) else {
            return;
        };
        let over = (self.clock.last().0 - play.question.at)
            .saturating_sub(granted.0)
            .min(seat.bank);
        if asks.chair == chair && asks.phase == TurnPhase::Move && over > 0 {
            let left = seat.bank - over;
            self.put(call, Fact::Banked { chair, left });
        }
    }
}
