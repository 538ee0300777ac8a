//! Chowka-bara on the wire: lines of its record as events, the open question with all moves, and the names of things.

use std::collections::{BTreeMap, btree_map::Entry};

use chowk_protocol::{
    By as WireBy, EndedWhy, Event, Hex, LeftWhy, MoveView, PassedWhy, RefusalCode, SideName, TurnPhase, TurnView,
    WireVictim,
};
use chowk_record::{
    fair::Digest,
    line::{By, Line},
};
use chowk_rules::chowka::{Ending, Illegal, LeaveWhy, Match, PassWhy, Phase, Reason, Side, Throws, Victim};

/// What a line tells. `None` for the end, which is told with the opened seed (see [`ended`]), for that seed, and for lines
/// of another game.
pub fn event(line: &Line) -> Option<Event> {
    Some(match line {
        Line::Opened { .. } | Line::Ended { .. } | Line::Stones(_) => return None,
        Line::Lots { t, sides } => {
            let players = u8::try_from(sides.len()).unwrap_or(u8::MAX);
            let seats = Side::in_use(players).iter().copied().zip(sides);
            Event::Lots {
                t: *t,
                sides: seats
                    .filter_map(|(side, chair)| Some((side_name(side), u8::try_from(*chair).ok()?)))
                    .collect(),
            }
        }
        Line::Thrown {
            side,
            t,
            link,
            by,
            shells,
            value,
        } => Event::Thrown {
            side: side_name(*side),
            t: *t,
            link: link.map(|link| Hex(*link.as_bytes())),
            by: by_name(*by),
            shells: shells.faces().collect(),
            value: *value,
        },
        Line::Moved {
            side,
            pawn,
            value,
            from,
            to,
            hits,
            by,
            t,
        } => Event::Moved {
            side: side_name(*side),
            pawn: *pawn,
            value: *value,
            from: *from,
            to: *to,
            hits: hits.iter().map(victim).collect(),
            by: by_name(*by),
            t: *t,
        },
        Line::Passed { side, value, why } => Event::Passed {
            side: side_name(*side),
            value: *value,
            why: match why {
                PassWhy::NoMove => PassedWhy::NoMove,
                PassWhy::Burned => PassedWhy::Burned,
            },
        },
        Line::Left { side, why } => Event::Gone {
            side: side_name(*side),
            why: match why {
                LeaveWhy::Resigned => LeftWhy::Resigned,
                LeaveWhy::TimedOut => LeftWhy::TimedOut,
                LeaveWhy::Kicked => LeftWhy::Kicked,
            },
        },
    })
}

/// The end of a match, with its seed opened.
pub fn ended(ranks: &[Vec<Side>], why: Ending, seed: &Digest) -> Event {
    Event::Ended {
        ranks: rank_names(ranks),
        seats: Vec::new(),
        why: ended_why(why),
        server_seed: Hex(*seed.as_bytes()),
    }
}

/// The open question, with all moves and the reasons against others: asked at the version `asked`, to be answered until
/// the tick `deadline`; `t` is the number of the next draw. Throws have no moves.
pub fn turn(game: &Match, t: u64, asked: u64, deadline: Option<u64>) -> Option<TurnView> {
    let turn = game.turn()?;
    let mut view = TurnView {
        side: side_name(turn.side),
        phase: match turn.phase {
            Phase::Throw => TurnPhase::Throw,
            Phase::Move => TurnPhase::Move,
        },
        asked,
        deadline,
        shells: turn.shells.map(|shells| shells.faces().collect()),
        value: None,
        hand: BTreeMap::new(),
        owed: turn.owed,
        t,
        moves: BTreeMap::new(),
        blocked: BTreeMap::new(),
    };
    match game.rules().throws {
        Throws::OneByOne => view.value = turn.hand.first().copied(),
        Throws::Collect => turn
            .hand
            .iter()
            .for_each(|value| *view.hand.entry(*value).or_insert(0) += 1),
    }
    if turn.phase == Phase::Throw {
        return Some(view);
    }
    for legal in game.legal() {
        let seen = move_view(legal.from, legal.to, &legal.hits, legal.hits_drawn);
        view.moves.entry(legal.pawn).or_default().insert(legal.value, seen);
    }
    for blocked in game.blocked() {
        let why = blocked.why.code().to_owned();
        view.blocked.entry(blocked.pawn).or_default().insert(blocked.value, why);
    }
    Some(view)
}

fn move_view(from: u8, to: u8, victims: &[Victim], drawn: bool) -> MoveView {
    let mut view = MoveView {
        from,
        to,
        hits: BTreeMap::new(),
        more_hits: BTreeMap::new(),
        drawn,
    };
    for victim in victims {
        let side = side_name(victim.side);
        if let Entry::Vacant(first) = view.hits.entry(side) {
            first.insert(victim.pawn);
        } else {
            view.more_hits.entry(side).or_default().push(victim.pawn);
        }
    }
    view
}

fn victim(hit: &Victim) -> WireVictim {
    WireVictim {
        side: side_name(hit.side),
        pawn: hit.pawn,
        from: hit.from,
    }
}

/// The wire's letter for a side.
pub fn side_name(side: Side) -> SideName {
    match side {
        Side::South => SideName::S,
        Side::East => SideName::E,
        Side::North => SideName::N,
        Side::West => SideName::W,
    }
}

/// The ranks by letters.
pub fn rank_names(ranks: &[Vec<Side>]) -> Vec<Vec<SideName>> {
    ranks
        .iter()
        .map(|rank| rank.iter().copied().map(side_name).collect())
        .collect()
}

/// Why a match ended.
pub fn ended_why(why: Ending) -> EndedWhy {
    match why {
        Ending::Finished => EndedWhy::Finished,
        Ending::DeadEnd => EndedWhy::DeadEnd,
        Ending::Exhausted => EndedWhy::Exhausted,
        Ending::Abandoned => EndedWhy::Abandoned,
    }
}

/// Who made a throw or a move.
pub fn by_name(by: By) -> WireBy {
    match by {
        By::Seat => WireBy::Seat,
        By::Clock => WireBy::Clock,
        By::Away => WireBy::Away,
        By::NoChain => WireBy::NoChain,
        By::House => WireBy::House,
        By::Forced => WireBy::Forced,
    }
}

/// The wire's code for what the rules refuse.
pub fn refusal(illegal: Illegal) -> RefusalCode {
    match illegal {
        Illegal::NothingThrown => RefusalCode::NothingThrown,
        Illegal::AlreadyThrown => RefusalCode::AlreadyThrown,
        Illegal::NotYourTurn => RefusalCode::NotYourTurn,
        Illegal::NotPlaying => RefusalCode::NotPlaying,
        Illegal::Over => RefusalCode::NotNow,
        Illegal::NoSuchPawn => RefusalCode::NoSuchPawn,
        Illegal::NotInHand => RefusalCode::NotInHand,
        Illegal::Cannot(Reason::Finished) => RefusalCode::Finished,
        Illegal::Cannot(Reason::NoEntry) => RefusalCode::NoEntry,
        Illegal::Cannot(Reason::Overshoot) => RefusalCode::Overshoot,
        Illegal::Cannot(Reason::NoHitRight) => RefusalCode::NoHitRight,
        Illegal::Cannot(Reason::OwnPawn) => RefusalCode::OwnPawn,
    }
}
