//! Commands and their numbers: exactly once, in order, whatever breaks (contract 11).

use super::*;

fn throw() -> Wish {
    Wish::Throw { asked: 1 }
}

#[test]
fn one_command_is_on_its_way_at_a_time_and_numbers_count_up() {
    let mut bench = Bench::seated();
    assert_eq!(bench.wish(Wish::Resign).sent[0]["n"], 1);
    assert_eq!(bench.wish(Wish::Again).sent, [] as [Value; 0], "it waits");
    let said = bench.hear(&Script::ack(1, 2));
    assert_eq!(
        (said.sent[0]["t"].as_str(), said.sent[0]["n"].as_u64()),
        (Some("again"), Some(2))
    );
    assert!(matches!(
        said.told[0],
        Happening::Acked {
            n: 1,
            wish: Wish::Resign,
            v: 2,
            resent: false,
            ..
        }
    ));
}

#[test]
fn a_refused_command_does_not_use_up_its_number() {
    let mut bench = Bench::seated();
    bench.wish(Wish::Resign);
    let said = bench.hear(&Script::refused(Some(1), RefusalCode::NotNow, None));
    assert_eq!(said.refused(), ["not_now"]);
    assert_eq!(bench.wish(Wish::Again).sent[0]["n"], 1);
    assert_eq!(bench.client.counts().refusals["not_now"], 1);
}

#[test]
fn a_lost_answer_is_asked_for_again_under_the_same_number_case_a21_d5() {
    // (what the room acknowledged last, whether it had heard the command) — the frame is the same either way.
    for last_n in [0, 1] {
        let mut bench = Bench::seated();
        let first = bench.wish(throw()).sent;
        let said = bench.come_back(last_n, json!([]));
        assert_eq!(said.sent, first);
        assert_eq!(bench.client.counts().resends, 1);
        let answer = json!({"t": "ack", "n": 1, "v": 2, "answer": {"t": 5, "value": 3}}).to_string();
        let said = bench.hear(&answer);
        let Happening::Acked {
            answer: Some(answer),
            resent: true,
            ..
        } = &said.told[0]
        else {
            panic!("{said:?}")
        };
        assert_eq!((answer.t, answer.value), (Some(5), Some(3)));
        assert!(
            bench.hear(&Script::ack(1, 2)).told.is_empty(),
            "a second answer says nothing new"
        );
    }
}

#[test]
fn what_waits_goes_out_after_a_return_in_its_order() {
    let mut bench = Bench::seated();
    bench.wish(Wish::Resign);
    bench.wish(Wish::Again);
    bench.cut();
    bench.wish(Wish::Say { phrase: "bye".into() });
    bench.connect();
    bench.hear(&Script::welcome(Some(true), None));
    assert_eq!(
        bench.hear(&Script::seated(0)).sent,
        [] as [Value; 0],
        "not before the view is fresh"
    );
    let sent = bench.hear(r#"{"t":"catch_up","diffs":[]}"#).sent;
    assert_eq!(
        (sent.len(), &sent[0]["t"], &sent[0]["n"]),
        (1, &json!("resign"), &json!(1))
    );
    assert_eq!(bench.hear(&Script::ack(1, 2)).names(), ["again"]);
    assert_eq!(bench.hear(&Script::ack(2, 3)).names(), ["say"]);
}

#[test]
fn busy_and_paused_are_waited_for_and_sent_as_they_were() {
    for (code, retry_ms, wait) in [
        (RefusalCode::Busy, Some(40), 40),
        (RefusalCode::Paused, None, 250),
        (RefusalCode::TooFast, Some(1_000), 1_000),
    ] {
        let mut bench = Bench::seated();
        let first = bench.wish(throw()).sent;
        let said = bench.hear(&Script::refused(Some(1), code, retry_ms));
        assert_eq!((said.sent.len(), said.told.len()), (0, 0), "nobody need hear of it");
        assert_eq!(bench.client.due(), Some(bench.now + wait));
        assert!(bench.wait(wait - 1).sent.is_empty());
        assert_eq!(bench.wait(1).sent, first);
        assert_eq!(bench.client.counts().holds, 1);
    }
}

#[test]
fn a_gap_is_healed_once_by_a_new_greeting() {
    let mut bench = Bench::seated();
    bench.wish(Wish::Resign);
    let said = bench.hear(&Script::refused(Some(1), RefusalCode::Gap, None));
    assert!(said.hung_up && said.told.is_empty());
    let said = bench.come_back(0, json!([]));
    assert_eq!(said.names(), ["resign"]);
    let said = bench.hear(&Script::refused(Some(1), RefusalCode::Gap, None));
    assert_eq!((said.hung_up, said.refused()), (false, vec!["gap"]));
}

#[test]
fn a_room_that_forgot_what_it_acknowledged_is_caught() {
    let mut bench = Bench::seated();
    for n in 1..=3 {
        bench.wish(Wish::Unready);
        bench.hear(&Script::ack(n, 1 + n));
    }
    bench.wish(Wish::Resign);
    let said = bench.come_back(1, json!([]));
    assert_eq!(bench.client.counts().forgotten, 2);
    assert_eq!(said.sent[0]["n"], 2, "the room's count goes on where it is");
}

#[test]
fn raw_messages_are_completed_and_never_changed() {
    let mut bench = Bench::seated();
    let raw = |bench: &mut Bench, text: &str| {
        let Ok(Value::Object(message)) = serde_json::from_str(text) else {
            panic!("{text}")
        };
        bench.client.raw(message).unwrap();
        bench.said().sent
    };
    assert_eq!(raw(&mut bench, r#"{"t":"resign"}"#), [json!({"t": "resign", "n": 1})]);
    bench.hear(&Script::ack(1, 2));
    assert_eq!(
        raw(&mut bench, r#"{"t":"again","n":7,"mood":1}"#),
        [json!({"t": "again", "n": 7, "mood": 1})]
    );
    let said = bench.hear(&Script::refused(Some(7), RefusalCode::Gap, None));
    assert_eq!(
        (said.hung_up, said.refused()),
        (false, vec!["gap"]),
        "who numbers by hand hears of it"
    );
    assert_eq!(raw(&mut bench, r#"{"t":"resync"}"#), [json!({"t": "resync"})]);
    assert_eq!(
        raw(&mut bench, r#"{"t":"custom","x":[]}"#),
        [json!({"t": "custom", "x": []})]
    );
    assert_eq!(
        raw(&mut bench, r#"{"t":"say","phrase":"wow"}"#),
        [json!({"t": "say", "phrase": "wow", "n": 2})]
    );
}

#[test]
fn too_many_commands_are_not_taken() {
    let mut bench = Bench::seated();
    let taken = (0..100)
        .take_while(|_| bench.client.command(Wish::Again).is_ok())
        .count();
    assert_eq!(taken, 33, "one on its way and thirty-two that wait");
}
