//! Changing: what each event does to the match, rights and ranks included. The only code that writes.

use crate::chowka::board::Side;
use crate::chowka::event::{Event, Outcome, PassWhy, Victim};
use crate::chowka::ruleset::{DeadEnd, GraceWithoutMove, HitRight, Throws};
use crate::chowka::{Hold, Match, PAWNS_MAX, Shells, Stage, Standing};

impl Match {
    /// Takes in one event; a bug if it cannot follow here.
    pub(in crate::chowka) fn take_in(&mut self, event: &Event) {
        match event {
            Event::Thrown {
                side,
                t: _,
                shells,
                value,
            } => self.thrown(*side, *shells, *value),
            Event::Moved {
                side,
                pawn,
                value,
                from,
                to,
                hits,
                t: _,
            } => {
                self.moved(*side, (*pawn, *from, *to), *value, hits);
            }
            Event::Passed { side, value, why } => self.passed(*side, *value, *why),
            Event::Left { side, why: _ } => self.left(*side),
            Event::Ended { ranks, why } => {
                self.stage = Stage::Over(Outcome {
                    ranks: ranks.clone(),
                    why: *why,
                });
            }
        }
        self.open_gate_if_dead();
    }

    /// A position set up by hand: `side` begins its turn.
    pub(in crate::chowka) fn give_turn(&mut self, side: Side) {
        self.stage = Stage::Throwing(Hold::of(side));
        self.open_gate_if_dead();
    }

    fn thrown(&mut self, side: Side, shells: Shells, value: u8) {
        let mut hold = self.take_hold();
        assert_eq!(hold.side, side, "a throw out of turn");
        let grace = self.rules.grace.contains(value);
        let burns = self.would_burn(&hold, value);
        self.throws += 1;
        hold.shells = Some(shells);
        hold.hand.push(value);
        hold.graces = if grace { hold.graces.saturating_add(1) } else { 0 };
        self.stage = if burns {
            Stage::Burning(hold)
        } else {
            match self.rules.throws {
                Throws::Collect if grace => Stage::Throwing(hold),
                Throws::Collect | Throws::OneByOne => Stage::Moving(hold),
            }
        };
    }

    /// Whether `value`, thrown now, is the third grace value in a row that burns.
    pub(in crate::chowka) fn would_burn(&self, hold: &Hold, value: u8) -> bool {
        self.rules.triple_grace_burns && hold.graces == 2 && self.rules.grace.contains(value)
    }

    fn moved(&mut self, side: Side, (pawn, from, to): (u8, u8, u8), value: u8, hits: &[Victim]) {
        let mut hold = self.take_hold();
        assert_eq!(hold.side, side, "a move out of turn");
        hold.spend(value);
        let place = &mut self.camp_mut(side).pawns[usize::from(pawn)];
        assert_eq!(*place, from, "a move from where the pawn is not");
        *place = to;
        self.send_home(side, hits);
        if self.has_finished(side) {
            let rank = self.finishers() + 1;
            self.camp_mut(side).standing = Standing::Finished(rank);
            self.pass_turn(side);
            return;
        }
        hold.owed += self.earned(value, to, !hits.is_empty());
        self.go_on(hold);
    }

    /// Hits (4.2), and the rights that they take and then give (4.3).
    fn send_home(&mut self, by: Side, hits: &[Victim]) {
        let start = self.rules.start();
        for victim in hits {
            let place = &mut self.camp_mut(victim.side).pawns[usize::from(victim.pawn)];
            assert_eq!(*place, victim.from, "a hit where the pawn is not");
            *place = start;
        }
        for victim in hits {
            let all_home = self.pawns(victim.side).iter().all(|&index| index <= 1);
            if all_home && self.rules.hit_right == HitRight::LostWhenAllHome {
                self.camp_mut(victim.side).right = false;
            }
        }
        if !hits.is_empty() {
            self.camp_mut(by).right = true;
        }
    }

    fn has_finished(&self, side: Side) -> bool {
        self.pawns(side).iter().all(|&index| index == self.rules.board.centre())
    }

    /// The throws, or series when collecting, that a move earns (2.4 and section 6).
    fn earned(&self, value: u8, to: u8, hit: bool) -> u32 {
        let centre = self.rules.centre_grace && to == self.rules.board.centre();
        match self.rules.throws {
            Throws::Collect => u32::from(hit || centre),
            Throws::OneByOne => {
                let grace = self.rules.grace.contains(value);
                let both = hit && grace && self.rules.hit_grace_adds;
                u32::from(grace || hit || centre) + u32::from(both)
            }
        }
    }

    fn passed(&mut self, side: Side, value: u8, why: PassWhy) {
        let burning = matches!(self.stage, Stage::Burning(_));
        let mut hold = self.take_hold();
        assert_eq!(hold.side, side, "a pass out of turn");
        hold.spend(value);
        match (why, self.rules.throws) {
            (PassWhy::Burned, _) => {
                assert!(burning, "a value burned that should not");
                if hold.hand.is_empty() {
                    self.pass_turn(side);
                } else {
                    self.stage = Stage::Burning(hold);
                }
            }
            (PassWhy::NoMove, Throws::Collect) => self.go_on(hold),
            (PassWhy::NoMove, Throws::OneByOne) => {
                let keep = match self.rules.grace_without_move {
                    GraceWithoutMove::Pass => false,
                    GraceWithoutMove::Keep => self.rules.grace.contains(value),
                };
                if keep {
                    self.stage = Stage::Throwing(hold);
                } else {
                    self.pass_turn(side);
                }
            }
        }
    }

    fn left(&mut self, side: Side) {
        let nth = self
            .camps
            .iter()
            .filter(|camp| matches!(camp.standing, Standing::Left(_)))
            .count();
        let camp = self.camp_mut(side);
        assert_eq!(camp.standing, Standing::Playing, "a leaver who does not play");
        camp.pawns = [0; PAWNS_MAX];
        camp.right = false;
        camp.standing = Standing::Left(nth as u8);
        if self.turn().is_some_and(|turn| turn.side == side) {
            self.pass_turn(side);
        }
    }

    /// The same turn goes on with what is in hand, else with what is owed, else it passes.
    fn go_on(&mut self, mut hold: Hold) {
        if !hold.hand.is_empty() {
            self.stage = Stage::Moving(hold);
        } else if hold.owed > 0 {
            hold.owed -= 1;
            self.stage = Stage::Throwing(hold);
        } else {
            self.pass_turn(hold.side);
        }
    }

    /// The turn passes to the next side still playing; what is in hand or owed is gone. With nobody to pass it to it
    /// stays, and the end is due.
    fn pass_turn(&mut self, side: Side) {
        let mut next = side.next();
        while next != side && self.camp(next).standing != Standing::Playing {
            next = next.next();
        }
        self.stage = Stage::Throwing(Hold::of(next));
    }

    /// `dead_end: open_gate`: where a throw is due and nobody could ever move again, all still playing gain the right.
    fn open_gate_if_dead(&mut self) {
        let opens = match self.rules.dead_end {
            DeadEnd::Share => false,
            DeadEnd::OpenGate => true,
        };
        let throw_due = matches!(&self.stage, Stage::Throwing(hold) if hold.hand.is_empty());
        if !opens || !throw_due || self.is_decided() || !self.is_dead_end() {
            return;
        }
        for camp in &mut self.camps {
            camp.right |= camp.standing == Standing::Playing;
        }
    }

    /// Takes the side in turn out of the stage, which must then be set anew.
    fn take_hold(&mut self) -> Hold {
        match &mut self.stage {
            Stage::Throwing(hold) | Stage::Moving(hold) | Stage::Burning(hold) => {
                std::mem::replace(hold, Hold::of(hold.side))
            }
            Stage::Over(_) => panic!("an event after the end"),
        }
    }
}

impl Hold {
    /// Takes `value` out of the hand; of equal ones that thrown first.
    fn spend(&mut self, value: u8) {
        let at = self.hand.iter().position(|&held| held == value);
        self.hand.remove(at.expect("a value that is not in hand"));
    }
}
