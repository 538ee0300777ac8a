//! Four stones on the wire: the court as all see it, what happened on it, and the names of things.

use std::collections::BTreeMap;

use chowk_protocol::{
    BoxName, ChairNo, CourtEvent, CourtPhase, CourtView, CutBy as WireCutBy, EndedWhy, Event as Told, Hex,
    Patrol as WirePatrol, Place, RefusalCode, RunnerView, ScoreView, SideName,
};
use chowk_record::fair::Digest;
use chowk_rules::stones::{Arm, Corner, CutBy, Ending, Event, Illegal, Lots, Outcome, Patrol, Phase, Point, Seat, Set};

/// The lots, as an event.
pub fn lots(t: u64, places: Lots) -> Told {
    Told::Court {
        tick: 0,
        happened: CourtEvent::Lots {
            t,
            chairs: places.places().map(Seat::number),
        },
    }
}

/// What the wire tells of what happened in a tick; `None` for the end of the set, which is told with the opened seed (see
/// [`ended`]).
pub fn happened(tick: u32, event: &Event) -> Option<Told> {
    let happened = match event {
        Event::Ended(_) => return None,
        Event::Innings { number, patwar } => CourtEvent::Innings {
            number: *number,
            patwar: patwar.number(),
        },
        Event::Phase(phase) => CourtEvent::Phase {
            phase: phase_name(*phase),
            r#box: phase.corner().map(box_name),
        },
        Event::Cut { arm, by } => CourtEvent::Cut {
            arm: arm_name(*arm),
            by: match by {
                CutBy::Run => WireCutBy::Run,
                CutBy::Credit => WireCutBy::Credit,
            },
        },
        Event::Taken { seat, left } => CourtEvent::Taken {
            seat: seat.number(),
            left: *left,
        },
        Event::Given { seat, to } => CourtEvent::Given {
            seat: seat.number(),
            to: to.number(),
        },
        Event::Crossed { seat, corner, progress } => CourtEvent::Crossed {
            seat: seat.number(),
            r#box: box_name(*corner),
            progress: *progress,
        },
        Event::Void(void) => CourtEvent::Void { void: *void },
        Event::Through { seat } => CourtEvent::Through { seat: seat.number() },
        Event::Tagged {
            seat,
            by,
            instant,
            at,
            patwar_at,
            distance,
            reach,
        } => CourtEvent::Tagged {
            seat: seat.number(),
            by: by.number(),
            instant: *instant,
            at: place(*at),
            patwar_at: place(*patwar_at),
            distance: *distance,
            reach: *reach,
        },
        Event::ClockOut { seat, among, t } => CourtEvent::ClockOut {
            seat: seat.number(),
            among: among.iter().map(|seat| seat.number()).collect(),
            t: *t,
        },
        Event::InningsEnd { caught } => CourtEvent::InningsEnd {
            caught: caught.map(Seat::number),
        },
    };
    Some(Told::Court { tick, happened })
}

/// The end of a set, with its seed opened.
pub fn ended(outcome: &Outcome, seed: &Digest) -> Told {
    Told::Ended {
        ranks: Vec::new(),
        seats: ranks(&outcome.ranks),
        why: ended_why(outcome.why),
        server_seed: Hex(*seed.as_bytes()),
    }
}

/// Chairs by rank.
pub fn ranks(ranks: &[Vec<Seat>]) -> Vec<Vec<ChairNo>> {
    let numbers = |rank: &Vec<Seat>| rank.iter().map(|seat| seat.number()).collect();
    ranks.iter().map(numbers).collect()
}

/// Why a set ended.
pub fn ended_why(ending: Ending) -> EndedWhy {
    match ending {
        Ending::Finished => EndedWhy::Finished,
        Ending::Abandoned => EndedWhy::Abandoned,
    }
}

/// All that may be seen of a set but places; `caught` by innings.
pub fn court(set: &Set, caught: &BTreeMap<u8, ChairNo>) -> CourtView {
    let runner = |seat: Seat| {
        let rounds = set.rounds(seat);
        let view = RunnerView {
            home: set.home(seat).map_or(BoxName::SW, box_name),
            last: box_name(set.last_box(seat)),
            stones: set.stones(seat),
            rooted_until: set.rooted_until(seat),
            rounds: rounds.count,
            direction: rounds.direction,
            done: rounds.done,
            through: rounds.through,
        };
        (seat.number(), view)
    };
    let score = |seat: Seat| {
        let view = ScoreView {
            survived: set.survived(seat),
            carried: set.carried(seat),
            crossings: set.crossings(seat),
            may_win: set.may_win(seat),
        };
        (seat.number(), view)
    };
    CourtView {
        tick: set.tick(),
        innings: set.number(),
        phase: phase_name(set.phase()),
        r#box: set.phase().corner().map(box_name),
        since: set.since(),
        ends: set.deadline(),
        idle_ends: set.idle_deadline(),
        patwar: set.patwar().number(),
        ground: set.ground(),
        cut: Arm::ALL
            .into_iter()
            .map(|arm| (arm_name(arm), set.is_cut(arm)))
            .collect(),
        touched: set.touched().map(arm_name),
        void: set.is_void(),
        still_until: set.still_until(),
        patrol: set.patrol().map(|patrol| match patrol {
            Patrol::EndLine => WirePatrol::EndLine,
            Patrol::Centre => WirePatrol::Centre,
        }),
        patrol_by: set.patrol_deadline(),
        reach: set.tag_reach(),
        runners: set.runners().map(runner).collect(),
        scores: Seat::ALL.into_iter().map(score).collect(),
        caught: caught.clone(),
        asked: None,
        step: None,
    }
}

/// Everybody's place, of places by seat.
pub fn places(at: &[Point; 5]) -> BTreeMap<ChairNo, Place> {
    Seat::ALL.map(|seat| (seat.number(), place(at[seat.index()]))).into()
}

fn place(at: Point) -> Place {
    [at.x, at.y]
}

/// The word for a phase.
pub fn phase_name(phase: Phase) -> CourtPhase {
    match phase {
        Phase::Break => CourtPhase::Break,
        Phase::Steal => CourtPhase::Steal,
        Phase::Choice => CourtPhase::Choice,
        Phase::Gumpu(_) => CourtPhase::Gumpu,
        Phase::Chhuttu => CourtPhase::Chhuttu,
        Phase::Over => CourtPhase::Over,
    }
}

/// The name of a box.
pub fn box_name(corner: Corner) -> BoxName {
    match corner {
        Corner::SouthWest => BoxName::SW,
        Corner::SouthEast => BoxName::SE,
        Corner::NorthEast => BoxName::NE,
        Corner::NorthWest => BoxName::NW,
    }
}

/// The corner of a box.
pub fn corner(name: BoxName) -> Corner {
    match name {
        BoxName::SW => Corner::SouthWest,
        BoxName::SE => Corner::SouthEast,
        BoxName::NE => Corner::NorthEast,
        BoxName::NW => Corner::NorthWest,
    }
}

/// The letter of an arm.
pub fn arm_name(arm: Arm) -> SideName {
    match arm {
        Arm::South => SideName::S,
        Arm::East => SideName::E,
        Arm::North => SideName::N,
        Arm::West => SideName::W,
    }
}

/// The wire's code for what the rules refuse.
pub fn refusal(illegal: Illegal) -> RefusalCode {
    match illegal {
        Illegal::NotNow => RefusalCode::NotNow,
        Illegal::NotYours => RefusalCode::NotYours,
        Illegal::NoStone => RefusalCode::NoStone,
        Illegal::OutOfReach => RefusalCode::OutOfReach,
        Illegal::TooSoon => RefusalCode::TooSoon,
        Illegal::NothingToGive => RefusalCode::NothingToGive,
        Illegal::LastStone => RefusalCode::LastStone,
        Illegal::NotTogether => RefusalCode::NotTogether,
        Illegal::HasStone => RefusalCode::HasStone,
        Illegal::BadChoice => RefusalCode::BadChoice,
        Illegal::BadDirection => RefusalCode::BadDirection,
    }
}
