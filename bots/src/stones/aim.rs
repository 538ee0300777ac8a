//! Distances and directions on the court, in whole numbers, so that a bot plays alike on every machine.

use chowk_rules::stones::{CENTRE, Corner, Direction, Point, TRACK_FROM, TRACK_TO};

/// How far it is from one place to another.
pub(crate) fn distance(a: Point, b: Point) -> i32 {
    a.square_to(b).isqrt() as i32
}

/// The direction from one place to another, as fast as can be; slower only where the target is nearer than a step.
pub(crate) fn toward(from: Point, to: Point, step: i32) -> Direction {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let far = distance(from, to);
    if far == 0 {
        return Direction::STILL;
    }
    // A direction's length of 127 is a whole step.
    let length = if far < step { 127 * far / step } else { 127 };
    let part = |d: i32| (i64::from(d) * i64::from(length) / i64::from(far)) as i16;
    Direction::of(part(dx), part(dy)).expect("no part is longer than the whole")
}

/// The place reached from `from` after going straight towards `to` for `length`.
pub(crate) fn along(from: Point, to: Point, length: i32) -> Point {
    let far = distance(from, to);
    if far <= length || far == 0 {
        return to;
    }
    let part = |a: i32, b: i32| a + (i64::from(b - a) * i64::from(length) / i64::from(far)) as i32;
    Point::at(part(from.x, to.x), part(from.y, to.y))
}

/// The inner corner around which the patwar must turn on his way from one place in the tracks to another, if he must.
pub(crate) fn turn(from: Point, to: Point) -> Option<Point> {
    let (vertical, horizontal) = (in_track(from.x) && in_track(to.x), in_track(from.y) && in_track(to.y));
    if vertical || horizontal || in_both(from) || in_both(to) {
        return None;
    }
    // One is in an arm along y, the other in one along x, so the corner between them is known.
    let (along_y, along_x) = if in_track(from.x) { (from, to) } else { (to, from) };
    let corner = Point::at(
        if along_x.x < CENTRE.x { TRACK_FROM } else { TRACK_TO },
        if along_y.y < CENTRE.y { TRACK_FROM } else { TRACK_TO },
    );
    // Where the straight way passes the corner's x: beyond the corner's y it would lead through the box.
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    if dx == 0 {
        return None;
    }
    let y = i64::from(from.y) + dy * i64::from(corner.x - from.x) / dx;
    let through = if corner.y == TRACK_FROM {
        y < i64::from(corner.y)
    } else {
        y > i64::from(corner.y)
    };
    through.then_some(corner)
}

/// How far the patwar must go from one place to another; the other may be inside a box.
pub(crate) fn patrol_length(from: Point, to: Point) -> i32 {
    match turn(from, to) {
        Some(corner) => distance(from, corner) + distance(corner, to),
        None => distance(from, to),
    }
}

/// Where the patwar should press for to get from one place to another.
pub(crate) fn patrol_toward(from: Point, to: Point, step: i32) -> Direction {
    toward(from, turn(from, to).unwrap_or(to), step)
}

/// The corner of a box that is nearest to the centre, `inside` from both borders.
pub(crate) fn inner_corner(corner: Corner, inside: i32) -> Point {
    let middle = corner.middle();
    let part = |m: i32| {
        if m < CENTRE.x {
            TRACK_FROM - inside
        } else {
            TRACK_TO + inside
        }
    };
    Point::at(part(middle.x), part(middle.y))
}

/// A place on the border of `from` or of the box beside it, `to`: `lane` from the court's edge along their track, and
/// `inside` the box.
pub(crate) fn lane_end(from: Corner, to: Corner, lane: i32, inside: i32) -> Point {
    let (a, b) = (from.middle(), to.middle());
    let across = |m: i32| {
        if m < CENTRE.x {
            TRACK_FROM - inside
        } else {
            TRACK_TO + inside
        }
    };
    let lane_at = |m: i32| if m < CENTRE.x { lane } else { 2 * CENTRE.x - lane };
    if a.y == b.y {
        Point::at(across(b.x), lane_at(b.y))
    } else {
        Point::at(lane_at(b.x), across(b.y))
    }
}

/// The box nearest to a place, and the nearest place inside it.
pub(crate) fn shelter(at: Point) -> (Corner, Point) {
    let inside = |corner: Corner| {
        let middle = corner.middle();
        let part = |m: i32, v: i32| v.clamp(m - 2_450, m + 2_450);
        Point::at(part(middle.x, at.x), part(middle.y, at.y))
    };
    let corners = Corner::ALL.map(|corner| (corner, inside(corner)));
    let nearest = corners.into_iter().min_by_key(|&(_, place)| at.square_to(place));
    nearest.expect("there are four boxes")
}

fn in_track(coordinate: i32) -> bool {
    (TRACK_FROM..=TRACK_TO).contains(&coordinate)
}

fn in_both(at: Point) -> bool {
    in_track(at.x) && in_track(at.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patwar_turns_round_the_corner_between_two_arms() {
        let at = Point::at;
        assert_eq!(turn(at(6_000, 1_000), at(6_000, 11_000)), None);
        assert_eq!(turn(at(6_000, 1_000), at(6_500, 6_500)), None);
        assert_eq!(turn(at(6_000, 1_000), at(1_000, 6_000)), Some(at(5_000, 5_000)));
        assert_eq!(turn(at(1_000, 6_000), at(6_000, 1_000)), Some(at(5_000, 5_000)));
        assert_eq!(turn(at(6_000, 11_000), at(11_000, 6_000)), Some(at(7_000, 7_000)));
        // So near the corner that the straight way is free.
        assert_eq!(turn(at(6_900, 4_900), at(7_100, 5_100)), None);
    }

    #[test]
    fn a_lane_ends_beyond_the_track() {
        let end = |from, to, lane| lane_end(from, to, lane, 60);
        assert_eq!(end(Corner::SouthWest, Corner::SouthEast, 100), Point::at(7_060, 100));
        assert_eq!(end(Corner::SouthEast, Corner::SouthWest, 100), Point::at(4_940, 100));
        assert_eq!(end(Corner::NorthEast, Corner::SouthEast, 100), Point::at(11_900, 4_940));
    }

    #[test]
    fn a_push_is_never_longer_than_a_step_needs() {
        let from = Point::at(1_000, 1_000);
        let whole = toward(from, Point::at(5_000, 1_000), 135);
        assert_eq!((whole.dx(), whole.dy()), (127, 0));
        let short = toward(from, Point::at(1_060, 1_000), 135);
        assert!(short.step(135).0 <= 60);
        assert_eq!(toward(from, from, 135), Direction::STILL);
    }
}
