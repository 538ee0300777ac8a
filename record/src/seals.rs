//! The public log of seals, one per server: which matches were sealed, and how each was opened (`fairness.md` 9).
//!
//! Canonical JSON a line, each line holding the hash of the one before, so that a client which kept one hash can tell
//! whether the past was rewritten. A line names no room and no player.

use chowk_rules::chowka::Ending;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::canonical::canonical;
use crate::fair::{Digest, is_match_id};
use crate::fields::{FieldFault, Fields};
use crate::moment::Moment;
use crate::words::{Word, quoted};

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealLine {
    /// Its number, from 1.
    pub n: u64,
    /// When it was written.
    pub at: Moment,
    /// The hash of the line before; `None` for the first, written as "".
    pub prev: Option<Digest>,
    /// What it tells.
    pub seal: Seal,
}

/// What a line of the log tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seal {
    /// A seed was sealed, before anybody said ready.
    Sealed {
        /// The commitment to it.
        server_commit: Digest,
    },
    /// A match ended and its seed was opened in its record.
    Opened {
        /// The commitment that was opened.
        server_commit: Digest,
        /// How the match ended; an expired match is abandoned.
        fate: Ending,
        /// The last `h` of the match's record, so that it cannot be rewritten later.
        last: Digest,
    },
    /// A match did not start, since a seat did not reveal its first link in time; told with `fate` "not_started".
    NotStarted {
        /// The commitment that was opened.
        server_commit: Digest,
        /// The match id of the attempt.
        match_id: String,
        /// The seed, opened.
        server_seed: Digest,
    },
}

/// The word in `fate` for a match that did not start.
const NOT_STARTED: &str = "not_started";

impl Seal {
    /// The commitment that the line is about.
    pub const fn server_commit(&self) -> &Digest {
        match self {
            Seal::Sealed { server_commit }
            | Seal::Opened { server_commit, .. }
            | Seal::NotStarted { server_commit, .. } => server_commit,
        }
    }
}

impl SealLine {
    /// The line's canonical JSON, without the line end that follows it.
    pub fn to_text(&self) -> String {
        let mut value = match &self.seal {
            Seal::Sealed { server_commit } => json!({ "kind": "sealed", "server_commit": server_commit }),
            Seal::Opened {
                server_commit,
                fate,
                last,
            } => {
                json!({ "kind": "opened", "server_commit": server_commit, "fate": fate.word(), "last": last })
            }
            Seal::NotStarted {
                server_commit,
                match_id,
                server_seed,
            } => json!({
                "kind": "opened", "server_commit": server_commit, "fate": NOT_STARTED, "last": null,
                "match": match_id, "server_seed": server_seed,
            }),
        };
        value["n"] = json!(self.n);
        value["at"] = json!(self.at);
        value["prev"] = self.prev.map_or(json!(""), |hash| json!(hash));
        canonical(&value)
    }

    /// Reads a line; fields it does not know are ignored. Whether it is true is for [`crate::verify`] to say.
    ///
    /// # Errors
    /// [`FieldFault`] for an unknown kind, or the first field that is missing or cannot be.
    pub fn from_value(value: &Value) -> Result<SealLine, FieldFault> {
        let read = Fields::of(value, "a line of the log")?;
        let prev = if read.text("prev")?.is_empty() {
            None
        } else {
            Some(read.digest("prev")?)
        };
        Ok(SealLine {
            n: read.number("n")?,
            at: read.parsed("at", "be a moment in UTC as RFC 3339 writes it")?,
            prev,
            seal: Seal::from_fields(read)?,
        })
    }
}

impl Seal {
    fn from_fields(read: Fields<'_>) -> Result<Seal, FieldFault> {
        let server_commit = read.digest("server_commit")?;
        match read.text("kind")? {
            "sealed" => Ok(Seal::Sealed { server_commit }),
            "opened" if read.text("fate")? == NOT_STARTED => {
                let match_id = read.text("match")?.to_owned();
                if !is_match_id(&match_id) {
                    return Err(FieldFault("`match` must be 32 lower-case hex digits".to_owned()));
                }
                if !read.get("last")?.is_null() {
                    return Err(FieldFault(
                        "`last` must be null for a match that did not start".to_owned(),
                    ));
                }
                Ok(Seal::NotStarted {
                    server_commit,
                    match_id,
                    server_seed: read.digest("server_seed")?,
                })
            }
            "opened" => Ok(Seal::Opened {
                server_commit,
                fate: read.word("fate")?,
                last: read.digest("last")?,
            }),
            other => Err(FieldFault(format!("no line of the log is of kind {}", quoted(other)))),
        }
    }
}

/// The hash of a line of the log, without its line end: the next line's `prev`, and what `welcome` tells of the newest.
pub fn line_hash(text: impl AsRef<[u8]>) -> Digest {
    Digest::from_bytes(Sha256::digest(text).into())
}

/// The place at which a log goes on: all that its writer must keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SealLog {
    /// The number of the newest line; 0 if there is none.
    pub n: u64,
    /// The hash of the newest line.
    pub newest: Option<Digest>,
    /// When the newest line was written.
    pub at: Option<Moment>,
}

impl SealLog {
    /// Adds a line and gives its canonical JSON, without the line end that follows it.
    ///
    /// `at` never falls in a log: if the system's clock was set back, the moment of the line before is told again.
    pub fn push(&mut self, at: Moment, seal: &Seal) -> String {
        let at = self.at.map_or(at, |newest| newest.max(at));
        let line = SealLine {
            n: self.n + 1,
            at,
            prev: self.newest,
            seal: seal.clone(),
        };
        let text = line.to_text();
        *self = SealLog {
            n: line.n,
            newest: Some(line_hash(&text)),
            at: Some(at),
        };
        text
    }
}

#[cfg(test)]
mod tests;
