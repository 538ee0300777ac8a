//! The hash chain of a record: each line holds the hash of all before it, and a writer can go on from any line.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::canonical::write_members;
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
        let (h, text) = sealed(None, &header.to_fields());
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
        let (h, text) = sealed(Some(self.h), &fields);
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

/// The canonical JSON of a line but for its `h`, open at the place where that belongs: keys sort around "h", so both
/// the text that is hashed and the text that is written are joined from the same two pieces.
pub(crate) struct Open {
    /// The members before `h`, without braces.
    before: String,
    /// The members after `h`, without braces.
    after: String,
}

impl Open {
    /// Of the fields of a line; an `h` among them is left out.
    pub(crate) fn of(fields: &Map<String, Value>) -> Open {
        let (mut before, mut after) = (String::new(), String::new());
        // Compared with a single ASCII letter, the orders of UTF-8 and of UTF-16 are the same.
        write_members(fields, |key| key < "h", &mut before);
        write_members(fields, |key| key > "h", &mut after);
        Open { before, after }
    }

    /// The canonical JSON without `h`.
    pub(crate) fn without_h(&self) -> String {
        let comma = if self.before.is_empty() || self.after.is_empty() {
            ""
        } else {
            ","
        };
        format!("{{{}{comma}{}}}", self.before, self.after)
    }

    /// The canonical JSON with this `h`.
    pub(crate) fn with_h(&self, h: &Digest) -> String {
        let [comma, and] = [&self.before, &self.after].map(|members| if members.is_empty() { "" } else { "," });
        format!("{{{}{comma}\"h\":\"{h}\"{and}{}}}", self.before, self.after)
    }
}

/// The fields with their `h`, as the text of a line.
fn sealed(before: Option<Digest>, fields: &Map<String, Value>) -> (Digest, String) {
    let open = Open::of(fields);
    let h = link(before.as_ref(), &open.without_h());
    (h, open.with_h(&h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::canonical;

    #[test]
    fn both_texts_are_those_of_the_whole() {
        for fields in [
            json!({}),
            json!({"a": 1}),
            json!({"line": 1}),
            json!({"g": {"h": 2}, "hh": [], "é": 1, "H": 0, "h": "x"}),
        ] {
            let mut fields = fields;
            let map = fields.as_object_mut().unwrap();
            let open = Open::of(map);
            let h = Digest::from_bytes([7; 32]);
            map.remove("h");
            assert_eq!(open.without_h(), canonical(&Value::Object(map.clone())));
            map.insert("h".to_owned(), json!(h));
            assert_eq!(open.with_h(&h), canonical(&Value::Object(map.clone())));
        }
    }
}
