//! Four stones: motion, directions, the court's commands, the film.

use chowk_protocol::{BoxName, Word};

use super::*;

/// A client that created a room of four stones with steps, seated while a set runs.
fn on_court() -> Bench {
    let mut bench = Bench::with(Intent::Create(room()));
    let view = &mut bench.server.view;
    view["game"] = "stones".into();
    view["stage"] = "playing".into();
    view["match"] = MATCH.into();
    for chair in 0..5 {
        view["chairs"][chair.to_string()] =
            json!({"kind": "person", "name": "Asha", "away": false, "ready": true, "by_clock": 0});
    }
    let runner = json!({"home": "SW", "last": "SW", "stones": 0, "rooted_until": 0, "rounds": 0, "direction": 0,
        "done": false, "through": false});
    view["court"] = json!({"tick": 90, "innings": 1, "phase": "steal", "since": 90, "ends": 2790, "patwar": 4,
        "ground": 4, "cut": {"S": false, "E": false, "N": false, "W": false}, "void": false, "still_until": 0,
        "reach": 750, "runners": {"0": runner}, "scores": {}, "caught": {}, "step": {"asked": 7, "asks": {"0": true}}});
    bench.connect();
    bench.hear(&Script::welcome(None, None));
    enter(&mut bench);
    bench
}

fn room() -> NewRoom {
    let Intent::Create(pagdi) = Bench::new().client.intent else {
        panic!("a bench creates a room");
    };
    NewRoom {
        game: chowk_protocol::GameKind::Stones,
        preset: Some("four-stones".into()),
        chairs: 5,
        step: Some(15),
        still: true,
        ..pagdi
    }
}

fn enter(bench: &mut Bench) -> Said {
    bench.hear(&Script::seated(0));
    let snapshot = bench.server.snapshot(json!([]));
    bench.hear(&snapshot)
}

fn motion(tick: u32, at: Value) -> String {
    json!({"t": "motion", "tick": tick, "at": at}).to_string()
}

fn all(east: i32) -> Value {
    json!({"0": [east, 1], "1": [2, 2], "2": [3, 3], "3": [4, 4], "4": [6_000, 6_000]})
}

fn known(bench: &Bench) -> Option<(u32, i32)> {
    let places = bench.client.table()?.places()?;
    assert_eq!(places.at.len(), 5);
    Some((places.tick, places.at[&0][0]))
}

#[test]
fn the_newest_places_of_all_are_kept() {
    let mut bench = on_court();
    assert_eq!(known(&bench), None);
    for (frame, told, now) in [
        (motion(91, json!({"0": [5, 5]})), 0, None),
        (motion(92, all(100)), 1, Some((92, 100))),
        (motion(93, json!({"0": [200, 1]})), 1, Some((93, 200))),
        (motion(92, json!({"0": [900, 1]})), 0, Some((93, 200))),
        (motion(93, all(210)), 1, Some((93, 210))),
        (motion(94, json!({})), 1, Some((94, 210))),
    ] {
        assert_eq!(bench.hear(&frame).told.len(), told, "{frame}");
        assert_eq!(known(&bench), now, "{frame}");
    }
    let snapshot = bench.server.snapshot(json!([]));
    bench.hear(&snapshot);
    assert_eq!(known(&bench), None, "a snapshot says nothing of places");
    bench.hear(&motion(50, json!({"0": [1, 1]})));
    assert_eq!(known(&bench), None);
    bench.hear(&motion(50, all(7)));
    assert_eq!(known(&bench), Some((50, 7)), "after a crash ticks may have gone back");
    bench.change(json!([]), |view| view["match"] = "ff".repeat(16).into());
    assert_eq!(known(&bench), None, "another match counts anew");
}

#[test]
fn a_direction_that_was_refused_goes_again_unless_it_counted_or_its_step_is_over() {
    let mut bench = on_court();
    let again = [json!({"t": "input", "i": 1, "dx": 9, "dy": 0})];
    bench.client.input(9, 0).unwrap();
    bench.said();
    for code in [RefusalCode::TooFast, RefusalCode::Paused] {
        bench.hear(&Script::refused(None, code, Some(200)));
        assert_eq!(bench.wait(100).sent, [] as [Value; 0]);
        assert_eq!(bench.wait(150).sent, again, "{code:?}");
    }
    bench.hear(&Script::refused(None, RefusalCode::TooFast, Some(200)));
    bench.hear(&json!({"t": "motion", "tick": 91, "at": {}, "i": 1}).to_string());
    assert_eq!(bench.wait(250).sent, [] as [Value; 0], "it has counted");
    bench.client.input(7, 0).unwrap();
    bench.said();
    bench.hear(&Script::refused(None, RefusalCode::TooFast, Some(200)));
    bench.change(json!([]), |view| view["court"]["step"]["asked"] = 9.into());
    assert_eq!(bench.wait(250).sent, [] as [Value; 0], "it answered another step");
}

#[test]
fn directions_are_numbered_and_the_newest_goes_again_unless_it_counted() {
    let mut bench = on_court();
    bench.client.input(127, -128).unwrap();
    assert_eq!(
        bench.said().sent,
        [json!({"t": "input", "i": 1, "dx": 127, "dy": -127})]
    );
    bench.client.input(0, 0).unwrap();
    assert_eq!(bench.said().sent, [json!({"t": "input", "i": 2, "dx": 0, "dy": 0})]);
    bench.hear(&json!({"t": "motion", "tick": 91, "at": {}, "i": 1}).to_string());
    assert_eq!(bench.client.input_counted(), 1);
    let again = bench.come_back(0, json!([])).sent;
    assert_eq!(again, [json!({"t": "input", "i": 2, "dx": 0, "dy": 0})]);
    bench.hear(&json!({"t": "motion", "tick": 92, "at": {}, "i": 2}).to_string());
    assert_eq!(bench.come_back(0, json!([])).sent, [] as [Value; 0]);
    bench.cut();
    bench.client.input(1, 1).unwrap();
    assert!(bench.said().sent.is_empty(), "nobody is there");
    bench.connect();
    bench.hear(&Script::welcome(Some(true), None));
    assert_eq!(
        enter(&mut bench).sent,
        [json!({"t": "input", "i": 3, "dx": 1, "dy": 1})]
    );
}

#[test]
fn a_direction_that_answered_a_step_answers_no_other_one() {
    let mut bench = on_court();
    assert!(bench.client.step_waits());
    bench.client.input(127, 0).unwrap();
    assert_eq!(bench.said().names(), ["input"]);
    assert!(!bench.client.step_waits());
    let next = bench
        .server
        .bare_diff(json!([]), |view| view["court"]["step"]["asked"] = 9.into());
    assert_eq!(bench.come_back(0, json!([next])).sent, [] as [Value; 0]);
    assert!(bench.client.step_waits());
    let answered = json!({"t": "around", "chairs": {"0": true}, "watchers": 0, "answered": [0], "tick": 1, "now": 1});
    bench.hear(&answered.to_string());
    assert!(!bench.client.step_waits());
    bench.change(json!([]), |view| view["court"]["step"]["asked"] = 10.into());
    assert!(bench.client.step_waits(), "that was another step");
    bench.change(json!([]), |view| {
        view["court"]["step"] = json!({"asked": 11, "asks": {"3": true}})
    });
    assert!(!bench.client.step_waits(), "somebody else is asked");
    bench.change(json!([]), |view| view["court"]["step"] = json!({"asked": 12}));
    assert!(!bench.client.step_waits(), "in a break nobody is asked");
}

#[test]
fn nobody_steers_where_no_court_is() {
    let mut bench = Bench::seated();
    assert_eq!(bench.client.input(1, 1), Err(Unsaid::NoTurn));
    assert_eq!(bench.client.choose(Word::Chhuttu, None), Err(Unsaid::NoTurn));
    assert!(bench.said().sent.is_empty() && !bench.client.step_waits());
}

#[test]
fn the_courts_commands_have_numbers_and_go_again_as_they_were() {
    let mut bench = on_court();
    assert_eq!(bench.wish(Wish::Take).sent, [json!({"t": "take", "n": 1})]);
    assert_eq!(bench.come_back(0, json!([])).sent, [json!({"t": "take", "n": 1})]);
    bench.hear(&Script::ack(1, 2));
    assert_eq!(
        bench.wish(Wish::Give { to: 2 }).sent,
        [json!({"t": "give", "n": 2, "to": 2})]
    );
    bench.hear(&Script::ack(2, 3));
    assert_eq!(bench.client.choose(Word::Gumpu, Some(BoxName::NE)), Err(Unsaid::NoTurn));
    bench.change(json!([]), |view| {
        view["court"]["phase"] = "choice".into();
        view["court"]["asked"] = 40.into();
    });
    bench.client.choose(Word::Gumpu, Some(BoxName::NE)).unwrap();
    assert_eq!(
        bench.said().sent,
        [json!({"t": "choose", "n": 3, "v": 40, "word": "gumpu", "box": "NE"})]
    );
    let said = bench.hear(&Script::refused(Some(3), RefusalCode::BadChoice, None));
    assert_eq!(said.refused(), ["bad_choice"]);
    bench.client.choose(Word::Chhuttu, None).unwrap();
    assert_eq!(
        bench.said().sent,
        [json!({"t": "choose", "n": 3, "v": 40, "word": "chhuttu"})]
    );
}

#[test]
fn a_film_is_asked_for_and_told() {
    let mut bench = on_court();
    bench.client.look_back().unwrap();
    assert_eq!(bench.said().sent, [json!({"t": "look_back"})]);
    let film = json!({"t": "film", "tag": 812, "frames": [{"tick": 812, "at": all(9)}]}).to_string();
    let told = bench.hear(&film).told;
    let [Happening::Film { tag: 812, frames }] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((frames.len(), frames[0].at[&0]), (1, [9, 1]));
}

#[test]
fn a_room_is_asked_for_with_its_steps() {
    let mut bench = Bench::with(Intent::Create(room()));
    bench.connect();
    let create = bench.hear(&Script::welcome(None, None)).sent.remove(0);
    for (key, value) in [
        ("game", json!("stones")),
        ("step", json!(15)),
        ("still", json!(true)),
        ("chairs", json!(5)),
    ] {
        assert_eq!(create[key], value, "{key}");
    }
}

#[test]
fn what_is_typed_as_json_is_numbered_as_well() {
    let mut bench = on_court();
    let raw = |bench: &mut Bench, message: Value| {
        let Value::Object(message) = message else {
            panic!("an object")
        };
        bench.client.raw(message).unwrap();
        bench.said().sent.remove(0)
    };
    let input = |i: u64| json!({"t": "input", "i": i, "dx": 1, "dy": 2});
    assert_eq!(raw(&mut bench, json!({"t": "input", "dx": 1, "dy": 2})), input(1));
    assert_eq!(raw(&mut bench, input(9)), input(9));
    bench.client.input(1, 2).unwrap();
    assert_eq!(bench.said().sent, [input(10)]);
}
