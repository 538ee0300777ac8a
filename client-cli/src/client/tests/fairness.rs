//! The sealed envelope from a client's side: an honest match is found so, and each way to cheat is noticed.

use super::*;

fn link(bench: &Bench, chair: &str) -> String {
    bench.server.view["chairs"][chair]["link"].as_str().unwrap().to_owned()
}

/// A match of both seats with links, up to the end: the dealer, and the bench.
fn played(throws: usize) -> (Dealer, Bench) {
    let mut bench = Bench::seated();
    let mut dealer = Dealer::new(&bench.server);
    dealer.begin(&mut bench);
    for throw in 0..throws {
        let chair = dealer.order[throw % 2];
        let n = throw as u64 / 2 + 3;
        honest_throw(&mut dealer, &mut bench, chair, n);
    }
    (dealer, bench)
}

fn honest_throw(dealer: &mut Dealer, bench: &mut Bench, chair: ChairNo, n: u64) -> Said {
    if chair != 0 {
        let next = dealer.other_link(&link(bench, "1"));
        return dealer.throw(bench, 1, next.as_deref(), "seat");
    }
    bench.client.throw().unwrap();
    let sent = bench.said().sent.remove(0);
    assert_eq!((&sent["t"], &sent["n"]), (&json!("throw"), &json!(n)));
    let next = sent["link"].as_str().map(str::to_owned);
    let said = dealer.throw(bench, 0, next.as_deref(), "seat");
    bench.hear(&Script::ack(n, bench.server.v));
    said
}

fn faults(said: &Said) -> Vec<Fault> {
    said.told
        .iter()
        .filter_map(|told| {
            if let Happening::Unfair(fault) = told {
                Some(*fault)
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn the_chain_is_that_of_the_published_vectors() {
    // tests/vectors/fair-1.json: the seat of sk a0…, four links.
    let mut bench = Bench::seated();
    let mut dealer = Dealer::new(&bench.server);
    dealer.begin(&mut bench);
    let chair = &bench.server.view["chairs"]["0"];
    assert_eq!(
        chair["tip"],
        "3203fe73103c06fd6eaa2d2aec258cf62249f99fdac1327a6f554adda462a830"
    );
    assert_eq!(
        chair["link"],
        "2ccc3b2ea8625fd7a3b1927be37f1468503e8a3de821b7d558105a9ac7add4aa"
    );
}

#[test]
fn an_honest_match_is_found_so() {
    let (dealer, mut bench) = played(9);
    let verdict = dealer.end(&mut bench).verdict().cloned().unwrap();
    assert_eq!(verdict.faults, []);
    // Four links: one was revealed, three went with throws, later throws go without; and the lots are one draw.
    assert_eq!(
        (
            verdict.draws_checked,
            verdict.own_links,
            verdict.all_draws,
            verdict.from_the_start
        ),
        (10, 3, true, true)
    );
    assert!(verdict.to_string().starts_with("Throws checked ✔"), "{verdict}");
}

#[test]
fn throws_go_without_links_when_they_are_used_up() {
    let (mut dealer, mut bench) = played(6);
    assert_eq!(bench.server.view["chairs"]["0"]["links_left"], 0);
    let first = dealer.order[0];
    let said = if first == 0 {
        bench.client.throw().unwrap();
        bench.said().sent.remove(0)
    } else {
        dealer.throw(&mut bench, 1, None, "seat");
        bench.client.throw().unwrap();
        bench.said().sent.remove(0)
    };
    assert_eq!((said.get("link"), &said["t"]), (None, &json!("throw")));
}

#[test]
fn a_wrong_opened_seed_is_noticed() {
    let (dealer, mut bench) = played(2);
    let said = dealer.end_with(&mut bench, &"0b".repeat(32));
    let verdict = said.verdict().unwrap();
    assert_eq!((&verdict.faults[..], verdict.is_good()), (&[Fault::Seed][..], false));
    assert!(
        verdict.to_string().starts_with("Throws checked ✘ the opened seed"),
        "{verdict}"
    );
}

#[test]
fn a_changed_throw_is_noticed() {
    let (mut dealer, mut bench) = played(0);
    let t = dealer.next_t;
    let chair = dealer.order[0];
    let next = if chair == 0 {
        bench.client.throw().unwrap();
        bench.said().sent[0]["link"].as_str().unwrap().to_owned()
    } else {
        dealer.other_link(&link(&bench, "1")).unwrap()
    };
    let honest: Vec<u8> = FairFate::new(&dealer.key(), t, Some(next.parse().unwrap()))
        .cast(4, 128)
        .value
        .faces()
        .collect();
    let false_shells: Vec<u8> = honest.iter().map(|shell| 1 - shell).collect();
    let value = match false_shells.iter().sum() {
        0 => 8,
        up => up,
    };
    dealer.tell_throw(
        &mut bench,
        chair,
        Some(next.parse().unwrap()),
        "seat",
        &false_shells,
        value,
    );
    let said = dealer.end(&mut bench);
    assert_eq!(said.verdict().unwrap().faults, [Fault::Draw { t }]);
}

#[test]
fn a_value_that_the_shells_do_not_show_is_noticed_at_once() {
    let (mut dealer, mut bench) = played(0);
    let (t, chair) = (dealer.next_t, dealer.order[0]);
    let said = dealer.tell_throw(&mut bench, chair, None, "clock", &[1, 0, 0, 0], 4);
    assert_eq!(faults(&said), [Fault::Value { t }]);
}

#[test]
fn a_seal_that_is_exchanged_is_noticed_at_once() {
    let (_, mut bench) = played(0);
    let said = bench.change(json!([]), |view| view["server_commit"] = "0b".repeat(32).into());
    assert_eq!(faults(&said), [Fault::SealChanged]);
}

#[test]
fn a_wrong_link_shown_for_the_own_seat_is_noticed_at_once() {
    let (_, mut bench) = played(0);
    let said = bench.change(json!([]), |view| view["chairs"]["0"]["link"] = "0b".repeat(32).into());
    assert_eq!(faults(&said), [Fault::OwnLink]);
}

#[test]
fn a_link_that_the_same_player_sent_from_another_device_is_its_own() {
    let (_, mut bench) = played(0);
    let next = {
        let mut elsewhere = bench.client.clone();
        elsewhere.throw().unwrap();
        std::iter::from_fn(|| elsewhere.poll()).find_map(|output| {
            let Output::Send(text) = output else { return None };
            serde_json::from_str::<Value>(&text).unwrap()["link"]
                .as_str()
                .map(str::to_owned)
        })
    };
    let said = bench.change(json!([]), |view| view["chairs"]["0"]["link"] = next.unwrap().into());
    assert_eq!(faults(&said), []);
}

#[test]
fn a_tip_that_the_same_player_showed_from_another_device_is_its_own() {
    let mut bench = Bench::seated();
    let mut dealer = Dealer::new(&bench.server);
    dealer.begin(&mut bench);
    let start = fair::chain_start(Sk::from_bytes([0xa0; 32]).as_bytes(), MATCH);
    for (start, expected) in [(start, vec![]), (Digest::from_bytes([1; 32]), vec![Fault::OwnTip])] {
        let chain = fair::Chain::new(start, 9);
        let said = bench.change(json!([]), |view| {
            view["chairs"]["0"]["tip"] = chain.tip().to_string().into();
            view["chairs"]["0"]["link"] = chain.reveal().to_string().into();
        });
        assert_eq!(faults(&said), expected);
    }
}

#[test]
fn a_link_that_does_not_fit_the_one_before_is_noticed_at_once() {
    let (mut dealer, mut bench) = played(0);
    let chair = dealer.order[0];
    let said = dealer.throw(&mut bench, chair, Some(&"0b".repeat(32)), "seat");
    assert!(faults(&said).contains(&Fault::LinkOf { chair }), "{said:?}");
}

#[test]
fn a_throw_without_the_link_that_it_must_carry_is_noticed_at_once() {
    let (mut dealer, mut bench) = played(0);
    let (t, chair) = (dealer.next_t, dealer.order[0]);
    let said = dealer.throw(&mut bench, chair, None, "seat");
    assert_eq!(faults(&said), [Fault::LinkLeftOut { t }]);
}

#[test]
fn a_draw_left_out_is_noticed_at_once() {
    let (mut dealer, mut bench) = played(0);
    dealer.next_t += 1;
    let t = dealer.next_t;
    let chair = dealer.order[0];
    let said = dealer.throw(&mut bench, chair, None, "clock");
    assert_eq!(faults(&said), [Fault::DrawLeftOut { t }]);
}

#[test]
fn an_answer_that_differs_from_its_event_is_noticed() {
    for event_first in [true, false] {
        let (mut dealer, mut bench) = played(0);
        if dealer.order[0] != 0 {
            honest_throw(&mut dealer, &mut bench, 1, 0);
        }
        bench.client.throw().unwrap();
        let sent = bench.said().sent.remove(0);
        let t = dealer.next_t;
        let answer = json!({"t": "ack", "n": sent["n"], "v": 1, "answer": {"t": t, "value": 9}}).to_string();
        let mut said = Vec::new();
        if !event_first {
            said.push(bench.hear(&answer));
        }
        said.push(dealer.throw(&mut bench, 0, sent["link"].as_str(), "seat"));
        if event_first {
            bench.hear(&answer);
            said.push(bench.change(json!([]), |view| view["listed"] = true.into()));
        }
        assert!(
            said.iter().any(|said| faults(said) == [Fault::DrawnTwice { t }]),
            "{event_first}: {said:?}"
        );
    }
}

#[test]
fn the_clock_despite_a_link_sent_in_time_warns_and_a_late_one_does_not() {
    // (the room's tick as it was told last, how long the player thinks then, whether the socket breaks before, whether
    // it is unfair)
    for (tick, thinks, cut, unfair) in [
        (5_000, 0, false, true),
        (19_500, 0, false, false),
        (5_000, 14_500, false, false),
        (5_000, 0, true, false),
    ] {
        let (mut dealer, mut bench) = played(0);
        if dealer.order[0] != 0 {
            honest_throw(&mut dealer, &mut bench, 1, 0);
        }
        bench.hear(&json!({"t": "around", "chairs": {}, "watchers": 0, "tick": tick, "now": 0}).to_string());
        bench.now += thinks;
        bench.client.at(bench.now).throw().unwrap();
        assert!(bench.said().sent[0].get("link").is_some());
        if cut {
            bench.come_back(2, json!([]));
        }
        let t = dealer.next_t;
        let said = dealer.throw(&mut bench, 0, None, "clock");
        let expected = if unfair {
            vec![Fault::ClockDespiteLink { t }]
        } else {
            vec![]
        };
        assert_eq!(faults(&said), expected, "at {tick} + {thinks}, cut {cut}");
        assert_eq!(
            (bench.client.counts().by_clock, bench.client.counts().clock_despite_link),
            (1, u64::from(unfair))
        );
        // The room answers that the question is gone; the same link goes with the next throw.
        let before = link(&bench, "0");
        bench.hear(&Script::refused(Some(3), RefusalCode::Answered, None));
        assert_eq!(link(&bench, "0"), before);
    }
}

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
    assert_eq!(faults(&bench.come_back(3, json!([sealed, started]))), []);
    assert_eq!(bench.client.envelope().unwrap().match_id(), next);
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
