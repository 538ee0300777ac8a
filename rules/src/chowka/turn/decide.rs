//! Judging: whether an action is legal, what it does first, and what must follow. Nothing here changes the match.

use crate::Fate;
use crate::chowka::board::Side;
use crate::chowka::event::{Action, Ending, Event, Illegal, PassWhy, Victim};
use crate::chowka::legal::{Crowd, distinct};
use crate::chowka::ruleset::{End, Victims};
use crate::chowka::{Camp, Hold, Match, Phase, Stage, Standing, THROWS_MAX, Turn};

impl Match {
    /// The event that `action` by `seat` is, or why it is refused.
    pub(super) fn judge(&self, seat: Side, action: &Action, fate: &mut dyn Fate) -> Result<Event, Illegal> {
        match *action {
            Action::Throw => match self.asked(seat)?.phase {
                Phase::Throw => Ok(self.throw(seat, fate)),
                Phase::Move => Err(Illegal::AlreadyThrown),
            },
            Action::Move { pawn, value } => {
                let turn = self.asked(seat)?;
                match turn.phase {
                    Phase::Throw => Err(Illegal::NothingThrown),
                    Phase::Move => self.judge_move(turn, pawn, value, fate),
                }
            }
            Action::Leave(why) => {
                self.playing_turn(seat)?;
                Ok(Event::Left { side: seat, why })
            }
            Action::Abandon => {
                self.turn().ok_or(Illegal::Over)?;
                Ok(self.ended(Ending::Abandoned))
            }
        }
    }

    /// The turn, if `seat` is still in the game.
    fn playing_turn(&self, seat: Side) -> Result<Turn<'_>, Illegal> {
        let turn = self.turn().ok_or(Illegal::Over)?;
        if self.camp(seat).standing != Standing::Playing {
            return Err(Illegal::NotPlaying);
        }
        Ok(turn)
    }

    /// The turn, if it is `seat`'s.
    fn asked(&self, seat: Side) -> Result<Turn<'_>, Illegal> {
        let turn = self.playing_turn(seat)?;
        if turn.side == seat {
            Ok(turn)
        } else {
            Err(Illegal::NotYourTurn)
        }
    }

    fn throw(&self, side: Side, fate: &mut dyn Fate) -> Event {
        let drawn = fate.cast(self.rules.shells, self.rules.mouth_up_256);
        let shells = drawn.value;
        assert_eq!(
            shells.len(),
            usize::from(self.rules.shells),
            "a cast of other shells than asked for"
        );
        Event::Thrown {
            side,
            t: drawn.t,
            shells,
            value: self.rules.value_of(shells.mouths_up()),
        }
    }

    fn judge_move(&self, turn: Turn<'_>, pawn: u8, value: u8, fate: &mut dyn Fate) -> Result<Event, Illegal> {
        let side = turn.side;
        let Some(&from) = self.pawns(side).get(usize::from(pawn)) else {
            return Err(Illegal::NoSuchPawn);
        };
        if !turn.hand.contains(&value) {
            return Err(Illegal::NotInHand);
        }
        if let Some(why) = self.reason_against(side, from, value) {
            return Err(Illegal::Cannot(why));
        }
        let to = self.landing(from, value);
        let (hits, t) = self.pick_victims(&self.crowd_at(side, to), fate);
        Ok(Event::Moved {
            side,
            pawn,
            value,
            from,
            to,
            hits,
            t,
        })
    }

    /// Who of a crowd is hit, and the number of the draw if there was one.
    fn pick_victims(&self, crowd: &Crowd, fate: &mut dyn Fate) -> (Vec<Victim>, Option<u64>) {
        let all = crowd.all();
        match self.rules.victims {
            Victims::MostAdvanced => (crowd.most_advanced().into_iter().collect(), None),
            Victims::Random if all.len() > 1 => {
                let drawn = fate.pick(all.len() as u32);
                (vec![all[drawn.value as usize]], Some(drawn.t))
            }
            Victims::Random | Victims::All => (all.to_vec(), None),
        }
    }

    /// What must happen next without anybody's choice: a value that is lost, or the end.
    pub(in crate::chowka) fn due(&self) -> Option<Event> {
        let lost = |hold: &Hold, why| Event::Passed {
            side: hold.side,
            value: hold.hand[0],
            why,
        };
        match &self.stage {
            Stage::Over(_) => None,
            _ if self.is_decided() => Some(self.ended(Ending::Finished)),
            Stage::Burning(hold) => Some(lost(hold, PassWhy::Burned)),
            Stage::Moving(hold) => {
                let playable = distinct(&hold.hand).any(|value| self.can_move(hold.side, value));
                (!playable).then(|| lost(hold, PassWhy::NoMove))
            }
            // A hand half collected may still be played, so nothing is dead yet.
            Stage::Throwing(hold) if hold.hand.is_empty() && self.is_dead_end() => Some(self.ended(Ending::DeadEnd)),
            Stage::Throwing(_) => (self.throws >= THROWS_MAX).then(|| self.ended(Ending::Exhausted)),
        }
    }

    /// Whether all ranks are settled: one player is left, or the first to finish ends the game (4.4, 4.5).
    pub(super) fn is_decided(&self) -> bool {
        let first_finisher = match self.rules.end {
            End::LastPlace => false,
            End::FirstFinisher => true,
        };
        self.playing().count() < 2 || (first_finisher && self.finishers() > 0)
    }

    /// How many players have all their pawns in the centre.
    pub(super) fn finishers(&self) -> u8 {
        let finished = |camp: &&Camp| matches!(camp.standing, Standing::Finished(_));
        self.camps.iter().filter(finished).count() as u8
    }

    /// The end of the match as things stand: finishers by rank, those still playing together, then the leavers, the
    /// first to leave last.
    fn ended(&self, why: Ending) -> Event {
        let mut finished = Vec::new();
        let mut left = Vec::new();
        for side in self.sides() {
            match self.camp(side).standing {
                Standing::Finished(rank) => finished.push((rank, side)),
                Standing::Left(nth) => left.push((nth, side)),
                Standing::Playing | Standing::Empty => {}
            }
        }
        finished.sort_unstable();
        left.sort_unstable();
        let mut ranks: Vec<Vec<Side>> = finished.into_iter().map(|(_, side)| vec![side]).collect();
        ranks.push(self.playing().collect());
        ranks.extend(left.into_iter().rev().map(|(_, side)| vec![side]));
        ranks.retain(|sides| !sides.is_empty());
        Event::Ended { ranks, why }
    }
}
