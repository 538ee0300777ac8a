//! Rule sets of four stones as JSON, both ways: every number of the page by its name (`four-stones.md` 6).

use chowk_rules::stones::RuleSet;
use serde_json::{Map, Value, json};

use super::{RefusalKind, RuleRefusal, refusal};
use crate::words::quoted;

/// The one field that is no number.
const REACH_IN: &str = "gumpu_reach_in";

/// The 22 fields, in the order of the page.
pub fn fields() -> impl Iterator<Item = &'static str> {
    RuleSet::NUMBERS.iter().copied().chain([REACH_IN])
}

/// The rule set as a JSON object with all 22 fields.
pub fn to_value(rules: &RuleSet) -> Value {
    let numbers = RuleSet::NUMBERS
        .iter()
        .map(|&name| (name.to_owned(), json!(rules.number(name))));
    let mut fields: Map<String, Value> = numbers.collect();
    fields.insert(REACH_IN.to_owned(), json!(rules.gumpu_reach_in));
    Value::Object(fields)
}

/// Reads a rule set that can be played.
///
/// # Errors
/// [`RuleRefusal`] for the first fault: a field too many, then field by field in the order of [`fields`] one that is
/// missing or of the wrong type, then what [`RuleSet::check`] refuses.
pub fn from_value(value: &Value) -> Result<RuleSet, RuleRefusal> {
    let Value::Object(map) = value else {
        return Err(RuleRefusal {
            field: String::new(),
            kind: RefusalKind::NotAnObject,
            text: "a rule set of four stones is an object with 22 fields".to_owned(),
        });
    };
    if let Some(field) = map.keys().find(|key| !fields().any(|known| known == key.as_str())) {
        return Err(RuleRefusal {
            field: field.clone(),
            kind: RefusalKind::Unknown,
            text: format!("a rule set of four stones has no field {}", quoted(field)),
        });
    }
    let mut rules = RuleSet::default();
    for name in RuleSet::NUMBERS {
        let number = number(map, name)?;
        if let Some(field) = rules.number_mut(name) {
            *field = number;
        }
    }
    let reach_in = get(map, REACH_IN)?.as_bool();
    rules.gumpu_reach_in =
        reach_in.ok_or_else(|| refusal(REACH_IN, RefusalKind::WrongType, "must be true or false"))?;
    rules.check().map_err(|fault| RuleRefusal {
        field: fault.field.to_owned(),
        kind: RefusalKind::Impossible,
        text: fault.to_string(),
    })?;
    Ok(rules)
}

fn get<'a>(map: &'a Map<String, Value>, field: &'static str) -> Result<&'a Value, RuleRefusal> {
    let missing = || refusal(field, RefusalKind::Missing, "is missing; a rule set has all 22 fields");
    map.get(field).ok_or_else(missing)
}

fn number(map: &Map<String, Value>, field: &'static str) -> Result<u32, RuleRefusal> {
    let value = get(map, field)?;
    if !value.is_number() {
        return Err(refusal(field, RefusalKind::WrongType, "must be a number"));
    }
    let whole = value.as_u64().and_then(|number| u32::try_from(number).ok());
    whole.ok_or_else(|| {
        refusal(
            field,
            RefusalKind::Impossible,
            "must be a whole number, and not so large",
        )
    })
}
