//! Coming in, going out, and being shown the door (contract 9, 10, 12, 22).

use super::*;

fn token() -> Value {
    json!(fair::token(&[0xa0; 32]).to_string())
}

#[test]
fn a_room_is_opened_with_the_token_and_never_with_the_secret() {
    let mut bench = Bench::new();
    let hello = bench.connect().sent.remove(0);
    assert_eq!(
        hello,
        json!({"t": "hello", "protocols": [1], "kind": "person", "client": concat!("chowk/", env!("CARGO_PKG_VERSION")), "cid": "0707070707070707"})
    );
    let create = bench.hear(&Script::welcome(None, None)).sent.remove(0);
    assert_eq!(
        (&create["t"], &create["token"], &create["chairs"]),
        (&json!("create"), &token(), &json!(2))
    );
    assert!(!create.to_string().contains(&"a0".repeat(32)));
}

#[test]
fn a_lost_answer_to_create_leaves_no_ghost() {
    let mut bench = Bench::new();
    bench.connect();
    let first = bench.hear(&Script::welcome(None, None)).sent;
    bench.cut();
    bench.connect();
    assert_eq!(
        bench.hear(&Script::welcome(None, None)).sent,
        first,
        "the same token finds the same room"
    );
}

#[test]
fn a_creator_whose_view_never_came_joins_by_its_token() {
    let mut bench = Bench::new();
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    bench.hear(&Script::seated(0));
    bench.cut();
    assert_eq!(bench.connect().sent[0].get("resume"), None);
    let join = bench.hear(&Script::welcome(None, None)).sent.remove(0);
    assert_eq!(
        (&join["t"], &join["code"], &join["token"]),
        (&json!("join"), &json!(ROOM), &token())
    );
}

#[test]
fn a_watcher_asks_anew_and_shows_no_token() {
    let mut bench = Bench::with(Intent::Watch {
        code: ROOM.parse().unwrap(),
        name: None,
    });
    bench.connect();
    assert_eq!(
        bench.hear(&Script::welcome(None, None)).sent,
        [json!({"t": "watch", "code": ROOM})]
    );
    bench.hear(&json!({"t": "seated", "room": ROOM, "last_n": 0}).to_string());
    let snapshot = bench.server.snapshot(json!([]));
    bench.hear(&snapshot);
    bench.cut();
    assert_eq!(bench.connect().sent[0].get("resume"), None);
    assert_eq!(bench.hear(&Script::welcome(None, None)).names(), ["watch"]);
}

#[test]
fn what_the_door_says() {
    // (refusal, whether one may knock again)
    for (code, again) in [
        (RefusalCode::NoSuchRoom, false),
        (RefusalCode::RoomFull, false),
        (RefusalCode::BadName, false),
        (RefusalCode::ImpossibleRules, false),
        (RefusalCode::Busy, true),
        (RefusalCode::TooFast, true),
    ] {
        let mut bench = Bench::new();
        bench.connect();
        let create = bench.hear(&Script::welcome(None, None)).sent;
        let said = bench.hear(&Script::refused(None, code, None));
        if again {
            assert_eq!(bench.wait(250).sent, create, "{code:?}");
        } else {
            assert!(said.end.unwrap().to_string().starts_with(code.text()), "{code:?}");
        }
    }
}

#[test]
fn a_seat_that_is_gone_is_final_and_another_reason_is_not() {
    for (reason, end) in [
        ("no_such_room", true),
        ("foreign_token", true),
        ("room_failed", true),
        ("gap", false),
    ] {
        let mut bench = Bench::seated();
        bench.cut();
        bench.connect();
        let said = bench.hear(&Script::welcome(Some(false), Some(reason)));
        assert_eq!(said.end.is_some(), end, "{reason}");
        assert_eq!(said.names(), if end { vec![] } else { vec!["join"] }, "{reason}");
    }
}

#[test]
fn taken_over_is_final_restart_is_not_case_a12_a22() {
    for code in CloseCode::ALL {
        // By a goodbye, by the code of the close frame alone, and by both.
        for (bye, close) in [(true, None), (false, Some(code.number())), (true, Some(code.number()))] {
            let mut bench = Bench::seated();
            let mut end = None;
            if bye {
                end = bench
                    .hear(&json!({"t": "bye", "code": code.number(), "text": "So be it."}).to_string())
                    .end;
            }
            bench.client.disconnected(bench.now, close);
            let said = bench.said();
            let end = end.or(said.end);
            assert_eq!(end.is_none(), code.come_back(), "{code:?}");
            assert_eq!(said.waits.len(), usize::from(code.come_back()), "{code:?}");
            if let Some(Reason::Closed { text, .. }) = end {
                assert_eq!(text, if bye { "So be it." } else { code.text() });
            }
        }
    }
}

#[test]
fn a_restart_is_waited_for_as_long_as_the_server_says_case_a22() {
    let mut bench = Bench::seated();
    bench.hear(r#"{"t":"bye","code":1012,"text":"The server restarts.","retry_ms":2500}"#);
    assert_eq!(bench.cut().waits, [2_500]);
}

#[test]
fn a_newer_close_code_is_taken_for_a_broken_socket() {
    let mut bench = Bench::seated();
    bench.hear(r#"{"t":"bye","code":4077,"text":"Full moon."}"#);
    bench.client.disconnected(bench.now, Some(4077));
    let said = bench.said();
    assert_eq!(said.waits.len(), 1);
    assert!(matches!(&said.told[..], [Happening::Dropped { text: Some(text), .. }] if text == "Full moon."));
}

#[test]
fn attempts_are_bounded_and_a_seat_makes_them_new_case_a13() {
    let mut bench = Bench::seated();
    let mut waits = Vec::new();
    let end = loop {
        let said = bench.cut();
        waits.extend(said.waits);
        if let Some(end) = said.end {
            break end;
        }
        assert!(waits.len() < 50);
        if waits.len() == 5 {
            // In between it is let in once.
            bench.connect();
            bench.hear(&Script::welcome(Some(true), None));
            bench.hear(&Script::seated(0));
        }
    };
    assert_eq!(waits.len(), 5 + 15);
    assert_eq!(
        end,
        Reason::GaveUp {
            tries: 15,
            seated: true
        }
    );
    assert!(end.to_string().contains("Your seat is kept"));
    assert!(bench.client.is_over());
    assert_eq!(bench.client.command(Wish::Again), Err(Unsaid::Over));
}

#[test]
fn a_silent_server_is_asked_and_then_left_case_j2() {
    let mut bench = Bench::seated();
    assert_eq!(bench.client.due(), Some(bench.now + 10_000));
    assert_eq!(bench.wait(10_000).names(), ["ping"]);
    assert_eq!(bench.client.due(), Some(bench.now + 20_000));
    let said = bench.hear(r#"{"t":"pong","c":1,"v":1,"now":5}"#);
    assert_eq!((said, bench.client.due()), (Said::default(), Some(bench.now + 10_000)));
    bench.wait(10_000);
    assert!(!bench.wait(19_999).hung_up);
    assert!(bench.wait(1).hung_up);
    bench.client.alive(bench.now);
    assert!(!bench.wait(9_999).hung_up, "a ping of the socket itself counts as well");
}

#[test]
fn another_room_than_the_one_asked_for_is_the_end_case_d7() {
    let other = "22222222";
    for told in [
        json!({"t": "seated", "room": other, "chair": 0, "gen": 1, "last_n": 0}).to_string(),
        Bench::seated().server.snapshot(json!([])).replacen(ROOM, other, 1),
    ] {
        let mut bench = Bench::seated();
        let said = bench.hear(&told);
        let wanted = Reason::OtherRoom {
            wanted: ROOM.parse().unwrap(),
            told: other.parse().unwrap(),
        };
        assert_eq!(said.end, Some(wanted), "{told}");
    }
    // A diff that moves the view to another room.
    let mut bench = Bench::seated();
    let said = bench.change(json!([]), |view| view["code"] = other.into());
    assert!(matches!(said.end, Some(Reason::OtherRoom { .. })));
    // A view that names another room than its snapshot does.
    let mut bench = Bench::seated();
    bench.server.view["code"] = other.into();
    let snapshot = bench.server.snapshot(json!([]));
    assert!(matches!(bench.hear(&snapshot).end, Some(Reason::OtherRoom { .. })));
}

#[test]
fn another_protocol_is_the_end() {
    let mut bench = Bench::new();
    bench.connect();
    let said = bench.hear(&Script::welcome(None, None).replace("\"protocol\":1", "\"protocol\":2"));
    assert_eq!(said.end, Some(Reason::Version(2)));
}

#[test]
fn leaving_ends_when_the_room_has_heard_it() {
    let mut bench = Bench::seated();
    assert_eq!(bench.wish(Wish::Leave).end, None);
    let end = bench.hear(&Script::ack(1, 2)).end.unwrap();
    assert_eq!((&end, end.is_fine()), (&Reason::Left, true));
}
