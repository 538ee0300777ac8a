//! The court: seats, points, boxes, tracks and arms, in thousandths of a foot (section 1).
//!
//! The origin is the south-west corner, x goes east and y north. All regions are closed: a box's border belongs to it.

use std::fmt;

/// The court's far edge on both axes.
pub const COURT: i32 = 12_000;
/// Where the tracks begin.
pub const TRACK_FROM: i32 = 5_000;
/// Where the tracks end.
pub const TRACK_TO: i32 = 7_000;
/// The middle of the circle.
pub const CENTRE: Point = Point { x: 6_000, y: 6_000 };
/// How many sit at a table.
pub const SEATS: usize = 5;
/// How many stones lie in the circle when an innings begins.
pub const STONES: u8 = 4;

/// A chair at the table of five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// All five, from 0.
    pub const ALL: [Seat; SEATS] = [Seat(0), Seat(1), Seat(2), Seat(3), Seat(4)];

    /// The seat of this number; `None` from 5 on.
    pub const fn new(number: u8) -> Option<Seat> {
        if (number as usize) < SEATS {
            Some(Seat(number))
        } else {
            None
        }
    }

    /// Its number, 0 to 4.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A place on the court.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
}

impl Point {
    /// The place at `x` and `y`.
    pub const fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Whether it lies on the court: a runner's always does.
    pub fn is_on_court(self) -> bool {
        (0..=COURT).contains(&self.x) && (0..=COURT).contains(&self.y)
    }

    /// Whether it lies in the tracks: the patwar's always does.
    pub fn is_in_tracks(self) -> bool {
        self.is_on_court() && (is_track(self.x) || is_track(self.y))
    }

    /// The box around it, if it is inside one.
    pub fn corner(self) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.contains(self))
    }

    /// The arm whose end line it lies on, if it is in the tracks.
    pub fn end_line(self) -> Option<Arm> {
        let touched = [self.y == 0, self.x == COURT, self.y == COURT, self.x == 0];
        let arm = Arm::ALL.into_iter().find(|arm| touched[arm.index()]);
        arm.filter(|_| self.is_in_tracks())
    }

    /// The square of the distance to `other`.
    pub fn square_to(self, other: Point) -> u64 {
        let (dx, dy) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        (dx * dx + dy * dy).unsigned_abs()
    }

    /// Whether `other` is at most `reach` away.
    pub fn is_within(self, reach: u32, other: Point) -> bool {
        self.square_to(other) <= u64::from(reach) * u64::from(reach)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// Whether a coordinate is that of a track.
pub(super) fn is_track(coordinate: i32) -> bool {
    (TRACK_FROM..=TRACK_TO).contains(&coordinate)
}

/// One of the four boxes, by its corner of the court. The order is the way round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Corner {
    /// South-west, at the origin.
    SouthWest,
    /// South-east.
    SouthEast,
    /// North-east.
    NorthEast,
    /// North-west.
    NorthWest,
}

impl Corner {
    /// All four, the way round.
    pub const ALL: [Corner; 4] = [
        Corner::SouthWest,
        Corner::SouthEast,
        Corner::NorthEast,
        Corner::NorthWest,
    ];

    /// 0 for SW to 3 for NW.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// SW, SE, NE or NW.
    pub const fn name(self) -> &'static str {
        match self {
            Corner::SouthWest => "SW",
            Corner::SouthEast => "SE",
            Corner::NorthEast => "NE",
            Corner::NorthWest => "NW",
        }
    }

    /// The box of this name.
    pub fn from_name(name: &str) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.name() == name)
    }

    /// Its middle, where its owner stands when an innings begins.
    pub const fn middle(self) -> Point {
        match self {
            Corner::SouthWest => Point::at(2_500, 2_500),
            Corner::SouthEast => Point::at(9_500, 2_500),
            Corner::NorthEast => Point::at(9_500, 9_500),
            Corner::NorthWest => Point::at(2_500, 9_500),
        }
    }

    /// Whether the box, with its border, contains `point`.
    pub fn contains(self, point: Point) -> bool {
        let middle = self.middle();
        (point.x - middle.x).abs() <= 2_500 && (point.y - middle.y).abs() <= 2_500
    }

    /// How many boxes it is the way round from here to `to`: 1 to the next, -1 to the one before, 0 to this one and
    /// to the diagonal one, to which no way is shorter.
    pub const fn steps_to(self, to: Corner) -> i8 {
        match (to.index() + 4 - self.index()) % 4 {
            1 => 1,
            3 => -1,
            _ => 0,
        }
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the four ends of the cross.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arm {
    /// Ends at y = 0.
    South,
    /// Ends at x = 12000.
    East,
    /// Ends at y = 12000.
    North,
    /// Ends at x = 0.
    West,
}

impl Arm {
    /// All four, in the order in which missing ones are credited.
    pub const ALL: [Arm; 4] = [Arm::South, Arm::East, Arm::North, Arm::West];

    /// 0 for S to 3 for W.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// S, E, N or W.
    pub const fn name(self) -> &'static str {
        match self {
            Arm::South => "S",
            Arm::East => "E",
            Arm::North => "N",
            Arm::West => "W",
        }
    }

    /// The arm of this name.
    pub fn from_name(name: &str) -> Option<Arm> {
        Arm::ALL.into_iter().find(|arm| arm.name() == name)
    }

    /// The middle of its end line.
    pub const fn end(self) -> Point {
        match self {
            Arm::South => Point::at(6_000, 0),
            Arm::East => Point::at(COURT, 6_000),
            Arm::North => Point::at(6_000, COURT),
            Arm::West => Point::at(0, 6_000),
        }
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
