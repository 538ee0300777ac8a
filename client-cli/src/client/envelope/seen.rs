//! What happened, as the envelope keeps it: links that fit, draws one by one, answers that say the same.

use chowk_protocol::{By, CourtEvent, Event, SideName};
use chowk_record::fair::{self, Digest};

use super::{Draw, Envelope, Fault, Pick};

impl Envelope {
    /// Takes in one event. `told_before` for the news of a snapshot, which may tell what was told already.
    pub(in crate::client) fn saw(&mut self, event: &Event, picks: &[Pick], told_before: bool) {
        match event {
            Event::Locked { tips } => {
                for (chair, tip) in tips {
                    let tip = Digest::from_bytes(tip.0);
                    let seat = self.seats.entry(*chair).or_default();
                    // News may tell of the lock again: the links shown since are not forgotten.
                    if seat.tip != Some(tip) || !told_before {
                        seat.last = None;
                    }
                    seat.tip = Some(tip);
                }
            }
            Event::Revealed { chair, link } => {
                let link = Digest::from_bytes(link.0);
                let seat = self.seats.entry(*chair).or_default();
                seat.reveal = Some(link);
                if seat.tip.is_some_and(|tip| fair::next_link(&link) != tip) {
                    self.find(Fault::LinkOf { chair: *chair });
                }
            }
            Event::Lots { t, sides } => {
                let order = sides.values().copied().collect();
                self.drawn(*t, Draw::Lots(order), told_before);
                self.sides.clone_from(sides);
            }
            Event::Thrown {
                side,
                t,
                link,
                by,
                shells,
                value,
            } => {
                let link = link.map(|link| Digest::from_bytes(link.0));
                if !told_before && !self.draws.contains_key(t) {
                    self.check_link(*side, link, *by, *t);
                }
                if self.cast.value_of(shells) != Some(*value) {
                    self.find(Fault::Value { t: *t });
                }
                if self.answers.get(t).is_some_and(|answer| answer != value) {
                    self.find(Fault::DrawnTwice { t: *t });
                }
                self.drawn(
                    *t,
                    Draw::Throw {
                        link,
                        shells: shells.clone(),
                    },
                    told_before,
                );
            }
            Event::Court { happened, .. } => self.saw_on_court(happened, told_before),
            Event::Moved { t: Some(t), .. } => {
                let pick = picks.iter().find(|pick| pick.t == *t && !told_before);
                let draw = pick.map_or(Draw::PickUnseen, |pick| Draw::Pick {
                    of: pick.of,
                    got: pick.got,
                });
                self.drawn(*t, draw, told_before);
            }
            Event::NotStarted {
                r#match, server_seed, ..
            } if r#match.to_string() == self.match_id => {
                // The attempt is opened: only its seal can be checked.
                self.closed = true;
                if !self.seed_fits(&server_seed.to_string()) {
                    self.find(Fault::Seed);
                }
            }
            Event::NotStarted { .. }
            | Event::Moved { t: None, .. }
            | Event::Opened { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Host { .. }
            | Event::Control { .. }
            | Event::Sealed { .. }
            | Event::Ready { .. }
            | Event::Unready { .. }
            | Event::Passed { .. }
            | Event::Gone { .. }
            | Event::GateOpened {}
            | Event::Ended { .. }
            | Event::Dropped { .. }
            | Event::Away { .. }
            | Event::MoreTime { .. }
            | Event::Back { .. }
            | Event::Removed { .. }
            | Event::HandedOver { .. }
            | Event::NoChain { .. }
            | Event::Again { .. }
            | Event::Said { .. }
            | Event::Resumed { .. }
            | Event::Closed { .. } => {}
        }
    }

    /// The lots of four stones, and whom a clock picked.
    fn saw_on_court(&mut self, happened: &CourtEvent, told_before: bool) {
        match happened {
            CourtEvent::Lots { t, chairs } => self.drawn(*t, Draw::Lots(chairs.to_vec()), told_before),
            CourtEvent::ClockOut {
                seat,
                among,
                t: Some(t),
            } => {
                let of = u32::try_from(among.len()).unwrap_or(u32::MAX);
                let got = among.iter().position(|one| one == seat);
                // One who is not among those named was not drawn among them either.
                let got = got.and_then(|got| u32::try_from(got).ok()).unwrap_or(u32::MAX);
                self.drawn(*t, Draw::Pick { of, got }, told_before);
            }
            CourtEvent::ClockOut { t: None, .. }
            | CourtEvent::Innings { .. }
            | CourtEvent::Phase { .. }
            | CourtEvent::Cut { .. }
            | CourtEvent::Taken { .. }
            | CourtEvent::Given { .. }
            | CourtEvent::Crossed { .. }
            | CourtEvent::Void { .. }
            | CourtEvent::Through { .. }
            | CourtEvent::Tagged { .. }
            | CourtEvent::InningsEnd { .. } => {}
        }
    }

    /// A throw's link must lead to the one its seat showed last; a seat that has links left throws with one.
    fn check_link(&mut self, side: SideName, link: Option<Digest>, by: By, t: u64) {
        let Some(chair) = self.sides.get(&side).copied() else {
            return;
        };
        let Some(seat) = self.seats.get_mut(&chair) else { return };
        let fits = match (link, seat.last) {
            (Some(link), Some(last)) => fair::next_link(&link) == last,
            (Some(_), None) => true,
            (None, _) => !(by == By::Seat && seat.left > 0),
        };
        if let Some(link) = link {
            if Some(link) == self.my_link {
                self.own_links += 1;
            }
            seat.last = Some(link);
            seat.left = seat.left.saturating_sub(1);
        }
        if !fits {
            self.find(if link.is_some() {
                Fault::LinkOf { chair }
            } else {
                Fault::LinkLeftOut { t }
            });
        }
    }

    fn drawn(&mut self, t: u64, draw: Draw, told_before: bool) {
        let count = draw.count();
        match self.draws.get(&t) {
            // News cannot tell from how many a victim was picked; what is known stays.
            Some(_) if matches!(draw, Draw::PickUnseen) => return,
            Some(known) if *known != draw && *known != Draw::PickUnseen => self.find(Fault::DrawnTwice { t }),
            Some(_) | None => {}
        }
        if !told_before {
            if self.next_t.is_some_and(|next| next != t) {
                self.find(Fault::DrawLeftOut { t });
            }
            self.next_t = Some(t + count);
        }
        self.draws.insert(t, draw);
    }

    /// The room answered a throw: its event, told before or after, must say the same.
    pub(in crate::client) fn answered(&mut self, v: u64, t: u64, value: u8) {
        // A stored answer may come when the next match is sealed already.
        if v < self.since_v {
            return;
        }
        if let Some(Draw::Throw { shells, .. }) = self.draws.get(&t)
            && self.cast.value_of(shells) != Some(value)
        {
            self.find(Fault::DrawnTwice { t });
        }
        self.answers.insert(t, value);
    }
}
