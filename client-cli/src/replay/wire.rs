//! A match of a record as the wire would tell it: lines as events, positions as what a watcher saw of them.

use std::collections::{BTreeMap, btree_map::Entry};

use chowk_protocol::{
    By as WireBy, EndedWhy, Event, Hex, LeftWhy, MoveView, PassedWhy, SideName, TurnPhase, TurnView, WireVictim,
};
use chowk_record::{
    fair::Digest,
    line::{By, Line},
};
use chowk_rules::chowka::{Ending, LeaveWhy, Match, PassWhy, Phase, Side, Throws, Victim};

/// What a line tells; `None` for the opened seed.
pub(super) fn event(line: &Line, seed: &Digest) -> Option<Event> {
    Some(match line {
        Line::Opened { .. } | Line::Stones(_) => return None,
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
        Line::Ended { ranks, why } => Event::Ended {
            seats: Vec::new(),
            ranks: rank_names(ranks),
            why: ended_why(*why),
            server_seed: Hex(*seed.as_bytes()),
        },
    })
}

/// The open question of a position, with all moves and the reasons against others.
pub(super) fn turn(game: &Match, t: u64) -> Option<TurnView> {
    let turn = game.turn()?;
    let mut view = TurnView {
        side: side_name(turn.side),
        phase: match turn.phase {
            Phase::Throw => TurnPhase::Throw,
            Phase::Move => TurnPhase::Move,
        },
        asked: t,
        deadline: None,
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
pub(super) fn side_name(side: Side) -> SideName {
    match side {
        Side::South => SideName::S,
        Side::East => SideName::E,
        Side::North => SideName::N,
        Side::West => SideName::W,
    }
}

/// The ranks by letters.
pub(super) fn rank_names(ranks: &[Vec<Side>]) -> Vec<Vec<SideName>> {
    ranks
        .iter()
        .map(|rank| rank.iter().copied().map(side_name).collect())
        .collect()
}

/// Why a match ended.
pub(super) fn ended_why(why: Ending) -> EndedWhy {
    match why {
        Ending::Finished => EndedWhy::Finished,
        Ending::DeadEnd => EndedWhy::DeadEnd,
        Ending::Exhausted => EndedWhy::Exhausted,
        Ending::Abandoned => EndedWhy::Abandoned,
    }
}

fn by_name(by: By) -> WireBy {
    match by {
        By::Seat => WireBy::Seat,
        By::Clock => WireBy::Clock,
        By::Away => WireBy::Away,
        By::NoChain => WireBy::NoChain,
        By::House => WireBy::House,
        By::Forced => WireBy::Forced,
    }
}
