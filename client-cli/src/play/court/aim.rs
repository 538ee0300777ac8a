//! Where a player wants to go, and the direction that this is: a way as on a compass, or a place to stop at.

use chowk_protocol::Place;

use super::Sight;
use super::ground::{CENTRE, box_of, distance};

/// In real time a place is aimed at this many ticks ahead, so that nobody shoots past it.
const AHEAD: u32 = 6;

/// Where somebody wants to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Aim {
    /// Nowhere.
    #[default]
    Stand,
    /// East and north, each -1 to 1, at full speed, until something else is wished.
    Way(i8, i8),
    /// To this place, and stop there.
    Spot(Place),
}

/// So near a place one is there.
const THERE: u32 = 25;

/// The greatest part of a direction.
const FULL: f64 = 127.0;

impl Aim {
    /// The direction from a place, for somebody who comes `speed` thousandths of a foot in a tick and keeps the
    /// direction for so many ticks: towards a spot it is so long that he stops there.
    pub(crate) fn direction(self, from: Option<Place>, speed: i32, ticks: u32) -> (i8, i8) {
        match (self, from) {
            (Self::Stand, _) | (Self::Spot(_), None) => (0, 0),
            (Self::Way(east, north), _) => (127 * east.signum(), 127 * north.signum()),
            (Self::Spot(to), Some(from)) => {
                let length = distance(from, to);
                if length < THERE || speed <= 0 {
                    return (0, 0);
                }
                let share = f64::from(length) / (f64::from(speed) * f64::from(ticks.max(1)));
                let full = FULL * share.min(1.0) / f64::from(length);
                let part = |at: usize| (f64::from(to[at] - from[at]) * full).round().clamp(-FULL, FULL) as i8;
                (part(0), part(1))
            }
        }
    }

    /// The direction for the one who looks, as of now: for a step, or for as long as he goes on in real time.
    pub(crate) fn as_seen(self, sight: &Sight<'_>) -> (i8, i8) {
        let ticks = sight.step.map_or(AHEAD, u32::from);
        self.direction(sight.my_place(), sight.my_speed(), ticks)
    }

    /// The way in words.
    pub(crate) fn words(self) -> String {
        let words = match self {
            Self::Stand => "stand still",
            Self::Way(east, north) => match (east.signum(), north.signum()) {
                (0, 1) => "north",
                (1, 1) => "north-east",
                (1, 0) => "east",
                (1, -1) => "south-east",
                (0, -1) => "south",
                (-1, -1) => "south-west",
                (-1, 0) => "west",
                (-1, 1) => "north-west",
                _ => "stand still",
            },
            Self::Spot(CENTRE) => "to the circle, and stop there",
            Self::Spot(place) => {
                return match box_of(place) {
                    Some(name) => format!("to the box {}, and stop there", name.letters()),
                    None => "to that place, and stop there".into(),
                };
            }
        };
        words.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where somebody comes to who keeps this direction (four-stones.md, 1).
    fn after([x, y]: Place, (dx, dy): (i8, i8), speed: u64, ticks: i32) -> Place {
        let square = |d: i8| u64::from(d.unsigned_abs()).pow(2);
        let whole = (square(dx) + square(dy)).max(127 * 127);
        let step = |d: i8| i32::from(d.signum()) * (speed * speed * square(d) / whole).isqrt() as i32;
        [x + ticks * step(dx), y + ticks * step(dy)]
    }

    #[test]
    fn who_aims_at_a_place_stops_there() {
        let to = CENTRE;
        for from in [
            [2_500, 2_500],
            [9_500, 2_500],
            [6_000, 1_000],
            [6_010, 6_500],
            [7_000, 5_000],
        ] {
            let (mut at, aim) = (from, Aim::Spot(to));
            for _ in 0..12 {
                at = after(at, aim.direction(Some(at), 135, 15), 135, 15);
            }
            assert!(distance(at, to) < 60, "{from:?} comes to {at:?}");
        }
        assert_eq!(Aim::Spot(to).direction(Some(to), 135, 15), (0, 0));
    }

    #[test]
    fn ways_are_at_full_speed() {
        assert_eq!(Aim::Way(1, -1).direction(None, 135, 15), (127, -127));
        assert_eq!(Aim::Stand.direction(None, 135, 15), (0, 0));
        assert_eq!(Aim::Way(-1, 1).words(), "north-west");
    }
}
