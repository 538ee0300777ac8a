//! A quarter turn of the court turns the whole game, as far as the page says.
//!
//! It maps SW to SE to NE to NW and S to E to N to W. Two things prefer an axis or an order. Clamping goes x first of two
//! ways that are equally long: then, and only then, the turned patwar may come elsewhere, namely to the other way's end,
//! which is less than a tick's slide away at an inner corner. And the missing arms of a frozen patwar are credited from S
//! on. Until then two sets that begin turned stay turned, in every tick, with the same events.

use chowk_rules::stones::*;
use proptest::prelude::*;

use super::{Crowd, Dice, SETS, any_rules};

fn turned(at: Point) -> Point {
    Point::at(COURT - at.y, at.x)
}

fn next(corner: Corner) -> Corner {
    Corner::ALL[(corner.index() + 1) % 4]
}

fn turned_wish(wish: Wish) -> Wish {
    match wish {
        Wish::Steer { dx, dy } => Wish::Steer { dx: -dy, dy: dx },
        Wish::Choose(Word::Gumpu(corner)) => Wish::Choose(Word::Gumpu(corner.map(next))),
        Wish::Choose(Word::Chhuttu) | Wish::Take | Wish::Give { .. } | Wish::Away => wish,
    }
}

/// The event as the turned court tells it, with places, which are rounded down, left out.
fn turned_event(event: &Event) -> Event {
    match event {
        Event::Phase(Phase::Gumpu(corner)) => Event::Phase(Phase::Gumpu(next(*corner))),
        Event::Cut { arm, by } => Event::Cut {
            arm: Arm::ALL[(arm.index() + 1) % 4],
            by: *by,
        },
        Event::Crossed { seat, corner, progress } => Event::Crossed {
            seat: *seat,
            corner: next(*corner),
            progress: *progress,
        },
        Event::Innings { .. }
        | Event::Phase(_)
        | Event::Taken { .. }
        | Event::Given { .. }
        | Event::Void(_)
        | Event::Through { .. }
        | Event::Tagged { .. }
        | Event::ClockOut { .. }
        | Event::InningsEnd { .. }
        | Event::Ended(_) => placeless(event),
    }
}

fn placeless(event: &Event) -> Event {
    let mut event = event.clone();
    if let Event::Tagged { at, patwar_at, .. } = &mut event {
        (*at, *patwar_at) = (CENTRE, CENTRE);
    }
    event
}

/// The ends of the two ways of clamping, x first and y first.
fn both_ways(from: Point, direction: Direction, s: u32) -> [Point; 2] {
    let only = |dx, dy| Direction::of(dx, dy).unwrap();
    let (dx, dy) = direction.step(s);
    // One axis at a time: a direction along an axis slides along it by the whole step, so a step of that length does.
    let along = |from: Point, dx: i32, dy: i32| {
        let sign = only(127 * dx.signum() as i16, 127 * dy.signum() as i16);
        patrol(from, sign, (dx + dy).unsigned_abs())
    };
    let x_first = along(along(from, dx, 0), 0, dy);
    let y_first = along(along(from, 0, dy), dx, 0);
    [x_first, y_first]
}

fn is_tied(from: Point, direction: Direction, s: u32) -> bool {
    let ways = both_ways(from, direction, s);
    let length = |to: Point| (to.x - from.x).abs() + (to.y - from.y).abs();
    ways[0] != ways[1] && length(ways[0]) == length(ways[1])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn a_turned_step_is_the_step_turned(x in 0..=COURT, y in 0..=COURT, dx in -127..=127i16, dy in -127..=127i16, s in 1..2_000u32) {
        let (at, way) = (Point::at(x, y), Direction::of(dx, dy).unwrap());
        let turned_way = Direction::of(-dy, dx).unwrap();
        prop_assert_eq!(run(turned(at), turned_way, s), turned(run(at, way, s)));
        // The same for a place in the tracks.
        let inside = |v: i32| 5_000 + v % 2_001;
        let at = if x % 2 == 0 { Point::at(inside(x), y) } else { Point::at(x, inside(y)) };
        let to = patrol(turned(at), turned_way, s);
        if is_tied(at, way, s) {
            prop_assert!(both_ways(at, way, s).map(turned).contains(&to));
        } else {
            prop_assert_eq!(to, turned(patrol(at, way, s)));
        }
    }
}

/// Plays a set and the turned one side by side, as far as the law goes; how many ticks that were, and in which phases.
fn side_by_side(rules: RuleSet, seed: u64) -> (u32, Vec<&'static str>) {
    let mut dice = Dice::new(seed);
    let [patwar, sw, se, ne, nw] = Lots::draw(&mut dice).value.places();
    let mut set = Set::new(rules, Lots::of([patwar, sw, se, ne, nw]).unwrap());
    let mut other = Set::new(rules, Lots::of([patwar, nw, sw, se, ne]).unwrap());
    let (mut crowd, mut one, mut two) = (Crowd::new(), Dice::new(seed), Dice::new(seed));
    let mut phases = Vec::new();
    while !set.is_over() && !set.is_frozen() {
        phases.push(set.phase().code());
        let mut asked = crowd.wishes(&set, &mut dice);
        let patwar = set.patwar();
        // The direction that will count in this tick.
        let steers = asked.iter().rev().find_map(|&(seat, wish)| match wish {
            Wish::Steer { dx, dy } if seat == patwar => Direction::of(dx, dy),
            Wish::Away if seat == patwar => Some(Direction::STILL),
            Wish::Steer { .. } | Wish::Away | Wish::Take | Wish::Give { .. } | Wish::Choose(_) => None,
        });
        let way = steers.unwrap_or(set.direction(patwar));
        if is_tied(set.place(patwar), way, rules.patwar / rules.hz) {
            // Beyond the law: he stands instead.
            asked.push((patwar, Wish::Steer { dx: 0, dy: 0 }));
        }
        let turned_asked: Vec<_> = asked.iter().map(|&(seat, wish)| (seat, turned_wish(wish))).collect();
        let beat = set.advance(&asked, &mut one);
        let turned_beat = other.advance(&turned_asked, &mut two);
        let events: Vec<Event> = beat.events.iter().map(turned_event).collect();
        let turned_events: Vec<Event> = turned_beat.events.iter().map(placeless).collect();
        assert_eq!(events, turned_events);
        assert_eq!(beat.answers, turned_beat.answers);
        for seat in Seat::ALL {
            assert_eq!(turned(set.place(seat)), other.place(seat));
        }
    }
    phases.sort_unstable();
    let ticks = phases.len() as u32;
    phases.dedup();
    (ticks, phases)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: SETS, ..ProptestConfig::default() })]

    #[test]
    fn a_turned_set_is_the_set_turned(rules in any_rules(), seed: u64) {
        side_by_side(rules, seed);
    }
}

#[test]
fn turned_sets_go_far() {
    let rules = RuleSet {
        tag_reach: 200,
        cut_s: 3_600,
        ..RuleSet::default()
    };
    let (mut ticks, mut seen) = (0, std::collections::BTreeSet::new());
    for seed in 0..100 {
        let (more, phases) = side_by_side(rules, seed);
        ticks += more;
        seen.extend(phases);
    }
    assert!(ticks > 50_000, "only {ticks} ticks side by side");
    assert_eq!(seen.len(), 5, "only {seen:?}");
}
