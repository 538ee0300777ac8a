//! The gate by tables: what is said, and what is done about it.

use chowk_protocol::{ClientKind, ClockKind, GameKind, Hex};
use serde_json::{Value, json};

use super::*;

const SESSION: SessionId = SessionId { gateway: 0, n: 7 };

fn gate() -> Gate {
    Gate::new(SESSION, GateLimits::default(), 1_000)
}

fn greeted() -> Gate {
    let mut gate = gate();
    assert_eq!(
        say(&mut gate, 1_001, hello()),
        Decision::Greet {
            password: None,
            resume: None
        }
    );
    gate
}

fn inside_a_room() -> Gate {
    let mut gate = greeted();
    gate.entered();
    gate
}

fn hello() -> Value {
    json!({"t": "hello", "protocols": [1], "kind": "bot", "client": "test/1", "cid": "0011223344556677"})
}

fn say(gate: &mut Gate, now: u64, message: Value) -> Decision {
    gate.hear(now, Frame::Text(&message.to_string()))
}

/// The decision in one word: the code of a refusal or of a close, else what is done.
fn word(decision: &Decision) -> String {
    match decision {
        Decision::Nothing => "nothing".into(),
        Decision::Refuse(refusal) => refusal.code.code().into(),
        Decision::Close(refusal, code) => {
            let said = refusal.as_ref().map_or("", |refusal| refusal.code.code());
            format!("{said} close {}", code.number())
        }
        Decision::Greet { .. } => "greet".into(),
        Decision::Pong(c) => format!("pong {c}"),
        Decision::Create(_) => "create".into(),
        Decision::Quick(_) => "quick".into(),
        Decision::Join { .. } => "join".into(),
        Decision::Watch { .. } => "watch".into(),
        Decision::Forward(message) => format!("forward {:?}", message.n()),
    }
}

fn token() -> String {
    "ab".repeat(32)
}

fn create() -> Value {
    json!({"t": "create", "token": token(), "name": " Asha ", "game": "chowka", "preset": "pagdi", "chairs": 2})
}

fn with(mut message: Value, field: &str, value: Value) -> Value {
    message[field] = value;
    message
}

/// Cases H1, H2, A8: what cannot be read is a typed refusal, whatever it is.
#[test]
fn what_is_no_message_case_a8_h1_h2_h16() {
    for (text, expected) in [
        ("", "malformed"),
        ("{", "malformed"),
        ("null", "malformed"),
        ("[1,2]", "malformed"),
        (r#"{"t":"throw","n":"one"}"#, "malformed"),
        (r#"{"t":"throw","n":-1,"v":1}"#, "malformed"),
        (r#"{"t":"throw","n":9007199254740992,"v":1}"#, "malformed"),
        (r#"{"t":"fly","n":3}"#, "unknown_message"),
        (r#"{"n":3}"#, "malformed"),
        (r#"{"t":"input","i":1,"dx":1,"dy":0,"x":5}"#, "not_a_wish"),
        (r#"{"t":"join","code":"0OIL1111","token":"","name":"a"}"#, "malformed"),
        (
            r#"{"t":"hello","protocols":[1],"kind":"bot","client":"t","cid":"00","resume":{}}"#,
            "malformed",
        ),
    ] {
        assert_eq!(word(&greeted().hear(2_000, Frame::Text(text))), expected, "{text}");
    }
    assert_eq!(word(&greeted().hear(2_000, Frame::Binary)), "malformed");
    assert_eq!(word(&greeted().hear(2_000, Frame::Control)), "nothing");
    let deep = "[".repeat(8_000);
    assert_eq!(
        word(&greeted().hear(2_000, Frame::Text(&deep))),
        "malformed",
        "case H16"
    );
    let with_number = greeted().hear(2_000, Frame::Text(r#"{"t":"fly","n":3}"#));
    assert!(
        matches!(with_number, Decision::Refuse(Refusal { n: Some(3), .. })),
        "{with_number:?}"
    );
}

#[test]
fn hello_comes_first_and_once() {
    let mut gate = gate();
    assert_eq!(gate.hello_by(), Some(11_000));
    assert_eq!(
        word(&say(&mut gate, 1_001, json!({"t": "ping", "c": 1}))),
        "hello_first"
    );
    assert_eq!(word(&say(&mut gate, 1_001, create())), "hello_first");
    assert_eq!(gate.caller(), None);
    assert_eq!(word(&say(&mut gate, 1_002, hello())), "greet");
    assert_eq!(gate.hello_by(), None);
    let caller = Caller {
        session: SESSION,
        kind: ClientKind::Bot,
        cid: Hex([0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77]),
    };
    assert_eq!(gate.caller(), Some(caller));
    assert_eq!(word(&say(&mut gate, 1_003, hello())), "hello_twice");
    gate.entered();
    assert_eq!(word(&say(&mut gate, 1_004, hello())), "hello_twice");
}

#[test]
fn a_version_that_nobody_speaks_closes() {
    for protocols in [json!([]), json!([2, 3]), json!([0])] {
        let decision = say(&mut gate(), 1_001, with(hello(), "protocols", protocols));
        assert_eq!(word(&decision), "version_not_spoken close 4003");
    }
    assert_eq!(
        word(&say(&mut gate(), 1_001, with(hello(), "protocols", json!([9, 1])))),
        "greet"
    );
}

/// Case A14: a resume names its room.
#[test]
fn a_hello_may_ask_to_resume_case_a14() {
    let resume = json!({"room": "7q4k-m2xd", "token": token(), "epoch": "0123456789abcdef", "v": 40});
    let Decision::Greet {
        resume: Some(resume), ..
    } = say(&mut gate(), 1_001, with(hello(), "resume", resume))
    else {
        panic!("no greeting")
    };
    assert_eq!((resume.room.as_str(), resume.v), ("7Q4KM2XD", 40));
}

#[test]
fn one_socket_serves_one_room() {
    let join = json!({"t": "join", "code": "7Q4KM2XD", "token": token(), "name": "Ravi"});
    let watch = json!({"t": "watch", "code": "7Q4KM2XD"});
    let throw = json!({"t": "throw", "n": 1, "v": 5});
    let mut gate = greeted();
    for (message, outside, inside) in [
        (create(), "create", "elsewhere"),
        (join, "join", "elsewhere"),
        (watch, "watch", "elsewhere"),
        (throw, "not_in_room", "forward Some(1)"),
        (json!({"t": "resync"}), "not_in_room", "forward None"),
        (json!({"t": "leave", "n": 9}), "not_in_room", "forward Some(9)"),
        (json!({"t": "ping", "c": 3}), "pong 3", "forward None"),
        (
            json!({"t": "input", "i": 1, "dx": 0, "dy": 1}),
            "not_in_room",
            "forward None",
        ),
    ] {
        assert_eq!(word(&say(&mut gate, 2_000, message.clone())), outside, "{message}");
        gate.entered();
        assert_eq!(word(&say(&mut gate, 2_000, message.clone())), inside, "{message}");
        gate.left();
    }
}

#[test]
fn what_a_new_room_may_be_case_h16_j5() {
    let rules = chowk_record::rules_json::to_value(&chowk_rules::chowka::preset("pagdi").unwrap().rules());
    let by_rules = |rules: Value| with(with(create(), "preset", Value::Null), "rules", rules);
    for (message, expected, field) in [
        (create(), "create", ""),
        (by_rules(rules.clone()), "create", ""),
        (with(create(), "chairs", json!(4)), "create", ""),
        (with(create(), "unknown", json!(4)), "create", ""),
        (with(create(), "name", json!("")), "bad_name", "name"),
        (with(create(), "name", json!("a\u{202e}b")), "bad_name", "name"),
        (
            with(create(), "name", json!("more than twenty graphemes")),
            "bad_name",
            "name",
        ),
        (with(create(), "name", json!("ಕ್\u{200d}ಷ")), "create", ""),
        (with(create(), "chairs", json!(1)), "bad_chairs", "chairs"),
        (with(create(), "chairs", json!(5)), "bad_chairs", "chairs"),
        (with(create(), "step", json!(15)), "bad_step", "step"),
        (with(create(), "game", json!("stones")), "bad_chairs", "chairs"),
        (with(five(), "preset", Value::Null), "create", ""),
        (with(five(), "preset", json!("pagdi")), "unknown_preset", "preset"),
        (with(five(), "step", json!(4)), "bad_step", "step"),
        (
            with(with(five(), "step", json!(15)), "still", json!(true)),
            "create",
            "",
        ),
        (stones(json!({})), "create", ""),
        (stones(json!({ "innings": 1, "steal_s": 30 })), "create", ""),
        (stones(json!({ "runner": 4_080 })), "impossible_rules", "runner"),
        (stones(json!({ "patwar": 6_000 })), "impossible_rules", "patwar"),
        (stones(json!({ "hz": 150 })), "impossible_rules", "hz"),
        (stones(json!({ "tag_reach": -1 })), "impossible_rules", "tag_reach"),
        (with(create(), "game", json!("chess")), "malformed", ""),
        (with(create(), "preset", json!("none")), "unknown_preset", "preset"),
        (with(create(), "preset", Value::Null), "malformed", "preset"),
        (with(create(), "rules", rules.clone()), "malformed", "preset"),
        (with(create(), "clock", json!("none")), "create", ""),
        (
            with(with(create(), "clock", json!("none")), "listed", json!(true)),
            "impossible_rules",
            "clock",
        ),
        (by_rules(json!([])), "impossible_rules", "rules"),
        (by_rules(json!({})), "impossible_rules", "board"),
        (
            by_rules(with(rules.clone(), "shells", json!(0))),
            "impossible_rules",
            "shells",
        ),
        (by_rules(with(rules.clone(), "gatti", json!(true))), "not_yet", "gatti"),
        (
            by_rules(with(rules.clone(), "partners", json!(true))),
            "not_yet",
            "partners",
        ),
        (
            by_rules(with(rules, "rigged", json!(true))),
            "impossible_rules",
            "rigged",
        ),
    ] {
        let decision = say(&mut greeted(), 2_000, message.clone());
        assert_eq!(word(&decision), expected, "{message}");
        if let Decision::Refuse(refusal) = decision {
            assert_eq!(refusal.field.unwrap_or_default(), field, "{message}");
        }
    }
}

/// A wish for a room of four stones.
fn five() -> Value {
    let create = with(with(create(), "game", json!("stones")), "chairs", json!(5));
    with(create, "preset", json!("four-stones"))
}

/// The same by a rule set: the shipped one with changes.
fn stones(changes: Value) -> Value {
    let mut rules = chowk_record::rules::Rules::Stones(chowk_rules::stones::RuleSet::default()).to_value();
    for (field, value) in changes.as_object().unwrap() {
        rules[field] = value.clone();
    }
    with(with(five(), "preset", Value::Null), "rules", rules)
}

#[test]
fn a_new_room_is_checked_and_clean() {
    let Decision::Create(new) = say(&mut greeted(), 2_000, create()) else {
        panic!("not created")
    };
    assert_eq!(
        (new.name.as_str(), new.preset.as_deref(), new.chairs),
        ("Asha", Some("pagdi"), 2)
    );
    assert_eq!(
        (new.clock, new.listed, new.watch, new.game),
        (ClockKind::Casual, false, true, GameKind::Chowka)
    );
    let long = with(json!({}), &"x".repeat(500), json!(1));
    let Decision::Refuse(refusal) = say(
        &mut greeted(),
        2_000,
        with(with(create(), "preset", Value::Null), "rules", long),
    ) else {
        panic!("not refused")
    };
    assert!(
        refusal.field.unwrap().len() <= 40,
        "what a stranger wrote is not repeated at length"
    );
}

/// Contract 21: more than 20 bad messages in 10 s close.
#[test]
fn bad_messages_close_when_they_go_on_case_h1() {
    let mut gate = greeted();
    for at in 0..20 {
        assert_eq!(word(&gate.hear(2_000 + at * 400, Frame::Text("{"))), "malformed");
    }
    assert_eq!(word(&gate.hear(10_000, Frame::Text("{"))), "malformed close 1008");
    let mut slow = greeted();
    for at in 0..60 {
        assert_eq!(
            word(&slow.hear(2_000 + at * 501, Frame::Text("{"))),
            "malformed",
            "20 in 10 s are borne"
        );
    }
}

/// Case H12: each message counts when it comes, and the 61st of a second is too fast.
#[test]
fn too_fast_is_told_with_the_wait_case_h12() {
    let mut gate = inside_a_room();
    let say_hello = |n: u64| json!({"t": "say", "n": n, "phrase": "hello"});
    for n in 0..59 {
        assert!(
            matches!(say(&mut gate, 1_500 + n, say_hello(n)), Decision::Forward(_)),
            "the hello was the first of 60"
        );
    }
    let Decision::Refuse(refusal) = say(&mut gate, 1_900, say_hello(60)) else {
        panic!("not refused")
    };
    assert_eq!(
        (refusal.code, refusal.n, refusal.retry_ms),
        (RefusalCode::TooFast, Some(60), Some(101))
    );
    assert!(
        matches!(say(&mut gate, 2_001, say_hello(60)), Decision::Forward(_)),
        "it was right about the wait"
    );
}

/// Contract 21: 300 frames a second close, whatever they are, if they answered nothing.
#[test]
fn what_answers_nothing_meets_the_last_limit() {
    let mut gate = inside_a_room();
    let throw = json!({"t": "throw", "n": 1, "v": 1});
    for _ in 0..299 {
        assert!(matches!(say(&mut gate, 1_900, throw.clone()), Decision::Forward(_)));
    }
    assert_eq!(
        word(&say(&mut gate, 1_900, throw)),
        " close 1008",
        "the hello was the first of 300"
    );
    let mut pinged = greeted();
    for _ in 0..299 {
        assert_eq!(pinged.hear(1_900, Frame::Control), Decision::Nothing);
    }
    assert_eq!(word(&pinged.hear(1_900, Frame::Control)), " close 1008");
}

/// Contract 21: who is asked a thousand times a second may answer as often.
#[test]
fn what_answered_a_question_is_no_frame_of_a_flood() {
    let mut gate = inside_a_room();
    for n in 1..=10_000 {
        let throw = json!({"t": "throw", "n": n, "v": n});
        assert!(matches!(say(&mut gate, 1_900, throw), Decision::Forward(_)), "{n}");
        gate.answered(Answered {
            frames: 1,
            directions: 0,
        });
    }
    for _ in 0..299 {
        let throw = json!({"t": "throw", "n": 1, "v": 1});
        assert!(matches!(say(&mut gate, 1_900, throw), Decision::Forward(_)));
    }
    let throw = json!({"t": "throw", "n": 1, "v": 1});
    assert_eq!(word(&say(&mut gate, 1_900, throw)), " close 1008");
}

/// The same of directions, which have a limit of their own: those that answer a step do not count.
#[test]
fn a_direction_that_answered_a_step_is_not_too_fast() {
    let mut gate = inside_a_room();
    let input = |i: u64| json!({"t": "input", "i": i, "dx": 1, "dy": 0});
    for i in 1..=1_000 {
        assert!(matches!(say(&mut gate, 1_900, input(i)), Decision::Forward(_)), "{i}");
        gate.answered(Answered {
            frames: 1,
            directions: 1,
        });
    }
    for i in 1..=59 {
        assert!(matches!(say(&mut gate, 1_900, input(i)), Decision::Forward(_)), "{i}");
    }
    let Decision::Refuse(refusal) = say(&mut gate, 1_900, input(60)) else {
        panic!("not refused")
    };
    assert_eq!((refusal.code, refusal.retry_ms), (RefusalCode::TooFast, Some(101)));
}

/// What a client says of its clock, its lag or the moment is nothing: only the gate's own stamp counts. A direction that
/// says where it was meant is refused.
#[test]
fn what_a_client_says_of_time_is_nothing_case_e1() {
    for message in [
        json!({"t": "throw", "n": 1, "v": 5}),
        json!({"t": "move", "n": 1, "v": 5, "pawn": 0, "value": 2}),
        json!({"t": "say", "n": 1, "phrase": "hello"}),
        json!({"t": "choose", "n": 1, "v": 5, "word": "chhuttu"}),
        json!({"t": "ping", "c": 1}),
    ] {
        let plain = say(&mut inside_a_room(), 2_000, message.clone());
        assert!(matches!(plain, Decision::Forward(_)), "{message}");
        for field in [
            "lag", "lag_ms", "rtt", "now", "at", "ts", "tick", "ms", "deadline", "left",
        ] {
            let said = with(message.clone(), field, json!(60_000));
            assert_eq!(say(&mut inside_a_room(), 2_000, said), plain, "{message} with {field}");
        }
    }
    let input = json!({"t": "input", "i": 1, "dx": 0, "dy": 1});
    for field in ["tick", "x", "y", "speed"] {
        let said = with(input.clone(), field, json!(7));
        assert_eq!(word(&say(&mut inside_a_room(), 2_000, said)), "not_a_wish", "{field}");
    }
}
