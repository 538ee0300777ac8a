//! The laws: what must hold in every world, whatever goes wrong. They trust nobody: what is on disk is written down here
//! as it is committed, what leaves the server is read here as it leaves, and what clients say they saw is compared.

mod bounded;
mod client;
mod law;
mod model;
mod told;

use std::collections::{BTreeMap, BTreeSet};

use chowk_protocol::{ChairNo, CloseCode, RoomCode};
use chowk_record::verify::verify;
use chowk_server::{
    journal::{Append, Cast, MemoryStore, RoomNo, Store as _, Stored, Throws, gunzip},
    room::{Out, Room},
};
use serde_json::Value;

pub(crate) use self::bounded::MAILBOX;
pub use self::law::Law;
use self::{model::Model, told::Told};

/// A session among those of all lives of the server: which life, and its number there.
pub(crate) type SessionKey = (u64, u64);

/// A law that was broken.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) law: Law,
    pub(crate) why: String,
    pub(crate) at: u64,
}

/// What a check finds: nothing, or which law is broken and how.
type Finding = Result<(), (Law, String)>;

/// All that is known to whoever asks whether the laws hold.
#[derive(Default)]
pub(crate) struct Laws {
    broken: Option<(Law, String)>,
    models: BTreeMap<RoomNo, Model>,
    numbers: BTreeMap<RoomCode, RoomNo>,
    told: BTreeMap<SessionKey, Told>,
    read: told::LastRead,
    seen: BTreeMap<String, u64>,
    /// How often each law was asked.
    asked: [u64; Law::ALL.len()],
    /// Tabs that were told that their tip was shown before, and the match for which.
    tips_refused: BTreeSet<(usize, String)>,
}

impl Laws {
    /// A law is broken. The first finding counts.
    pub(crate) fn break_now(&mut self, law: Law, why: String) {
        self.broken.get_or_insert((law, why));
    }

    fn note(&mut self, finding: Finding) {
        if let Err((law, why)) = finding {
            self.break_now(law, why);
        }
    }

    /// Whether one is broken.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// What was found.
    pub(crate) fn verdict(&mut self, at: u64) -> Result<(), Broken> {
        match self.broken.take() {
            None => Ok(()),
            Some((law, why)) => Err(Broken { law, why, at }),
        }
    }

    /// Something happened that a world should have.
    pub(crate) fn see(&mut self, what: &str) {
        match self.seen.get_mut(what) {
            Some(count) => *count += 1,
            None => {
                self.seen.insert(what.to_owned(), 1);
            }
        }
    }

    /// A law is asked, once more.
    pub(crate) fn ask(&mut self, laws: &[Law]) {
        for law in laws {
            self.asked[*law as usize] += 1;
        }
    }

    /// How often each was asked.
    pub(crate) fn asked(&self) -> BTreeMap<Law, u64> {
        Law::ALL.into_iter().zip(self.asked).collect()
    }

    /// All that happened.
    pub(crate) fn take_seen(&mut self) -> BTreeMap<String, u64> {
        std::mem::take(&mut self.seen)
    }

    /// A room was opened.
    pub(crate) fn opens(&mut self, no: RoomNo, code: RoomCode, now: u64) {
        self.numbers.insert(code, no);
        self.models.insert(no, Model::new(code, now));
    }

    /// A room made a row while it heard a letter of this session.
    pub(crate) fn made(&mut self, append: &Append, author: Option<SessionKey>, now: u64) {
        if let Some(model) = self.models.get_mut(&append.room) {
            model.made(append.row.v, author, now);
        }
    }

    /// A row is on disk, and the writer knows it.
    pub(crate) fn committed(&mut self, append: &Append) {
        self.see_row(append);
        self.ask(&[
            Law::Versions,
            Law::ExactlyOnce,
            Law::OneController,
            Law::OneDraw,
            Law::Rules,
            Law::OneWriter,
            Law::Clock,
            Law::Motion,
        ]);
        let finding = match self.models.get_mut(&append.room) {
            Some(model) if !model.may_write(append.fence) => Err((
                Law::OneWriter,
                format!("room {} takes row {} of {:?}", append.room, append.row.v, append.fence),
            )),
            Some(model) => model.commit(append),
            None => Err((
                Law::Durable,
                format!("a row of room {} that nobody opened", append.room),
            )),
        };
        self.note(finding);
    }

    fn see_row(&mut self, append: &Append) {
        self.see("row");
        let body = String::from_utf8_lossy(&append.row.body).into_owned();
        for (before, prefix) in [
            (r#"{"f":""#, "fact "),
            (r#""kind":""#, "line "),
            (r#""by":""#, "by "),
            (r#""why":""#, "why "),
        ] {
            for part in body.split(before).skip(1) {
                let word = part.split('"').next().unwrap_or_default();
                if !word.contains(' ') {
                    self.see(&format!("{prefix}{word}"));
                }
            }
        }
        if body.contains(r#""stored":"#) {
            self.see("command");
        }
    }

    /// A commit failed and yet is on disk: its rows are there, if they fit, and nobody knows.
    pub(crate) fn committed_unseen(&mut self, append: &Append) {
        let fits = self.models.get(&append.room).is_some_and(|model| model.fits(append));
        if fits {
            self.see("row kept by a commit that failed");
            self.committed(append);
        }
    }

    /// A row that a dead process had handed over has come to disk. If its room was read before that, it may not.
    pub(crate) fn wrote_late(&mut self, append: &Append, after: Option<&Stored>) {
        if after.is_some() {
            let why = format!(
                "room {} takes row {} after it was read by another",
                append.room, append.row.v
            );
            return self.break_now(Law::OneWriter, why);
        }
        self.committed(append);
    }

    /// A room is read from disk: it must be what was committed.
    pub(crate) fn read(&mut self, stored: &Stored, now: u64) {
        self.ask(&[Law::Durable]);
        let finding = match self.models.get_mut(&stored.room) {
            Some(model) => {
                model.read(stored.fence, now);
                model.compare(stored)
            }
            None => Err((Law::Durable, format!("room {} was never opened", stored.room))),
        };
        self.note(finding);
    }

    /// A room all of whose rows are durable: its state is what its rows fold to.
    pub(crate) fn folds(&mut self, no: RoomNo, room: &Room) {
        self.ask(&[Law::Fold]);
        let Some(model) = self.models.get(&no) else { return };
        let finding = match room.agrees_with(&model.stored(no)) {
            Ok(true) => Ok(()),
            Ok(false) => Err((Law::Fold, format!("room {no} is another than its rows at {}", room.v()))),
            Err(why) => Err((Law::Fold, format!("room {no}: {why}"))),
        };
        self.note(finding);
    }

    /// A room heard a letter that was stamped before anything fell due: nobody may have missed anything.
    pub(crate) fn heard_in_time(&mut self, out: &[Out]) {
        self.ask(&[Law::InTime]);
        for out in out {
            if let Out::Append { append, .. } = out {
                let body = String::from_utf8_lossy(&append.row.body);
                let late = ["missed", "not_started"]
                    .iter()
                    .find(|fact| body.contains(&format!(r#"{{"f":"{fact}""#)));
                if let Some(fact) = late {
                    let why = format!(
                        "room {} row {}: {fact}, but the letter was in time",
                        append.room, append.row.v
                    );
                    self.break_now(Law::InTime, why);
                }
            }
        }
    }

    /// A room has failed.
    pub(crate) fn fails(&mut self, code: RoomCode) {
        self.see("room failed");
        let model = self.numbers.get(&code).and_then(|no| self.models.get_mut(no));
        if let Some(model) = model {
            model.has_failed = true;
        }
    }

    /// It is marked on disk: quarantined.
    pub(crate) fn quarantined(&mut self, no: RoomNo) {
        self.see("quarantined");
        if let Some(model) = self.models.get_mut(&no) {
            model.is_quarantined = true;
        }
    }

    /// Whether a room can still be played in: it has not ended, and is not quarantined. With the number of its matches.
    pub(crate) fn lives_on(&self, code: RoomCode) -> Option<usize> {
        let model = self.models.get(self.numbers.get(&code)?)?;
        (!model.is_buried && !model.is_quarantined && model.v() > 0).then(|| model.ended().len())
    }

    /// Quarantined rooms, and no others, are marked, and their rows are kept.
    pub(crate) fn one_room(&mut self, store: &mut MemoryStore) {
        self.ask(&[Law::OneRoom, Law::Ends]);
        for entry in store.directory().unwrap_or_default() {
            let Some(model) = self.models.get(&entry.room) else {
                continue;
            };
            let rows = store.rows_from(entry.room, 0).unwrap_or_default();
            let kept = rows == model.stored(entry.room).rows;
            if model.is_quarantined != entry.quarantined || !kept {
                let (is, marked) = (model.is_quarantined, entry.quarantined);
                let why = format!("room {}: quarantined: {is}, marked: {marked}, kept: {kept}", entry.room);
                self.broken.get_or_insert((Law::OneRoom, why));
            }
        }
    }

    /// A session is closed by its room.
    pub(crate) fn closes(&mut self, key: SessionKey, code: CloseCode) {
        if code == CloseCode::TakenOver && self.models.values().any(|model| model.controls(key)) {
            let why = format!("session {key:?} is told that it was taken over, and on disk it was not");
            self.break_now(Law::Durable, why);
        }
    }

    /// These seats are held by tabs at the end.
    pub(crate) fn one_controller(&mut self, seats: impl Iterator<Item = (Option<RoomCode>, Option<ChairNo>)>) {
        let mut held: Vec<_> = seats.collect();
        let all = held.len();
        held.sort_unstable();
        held.dedup();
        if held.len() < all {
            self.break_now(Law::OneController, "two tabs believe that they hold one seat".into());
        }
    }

    /// Every ended match has a record, and it verifies against the log of seals.
    pub(crate) fn records(&mut self, store: &mut MemoryStore) {
        let lines = store.seals(1, usize::MAX).unwrap_or_default();
        let log: String = lines.into_iter().map(|line| line + "\n").collect();
        let ended: Vec<_> = self.models.values().flat_map(Model::ended).copied().collect();
        let mut thrown = Throws::default();
        for id in ended {
            let packed = store.record(id).ok().flatten();
            let record = packed.and_then(|packed| gunzip(&packed).ok()).unwrap_or_default();
            self.see("match");
            self.ask(&[Law::Records]);
            let record = String::from_utf8_lossy(&record);
            count_throws(&record, &mut thrown);
            let report = verify(&record, Some(&log));
            if !report.holds() {
                self.break_now(Law::Records, format!("match {id}:\n{report}"));
            }
        }
        let counted = store.throws().unwrap_or_default().throws;
        if counted != thrown {
            let why = format!("counted for all time are {counted:?}, and the records tell {thrown:?}");
            self.break_now(Law::Records, why);
        }
    }
}

/// Counts the throws that a record tells, by its text alone.
fn count_throws(record: &str, thrown: &mut Throws) {
    let number = |value: &Value| value.as_u64().and_then(|number| u8::try_from(number).ok());
    let mut cast = None;
    for line in record
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        let rules = &line["rules"];
        if let (Some(shells), Some(mouth_up_256)) = (number(&rules["shells"]), number(&rules["mouth_up_256"])) {
            cast = Some(Cast { shells, mouth_up_256 });
        }
        if let (Some(cast), "thrown", Some(shells)) = (
            cast,
            line["kind"].as_str().unwrap_or_default(),
            line["shells"].as_array(),
        ) {
            let up = shells.iter().filter(|shell| **shell == 1).count();
            thrown.count(cast, u8::try_from(up).unwrap_or(u8::MAX), 1);
        }
    }
}
