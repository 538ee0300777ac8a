//! History: the last versions' diffs, encoded once, for those who come back.

use std::{collections::VecDeque, fmt::Write as _};

use bytes::Bytes;
use chowk_protocol::{Diff, Event};

use crate::fault::{Fault, is_planted};

/// Most rows that a resume is told one by one (contract 13).
pub(crate) const HISTORY_MAX: usize = 256;
/// Most past events beside a snapshot.
const NEWS_MAX: usize = 200;

/// The diffs of the last versions, without holes.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    past: VecDeque<Past>,
}

#[derive(Debug, Clone)]
struct Past {
    v: u64,
    /// The diff as JSON, without its `t`.
    diff: Bytes,
}

impl History {
    /// Remembers a version's diff and gives its frame.
    pub(crate) fn remember(&mut self, diff: &Diff) -> Bytes {
        let text = serde_json::to_string(diff).expect("a diff is plain data with text keys");
        let mut frame = String::with_capacity(text.len() + 11);
        frame.push_str(r#"{"t":"diff","#);
        frame.push_str(&text[1..]);
        if self.past.len() == HISTORY_MAX {
            self.past.pop_front();
        }
        self.past.push_back(Past {
            v: diff.v,
            diff: Bytes::from(text),
        });
        Bytes::from(frame)
    }

    /// How many it remembers.
    pub(crate) fn len(&self) -> usize {
        self.past.len()
    }

    /// The one frame that leads from version `v` to `now`, if all between are remembered.
    pub(crate) fn catch_up(&self, v: u64, now: u64) -> Option<Bytes> {
        let missed = usize::try_from(now.checked_sub(v)?).ok()?;
        if missed > self.past.len() {
            return None;
        }
        let mut frame = String::from(r#"{"t":"catch_up","diffs":["#);
        let told = missed - usize::from(missed > 0 && is_planted(Fault::DiffLeftOut));
        for (at, past) in self.past.range(self.past.len() - missed..).enumerate().take(told) {
            debug_assert_eq!(past.v, v + 1 + at as u64, "history has no holes");
            if at > 0 {
                frame.push(',');
            }
            let _ = write!(frame, "{}", String::from_utf8_lossy(&past.diff));
        }
        frame.push_str("]}");
        Some(Bytes::from(frame))
    }

    /// The diffs themselves, oldest first.
    pub(crate) fn diffs(&self) -> impl Iterator<Item = Diff> {
        let read = |past: &Past| serde_json::from_slice(&past.diff).expect("a diff is read as it was written");
        self.past.iter().map(read)
    }

    /// The last events, oldest first.
    pub(crate) fn news(&self) -> Vec<Event> {
        let mut news = VecDeque::new();
        for past in self.past.iter().rev() {
            let Ok(diff) = serde_json::from_slice::<Diff>(&past.diff) else {
                break;
            };
            if news.len() + diff.events.len() > NEWS_MAX {
                break;
            }
            for event in diff.events.into_iter().rev() {
                news.push_front(event);
            }
        }
        news.into()
    }
}
