//! Four stones' numbers as JSON, and the refusals, field by field; what holds for the rules of both games.

use chowk_rules::chowka;
use chowk_rules::stones::RuleSet;
use serde_json::{Value, json};

use super::*;
use crate::rules_json::{RefusalKind, stones::fields};

fn four_stones() -> Rules {
    Rules::of_preset(Game::Stones, FOUR_STONES).unwrap()
}

#[test]
fn the_shipped_numbers_are_those_of_the_page() {
    let text = concat!(
        r#"{"break_s":3,"chhuttu_s":45,"choice_s":10,"credit_s":2,"cut_near":1000,"cut_s":20,"guard_s":4,"gumpu_reach_in":true,"#,
        r#""gumpu_s":30,"hz":30,"idle_s":15,"innings":3,"instants":64,"lead_ticks":15,"patwar":5400,"pick_reach":400,"rounds":3,"#,
        r#""runner":4050,"steal_s":90,"tag_reach":750,"take_ticks":17,"visit_s":4}"#
    );
    assert_eq!(four_stones().canonical(), text);
    assert_eq!(
        four_stones().hash().to_string(),
        "94d759b4feb8e53ac3a7b5c91dc7eea50acabc84376c5a89813dd41495569ef2"
    );
    assert_eq!(fields().count(), 22);
}

#[test]
fn rules_of_either_game_come_back() {
    let pagdi = Rules::of_preset(Game::Chowka, "pagdi").unwrap();
    let own = Rules::Stones(RuleSet {
        tag_reach: 800,
        gumpu_reach_in: false,
        ..RuleSet::default()
    });
    for (rules, game, preset) in [
        (pagdi, Game::Chowka, Some("pagdi")),
        (four_stones(), Game::Stones, Some("four-stones")),
        (own, Game::Stones, None),
    ] {
        assert_eq!(rules.game(), game);
        assert_eq!(rules.preset(), preset);
        assert_eq!(Rules::from_value(game, &rules.to_value()), Ok(rules));
        let other = Game::ALL.into_iter().find(|other| *other != game).unwrap();
        let refusal = Rules::from_value(other, &rules.to_value()).unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::Unknown);
    }
    assert_eq!(Rules::of_preset(Game::Stones, "pagdi"), None);
    assert_eq!(Rules::of_preset(Game::Chowka, "four-stones"), None);
    for preset in chowka::presets() {
        assert_eq!(Rules::Chowka(preset.rules()).preset(), Some(preset.name));
    }
    for game in Game::ALL {
        assert_eq!(Game::from_name(game.name()), Some(game));
    }
    assert_eq!(Game::from_name("go"), None);
}

/// One door for the rows below: the shipped numbers with one field set (or left out) are refused for that field.
#[track_caller]
fn refused(field: &str, value: Option<Value>, kind: RefusalKind) -> String {
    let mut rules = four_stones().to_value();
    let map = rules.as_object_mut().unwrap();
    match value {
        Some(value) => map.insert(field.to_owned(), value),
        None => map.remove(field),
    };
    let refusal = Rules::from_value(Game::Stones, &rules).unwrap_err();
    assert_eq!((refusal.field.as_str(), refusal.kind), (field, kind), "{refusal}");
    assert!(refusal.text.contains(field), "the sentence names the field: {refusal}");
    refusal.text
}

#[test]
fn each_field_must_be_there_and_of_its_type() {
    for field in fields() {
        refused(field, None, RefusalKind::Missing);
        refused(field, Some(Value::Null), RefusalKind::WrongType);
        refused(field, Some(json!("30")), RefusalKind::WrongType);
        refused(field, Some(json!([1])), RefusalKind::WrongType);
    }
    for field in RuleSet::NUMBERS {
        refused(field, Some(json!(true)), RefusalKind::WrongType);
        refused(field, Some(json!(-1)), RefusalKind::Impossible);
        refused(field, Some(json!(0.5)), RefusalKind::Impossible);
        refused(field, Some(json!(1u64 << 32)), RefusalKind::Impossible);
    }
}

#[test]
fn what_cannot_be_is_refused_by_field() {
    use RefusalKind::{Impossible, Unknown, WrongType};
    let rows = [
        ("hz", json!(0), Impossible, "`hz` must be 1 to 240"),
        ("runner", json!(4051), Impossible, "`runner` must be a multiple of `hz`"),
        ("patwar", json!(0), Impossible, "`patwar` must be 1 to 240000"),
        ("innings", json!(4), Impossible, "`innings` must be 1 to 3"),
        (
            "gumpu_reach_in",
            json!(1),
            WrongType,
            "`gumpu_reach_in` must be true or false",
        ),
        (
            "colour",
            json!("red"),
            Unknown,
            "a rule set of four stones has no field \"colour\"",
        ),
        (
            "board",
            json!(5),
            Unknown,
            "a rule set of four stones has no field \"board\"",
        ),
    ];
    for (field, value, kind, text) in rows {
        assert_eq!(refused(field, Some(value), kind), text);
    }
    let refusal = Rules::from_value(Game::Stones, &json!([])).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::NotAnObject);
}
