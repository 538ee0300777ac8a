//! Manners of a table as they read: phrases and who is muted, kicking, handing over, house bots that fill up, a series.

use super::*;

impl Screen {
    /// What is said from here on.
    fn said_then(&mut self, act: impl FnOnce(&mut Self)) -> String {
        let before = self.text.len();
        act(self);
        self.text[before..].to_owned()
    }
}

fn around(tick: u64) -> String {
    json!({"t": "around", "chairs": {"0": true, "1": true}, "watchers": 0, "tick": tick, "now": 0}).to_string()
}

#[test]
fn the_operator_is_heard_once_and_whenever_he_speaks() {
    let mut screen = Screen::new();
    let welcome = Script::welcome(Some(true), None).replace(r#""version":"0""#, r#""version":"0","motd":"Fridays.""#);
    for expected in ["The operator says: Fridays.\n", ""] {
        screen.bench.cut();
        screen.bench.connect();
        let said = screen.said_then(|screen| screen.hear(&welcome));
        assert_eq!(said, expected);
        screen.bench.hear(&Script::seated(0));
        screen.bench.hear(&json!({"t": "catch_up", "diffs": []}).to_string());
    }
    let said = screen.said_then(|screen| screen.hear(r#"{"t":"notice","text":"Home at ten."}"#));
    assert_eq!(said, "The operator says: Home at ten.\n");
}

#[test]
fn who_is_muted_is_not_heard_until_the_next_match() {
    let (mut screen, dealer) = at_the_table();
    let ouch = |screen: &mut Screen| {
        screen.said_then(|screen| screen.change(json!([{"e": "said", "chair": 1, "phrase": "ouch"}]), |_| {}))
    };
    assert_eq!(ouch(&mut screen), "Ravi says: Ouch!\n");
    for (mute, unmute) in [
        (format!("mute {}", dealer.side(1)), "unmute 2"),
        ("mute 2".into(), "unmute ravi"),
        ("mute RAVI".into(), "unmute Ravi"),
    ] {
        assert_eq!(screen.type_in(&mute), [] as [Value; 0], "nobody else is told");
        assert_eq!(ouch(&mut screen), "", "{mute}");
        screen.type_in(unmute);
        assert_eq!(ouch(&mut screen), "Ravi says: Ouch!\n", "{unmute}");
    }
    screen.type_in("mute 2");
    dealer.end(&mut screen.bench);
    screen.change(json!([{"e": "again", "chair": 0}]), |_| {});
    assert_eq!(ouch(&mut screen), "Ravi says: Ouch!\n");
    let said = screen.said_then(|screen| {
        screen.type_in("mute asha");
        screen.type_in("mute E");
    });
    assert!(said.contains("Your own phrases are for the others."), "{said}");
    assert!(
        said.contains("Nobody here is E. Say a chair's number: 1 Asha, 2 Ravi."),
        "{said}"
    );
}

#[test]
fn the_host_kicks_and_hands_over() {
    let (mut screen, dealer) = at_the_table();
    let hand_over = json!({"t": "hand_over", "n": 3, "chair": 1, "brain": "careful"});
    assert_eq!(screen.type_in(&format!("hand {}", dealer.side(1))), [hand_over]);
    screen.hear(&Script::ack(3, screen.bench.server.v));
    assert_eq!(screen.type_in("hand ravi bold")[0]["brain"], "bold");
    let said = screen.said_then(|screen| {
        screen.hear(
            &json!({"t": "refused", "n": 4, "code": "not_away", "text": "This seat plays for itself."}).to_string(),
        );
        screen.change(json!([{"e": "handed_over", "chair": 1, "brain": "bold"}]), |view| {
            view["chairs"]["1"]["stand_in"] = "bold".into();
        });
        screen.type_in("who");
    });
    assert!(said.contains("hand_over: This seat plays for itself."), "{said}");
    assert!(said.contains("The house bot bold plays for Ravi meanwhile."), "{said}");
    assert!(said.contains("played by the house bot bold meanwhile"), "{said}");
    assert_eq!(screen.type_in("kick 2"), [json!({"t": "remove", "n": 4, "chair": 1})]);
    let said = screen.said_then(|screen| {
        screen.type_in("kick 9");
        screen.type_in("kick mina");
    });
    assert_eq!(said.matches("Say a chair's number").count(), 2, "{said}");
}

#[test]
fn whoever_is_put_off_reads_why() {
    let mut screen = Screen::new();
    let text = "The host has asked you to leave this table.";
    let said = screen.said_then(|screen| {
        screen.hear(&json!({"t": "bye", "code": 1000, "text": text}).to_string());
    });
    assert_eq!(said, format!("{text}\n"));
}

#[test]
fn a_table_that_is_full_again_says_so() {
    let mut screen = Screen::new();
    let full = |screen: &mut Screen, stage: &'static str| {
        screen.said_then(|screen| screen.change(json!([]), |view| view["stage"] = stage.into()))
    };
    let told = "The table is full again; the sealed envelope is the same. Type ready when you are.\n";
    assert_eq!(full(&mut screen, "readying"), told);
    assert_eq!(full(&mut screen, "gathering"), "");
    assert_eq!(full(&mut screen, "readying"), told);
}

#[test]
fn house_bots_that_fill_up_are_announced_once() {
    let mut screen = Screen::new();
    let said = screen.said_then(|screen| {
        screen.change(json!([]), |view| view["fill_at"] = 20_000.into());
        screen.hear(&around(2_000));
        screen.hear(&around(3_000));
        screen.change(json!([]), |view| view["watch"] = false.into());
    });
    assert_eq!(
        said,
        "If nobody comes, house bots take the free chair in 18 seconds; they are always marked as bots.\n"
    );
}

#[test]
fn a_series_is_told_as_it_goes() {
    let (mut screen, dealer) = at_the_table();
    screen.change(json!([]), |view| {
        view["series"] = json!({"best_of": 3, "number": 1, "wins": {}, "over": false});
    });
    let said = screen.said_then(|screen| {
        screen.type_in("who");
        let mut bench = std::mem::replace(&mut screen.bench, Bench::new());
        dealer.end(&mut bench);
        screen.bench = bench;
        screen.change(json!([]), |view| {
            view["series"] = json!({"best_of": 3, "number": 2, "wins": {"1": 1}, "over": false});
        });
        screen.change(json!([]), |view| {
            view["series"] = json!({"best_of": 3, "number": 3, "wins": {"0": 2, "1": 1}, "over": true, "winner": 0});
        });
    });
    for told in [
        "Best of 3: you 0, Ravi 0; this is match 1.",
        "Best of 3: you 0, Ravi 1; again begins the next match.",
        "Best of 3: you 2, Ravi 1. You have won the series.",
    ] {
        assert_eq!(said.matches(told).count(), 1, "{told}: {said}");
    }
}

#[test]
fn the_link_and_the_phrases_are_shown_when_asked_for() {
    let mut screen = Screen::new();
    let said = screen.said_then(|screen| {
        screen.type_in("link");
        screen.type_in("say");
        assert_eq!(screen.type_in("say Well played!")[0]["phrase"], "well_played");
    });
    for told in [
        "http://host:8080/r/7Q4KM2XD",
        "chowk join ",
        "nice throw",
        "i am back",
        "last one (“My last match",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    let mut here = Screen::new();
    here.plain = Plain::new("ws://127.0.0.1:8080".parse().unwrap(), Vec::new(), false);
    here.bench = Bench::seated();
    let said = here.bench.server.snapshot(json!([]));
    here.hear(&said);
    assert!(here.text.contains("127.0.0.1 is this machine alone"), "{}", here.text);
}

#[test]
fn twice_the_time_is_asked_for_and_told() {
    let (mut screen, _) = at_the_table();
    assert_eq!(screen.type_in("more time"), [json!({"t": "more_time", "n": 3})]);
    let said = screen.said_then(|screen| {
        for chair in [0, 1] {
            screen.change(json!([{"e": "more_time", "chair": chair}]), |view| {
                view["chairs"][chair.to_string()]["more_time"] = true.into();
            });
        }
        screen.type_in("who");
    });
    assert!(said.contains("You have twice the time until the match ends."), "{said}");
    assert!(said.contains("Ravi has twice the time until the match ends."), "{said}");
    assert_eq!(said.matches(", with twice the time").count(), 2, "{said}");
}

#[test]
fn somebody_is_told_of_to_the_operator() {
    let (mut screen, dealer) = at_the_table();
    let report = json!({"t": "report", "n": 3, "chair": 1, "about": "stalling"});
    assert_eq!(screen.type_in(&format!("report {} stalling", dealer.side(1))), [report]);
    let said = screen.said_then(|screen| screen.hear(&Script::ack(3, screen.bench.server.v)));
    assert_eq!(
        said,
        "The operator of this server is told of Ravi; nobody at the table hears of it.\n"
    );
    let said = screen.said_then(|screen| {
        screen.type_in("report");
        screen.type_in("report mina");
    });
    assert!(
        said.contains("Whom, and what about?") && said.contains("Say a chair's number"),
        "{said}"
    );
}
