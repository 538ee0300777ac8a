//! The fields of a JSON object that a stranger wrote, read one by one; a fault is a sentence that names the field.

use chowk_rules::chowka::{Shells, Side, Victim};
use serde_json::{Map, Value};

use crate::fair::Digest;
use crate::words::Word;

/// A field that is missing or cannot be what it should, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FieldFault(pub(crate) String);

/// The fields of one object.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// The fields of a value that must be an object; `what` names it in the fault.
    pub(crate) fn of(value: &'a Value, what: &str) -> Result<Self, FieldFault> {
        value
            .as_object()
            .map(Fields)
            .ok_or_else(|| FieldFault(format!("{what} must be an object")))
    }

    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    pub(crate) fn get(&self, field: &str) -> Result<&'a Value, FieldFault> {
        self.0
            .get(field)
            .ok_or_else(|| FieldFault(format!("`{field}` is missing")))
    }

    pub(crate) fn text(&self, field: &str) -> Result<&'a str, FieldFault> {
        self.get(field)?.as_str().ok_or_else(|| must(field, "be a text"))
    }

    pub(crate) fn number(&self, field: &str) -> Result<u64, FieldFault> {
        self.get(field)?
            .as_u64()
            .ok_or_else(|| must(field, "be a whole number from 0"))
    }

    /// A number that fits into eight bits: a value, a pawn, an index.
    pub(crate) fn small(&self, field: &str) -> Result<u8, FieldFault> {
        u8::try_from(self.number(field)?).map_err(|_| must(field, "be a number below 256"))
    }

    /// A number that fits into 32 bits: a tick, a length.
    pub(crate) fn wide(&self, field: &str) -> Result<u32, FieldFault> {
        u32::try_from(self.number(field)?).map_err(|_| must(field, "be a number below 4294967296"))
    }

    pub(crate) fn flag(&self, field: &str) -> Result<bool, FieldFault> {
        let flag = self.get(field)?.as_bool();
        flag.ok_or_else(|| must(field, "be true or false"))
    }

    pub(crate) fn word<T: Word>(&self, field: &str) -> Result<T, FieldFault> {
        let choice = self.get(field)?.as_str().and_then(T::of);
        choice.ok_or_else(|| must(field, &format!("be {}", T::or_list())))
    }

    pub(crate) fn digest(&self, field: &str) -> Result<Digest, FieldFault> {
        let digest = self.get(field)?.as_str().and_then(|text| text.parse().ok());
        digest.ok_or_else(|| must(field, "be 64 lower-case hex digits"))
    }

    /// A digest or null; the field must be there.
    pub(crate) fn digest_or_null(&self, field: &str) -> Result<Option<Digest>, FieldFault> {
        match self.get(field)? {
            Value::Null => Ok(None),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => self
                .digest(field)
                .map(Some)
                .map_err(|_| must(field, "be 64 lower-case hex digits, or null")),
        }
    }

    /// A parsed text, such as a moment; `what` ends the sentence "`field` must …".
    pub(crate) fn parsed<T: std::str::FromStr>(&self, field: &str, what: &str) -> Result<T, FieldFault> {
        self.text(field)?.parse().map_err(|_| must(field, what))
    }

    pub(crate) fn list(&self, field: &str) -> Result<&'a Vec<Value>, FieldFault> {
        self.get(field)?.as_array().ok_or_else(|| must(field, "be a list"))
    }

    /// Chairs by number, as the lots list them.
    pub(crate) fn chairs(&self, field: &str) -> Result<Vec<usize>, FieldFault> {
        let chair = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
        self.list(field)?
            .iter()
            .map(chair)
            .collect::<Option<_>>()
            .ok_or_else(|| must(field, "list chairs by number"))
    }

    pub(crate) fn shells(&self, field: &str) -> Result<Shells, FieldFault> {
        let face = |value: &Value| value.as_u64().and_then(|n| u8::try_from(n).ok());
        let faces: Option<Vec<u8>> = self.list(field)?.iter().map(face).collect();
        let shells = faces.and_then(|faces| Shells::from_faces(&faces));
        shells.ok_or_else(|| must(field, "list 0 or 1 for each shell"))
    }

    /// The pawns that were hit: null for none, never an empty list.
    pub(crate) fn victims(&self, field: &str) -> Result<Vec<Victim>, FieldFault> {
        let value = self.get(field)?;
        if value.is_null() {
            return Ok(Vec::new());
        }
        let list = value.as_array().filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| must(field, "be null or a list that is not empty"))?;
        list.iter()
            .map(|hit| Fields::of(hit, "a hit").and_then(|hit| hit.victim()))
            .collect()
    }

    fn victim(&self) -> Result<Victim, FieldFault> {
        Ok(Victim {
            side: self.word("side")?,
            pawn: self.small("pawn")?,
            from: self.small("from")?,
        })
    }

    /// Ranks from the best, each the sides that share it.
    pub(crate) fn ranks(&self, field: &str) -> Result<Vec<Vec<Side>>, FieldFault> {
        let rank = |value: &Value| -> Option<Vec<Side>> {
            value
                .as_array()?
                .iter()
                .map(|side| side.as_str().and_then(Side::of))
                .collect()
        };
        let ranks = self.list(field)?.iter().map(rank).collect::<Option<_>>();
        ranks.ok_or_else(|| must(field, "be a list of ranks, each a list of sides"))
    }
}

pub(crate) fn must(field: &str, what: &str) -> FieldFault {
    FieldFault(format!("`{field}` must {what}"))
}
