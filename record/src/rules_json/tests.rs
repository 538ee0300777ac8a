//! The presets against published values, and the refusals, field by field.

use chowk_rules::chowka::{preset, presets};
use serde_json::{Value, json};

use super::*;

#[test]
fn presets_hash_as_published() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/rules.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let published = vectors["presets"].as_object().unwrap();
    assert_eq!(published.len(), presets().len());
    for preset in presets() {
        let rules = preset.rules();
        assert_eq!(
            canonical(&rules),
            published[preset.name]["canonical"].as_str().unwrap(),
            "{}",
            preset.name
        );
        assert_eq!(
            hash(&rules).to_string(),
            published[preset.name]["rules_hash"].as_str().unwrap(),
            "{}",
            preset.name
        );
        assert_eq!(from_value(&to_value(&rules)), Ok(rules), "{}", preset.name);
    }
}

/// One door for the rows below: pagdi with one field set (or, with no value, left out) is refused for that field.
#[track_caller]
fn refused(field: &str, value: Option<Value>, kind: RefusalKind) {
    let mut rules = to_value(&preset("pagdi").unwrap().rules());
    let map = rules.as_object_mut().unwrap();
    match value {
        Some(value) => map.insert(field.to_owned(), value),
        None => map.remove(field),
    };
    let refusal = from_value(&rules).unwrap_err();
    assert_eq!((refusal.field.as_str(), refusal.kind), (field, kind), "{refusal}");
    assert!(refusal.text.contains(field), "the sentence names the field: {refusal}");
}

#[test]
fn each_field_must_be_there_and_of_its_type() {
    for field in FIELDS {
        refused(field, None, RefusalKind::Missing);
        refused(field, Some(Value::Null), RefusalKind::WrongType);
        refused(field, Some(json!("five")), RefusalKind::WrongType);
        refused(field, Some(json!({"a": 1})), RefusalKind::WrongType);
    }
    assert_eq!(
        to_value(&preset("pagdi").unwrap().rules()).as_object().unwrap().len(),
        FIELDS.len()
    );
}

#[test]
fn what_cannot_be_is_refused_by_field() {
    use RefusalKind::{Impossible, NotYet, Unknown, WrongType};
    let rows = [
        ("board", json!(6), Impossible),
        ("pawns", json!(0), Impossible),
        ("pawns", json!(9), Impossible),
        ("pawns", json!(4.5), Impossible),
        ("pawns", json!(1e30), Impossible),
        ("shells", json!(5), Impossible),
        ("mouth_up_256", json!(63), Impossible),
        ("mouth_up_256", json!(193), Impossible),
        ("mouth_up_256", json!(-1), Impossible),
        ("none_up", json!(4), Impossible),
        ("none_up", json!(25), Impossible),
        ("grace", json!([8, 4]), Impossible),
        ("grace", json!([4, 4]), Impossible),
        ("grace", json!([0]), Impossible),
        ("grace", json!([4, 5]), Impossible),
        ("grace", json!([1, 2, 3, 4, 8]), Impossible),
        ("grace", json!(["4"]), WrongType),
        ("entry", json!({"needs": []}), Impossible),
        ("entry", json!({"needs": [5]}), Impossible),
        ("entry", json!({"needs": [8, 4]}), Impossible),
        ("entry", json!({"needs": 4}), WrongType),
        ("entry", json!({"needs": [4], "or": [8]}), WrongType),
        ("safe", json!("homes_and_corners"), Impossible),
        ("gate", json!("shut"), WrongType),
        ("gatti", json!(true), NotYet),
        ("partners", json!(true), NotYet),
        ("colour", json!("red"), Unknown),
    ];
    for (field, value, kind) in rows {
        refused(field, Some(value), kind);
    }
    assert_eq!(from_value(&json!([])).unwrap_err().kind, RefusalKind::NotAnObject);
    assert_eq!(RefusalKind::NotYet.code(), "not_yet");
}
