//! Section 6: rule sets that cannot be are refused with the field named.

use super::*;

#[test]
fn an_impossible_set_is_refused_by_its_field() {
    let pagdi = RuleSet::default();
    let needs = |values: &[u8]| RuleSet {
        entry: Entry::Needs(Values::of(values)),
        ..pagdi
    };
    let grace = |values: &[u8]| RuleSet {
        grace: Values::of(values),
        ..pagdi
    };
    for (rules, field) in [
        (RuleSet { pawns: 0, ..pagdi }, "pawns"),
        (RuleSet { pawns: 9, ..pagdi }, "pawns"),
        (RuleSet { shells: 5, ..pagdi }, "shells"),
        (RuleSet { shells: 255, ..pagdi }, "shells"),
        (
            RuleSet {
                mouth_up_256: 63,
                ..pagdi
            },
            "mouth_up_256",
        ),
        (
            RuleSet {
                mouth_up_256: 193,
                ..pagdi
            },
            "mouth_up_256",
        ),
        (RuleSet { none_up: 4, ..pagdi }, "none_up"),
        (RuleSet { none_up: 25, ..pagdi }, "none_up"),
        (
            RuleSet {
                shells: 6,
                none_up: 6,
                ..pagdi
            },
            "none_up",
        ),
        (grace(&[5]), "grace"),
        (grace(&[4, 8, 12]), "grace"),
        (grace(&[1, 2, 3, 4, 8]), "grace"),
        (RuleSet { none_up: 12, ..pagdi }, "grace"),
        (needs(&[]), "entry"),
        (needs(&[6]), "entry"),
        (
            RuleSet {
                safe: Safe::HomesAndCorners,
                ..pagdi
            },
            "safe",
        ),
    ] {
        let fault = rules.check().unwrap_err();
        assert_eq!((fault.field, fault.why), (field, RuleWhy::Impossible), "{rules:?}");
        assert!(fault.to_string().starts_with(&format!("`{field}` ")), "{fault}");
    }
    for (rules, field) in [
        (
            RuleSet {
                partners: true,
                ..pagdi
            },
            "partners",
        ),
        (RuleSet { gatti: true, ..pagdi }, "gatti"),
    ] {
        assert_eq!(
            rules.check(),
            Err(RuleFault {
                field,
                why: RuleWhy::NotYet
            })
        );
    }
    assert_eq!(RuleWhy::NotYet.code(), "not_yet");
}

#[test]
fn the_limits_themselves_can_be_played() {
    let pagdi = RuleSet::default();
    for rules in [
        RuleSet { pawns: 1, ..pagdi },
        RuleSet { pawns: 8, ..pagdi },
        RuleSet {
            mouth_up_256: 64,
            ..pagdi
        },
        RuleSet {
            mouth_up_256: 192,
            ..pagdi
        },
        RuleSet {
            none_up: 5,
            grace: Values::of(&[5]),
            ..pagdi
        },
        RuleSet {
            none_up: 24,
            grace: Values::of(&[24]),
            ..pagdi
        },
        RuleSet {
            grace: Values::default(),
            ..pagdi
        },
        RuleSet {
            grace: Values::of(&[1, 2, 3, 8]),
            ..pagdi
        },
        RuleSet {
            entry: Entry::Needs(Values::of(&[1, 2, 3, 4, 8])),
            ..pagdi
        },
        RuleSet {
            board: Board::Seven,
            safe: Safe::HomesAndCorners,
            ..pagdi
        },
    ] {
        assert_eq!(rules.check(), Ok(()), "{rules:?}");
    }
}

#[test]
fn lists_of_values_are_ascending_without_repeats() {
    let list = |values: &[u8]| Values::ascending(values).map(|values| values.iter().collect::<Vec<_>>());
    assert_eq!(list(&[4, 8]), Some(vec![4, 8]));
    assert_eq!(list(&[]), Some(vec![]));
    assert_eq!(list(&[1, 24]), Some(vec![1, 24]));
    assert_eq!(list(&[8, 4]), None);
    assert_eq!(list(&[4, 4]), None);
    assert_eq!(list(&[0, 4]), None);
    assert_eq!(list(&[25]), None);
    assert!(!Values::of(&[4]).contains(200));
}

#[test]
#[should_panic(expected = "a match needs a rule set that was checked")]
fn a_match_of_impossible_rules_is_a_bug() {
    Match::new(
        RuleSet {
            pawns: 9,
            ..RuleSet::default()
        },
        2,
    );
}
