//! What a client does with a new view: the envelope looks at it, the player is told, and what follows by itself is done.

use chowk_protocol::{By, ChairNo, Diff, Event, Stage};
use serde_json::Value;

use super::envelope::{Envelope, Pick};
use super::{Client, Fault, Happening, How, Line, Table, Wish};

impl Client {
    /// The view is a new one, and what was found in it is told.
    pub(super) fn take_in(&mut self, events: Vec<Event>, how: How, found: Vec<Happening>) {
        if self.line == Line::Seated && how != How::Diff {
            self.line = Line::Fresh;
        }
        self.tell(Happening::Changed { events, how });
        self.tell_all(found);
        self.reveal_when_asked();
    }

    pub(super) fn tell_all(&mut self, found: Vec<Happening>) {
        found.into_iter().for_each(|happening| self.tell(happening));
    }

    /// One diff was followed: the envelope saw its events and looks at the view that they led to. While this client was
    /// not there, somebody else may have sat on its chair: what was missed is not looked at as its own.
    pub(super) fn follow_match(&mut self, diff: &Diff, picks: &[Pick], how: How) -> Vec<Happening> {
        self.watch_clock(&diff.events);
        self.envelope_saw(&diff.events, picks, false);
        let mut found = self.take_envelope();
        let me = self.chair.filter(|_| how == How::Diff);
        found.extend(self.look(Some(&diff.patch), me));
        found
    }

    /// A whole view came, with news that may have been told before.
    pub(super) fn look_anew(&mut self, news: &[Event]) -> Vec<Happening> {
        if let Some(envelope) = &mut self.envelope {
            envelope.skipped();
        }
        let mut found = self.take_envelope();
        self.envelope_saw(&news[earlier_matches(news)..], &[], true);
        found.extend(self.look(None, self.chair));
        found
    }

    /// What was missed was followed to its end.
    pub(super) fn look_at_own(&mut self) -> Vec<Happening> {
        self.look(None, self.chair)
    }

    fn envelope_saw(&mut self, events: &[Event], picks: &[Pick], told_before: bool) {
        let Some(envelope) = &mut self.envelope else { return };
        for event in events {
            envelope.saw(event, picks, told_before);
        }
    }

    /// Takes up the envelope of the match that the view shows, if it is another one.
    fn take_envelope(&mut self) -> Vec<Happening> {
        let sealed = self.table.as_ref().and_then(Table::match_id);
        if self.envelope.as_ref().map(Envelope::match_id) == sealed {
            return Vec::new();
        }
        let found = self.faults();
        self.outbox.another_match();
        self.envelope = self
            .table
            .as_ref()
            .and_then(|table| Envelope::sealed_in(&table.view, table.v));
        self.faults_told = 0;
        found
    }

    fn look(&mut self, patch: Option<&Value>, me: Option<ChairNo>) -> Vec<Happening> {
        if let (Some(envelope), Some(table)) = (&mut self.envelope, &self.table) {
            envelope.look(&table.view, patch, me, &self.identity.sk);
        }
        let mut found = self.faults();
        found.extend(self.open_envelope());
        found
    }

    /// Counts own throws that the clock made, and those that it made although the link was there in time.
    fn watch_clock(&mut self, events: &[Event]) {
        let side = self.chair.and_then(|chair| self.table.as_ref()?.side(chair));
        for event in events {
            if let Event::Thrown {
                side: of,
                by: By::Clock,
                t,
                ..
            } = event
                && Some(*of) == side
            {
                self.counts.by_clock += 1;
                let in_time = self.outbox.flight().is_some_and(|flight| flight.surely_in_time);
                if let (true, Some(envelope)) = (in_time, &mut self.envelope) {
                    self.counts.clock_despite_link += 1;
                    envelope.clock_despite_link(*t);
                }
            }
        }
    }

    /// What the envelope found wrong and was not told yet.
    fn faults(&mut self) -> Vec<Happening> {
        let faults: Vec<Fault> = match &self.envelope {
            Some(envelope) => envelope.faults()[self.faults_told..].to_vec(),
            None => Vec::new(),
        };
        self.faults_told += faults.len();
        faults.into_iter().map(Happening::Unfair).collect()
    }

    /// When the match has ended the seed is open: checks everything, once.
    fn open_envelope(&mut self) -> Option<Happening> {
        let table = self.table.as_ref()?;
        let seed = table.view.get("result")?.get("server_seed")?.as_str()?;
        let envelope = self.envelope.as_mut()?;
        let verdict = envelope.open(seed)?;
        self.faults_told = envelope.faults().len();
        Some(Happening::Checked(Box::new(verdict)))
    }

    /// At the lock each seat shows its first link within ten seconds: nobody has to be asked.
    fn reveal_when_asked(&mut self) {
        let (Some(chair), Some(table)) = (self.chair, &self.table) else {
            return;
        };
        let shown = table
            .chair(chair)
            .is_some_and(|chair| chair.get("link").is_some_and(Value::is_string));
        if table.stage() == Some(Stage::Revealing) && !shown && !self.outbox.holds("reveal") {
            self.outbox.push(Wish::Reveal, true);
        }
    }
}

/// How many of these news belong to matches, or attempts, before the last one.
fn earlier_matches(news: &[Event]) -> usize {
    let begins = |event: &Event| {
        matches!(
            event,
            Event::Locked { .. } | Event::Sealed { .. } | Event::NotStarted { .. } | Event::Again { .. }
        )
    };
    news.iter().rposition(begins).unwrap_or(0)
}
