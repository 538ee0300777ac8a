//! Records that lie on purpose: a report for any bytes, and an effort that grows with their number only.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::time::{Duration, Instant};

use chowk_record::chain::RecordChain;
use chowk_record::fair::{self, Digest, Seed};
use chowk_record::line::{By, Chair, Header, Line, ServerName, Sitter};
use chowk_record::verify::{CheckName, verify, verify_bytes};
use chowk_rules::chowka::{Entry, GraceWithoutMove, PassWhy, RuleSet, Shells, Side, Throws, Values, preset};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

mod play;
use play::{MATCH, Seat, play};

/// Two house bots by `rules`, and a record that goes on as the test wishes.
fn begun(rules: RuleSet) -> (RecordChain, String) {
    let seed = Seed::from_bytes([5; 32]);
    let house = || Chair {
        name: "house".to_owned(),
        sitter: Sitter::House,
    };
    let header = Header {
        match_id: MATCH.to_owned(),
        rules: chowk_record::rules::Rules::Chowka(rules),
        server_commit: fair::server_commit(MATCH, &seed),
        started: "2030-01-02T03:04:05Z".parse().unwrap(),
        server: ServerName {
            name: "test".to_owned(),
            version: "0".to_owned(),
        },
        chairs: vec![house(), house()],
    };
    let key = fair::key(&seed, MATCH, &chowk_record::rules_json::hash(&rules), &header.reveals());
    let (mut chain, first) = RecordChain::begin(&header);
    let (sides, _) = fair::lots(&key, 2);
    let lots = chain.push(0, &Line::Lots { t: 0, sides });
    (chain, format!("{first}\n{lots}\n"))
}

fn thrown(t: u64, mouths_up: u8) -> Line {
    let shells = Shells::showing(mouths_up, 4);
    let value = if mouths_up == 0 { 8 } else { mouths_up };
    Line::Thrown {
        side: Side::South,
        t,
        link: None,
        by: By::House,
        shells,
        value,
    }
}

fn passed(value: u8) -> Line {
    Line::Passed {
        side: Side::South,
        value,
        why: PassWhy::NoMove,
    }
}

#[test]
fn eights_without_end() {
    let rules = RuleSet {
        entry: Entry::Needs(Values::of(&[1])),
        grace_without_move: GraceWithoutMove::Keep,
        ..preset("pagdi").unwrap().rules()
    };
    let (mut chain, mut record) = begun(rules);
    for t in 1..=400 {
        for line in [thrown(t, 0), passed(8)] {
            record += &(chain.push(t, &line) + "\n");
        }
    }
    let report = verify(&record, None);
    assert_eq!(report.failed_at(CheckName::HashChain), None, "{report}");
    assert_eq!(
        report.failed_at(CheckName::Moves),
        Some(802),
        "only the end is missing\n{report}"
    );
    assert!(report.failed_at(CheckName::Draws).is_some());
}

#[test]
fn a_hand_of_twenty_thousand() {
    let rules = RuleSet {
        entry: Entry::Needs(Values::of(&[2])),
        throws: Throws::Collect,
        ..preset("pagdi").unwrap().rules()
    };
    let (mut chain, mut record) = begun(rules);
    let mut write = |line: &Line| record += &(chain.push(0, line) + "\n");
    (1..20_000).for_each(|t| write(&thrown(t, 0)));
    write(&thrown(20_000, 1));
    (1..20_000).for_each(|_| write(&passed(8)));
    write(&passed(1));
    let began = Instant::now();
    let report = verify(&record, None);
    assert_eq!(
        report.failed_at(CheckName::Moves),
        Some(40_002),
        "only the end is missing\n{report}"
    );
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn deep_long_and_empty() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"kind\":\"{}\"}}\n", "é".repeat(1_000_000));
    let wide_rules = format!(
        "{{\"rules\":{{\"{}\":1}},\"match\":\"{}\"}}\n",
        "a".repeat(70_000),
        "b".repeat(70_000)
    );
    let links = "{\"chairs\":[{\"links\":18446744073709551615,\"kind\":\"person\"}]}\n";
    for record in [
        "",
        "\n",
        "\n\n",
        "{}",
        "{}\n{}\n",
        "null\n",
        &deep,
        &long,
        &wide_rules,
        links,
    ] {
        let report = verify(record, Some(record));
        assert!(!report.holds());
        assert_eq!(report.failed_at(CheckName::HashChain), Some(1));
        assert!(
            report.to_string().len() < 4_000,
            "a report is short whatever it is about"
        );
    }
    assert_eq!(
        verify_bytes(b"\xff\xfe\n", Some(b"\xff\n")).failed_at(CheckName::HashChain),
        Some(1)
    );
}

#[test]
fn four_stones_without_anything() {
    let header = json!({
        "kind": "header", "record": "chowk-record/1", "engine": 1, "match": MATCH, "game": "stones", "rules": {},
        "preset": null, "rules_hash": MATCH, "server_commit": MATCH, "scheme": "chowk-fair/1", "chairs": [],
    });
    let report = verify(&format!("{header}\n"), None);
    for check in &report.checks {
        assert_eq!(report.failed_at(check.name), Some(1), "{report}");
    }
    assert!(
        report
            .to_string()
            .contains("✘ draws: line 1: the rules cannot be played: `hz` is missing"),
        "{report}"
    );
}

/// A JSON value of any kind, as a stranger might put it where another belongs.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0u64..40).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|n| serde_json::Number::from_f64(n).map_or(Value::Null, Value::Number)),
        prop_oneof![
            Just("S"),
            Just("W"),
            Just("seat"),
            Just("moved"),
            Just("opened"),
            Just("random"),
            Just("")
        ]
        .prop_map(Value::from),
        any::<[u8; 32]>().prop_map(|bytes| json!(Digest::from_bytes(bytes))),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(Value::from)
    })
}

fn chained(lines: &[Map<String, Value>]) -> String {
    let mut before = None;
    let mut record = String::new();
    for fields in lines {
        let mut fields = fields.clone();
        fields.remove("h");
        let text = chowk_record::canonical::canonical(&Value::Object(fields.clone()));
        let h = chowk_record::chain::link(before.as_ref(), &text);
        fields.insert("h".to_owned(), json!(h));
        before = Some(h);
        record += &(chowk_record::canonical::canonical(&Value::Object(fields)) + "\n");
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 4_000 }))]

    /// Lines changed, taken out, doubled and exchanged, the chain made anew: a report, never a panic.
    #[test]
    fn any_mutation_gives_a_report(
        seed: [u8; 32],
        preset in prop::sample::select(&["quick", "karnataka", "thaayam"][..]),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any_value(), 0u8..5), 1..4),
    ) {
        let rules = RuleSet { victims: chowk_rules::chowka::Victims::Random, ..chowk_rules::chowka::preset(preset).unwrap().rules() };
        let written = play(rules, &[Seat::Links(20), Seat::House, Seat::Links(200)], seed, true);
        let mut lines: Vec<Map<String, Value>> = written.record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (line, field, value, how) in cuts {
            let at = line.index(lines.len());
            match how {
                0 if lines.len() > 1 => { lines.remove(at); }
                1 => { let twin = lines[at].clone(); lines.insert(at, twin); }
                2 => { let other = field.index(lines.len()); lines.swap(at, other); }
                _ => {
                    let names: Vec<String> = lines[at].keys().cloned().collect();
                    lines[at].insert(names[field.index(names.len())].clone(), value);
                }
            }
        }
        let report = verify(&chained(&lines), Some(&written.log));
        prop_assert_eq!(report.checks.len(), 6);
    }

    /// Bytes changed anywhere: a report, and it is not favourable.
    #[test]
    fn any_bytes_give_a_report(seed: [u8; 32], at: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
        let rules = preset("quick").unwrap().rules();
        let written = play(rules, &[Seat::Links(20), Seat::House], seed, true);
        let mut bytes = written.record.clone().into_bytes();
        let place = at.index(bytes.len());
        let changed = bytes[place] != byte;
        bytes[place] = byte;
        if changed {
            prop_assert!(!verify_bytes(&bytes, None).holds());
        }
        let end = cut.index(bytes.len());
        prop_assert!(!verify_bytes(&bytes[..end], Some(written.log.as_bytes())).holds());
        prop_assert!(!verify_bytes(written.record.as_bytes(), Some(&bytes)).holds());
    }
}
