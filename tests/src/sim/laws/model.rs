//! The reference: one room as a stranger understands it, from its rows as they were committed and from what left the
//! server, and nothing else.
//!
//! It knows the rows on disk; who controls each seat and in which generation; which commands were applied, by seat,
//! client and number; which draws were made and links shown; how far the room's clock may have come; the epoch, and
//! what motion was shown. It judges each line of a match anew by the rules alone ([`play`]) and from that says what a
//! view must show ([`scene`]). It does not know the server's state, and none of its code for folding rows: what both
//! share is the rules, the record and the words of the wire.
//!
//! It does not know what is asked of whom and until when beyond what the rows say, what seats have left of their banks
//! and chains, nor the counts of a series: the clients check those, and the records do.

mod play;
mod row;
mod scene;
mod stage;

use std::collections::{BTreeMap, BTreeSet};

use chowk_protocol::{ChairNo, Cid, Epoch, MatchId, RoomCode, Stage, ViewHash};
use chowk_record::{
    fair::Seed,
    line::{Line, StonesLine},
    rules::Rules,
};
use chowk_rules::stones::{Event, Phase};
use chowk_server::journal::{Append, Besides, Fence, RoomNo, Row, Stored};

pub(super) use self::row::Stored as StoredAnswer;
use self::{
    row::{Envelope, Fact},
    scene::{Scene, Scenes},
};
use super::{Finding, Law, SessionKey};

/// One room's rows, and what they say.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) code: RoomCode,
    v: u64,
    base: Option<Row>,
    /// All rows after the base.
    rows: Vec<Row>,
    pub(super) is_buried: bool,
    /// The host has put somebody off a chair.
    pub(super) has_removed: bool,
    /// It has failed once.
    pub(super) has_failed: bool,
    /// It is kept for the operator, and nobody may enter it.
    pub(super) is_quarantined: bool,
    /// How each row was made.
    authors: BTreeMap<u64, Made>,
    /// Who may write it: what a newer reader was given voids what an older one has.
    fence: Fence,
    /// The tick of the last row; and what the room's clock showed when the room was opened or read last, and when.
    tick: u64,
    clock_from: (u64, u64),
    epoch: Option<Epoch>,
    /// Epochs in which motion was shown that was lost.
    void: BTreeSet<Epoch>,
    /// The highest tick of motion that was shown of the running set.
    moved_to: u32,
    /// The room's tick of the last row of ticks.
    ticked_at: Option<u64>,
    rules: Option<Rules>,
    seal: Option<(MatchId, Seed)>,
    scene: Scene,
    pub(super) scenes: Scenes,
    seats: BTreeMap<ChairNo, Seat>,
    /// Every control there was: chair, generation and session.
    controls: BTreeSet<(ChairNo, u32, SessionKey)>,
    /// The answers stored, by version.
    pub(super) stored: BTreeMap<u64, Vec<row::Stored>>,
    /// Clients of seats that were given up: with a seat go its answers.
    pub(super) given_up: BTreeSet<Cid>,
    links: BTreeSet<String>,
    /// The match that is sealed or played, and the number of its next draw.
    playing: Option<(MatchId, u64)>,
    ended: Vec<MatchId>,
    /// What was told of each version, to anybody, ever: its diff, and the hash of its view.
    pub(super) diffs: BTreeMap<u64, String>,
    pub(super) hashes: BTreeMap<u64, ViewHash>,
}

/// How a row was made: during whose letter (`None`: by the room itself), when, and how far its clock may have come.
#[derive(Debug, Clone, Copy)]
struct Made {
    author: Option<SessionKey>,
    tick_max: u64,
}

/// A seat, as the rows make it.
#[derive(Debug)]
struct Seat {
    session: Option<SessionKey>,
    generation: u32,
    last_n: BTreeMap<Cid, u64>,
}

impl Model {
    pub(super) fn new(code: RoomCode, now: u64) -> Self {
        Self {
            code,
            v: 0,
            base: None,
            rows: Vec::new(),
            is_buried: false,
            has_removed: false,
            has_failed: false,
            is_quarantined: false,
            authors: BTreeMap::new(),
            fence: Fence(0),
            tick: 0,
            clock_from: (0, now),
            epoch: None,
            void: BTreeSet::new(),
            moved_to: 0,
            ticked_at: None,
            rules: None,
            seal: None,
            scene: Scene::new(),
            scenes: Scenes::default(),
            seats: BTreeMap::new(),
            controls: BTreeSet::new(),
            stored: BTreeMap::new(),
            given_up: BTreeSet::new(),
            links: BTreeSet::new(),
            playing: None,
            ended: Vec::new(),
            diffs: BTreeMap::new(),
            hashes: BTreeMap::new(),
        }
    }

    /// The newest version on disk.
    pub(super) fn v(&self) -> u64 {
        self.v
    }

    pub(super) fn ended(&self) -> &[MatchId] {
        &self.ended
    }

    /// The room has made a row.
    pub(super) fn made(&mut self, v: u64, author: Option<SessionKey>, now: u64) {
        let (tick, since) = self.clock_from;
        let tick_max = tick + now.saturating_sub(since);
        self.authors.insert(v, Made { author, tick_max });
    }

    /// The room was read: its clock goes on from its last row, whoever read it before may write it no more, and motion
    /// that was shown beyond its rows is gone.
    pub(super) fn read(&mut self, fence: Fence, now: u64) {
        self.fence = fence;
        self.clock_from = (self.tick, now);
        let set = self.scene.playing.as_ref().and_then(|playing| playing.set());
        let lost = set.is_some_and(|set| !set.is_over() && self.moved_to > set.tick());
        if self.scene.stage == Stage::Playing && lost {
            self.void.extend(self.epoch);
        }
        self.moved_to = 0;
    }

    /// Whether a row with this right may be written.
    pub(super) fn may_write(&self, fence: Fence) -> bool {
        fence >= self.fence
    }

    /// What was told in this epoch can be relied on.
    pub(super) fn is_relied_on(&self, epoch: Epoch) -> Finding {
        if self.void.contains(&epoch) {
            let why = format!(
                "epoch {epoch} goes on in room {}, and motion that was shown in it is gone",
                self.code
            );
            return Err((Law::Relied, why));
        }
        Ok(())
    }

    /// Motion is shown.
    pub(super) fn moves(&mut self, tick: u32) {
        self.moved_to = self.moved_to.max(tick);
    }

    pub(super) fn fits(&self, append: &Append) -> bool {
        !self.is_buried && append.expected_v == self.v
    }

    /// A row is on disk.
    pub(super) fn commit(&mut self, append: &Append) -> Finding {
        let v = append.row.v;
        if !self.fits(append) || v != self.v + 1 {
            return Err((Law::Versions, format!("row {v} after {} in room {}", self.v, self.code)));
        }
        self.v = v;
        self.rows.push(append.row.clone());
        let envelope = Envelope::read(&append.row.body).map_err(|why| (Law::Fold, why))?;
        self.keeps_time(v, envelope.tick)?;
        let phase = self.phase();
        for fact in envelope.facts() {
            self.take(v, fact)?;
            self.stage(v, fact)?;
        }
        let by_the_rules = self.scene.playing.as_ref().map_or(Ok(()), |playing| playing.row_ends());
        by_the_rules.map_err(|why| (Law::Rules, format!("row {v}: {why}")))?;
        self.is_not_foretold(v, phase)?;
        self.scenes.add(v, self.scene.clone());
        // What waited behind a button comes after its tick's row, in one of its own.
        let is_behind = self.author(v).is_none() && self.ticked_at == Some(envelope.tick);
        let of_a_tick = envelope.ticked().is_some() || is_behind;
        if envelope.ticked().is_some() {
            self.ticked_at = Some(envelope.tick);
        }
        for stored in envelope.stored() {
            self.apply(v, *stored, of_a_tick)?;
        }
        for beside in &append.besides {
            match beside {
                Besides::Base(state) => {
                    self.base = Some(Row { v, body: state.clone() });
                    self.rows.clear();
                }
                Besides::Bury => self.is_buried = true,
                Besides::Open(_) | Besides::Seal(_) | Besides::Record { .. } => {}
            }
        }
        Ok(())
    }

    fn phase(&self) -> Option<Phase> {
        let playing = self
            .scene
            .playing
            .as_ref()
            .filter(|_| self.scene.stage == Stage::Playing)?;
        Some(playing.set()?.phase())
    }

    fn author(&self, v: u64) -> Option<SessionKey> {
        self.authors.get(&v).and_then(|made| made.author)
    }

    /// A room's clock never runs ahead of the server's, and stands while the server is down or the room unread.
    fn keeps_time(&mut self, v: u64, tick: u64) -> Finding {
        let most = self.authors.get(&v).map_or(u64::MAX, |made| made.tick_max);
        if tick < self.tick || tick > most {
            let why = format!(
                "row {v} is of tick {tick}, after {}, and the clock cannot show more than {most}",
                self.tick
            );
            return Err((Law::Clock, why));
        }
        self.tick = tick;
        Ok(())
    }

    fn take(&mut self, v: u64, fact: &Fact) -> Finding {
        match fact {
            Fact::Seated { chair, .. } => {
                let seat = Seat {
                    session: None,
                    generation: 0,
                    last_n: BTreeMap::new(),
                };
                self.seats.insert(*chair, seat);
                self.take_control(v, *chair)
            }
            Fact::Control { chair } => self.take_control(v, *chair),
            Fact::Away { chair } | Fact::HandedOver { chair } | Fact::Back { chair } => {
                if let Some(seat) = self.seats.get_mut(chair) {
                    seat.generation += 1;
                }
                Ok(())
            }
            Fact::Freed { chair } | Fact::Removed { chair } => {
                self.has_removed |= matches!(fact, Fact::Removed { .. });
                let clients = self.seats.remove(chair).map(|seat| seat.last_n);
                self.given_up.extend(clients.into_iter().flatten().map(|(cid, _)| cid));
                Ok(())
            }
            Fact::Sealed { match_id, .. } => {
                self.playing = Some((*match_id, 0));
                Ok(())
            }
            Fact::Revealed { link } => self.show(link.clone()),
            Fact::Told { line } => {
                let line = row::line(line).map_err(|why| (Law::Fold, why))?;
                self.tell(&line)?;
                self.judge(&line).map_err(|why| (Law::Rules, format!("row {v}: {why}")))
            }
            Fact::Opened { .. }
            | Fact::Housed { .. }
            | Fact::Host { .. }
            | Fact::Locked {}
            | Fact::NotStarted {}
            | Fact::Started { .. }
            | Fact::Asked { .. }
            | Fact::Dropped { .. }
            | Fact::MoreTime { .. }
            | Fact::Again {}
            | Fact::Resumed { .. }
            | Fact::Restored { .. }
            | Fact::Ticked { .. }
            | Fact::Other => Ok(()),
        }
    }

    fn take_control(&mut self, v: u64, chair: ChairNo) -> Finding {
        let author = self.author(v);
        let seat = self.seats.get_mut(&chair);
        let (Some(seat), Some(session)) = (seat, author) else {
            return Err((Law::OneController, format!("row {v} gives chair {chair} to nobody")));
        };
        seat.generation += 1;
        seat.session = Some(session);
        self.controls.insert((chair, seat.generation, session));
        Ok(())
    }

    /// A command was applied: by who controls the seat, under the next number. One that waited for its tick is in a row
    /// that was made whenever that came.
    fn apply(&mut self, v: u64, stored: row::Stored, of_a_tick: bool) -> Finding {
        let row::Stored { chair, cid, n, .. } = stored;
        self.stored.entry(v).or_default().push(stored);
        let author = self.author(v);
        // The command that gives a chair up is the last of its seat.
        let Some(seat) = self.seats.get_mut(&chair) else {
            return Ok(());
        };
        if seat.session != author && !of_a_tick {
            let why = format!(
                "row {v} of chair {chair} was made by {author:?}, it is controlled by {:?}",
                seat.session
            );
            return Err((Law::OneController, why));
        }
        let last = seat.last_n.insert(cid, n).unwrap_or(0);
        if n != last + 1 {
            let why = format!("row {v}: command {n} of {cid} of chair {chair} follows {last}");
            return Err((Law::ExactlyOnce, why));
        }
        Ok(())
    }

    fn show(&mut self, link: String) -> Finding {
        if self.links.insert(link.clone()) {
            Ok(())
        } else {
            Err((Law::OneDraw, format!("link {link} is shown twice")))
        }
    }

    fn tell(&mut self, line: &Line) -> Finding {
        let Some((id, next)) = &mut self.playing else {
            return Err((Law::OneDraw, "a line without a match".into()));
        };
        let drawn = match line {
            Line::Lots { t, sides } => Some((*t, sides.len() as u64 - 1)),
            Line::Thrown { t, .. } | Line::Moved { t: Some(t), .. } => Some((*t, 1)),
            Line::Moved { t: None, .. } | Line::Passed { .. } | Line::Left { .. } | Line::Ended { .. } => None,
            // A shuffle of five takes four draws.
            Line::Stones(StonesLine::Lots { t, .. }) => Some((*t, 4)),
            Line::Stones(StonesLine::Happened {
                event: Event::ClockOut { t: Some(t), .. },
                ..
            }) => Some((*t, 1)),
            Line::Stones(StonesLine::Inputs(_) | StonesLine::Wished { .. } | StonesLine::Happened { .. }) => None,
            Line::Opened { .. } => {
                self.ended.push(*id);
                None
            }
        };
        if let Some((t, count)) = drawn {
            if t != *next {
                return Err((
                    Law::OneDraw,
                    format!("draw {t} of match {id}, where {next} is the next"),
                ));
            }
            *next += count;
        }
        if let Line::Thrown { link: Some(link), .. } = line {
            return self.show(link.to_string());
        }
        Ok(())
    }

    /// Whether this session controls a seat.
    pub(super) fn controls(&self, session: SessionKey) -> bool {
        self.seats.values().any(|seat| seat.session == Some(session))
    }

    /// Whether it is on disk that this session was given this seat, and which command of the client was the last.
    pub(super) fn was_given(&self, chair: ChairNo, generation: u32, session: SessionKey) -> bool {
        self.controls.contains(&(chair, generation, session))
    }

    /// The number of the client's last command at this seat.
    pub(super) fn last_n(&self, chair: ChairNo, cid: Cid) -> u64 {
        let seat = self.seats.get(&chair);
        seat.and_then(|seat| seat.last_n.get(&cid)).copied().unwrap_or(0)
    }

    /// What is on disk.
    pub(super) fn stored(&self, room: RoomNo) -> Stored {
        Stored {
            room,
            fence: Fence(u64::MAX),
            base: self.base.clone(),
            rows: self.rows.clone(),
        }
    }

    /// Whether what was read is what was committed.
    pub(super) fn compare(&self, stored: &Stored) -> Finding {
        if stored.base == self.base && stored.rows == self.rows {
            Ok(())
        } else {
            let why = format!(
                "room {} is read at {}, committed at {}",
                stored.room,
                stored.v(),
                self.v
            );
            Err((Law::Durable, why))
        }
    }
}
