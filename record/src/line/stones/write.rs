//! The fields of a line of four stones: names are those of `vectors/stones.json`, `kind` stands for its `what`.

use chowk_rules::stones::{Event, Outcome, Point, Seat, Wish, Word as Says};
use serde_json::{Map, Value, json};

use super::StonesLine;
use crate::line::object;
use crate::words::Word;

impl StonesLine {
    /// The fields of the line but `line`, `ms` and `h`.
    pub fn to_fields(&self) -> Map<String, Value> {
        let (tick, mut fields) = match self {
            StonesLine::Lots { t, places } => (
                None,
                object(json!({ "t": t, "chairs": places.places().map(Seat::number) })),
            ),
            StonesLine::Inputs(inputs) => {
                let all: Vec<Value> = inputs.iter().map(|i| input(i.tick, i.seat, i.dx, i.dy)).collect();
                (None, object(json!({ "inputs": all })))
            }
            &StonesLine::Wished {
                tick,
                seat,
                wish: Wish::Steer { dx, dy },
            } => (None, object(json!({ "inputs": [input(tick, seat, dx, dy)] }))),
            &StonesLine::Wished { tick, seat, wish } => (Some(tick), wished(seat, wish)),
            StonesLine::Happened { tick, event } => (Some(*tick), happened(event)),
        };
        if let Some(tick) = tick {
            fields.insert("tick".to_owned(), json!(tick));
        }
        fields.insert("kind".to_owned(), json!(self.kind()));
        fields
    }
}

fn input(tick: u32, seat: Seat, dx: i16, dy: i16) -> Value {
    json!([tick, seat.number(), dx, dy])
}

fn wished(seat: Seat, wish: Wish) -> Map<String, Value> {
    let seat = seat.number();
    object(match wish {
        Wish::Take | Wish::Away | Wish::Steer { .. } => json!({ "seat": seat }),
        Wish::Give { to } => json!({ "seat": seat, "to": to.number() }),
        Wish::Choose(Says::Gumpu(Some(corner))) => json!({ "seat": seat, "word": "gumpu", "box": corner.word() }),
        Wish::Choose(Says::Gumpu(None)) => json!({ "seat": seat, "word": "gumpu" }),
        Wish::Choose(Says::Chhuttu) => json!({ "seat": seat, "word": "chhuttu" }),
    })
}

fn happened(event: &Event) -> Map<String, Value> {
    object(match event {
        Event::Innings { number, patwar } => json!({ "number": number, "patwar": patwar.number() }),
        Event::Phase(phase) => match phase.corner() {
            Some(corner) => json!({ "phase": phase.code(), "box": corner.word() }),
            None => json!({ "phase": phase.code() }),
        },
        Event::Cut { arm, by } => json!({ "arm": arm.word(), "by": by.word() }),
        Event::Taken { seat, left } => json!({ "seat": seat.number(), "left": left }),
        Event::Given { seat, to } => json!({ "seat": seat.number(), "to": to.number() }),
        Event::Crossed { seat, corner, progress } => {
            json!({ "seat": seat.number(), "box": corner.word(), "progress": progress })
        }
        Event::Void(void) => json!({ "void": void }),
        Event::Through { seat } => json!({ "seat": seat.number() }),
        Event::Tagged {
            seat,
            by,
            instant,
            at,
            patwar_at,
            distance,
            reach,
        } => json!({
            "seat": seat.number(), "by": by.number(), "instant": instant, "at": point(*at),
            "patwar_at": point(*patwar_at), "distance": distance, "reach": reach,
        }),
        Event::ClockOut { seat, among, t } => {
            let mut fields = json!({ "seat": seat.number(), "among": numbers(among) });
            if let Some(t) = t {
                fields["t"] = json!(t);
            }
            fields
        }
        Event::InningsEnd { caught } => json!({ "caught": caught.map(Seat::number) }),
        Event::Ended(Outcome { ranks, why }) => {
            let ranks: Vec<Vec<u8>> = ranks.iter().map(|rank| numbers(rank)).collect();
            json!({ "ranks": ranks, "why": why.word() })
        }
    })
}

fn point(point: Point) -> [i32; 2] {
    [point.x, point.y]
}

fn numbers(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.number()).collect()
}
