//! The log of seals as a store keeps it: what a room tells becomes the next line (`fairness.md` 9).

use std::time::{Duration, UNIX_EPOCH};

use chowk_record::{
    fair::{Digest, Seed},
    moment::Moment,
    seals::{Seal, SealLine, SealLog},
};
use chowk_rules::chowka::Ending;

use super::{SealFate, SealNews, StoreError};

/// How far the log of seals has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SealSum {
    /// Lines.
    pub lines: u64,
    /// The SHA-256 of the newest line, if there is one.
    pub newest: Option<[u8; 32]>,
    /// When the newest line was written, milliseconds since 1970; 0 if there is none.
    pub at: u64,
    /// Attempts that were sealed, locked and not started.
    pub not_started: u64,
}

/// The end of the log, where it goes on.
#[derive(Debug, Clone, Default)]
pub(super) struct SealEnd {
    log: SealLog,
    at: u64,
    not_started: u64,
}

impl SealEnd {
    /// The end of a log whose newest line is this one, written at this moment.
    pub(super) fn read(newest: Option<(&str, u64)>, not_started: u64) -> Result<Self, StoreError> {
        let Some((text, at)) = newest else {
            return Ok(Self {
                not_started,
                ..Self::default()
            });
        };
        let broken = |why: String| StoreError::Broken(format!("the newest line of the log of seals: {why}"));
        let value = serde_json::from_str(text).map_err(|error| broken(error.to_string()))?;
        let line = SealLine::from_value(&value).map_err(|fault| broken(fault.to_string()))?;
        let log = SealLog {
            n: line.n,
            newest: Some(chowk_record::seals::line_hash(text)),
            at: Some(line.at),
        };
        Ok(Self { log, at, not_started })
    }

    /// The next line, without its line end.
    pub(super) fn push(&mut self, news: &SealNews) -> String {
        let (at, seal) = match news {
            SealNews::Sealed { server_commit, at } => (
                *at,
                Seal::Sealed {
                    server_commit: digest(server_commit),
                },
            ),
            SealNews::Opened {
                server_commit,
                at,
                fate,
                game: _,
            } => (*at, opened(server_commit, fate)),
        };
        if matches!(seal, Seal::NotStarted { .. }) {
            self.not_started += 1;
        }
        self.at = self.at.max(at);
        self.log.push(moment(at), &seal)
    }

    /// How far it has come.
    pub(super) fn sum(&self) -> SealSum {
        SealSum {
            lines: self.log.n,
            newest: self.log.newest.map(|hash| *hash.as_bytes()),
            at: self.at,
            not_started: self.not_started,
        }
    }
}

fn opened(server_commit: &[u8; 32], fate: &SealFate) -> Seal {
    let server_commit = digest(server_commit);
    match fate {
        SealFate::Played { why, last } => Seal::Opened {
            server_commit,
            fate: ending(why),
            last: digest(last),
        },
        SealFate::NotStarted { match_id, server_seed } => Seal::NotStarted {
            server_commit,
            match_id: match_id.to_string(),
            server_seed: Seed::from_bytes(*server_seed).open(),
        },
    }
}

/// The ending of this word. What is no word of the record's is a match that was given up.
fn ending(why: &str) -> Ending {
    match why {
        "finished" => Ending::Finished,
        "dead_end" => Ending::DeadEnd,
        "exhausted" => Ending::Exhausted,
        _ => Ending::Abandoned,
    }
}

fn digest(bytes: &[u8; 32]) -> Digest {
    Digest::from_bytes(*bytes)
}

fn moment(millis: u64) -> Moment {
    Moment::from_system(UNIX_EPOCH + Duration::from_millis(millis))
}
