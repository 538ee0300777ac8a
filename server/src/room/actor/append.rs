//! Rows on their way to disk, strictly in order: a row that ends a match waits until its record is made, and all rows
//! after it wait with it.

use std::{collections::VecDeque, future::Future, pin::Pin};

use chowk_protocol::MatchId;

use crate::{
    games,
    journal::{Append, Besides, Journal, Outcome, Pending, Row},
};

/// A record in the making: what goes into the transaction of the row that it belongs to.
type Making = Pin<Box<dyn Future<Output = Result<Besides, Unmade>> + Send>>;

/// Why a record was not made.
#[derive(Debug)]
enum Unmade {
    /// The rows could not be read: nothing is known, and the room will be read again.
    Unknown,
    /// The rows tell no match: a bug.
    Broken(String),
}

/// A row that was not handed over yet.
struct Unsent {
    append: Append,
    asked_at: Option<u64>,
    record: Option<(MatchId, u64)>,
}

/// What is told of the rows on their way.
#[derive(Debug)]
pub(super) enum Told {
    /// What became of the oldest row, and when the command arrived that made it.
    Outcome(Outcome, Option<u64>),
    /// Something moved on; there is nothing to tell the room.
    Moved,
    /// No record can be made of a match that has ended: a bug.
    Broken(String),
}

/// What is known of a row that was handed over.
enum Answer {
    Pending(Pending),
    Known(Outcome),
}

/// The rows of one room on their way. As many as the room may run ahead of its disk.
pub(super) struct Appends {
    journal: Journal,
    unsent: VecDeque<Unsent>,
    making: Option<Making>,
    answers: VecDeque<(Answer, Option<u64>)>,
}

impl Appends {
    pub(super) fn new(journal: Journal) -> Self {
        Self {
            journal,
            unsent: VecDeque::new(),
            making: None,
            answers: VecDeque::new(),
        }
    }

    /// Puts a row on its way, made by a command that arrived at `asked_at`, in milliseconds of uptime.
    pub(super) fn push(&mut self, append: Append, record: Option<(MatchId, u64)>, asked_at: Option<u64>) {
        self.unsent.push_back(Unsent {
            append,
            asked_at,
            record,
        });
        self.send_what_can_be();
    }

    /// Whether anything is on its way.
    pub(super) fn is_busy(&self) -> bool {
        !self.unsent.is_empty() || !self.answers.is_empty()
    }

    /// Forgets all that is on its way: whatever becomes of it, the room is read again.
    pub(super) fn forget(&mut self) {
        self.unsent.clear();
        self.making = None;
        self.answers.clear();
    }

    /// What is to be told next. May be dropped and called again.
    pub(super) async fn next(&mut self) -> Told {
        tokio::select! {
            biased;
            outcome = answer(&mut self.answers) => {
                let asked_at = self.answers.pop_front().and_then(|(_, asked_at)| asked_at);
                Told::Outcome(outcome, asked_at)
            }
            made = make(&mut self.making) => {
                self.making = None;
                self.made(made)
            }
            is_open = place(&self.journal), if !self.unsent.is_empty() && self.making.is_none() => {
                if is_open {
                    self.send_what_can_be();
                } else {
                    self.give_up_first();
                }
                Told::Moved
            }
        }
    }

    fn send_what_can_be(&mut self) {
        while self.making.is_none()
            && let Some(first) = self.unsent.front_mut()
        {
            if let Some((match_id, from_v)) = first.record.take() {
                self.making = Some(making(self.journal.clone(), match_id, from_v, &first.append));
                return;
            }
            let Some(slot) = self.journal.try_slot() else { return };
            let Some(Unsent { append, asked_at, .. }) = self.unsent.pop_front() else {
                return;
            };
            self.answers.push_back((Answer::Pending(slot.append(append)), asked_at));
        }
    }

    fn made(&mut self, made: Result<Besides, Unmade>) -> Told {
        match made {
            Ok(record) => {
                if let Some(first) = self.unsent.front_mut() {
                    first.append.besides.push(record);
                }
                self.send_what_can_be();
            }
            Err(Unmade::Unknown) => self.give_up_first(),
            Err(Unmade::Broken(why)) => return Told::Broken(why),
        }
        Told::Moved
    }

    /// The oldest row that was not handed over will not be: nothing is known of it, in its turn.
    fn give_up_first(&mut self) {
        if self.unsent.pop_front().is_some() {
            self.answers.push_back((Answer::Known(Outcome::Unknown), None));
        }
    }
}

/// The answer to the oldest row that was handed over; never, while there is none.
async fn answer(answers: &mut VecDeque<(Answer, Option<u64>)>) -> Outcome {
    match answers.front_mut() {
        Some((Answer::Pending(pending), _)) => pending.await,
        Some((Answer::Known(outcome), _)) => *outcome,
        None => std::future::pending().await,
    }
}

async fn make(making: &mut Option<Making>) -> Result<Besides, Unmade> {
    match making {
        Some(making) => making.await,
        None => std::future::pending().await,
    }
}

/// Waits for a place in the writer's queue; `false` if the writer has ended. The place is given up again: nobody else of
/// this room takes it, and if another room does, this one waits once more.
async fn place(journal: &Journal) -> bool {
    journal.slot().await.is_some()
}

/// Makes the record of the match that `append` ends. All rows before it have been handed over, so that the writer reads
/// them after it has written them; the work itself is done where it holds up nobody.
fn making(journal: Journal, match_id: MatchId, from_v: u64, append: &Append) -> Making {
    let (room, last) = (append.room, append.row.clone());
    Box::pin(async move {
        let mut rows = journal.rows_from(room, from_v).await.map_err(|_| Unmade::Unknown)?;
        rows.push(last);
        // A hole means that a row before this one was lost: the room will hear of that first.
        if !follow_on(&rows, from_v) {
            return Err(Unmade::Unknown);
        }
        let kept = tokio::task::spawn_blocking(move || games::record_of(&rows).map(|kept| kept.beside(match_id))).await;
        match kept {
            Ok(Ok(record)) => Ok(record),
            Ok(Err(error)) => Err(Unmade::Broken(error.to_string())),
            Err(_) => Err(Unmade::Broken("making the record panicked".into())),
        }
    })
}

fn follow_on(rows: &[Row], from_v: u64) -> bool {
    rows.iter().zip(from_v..).all(|(row, v)| row.v == v)
}
