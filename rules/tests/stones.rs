//! The engine agrees with a separate implementation on every case of four stones.

#![allow(clippy::unwrap_used, reason = "a test may panic in its helpers too")]

use chowk_rules::chowka::Shells;
use chowk_rules::stones::{
    Answer, Arm, Beat, Corner, Event, Lots, Phase, Point, RuleSet, Seat, Set, Setup, Wish, Word,
};
use chowk_rules::{Drawn, Fate};
use serde_json::{Value, json};

#[test]
fn every_case_comes_out_as_it_should() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/stones.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 45);
    for case in cases {
        let name = format!("case {}: {}", case["id"], case["title"]);
        let mut rules = RuleSet::default();
        change(&mut rules, &vectors["base"]);
        change(&mut rules, &case["rules"]);
        let mut seats = case["lots"].as_array().unwrap().iter().map(seat);
        let lots = Lots::of(std::array::from_fn(|_| seats.next().unwrap())).unwrap();
        let mut set = if case["start"].is_null() {
            Set::new(rules, lots)
        } else {
            Set::placed(rules, lots, &setup(&case["start"])).unwrap()
        };
        if !case["start"]["lead"].is_null() {
            panic!("{name}: this test does not know `lead`");
        }
        let mut fate = Told {
            picks: case["picks"].as_array().unwrap().iter().map(number).collect(),
            drawn: 0,
        };
        let mut events = Vec::new();
        for tick in 1..=number(&case["ticks"]) {
            let inputs = case["inputs"].as_array().unwrap().iter();
            let now: Vec<&Value> = inputs.filter(|input| number(&input["tick"]) == tick).collect();
            let asked: Vec<(Seat, Wish)> = now.iter().map(|input| (seat(&input["seat"]), wish(input))).collect();
            if set.is_over() {
                assert!(asked.is_empty());
                break;
            }
            let beat = set.advance(&asked, &mut fate);
            assert_eq!(u64::from(beat.tick), tick);
            events.extend(tell(&beat, &asked));
        }
        assert_eq!(Value::from(events), case["events"], "{name}");
        let end: Vec<Value> = Seat::ALL.map(|seat| place(set.place(seat))).to_vec();
        assert_eq!(Value::from(end), case["end"], "{name}");
        assert_eq!(fate.drawn as usize, fate.picks.len(), "{name}: draws");
    }
}

/// Picks as the case tells them.
struct Told {
    picks: Vec<u64>,
    drawn: u64,
}

impl Fate for Told {
    fn cast(&mut self, _shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        unreachable!("no shells in four stones")
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        let value = self.picks[self.drawn as usize] as u32;
        assert!(value < of);
        self.drawn += 1;
        Drawn {
            t: self.drawn - 1,
            value,
        }
    }
}

fn change(rules: &mut RuleSet, fields: &Value) {
    for (field, value) in fields.as_object().unwrap() {
        match value.as_bool() {
            Some(inside) if field == "gumpu_reach_in" => rules.gumpu_reach_in = inside,
            _ => *rules.number_mut(field).unwrap() = number(value) as u32,
        }
    }
    assert_eq!(rules.check(), Ok(()));
}

fn setup(start: &Value) -> Setup {
    let list = |field: &str| start[field].as_array().cloned().unwrap_or_default();
    let mut setup = Setup {
        phase: match start["phase"].as_str().unwrap_or("steal") {
            "steal" => Phase::Steal,
            "choice" => Phase::Choice,
            "gumpu" => Phase::Gumpu(corner(&start["box"])),
            "chhuttu" => Phase::Chhuttu,
            other => panic!("{other}"),
        },
        ground: start["ground"].as_u64().map(|ground| ground as u8),
        cut: list("cut")
            .iter()
            .map(|arm| Arm::from_name(arm.as_str().unwrap()).unwrap())
            .collect(),
        ..Setup::default()
    };
    for (seat, at) in list("at").iter().enumerate().filter(|(_, at)| !at.is_null()) {
        setup.at[seat] = Some(Point::at(number(&at[0]) as i32, number(&at[1]) as i32));
    }
    for (seat, held) in list("stones").iter().enumerate() {
        setup.stones[seat] = number(held) as u8;
    }
    for (seat, progress) in list("progress").iter().enumerate() {
        setup.progress[seat] = progress.as_i64().unwrap() as i16;
    }
    setup
}

fn wish(input: &Value) -> Wish {
    let part = |field: &str| input[field].as_i64().unwrap() as i16;
    match input["kind"].as_str().unwrap() {
        "input" => Wish::Steer {
            dx: part("dx"),
            dy: part("dy"),
        },
        "take" => Wish::Take,
        "give" => Wish::Give { to: seat(&input["to"]) },
        "choice" if input["word"] == "chhuttu" => Wish::Choose(Word::Chhuttu),
        "choice" => Wish::Choose(Word::Gumpu(input["box"].as_str().map(|_| corner(&input["box"])))),
        other => panic!("{other}"),
    }
}

/// What the beat tells, as the cases write it: refused directions, what happened, and refused wishes where they were
/// heard among what the accepted ones did.
fn tell(beat: &Beat, asked: &[(Seat, Wish)]) -> Vec<Value> {
    let heard: Vec<(&(Seat, Wish), &Answer)> = asked.iter().zip(&beat.answers).collect();
    let refused = |&(&(seat, wish), answer): &(&(Seat, Wish), &Answer)| match answer {
        Answer::Refused(illegal) => Some(json!({
            "tick": beat.tick, "what": "refused", "seat": seat.number(), "act": wish.code(), "why": illegal.code(),
        })),
        Answer::Done | Answer::Lost => None,
    };
    let steers = |asked: &(&(Seat, Wish), &Answer)| matches!(asked.0.1, Wish::Steer { .. });
    let mut told: Vec<Value> = heard.iter().filter(|asked| steers(asked)).filter_map(refused).collect();
    let mut events = beat.events.iter().peekable();
    while let Some(crossed) = events.next_if(|event| matches!(event, Event::Crossed { .. } | Event::Through { .. })) {
        told.push(event(beat.tick, crossed));
    }
    for asked in heard.iter().filter(|asked| !steers(asked)) {
        match asked.1 {
            Answer::Done => told.push(event(beat.tick, events.next().unwrap())),
            Answer::Refused(_) => told.extend(refused(asked)),
            Answer::Lost => {}
        }
    }
    told.extend(events.map(|other| event(beat.tick, other)));
    told
}

fn event(tick: u32, event: &Event) -> Value {
    let mut told = match event {
        Event::Innings { number, patwar } => json!({"number": number, "patwar": patwar.number()}),
        Event::Phase(phase) => phase.corner().map_or_else(
            || json!({"phase": phase.code()}),
            |corner| json!({"phase": phase.code(), "box": corner.name()}),
        ),
        Event::Cut { arm, by } => json!({"arm": arm.name(), "by": by.code()}),
        Event::Taken { seat, left } => json!({"seat": seat.number(), "left": left}),
        Event::Given { seat, to } => json!({"seat": seat.number(), "to": to.number()}),
        Event::Crossed { seat, corner, progress } => {
            json!({"seat": seat.number(), "box": corner.name(), "progress": progress})
        }
        Event::Void(void) => json!({"void": void}),
        Event::Through { seat } => json!({"seat": seat.number()}),
        Event::Tagged {
            seat,
            by,
            instant,
            at,
            patwar_at,
            distance,
            reach,
        } => json!({
            "seat": seat.number(), "by": by.number(), "instant": instant, "at": place(*at),
            "patwar_at": place(*patwar_at), "distance": distance, "reach": reach,
        }),
        Event::ClockOut { seat, among, t } => {
            assert_eq!(t.is_some(), among.len() > 1, "a draw exactly where there is a tie");
            json!({"seat": seat.number(), "among": numbers(among)})
        }
        Event::InningsEnd { caught } => json!({"caught": caught.map(Seat::number)}),
        Event::Ended(outcome) => {
            assert_eq!(outcome.why.code(), "finished");
            let ranks: Vec<Vec<u8>> = outcome.ranks.iter().map(|rank| numbers(rank)).collect();
            json!({"ranks": ranks})
        }
    };
    told["tick"] = json!(tick);
    told["what"] = json!(event.code());
    told
}

fn numbers(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.number()).collect()
}

fn place(at: Point) -> Value {
    json!([at.x, at.y])
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn seat(value: &Value) -> Seat {
    Seat::new(number(value) as u8).unwrap()
}

fn corner(value: &Value) -> Corner {
    Corner::from_name(value.as_str().unwrap()).unwrap()
}
