//! The court as it was told over the wire, as what a bot of four stones sees.

use chowk_bots::stones::{Seen, Sight};
use chowk_protocol::{BoxName, CourtPhase, CourtView, Patrol as WirePatrol, RunnerView, SideName};
use chowk_rules::stones::{Arm, CENTRE, Corner, Patrol, Phase, Point, Rounds, RuleSet, Seat};

use crate::client::Places;

/// What may be seen of the court, with everybody on the centre: places are told apart, and more often. `None` where the
/// view is none that these rules know.
pub(super) fn of_view(court: &CourtView, rules: RuleSet) -> Option<Sight> {
    let phase = match (court.phase, court.r#box) {
        (CourtPhase::Break, _) => Phase::Break,
        (CourtPhase::Steal, _) => Phase::Steal,
        (CourtPhase::Choice, _) => Phase::Choice,
        (CourtPhase::Gumpu, place) => Phase::Gumpu(corner(place?)),
        (CourtPhase::Chhuttu, _) => Phase::Chhuttu,
        (CourtPhase::Over, _) => Phase::Over,
    };
    Some(Sight {
        rules,
        tick: court.tick,
        phase,
        since: court.since,
        patwar: Seat::new(court.patwar)?,
        bodies: Seat::ALL.map(|seat| seen(court.runners.get(&seat.number()))),
        ground: court.ground,
        cut: Arm::ALL.map(|arm| court.cut.get(&side(arm)).copied().unwrap_or(false)),
        void: court.void,
        still_until: court.still_until,
        patrol: court.patrol.map(|patrol| match patrol {
            WirePatrol::EndLine => Patrol::EndLine,
            WirePatrol::Centre => Patrol::Centre,
        }),
        patrol_deadline: court.patrol_by,
        idle_deadline: court.idle_ends,
        deadline: court.ends,
    })
}

/// The same with all in their places, as of the newer of both.
pub(super) fn placed(mut sight: Sight, places: &Places) -> Sight {
    sight.tick = sight.tick.max(places.tick);
    for seat in Seat::ALL {
        if let Some(&[x, y]) = places.at.get(&seat.number()) {
            sight.bodies[seat.index()].at = Point::at(x, y);
        }
    }
    sight
}

/// A runner, or whoever is none: the patwar.
fn seen(runner: Option<&RunnerView>) -> Seen {
    let Some(runner) = runner else {
        return Seen {
            at: CENTRE,
            home: None,
            last: Corner::SouthWest,
            stones: 0,
            rooted_until: 0,
            rounds: Rounds {
                count: 0,
                direction: 0,
                done: false,
                through: false,
            },
        };
    };
    Seen {
        at: CENTRE,
        home: Some(corner(runner.home)),
        last: corner(runner.last),
        stones: runner.stones,
        rooted_until: runner.rooted_until,
        rounds: Rounds {
            count: runner.rounds,
            direction: runner.direction,
            done: runner.done,
            through: runner.through,
        },
    }
}

/// The box of this name.
fn corner(name: BoxName) -> Corner {
    match name {
        BoxName::SW => Corner::SouthWest,
        BoxName::SE => Corner::SouthEast,
        BoxName::NE => Corner::NorthEast,
        BoxName::NW => Corner::NorthWest,
    }
}

/// The wire's name of a box.
pub(super) fn box_name(corner: Corner) -> BoxName {
    match corner {
        Corner::SouthWest => BoxName::SW,
        Corner::SouthEast => BoxName::SE,
        Corner::NorthEast => BoxName::NE,
        Corner::NorthWest => BoxName::NW,
    }
}

fn side(arm: Arm) -> SideName {
    match arm {
        Arm::South => SideName::S,
        Arm::East => SideName::E,
        Arm::North => SideName::N,
        Arm::West => SideName::W,
    }
}
