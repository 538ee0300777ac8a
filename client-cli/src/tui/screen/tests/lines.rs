//! The line to the server: lost and back, paused, over; and servers that are older, newer or talk rubbish.

use super::*;

#[test]
fn a_line_that_is_lost_for_a_while_is_told_and_comes_back_without_a_word() {
    let (mut player, _) = Player::playing(PLAIN);
    let said = player.bench.cut();
    player.show(&said);
    assert!(!player.seen((80, 24)).contains("Reconnecting"));
    player.bench.now += 2_000;
    assert!(player.seen((80, 24)).contains("Reconnecting, your seat is kept"));
    player.bench.connect();
    player.hear(&Script::welcome(Some(true), None));
    player.hear(&Script::seated(2));
    player.hear(&json!({"t": "catch_up", "diffs": []}).to_string());
    let seen = player.seen((80, 24));
    assert!(
        !seen.contains("Reconnecting") && !seen.contains("While you were gone"),
        "{seen}"
    );
}

#[test]
fn a_throw_while_the_line_is_lost_goes_out_once_when_it_is_back() {
    let (mut player, _) = Player::playing(PLAIN);
    player.turn(json!({"side": "S", "phase": "throw", "owed": 0}));
    let said = player.bench.cut();
    player.show(&said);
    assert_eq!(player.letters("   "), [] as [Value; 0]);
    assert!(player.seen((80, 24)).contains("as soon as the line is back"));
    player.bench.connect();
    player.hear(&Script::welcome(Some(true), None));
    player.hear(&Script::seated(2));
    let said = player.bench.hear(&json!({"t": "catch_up", "diffs": []}).to_string());
    assert_eq!(said.names(), ["throw"]);
}

#[test]
fn a_pause_the_operator_and_an_end_are_told() {
    let (mut player, _) = Player::playing(PLAIN);
    player.hear(r#"{"t":"notice","text":"Closing at ten."}"#);
    assert!(
        player
            .seen((80, 24))
            .contains("The operator says: Closing at ten.  (x takes it away)")
    );
    player.letters("x");
    assert!(!player.seen((80, 24)).contains("takes it away"));
    player.hear(
        &json!({"t": "around", "chairs": {}, "watchers": 0, "tick": 1, "now": 1, "paused": "The disk is full."})
            .to_string(),
    );
    assert!(
        player
            .seen((80, 24))
            .contains("The room stands still and no clock runs: The disk is full.")
    );
    let reason = crate::client::Reason::Closed {
        code: chowk_protocol::CloseCode::RoomGone,
        text: "This room has ended.".into(),
        why: None,
    };
    assert!(!player.screen.ended(&reason, "This room has ended."));
    assert!(player.seen((80, 24)).contains("This room has ended."));
    player.letters("t1 ");
    assert_eq!(player.effects.last(), Some(&Effect::Quit));
}

#[test]
fn rubbish_and_newer_words_are_sentences() {
    let (mut player, _) = Player::playing(PLAIN);
    player.hear("no message");
    assert!(player.seen((80, 24)).contains("no message of this protocol"));
    player.change(json!([{"e": "danced"}]), |view| view["mood"] = "fine".into());
    player.change(json!([]), |view| view["stage"] = "dancing".into());
    assert!(
        player.seen((200, 60)).contains("This server is newer than this client"),
        "{}",
        player.seen((200, 60))
    );
    player.change(json!([]), |view| {
        view["stage"] = "playing".into();
        view["sides"] = json!({"S": {"chair": 9, "pawns": {"0": 200, "77": 255}, "right": true, "rank": 77}});
        view["turn"] = json!({"side": "S", "phase": "move", "asked": 99, "owed": 0, "t": 3, "value": 255,
            "moves": {"255": {"255": {"from": 255, "to": 255, "hits": {"W": 255}}}}, "blocked": {"254": {"9": "whim"}}});
    });
    for size in [(80, 24), (200, 60), (79, 24), (1, 1)] {
        player.seen(size);
    }
}

#[test]
fn before_anybody_answers_the_screen_says_what_it_waits_for() {
    let mut screen = Screen::new("ws://host:8080".parse().unwrap(), PLAIN, Vec::new(), false);
    let mut bench = Bench::new();
    bench.now = 0;
    let said = bench.cut();
    for happening in &said.told {
        screen.told(&mut bench.client, happening, 0);
    }
    screen.trouble(Some("nobody answers there (refused)"));
    let player = Player {
        bench,
        screen,
        effects: Vec::new(),
    };
    let seen = player.seen((80, 24));
    assert!(
        seen.contains("Connecting to ws://host:8080.") && seen.contains("Not yet: nobody answers there"),
        "{seen}"
    );
}
