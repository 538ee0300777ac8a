//! Quick play, series, kicking and handing over, the operator's words, and a server with a password.

use chowk_protocol::{Password, ReportAbout};

use super::*;

fn any_table() -> AnyTable {
    AnyTable {
        name: "Asha".into(),
        preset: "pagdi".into(),
        chairs: None,
        clock: None,
        people_only: false,
    }
}

fn token() -> Value {
    json!(fair::token(&[0xa0; 32]).to_string())
}

#[test]
fn quick_play_asks_by_token_and_asks_the_same_again() {
    let mut bench = Bench::with(Intent::Quick(any_table()));
    bench.connect();
    let quick = bench.hear(&Script::welcome(None, None)).sent;
    assert_eq!(
        quick,
        [json!({"t": "quick", "token": token(), "name": "Asha", "preset": "pagdi"})]
    );
    bench.cut();
    bench.connect();
    assert_eq!(
        bench.hear(&Script::welcome(None, None)).sent,
        quick,
        "after a lost answer"
    );
    // While rooms are still being opened the server asks for patience.
    bench.hear(&Script::refused(None, RefusalCode::Busy, Some(100)));
    assert_eq!(bench.wait(100).sent, quick);
}

#[test]
fn quick_play_among_people_says_so() {
    let mut bench = Bench::with(Intent::Quick(AnyTable {
        chairs: Some(3),
        clock: Some(chowk_protocol::ClockKind::Quick),
        people_only: true,
        ..any_table()
    }));
    bench.connect();
    assert_eq!(
        bench.hear(&Script::welcome(None, None)).sent,
        [
            json!({"t": "quick", "token": token(), "name": "Asha", "preset": "pagdi", "chairs": 3, "clock": "quick",
            "bots": false})
        ]
    );
}

#[test]
fn a_table_that_filled_up_meanwhile_is_passed_over_five_times() {
    let mut bench = Bench::with(Intent::Quick(any_table()));
    bench.connect();
    let quick = bench.hear(&Script::welcome(None, None)).sent;
    for again in 1..=5 {
        // Full, or begun already.
        let code = [RefusalCode::RoomFull, RefusalCode::Locked][again % 2];
        let said = bench.hear(&Script::refused(None, code, None));
        assert_eq!((said.sent, said.end), (quick.clone(), None), "time {again}");
    }
    let said = bench.hear(&Script::refused(None, RefusalCode::RoomFull, None));
    assert!(matches!(said.end, Some(Reason::Refused { code, .. }) if code == "room_full"));
}

#[test]
fn an_older_server_that_knows_no_quick_play_is_called_so() {
    let mut bench = Bench::with(Intent::Quick(any_table()));
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    let said = bench.hear(&Script::refused(None, RefusalCode::UnknownMessage, None));
    let end = said.end.unwrap().to_string();
    assert!(
        end.starts_with("This server is older") && end.contains("chowk play --create"),
        "{end}"
    );
}

#[test]
fn once_seated_quick_play_is_like_joining() {
    let mut bench = Bench::with(Intent::Quick(any_table()));
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    bench.hear(&Script::seated(0));
    bench.cut();
    bench.connect();
    let join = bench.hear(&Script::welcome(None, None)).sent.remove(0);
    assert_eq!((&join["t"], &join["code"]), (&json!("join"), &json!(ROOM)));
    let said = bench.hear(&Script::refused(None, RefusalCode::RoomFull, None));
    assert!(said.end.is_some(), "this very room is full");
}

#[test]
fn a_series_and_a_table_that_fills_are_asked_for_with_the_room() {
    let Intent::Create(room) = Bench::new().client.intent else {
        panic!("a bench creates a room");
    };
    for (best_of, fill, told) in [
        (None, false, json!({})),
        (Some(3), true, json!({"best_of": 3, "fill": true})),
    ] {
        let mut bench = Bench::with(Intent::Create(NewRoom {
            best_of,
            fill,
            ..room.clone()
        }));
        bench.connect();
        let create = bench.hear(&Script::welcome(None, None)).sent.remove(0);
        assert_eq!(
            (create.get("best_of"), create.get("fill")),
            (told.get("best_of"), told.get("fill"))
        );
    }
}

#[test]
fn the_host_removes_and_hands_over_under_numbers() {
    let mut bench = Bench::seated();
    assert_eq!(
        bench.wish(Wish::Remove { chair: 1 }).sent,
        [json!({"t": "remove", "n": 1, "chair": 1})]
    );
    bench.hear(&Script::ack(1, 2));
    let hand_over = Wish::HandOver {
        chair: 1,
        brain: "careful".into(),
    };
    let sent = bench.wish(hand_over.clone()).sent;
    assert_eq!(
        sent,
        [json!({"t": "hand_over", "n": 2, "chair": 1, "brain": "careful"})]
    );
    // A lost answer: the same again.
    assert_eq!(bench.come_back(1, json!([])).sent.last(), sent.first());
    let said = bench.hear(&Script::refused(Some(2), RefusalCode::NotAway, None));
    assert!(
        matches!(&said.told[..], [Happening::Refused { wish: Some(wish), code, .. }] if *wish == hand_over && code == "not_away")
    );
}

#[test]
fn a_program_may_hand_over_too_and_its_number_is_filled_in() {
    let mut bench = Bench::seated();
    let message = json!({"t": "hand_over", "chair": 1, "brain": "bold"});
    bench.client.raw(message.as_object().unwrap().clone()).unwrap();
    assert_eq!(bench.said().sent[0]["n"], 1);
}

#[test]
fn whoever_was_removed_is_told_so_and_does_not_come_back() {
    let text = RefusalCode::Removed.text();
    for (mut bye, told, fine) in [
        (json!({"why": "removed"}), format!("{text} (removed)"), false),
        // From a server that does not say so yet.
        (json!({}), text.to_owned(), true),
    ] {
        (bye["t"], bye["code"], bye["text"]) = ("bye".into(), 1000.into(), text.into());
        let mut bench = Bench::seated();
        let end = bench.hear(&bye.to_string()).end.unwrap();
        assert_eq!((end.to_string(), end.is_fine()), (told, fine));
    }
    // Out of reach while it happened: the return is refused, and that is final as well.
    let mut bench = Bench::seated();
    bench.cut();
    bench.connect();
    let said = bench.hear(&Script::welcome(Some(false), Some("removed")));
    assert_eq!((said.names(), said.end.is_some()), (vec![], true));
    // And so is the attempt to sit down again.
    let mut bench = Bench::new();
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    let end = bench.hear(&Script::refused(None, RefusalCode::Removed, None)).end;
    assert!(end.unwrap().to_string().starts_with(text));
}

#[test]
fn a_server_that_closes_for_the_evening_is_not_asked_again() {
    for intent in [Bench::new().client.intent, Intent::Quick(any_table())] {
        let mut bench = Bench::with(intent);
        bench.connect();
        bench.hear(&Script::welcome(None, None));
        let said = bench.hear(&Script::refused(None, RefusalCode::Draining, None));
        assert!(said.end.unwrap().to_string().contains("closes for the evening"));
    }
}

#[test]
fn a_password_is_shown_when_there_is_one_and_asked_for_when_there_is_none() {
    let mut bench = Bench::new();
    assert_eq!(bench.connect().sent[0].get("password"), None);
    let end = bench
        .hear(&Script::refused(None, RefusalCode::PasswordNeeded, None))
        .end
        .unwrap();
    assert!(end.to_string().contains("CHOWK_PASSWORD"), "{end}");
    let mut bench = Bench::new();
    bench.client.settings.password = Some(Password("chalk and slate".into()));
    assert_eq!(bench.connect().sent[0]["password"], "chalk and slate");
    assert!(!format!("{:?}", bench.client).contains("chalk"), "not in a log");
    // Also when it comes back.
    let mut bench = Bench::seated();
    bench.client.settings.password = Some(Password("chalk and slate".into()));
    bench.cut();
    assert_eq!(bench.connect().sent[0]["password"], "chalk and slate");
}

#[test]
fn the_operator_is_heard() {
    let mut bench = Bench::new();
    bench.connect();
    let welcome = Script::welcome(None, None).replace(r#""version":"0""#, r#""version":"0","motd":"Fridays.""#);
    let said = bench.hear(&welcome);
    assert!(matches!(&said.told[..], [Happening::Welcome { motd: Some(motd), .. }] if motd == "Fridays."));
    let said = bench.hear(r#"{"t":"notice","text":"Home at ten.","new":[1]}"#);
    assert_eq!(said.told, [Happening::Notice("Home at ten.".into())]);
}

#[test]
fn twice_the_time_and_a_report_are_commands_like_any() {
    let mut bench = Bench::seated();
    assert_eq!(bench.wish(Wish::MoreTime).sent, [json!({"t": "more_time", "n": 1})]);
    bench.hear(&Script::ack(1, 2));
    let about = ReportAbout::Phrases;
    let sent = bench.wish(Wish::Report { chair: 1, about }).sent;
    assert_eq!(sent, [json!({"t": "report", "n": 2, "chair": 1, "about": "phrases"})]);
    assert_eq!(bench.come_back(1, json!([])).sent.last(), sent.first(), "a lost answer");
    let mut bench = Bench::seated();
    for message in [
        json!({"t": "more_time"}),
        json!({"t": "report", "chair": 1, "about": "other"}),
    ] {
        bench.client.raw(message.as_object().unwrap().clone()).unwrap();
    }
    assert_eq!(bench.said().sent[0]["n"], 1, "also a program's");
}

/// Nobody numbers or answers what a watcher says: it goes as often as it is said, and not again after a lost line.
#[test]
fn a_watcher_says_and_hears_what_those_who_watch_do() {
    let code = "7Q4KM2XD".parse().unwrap();
    let mut bench = Bench::with(Intent::Watch { code, name: None });
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    bench.hear(r#"{"t":"seated","room":"7Q4KM2XD","last_n":0}"#);
    let phrase = "wow".to_owned();
    for _ in 0..3 {
        let said = bench.wish(Wish::Say { phrase: phrase.clone() });
        assert_eq!(said.sent, [json!({"t": "say", "n": 1, "phrase": "wow"})]);
        assert_eq!(bench.client.unanswered(), 0);
    }
    let said = bench.hear(r#"{"t":"aside","phrase":"nice_hit","name":"Mina"}"#);
    let (phrase, name) = ("nice_hit".to_owned(), Some("Mina".to_owned()));
    assert_eq!(said.told, [Happening::Aside { phrase, name }]);
}
