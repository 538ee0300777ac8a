//! The sealed envelope from a client's side: an honest match is found so, and each way to cheat is noticed.

use super::*;

pub(super) fn link(bench: &Bench, chair: &str) -> String {
    bench.server.view["chairs"][chair]["link"].as_str().unwrap().to_owned()
}

/// A match of both seats with links, up to the end: the dealer, and the bench.
pub(super) fn played(throws: usize) -> (Dealer, Bench) {
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

pub(super) fn faults(said: &Said) -> Vec<Fault> {
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
fn the_chain_is_that_of_the_published_vectors_case_i10() {
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
fn a_changed_throw_is_noticed_case_i11() {
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
        let answer =
            json!({"t": "ack", "n": sent["n"], "v": bench.server.v + 1, "answer": {"t": t, "value": 9}}).to_string();
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
