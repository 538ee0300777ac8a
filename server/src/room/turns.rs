//! Turns: commands judged, questions asked, and what the server plays for a seat.

use chowk_protocol::{Answer, ChairNo, ClientKind, ClientMsg, CloseCode, GameKind, Hex, Refusal, RefusalCode};
use chowk_record::{
    fair::Digest,
    line::{By, Line},
};

use super::{
    Call, End, Fact, Room, SessionId,
    chairs::{ChainShown, Chair},
    fact::Told,
    manners::is_phrase,
    state::{Play, Stage},
    told::Saying,
};
use crate::{
    fault::{Fault, is_planted},
    games::{Asks, Wish, stands_in},
};

impl Room {
    /// Judges a command of a seat: refused without a trace, or one envelope.
    pub(super) fn command(
        &mut self,
        call: &mut Call<'_, '_>,
        session: SessionId,
        chair: ChairNo,
        message: ClientMsg,
        n: u64,
        at: u64,
    ) {
        let leaves = matches!(message, ClientMsg::Leave { .. });
        match self.judge(chair, message) {
            Ok(facts) => {
                let last_ms = self.last_ms(session, chair, at);
                let again = facts.iter().any(|fact| matches!(fact, Fact::Again { .. }));
                let removed = facts.iter().find_map(removed_by);
                let reported = facts.iter().find_map(reported_by);
                let answer = answer_of(&facts);
                if facts.iter().any(|fact| matches!(fact, Fact::Told { .. })) {
                    self.spend_bank(call, chair);
                }
                let asked = self.asked_chair();
                for fact in facts {
                    let handed_over = handed_over_by(&fact);
                    self.put(call, fact);
                    if let Some(chair) = handed_over {
                        self.control_goes_on(chair);
                    }
                }
                if again {
                    self.set_anew(call);
                }
                if !self.question_stands(call, asked) {
                    self.follow(call);
                }
                let put_off = removed.map(|chair| self.rise(chair)).unwrap_or_default();
                self.acknowledge(call, session, chair, n, answer, last_ms);
                self.send_off(call, put_off, End::because(CloseCode::Bye, RefusalCode::Removed));
                if let Some(saying) = reported {
                    self.wait(call, saying);
                }
                if leaves {
                    self.see_off(call, session);
                }
            }
            Err(refusal) => self.refuse(call, session, refusal.to(Some(n))),
        }
    }

    fn judge(&self, chair: ChairNo, message: ClientMsg) -> Result<Vec<Fact>, Refusal> {
        let facts = match message {
            ClientMsg::Throw { v, link, .. } => self.check_throw(chair, v, link.map(digest))?,
            ClientMsg::Move { v, pawn, value, .. } => {
                self.check_asked(chair, v)?;
                self.lines(chair, Wish::Move { pawn, value }, By::Seat, None)?
            }
            ClientMsg::Ready { tip, links, .. } => vec![self.check_ready(chair, digest(tip), links)?],
            ClientMsg::Unready { .. } => vec![self.check_unready(chair)?],
            ClientMsg::Reveal { link, .. } => vec![self.check_reveal(chair, digest(link))?],
            ClientMsg::NoChain { .. } => vec![self.check_no_chain(chair)?],
            ClientMsg::Resign { .. } => {
                let _ = self.play().ok_or(RefusalCode::NotNow)?;
                self.lines(chair, Wish::Resign, By::Seat, None)?
            }
            ClientMsg::Again { .. } => match self.state.stage {
                Stage::Ended(_) => vec![Fact::Again { chair }],
                Stage::Gathering { .. } | Stage::Readying { .. } | Stage::Revealing { .. } | Stage::Playing(_) => {
                    return Err(RefusalCode::NotNow.into());
                }
            },
            ClientMsg::Leave { .. } => self.check_leave(chair)?,
            ClientMsg::AddBot {
                chair: which, brain, ..
            } => vec![self.check_add_bot(chair, which, &brain)?],
            ClientMsg::Remove { chair: which, .. } => vec![self.check_remove(chair, which)?],
            ClientMsg::HandOver {
                chair: which, brain, ..
            } => vec![self.check_hand_over(chair, which, &brain)?],
            ClientMsg::MoreTime { .. } => vec![self.check_more_time(chair)?],
            ClientMsg::Report { chair: whom, about, .. } => vec![self.check_report(chair, whom, about)?],
            ClientMsg::Say { phrase, .. } => {
                is_phrase(&phrase)?;
                vec![Fact::Said { chair, phrase }]
            }
            // Ticks hear these while a set runs; where there is none, they come too early, too late, or to another game.
            ClientMsg::Input { .. } | ClientMsg::Take { .. } | ClientMsg::Give { .. } | ClientMsg::Choose { .. } => {
                return Err(self.nothing_ticks().into());
            }
            ClientMsg::Hello { .. }
            | ClientMsg::Create { .. }
            | ClientMsg::Quick { .. }
            | ClientMsg::Join { .. }
            | ClientMsg::Watch { .. }
            | ClientMsg::LookBack {}
            | ClientMsg::Resync {}
            | ClientMsg::Ping { .. } => return Err(RefusalCode::ElsewhereRoom.into()),
        };
        Ok(facts)
    }

    pub(super) fn play(&self) -> Option<&Play> {
        self.state.play()
    }

    pub(super) fn asks(&self) -> Option<Asks> {
        self.play()?.table.as_ref()?.asks()
    }

    /// The chair whose question is open.
    pub(super) fn asked_chair(&self) -> Option<ChairNo> {
        self.asks().map(|asks| asks.chair)
    }

    /// Whether the question that a command answers is the open one, and the seat's own.
    fn check_asked(&self, chair: ChairNo, v: u64) -> Result<(), RefusalCode> {
        if self.state.game != GameKind::Chowka {
            return Err(RefusalCode::WrongGame);
        }
        let play = self.play().ok_or(RefusalCode::NotNow)?;
        let asks = self.asks().ok_or(RefusalCode::NotNow)?;
        if v == play.question.asked {
            if asks.chair == chair {
                Ok(())
            } else {
                Err(RefusalCode::NotYourTurn)
            }
        } else if v > play.question.asked {
            Err(RefusalCode::NotNow)
        } else if v == play.forced {
            Err(RefusalCode::AlreadyPlayed)
        } else {
            Err(RefusalCode::Answered)
        }
    }

    fn check_throw(&self, chair: ChairNo, v: u64, link: Option<Digest>) -> Result<Vec<Fact>, Refusal> {
        self.check_asked(chair, v)?;
        let seat = self.state.seat(chair).ok_or(RefusalCode::NotPlaying)?;
        let ChainShown::Links { shown, lost, .. } = &seat.chain else {
            return Err(RefusalCode::NotNow.into());
        };
        let refuse_link = |code| Err(Refusal::new(code).in_field("link"));
        let by = match (link, *lost, shown.left) {
            (Some(_), true, _) | (Some(_), _, 0) => return refuse_link(RefusalCode::NoLinksLeft),
            (None, true, _) => By::NoChain,
            (None, false, 0) => By::Seat,
            (None, false, _) => return refuse_link(RefusalCode::LinkMissing),
            (Some(link), false, _) => {
                let reused = is_planted(Fault::LinkReused) && link == shown.last;
                if shown.then(&link).is_err() && !reused {
                    return refuse_link(RefusalCode::WrongLink);
                }
                By::Seat
            }
        };
        Ok(self.lines(chair, Wish::Throw, by, link)?)
    }

    fn check_no_chain(&self, chair: ChairNo) -> Result<Fact, RefusalCode> {
        let play = self.play().ok_or(RefusalCode::NotNow)?;
        if !play.table.as_ref().is_some_and(|table| table.is_playing(chair)) {
            return Err(RefusalCode::NotPlaying);
        }
        match self.state.seat(chair).map(|seat| &seat.chain) {
            Some(ChainShown::Links { lost: false, .. }) => Ok(Fact::NoChain { chair }),
            Some(ChainShown::Links { lost: true, .. }) => Err(RefusalCode::Answered),
            Some(ChainShown::Nothing | ChainShown::Tip { .. }) | None => Err(RefusalCode::NotNow),
        }
    }

    fn check_leave(&self, chair: ChairNo) -> Result<Vec<Fact>, RefusalCode> {
        match &self.state.stage {
            Stage::Gathering { .. } | Stage::Readying { .. } | Stage::Ended(_) => Ok(vec![Fact::Freed { chair }]),
            Stage::Revealing { .. } => Err(RefusalCode::Locked),
            Stage::Playing(play) => {
                let mut facts = vec![Fact::Leaving { chair }];
                if self.goes_by_ticks() {
                    // Where nobody can leave a match, the house plays on for who is gone.
                    let away = self.state.seat(chair).is_some_and(|seat| seat.away);
                    facts.extend((!away).then_some(Fact::Away { chair }));
                } else if play.table.as_ref().is_some_and(|table| table.is_playing(chair)) {
                    facts.extend(self.lines(chair, Wish::Resign, By::Seat, None)?);
                }
                Ok(facts)
            }
        }
    }

    /// The lines that follow from a wish, as facts.
    pub(super) fn lines(
        &self,
        chair: ChairNo,
        wish: Wish,
        by: By,
        link: Option<Digest>,
    ) -> Result<Vec<Fact>, RefusalCode> {
        let play = self.play().ok_or(RefusalCode::NotNow)?;
        let table = play.table.as_ref().ok_or(RefusalCode::NotNow)?;
        let mut fate = play.fate(&self.state.rules_hash, link);
        let lines = table.judge(chair, wish, by, link, &mut fate)?;
        Ok(lines.into_iter().map(|line| Fact::Told { line: Told(line) }).collect())
    }

    /// Whether the open question stands as it was asked: nothing was played, or only somebody else left (rule page,
    /// section 5).
    pub(super) fn question_stands(&self, call: &Call<'_, '_>, asked: Option<ChairNo>) -> bool {
        let played = |fact: &Fact| {
            if let Fact::Told { line } = fact {
                !matches!(line.0, Line::Left { .. })
            } else {
                false
            }
        };
        let handed_over = |fact: &Fact| asked.is_some() && handed_over_by(fact) == asked;
        let is_moved = call.draft.iter().any(|fact| played(fact) || handed_over(fact));
        asked.is_some() && self.asked_chair() == asked && !is_moved
    }

    /// The server plays: the only move, for a house bot, or for a seat that is away or let its clock run out.
    pub(super) fn play_for(&mut self, call: &mut Call<'_, '_>, by: By) {
        let Some(asks) = self.asks() else { return };
        let (wish, by) = match (asks.forced, by) {
            (Some(wish), _) => (Some(wish), By::Forced),
            (None, By::House) => (self.house_chooses(asks.chair), by),
            (None, By::Away) => (self.choose(self.stand_in(asks.chair)), by),
            (None, By::Clock | By::Forced | By::Seat | By::NoChain) => (self.choose(stands_in(self.state.game)), by),
        };
        let wish = wish.unwrap_or_else(|| panic!("room {}: nothing can be played for chair {}", self.no, asks.chair));
        let facts = self.lines(asks.chair, wish, by, None).unwrap_or_else(|code| {
            panic!(
                "room {}: the server's own {wish:?} was refused: {}",
                self.no,
                code.code()
            );
        });
        if by == By::Clock {
            self.spend_bank(call, asks.chair);
        }
        for fact in facts {
            self.put(call, fact);
        }
        self.follow(call);
        self.close_envelope(call, Vec::new());
    }

    fn house_chooses(&self, chair: ChairNo) -> Option<Wish> {
        let Some(Chair::House { brain, .. }) = self.state.chair(chair) else {
            return None;
        };
        self.choose(brain)
    }

    /// What a brain chooses; its luck is the match's id and the question, and never touches a throw.
    fn choose(&self, brain: &str) -> Option<Wish> {
        let play = self.play()?;
        let [a, b, c, d, e, f, g, h, ..] = play.seal.match_id.0;
        let seed = u64::from_be_bytes([a, b, c, d, e, f, g, h]) ^ play.question.asked;
        play.table.as_ref()?.choose(brain, seed)
    }

    /// Ends the match for all, as abandoned.
    pub(super) fn abandon(&mut self, call: &mut Call<'_, '_>) {
        if self.play().is_none_or(|play| play.table.is_none()) {
            return;
        }
        self.row_of_ticks(call);
        let chair = self.asked_chair().unwrap_or(self.state.host);
        let facts = self
            .lines(chair, Wish::Abandon, By::Clock, None)
            .unwrap_or_else(|code| {
                panic!(
                    "room {}: a running match could not be abandoned: {}",
                    self.no,
                    code.code()
                );
            });
        for fact in facts {
            self.put(call, fact);
        }
        self.follow(call);
        self.close_envelope(call, Vec::new());
    }

    /// The open question was told now: the measure of bots begins.
    pub(super) fn measure_from_here(&mut self, up: u64) {
        let asked = self.play().map_or(0, |play| play.question.asked);
        if asked <= self.durable_v && self.question_told.0 != asked {
            self.question_told = (asked, up);
        }
    }

    /// How long a bot took to answer the open question, by the server's measure.
    fn last_ms(&mut self, session: SessionId, chair: ChairNo, at: u64) -> Option<u64> {
        let (asked, told) = self.question_told;
        let bot = self
            .sessions
            .get(&session)
            .is_some_and(|sitter| sitter.kind == ClientKind::Bot);
        let open = self.play().is_some_and(|play| play.question.asked == asked);
        if !bot || !open || self.asked_chair() != Some(chair) {
            return None;
        }
        let took = Some(at.saturating_sub(told));
        if let Some(last) = self.answered_in.get_mut(usize::from(chair)) {
            *last = took;
        }
        took
    }
}

fn digest(bytes: Hex<32>) -> Digest {
    Digest::from_bytes(bytes.0)
}

/// Whom the host puts off a chair.
fn removed_by(fact: &Fact) -> Option<ChairNo> {
    if let Fact::Removed { chair } = fact {
        Some(*chair)
    } else {
        None
    }
}

/// What the operator is to be told.
fn reported_by(fact: &Fact) -> Option<Saying> {
    if let Fact::Reported { chair, whom, about } = *fact {
        Some(Saying::Reported { by: chair, whom, about })
    } else {
        None
    }
}

/// The chair that is handed to a bot.
fn handed_over_by(fact: &Fact) -> Option<ChairNo> {
    if let Fact::HandedOver { chair, .. } = fact {
        Some(*chair)
    } else {
        None
    }
}

/// What a throw brings its thrower.
fn answer_of(facts: &[Fact]) -> Option<Answer> {
    facts.iter().find_map(|fact| {
        if let Fact::Told { line } = fact
            && let Line::Thrown { t, value, .. } = line.0
        {
            Some(Answer {
                t: Some(t),
                value: Some(value),
            })
        } else {
            None
        }
    })
}
