//! The view: followed diff by diff, every hash compared, healed by a snapshot, and counted (contract 13 and 20).

use super::*;

fn host(no: u8) -> impl FnOnce(&mut Value) {
    move |view| view["host"] = no.into()
}

#[test]
fn diffs_are_followed_and_told() {
    let mut bench = Bench::seated();
    let said = bench.change(json!([{"e": "host", "chair": 1}]), host(1));
    assert!(matches!(&said.told[..], [Happening::Changed { how: How::Diff, events }] if events.len() == 1));
    let table = bench.client.table().unwrap();
    assert_eq!((table.v, &table.view), (2, &bench.server.view));
    assert_eq!(bench.client.counts().diffs, 1);
}

#[test]
fn an_old_diff_is_passed_over_case_d6() {
    let mut bench = Bench::seated();
    let text = bench.server.diff(json!([]), host(1));
    bench.hear(&text);
    let said = bench.hear(&text);
    assert_eq!((said, bench.client.counts().gaps), (Said::default(), 0));
}

#[test]
fn a_gap_asks_for_a_snapshot_once_and_diffs_until_then_are_passed_over_case_c3() {
    let mut bench = Bench::seated();
    let _lost = bench.server.diff(json!([]), host(1));
    let said = bench.change(json!([]), host(0));
    assert_eq!(
        (said.names(), &said.told[..]),
        (vec!["resync"], &[Happening::Healing][..])
    );
    assert_eq!(bench.change(json!([]), host(1)), Said::default());
    let snapshot = bench.server.snapshot(json!([]));
    bench.hear(&snapshot);
    assert_eq!(bench.client.table().unwrap().view, bench.server.view);
    assert_eq!(bench.change(json!([]), host(0)).told.len(), 1, "diffs follow again");
    let counts = bench.client.counts();
    assert_eq!(
        (counts.gaps, counts.mismatches, counts.resyncs, counts.snapshots),
        (1, 0, 1, 2)
    );
}

#[test]
fn a_mismatch_is_counted_and_healed_and_nothing_is_said_meanwhile_case_c5_c11() {
    let mut bench = Bench::seated();
    let good = bench.server.diff(json!([]), host(1));
    let bad = good.replace("\"host\":1", "\"host\":0");
    assert_ne!(good, bad);
    assert_eq!(bench.hear(&bad).names(), ["resync"]);
    assert_eq!(bench.client.counts().mismatches, 1);
    assert!(
        bench.client.table().is_none(),
        "a view that cannot be relied on is not shown"
    );
    assert!(bench.wish(Wish::Again).sent.is_empty());
    let snapshot = bench.server.snapshot(json!([]));
    assert_eq!(bench.hear(&snapshot).names(), ["again"]);
}

#[test]
fn a_snapshot_of_a_false_hash_is_asked_for_again_and_not_for_ever() {
    let mut bench = Bench::seated();
    let bad = bench.server.snapshot(json!([])).replace("Asha", "Usha");
    assert_eq!(bench.hear(&bad).names(), ["resync"]);
    assert_eq!(bench.hear(&bad).names(), ["resync"]);
    assert!(matches!(bench.hear(&bad).end, Some(Reason::Garbage(_))));
    assert_eq!(bench.client.counts().mismatches, 3);
}

#[test]
fn a_return_names_what_is_known_and_takes_in_what_was_missed_case_a27() {
    let mut bench = Bench::seated();
    let missed = [
        bench.server.bare_diff(json!([{"e": "host", "chair": 1}]), host(1)),
        bench.server.bare_diff(json!([]), host(0)),
    ];
    bench.cut();
    let hello = bench.connect().sent.remove(0);
    assert_eq!(hello["resume"]["room"], ROOM);
    assert_eq!(
        (&hello["resume"]["v"], &hello["resume"]["epoch"]),
        (&json!(1), &json!(EPOCH))
    );
    bench.hear(&Script::welcome(Some(true), None));
    let said = bench.hear(&Script::seated(0));
    assert!(matches!(
        said.told[..],
        [Happening::Seated {
            again: true,
            chair: Some(0),
            ..
        }]
    ));
    let said = bench.hear(&json!({"t": "catch_up", "diffs": missed}).to_string());
    assert!(matches!(&said.told[..], [Happening::Changed { how: How::CatchUp, events }] if events.len() == 1));
    assert_eq!(bench.client.table().unwrap().view, bench.server.view);
    assert_eq!(
        (bench.client.counts().reconnects, bench.client.counts().catch_ups),
        (1, 1)
    );
}

#[test]
fn a_catch_up_with_a_hole_is_healed() {
    let mut bench = Bench::seated();
    let _lost = bench.server.bare_diff(json!([]), host(1));
    let later = bench.server.bare_diff(json!([]), host(0));
    assert_eq!(bench.come_back(0, json!([later])).names(), ["resync"]);
    assert_eq!(bench.client.counts().gaps, 1);
}

#[test]
fn a_new_epoch_comes_as_a_snapshot_and_may_be_older() {
    let mut bench = Bench::seated();
    bench.change(json!([]), host(1));
    let mut restored = Script::new();
    restored.epoch = "00000000000000e2".into();
    bench.cut();
    bench.connect();
    bench.hear(&Script::welcome(Some(true), None));
    bench.hear(&Script::seated(0));
    bench.hear(&restored.snapshot(json!([])));
    let table = bench.client.table().unwrap();
    assert_eq!((table.v, table.epoch.to_string()), (1, restored.epoch));
    assert_eq!(bench.client.counts().went_back, 0);
}

#[test]
fn a_server_that_takes_back_versions_of_one_epoch_is_caught_case_c16() {
    let mut bench = Bench::seated();
    let old = bench.server.snapshot(json!([]));
    bench.change(json!([]), host(1));
    bench.hear(&old);
    assert_eq!(bench.client.counts().went_back, 1);
}

#[test]
fn what_a_newer_server_adds_is_kept_and_harms_nothing() {
    let mut bench = Bench::seated();
    let said = bench.change(
        json!([{"e": "danced", "chair": 1}, {"e": "host", "chair": 1}]),
        |view| {
            view["host"] = 1.into();
            view["confetti"] = json!({"colour": "red"});
        },
    );
    assert!(matches!(&said.told[..], [Happening::Changed { events, .. }] if events.len() == 1));
    assert_eq!(bench.client.table().unwrap().view["confetti"]["colour"], "red");
    assert_eq!(bench.hear(r#"{"t":"fanfare","loud":true}"#), Said::default());
    assert_eq!(bench.client.counts().garbage, 0);
}

#[test]
fn garbage_is_a_sentence_and_in_the_end_goodbye() {
    let mut bench = Bench::seated();
    for text in [
        "",
        "{",
        "[1]",
        "null",
        r#"{"t":"diff"}"#,
        r#"{"t":"snapshot","room":"?"}"#,
        "\u{0}",
    ] {
        assert!(matches!(bench.hear(text).told[..], [Happening::Garbage(_)]), "{text:?}");
    }
    let end = (0..20).find_map(|_| bench.hear("garbage").end).unwrap();
    assert!(end.to_string().contains("no message of this protocol"));
    assert_eq!(bench.hear("garbage"), Said::default(), "and nothing after the end");
}

/// Whoever hears nothing for long learns by the answer to a ping whether anything was missed.
#[test]
fn a_pong_of_a_newer_version_asks_for_a_snapshot_case_c15() {
    let pong = |v: u64| json!({"t": "pong", "c": 1, "v": v, "now": 5}).to_string();
    let mut bench = Bench::seated();
    for v in [0, 1] {
        assert_eq!(bench.hear(&pong(v)), Said::default(), "nothing is missing");
    }
    let _lost = bench.server.diff(json!([]), host(1));
    assert_eq!(bench.hear(&pong(2)).names(), ["resync"]);
    assert_eq!(bench.hear(&pong(2)), Said::default(), "it is asked for once");
    let snapshot = bench.server.snapshot(json!([]));
    bench.hear(&snapshot);
    assert_eq!(bench.client.table().unwrap().view, bench.server.view);
    assert_eq!(bench.hear(&pong(2)), Said::default());
    assert_eq!((bench.client.counts().gaps, bench.client.counts().resyncs), (1, 1));
}
