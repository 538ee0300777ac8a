//! Keys: what they send, and that no key sends anything twice.

use super::*;

const THROW: &str = r#"{"side":"S","phase":"throw","deadline":20000,"owed":0}"#;

fn throw() -> Value {
    serde_json::from_str(THROW).unwrap()
}

#[test]
fn one_question_is_answered_once_however_often_a_key_is_pressed() {
    let (mut player, _) = Player::playing(PLAIN);
    let asked = player.turn(throw());
    let sent = player.letters("     1234 ");
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!((&sent[0]["t"], &sent[0]["v"]), (&json!("throw"), &json!(asked)));
    // The answer is on its way; a refusal gives the question back.
    assert!(player.seen((80, 24)).contains("The cowries roll"));
    let n = sent[0]["n"].as_u64().unwrap();
    player.hear(&json!({"t": "refused", "n": n, "code": "not_now", "text": "Not now."}).to_string());
    assert!(player.seen((80, 24)).contains(" Not now."));
    assert_eq!(player.letters("  ").len(), 1);
}

#[test]
fn a_pawn_moves_by_its_number_or_by_arrows_and_the_others_say_why_not() {
    let (mut player, dealer) = Player::playing(PLAIN);
    let (me, other) = (dealer.side(0), dealer.side(1));
    assert_eq!(me, "S");
    let asked = player.turn(choice(me, other));
    assert_eq!(player.letters("3"), [] as [Value; 0]);
    assert!(
        player
            .seen((80, 24))
            .contains("S3 cannot move 8: you must hit somebody before you may go inside.")
    );
    assert_eq!(player.letters("9 "), [] as [Value; 0]);
    player.press(&[Key::Down, Key::Down]);
    assert!(
        player.seen((80, 24)).contains(">2 S2 6 -> 14 hits N1"),
        "{}",
        player.seen((80, 24))
    );
    player.press(&[Key::Up, Key::Up]);
    assert!(player.seen((80, 24)).contains(">4 S4 17 -> 25 home"));
    let sent = player.press(&[Key::Enter, Key::Enter, Key::Letter('1')]);
    assert_eq!(sent.len(), 1);
    assert_eq!(
        (&sent[0]["t"], &sent[0]["v"], &sent[0]["pawn"], &sent[0]["value"]),
        (&json!("move"), &json!(asked), &json!(3), &json!(8))
    );
}

#[test]
fn pawns_that_stand_together_are_moved_by_space() {
    let (mut player, _) = Player::playing(PLAIN);
    player.turn(json!({"side": "S", "phase": "move", "owed": 0, "value": 2,
        "moves": {"0": {"2": {"from": 1, "to": 3}}, "2": {"2": {"from": 1, "to": 3}}}}));
    assert!(player.seen((80, 24)).contains("One move 2; space plays it:"));
    assert_eq!(player.letters(" ")[0]["pawn"], 0);
}

#[test]
fn a_pawn_with_several_values_is_asked_by_which() {
    let (mut player, _) = Player::playing(PLAIN);
    player.turn(
        json!({"side": "S", "phase": "move", "owed": 0, "hand": {"4": 2, "3": 1},
        "moves": {"0": {"3": {"from": 1, "to": 4}, "4": {"from": 1, "to": 5}}, "1": {"4": {"from": 21, "to": 25}}}}),
    );
    let seen = player.seen((80, 24));
    assert!(
        seen.contains("in hand 3 4 4") && seen.contains("1 S1 by 3: 1 -> 4"),
        "{seen}"
    );
    assert_eq!(player.letters("1"), [] as [Value; 0]);
    assert!(player.seen((80, 24)).contains("S1 by which value? Press 3 or 4."));
    assert_eq!(player.letters("8"), [] as [Value; 0]);
    let sent = player.letters("14");
    assert_eq!(
        (sent.len(), &sent[0]["pawn"], &sent[0]["value"]),
        (1, &json!(0), &json!(4))
    );
}

#[test]
fn somebody_elses_turn_is_nobodys_mistake() {
    let (mut player, dealer) = Player::playing(PLAIN);
    player.turn(json!({"side": dealer.side(1), "phase": "throw", "owed": 0}));
    assert_eq!(player.letters(" 1234"), [] as [Value; 0]);
    assert_eq!(player.letters(" "), [] as [Value; 0]);
    assert!(player.seen((80, 24)).contains("It is the turn of Ravi."));
}

#[test]
fn leaving_asks_and_a_second_interrupt_does_not() {
    let (mut player, _) = Player::playing(PLAIN);
    player.letters("q");
    let seen = player.seen((80, 24));
    assert!(
        seen.contains("my seat is kept") && seen.contains("gives the match up"),
        "{seen}"
    );
    player.letters("s");
    assert!(player.effects.iter().all(|effect| *effect != Effect::Quit));
    player.press(&[Key::Interrupt, Key::Escape]);
    assert!(player.effects.iter().all(|effect| *effect != Effect::Quit));
    player.press(&[Key::Interrupt, Key::Interrupt]);
    assert_eq!(player.effects.last(), Some(&Effect::Quit));
    assert_eq!(player.letters("ql")[0]["t"], "leave");
}

#[test]
fn ready_and_not_ready_and_the_hosts_menu() {
    let mut player = Player::new(PLAIN);
    let sent = player.letters("k1");
    assert_eq!(
        (&sent[0]["t"], &sent[0]["chair"], &sent[0]["brain"]),
        (&json!("add_bot"), &json!(1), &json!("careful"))
    );
    player.hear(&Script::ack(1, player.bench.server.v));
    player.change(
        json!([{"e": "joined", "chair": 1, "name": "Ravi", "kind": "person"}]),
        |view| {
            view["stage"] = "readying".into();
            view["chairs"]["1"]["kind"] = "person".into();
            view["chairs"]["1"]["name"] = "Ravi".into();
        },
    );
    player.letters("k");
    assert!(player.seen((80, 24)).contains("ask Ravi to leave the table"));
    assert_eq!(player.letters("1")[0]["t"], "remove");
    player.hear(&Script::ack(2, player.bench.server.v));
    player.change(json!([{"e": "ready", "chair": 0}]), |view| {
        view["chairs"]["0"]["ready"] = true.into()
    });
    let sent = player.letters("r r");
    assert_eq!(
        (sent.len(), &sent[0]["t"]),
        (1, &json!("unready")),
        "the second r waits for the answer to the first"
    );
}

#[test]
fn an_absent_seat_is_handed_over() {
    let (mut player, dealer) = Player::playing(PLAIN);
    player.turn(json!({"side": dealer.side(1), "phase": "throw", "owed": 0}));
    player.letters("k");
    assert!(player.seen((80, 24)).contains("Nothing is for the host to do now."));
    player.change(json!([{"e": "away", "chair": 1}]), |view| {
        view["chairs"]["1"]["away"] = true.into()
    });
    player.letters("k");
    assert!(player.seen((80, 24)).contains("let careful play for Ravi"));
    let sent = player.letters("2");
    assert_eq!(
        (&sent[0]["t"], &sent[0]["chair"], &sent[0]["brain"]),
        (&json!("hand_over"), &json!(1), &json!("steady"))
    );
}

#[test]
fn phrases_and_muting_them() {
    let (mut player, _) = Player::playing(PLAIN);
    player.letters("t");
    let seen = player.seen((80, 24));
    assert!(seen.contains("a Hello!") && seen.contains("Well played!"), "{seen}");
    assert_eq!(player.letters("a")[0]["phrase"], "hello");
    player.change(json!([{"e": "said", "chair": 1, "phrase": "hurry"}]), |_| {});
    assert!(player.seen((80, 24)).contains("Ravi says: Hurry up, please."));
    player.letters("m1");
    let seen = player.seen((80, 24));
    assert!(!seen.contains("Hurry up") && seen.contains("Ravi muted"), "{seen}");
    player.letters("m1");
    assert!(player.seen((80, 24)).contains("Hurry up"));
}

#[test]
fn twice_the_time_and_a_word_to_the_operator() {
    let (mut player, _) = Player::playing(PLAIN);
    assert_eq!(player.letters("+")[0]["t"], "more_time");
    player.hear(&Script::ack(3, player.bench.server.v));
    player.change(json!([{"e": "more_time", "chair": 0}]), |view| {
        view["chairs"]["0"]["more_time"] = true.into();
    });
    assert!(player.seen((80, 24)).contains("You have twice the time"));
    player.letters("ma");
    let seen = player.seen((80, 24));
    assert!(
        seen.contains("What about Ravi?") && seen.contains("Nobody at the table hears"),
        "{seen}"
    );
    let sent = player.letters("3");
    let told = (&sent[0]["t"], &sent[0]["chair"], &sent[0]["about"]);
    assert_eq!(told, (&json!("report"), &json!(1), &json!("stalling")));
    player.hear(&Script::ack(4, player.bench.server.v));
    assert!(
        player
            .seen((80, 24))
            .contains("The operator of this server is told of Ravi")
    );
}

#[test]
fn the_link_is_shown_and_copied_and_the_bell_rings_once_a_turn() {
    let (mut player, dealer) = Player::playing(PLAIN);
    player.letters("c");
    assert!(
        player
            .effects
            .contains(&Effect::Copy("http://host:8080/r/7Q4KM2XD".into()))
    );
    assert!(player.seen((80, 24)).contains("chowk join http://host:8080/r/7Q4KM2XD"));
    player.press(&[Key::Escape]);
    let bells = |player: &Player| player.effects.iter().filter(|effect| **effect == Effect::Bell).count();
    let before = bells(&player);
    player.turn(json!({"side": dealer.side(1), "phase": "throw", "owed": 0}));
    player.turn(throw());
    player.turn(choice("S", "N"));
    player.turn(throw());
    assert_eq!(bells(&player), before + 1);
}

pub(super) fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        8 => proptest::char::any().prop_map(Key::Letter),
        20 => prop::sample::select("qkltcmrab?x 123456789".chars().collect::<Vec<_>>()).prop_map(Key::Letter),
        10 => prop::sample::select(vec![Key::Enter, Key::Escape, Key::Up, Key::Down, Key::Left, Key::Right, Key::PageUp,
            Key::PageDown, Key::Home, Key::End, Key::Interrupt]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_keys_panic_and_none_answer_twice(keys in prop::collection::vec(key(), 0..60), stage in 0u8..4, size in (1u16..120, 1u16..50)) {
        let (mut player, dealer) = Player::playing(PLAIN);
        match stage {
            0 => player = Player::new(PLAIN),
            1 => { player.turn(throw()); }
            2 => { player.turn(choice(dealer.side(0), dealer.side(1))); }
            _ => {
                let said = dealer.end(&mut player.bench);
                player.show(&said);
                prop_assert_eq!(player.screen.stage(), Some(Stage::Ended));
            }
        }
        let mut answers = 0;
        for key in keys {
            let sent = player.press(&[key]);
            answers += sent.iter().filter(|frame| frame["t"] == "throw" || frame["t"] == "move").count();
            player.buffer(size.0, size.1);
        }
        prop_assert!(answers <= 1);
    }
}
