//! The court of four stones as a player sees and plays it.

use super::*;

/// The court with everybody in a place that says something: a named box, a void patwar at an end line.
fn gumpu(player: &mut Player) {
    player.change(json!([]), |view| {
        let court = &mut view["court"];
        court["phase"] = "gumpu".into();
        court["box"] = "NE".into();
        court["void"] = true.into();
        court["ground"] = 0.into();
        court["ends"] = 900.into();
        court["caught"] = json!({"1": 3});
        court["innings"] = 2.into();
        court["cut"] = json!({"S": true, "E": true, "N": true, "W": false});
        court["touched"] = "W".into();
    });
    let at =
        json!({"0": [9_500, 9_500], "1": [9_400, 9_400], "2": [9_500, 9_600], "3": [5_200, 6_900], "4": [100, 6_000]});
    player.hear(&json!({"t": "motion", "tick": 200, "at": at}).to_string());
    player.bench.now += 1_000;
}

#[test]
fn the_court_at_its_sizes() {
    for (name, paint, size) in [
        ("court_80x24_ascii", PLAIN, (80, 24)),
        ("court_80x24", PRETTY, (80, 24)),
        ("court_120x40", PRETTY, (120, 40)),
        ("court_200x60", PLAIN, (200, 60)),
    ] {
        let player = Player::on_court(paint);
        insta::assert_snapshot!(name, player.seen(size));
    }
    let mut player = Player::on_court(PLAIN);
    gumpu(&mut player);
    insta::assert_snapshot!("court_gumpu_80x24_ascii", player.seen((80, 24)));
}

#[test]
fn rounds_are_counted_in_chhuttu() {
    let mut player = Player::on_court(PLAIN);
    player.change(json!([]), |view| {
        let court = &mut view["court"];
        court["phase"] = "chhuttu".into();
        court["ground"] = 0.into();
        for (chair, rounds, direction) in [("0", 5, 1), ("1", 12, -1), ("2", 0, 0), ("3", 12, 1)] {
            court["runners"][chair]["rounds"] = rounds.into();
            court["runners"][chair]["direction"] = direction.into();
            court["runners"][chair]["stones"] = 1.into();
            court["runners"][chair]["done"] = (rounds == 12).into();
        }
        court["runners"]["3"]["through"] = true.into();
    });
    insta::assert_snapshot!("court_chhuttu_80x24_ascii", player.seen((80, 24)));
    player.change(json!([]), |view| view["court"]["step"]["asks"] = json!({"1": true}));
    assert!(
        player.seen((80, 24)).contains("Step 12 waits for R"),
        "{}",
        player.seen((80, 24))
    );
}

#[test]
fn a_step_is_answered_by_enter_or_by_the_same_key_again() {
    let mut player = Player::on_court(PLAIN);
    let right = [Key::Right];
    assert!(player.press(&right).is_empty(), "the first press turns");
    assert!(
        player.seen((80, 24)).contains("Step 12: east? Enter."),
        "{}",
        player.seen((80, 24))
    );
    assert_eq!(
        player.press(&right),
        [json!({"t": "input", "i": 1, "dx": 127, "dy": 0})]
    );
    assert!(player.press(&right).is_empty(), "a step is answered once");
    assert_eq!(
        player.press(&[Key::Up, Key::Enter]).len(),
        1,
        "another direction in time counts instead"
    );
    player.change(json!([]), |view| view["court"]["step"]["asked"] = 9.into());
    for (letter, direction) in [
        ('w', [0, 127]),
        ('y', [-127, 127]),
        ('b', [-127, -127]),
        ('3', [127, -127]),
        (' ', [0, 0]),
    ] {
        let sent = player.press(&[Key::Letter(letter), Key::Enter]);
        assert_eq!(
            [&sent[0]["dx"], &sent[0]["dy"]],
            [&json!(direction[0]), &json!(direction[1])],
            "{letter}"
        );
    }
}

#[test]
fn in_real_time_a_key_is_a_direction() {
    let mut player = Player::on_court(PLAIN);
    player.change(json!([]), |view| {
        view["court"].as_object_mut().unwrap().remove("step");
        view.as_object_mut().unwrap().remove("step");
    });
    assert_eq!(player.letters("d").len(), 1);
    assert!(player.letters("d").is_empty(), "a key that repeats says nothing new");
    assert_eq!(
        player.letters("o")[0]["dx"],
        player.letters("o").first().map_or(json!(90), |sent| sent["dx"].clone())
    );
    // Near the circle it slows down by itself, and stands on it.
    let near = json!({"t": "motion", "tick": 170, "at": {"0": [5_990, 5_990]}}).to_string();
    let said = player.bench.hear(&near);
    player.show(&said);
    assert_eq!(player.bench.said().sent[0]["dx"], 0);
}

#[test]
fn the_hand_takes_gives_or_says_why_not() {
    let mut player = Player::on_court(PLAIN);
    assert!(player.letters("x").is_empty());
    assert!(
        player
            .seen((80, 24))
            .contains("The circle is 5 ft away and you reach 0.4 ft")
    );
    player.hear(&json!({"t": "motion", "tick": 166, "at": {"0": [5_000, 5_000]}}).to_string());
    assert_eq!(
        player.letters("x")[0]["t"],
        "input",
        "within a step of the circle it goes there first"
    );
    player.change(json!([]), |view| view["court"]["step"]["asked"] = 8.into());
    player.hear(&json!({"t": "motion", "tick": 181, "at": {"0": [5_900, 5_900]}}).to_string());
    let sent = player.letters("x");
    assert_eq!(
        (&sent[0]["t"], &sent[1]["t"]),
        (&json!("take"), &json!("input")),
        "a take answers the step"
    );
    player.hear(&Script::ack(1, player.bench.server.v));
    player.change(json!([]), |view| {
        view["court"]["runners"]["0"]["stones"] = 2.into();
        view["court"]["step"]["asked"] = 9.into();
    });
    player.hear(&json!({"t": "motion", "tick": 196, "at": {"0": [9_000, 2_000]}}).to_string());
    assert_eq!(player.letters("x"), [json!({"t": "give", "n": 2, "to": 1})]);
}

#[test]
fn the_patwar_says_his_word() {
    let mut player = Player::on_court(PLAIN);
    player.change(json!([]), |view| {
        let court = &mut view["court"];
        court["patwar"] = 0.into();
        court["phase"] = "choice".into();
        court["asked"] = 40.into();
        court.as_object_mut().unwrap().remove("step");
        court["runners"]["4"] = court["runners"]["0"].clone();
        court["runners"].as_object_mut().unwrap().remove("0");
    });
    assert!(player.letters("dg").is_empty());
    assert!(player.seen((80, 24)).contains(" 1 SW"), "{}", player.seen((80, 24)));
    assert_eq!(
        player.letters("3"),
        [json!({"t": "choose", "n": 1, "v": 40, "word": "gumpu", "box": "NE"})]
    );
    player.hear(&Script::ack(1, player.bench.server.v));
    assert_eq!(
        player.letters("c"),
        [json!({"t": "choose", "n": 2, "v": 40, "word": "chhuttu"})]
    );
}

#[test]
fn the_last_tag_is_shown_again() {
    let mut player = Player::on_court(PLAIN);
    let tagged = json!([{"e": "court", "tick": 812, "what": "tagged", "seat": 0, "by": 4, "instant": 34,
        "at": [6209, 4244], "patwar_at": [6000, 4781], "distance": 576, "reach": 750}]);
    player.change(tagged, |_| {});
    assert_eq!(player.letters("r"), [json!({"t": "look_back"})]);
    let frame = |tick: u32, east: i32| {
        json!({"tick": tick, "at": {"0": [east, 4_244], "1": [9_500, 2_500], "2": [9_500, 9_500], "3": [2_500, 9_500],
            "4": [6_000, 4_781]}})
    };
    let frames: Vec<Value> = (0..45)
        .map(|at| frame(767 + at, 8_400 - 48 * i32::try_from(at).unwrap()))
        .collect();
    player.hear(&json!({"t": "film", "tag": 812, "frames": frames}).to_string());
    let first = player.seen((80, 24));
    assert!(
        first.contains("frame 1 of 45") && first.contains("2.45 ft apart"),
        "{first}"
    );
    let due = player.screen.due(&player.bench.client, player.bench.now).unwrap();
    assert!(due > player.bench.now && due <= player.bench.now + 250);
    player.bench.now += 3_500;
    insta::assert_snapshot!("court_film", player.seen((80, 24)));
    player.press(&[Key::Enter]);
    assert!(!player.seen((80, 24)).contains("frame"), "any key ends it");
}

#[test]
fn the_card_at_the_end_of_a_set() {
    for paint in [PLAIN, PRETTY] {
        let mut player = Player::on_court(paint);
        player.change(json!([{"e": "ended", "seats": [[0, 3], [1], [2, 4]], "why": "finished", "server_seed": "00".repeat(32)}]), |view| {
            view["stage"] = "ended".into();
            let court = &mut view["court"];
            court["phase"] = "over".into();
            court["innings"] = 3.into();
            court["caught"] = json!({"1": 2, "3": 1});
            court["scores"]["1"]["may_win"] = false.into();
            court["scores"]["2"]["may_win"] = false.into();
            view["result"] = json!({"seats": [[0, 3], [1], [2, 4]], "why": "finished", "server_seed": "00".repeat(32),
                "record": "/api/v1/records/000102030405060708090a0b0c0d0e0f"});
        });
        if paint == PLAIN {
            insta::assert_snapshot!("court_card", player.seen((80, 24)));
        }
        player.letters("b");
        assert!(player.seen((80, 24)).contains("The set has ended. b: the numbers"));
        assert_eq!(player.letters("a"), [json!({"t": "again", "n": 1})]);
    }
}

#[test]
fn a_watcher_sees_the_same_court() {
    let mut player = Player::on_court(PLAIN);
    player.screen.names = crate::play::names::Names::default();
    assert!(player.letters("d").is_empty());
    let seen = player.seen((80, 24));
    assert!(seen.contains("watching"), "{seen}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn no_key_and_no_size_is_a_panic(letters in "[a-z0-9 ?]{0,30}", size in (1u16..200, 1u16..70), east in 0i32..12_000, north in 0i32..12_000) {
        let mut player = Player::on_court(PRETTY);
        let at = json!({"0": [east, north], "1": [east, north], "2": [east, north], "3": [north, east], "4": [east, north]});
        player.hear(&json!({"t": "motion", "tick": 170, "at": at}).to_string());
        player.letters(&letters);
        player.seen(size);
        let mut plain = Player::on_court(PLAIN);
        plain.letters(&letters);
        prop_assert!(plain.seen(size).is_ascii());
    }
}
