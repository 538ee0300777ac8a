//! The two boards: the four sides, each side's route over the squares, and where two routes meet.
//!
//! Squares are `(row, col)`, row 0 at the top and South at the bottom. Indices count along a side's own route: 1 is
//! its home, then the outer rim, then the gate, the inner rings and the centre. Everything is computed from the
//! size of the board; a test draws it.

use std::fmt;

/// A place at the table. The order is that of turns, anticlockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Sits at the bottom, and begins.
    South,
    /// Sits on the right.
    East,
    /// Sits at the top.
    North,
    /// Sits on the left.
    West,
}

impl Side {
    /// All four, in the order of turns.
    pub const ALL: [Side; 4] = [Side::South, Side::East, Side::North, Side::West];

    /// The sides that play when 2, 3 or 4 do: two sit opposite, three leave West free.
    ///
    /// # Panics
    /// For any other number of players.
    pub fn in_use(players: u8) -> &'static [Side] {
        match players {
            2 => &[Side::South, Side::North],
            3 => &[Side::South, Side::East, Side::North],
            4 => &Side::ALL,
            other => panic!("two to four can play, not {other}"),
        }
    }

    /// S, E, N or W.
    pub const fn letter(self) -> char {
        match self {
            Side::South => 'S',
            Side::East => 'E',
            Side::North => 'N',
            Side::West => 'W',
        }
    }

    /// The side with this letter, a capital.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter)
    }

    /// 0 for South to 3 for West: the number of quarter turns from South.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The next side anticlockwise, whether or not anybody sits there.
    pub const fn next(self) -> Side {
        Side::ALL[(self.index() + 1) % 4]
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::South => "South",
            Side::East => "East",
            Side::North => "North",
            Side::West => "West",
        })
    }
}

/// A board, by its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Board {
    /// Five by five, centre at index 25.
    Five,
    /// Seven by seven, centre at index 49.
    Seven,
}

/// One more than the greatest index of any route.
const INDICES: usize = 50;

/// What is computed once of a board.
struct Map {
    /// South's route: the square of each index, 0 being off the board.
    route: [(u8, u8); INDICES],
    /// For a pawn at index i of its own route, the index of that square on the route of the side that sits q
    /// quarter turns further on: `meets[q][i]`.
    meets: [[u8; INDICES]; 4],
}

static FIVE: Map = Map::of(5);
static SEVEN: Map = Map::of(7);

impl Board {
    /// Both boards.
    pub const ALL: [Board; 2] = [Board::Five, Board::Seven];

    /// Squares along an edge: 5 or 7.
    pub const fn size(self) -> u8 {
        match self {
            Board::Five => 5,
            Board::Seven => 7,
        }
    }

    /// The index of the centre, the last of every route: 25 or 49.
    pub const fn centre(self) -> u8 {
        self.size() * self.size()
    }

    /// The last index of the outer rim, before the gate: 16 or 24.
    pub const fn gate(self) -> u8 {
        4 * (self.size() - 1)
    }

    /// The square at `index` of `side`'s route as `(row, col)`; `None` for 0, off the board, and beyond the centre.
    pub fn square(self, side: Side, index: u8) -> Option<(u8, u8)> {
        if index == 0 || index > self.centre() {
            return None;
        }
        let start = self.map().route[usize::from(index)];
        Some((0..side.index()).fold(start, |(row, col), _| (self.size() - 1 - col, row)))
    }

    /// The index, on the route of `theirs`, of the square that is `index` on the route of `mine`. 0, off the board,
    /// stays 0, and so does what lies beyond the centre.
    pub fn meeting(self, mine: Side, index: u8, theirs: Side) -> u8 {
        let quarters = (theirs.index() + 4 - mine.index()) % 4;
        self.map().meets[quarters].get(usize::from(index)).copied().unwrap_or(0)
    }

    /// Whether the square at `index` is somebody's home: every quarter of the outer rim, on everyone's route alike.
    pub const fn is_home(self, index: u8) -> bool {
        index >= 1 && index <= self.gate() && (index - 1).is_multiple_of(self.gate() / 4)
    }

    /// Whether the square at `index` is a corner of the 7x7 board's middle ring: 25, 29, 33 or 37.
    pub const fn is_corner(self, index: u8) -> bool {
        match self {
            Board::Five => false,
            Board::Seven => index > 24 && index <= 40 && (index - 25).is_multiple_of(4),
        }
    }

    fn map(self) -> &'static Map {
        match self {
            Board::Five => &FIVE,
            Board::Seven => &SEVEN,
        }
    }
}

impl Map {
    const fn of(size: u8) -> Map {
        let route = route(size);
        let centre = (size * size) as usize;
        let mut meets = [[0; INDICES]; 4];
        let mut quarters = 0;
        while quarters < 4 {
            let mut mine = 1;
            while mine <= centre {
                let mut theirs = 1;
                while theirs <= centre {
                    let mut square = route[theirs];
                    let mut turn = 0;
                    while turn < quarters {
                        square = (size - 1 - square.1, square.0);
                        turn += 1;
                    }
                    if square.0 == route[mine].0 && square.1 == route[mine].1 {
                        meets[quarters][mine] = theirs as u8;
                    }
                    theirs += 1;
                }
                mine += 1;
            }
            quarters += 1;
        }
        Map { route, meets }
    }
}

/// South's route: the outer rim anticlockwise from the middle of the bottom row, then each inner ring clockwise from
/// its bottom left corner, then the centre.
const fn route(size: u8) -> [(u8, u8); INDICES] {
    let mut squares = [(0, 0); INDICES];
    let last = size - 1;
    let mut index = 1;
    let mut step = 0;
    while step < 4 * last {
        // Walked anticlockwise from the bottom left corner, South's home comes half an edge later.
        squares[index] = on_ring(0, last, (step + last / 2) % (4 * last), false);
        index += 1;
        step += 1;
    }
    let mut ring = 1;
    while ring < size / 2 {
        let edge = last - 2 * ring;
        let mut step = 0;
        while step < 4 * edge {
            squares[index] = on_ring(ring, edge, step, true);
            index += 1;
            step += 1;
        }
        ring += 1;
    }
    squares[index] = (size / 2, size / 2);
    squares
}

/// The square `step` steps from the bottom left corner of the ring that lies `ring` squares in and has `edge` steps
/// along each edge.
const fn on_ring(ring: u8, edge: u8, step: u8, clockwise: bool) -> (u8, u8) {
    let low = ring;
    let high = ring + edge;
    let along = step % edge;
    match (step / edge, clockwise) {
        (0, false) => (high, low + along),
        (1, false) => (high - along, high),
        (2, false) => (low, high - along),
        (_, false) => (low + along, low),
        (0, true) => (high - along, low),
        (1, true) => (low, low + along),
        (2, true) => (low + along, high),
        (_, true) => (high, high - along),
    }
}
