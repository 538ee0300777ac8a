//! One match after another, with returns in between: whose links, whose draws, whose news.

use super::fairness::{faults, link, played};
use super::*;

#[test]
fn a_client_that_came_back_with_its_secret_makes_its_chain_again() {
    let (mut dealer, old) = played(2);
    let mut bench = Bench {
        server: old.server,
        ..Bench::with(Intent::Join {
            code: ROOM.parse().unwrap(),
            name: "Asha".into(),
            chair: None,
        })
    };
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    bench.hear(&Script::seated(0));
    let snapshot = bench.server.snapshot(json!([]));
    bench.hear(&snapshot);
    for chair in dealer.order.clone() {
        if chair == 0 {
            bench.client.throw().unwrap();
            let sent = bench.said().sent.remove(0);
            let next: Digest = sent["link"].as_str().unwrap().parse().unwrap();
            assert_eq!(fair::next_link(&next).to_string(), link(&bench, "0"));
            dealer.throw(&mut bench, 0, Some(&next.to_string()), "seat");
        } else {
            let next = dealer.other_link(&link(&bench, "1"));
            dealer.throw(&mut bench, 1, next.as_deref(), "seat");
        }
    }
    let verdict = dealer.end(&mut bench).verdict().cloned().unwrap();
    assert_eq!(
        (verdict.draws_checked, verdict.from_the_start, verdict.is_good()),
        (2, false, true)
    );
    assert!(verdict.to_string().contains("you came after the start"), "{verdict}");
}

#[test]
fn a_client_with_another_secret_says_once_that_its_chain_is_lost() {
    let (dealer, old) = played(0);
    if dealer.order[0] != 0 {
        return;
    }
    let mut bench = Bench {
        server: old.server,
        ..Bench::new()
    };
    bench.client.identity.sk = Sk::from_bytes([1; 32]);
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    bench.hear(&Script::seated(0));
    let snapshot = bench.server.snapshot(json!([]));
    bench.hear(&snapshot);
    bench.client.throw().unwrap();
    assert_eq!(bench.said().names(), ["no_chain"]);
    let sent = bench.hear(&Script::ack(1, bench.server.v)).sent;
    assert_eq!((&sent[0]["t"], sent[0].get("link")), (&json!("throw"), None));
}

#[test]
fn an_attempt_that_was_not_started_is_checked_and_the_next_gets_a_new_chain() {
    for (seed, expected) in [(None, vec![]), (Some("0b".repeat(32)), vec![Fault::Seed])] {
        let mut bench = Bench::seated();
        let mut dealer = Dealer::new(&bench.server);
        dealer.begin(&mut bench);
        let old_tip = bench.server.view["chairs"]["0"]["tip"].clone();
        let next = "ff0102030405060708090a0b0c0d0e0f";
        let seed = seed.unwrap_or_else(|| dealer.seed.open().to_string());
        let events = json!([
            {"e": "not_started", "match": MATCH, "server_seed": seed, "silent": [1]},
            {"e": "sealed", "match": next, "server_commit": "0c".repeat(32)},
        ]);
        let said = bench.change(events, |view| {
            view["stage"] = "readying".into();
            view["match"] = next.into();
            view["server_commit"] = "0c".repeat(32).into();
            view.as_object_mut().unwrap().remove("turn");
            view.as_object_mut().unwrap().remove("sides");
            for chair in ["0", "1"] {
                let chair = view["chairs"][chair].as_object_mut().unwrap();
                chair.insert("ready".into(), false.into());
                chair.retain(|key, _| !["tip", "link", "links_left", "side"].contains(&key.as_str()));
            }
        });
        assert_eq!(faults(&said), expected);
        let tip = bench.wish(Wish::Ready).sent.remove(0)["tip"].clone();
        assert_ne!(tip, old_tip);
        assert_eq!(bench.client.envelope().unwrap().match_id(), next);
    }
}

#[test]
fn a_catch_up_over_the_end_of_a_match_is_not_a_mixture_of_two() {
    let (dealer, mut bench) = played(2);
    let next = "ff0102030405060708090a0b0c0d0e0f";
    let again = json!([{"e": "again", "chair": 1}, {"e": "sealed", "match": next, "server_commit": "0c".repeat(32)}]);
    let sealed = bench.server.bare_diff(again, |view| {
        view["match"] = next.into();
        view["server_commit"] = "0c".repeat(32).into();
        view.as_object_mut().unwrap().remove("turn");
    });
    let lots = json!([{"e": "lots", "t": 0, "sides": {"S": dealer.order[1], "N": dealer.order[0]}}]);
    let turn = json!({"side": "S", "phase": "throw", "asked": 1, "owed": 0, "t": 1});
    let started = bench.server.bare_diff(lots, |view| view["turn"] = turn);
    let before = bench.server.v - 2;
    bench.client.throw().unwrap();
    bench.said();
    assert_eq!(faults(&bench.come_back(3, json!([sealed, started]))), []);
    assert_eq!(bench.client.envelope().unwrap().match_id(), next);
    // The stored answer of a throw in the match before: the number of its draw comes again in this one.
    let stored = json!({"t": "ack", "n": 4, "v": before, "answer": {"t": 1, "value": 9}});
    bench.hear(&stored.to_string());
    assert_eq!(bench.client.unanswered(), 0);
    let thrown = json!([{"e": "thrown", "side": "S", "t": 1, "by": "clock", "shells": [0, 1, 0, 0], "value": 1}]);
    assert_eq!(faults(&bench.change(thrown, |view| view["turn"]["t"] = 2.into())), []);
}

/// The match that comes after an attempt that was not started.
const NEXT: &str = "ff0102030405060708090a0b0c0d0e0f";

/// A match is sealed, and nobody is ready.
fn sealed(view: &mut Value, id: &str) {
    view["stage"] = "readying".into();
    view["match"] = id.into();
    view["server_commit"] = "0b".repeat(32).into();
    view["chairs"]["0"]["ready"] = false.into();
    view["chairs"]["0"].as_object_mut().unwrap().remove("tip");
}

fn sealed_event(id: &str) -> Value {
    json!({"e": "sealed", "match": id, "server_commit": "0b".repeat(32)})
}

/// The attempt was not started, and the next match is sealed.
fn not_started() -> Value {
    json!([
        {"e": "not_started", "match": MATCH, "server_seed": "0a".repeat(32), "silent": [0]},
        sealed_event(NEXT),
    ])
}

/// A table that is locked, where the own first link is on its way; and the own tip.
fn revealing() -> (Bench, Value) {
    let mut bench = Bench::seated();
    bench.change(json!([sealed_event(MATCH)]), |view| sealed(view, MATCH));
    let tip = bench.wish(Wish::Ready).sent.remove(0)["tip"].clone();
    bench.hear(&Script::ack(1, bench.server.v));
    let said = bench.change(json!([{"e": "locked", "tips": {"0": tip}}]), |view| {
        view["stage"] = "revealing".into();
        view["chairs"]["0"]["ready"] = true.into();
        view["chairs"]["0"]["tip"] = tip.clone();
    });
    assert_eq!(said.names(), ["reveal"]);
    (bench, tip)
}

/// Seed 113846: the reveal of an attempt that was not started was said again in the next one, and refused.
#[test]
fn what_was_said_of_a_chain_is_not_said_again_in_the_next_match() {
    for (arrived, expected) in [(false, vec![]), (true, vec!["reveal"])] {
        let (mut bench, tip) = revealing();
        let missed = bench.server.bare_diff(not_started(), |view| sealed(view, NEXT));
        let said = bench.come_back(if arrived { 2 } else { 1 }, json!([missed]));
        assert_eq!(said.names(), expected, "arrived: {arrived}");
        if !arrived {
            let ready = bench.wish(Wish::Ready).sent.remove(0);
            assert_eq!(
                (&ready["n"], &ready["t"]),
                (&json!(2), &json!("ready")),
                "the number is free"
            );
            assert_ne!(ready["tip"], tip);
        }
    }
}

/// Seed 800816: the next match was sealed while the link was on its way, and only then the socket broke.
#[test]
fn what_was_on_its_way_when_the_next_match_was_sealed_is_lost_with_its_socket() {
    for (arrived, expected) in [(false, vec![]), (true, vec!["reveal"])] {
        let (mut bench, _) = revealing();
        let said = bench.change(not_started(), |view| sealed(view, NEXT));
        assert!(said.names().is_empty(), "it may arrive yet");
        bench.cut();
        let said = bench.come_back(if arrived { 2 } else { 1 }, json!([]));
        assert_eq!(said.names(), expected, "arrived: {arrived}");
    }
}

/// Seed 252553: `no_chain` waited until the next match had begun, was refused, and held nevertheless.
#[test]
fn a_chain_that_was_not_lost_by_the_rooms_word_is_not_lost() {
    let (dealer, mut bench) = played(2);
    let n = bench.client.outbox.next_n();
    assert_eq!(bench.wish(Wish::NoChain).names(), ["no_chain"]);
    bench.hear(&Script::refused(Some(n), RefusalCode::NotNow, None));
    if dealer.order[0] == 0 {
        bench.client.throw().unwrap();
        assert!(bench.said().sent[0]["link"].is_string());
    }
    // What still waits when another match is sealed is not said of its chain.
    bench.cut();
    bench.client.command(Wish::NoChain).unwrap();
    let next = "ff0102030405060708090a0b0c0d0e0f";
    let sealed = json!([{"e": "sealed", "match": next, "server_commit": "0c".repeat(32)}]);
    let sealed = bench.server.bare_diff(sealed, |view| {
        view["stage"] = "readying".into();
        view["match"] = next.into();
        view["server_commit"] = "0c".repeat(32).into();
        view.as_object_mut().unwrap().remove("turn");
    });
    let said = bench.come_back(n - 1, json!([sealed]));
    assert!(!said.names().contains(&"no_chain"), "{:?}", said.names());
}

#[test]
fn who_sat_on_the_own_chair_meanwhile_is_not_taken_for_the_own_seat() {
    let (_, mut bench) = played(2);
    let chair = bench.server.view["chairs"]["0"].clone();
    let strangers = bench
        .server
        .bare_diff(json!([{"e": "control", "chair": 0, "gen": 2}]), |view| {
            view["chairs"]["0"]["tip"] = "0b".repeat(32).into();
            view["chairs"]["0"]["link"] = "0c".repeat(32).into();
        });
    let own = bench
        .server
        .bare_diff(json!([{"e": "control", "chair": 0, "gen": 3}]), |view| {
            view["chairs"]["0"] = chair
        });
    assert_eq!(faults(&bench.come_back(3, json!([strangers, own]))), []);
    let said = bench.change(json!([]), |view| view["chairs"]["0"]["link"] = "0d".repeat(32).into());
    assert_eq!(faults(&said), [Fault::OwnLink]);
}

#[test]
fn news_of_an_earlier_match_is_not_taken_for_this_one() {
    let (dealer, mut bench) = played(2);
    let news = json!([
        {"e": "thrown", "side": "S", "t": 1, "by": "seat", "shells": [1, 1, 1, 1], "value": 4},
        {"e": "again", "chair": 1},
        {"e": "sealed", "match": MATCH, "server_commit": dealer.commit()},
    ]);
    let snapshot = bench.server.snapshot(news);
    assert_eq!(faults(&bench.hear(&snapshot)), []);
    assert!(dealer.end(&mut bench).verdict().unwrap().is_good());
}

#[test]
fn news_of_the_lock_does_not_make_a_shown_link_a_strangers() {
    let (_, mut bench) = played(2);
    bench.client.throw().unwrap();
    let tip = |chair: &str| bench.server.view["chairs"][chair]["tip"].clone();
    let news = json!([{"e": "locked", "tips": {"0": tip("0"), "1": tip("1")}}]);
    let snapshot = bench.server.snapshot(news);
    assert_eq!(
        faults(&bench.hear(&snapshot)),
        [],
        "the throw on its way was not heard yet"
    );
}

#[test]
fn news_that_contradicts_what_was_told_is_noticed() {
    let (_, mut bench) = played(2);
    let news = json!([{"e": "thrown", "side": "S", "t": 1, "by": "clock", "shells": [1, 1, 1, 1], "value": 4}]);
    let snapshot = bench.server.snapshot(news);
    assert_eq!(faults(&bench.hear(&snapshot)), [Fault::DrawnTwice { t: 1 }]);
}

#[test]
fn a_drawn_victim_is_checked_against_the_candidates_that_the_view_named() {
    let (mut dealer, mut bench) = played(0);
    let t = dealer.next_t;
    let asked = bench.server.v + 1;
    bench.change(json!([]), |view| {
        view["turn"] = json!({"side": "S", "phase": "move", "asked": asked, "owed": 0, "t": t, "value": 1,
            "moves": {"0": {"1": {"from": 1, "to": 2, "hits": {"N": 0}, "more_hits": {"N": [1, 3]}, "drawn": true}}}});
    });
    let honest = FairFate::new(&dealer.key(), t, None).pick(3).value as usize;
    let moved = |pawn: u8| {
        json!([{"e": "moved", "side": "S", "pawn": 0, "value": 1, "from": 1, "to": 2, "by": "seat", "t": t,
            "hits": [{"side": "N", "pawn": pawn, "from": 10}]}])
    };
    dealer.next_t += 1;
    let victims = [0, 1, 3];
    for (pawn, good) in [(victims[honest], true), (victims[(honest + 1) % 3], false)] {
        let mut bench = Bench {
            client: bench.client.clone(),
            server: Script {
                view: bench.server.view.clone(),
                epoch: EPOCH.into(),
                ..bench.server
            },
            now: bench.now,
        };
        bench.change(moved(pawn), |view| view["turn"]["t"] = (t + 1).into());
        let verdict = dealer.end(&mut bench).verdict().cloned().unwrap();
        assert_eq!(verdict.is_good(), good, "{verdict}");
    }
}
