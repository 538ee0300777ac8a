//! A line of a record as it was found: its number, its text, and what could be read of it.

use serde_json::{Map, Value};

use crate::fields::Fields;

/// One line of a record. Nothing about it is known to be true.
pub(super) struct Entry<'a> {
    /// From 1, the header's.
    pub(super) number: u64,
    /// `None` if it is not UTF-8.
    pub(super) text: Option<&'a str>,
    /// The JSON object, if it is one.
    read: Option<Map<String, Value>>,
    kind: Option<Kind>,
}

/// The kinds of line that some check looks for: all that a record of Chowka-bara has, and the draws of four stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Header,
    Lots,
    Thrown,
    Moved,
    Passed,
    Left,
    ClockOut,
    Ended,
    Opened,
}

impl Kind {
    fn of(word: &str) -> Option<Kind> {
        match word {
            "header" => Some(Kind::Header),
            "lots" => Some(Kind::Lots),
            "thrown" => Some(Kind::Thrown),
            "moved" => Some(Kind::Moved),
            "passed" => Some(Kind::Passed),
            "left" => Some(Kind::Left),
            "clock_out" => Some(Kind::ClockOut),
            "ended" => Some(Kind::Ended),
            "opened" => Some(Kind::Opened),
            _ => None,
        }
    }
}

impl<'a> Entry<'a> {
    pub(super) fn read(number: u64, line: &'a [u8]) -> Entry<'a> {
        let text = std::str::from_utf8(line).ok();
        let read: Option<Map<String, Value>> = text.and_then(|text| serde_json::from_str(text).ok());
        let kind = read
            .as_ref()
            .and_then(|map| map.get("kind")?.as_str())
            .and_then(Kind::of);
        Entry {
            number,
            text,
            read,
            kind,
        }
    }

    /// The fields; `None` if the line is no JSON object.
    pub(super) fn fields(&self) -> Option<Fields<'_>> {
        self.read.as_ref().map(Fields)
    }

    /// The kind; `None` if the line has none that is known.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.kind
    }
}

/// Why a check stops at a line that is no JSON object.
pub(super) const UNREADABLE: &str = "this line is no JSON object";

/// The lines of a file, numbered from 1, without their line ends. A file without any byte has one empty line, so that
/// whatever is missing is missing on line 1.
pub(super) fn lines(file: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let body = file.strip_suffix(b"\n").unwrap_or(file);
    (1..).zip(body.split(|&byte| byte == b'\n'))
}
