//! What is on disk of one room, written down as it was committed, and what follows from it: who controls each seat, which
//! commands were applied, which draws were made.

use std::collections::{BTreeMap, BTreeSet};

use chowk_protocol::{ChairNo, Cid, MatchId, RoomCode, ViewHash};
use chowk_record::line::{Line, StonesLine};
use chowk_rules::stones::Event;
use chowk_server::journal::{Append, Besides, Fence, RoomNo, Row, Stored};

use super::{
    Finding, Law, SessionKey,
    row::{self, Envelope, Fact},
};

/// One room's rows, and what they say.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) code: RoomCode,
    v: u64,
    base: Option<Row>,
    /// All rows after the base.
    rows: Vec<Row>,
    pub(super) is_buried: bool,
    /// The host has put somebody off a chair.
    pub(super) has_removed: bool,
    /// During whose letter each row was made; `None` for what the room did by itself.
    authors: BTreeMap<u64, Option<SessionKey>>,
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

/// A seat, as the rows make it.
#[derive(Debug)]
struct Seat {
    session: Option<SessionKey>,
    generation: u32,
    last_n: BTreeMap<Cid, u64>,
}

impl Ledger {
    pub(super) fn new(code: RoomCode) -> Self {
        Self {
            code,
            v: 0,
            base: None,
            rows: Vec::new(),
            is_buried: false,
            has_removed: false,
            authors: BTreeMap::new(),
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

    pub(super) fn made(&mut self, v: u64, author: Option<SessionKey>) {
        self.authors.insert(v, author);
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
        for fact in &envelope.facts {
            self.take(v, fact)?;
        }
        let of_a_tick = envelope.tick().is_some();
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

    fn author(&self, v: u64) -> Option<SessionKey> {
        self.authors.get(&v).copied().flatten()
    }

    fn take(&mut self, v: u64, fact: &Fact) -> Finding {
        match fact {
            Fact::Seated { chair } => {
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
            Fact::Sealed { match_id } => {
                self.playing = Some((*match_id, 0));
                Ok(())
            }
            Fact::Revealed { link } => self.show(link.clone()),
            Fact::Told { line } => {
                let line = row::line(line).map_err(|why| (Law::Fold, why))?;
                self.tell(&line)
            }
            Fact::Ticked { .. } | Fact::Other => Ok(()),
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
