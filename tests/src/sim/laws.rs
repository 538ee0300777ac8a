//! The laws: what must hold in every world, whatever goes wrong. They trust nobody: what is on disk is written down here
//! as it is committed, what leaves the server is read here as it leaves, and what clients say they saw is compared.

mod client;
mod ledger;
mod row;
mod told;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use chowk_protocol::{ChairNo, CloseCode, RoomCode};
use chowk_record::verify::verify;
use chowk_server::{
    journal::{Append, MemoryStore, RoomNo, Store as _, Stored, gunzip},
    room::{Out, Room},
};

use self::{ledger::Ledger, told::Told};

/// A session among those of all lives of the server: which life, and its number there.
pub(crate) type SessionKey = (u64, u64);

/// What must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Every viewer's view is the server's.
    Views,
    /// Versions come without holes.
    Versions,
    /// An acknowledged command is applied exactly once.
    ExactlyOnce,
    /// A seat has one controller.
    OneController,
    /// One draw has one number, and one link is shown once.
    OneDraw,
    /// Folding the journal gives the state.
    Fold,
    /// Nothing leaves a room before its row is durable.
    Durable,
    /// The record of every ended match verifies.
    Records,
    /// What was stamped before its deadline is not late.
    InTime,
    /// Clients find nothing unfair.
    Fair,
    /// An honest client is not told that it did what it could not do.
    Honest,
    /// Nobody is left without an answer on a healthy socket, and nobody spins.
    Healthy,
    /// Who is told to be connected is connected, and nobody else.
    Around,
    /// Once the faults stop, every match ends and every command is answered.
    Ends,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Views => "every viewer's view is the server's",
            Self::Versions => "versions come without holes, after the view they change",
            Self::ExactlyOnce => "an acknowledged command is applied exactly once",
            Self::OneController => "a seat has one controller",
            Self::OneDraw => "one draw has one number, and one link is shown once",
            Self::Fold => "folding the journal gives the state",
            Self::Durable => "nothing leaves a room before its row is durable",
            Self::Records => "the record of every ended match verifies",
            Self::InTime => "what was stamped before its deadline is not late",
            Self::Fair => "clients find nothing unfair",
            Self::Honest => "an honest client is not told that it did what it could not do",
            Self::Healthy => "nobody is left without an answer on a healthy socket, and nobody spins",
            Self::Around => "who is told to be connected is connected, and nobody else",
            Self::Ends => "once the faults stop, every match ends and every command is answered",
        })
    }
}

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
    ledgers: BTreeMap<RoomNo, Ledger>,
    numbers: BTreeMap<RoomCode, RoomNo>,
    told: BTreeMap<SessionKey, Told>,
    read: told::LastRead,
    seen: BTreeMap<String, u64>,
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

    /// All that happened.
    pub(crate) fn take_seen(&mut self) -> BTreeMap<String, u64> {
        std::mem::take(&mut self.seen)
    }

    /// A room was opened.
    pub(crate) fn opens(&mut self, no: RoomNo, code: RoomCode) {
        self.numbers.insert(code, no);
        self.ledgers.insert(no, Ledger::new(code));
    }

    /// A room made a row while it heard a letter of this session.
    pub(crate) fn made(&mut self, append: &Append, author: Option<SessionKey>) {
        if let Some(ledger) = self.ledgers.get_mut(&append.room) {
            ledger.made(append.row.v, author);
        }
    }

    /// A row is on disk, and the writer knows it.
    pub(crate) fn committed(&mut self, append: &Append) {
        self.see_row(append);
        let finding = match self.ledgers.get_mut(&append.room) {
            Some(ledger) => ledger.commit(append),
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
        let fits = self.ledgers.get(&append.room).is_some_and(|ledger| ledger.fits(append));
        if fits {
            self.see("row kept by a commit that failed");
            self.committed(append);
        }
    }

    /// A room is read from disk: it must be what was committed.
    pub(crate) fn read(&mut self, stored: &Stored) {
        let finding = match self.ledgers.get(&stored.room) {
            Some(ledger) => ledger.compare(stored),
            None => Err((Law::Durable, format!("room {} was never opened", stored.room))),
        };
        self.note(finding);
    }

    /// A room all of whose rows are durable: its state is what its rows fold to.
    pub(crate) fn folds(&mut self, no: RoomNo, room: &Room) {
        let Some(ledger) = self.ledgers.get(&no) else { return };
        let finding = match room.agrees_with(&ledger.stored(no)) {
            Ok(true) => Ok(()),
            Ok(false) => Err((Law::Fold, format!("room {no} is another than its rows at {}", room.v()))),
            Err(why) => Err((Law::Fold, format!("room {no}: {why}"))),
        };
        self.note(finding);
    }

    /// A room heard a letter that was stamped before anything fell due: nobody may have missed anything.
    pub(crate) fn heard_in_time(&mut self, out: &[Out]) {
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

    /// A session is closed by its room.
    pub(crate) fn closes(&mut self, key: SessionKey, code: CloseCode) {
        if code == CloseCode::TakenOver && self.ledgers.values().any(|ledger| ledger.controls(key)) {
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
        let ended: Vec<_> = self.ledgers.values().flat_map(Ledger::ended).copied().collect();
        for id in ended {
            let packed = store.record(id).ok().flatten();
            let record = packed.and_then(|packed| gunzip(&packed).ok()).unwrap_or_default();
            self.see("match");
            let report = verify(&String::from_utf8_lossy(&record), Some(&log));
            if !report.holds() {
                self.break_now(Law::Records, format!("match {id}:\n{report}"));
            }
        }
    }
}
