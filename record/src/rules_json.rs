//! Rule sets of Chowka-bara as JSON, both ways, and the refusal that names the field (`chowka-bara.md` 6).

pub mod stones;

use chowk_rules::chowka::{Board, Entry, RuleSet, RuleWhy, Values};
use serde_json::{Map, Value, json};

use crate::fair::{self, Digest};
use crate::words::{Word, quoted};

/// The 21 fields, in the order of the page.
pub const FIELDS: [&str; 21] = [
    "board",
    "pawns",
    "shells",
    "mouth_up_256",
    "none_up",
    "grace",
    "gate",
    "hit_right",
    "victims",
    "grace_without_move",
    "hit_grace_adds",
    "throws",
    "entry",
    "outer_stack",
    "safe",
    "centre_grace",
    "triple_grace_burns",
    "end",
    "dead_end",
    "partners",
    "gatti",
];

/// Why a JSON value is no rule set that can be played here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct RuleRefusal {
    /// The field at fault: one of [`FIELDS`] or of [`stones::fields`], or the name of an unknown field as it was sent, or "" if the value is
    /// no object.
    pub field: String,
    /// What kind of fault.
    pub kind: RefusalKind,
    /// A sentence for people; what a stranger wrote is quoted in it, escaped and cut.
    pub text: String,
}

/// The kinds of [`RuleRefusal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// The value is no JSON object.
    NotAnObject,
    /// A field that no rule set has.
    Unknown,
    /// One of the fields is not there.
    Missing,
    /// A value of the wrong type, or a word that the field does not know.
    WrongType,
    /// A set that cannot be played.
    Impossible,
    /// A set that the page knows and this engine does not play yet.
    NotYet,
}

impl RefusalKind {
    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            RefusalKind::NotAnObject => "not_an_object",
            RefusalKind::Unknown => "unknown_field",
            RefusalKind::Missing => "missing_field",
            RefusalKind::WrongType => "wrong_type",
            RefusalKind::Impossible => "impossible",
            RefusalKind::NotYet => "not_yet",
        }
    }
}

/// The rule set as a JSON object with all 21 fields.
pub fn to_value(rules: &RuleSet) -> Value {
    json!({
        "board": rules.board.size(),
        "pawns": rules.pawns,
        "shells": rules.shells,
        "mouth_up_256": rules.mouth_up_256,
        "none_up": rules.none_up,
        "grace": list(rules.grace),
        "gate": rules.gate.word(),
        "hit_right": rules.hit_right.word(),
        "victims": rules.victims.word(),
        "grace_without_move": rules.grace_without_move.word(),
        "hit_grace_adds": rules.hit_grace_adds,
        "throws": rules.throws.word(),
        "entry": match rules.entry {
            Entry::OnHome => json!("on_home"),
            Entry::Needs(values) => json!({ "needs": list(values) }),
        },
        "outer_stack": rules.outer_stack.word(),
        "safe": rules.safe.word(),
        "centre_grace": rules.centre_grace,
        "triple_grace_burns": rules.triple_grace_burns,
        "end": rules.end.word(),
        "dead_end": rules.dead_end.word(),
        "partners": rules.partners,
        "gatti": rules.gatti,
    })
}

/// The canonical JSON of the rule set: what is hashed.
pub fn canonical(rules: &RuleSet) -> String {
    crate::canonical::canonical(&to_value(rules))
}

/// The rule set's hash, as in the header of a record (fairness 4).
pub fn hash(rules: &RuleSet) -> Digest {
    fair::rules_hash(&canonical(rules))
}

/// Reads a rule set that can be played.
///
/// # Errors
/// [`RuleRefusal`] for the first fault: a field too many, then field by field in the order of [`FIELDS`] one that is
/// missing or of the wrong type, then what [`RuleSet::check`] refuses.
pub fn from_value(value: &Value) -> Result<RuleSet, RuleRefusal> {
    let Value::Object(map) = value else {
        return Err(RuleRefusal {
            field: String::new(),
            kind: RefusalKind::NotAnObject,
            text: "a rule set is an object with 21 fields".to_owned(),
        });
    };
    if let Some(field) = map.keys().find(|key| !FIELDS.contains(&key.as_str())) {
        let text = format!("a rule set has no field {}", quoted(field));
        return Err(RuleRefusal {
            field: field.clone(),
            kind: RefusalKind::Unknown,
            text,
        });
    }
    let read = Reader(map);
    let rules = RuleSet {
        board: read.board("board")?,
        pawns: read.number("pawns")?,
        shells: read.number("shells")?,
        mouth_up_256: read.number("mouth_up_256")?,
        none_up: read.number("none_up")?,
        grace: values("grace", read.get("grace")?)?,
        gate: read.word("gate")?,
        hit_right: read.word("hit_right")?,
        victims: read.word("victims")?,
        grace_without_move: read.word("grace_without_move")?,
        hit_grace_adds: read.flag("hit_grace_adds")?,
        throws: read.word("throws")?,
        entry: read.entry("entry")?,
        outer_stack: read.word("outer_stack")?,
        safe: read.word("safe")?,
        centre_grace: read.flag("centre_grace")?,
        triple_grace_burns: read.flag("triple_grace_burns")?,
        end: read.word("end")?,
        dead_end: read.word("dead_end")?,
        partners: read.flag("partners")?,
        gatti: read.flag("gatti")?,
    };
    rules.check().map_err(|fault| RuleRefusal {
        field: fault.field.to_owned(),
        kind: match fault.why {
            RuleWhy::Impossible => RefusalKind::Impossible,
            RuleWhy::NotYet => RefusalKind::NotYet,
        },
        text: fault.to_string(),
    })?;
    Ok(rules)
}

struct Reader<'a>(&'a Map<String, Value>);

impl Reader<'_> {
    fn get(&self, field: &'static str) -> Result<&Value, RuleRefusal> {
        let missing = || refusal(field, RefusalKind::Missing, "is missing; a rule set has all 21 fields");
        self.0.get(field).ok_or_else(missing)
    }

    fn board(&self, field: &'static str) -> Result<Board, RuleRefusal> {
        let size = self.number(field)?;
        let board = Board::ALL.into_iter().find(|board| board.size() == size);
        board.ok_or_else(|| refusal(field, RefusalKind::Impossible, "must be 5 or 7"))
    }

    fn number(&self, field: &'static str) -> Result<u8, RuleRefusal> {
        let value = self.get(field)?;
        if !value.is_number() {
            return Err(refusal(field, RefusalKind::WrongType, "must be a number"));
        }
        let small = value.as_u64().and_then(|number| u8::try_from(number).ok());
        small.ok_or_else(|| {
            refusal(
                field,
                RefusalKind::Impossible,
                "must be a whole number, and not so large",
            )
        })
    }

    fn flag(&self, field: &'static str) -> Result<bool, RuleRefusal> {
        let wrong = || refusal(field, RefusalKind::WrongType, "must be true or false");
        self.get(field)?.as_bool().ok_or_else(wrong)
    }

    fn word<T: Word>(&self, field: &'static str) -> Result<T, RuleRefusal> {
        let wrong = || refusal(field, RefusalKind::WrongType, &format!("must be {}", T::or_list()));
        self.get(field)?.as_str().and_then(T::of).ok_or_else(wrong)
    }

    fn entry(&self, field: &'static str) -> Result<Entry, RuleRefusal> {
        match self.get(field)? {
            Value::String(word) if word == "on_home" => Ok(Entry::OnHome),
            Value::Object(map) if map.len() == 1 && map.contains_key("needs") => {
                Ok(Entry::Needs(values(field, &map["needs"])?))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
                Err(refusal(
                    field,
                    RefusalKind::WrongType,
                    "must be \"on_home\" or {\"needs\":[…]}",
                ))
            }
        }
    }
}

/// A list of values: ascending, without repeats, each from 1 to 24.
fn values(field: &'static str, value: &Value) -> Result<Values, RuleRefusal> {
    let wrong = || refusal(field, RefusalKind::WrongType, "must list numbers");
    let list = value.as_array().ok_or_else(wrong)?;
    if !list.iter().all(Value::is_number) {
        return Err(wrong());
    }
    let small: Option<Vec<u8>> = list
        .iter()
        .map(|v| v.as_u64().and_then(|n| u8::try_from(n).ok()))
        .collect();
    small.and_then(|numbers| Values::ascending(&numbers)).ok_or_else(|| {
        refusal(
            field,
            RefusalKind::Impossible,
            "must list values from 1 to 24, ascending, none twice",
        )
    })
}

fn list(values: Values) -> Vec<u8> {
    values.iter().collect()
}

fn refusal(field: &'static str, kind: RefusalKind, what: &str) -> RuleRefusal {
    RuleRefusal {
        field: field.to_owned(),
        kind,
        text: format!("`{field}` {what}"),
    }
}

#[cfg(test)]
mod tests;
