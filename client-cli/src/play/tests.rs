//! A short match by lines, as two people would read it; and the drawings.

use serde_json::{Value, json};

use super::plain::{After, Plain};
use crate::client::Wish;
use crate::client::tests::{Bench, Dealer, Said, Script};

mod court;
mod manners;

/// A player's screen: what is typed after `>`, what is said as it stands.
struct Screen {
    bench: Bench,
    plain: Plain,
    text: String,
}

impl Screen {
    fn new() -> Self {
        let mut screen = Self {
            bench: Bench::new(),
            plain: Plain::new("ws://host:8080".parse().unwrap(), Vec::new(), false),
            text: String::new(),
        };
        let said = screen.bench.sit_down();
        screen.show(&said);
        screen
    }

    fn show(&mut self, said: &Said) {
        for happening in &said.told {
            let lines = self.plain.told(&mut self.bench.client, happening, self.bench.now);
            self.write(&lines);
        }
        if let Some(end) = &said.end {
            let line = super::farewell(end, None);
            self.write(&[line]);
        }
    }

    fn write(&mut self, lines: &[String]) {
        for line in lines {
            self.text += line.trim_end();
            self.text.push('\n');
        }
    }

    fn hear(&mut self, text: &str) {
        let said = self.bench.hear(text);
        self.show(&said);
    }

    fn change(&mut self, events: Value, change: impl FnOnce(&mut Value)) {
        let said = self.bench.change(events, change);
        self.show(&said);
    }

    /// Types a line; gives the frames that it sent.
    fn type_in(&mut self, line: &str) -> Vec<Value> {
        self.text += &format!("> {line}\n");
        let (lines, after) = self.plain.typed(&mut self.bench.client, line, self.bench.now);
        assert_eq!(after, After::GoOn);
        self.write(&lines);
        let said = self.bench.said();
        self.show(&said);
        said.sent
    }

    /// Types a line and lets the room acknowledge what it sent.
    fn act(&mut self, line: &str) -> Value {
        let sent = self.type_in(line).remove(0);
        self.hear(&Script::ack(sent["n"].as_u64().unwrap(), self.bench.server.v));
        sent
    }
}

/// The table after the lots, Asha on South.
fn at_the_table() -> (Screen, Dealer) {
    let mut screen = Screen::new();
    let mut dealer = Dealer::new(&screen.bench.server);
    let mut bench = std::mem::replace(&mut screen.bench, Bench::new());
    dealer.begin_and_tell(&mut bench, &mut |bench, said, typed| {
        if !typed.is_empty() {
            screen.text += &format!("> {typed}\n");
        }
        std::mem::swap(&mut screen.bench, bench);
        screen.show(said);
        std::mem::swap(&mut screen.bench, bench);
    });
    screen.bench = bench;
    // The seed of these tests draws it so.
    assert_eq!(dealer.side(0), "S");
    (screen, dealer)
}

#[test]
fn a_short_match_reads_well() {
    let (mut screen, dealer) = at_the_table();
    let (me, other) = (dealer.side(0), dealer.side(1));
    screen.hear(&json!({"t": "around", "chairs": {"0": true, "1": true}, "watchers": 1, "names": ["Grandmother"], "tick": 8_000, "now": 0}).to_string());
    screen.type_in("who");
    let asked = screen.bench.server.v + 1;
    screen.change(json!([]), |view| {
        view["turn"] = json!({"side": me, "phase": "throw", "asked": asked, "deadline": 20_000, "owed": 0, "t": 1});
    });
    screen.type_in("time");
    screen.type_in("3");
    let link = screen.act("t")["link"].clone();
    let asked = screen.bench.server.v + 1;
    let thrown =
        json!([{"e": "thrown", "side": me, "t": 1, "link": link, "by": "seat", "shells": [0, 0, 0, 0], "value": 8}]);
    screen.change(thrown, |view| {
        view["chairs"]["0"]["link"] = link.clone();
        view["chairs"]["0"]["links_left"] = 2.into();
        view["sides"][me]["pawns"] = json!({"0": 1, "1": 6, "2": 14, "3": 17});
        view["sides"][other]["pawns"] = json!({"0": 6, "1": 1, "2": 1, "3": 24});
        view["sides"][other]["right"] = true.into();
        view["turn"] = json!({"side": me, "phase": "move", "asked": asked, "deadline": 25_000, "owed": 1, "t": 2,
            "value": 8, "shells": [0, 0, 0, 0],
            "moves": {"0": {"8": {"from": 1, "to": 9}}, "1": {"8": {"from": 6, "to": 14, "hits": {other: 0}}},
                "3": {"8": {"from": 17, "to": 25}}},
            "blocked": {"2": {"8": "no_hit_right"}}});
    });
    screen.type_in("why");
    screen.type_in("pawns");
    screen.type_in("board");
    let sent = screen.act("move 2");
    assert_eq!(sent, json!({"t": "move", "n": 4, "v": asked, "pawn": 1, "value": 8}));
    let asked = screen.bench.server.v + 1;
    let moved = json!([{"e": "moved", "side": me, "pawn": 1, "value": 8, "from": 6, "to": 14, "by": "seat",
        "hits": [{"side": other, "pawn": 0, "from": 6}]}]);
    screen.change(moved, |view| {
        view["sides"][me]["pawns"]["1"] = 14.into();
        view["sides"][me]["right"] = true.into();
        view["sides"][other]["pawns"]["0"] = 1.into();
        view["turn"] = json!({"side": me, "phase": "throw", "asked": asked, "deadline": 20_000, "owed": 0, "t": 2});
    });
    let asked = screen.bench.server.v + 1;
    let by_clock = json!([
        {"e": "thrown", "side": me, "t": 2, "by": "clock", "shells": [1, 1, 0, 1], "value": 3},
        {"e": "moved", "side": me, "pawn": 0, "value": 3, "from": 1, "to": 4, "by": "forced"},
    ]);
    screen.change(by_clock, |view| {
        view["chairs"]["0"]["by_clock"] = 1.into();
        view["sides"][me]["pawns"]["0"] = 4.into();
        view["turn"] = json!({"side": other, "phase": "throw", "asked": asked, "deadline": 20_000, "owed": 0, "t": 3});
    });
    screen.type_in("t");
    screen.hear(
        &json!({"t": "refused", "n": 5, "code": "not_your_turn", "text": "It is somebody else's turn."}).to_string(),
    );
    screen.change(json!([{"e": "dropped", "chair": 1, "deadline": 38_000}]), |view| {
        view["turn"]["deadline"] = 38_000.into();
    });
    screen.change(json!([{"e": "away", "chair": 1}]), |view| {
        view["chairs"]["1"]["away"] = true.into()
    });
    screen.change(
        json!([{"e": "thrown", "side": other, "t": 3, "by": "away", "shells": [1, 0, 0, 0], "value": 1},
        {"e": "passed", "side": other, "value": 1, "why": "no_move"}]),
        |view| {
            view["turn"]["t"] = 4.into();
        },
    );
    screen.change(
        json!([{"e": "said", "chair": 1, "phrase": "sorry"}, {"e": "back", "chair": 1}]),
        |view| {
            view["chairs"]["1"]["away"] = false.into();
        },
    );
    let said = dealer.end(&mut screen.bench);
    screen.show(&said);
    screen.type_in("last 3");
    screen.act("leave");
    insta::assert_snapshot!(screen.text);
}

#[test]
fn a_return_and_the_rules_and_wrong_words() {
    let mut screen = Screen::new();
    for line in [
        "rules", "xyzzy", "board", "why", "time", "last 2", "stats", "move", "", "help",
    ] {
        screen.type_in(line);
    }
    let said = screen.bench.cut();
    screen.show(&said);
    screen.bench.connect();
    screen.hear(&Script::welcome(Some(true), None));
    screen.hear(&Script::seated(0));
    let missed = screen.bench.server.bare_diff(
        json!([{"e": "joined", "chair": 1, "name": "ರವಿ", "kind": "bot"}]),
        |view| {
            view["chairs"]["1"] = json!({"kind": "bot", "name": "ರವಿ", "away": false, "ready": false, "by_clock": 0});
        },
    );
    screen.hear(&json!({"t": "catch_up", "diffs": [missed]}).to_string());
    screen.hear(&json!({"t": "around", "chairs": {"0": true, "1": true}, "watchers": 0, "tick": 1, "now": 1, "paused": "The disk is full."}).to_string());
    screen.hear("no message");
    screen.hear(r#"{"t":"bye","code":4001,"text":"Your seat is played from another window or device now."}"#);
    insta::assert_snapshot!(screen.text);
}

#[test]
fn values_in_hand_are_named_where_there_are_several() {
    let (mut screen, dealer) = at_the_table();
    let me = dealer.side(0);
    let before = screen.text.len();
    let asked = screen.bench.server.v + 1;
    screen.change(json!([]), |view| {
        view["turn"] = json!({"side": me, "phase": "move", "asked": asked, "owed": 0, "t": 1, "hand": {"4": 2, "3": 1},
            "moves": {"0": {"3": {"from": 1, "to": 4}, "4": {"from": 1, "to": 5}}, "1": {"4": {"from": 21, "to": 25}}}});
    });
    screen.type_in("1");
    assert_eq!(screen.type_in("1 3")[0]["value"], 3);
    assert_eq!(screen.type_in("2"), [] as [Value; 0], "waits behind the first");
    insta::assert_snapshot!(screen.text[before..]);
}

#[test]
fn the_clock_is_told_at_ten_and_at_five_seconds_and_only_to_whom_it_concerns() {
    let (mut screen, dealer) = at_the_table();
    screen.hear(&json!({"t": "around", "chairs": {}, "watchers": 0, "tick": 0, "now": 0}).to_string());
    for (side, ms, told) in [
        (dealer.side(0), 12_000, vec!["10 seconds left.", "5 seconds left."]),
        (dealer.side(1), 12_000, vec![]),
        (dealer.side(0), 8_000, vec!["5 seconds left."]),
        (dealer.side(1), 6_000, vec![]),
        // Said a moment after it began, it would only disturb.
        (dealer.side(0), 6_000, vec![]),
    ] {
        let asked = screen.bench.server.v + 1;
        let heard = screen.bench.client.tick_at(screen.bench.now).unwrap();
        screen.change(json!([]), |view| {
            view["turn"] =
                json!({"side": side, "phase": "throw", "asked": asked, "deadline": heard + ms, "owed": 0, "t": 1});
        });
        let mut lines = Vec::new();
        while let Some(due) = screen.plain.due(&screen.bench.client, screen.bench.now) {
            assert!(
                screen
                    .plain
                    .time_passed(&screen.bench.client, screen.bench.now)
                    .is_empty()
            );
            screen.bench.now = due;
            lines.extend(screen.plain.time_passed(&screen.bench.client, due));
        }
        assert_eq!(lines, told);
    }
}

#[test]
fn json_lines_from_a_program() {
    let mut bench = Bench::seated();
    for (line, why) in [("[]", "its name in \"t\""), ("{\"n\":1}", "its name"), ("{", "no JSON")] {
        assert!(
            super::json::take(&mut bench.client, line).unwrap_err().contains(why),
            "{line}"
        );
    }
    super::json::take(&mut bench.client, "  ").unwrap();
    super::json::take(&mut bench.client, r#"{"t":"say","phrase":"hello"}"#).unwrap();
    assert_eq!(bench.said().sent, [json!({"t": "say", "phrase": "hello", "n": 1})]);
    assert_eq!(bench.client.command(Wish::Leave), Ok(()));
}
