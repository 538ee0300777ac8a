//! The hash chain of a record: each line holds the hash of all before it, and a writer can go on from any line.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::canonical::canonical;
use crate::fair::Digest;
use crate::line::{Header, Line};

/// The place at which a record goes on: all that a writer must keep. It can be stored and taken up again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordChain {
    /// The number of the last line written; 0 for the header.
    pub line: u64,
    /// The `ms` of the last line, 0 for the header.
    pub ms: u64,
    /// The `h` of the last line. After the last line of the match it goes into the log of seals.
    pub h: Digest,
}

impl RecordChain {
    /// Begins a record: the chain after the header, and the header's line without its line end.
    pub fn begin(header: &Header) -> (RecordChain, String) {
        let (h, text) = sealed(None, header.to_fields());
        (RecordChain { line: 0, ms: 0, h }, text)
    }

    /// Adds a line and gives its canonical JSON, without the line end that follows each line.
    ///
    /// `ms` is the time since the start in milliseconds. It never falls in a record: an earlier one is told as that
    /// of the line before.
    pub fn push(&mut self, ms: u64, line: &Line) -> String {
        self.line += 1;
        self.ms = self.ms.max(ms);
        let mut fields = line.to_fields();
        fields.insert("line".to_owned(), json!(self.line));
        fields.insert("ms".to_owned(), json!(self.ms));
        let (h, text) = sealed(Some(self.h), fields);
        self.h = h;
        text
    }
}

/// The `h` of a line: `SHA-256(h of the line before, as text, "" for the first, then the line's canonical JSON without
/// h)`.
pub fn link(before: Option<&Digest>, canonical_without_h: &str) -> Digest {
    let mut hasher = Sha256::new();
    if let Some(before) = before {
        hasher.update(before.to_string());
    }
    hasher.update(canonical_without_h);
    Digest::from_bytes(hasher.finalize().into())
}

/// The fields with their `h`, as the text of a line.
pub(crate) fn sealed(before: Option<Digest>, mut fields: Map<String, Value>) -> (Digest, String) {
    fields.remove("h");
    let value = Value::Object(fields);
    let h = link(before.as_ref(), &canonical(&value));
    let Value::Object(mut fields) = value else {
        unreachable!("it was made an object above")
    };
    fields.insert("h".to_owned(), json!(h));
    (h, canonical(&Value::Object(fields)))
}
