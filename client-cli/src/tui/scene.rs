//! What a full screen shows of a table, as plain values. It knows no socket, no view and no record: whoever has a table
//! makes a scene of it, and [`super::draw`] draws it.

use chowk_protocol::SideName;

use crate::play::board::Board;

/// A table, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The left part of the top line: game, room, preset.
    pub title: String,
    /// The right part of the top line: throw, latency, place in a replay.
    pub corner: String,
    /// The board; absent where the rules name one that this client cannot draw.
    pub board: Option<Board>,
    /// Whose home lies at the bottom. Squares are numbered along this side's route.
    pub bottom: SideName,
    /// The sides in the order in which they throw, the one at the bottom first.
    pub seats: Vec<Seat>,
    /// Whose turn it is.
    pub turn: Option<SideName>,
    /// The clock of the turn.
    pub clock: Option<Clock>,
    /// The cowries of the last throw: true with the mouth up. Empty before the first.
    pub shells: Vec<bool>,
    /// What the last throw counted.
    pub value: Option<u8>,
    /// Where throws are collected: the values in hand, each with its number.
    pub hand: Vec<(u8, u8)>,
    /// What happens or is to be done, a sentence or two.
    pub status: Vec<String>,
    /// What each pawn on turn may do, or why not.
    pub choices: Vec<Choice>,
    /// Short lines at the end of the panel: links and envelope.
    pub notes: Vec<String>,
    /// The last step: side, from and to on its own route.
    pub last: Option<(SideName, u8, u8)>,
    /// What happened, oldest first.
    pub log: Vec<Said>,
    /// The statistics so far, shown where there is room.
    pub stats: Vec<String>,
    /// A line across the screen: connection, pause, words of the operator.
    pub banner: Option<Said>,
    /// The keys that do something now: key and word.
    pub keys: Vec<(String, String)>,
}

impl Scene {
    /// An empty table with this board.
    pub fn of_board(board: Option<Board>, bottom: SideName) -> Self {
        Self {
            title: String::new(),
            corner: String::new(),
            board,
            bottom,
            seats: Vec::new(),
            turn: None,
            clock: None,
            shells: Vec::new(),
            value: None,
            hand: Vec::new(),
            status: Vec::new(),
            choices: Vec::new(),
            notes: Vec::new(),
            last: None,
            log: Vec::new(),
            stats: Vec::new(),
            banner: None,
            keys: Vec::new(),
        }
    }
}

/// A side at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Which side.
    pub side: SideName,
    /// The name.
    pub name: String,
    /// What stands after the name, as `you` or `house bot`; empty for other people.
    pub kind: String,
    /// Each pawn, from 0, and its index on the side's own route; 0 is off the board.
    pub pawns: Vec<(u8, u8)>,
    /// Whether the gate is open to it.
    pub right: bool,
    /// Its rank, 0 while it plays.
    pub rank: u8,
    /// Whether it left the match.
    pub left: bool,
    /// What keeps it from playing itself, as `away` or `no line`; empty otherwise.
    pub absent: String,
}

/// The clock of a turn, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Until the deadline.
    pub left_ms: u64,
    /// What is in the bank, if there is one.
    pub bank_ms: Option<u64>,
}

/// A pawn and a value, or a pawn and several, on one line of the panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Whose pawn.
    pub side: SideName,
    /// Which pawn, from 0.
    pub pawn: u8,
    /// The value, where the line is about one.
    pub value: Option<u8>,
    /// Where it would come to, on its own route; `None` if it may not move.
    pub to: Option<u8>,
    /// Whether somebody would be hit there.
    pub hits: bool,
    /// `14 -> 17 through the gate`, or why it may not move.
    pub words: String,
    /// Whether the player has this one picked.
    pub picked: bool,
}

/// How words are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As anything else.
    Plain,
    /// About the player himself.
    Mine,
    /// Good news.
    Good,
    /// A warning.
    Warning,
    /// Bad news.
    Bad,
    /// Of little weight.
    Faint,
}

/// Words and how they are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The words.
    pub text: String,
    /// How they are meant.
    pub tone: Tone,
}

impl Said {
    /// Words of this tone.
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self {
            text: text.into(),
            tone,
        }
    }
}
