//! Screens of a match from its table to its end, at both sizes.

use super::*;

#[test]
fn waiting_for_friends() {
    let mut player = Player::new(PLAIN);
    player.hear(&around(2_000));
    insta::assert_snapshot!("gathering_80x24", player.seen((80, 24)));
    player.change(json!([]), |view| {
        view["fill_at"] = 12_000.into();
        view["listed"] = true.into();
        view["series"] = json!({"best_of": 3, "number": 1, "wins": {}, "over": false});
    });
    insta::assert_snapshot!("gathering_200x60", player.seen((200, 60)));
}

#[test]
fn getting_ready() {
    let mut player = Player::new(PRETTY);
    player.change(
        json!([{"e": "joined", "chair": 1, "name": "ರವಿ", "kind": "person"}]),
        |view| {
            view["stage"] = "readying".into();
            view["match"] = "000102030405060708090a0b0c0d0e0f".into();
            view["server_commit"] = "d7".repeat(32).into();
            view["chairs"]["1"] = json!({"kind": "person", "name": "ರವಿ", "away": false, "ready": true, "by_clock": 0});
        },
    );
    player.hear(r#"{"t":"notice","text":"The server is closed at ten."}"#);
    insta::assert_snapshot!("readying_80x24", player.seen((80, 24)));
}

#[test]
fn a_choice_and_its_reasons() {
    for (name, paint, size) in [
        ("choice_80x24", PLAIN, (80, 24)),
        ("choice_pretty_80x24", PRETTY, (80, 24)),
        ("choice_200x60", PRETTY, (200, 60)),
    ] {
        let (mut player, dealer) = Player::playing(paint);
        let (me, other) = (dealer.side(0), dealer.side(1));
        player.change(
            json!([{"e": "thrown", "side": me, "t": 6, "by": "seat", "shells": [0, 0, 0, 0], "value": 8}]),
            |view| {
                view["chairs"]["0"]["bank"] = 60_000.into();
                view["sides"][me]["pawns"] = json!({"0": 1, "1": 6, "2": 14, "3": 17});
                view["sides"][other]["pawns"] = json!({"0": 6, "1": 1, "2": 1, "3": 24});
                view["sides"][other]["right"] = true.into();
            },
        );
        player.turn(choice(me, other));
        insta::assert_snapshot!(name, player.seen(size));
        player.letters("?");
        if paint == PLAIN {
            insta::assert_snapshot!("help_80x24", player.seen(size));
        }
    }
}

#[test]
fn the_end_of_a_match() {
    for (name, paint, size) in [
        ("end_80x24", PLAIN, (80, 24)),
        ("end_pretty_80x24", PRETTY, (80, 24)),
        ("end_200x60", PRETTY, (200, 60)),
    ] {
        let (mut player, dealer) = Player::playing(paint);
        let (me, other) = (dealer.side(0), dealer.side(1));
        for (t, side, value) in
            (1..40).map(|t| (t, if t % 2 == 0 { me } else { other }, [1, 2, 2, 3, 4, 8, 3, 1][t % 8]))
        {
            let thrown =
                json!([{"e": "thrown", "side": side, "t": t, "by": "seat", "shells": [1, 0, 0, 0], "value": value}]);
            player.change(thrown, |_| {});
        }
        player.change(
            json!([{"e": "moved", "side": me, "pawn": 0, "value": 2, "from": 3, "to": 5, "by": "forced",
            "hits": [{"side": other, "pawn": 1, "from": 12}]}]),
            |_| {},
        );
        let said = dealer.end(&mut player.bench);
        player.show(&said);
        insta::assert_snapshot!(name, player.seen(size));
        player.letters("b");
        assert!(
            player.seen(size).contains("The match has ended. b:"),
            "{}",
            player.seen(size)
        );
        assert_eq!(player.letters("aaa").len(), 1, "one wish for another match");
    }
}

#[test]
fn four_cards_are_two_pages() {
    let (mut player, dealer) = Player::playing(PLAIN);
    for side in ["S", "E", "N", "W"] {
        let thrown = json!([{"e": "thrown", "side": side, "t": 1, "by": "seat", "shells": [1, 0, 0, 0], "value": 1}]);
        player.change(thrown, |_| {});
    }
    let said = dealer.end(&mut player.bench);
    player.show(&said);
    let first = player.seen((80, 24));
    assert!(
        first.contains(" S Asha") && first.contains(" E East") && !first.contains(" W West"),
        "{first}"
    );
    assert!(first.contains("arrows: the others"), "{first}");
    player.press(&[Key::Right, Key::Right, Key::Right]);
    let second = player.seen((80, 24));
    assert!(
        second.contains(" N Ravi") && second.contains(" W West") && !second.contains(" S Asha"),
        "{second}"
    );
    let all = player.seen((200, 60));
    assert!(all.contains(" S Asha") && all.contains(" W West"), "{all}");
}

#[test]
fn the_card_stays_while_others_go_on() {
    let (mut player, dealer) = Player::playing(PLAIN);
    player.change(
        json!([{"e": "thrown", "side": "S", "t": 1, "by": "seat", "shells": [1, 0, 0, 0], "value": 1}]),
        |_| {},
    );
    let said = dealer.end(&mut player.bench);
    player.show(&said);
    player.change(json!([{"e": "again", "chair": 1}]), |view| {
        view["stage"] = "readying".into();
        view["sides"] = json!({});
        view.as_object_mut().unwrap().remove("result");
        view["chairs"]["0"]["ready"] = false.into();
        view["chairs"]["1"]["ready"] = false.into();
    });
    let seen = player.seen((80, 24));
    assert!(
        seen.contains("1. you, 2. Ravi") && seen.contains("The table is set for another match"),
        "{seen}"
    );
    assert_eq!(player.letters("r").len(), 1);
    let seen = player.seen((80, 24));
    assert!(!seen.contains("luck:") && seen.contains("Room 7Q4K-M2XD"), "{seen}");
}
