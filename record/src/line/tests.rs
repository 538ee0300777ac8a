//! Each kind of line written as record.md shows it, and read back; what cannot be is refused with its field.

use chowk_rules::chowka::{Event, RuleSet, preset};
use serde_json::from_str;

use super::*;
use crate::rules::Rules;

fn digest(byte: u8) -> Digest {
    Digest::from_bytes([byte; 32])
}

/// One door for the rows below: the line is written so, and comes back.
#[track_caller]
fn written(line: Line, json: &str) {
    let fields = line.to_fields();
    assert_eq!(Value::Object(fields.clone()), from_str::<Value>(json).unwrap());
    assert_eq!(Line::from_fields(&fields), Ok(line));
}

#[test]
fn each_kind_of_line() {
    let (one, two) = (digest(0x11).to_string(), digest(0x22).to_string());
    written(
        Line::Lots {
            t: 0,
            sides: vec![1, 0],
        },
        r#"{"kind":"lots","t":0,"sides":[1,0]}"#,
    );
    written(
        Line::Thrown {
            side: Side::South,
            t: 3,
            link: Some(digest(0x11)),
            by: By::Seat,
            shells: Shells::from_faces(&[1, 0, 0, 1]).unwrap(),
            value: 2,
        },
        &format!(r#"{{"kind":"thrown","side":"S","t":3,"link":"{one}","by":"seat","shells":[1,0,0,1],"value":2}}"#),
    );
    written(
        Line::Thrown {
            side: Side::West,
            t: 4,
            link: None,
            by: By::NoChain,
            shells: Shells::from_faces(&[0, 0, 0, 0]).unwrap(),
            value: 8,
        },
        r#"{"kind":"thrown","side":"W","t":4,"link":null,"by":"no_chain","shells":[0,0,0,0],"value":8}"#,
    );
    let moved = |hits, t| Line::Moved {
        side: Side::East,
        pawn: 2,
        value: 4,
        from: 14,
        to: 18,
        hits,
        by: By::Forced,
        t,
    };
    written(
        moved(vec![], None),
        r#"{"kind":"moved","side":"E","pawn":2,"value":4,"from":14,"to":18,"hit":null,"by":"forced"}"#,
    );
    written(
        moved(
            vec![Victim {
                side: Side::South,
                pawn: 1,
                from: 24,
            }],
            Some(115),
        ),
        r#"{"kind":"moved","side":"E","pawn":2,"value":4,"from":14,"to":18,"by":"forced","t":115,
            "hit":[{"side":"S","pawn":1,"from":24}]}"#,
    );
    written(
        Line::Passed {
            side: Side::North,
            value: 3,
            why: PassWhy::Burned,
        },
        r#"{"kind":"passed","side":"N","value":3,"why":"burned"}"#,
    );
    written(
        Line::Left {
            side: Side::North,
            why: LeaveWhy::TimedOut,
        },
        r#"{"kind":"left","side":"N","why":"timed_out"}"#,
    );
    written(
        Line::Ended {
            ranks: vec![vec![Side::South, Side::North], vec![Side::East]],
            why: Ending::DeadEnd,
        },
        r#"{"kind":"ended","ranks":[["S","N"],["E"]],"why":"dead_end"}"#,
    );
    written(
        Line::Opened {
            server_seed: digest(0x22),
        },
        &format!(r#"{{"kind":"opened","server_seed":"{two}"}}"#),
    );
}

#[test]
fn an_event_and_its_line_tell_the_same() {
    let events = [
        Event::Passed {
            side: Side::South,
            value: 4,
            why: PassWhy::NoMove,
        },
        Event::Left {
            side: Side::West,
            why: LeaveWhy::Kicked,
        },
        Event::Moved {
            side: Side::South,
            pawn: 0,
            value: 1,
            from: 1,
            to: 2,
            hits: vec![],
            t: None,
        },
        Event::Thrown {
            side: Side::South,
            t: 9,
            shells: Shells::showing(2, 4),
            value: 2,
        },
        Event::Ended {
            ranks: vec![vec![Side::South]],
            why: Ending::Abandoned,
        },
    ];
    for event in events {
        assert_eq!(Line::told(&event, By::Away, None).event(), Some(event));
    }
    assert_eq!(Line::Opened { server_seed: digest(0) }.event(), None);
}

#[test]
fn what_cannot_be_is_refused_with_its_field() {
    let rows = [
        (r#"{}"#, "`kind` is missing"),
        (r#"{"kind":"chat"}"#, "no line of Chowka-bara is of kind \"chat\""),
        (
            r#"{"kind":"left","side":"X","why":"resigned"}"#,
            "`side` must be \"S\", \"E\", \"N\" or \"W\"",
        ),
        (
            r#"{"kind":"left","side":"S","why":"bored"}"#,
            "`why` must be \"resigned\", \"timed_out\" or \"kicked\"",
        ),
        (
            r#"{"kind":"passed","side":"S","value":300,"why":"burned"}"#,
            "`value` must be a number below 256",
        ),
        (
            r#"{"kind":"lots","t":-1,"sides":[0,1]}"#,
            "`t` must be a whole number from 0",
        ),
        (
            r#"{"kind":"opened","server_seed":"AB"}"#,
            "`server_seed` must be 64 lower-case hex digits",
        ),
        (
            r#"{"kind":"moved","side":"S","pawn":0,"value":1,"from":1,"to":2,"hit":[],"by":"seat"}"#,
            "`hit` must be null or a list that is not empty",
        ),
    ];
    for (json, why) in rows {
        assert_eq!(
            Line::from_fields(&from_str(json).unwrap()).unwrap_err().to_string(),
            why
        );
    }
}

#[test]
fn a_header_tells_what_follows_from_it() {
    let committed = Committed {
        tip: digest(1),
        reveal: digest(2),
        links: 64,
    };
    let header = Header {
        match_id: "00112233445566778899aabbccddeeff".to_owned(),
        rules: Rules::Chowka(preset("quick").unwrap().rules()),
        server_commit: digest(3),
        started: "2030-01-02T03:04:05.250Z".parse().unwrap(),
        server: ServerName {
            name: "chowk".to_owned(),
            version: "0.1.0".to_owned(),
        },
        chairs: vec![
            Chair {
                name: "ಆನಂದ".to_owned(),
                sitter: Sitter::Person(committed),
            },
            Chair {
                name: "bot".to_owned(),
                sitter: Sitter::Bot(committed),
            },
            Chair {
                name: "house".to_owned(),
                sitter: Sitter::House,
            },
        ],
    };
    let mut fields = header.to_fields();
    assert_eq!(fields["preset"], "quick");
    assert_eq!(
        fields["rules_hash"],
        "b4d2fd341795c16cd08df3fd5e19a8f0169f47d5232b264a0945e5675311e4ab"
    );
    assert_eq!(
        fields["chairs"][2],
        json!({"name": "house", "kind": "house", "tip": null, "reveal": null, "links": 0})
    );
    assert_eq!(Header::from_fields(&fields), Ok(header.clone()));
    assert_eq!(header.reveals(), [Some(digest(2)), Some(digest(2)), None]);

    let own = Header {
        rules: Rules::Chowka(RuleSet {
            pawns: 3,
            ..preset("quick").unwrap().rules()
        }),
        ..header
    };
    assert_eq!(own.to_fields()["preset"], Value::Null);
    for (game, why) in [
        ("stones", "`rules`: a rule set of four stones has no field \"board\""),
        ("go", "`game` is \"go\"; a record is of \"chowka\" or \"stones\""),
    ] {
        fields.insert("game".to_owned(), json!(game));
        assert_eq!(Header::from_fields(&fields).unwrap_err().to_string(), why);
    }
}
