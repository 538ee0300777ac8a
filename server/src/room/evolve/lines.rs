//! The lines of a match's record: they change the game, and count for seats and series.

use chowk_protocol::{ChairNo, Event, Hex};
use chowk_record::{
    chain::RecordChain,
    fair::Digest,
    line::{By, Header, Line, StonesLine},
};

use crate::{
    fault::{Fault, is_planted},
    games::Table,
    room::{
        chairs::{ChainShown, Chair},
        fact::Told,
        state::{Over, Play, Question, Stage, State},
    },
};

impl State {
    pub(super) fn start(&mut self, header: Told<Header>) -> Result<(), String> {
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
            seat.stand_in = None;
            seat.misses = 0;
            seat.bank = bank;
            seat.dropped_before = false;
            seat.by_clock = 0;
            seat.more_time = false;
            seat.reported.clear();
        }
        Ok(())
    }

    /// A line of the record: the game changes, and the chain of the record goes on.
    pub(super) fn tell(&mut self, tick: u64, line: &Line) -> Result<Vec<Event>, String> {
        let rules = if let Line::Lots { .. } | Line::Stones(StonesLine::Lots { .. }) = line {
            Some(self.rules()?)
        } else {
            None
        };
        let Stage::Playing(play) = &mut self.stage else {
            return Err("a line without a match".into());
        };
        play.record.push(tick.saturating_sub(play.locked_at), line);
        let mut fate = play.fate(&self.rules_hash, None);
        if let Some(begun) = rules.and_then(|rules| Table::begin(&rules, line)) {
            let mut table = begun?;
            let events = table.evolve(line, &mut fate)?;
            play.table = Some(table);
            return Ok(events);
        }
        let table = play.table.as_mut().ok_or("a line before the lots")?;
        let thrower = table.asks().map(|asks| asks.chair);
        let mut events = table.evolve(line, &mut fate)?;
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
                seats: ended.seats.clone(),
                court: table.court_view(0).map(Box::new),
                why: ended.why,
            };
            let server_seed = Hex(*over.seal.seed.open().as_bytes());
            if let Some(series) = &mut self.series {
                series.count(&over);
            }
            self.stage = Stage::Ended(over);
            events.push(Event::Ended {
                seats: ended.seats,
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
