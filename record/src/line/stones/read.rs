//! A line of four stones read from its fields; what cannot be is refused with its field.

use chowk_rules::stones::{DIRECTION_MAX, Event, Lots, Outcome, Phase, Point, SEATS, Seat, Wish, Word as Says};
use serde_json::{Map, Value};

use super::{StonesInput, StonesLine};
use crate::fields::{FieldFault, Fields, must};
use crate::words::quoted;

impl StonesLine {
    /// Reads a line; fields it does not know are ignored, and so are `line`, `ms` and `h`.
    ///
    /// # Errors
    /// [`FieldFault`] for a kind that no line of four stones has, or the first field that is missing or cannot be.
    pub fn from_fields(fields: &Map<String, Value>) -> Result<StonesLine, FieldFault> {
        let read = Fields(fields);
        match read.text("kind")? {
            "lots" => Ok(StonesLine::Lots {
                t: read.number("t")?,
                places: lots(read)?,
            }),
            "inputs" => {
                let all = read.list("inputs")?;
                if all.is_empty() {
                    return Err(must("inputs", "list at least one"));
                }
                let inputs: Option<Vec<StonesInput>> = all.iter().map(input).collect();
                let wrong = || must("inputs", "list [tick, seat, dx, dy], each part from -127 to 127");
                inputs.map(StonesLine::Inputs).ok_or_else(wrong)
            }
            kind => {
                if let Some(wish) = wish(kind, read)? {
                    return Ok(StonesLine::Wished {
                        tick: read.wide("tick")?,
                        seat: seat(read, "seat")?,
                        wish,
                    });
                }
                let unknown = || FieldFault(format!("no line of four stones is of kind {}", quoted(kind)));
                let event = event(kind, read)?.ok_or_else(unknown)?;
                let tick = read.wide("tick")?;
                Ok(StonesLine::Happened { tick, event })
            }
        }
    }
}

/// The lots of such a line, whatever its `t`.
pub(crate) fn lots(read: Fields<'_>) -> Result<Lots, FieldFault> {
    let chairs: Option<[Seat; SEATS]> = seats(read, "chairs")?.try_into().ok();
    let each_once = || must("chairs", "list each of the five chairs once");
    chairs.and_then(Lots::of).ok_or_else(each_once)
}

fn input(value: &Value) -> Option<StonesInput> {
    let [tick, seat, dx, dy] = value.as_array()?.as_slice() else {
        return None;
    };
    let part = |value: &Value| {
        let part = i16::try_from(value.as_i64()?).ok()?;
        (-DIRECTION_MAX..=DIRECTION_MAX).contains(&part).then_some(part)
    };
    Some(StonesInput {
        tick: u32::try_from(tick.as_u64()?).ok()?,
        seat: as_seat(seat)?,
        dx: part(dx)?,
        dy: part(dy)?,
    })
}

/// The wish of a line of this kind, if it is one.
fn wish(kind: &str, read: Fields<'_>) -> Result<Option<Wish>, FieldFault> {
    Ok(Some(match kind {
        "take" => Wish::Take,
        "give" => Wish::Give { to: seat(read, "to")? },
        "choice" => Wish::Choose(match read.text("word")? {
            "gumpu" if read.has("box") => Says::Gumpu(Some(read.word("box")?)),
            "gumpu" => Says::Gumpu(None),
            "chhuttu" => {
                no_box(read)?;
                Says::Chhuttu
            }
            _ => return Err(must("word", "be \"gumpu\" or \"chhuttu\"")),
        }),
        "away" => Wish::Away,
        _ => return Ok(None),
    }))
}

/// The event of a line of this kind, if it is one.
fn event(kind: &str, read: Fields<'_>) -> Result<Option<Event>, FieldFault> {
    Ok(Some(match kind {
        "innings" => Event::Innings {
            number: read.small("number")?,
            patwar: seat(read, "patwar")?,
        },
        "phase" => Event::Phase(phase(read)?),
        "cut" => Event::Cut {
            arm: read.word("arm")?,
            by: read.word("by")?,
        },
        "taken" => Event::Taken {
            seat: seat(read, "seat")?,
            left: read.small("left")?,
        },
        "given" => Event::Given {
            seat: seat(read, "seat")?,
            to: seat(read, "to")?,
        },
        "crossed" => Event::Crossed {
            seat: seat(read, "seat")?,
            corner: read.word("box")?,
            progress: read.small("progress")?,
        },
        "void" => Event::Void(read.flag("void")?),
        "through" => Event::Through {
            seat: seat(read, "seat")?,
        },
        "tagged" => Event::Tagged {
            seat: seat(read, "seat")?,
            by: seat(read, "by")?,
            instant: read.wide("instant")?,
            at: point(read, "at")?,
            patwar_at: point(read, "patwar_at")?,
            distance: read.wide("distance")?,
            reach: read.wide("reach")?,
        },
        "clock_out" => Event::ClockOut {
            seat: seat(read, "seat")?,
            among: seats(read, "among")?,
            t: if read.has("t") { Some(read.number("t")?) } else { None },
        },
        "innings_end" => Event::InningsEnd {
            caught: if read.get("caught")?.is_null() {
                None
            } else {
                Some(seat(read, "caught")?)
            },
        },
        "ended" => Event::Ended(Outcome {
            ranks: ranks(read, "ranks")?,
            why: read.word("why")?,
        }),
        _ => return Ok(None),
    }))
}

fn phase(read: Fields<'_>) -> Result<Phase, FieldFault> {
    let phase = match read.text("phase")? {
        "gumpu" => return Ok(Phase::Gumpu(read.word("box")?)),
        "break" => Phase::Break,
        "steal" => Phase::Steal,
        "choice" => Phase::Choice,
        "chhuttu" => Phase::Chhuttu,
        "over" => Phase::Over,
        _ => return Err(must("phase", "be the name of a phase")),
    };
    no_box(read)?;
    Ok(phase)
}

fn no_box(read: Fields<'_>) -> Result<(), FieldFault> {
    if read.has("box") {
        return Err(FieldFault("`box` stands with \"gumpu\" only".to_owned()));
    }
    Ok(())
}

fn as_seat(value: &Value) -> Option<Seat> {
    Seat::new(u8::try_from(value.as_u64()?).ok()?)
}

fn as_seats(value: &Value) -> Option<Vec<Seat>> {
    value.as_array()?.iter().map(as_seat).collect()
}

/// A field that names a seat.
pub(crate) fn seat(read: Fields<'_>, field: &str) -> Result<Seat, FieldFault> {
    as_seat(read.get(field)?).ok_or_else(|| must(field, "be a seat, 0 to 4"))
}

fn seats(read: Fields<'_>, field: &str) -> Result<Vec<Seat>, FieldFault> {
    as_seats(read.get(field)?).ok_or_else(|| must(field, "list seats, 0 to 4"))
}

fn ranks(read: Fields<'_>, field: &str) -> Result<Vec<Vec<Seat>>, FieldFault> {
    let ranks = read.list(field)?.iter().map(as_seats).collect::<Option<_>>();
    ranks.ok_or_else(|| must(field, "be a list of ranks, each a list of seats"))
}

fn point(read: Fields<'_>, field: &str) -> Result<Point, FieldFault> {
    let wrong = || must(field, "be a place as [x, y]");
    let part = |value: &Value| i32::try_from(value.as_i64()?).ok();
    match read.list(field)?.as_slice() {
        [x, y] => {
            let (x, y) = (part(x).ok_or_else(wrong)?, part(y).ok_or_else(wrong)?);
            Ok(Point::at(x, y))
        }
        [..] => Err(wrong()),
    }
}
