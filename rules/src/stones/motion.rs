//! How a body moves in one tick, and when two bodies come within reach of each other (sections 1 and 2.5).

use super::court::{COURT, Corner, Point, TRACK_FROM, TRACK_TO, is_track};

/// The greatest part of a direction.
pub const DIRECTION_MAX: i16 = 127;

/// Which way a body is pushed: each part in -127 to 127; kept until the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Direction {
    dx: i8,
    dy: i8,
}

impl Direction {
    /// Standing still.
    pub const STILL: Direction = Direction { dx: 0, dy: 0 };

    /// The direction of these parts; `None` if one is outside -127 to 127.
    pub fn of(dx: i16, dy: i16) -> Option<Direction> {
        let part = |d: i16| i8::try_from(d).ok().filter(|&d| d != i8::MIN);
        Some(Direction {
            dx: part(dx)?,
            dy: part(dy)?,
        })
    }

    /// East.
    pub const fn dx(self) -> i8 {
        self.dx
    }

    /// North.
    pub const fn dy(self) -> i8 {
        self.dy
    }

    /// How far it carries in a tick on each axis, at a speed of `s` a tick: `sign(d) * isqrt(s² d² div max(dx² + dy²,
    /// 127²))`, so that 127, 127 is no faster than 127, 0.
    pub fn step(self, s: u32) -> (i32, i32) {
        let square = |d: i8| u64::from(d.unsigned_abs()) * u64::from(d.unsigned_abs());
        let whole = (square(self.dx) + square(self.dy)).max(127 * 127);
        let part = |d: i8| {
            let length = (u64::from(s) * u64::from(s) * square(d) / whole).isqrt();
            i32::from(d.signum()) * i32::try_from(length).expect("a part is not longer than the step")
        };
        (part(self.dx), part(self.dy))
    }
}

/// Where a runner comes to: his point stays on the court.
pub fn run(from: Point, direction: Direction, s: u32) -> Point {
    let (dx, dy) = direction.step(s);
    Point::at((from.x + dx).clamp(0, COURT), (from.y + dy).clamp(0, COURT))
}

/// Where a patwar comes to: his point stays in the tracks. He is clamped axis by axis, x then y and y then x, and goes
/// the longer way, x first of equals; so he slides along a line and never sticks.
pub fn patrol(from: Point, direction: Direction, s: u32) -> Point {
    let (dx, dy) = direction.step(s);
    let x_first = along_y(along_x(from, dx), dy);
    let y_first = along_x(along_y(from, dy), dx);
    let length = |to: Point| (to.x - from.x).abs() + (to.y - from.y).abs();
    if length(y_first) > length(x_first) {
        y_first
    } else {
        x_first
    }
}

fn along_x(from: Point, dx: i32) -> Point {
    Point::at(clamped(from.x + dx, from.y), from.y)
}

fn along_y(from: Point, dy: i32) -> Point {
    Point::at(from.x, clamped(from.y + dy, from.x))
}

/// A coordinate within the track that runs along its axis, or, if the other coordinate is beside that track, within
/// the one that crosses it.
fn clamped(wanted: i32, other: i32) -> i32 {
    if is_track(other) {
        wanted.clamp(0, COURT)
    } else {
        wanted.clamp(TRACK_FROM, TRACK_TO)
    }
}

/// A body's way in one tick: straight from the old place to the new, at even pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) from: Point,
    pub(super) to: Point,
}

impl Way {
    /// The place at instant `k` of `of`, in parts of a thousandth: `of` of them are one.
    fn parts(self, k: u32, of: u32) -> (i64, i64) {
        let part = |from: i32, to: i32| i64::from(from) * i64::from(of - k) + i64::from(to) * i64::from(k);
        (part(self.from.x, self.to.x), part(self.from.y, self.to.y))
    }

    /// The place at instant `k` of `of`, rounded down.
    pub(super) fn at(self, k: u32, of: u32) -> Point {
        let (x, y) = self.parts(k, of);
        let floor = |part: i64| part.div_euclid(i64::from(of)) as i32;
        Point::at(floor(x), floor(y))
    }

    /// Whether the exact place at instant `k` of `of` is inside a box.
    pub(super) fn is_inside(self, k: u32, of: u32) -> bool {
        let (x, y) = self.parts(k, of);
        let (near, far) = (2_500 * i64::from(of), i64::from(of));
        Corner::ALL.into_iter().any(|corner| {
            let middle = corner.middle();
            (x - i64::from(middle.x) * far).abs() <= near && (y - i64::from(middle.y) * far).abs() <= near
        })
    }

    /// The square of the distance to another body at instant `k` of `of`, in squares of those parts.
    pub(super) fn square_to(self, other: Way, k: u32, of: u32) -> u64 {
        let ((ax, ay), (bx, by)) = (self.parts(k, of), other.parts(k, of));
        ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).unsigned_abs()
    }
}
