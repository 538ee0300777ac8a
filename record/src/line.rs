//! The lines of a record as types, and the JSON of each (`record.md`).

mod event;
mod header;
mod stones;

pub(crate) use header::game;
pub use header::{Chair, Committed, Header, ServerName, Sitter};
pub use stones::{INPUTS_MS_MAX, StonesInput, StonesLine};
pub(crate) use stones::{STONES_KINDS, lots_of, seat_of};

use chowk_rules::chowka::{Ending, LeaveWhy, PassWhy, Shells, Side, Victim};
use serde_json::{Map, Value, json};

use crate::fair::Digest;
pub use crate::fields::FieldFault;
use crate::fields::Fields;
use crate::rules::Game;
use crate::words::{Word, quoted, words};

/// The name of the format, in every header.
pub const FORMAT: &str = "chowk-record/1";

/// The number of the rules' behaviour that this crate writes and verifies (contract 26).
pub const ENGINE: u64 = 1;

/// Who made a throw or a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// The seat itself.
    Seat,
    /// The server, since the seat's clock ran out.
    Clock,
    /// The server, for a seat that is away.
    Away,
    /// The seat, which has lost its chain; on throws only.
    NoChain,
    /// A house bot.
    House,
    /// The server, since there was only one move; on moves only.
    Forced,
}

words! {
    By { Seat = "seat", Clock = "clock", Away = "away", NoChain = "no_chain", House = "house", Forced = "forced" }
}

impl By {
    /// The word in records and on the wire.
    pub fn code(self) -> &'static str {
        self.word()
    }
}

/// One line of a record after its header: what happened. All but the last two are of Chowka-bara.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Chairs were drawn to sides.
    Lots {
        /// The number of the first draw.
        t: u64,
        /// For each side in use, South first, its chair.
        sides: Vec<usize>,
    },
    /// The cowries were cast.
    Thrown {
        /// Who threw.
        side: Side,
        /// The number of the draw.
        t: u64,
        /// The link that came with the throw.
        link: Option<Digest>,
        /// Who asked for it.
        by: By,
        /// How the shells lie.
        shells: Shells,
        /// What that counts.
        value: u8,
    },
    /// A pawn moved.
    Moved {
        /// Whose pawn.
        side: Side,
        /// The pawn, from 0.
        pawn: u8,
        /// The value spent.
        value: u8,
        /// The index it left, on its own route.
        from: u8,
        /// The index it reached.
        to: u8,
        /// The pawns sent home; none is written as null.
        hits: Vec<Victim>,
        /// Who moved.
        by: By,
        /// The number of the draw, only where a random victim was drawn.
        t: Option<u64>,
    },
    /// A value was lost.
    Passed {
        /// Whose value.
        side: Side,
        /// The value.
        value: u8,
        /// How it was lost.
        why: PassWhy,
    },
    /// A player left for good.
    Left {
        /// Who.
        side: Side,
        /// How.
        why: LeaveWhy,
    },
    /// The match ended.
    Ended {
        /// The ranks from the best, each the sides that share it, in the order S, E, N, W.
        ranks: Vec<Vec<Side>>,
        /// How it ended.
        why: Ending,
    },
    /// The seed was opened: the last line, of either game.
    Opened {
        /// The server's seed (fairness 8).
        server_seed: Digest,
    },
    /// A line of four stones.
    Stones(StonesLine),
}

impl Line {
    /// The word in `kind`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Line::Lots { .. } => "lots",
            Line::Thrown { .. } => "thrown",
            Line::Moved { .. } => "moved",
            Line::Passed { .. } => "passed",
            Line::Left { .. } => "left",
            Line::Ended { .. } => "ended",
            Line::Opened { .. } => "opened",
            Line::Stones(line) => line.kind(),
        }
    }

    /// The fields of the line but `line`, `ms` and `h`, which [`crate::chain::RecordChain`] adds.
    pub fn to_fields(&self) -> Map<String, Value> {
        let mut fields = match self {
            Line::Lots { t, sides } => object(json!({ "t": t, "sides": sides })),
            Line::Thrown {
                side,
                t,
                link,
                by,
                shells,
                value,
            } => object(json!({
                "side": side.word(), "t": t, "link": link, "by": by.word(),
                "shells": shells.faces().collect::<Vec<u8>>(), "value": value,
            })),
            Line::Moved {
                side,
                pawn,
                value,
                from,
                to,
                hits,
                by,
                t,
            } => {
                let mut fields = object(json!({
                    "side": side.word(), "pawn": pawn, "value": value, "from": from, "to": to,
                    "hit": hit(hits), "by": by.word(),
                }));
                if let Some(t) = t {
                    fields.insert("t".to_owned(), json!(t));
                }
                fields
            }
            Line::Passed { side, value, why } => {
                object(json!({ "side": side.word(), "value": value, "why": why.word() }))
            }
            Line::Left { side, why } => object(json!({ "side": side.word(), "why": why.word() })),
            Line::Ended { ranks, why } => {
                let ranks: Vec<Vec<&str>> = ranks
                    .iter()
                    .map(|rank| rank.iter().map(|s| s.word()).collect())
                    .collect();
                object(json!({ "ranks": ranks, "why": why.word() }))
            }
            Line::Opened { server_seed } => object(json!({ "server_seed": server_seed })),
            Line::Stones(line) => return line.to_fields(),
        };
        fields.insert("kind".to_owned(), json!(self.kind()));
        fields
    }

    /// Reads a line whose game is not known: lots of four stones have `chairs`, and its other lines a `tick` or a kind of
    /// their own. Fields it does not know are ignored, and so are `line`, `ms` and `h`.
    ///
    /// # Errors
    /// [`FieldFault`] for an unknown kind, or the first field that is missing or cannot be.
    pub fn from_fields(fields: &Map<String, Value>) -> Result<Line, FieldFault> {
        let of_stones = match Fields(fields).text("kind")? {
            "lots" => fields.contains_key("chairs"),
            "ended" => fields.contains_key("tick"),
            kind => STONES_KINDS.contains(&kind),
        };
        Line::of_game(if of_stones { Game::Stones } else { Game::Chowka }, fields)
    }

    /// Reads a line of this game.
    ///
    /// # Errors
    /// As [`Line::from_fields`].
    pub fn of_game(game: Game, fields: &Map<String, Value>) -> Result<Line, FieldFault> {
        match (game, Fields(fields).text("kind")?) {
            (Game::Chowka, _) | (Game::Stones, "opened") => Line::of_chowka(fields),
            (Game::Stones, _) => StonesLine::from_fields(fields).map(Line::Stones),
        }
    }

    fn of_chowka(fields: &Map<String, Value>) -> Result<Line, FieldFault> {
        let read = Fields(fields);
        match read.text("kind")? {
            "lots" => Ok(Line::Lots {
                t: read.number("t")?,
                sides: read.chairs("sides")?,
            }),
            "thrown" => Ok(Line::Thrown {
                side: read.word("side")?,
                t: read.number("t")?,
                link: read.digest_or_null("link")?,
                by: read.word("by")?,
                shells: read.shells("shells")?,
                value: read.small("value")?,
            }),
            "moved" => Ok(Line::Moved {
                side: read.word("side")?,
                pawn: read.small("pawn")?,
                value: read.small("value")?,
                from: read.small("from")?,
                to: read.small("to")?,
                hits: read.victims("hit")?,
                by: read.word("by")?,
                t: if read.has("t") { Some(read.number("t")?) } else { None },
            }),
            "passed" => Ok(Line::Passed {
                side: read.word("side")?,
                value: read.small("value")?,
                why: read.word("why")?,
            }),
            "left" => Ok(Line::Left {
                side: read.word("side")?,
                why: read.word("why")?,
            }),
            "ended" => Ok(Line::Ended {
                ranks: read.ranks("ranks")?,
                why: read.word("why")?,
            }),
            "opened" => Ok(Line::Opened {
                server_seed: read.digest("server_seed")?,
            }),
            other => Err(FieldFault(format!(
                "no line of Chowka-bara is of kind {}",
                quoted(other)
            ))),
        }
    }
}

fn hit(hits: &[Victim]) -> Value {
    if hits.is_empty() {
        return Value::Null;
    }
    let told = |hit: &Victim| json!({ "side": hit.side.word(), "pawn": hit.pawn, "from": hit.from });
    hits.iter().map(told).collect()
}

/// The map inside a JSON object that was just written.
fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

#[cfg(test)]
mod tests;
