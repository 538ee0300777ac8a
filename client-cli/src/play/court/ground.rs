//! The ground of the court: where a place lies, how far and in which direction another is, in words and feet.

use chowk_protocol::{BoxName, Place, SideName};

/// The court's side, in thousandths of a foot.
pub(crate) const COURT: i32 = 12_000;
/// How far a box reaches from its corner of the court.
pub(crate) const BOX: i32 = 5_000;
/// The centre, with the circle of stones.
pub(crate) const CENTRE: Place = [6_000, 6_000];

/// A part of the court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Inside a box, its border included.
    Box(BoxName),
    /// On an arm of the cross.
    Arm(SideName),
    /// Where the tracks cross, around the circle.
    Middle,
}

/// In which part of the court a place lies.
pub(crate) fn spot(place: Place) -> Spot {
    let [x, y] = place;
    if let Some(name) = box_of(place) {
        return Spot::Box(name);
    }
    let between = |at: i32| (BOX..=COURT - BOX).contains(&at);
    match (between(x), between(y)) {
        (true, true) => Spot::Middle,
        (true, false) if y < BOX => Spot::Arm(SideName::S),
        (true, false) => Spot::Arm(SideName::N),
        (false, _) if x < BOX => Spot::Arm(SideName::W),
        (false, _) => Spot::Arm(SideName::E),
    }
}

/// The box that a place is inside.
pub(crate) fn box_of([x, y]: Place) -> Option<BoxName> {
    let (west, east) = (x <= BOX, x >= COURT - BOX);
    let (south, north) = (y <= BOX, y >= COURT - BOX);
    match (west, east, south, north) {
        (true, _, true, _) => Some(BoxName::SW),
        (_, true, true, _) => Some(BoxName::SE),
        (_, true, _, true) => Some(BoxName::NE),
        (true, _, _, true) => Some(BoxName::NW),
        _ => None,
    }
}

/// The middle of a box.
pub(crate) fn middle(name: BoxName) -> Place {
    let (near, far) = (BOX / 2, COURT - BOX / 2);
    match name {
        BoxName::SW => [near, near],
        BoxName::SE => [far, near],
        BoxName::NE => [far, far],
        BoxName::NW => [near, far],
    }
}

/// How far apart two places are, in thousandths of a foot, rounded down.
pub(crate) fn distance(a: Place, b: Place) -> u32 {
    let square = |at: usize| {
        let part = i64::from(a[at]) - i64::from(b[at]);
        part.unsigned_abs().pow(2)
    };
    u32::try_from((square(0) + square(1)).isqrt()).unwrap_or(u32::MAX)
}

/// A length as people say it: to a tenth of a foot up to three feet, in whole feet beyond.
pub(crate) fn feet(length: u32) -> String {
    let tenths = (length + 50) / 100;
    match (tenths / 10, tenths % 10) {
        (whole @ 3.., _) if length >= 2_950 => format!("{} ft", whole.max((length + 500) / 1_000)),
        (whole, 0) => format!("{whole} ft"),
        (whole, tenth) => format!("{whole}.{tenth} ft"),
    }
}

/// A length to the hundredth of a foot, rounded down, so that what was within reach reads so.
pub(crate) fn fine_feet(length: u32) -> String {
    let text = format!("{}.{:02}", length / 1_000, length % 1_000 / 10);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text} ft")
}

/// In which direction `to` lies, seen from `from`.
pub(crate) fn towards(from: Place, to: Place) -> &'static str {
    let (dx, dy) = (i64::from(to[0] - from[0]), i64::from(to[1] - from[1]));
    // A direction is straight within 22.5 degrees of an axis; their tangent is 0.414.
    let straight_x = 1_000 * dy.abs() <= 414 * dx.abs();
    let straight_y = 1_000 * dx.abs() <= 414 * dy.abs();
    match (dx.signum(), dy.signum()) {
        (0, 0) => "right here",
        (1, _) if straight_x => "east",
        (-1, _) if straight_x => "west",
        (_, 1) if straight_y => "north",
        (_, -1) if straight_y => "south",
        (1, 1) => "north-east",
        (1, _) => "south-east",
        (_, 1) => "north-west",
        (..) => "south-west",
    }
}

/// The word for an arm.
pub(crate) fn arm_word(arm: SideName) -> &'static str {
    match arm {
        SideName::S => "south",
        SideName::E => "east",
        SideName::N => "north",
        SideName::W => "west",
    }
}

/// `in the box SW`, `on the east track`, `in the middle`.
pub(crate) fn spot_words(place: Place) -> String {
    match spot(place) {
        Spot::Box(name) => format!("in the box {}", name.letters()),
        Spot::Arm(arm) => format!("on the {} track", arm_word(arm)),
        Spot::Middle if distance(place, CENTRE) < 150 => "on the circle".into(),
        Spot::Middle => "in the middle".into(),
    }
}

/// The box of these letters.
pub(crate) fn box_called(text: &str) -> Option<BoxName> {
    let letters = text.to_uppercase();
    BoxName::ALL.into_iter().find(|name| name.letters() == letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_their_parts() {
        for (place, words) in [
            ([0, 0], "in the box SW"),
            ([5_000, 5_000], "in the box SW"),
            ([5_001, 4_999], "on the south track"),
            ([5_001, 5_001], "in the middle"),
            ([6_000, 6_000], "on the circle"),
            ([7_000, 7_000], "in the box NE"),
            ([7_000, 5_000], "in the box SE"),
            ([0, 6_000], "on the west track"),
            ([12_000, 6_999], "on the east track"),
            ([6_000, 12_000], "on the north track"),
            ([4_000, 7_000], "in the box NW"),
        ] {
            assert_eq!(spot_words(place), words, "{place:?}");
        }
        for name in BoxName::ALL {
            assert_eq!(box_of(middle(name)), Some(name));
            assert_eq!(box_called(&name.letters().to_lowercase()), Some(name));
        }
    }

    #[test]
    fn lengths_and_directions() {
        for (length, rough, fine) in [
            (0, "0 ft", "0 ft"),
            (576, "0.6 ft", "0.57 ft"),
            (749, "0.7 ft", "0.74 ft"),
            (750, "0.8 ft", "0.75 ft"),
            (1_000, "1 ft", "1 ft"),
            (2_949, "2.9 ft", "2.94 ft"),
            (2_951, "3 ft", "2.95 ft"),
            (4_499, "4 ft", "4.49 ft"),
            (16_970, "17 ft", "16.97 ft"),
        ] {
            assert_eq!((feet(length).as_str(), fine_feet(length).as_str()), (rough, fine));
        }
        assert_eq!(distance([0, 0], [3_000, 4_000]), 5_000);
        for (to, word) in [
            ([9_000, 6_000], "east"),
            ([9_000, 7_200], "east"),
            ([9_000, 7_300], "north-east"),
            ([3_000, 9_000], "north-west"),
            ([6_000, 0], "south"),
            ([5_000, 5_000], "south-west"),
            ([7_000, 5_000], "south-east"),
            ([6_000, 6_000], "right here"),
            ([6_100, 9_000], "north"),
            ([0, 6_000], "west"),
        ] {
            assert_eq!(towards(CENTRE, to), word, "{to:?}");
        }
    }
}
