//! The valid records of a separate implementation, played again: every line is what these rules say happens.
//!
//! Chance is fed from the record itself; that the record drew honestly is the verifier's business.

#![allow(clippy::unwrap_used, reason = "a test may panic in its helpers too")]

use std::path::Path;

use chowk_rules::chowka::{
    Action, Board, DeadEnd, End, Entry, Event, Gate, GraceWithoutMove, HitRight, LeaveWhy, Match, OuterStack, RuleSet,
    Safe, Shells, Side, Throws, Values, Victims,
};
use chowk_rules::{Drawn, Fate, Game};
use serde_json::{Value, json};

#[test]
fn every_valid_record_can_be_played_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/records");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".chowk.ndjson") {
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            play_again(&path.display().to_string(), &lines);
            played += 1;
        }
    }
    assert!(played >= 14, "only {played} records");
}

fn play_again(name: &str, lines: &[Value]) {
    let chairs = lines[0]["chairs"].as_array().unwrap().len() as u8;
    let mut game = Match::new(rules_of(&lines[0]["rules"]), chairs);
    let mut rest = lines[2..lines.len() - 1].iter().peekable();
    while let Some(line) = rest.next() {
        let place = format!("{name}, line {}", line["line"]);
        let action = match line["kind"].as_str().unwrap() {
            "thrown" => Action::Throw,
            "moved" => Action::Move {
                pawn: number(&line["pawn"]),
                value: number(&line["value"]),
            },
            "left" => Action::Leave(leave_why(&line["why"])),
            "ended" => Action::Abandon,
            other => panic!("{place}: an action cannot begin with {other}"),
        };
        if line["by"] == "forced" {
            let forced = game.forced().unwrap_or_else(|| panic!("{place}: there is a choice"));
            assert_eq!(
                Action::Move {
                    pawn: forced.0,
                    value: forced.1
                },
                action,
                "{place}"
            );
        }
        let seat = line["side"].as_str().map_or(Side::South, side_of);
        let events = game
            .decide(seat, &action, &mut Recorded { line, before: &game })
            .unwrap_or_else(|illegal| panic!("{place}: {illegal:?}"));
        let mut told = vec![line];
        while told.len() < events.len() {
            told.push(rest.next().unwrap_or_else(|| panic!("{place}: the record stops")));
        }
        for (event, told) in events.iter().zip(told) {
            assert!(tells(told, &as_line(event)), "{place}: {event:?} against {told}");
            game.evolve(event);
        }
    }
    assert!(game.is_over(), "{name}: the match goes on");
}

/// Gives what the line says was drawn.
struct Recorded<'a> {
    line: &'a Value,
    before: &'a Match,
}

impl Fate for Recorded<'_> {
    fn cast(&mut self, _shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        let faces: Vec<u8> = self.line["shells"].as_array().unwrap().iter().map(number).collect();
        Drawn {
            t: self.line["t"].as_u64().unwrap(),
            value: Shells::from_faces(&faces).unwrap(),
        }
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        let legal = self.before.legal();
        let pawn: u8 = number(&self.line["pawn"]);
        let this = legal
            .iter()
            .find(|legal| legal.pawn == pawn && legal.value == number(&self.line["value"]))
            .unwrap();
        assert!(this.hits_drawn && this.hits.len() == of as usize);
        let hit = &self.line["hit"][0];
        let picked = |victim: &chowk_rules::chowka::Victim| {
            victim.side == side_of(hit["side"].as_str().unwrap()) && victim.pawn == number(&hit["pawn"])
        };
        let at = this.hits.iter().position(picked).unwrap();
        Drawn {
            t: self.line["t"].as_u64().unwrap(),
            value: at as u32,
        }
    }
}

/// An event as the fields of its record line that rules know of.
fn as_line(event: &Event) -> Value {
    match event {
        Event::Thrown { side, t, shells, value } => json!({
            "kind": "thrown", "side": side.letter(), "t": t, "value": value,
            "shells": shells.faces().collect::<Vec<_>>(),
        }),
        Event::Moved {
            side,
            pawn,
            value,
            from,
            to,
            hits,
            t,
        } => {
            let hits: Vec<Value> = hits
                .iter()
                .map(|hit| json!({ "side": hit.side.letter(), "pawn": hit.pawn, "from": hit.from }))
                .collect();
            let hit = if hits.is_empty() {
                Value::Null
            } else {
                Value::from(hits)
            };
            let mut line = json!({
                "kind": "moved", "side": side.letter(), "pawn": pawn, "value": value, "from": from, "to": to, "hit": hit
            });
            if let Some(t) = t {
                line["t"] = json!(t);
            }
            line
        }
        Event::Passed { side, value, why } => {
            json!({ "kind": "passed", "side": side.letter(), "value": value, "why": why.code() })
        }
        Event::Left { side, why } => json!({ "kind": "left", "side": side.letter(), "why": why.code() }),
        Event::Ended { ranks, why } => {
            let letters = |sides: &Vec<Side>| sides.iter().map(|side| side.letter()).collect::<Vec<_>>();
            json!({ "kind": "ended", "ranks": ranks.iter().map(letters).collect::<Vec<_>>(), "why": why.code() })
        }
    }
}

/// Whether the line has every field of `wanted` as it is there, lists as a whole; a draw that is not wanted is none.
fn tells(line: &Value, wanted: &Value) -> bool {
    let same = |(name, value): (&String, &Value)| match (name.as_str(), value) {
        ("hit", Value::Array(hits)) => line["hit"]
            .as_array()
            .is_some_and(|told| told.len() == hits.len() && told.iter().zip(hits).all(|(told, hit)| tells(told, hit))),
        _ => line[name] == *value,
    };
    let no_draw = wanted["kind"] != "moved" || line.get("t").is_some() == wanted.get("t").is_some();
    no_draw && wanted.as_object().unwrap().iter().all(same)
}

fn rules_of(rules: &Value) -> RuleSet {
    let word = |field: &str, words: [&str; 2]| -> bool {
        let given = rules[field].as_str().unwrap();
        assert!(words.contains(&given), "{field}: {given}");
        given == words[1]
    };
    let values = |list: &Value| {
        let list: Vec<u8> = list.as_array().unwrap().iter().map(number).collect();
        Values::ascending(&list).unwrap()
    };
    let flag = |field: &str| rules[field].as_bool().unwrap();
    let rules = RuleSet {
        board: if rules["board"] == 7 { Board::Seven } else { Board::Five },
        pawns: number(&rules["pawns"]),
        shells: number(&rules["shells"]),
        mouth_up_256: number(&rules["mouth_up_256"]),
        none_up: number(&rules["none_up"]),
        grace: values(&rules["grace"]),
        gate: if word("gate", ["hit", "open"]) {
            Gate::Open
        } else {
            Gate::Hit
        },
        hit_right: if word("hit_right", ["lost_when_all_home", "permanent"]) {
            HitRight::Permanent
        } else {
            HitRight::LostWhenAllHome
        },
        victims: match rules["victims"].as_str().unwrap() {
            "most_advanced" => Victims::MostAdvanced,
            "random" => Victims::Random,
            "all" => Victims::All,
            other => panic!("victims: {other}"),
        },
        grace_without_move: if word("grace_without_move", ["pass", "keep"]) {
            GraceWithoutMove::Keep
        } else {
            GraceWithoutMove::Pass
        },
        hit_grace_adds: flag("hit_grace_adds"),
        throws: if word("throws", ["one_by_one", "collect"]) {
            Throws::Collect
        } else {
            Throws::OneByOne
        },
        entry: if rules["entry"] == "on_home" {
            Entry::OnHome
        } else {
            Entry::Needs(values(&rules["entry"]["needs"]))
        },
        outer_stack: if word("outer_stack", ["forbidden", "allowed"]) {
            OuterStack::Allowed
        } else {
            OuterStack::Forbidden
        },
        safe: if word("safe", ["homes", "homes_and_corners"]) {
            Safe::HomesAndCorners
        } else {
            Safe::Homes
        },
        centre_grace: flag("centre_grace"),
        triple_grace_burns: flag("triple_grace_burns"),
        end: if word("end", ["last_place", "first_finisher"]) {
            End::FirstFinisher
        } else {
            End::LastPlace
        },
        dead_end: if word("dead_end", ["share", "open_gate"]) {
            DeadEnd::OpenGate
        } else {
            DeadEnd::Share
        },
        partners: flag("partners"),
        gatti: flag("gatti"),
    };
    rules.check().unwrap();
    rules
}

fn number(value: &Value) -> u8 {
    value.as_u64().unwrap() as u8
}

fn side_of(letter: &str) -> Side {
    Side::from_letter(letter.chars().next().unwrap()).unwrap()
}

fn leave_why(why: &Value) -> LeaveWhy {
    [LeaveWhy::Resigned, LeaveWhy::TimedOut, LeaveWhy::Kicked]
        .into_iter()
        .find(|known| *why == known.code())
        .unwrap()
}
