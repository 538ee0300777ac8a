//! A set of four stones by lines, as somebody who hears it would follow it.

use super::*;
use crate::play::court::tests as stones;

/// At a court where a set runs, Asha in SW.
fn on_court() -> Screen {
    let mut bench = Bench::new();
    bench.server.view = stones::view();
    let mut screen = Screen {
        bench,
        plain: Plain::new("ws://host:8080".parse().unwrap(), Vec::new(), false),
        text: String::new(),
    };
    let said = screen.bench.sit_down();
    screen.show(&said);
    let around = json!({"t": "around", "chairs": {"0": true, "1": true}, "watchers": 0, "tick": 8_000, "now": 0});
    screen.hear(&around.to_string());
    motion(&mut screen, 165, json!(stones::places().at));
    screen
}

fn motion(screen: &mut Screen, tick: u32, at: Value) {
    screen.hear(&json!({"t": "motion", "tick": tick, "at": at}).to_string());
}

/// The next step is asked, after these events.
fn step(screen: &mut Screen, tick: u32, events: Value, change: impl FnOnce(&mut Value)) {
    let asked = screen.bench.server.v + 1;
    screen.change(events, |view| {
        view["court"]["tick"] = tick.into();
        view["court"]["step"]["asked"] = asked.into();
        change(&mut view["court"]);
    });
}

fn court(tick: u32, mut event: Value) -> Value {
    event["e"] = "court".into();
    event["tick"] = tick.into();
    event
}

#[test]
fn a_set_by_lines_reads_well() {
    let mut screen = on_court();
    for line in ["where", "court", "time", "why", "who", "take", "gumpu NE"] {
        assert_eq!(screen.type_in(line), [] as [Value; 0], "{line}");
    }
    assert_eq!(screen.type_in("circle")[0]["t"], "input");
    step(&mut screen, 180, json!([]), |_| {});
    motion(&mut screen, 180, json!({"0": [5_800, 5_800]}));
    let sent = screen.type_in("take");
    assert_eq!((&sent[0]["t"], &sent[1]["t"]), (&json!("take"), &json!("input")));
    let taken = court(181, json!({"what": "taken", "seat": 0, "left": 1}));
    step(&mut screen, 195, json!([taken]), |court| {
        court["runners"]["0"]["stones"] = 2.into();
        court["runners"]["0"]["rooted_until"] = 197.into();
        court["ground"] = 1.into();
    });
    screen.hear(&Script::ack(1, screen.bench.server.v));
    motion(&mut screen, 195, json!({"0": [5_900, 5_900]}));
    assert_eq!(screen.type_in("box SE")[0]["t"], "input");
    step(
        &mut screen,
        210,
        json!([court(
            205,
            json!({"what": "crossed", "seat": 0, "box": "SE", "progress": 0})
        )]),
        |_| {},
    );
    motion(&mut screen, 210, json!({"0": [9_000, 3_000]}));
    assert_eq!(screen.type_in("give")[0], json!({"t": "give", "n": 2, "to": 1}));
    assert_eq!(screen.type_in("")[0]["t"], "input", "an empty line goes on as before");
    step(
        &mut screen,
        225,
        json!([court(211, json!({"what": "given", "seat": 0, "to": 1}))]),
        |court| {
            court["runners"]["0"]["stones"] = 1.into();
            court["runners"]["1"]["stones"] = 1.into();
        },
    );
    screen.hear(&Script::ack(2, screen.bench.server.v));
    motion(&mut screen, 225, json!({}));
    let tagged = court(
        300,
        json!({"what": "tagged", "seat": 3, "by": 4, "instant": 3, "at": [6_209, 4_244],
        "patwar_at": [6_000, 4_781], "distance": 576, "reach": 750}),
    );
    let events = json!([
        tagged,
        court(300, json!({"what": "innings_end", "caught": 3})),
        court(300, json!({"what": "innings", "number": 2, "patwar": 3}))
    ]);
    screen.change(events, |view| {
        view["court"]["innings"] = 2.into();
        view["court"]["phase"] = "break".into();
        view["court"]["patwar"] = 3.into();
        view["court"]["runners"]["4"] = view["court"]["runners"]["3"].clone();
        view["court"]["runners"].as_object_mut().unwrap().remove("3");
        view["court"].as_object_mut().unwrap().remove("step");
    });
    let halt = screen.bench.said().sent;
    assert_eq!(halt[0]["dx"], 0, "who ran at the end does not run at the beginning");
    assert_eq!(screen.type_in("film"), [json!({"t": "look_back"})]);
    let frames: Vec<Value> = (0..45)
        .map(|at| json!({"tick": 256 + at, "at": {"3": [6_209 + 40 * (44 - at), 4_244], "4": [6_000, 4_781]}}))
        .collect();
    screen.hear(&json!({"t": "film", "tag": 300, "frames": frames}).to_string());
    screen.type_in("n");
    insta::assert_snapshot!(screen.text);
}

#[test]
fn the_patwars_word_by_lines() {
    let mut screen = on_court();
    let asked = screen.bench.server.v + 1;
    screen.change(
        json!([court(400, json!({"what": "phase", "phase": "choice"}))]),
        |view| {
            view["court"]["patwar"] = 0.into();
            view["court"]["phase"] = "choice".into();
            view["court"]["asked"] = asked.into();
            view["court"]["runners"]["4"] = view["court"]["runners"]["0"].clone();
            view["court"]["runners"].as_object_mut().unwrap().remove("0");
        },
    );
    let before = screen.text.len();
    assert_eq!(screen.type_in("gumpu"), [] as [Value; 0]);
    assert_eq!(
        screen.text[before..].lines().nth(1),
        Some("Gumpu in which box? As in gumpu NE.")
    );
    assert_eq!(
        screen.type_in("gumpu ne"),
        [json!({"t": "choose", "n": 1, "v": asked, "word": "gumpu", "box": "NE"})]
    );
}

#[test]
fn whoever_is_played_for_is_back_with_any_direction() {
    let mut screen = on_court();
    screen.change(json!([{"e": "away", "chair": 0}]), |view| {
        view["chairs"]["0"]["away"] = true.into();
        view["court"].as_object_mut().unwrap().remove("step");
    });
    assert_eq!(
        screen.type_in("ne"),
        [json!({"t": "input", "i": 1, "dx": 127, "dy": 127})]
    );
}

#[test]
fn in_real_time_a_way_holds_and_a_place_is_aimed_at_anew() {
    let mut screen = on_court();
    screen.change(json!([]), |view| {
        view.as_object_mut().unwrap().remove("step");
        view["court"].as_object_mut().unwrap().remove("step");
    });
    let before = screen.text.len();
    assert_eq!(screen.type_in("e"), [json!({"t": "input", "i": 1, "dx": 127, "dy": 0})]);
    assert_eq!(screen.type_in("circle").len(), 1);
    let said = screen
        .bench
        .hear(&json!({"t": "motion", "tick": 200, "at": {"0": [5_990, 5_990]}}).to_string());
    screen.show(&said);
    assert_eq!(
        screen.bench.said().sent,
        [json!({"t": "input", "i": 3, "dx": 0, "dy": 0})]
    );
    assert_eq!(
        &screen.text[before..],
        "> e\nYou go east.\n> circle\nYou go to the circle, and stop there.\n"
    );
}
