//! Each kind of line written as record.md and `vectors/stones.json` show it, and read back; what cannot be is refused.

use chowk_rules::stones::{Arm, Corner, CutBy, Ending, Event, Lots, Outcome, Phase, Point, Seat, Wish, Word};
use serde_json::{Value, from_str, json};

use super::*;
use crate::line::Line;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// One door for the rows below: the line is written so, and comes back.
#[track_caller]
fn written(line: StonesLine, json: &str) {
    let fields = line.to_fields();
    assert_eq!(Value::Object(fields.clone()), from_str::<Value>(json).unwrap());
    assert_eq!(line.kind(), fields["kind"]);
    assert_eq!(StonesLine::from_fields(&fields), Ok(line.clone()));
    assert_eq!(Line::from_fields(&fields), Ok(Line::Stones(line)));
}

#[test]
fn lots_and_wishes() {
    written(
        StonesLine::Lots {
            t: 0,
            places: Lots::of([2, 0, 4, 1, 3].map(seat)).unwrap(),
        },
        r#"{"kind":"lots","t":0,"chairs":[2,0,4,1,3]}"#,
    );
    let input = |tick, number, dx, dy| StonesInput {
        tick,
        seat: seat(number),
        dx,
        dy,
    };
    written(
        StonesLine::Inputs(vec![input(7, 0, 127, -127), input(7, 4, 0, 0), input(9, 0, -1, 5)]),
        r#"{"kind":"inputs","inputs":[[7,0,127,-127],[7,4,0,0],[9,0,-1,5]]}"#,
    );
    let wished = |wish| StonesLine::Wished {
        tick: 12,
        seat: seat(3),
        wish,
    };
    written(wished(Wish::Take), r#"{"kind":"take","tick":12,"seat":3}"#);
    written(
        wished(Wish::Give { to: seat(1) }),
        r#"{"kind":"give","tick":12,"seat":3,"to":1}"#,
    );
    for (word, json) in [
        (
            Word::Gumpu(Some(Corner::NorthEast)),
            r#"{"kind":"choice","tick":12,"seat":3,"word":"gumpu","box":"NE"}"#,
        ),
        (
            Word::Gumpu(None),
            r#"{"kind":"choice","tick":12,"seat":3,"word":"gumpu"}"#,
        ),
        (
            Word::Chhuttu,
            r#"{"kind":"choice","tick":12,"seat":3,"word":"chhuttu"}"#,
        ),
    ] {
        written(wished(Wish::Choose(word)), json);
    }
    written(wished(Wish::Away), r#"{"kind":"away","tick":12,"seat":3}"#);
}

#[test]
fn a_direction_alone_is_inputs_of_one() {
    let alone = StonesLine::Wished {
        tick: 3,
        seat: seat(2),
        wish: Wish::Steer { dx: 1, dy: -2 },
    };
    assert_eq!(alone.kind(), "inputs");
    assert_eq!(
        Value::Object(alone.to_fields()),
        json!({ "kind": "inputs", "inputs": [[3, 2, 1, -2]] })
    );
}

#[test]
fn what_happened() {
    let row = |event, json: &str| written(StonesLine::Happened { tick: 62, event }, json);
    row(
        Event::Innings {
            number: 2,
            patwar: seat(4),
        },
        r#"{"kind":"innings","tick":62,"number":2,"patwar":4}"#,
    );
    for phase in [Phase::Break, Phase::Steal, Phase::Choice, Phase::Chhuttu, Phase::Over] {
        let json = format!(r#"{{"kind":"phase","tick":62,"phase":"{}"}}"#, phase.code());
        row(Event::Phase(phase), &json);
    }
    row(
        Event::Phase(Phase::Gumpu(Corner::SouthWest)),
        r#"{"kind":"phase","tick":62,"phase":"gumpu","box":"SW"}"#,
    );
    row(
        Event::Cut {
            arm: Arm::South,
            by: CutBy::Run,
        },
        r#"{"kind":"cut","tick":62,"arm":"S","by":"run"}"#,
    );
    row(
        Event::Cut {
            arm: Arm::West,
            by: CutBy::Credit,
        },
        r#"{"kind":"cut","tick":62,"arm":"W","by":"credit"}"#,
    );
    row(
        Event::Taken { seat: seat(1), left: 2 },
        r#"{"kind":"taken","tick":62,"seat":1,"left":2}"#,
    );
    row(
        Event::Given {
            seat: seat(1),
            to: seat(3),
        },
        r#"{"kind":"given","tick":62,"seat":1,"to":3}"#,
    );
    row(
        Event::Crossed {
            seat: seat(1),
            corner: Corner::SouthEast,
            progress: 12,
        },
        r#"{"kind":"crossed","tick":62,"seat":1,"box":"SE","progress":12}"#,
    );
    row(Event::Void(true), r#"{"kind":"void","tick":62,"void":true}"#);
    row(
        Event::Through { seat: seat(0) },
        r#"{"kind":"through","tick":62,"seat":0}"#,
    );
    row(
        Event::Tagged {
            seat: seat(1),
            by: seat(0),
            instant: 34,
            at: Point::at(9468, 6000),
            patwar_at: Point::at(8796, 6000),
            distance: 671,
            reach: 700,
        },
        r#"{"kind":"tagged","tick":62,"seat":1,"by":0,"instant":34,"at":[9468,6000],"patwar_at":[8796,6000],
            "distance":671,"reach":700}"#,
    );
    let clock_out = |among: &[u8], t| Event::ClockOut {
        seat: seat(2),
        among: among.iter().map(|&number| seat(number)).collect(),
        t,
    };
    row(
        clock_out(&[2], None),
        r#"{"kind":"clock_out","tick":62,"seat":2,"among":[2]}"#,
    );
    row(
        clock_out(&[0, 2, 3], Some(5)),
        r#"{"kind":"clock_out","tick":62,"seat":2,"among":[0,2,3],"t":5}"#,
    );
    row(
        Event::InningsEnd { caught: None },
        r#"{"kind":"innings_end","tick":62,"caught":null}"#,
    );
    row(
        Event::InningsEnd { caught: Some(seat(4)) },
        r#"{"kind":"innings_end","tick":62,"caught":4}"#,
    );
    row(
        Event::Ended(Outcome {
            ranks: vec![vec![seat(4)], vec![seat(0), seat(3)], vec![seat(1), seat(2)]],
            why: Ending::Finished,
        }),
        r#"{"kind":"ended","tick":62,"ranks":[[4],[0,3],[1,2]],"why":"finished"}"#,
    );
}

#[test]
fn what_cannot_be() {
    let row = |json: &str, why: &str| {
        let fields = from_str(json).unwrap();
        assert_eq!(StonesLine::from_fields(&fields).unwrap_err().to_string(), why);
    };
    row(r#"{"tick":1}"#, "`kind` is missing");
    row(r#"{"kind":"thrown"}"#, "no line of four stones is of kind \"thrown\"");
    row(r#"{"kind":"lots","t":0,"sides":[0,1]}"#, "`chairs` is missing");
    for chairs in ["[0,1,2,3]", "[0,1,2,3,3]", "[0,1,2,3,4,0]"] {
        let json = format!(r#"{{"kind":"lots","t":0,"chairs":{chairs}}}"#);
        row(&json, "`chairs` must list each of the five chairs once");
    }
    row(
        r#"{"kind":"lots","t":0,"chairs":[0,1,2,3,5]}"#,
        "`chairs` must list seats, 0 to 4",
    );
    row(r#"{"kind":"take","seat":1}"#, "`tick` is missing");
    row(
        r#"{"kind":"take","seat":1,"tick":4294967296}"#,
        "`tick` must be a number below 4294967296",
    );
    row(
        r#"{"kind":"choice","seat":1,"tick":1,"word":"gumpu","box":"N"}"#,
        "`box` must be \"SW\", \"SE\", \"NE\" or \"NW\"",
    );
    for json in [
        r#"{"kind":"choice","seat":1,"tick":1,"word":"chhuttu","box":"NE"}"#,
        r#"{"kind":"phase","tick":1,"phase":"steal","box":null}"#,
    ] {
        row(json, "`box` stands with \"gumpu\" only");
    }
    row(
        r#"{"kind":"phase","tick":1,"phase":"hop"}"#,
        "`phase` must be the name of a phase",
    );
    row(r#"{"kind":"phase","tick":1,"phase":"gumpu"}"#, "`box` is missing");
    row(r#"{"kind":"void","tick":1,"void":1}"#, "`void` must be true or false");
    row(r#"{"kind":"innings_end","tick":1}"#, "`caught` is missing");
    row(
        r#"{"kind":"ended","tick":1,"ranks":[["S"]],"why":"finished"}"#,
        "`ranks` must be a list of ranks, each a list of seats",
    );
    row(
        r#"{"kind":"ended","tick":1,"ranks":[[0]],"why":"exhausted"}"#,
        "`why` must be \"finished\" or \"abandoned\"",
    );
}

#[test]
fn which_game_a_line_is_of_shows_in_its_fields() {
    let of_stones = |json: &str| {
        let line = Line::from_fields(&from_str(json).unwrap());
        matches!(line, Ok(Line::Stones(_)))
    };
    assert!(of_stones(r#"{"kind":"lots","t":0,"chairs":[0,1,2,3,4]}"#));
    assert!(!of_stones(r#"{"kind":"lots","t":0,"sides":[0,1]}"#));
    assert!(of_stones(
        r#"{"kind":"ended","tick":0,"ranks":[[0,1,2,3,4]],"why":"abandoned"}"#
    ));
    assert!(!of_stones(r#"{"kind":"ended","ranks":[["S"]],"why":"abandoned"}"#));
    let unknown = from_str(r#"{"kind":"juggled","tick":1}"#).unwrap();
    assert!(Line::from_fields(&unknown).is_err());
}
