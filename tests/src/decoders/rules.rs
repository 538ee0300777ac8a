//! Rule sets of both games as JSON.

use chowk_record::{
    canonical::canonical,
    rules::{Game, Rules},
    rules_json::{FIELDS, RuleRefusal, stones},
};
use serde_json::Value;

/// Reads a value as a rule set of either game. What is accepted is the same after its own text, by its hash too; what is
/// refused says why by a field and a code that stand on the page.
pub(super) fn read(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    for game in Game::ALL {
        match Rules::from_value(game, &value) {
            Ok(rules) => accepted(game, &rules, &value),
            Err(refusal) => refused(game, &refusal, &value),
        }
    }
}

fn accepted(game: Game, rules: &Rules, value: &Value) {
    let text = rules.canonical();
    let again: Value = serde_json::from_str(&text).expect("canonical text is JSON");
    assert_eq!(canonical(&again), text, "canonical text stays as it is");
    let again = Rules::from_value(game, &again).expect("what was accepted is accepted again");
    assert_eq!((again, again.hash(), again.game()), (*rules, rules.hash(), game));
    assert_eq!(canonical(value), text, "a rule set says nothing but its fields");
    if let Some(name) = rules.preset() {
        assert_eq!(Rules::of_preset(game, name), Some(*rules));
    }
}

fn refused(game: Game, refusal: &RuleRefusal, value: &Value) {
    let known = match game {
        Game::Chowka => FIELDS.contains(&refusal.field.as_str()),
        Game::Stones => stones::fields().any(|field| field == refusal.field),
    };
    let has = value.get(refusal.field.as_str()).is_some();
    let fits = match refusal.kind.code() {
        "not_an_object" => !value.is_object() && refusal.field.is_empty(),
        "unknown_field" => !known && has,
        "missing_field" => known && !has,
        "wrong_type" | "impossible" => known && has,
        "not_yet" => game == Game::Chowka && known && has,
        code => panic!("{code} is no code of a refusal"),
    };
    assert!(fits, "{refusal:?} of {value}");
    assert!(
        refusal.text.len() < 600,
        "a refusal does not repeat all that it was sent"
    );
}
