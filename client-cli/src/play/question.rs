//! What a player wants to know: what to do now, what may move and why not, who sits where, how much time is left.

use std::collections::BTreeSet;

use chowk_protocol::{Around, ChairKind, ChairNo, MoveView, SideName, Stage, TurnPhase, TurnView, View};

use super::board::Board;
use super::names::{Names, count, counted, pawn_name, side_word};
use super::rules::why_not;
use super::typed::{Act, Whom};
use crate::client::Wish;

/// The open question, as one sentence to the player who is to answer it.
pub(crate) fn ask(turn: &TurnView, again: bool, names: &Names, board: Option<&Board>) -> String {
    match turn.phase {
        TurnPhase::Throw if again => "You throw again (t).".into(),
        TurnPhase::Throw => "Your turn: throw (t).".into(),
        TurnPhase::Move => {
            let values: BTreeSet<u8> = turn
                .moves
                .values()
                .flat_map(|by_value| by_value.keys().copied())
                .collect();
            let several = values.len() > 1;
            let moves: Vec<String> = turn
                .moves
                .iter()
                .flat_map(|(pawn, by_value)| by_value.iter().map(move |(value, step)| (*pawn, *value, step)))
                .map(|(pawn, value, step)| {
                    let by = if several { format!(" {value}") } else { String::new() };
                    format!("{}{by}: {}", counted(pawn), step_words(step, names, board))
                })
                .collect();
            let value = turn.value.map_or_else(|| hand(turn), |value| value.to_string());
            let steps: BTreeSet<(u8, u8)> = turn
                .moves
                .values()
                .flat_map(|by_value| by_value.iter().map(|(value, step)| (*value, step.from)))
                .collect();
            match moves.as_slice() {
                [first, ..] if steps.len() == 1 && moves.len() > 1 => {
                    format!("You move by {value}. Your pawns stand together, so there is one move: {first}.")
                }
                [only] => format!("You move by {value}. There is one move: pawn {only}."),
                moves => format!("You move by {value}. Which pawn? {}.", moves.join("; ")),
            }
        }
    }
}

fn hand(turn: &TurnView) -> String {
    let values: Vec<String> = turn
        .hand
        .iter()
        .map(|(value, number)| {
            if *number > 1 {
                format!("{value} ({number} times)")
            } else {
                value.to_string()
            }
        })
        .collect();
    values.join(" and ")
}

pub(crate) fn step_words(step: &MoveView, names: &Names, board: Option<&Board>) -> String {
    let MoveView {
        from,
        to,
        hits,
        more_hits,
        drawn,
    } = step;
    let mut text = match board {
        Some(board) if *to == board.centre() => format!("{from} into the centre"),
        _ if *from == 0 => format!("onto the board, to {to}"),
        Some(board) if *from <= board.gate() && *to > board.gate() => format!("{from} through the gate to {to}"),
        _ => format!("{from} to {to}"),
    };
    let one = hits.iter().map(|(side, pawn)| (*side, *pawn));
    let more = more_hits
        .iter()
        .flat_map(|(side, pawns)| pawns.iter().map(move |pawn| (*side, *pawn)));
    let victims: Vec<String> = one.chain(more).map(|(side, pawn)| names.pawn(side, pawn)).collect();
    if !victims.is_empty() {
        let joint = if *drawn { " or, by lot, " } else { " and " };
        text += &format!(", hits {}", victims.join(joint));
    } else if board.is_some_and(|board| board.is_safe(*to) && *to != board.centre()) {
        text += ", safe";
    }
    text
}

/// Why each pawn that may not move may not.
pub(crate) fn why(view: &View, names: &Names) -> Vec<String> {
    let Some(turn) = view.turn.as_ref().filter(|turn| turn.phase == TurnPhase::Move) else {
        return vec!["No pawn is to be moved now.".into()];
    };
    let mut lines = Vec::new();
    for (pawn, by_value) in &turn.blocked {
        for (value, code) in by_value {
            let at = view
                .sides
                .get(&turn.side)
                .and_then(|side| side.pawns.get(pawn))
                .copied()
                .unwrap_or(0);
            let place = if at == 0 {
                "off the board".into()
            } else {
                format!("on {at}")
            };
            let name = pawn_name(turn.side, *pawn);
            lines.push(format!(
                "{name}, {place}, cannot move {value}: {}.",
                why_not(code, &view.rules)
            ));
        }
    }
    if lines.is_empty() {
        lines.push(format!("Every pawn of {} may move.", names.to(turn.side)));
    }
    lines
}

/// Where all pawns stand.
pub(crate) fn pawns(view: &View, names: &Names) -> Vec<String> {
    if view.sides.is_empty() {
        return vec!["There are no pawns before the match begins.".into()];
    }
    let line = |(side, seat): (&SideName, &chowk_protocol::SideView)| {
        let places: Vec<String> = seat
            .pawns
            .iter()
            .map(|(pawn, at)| {
                let name = pawn_name(*side, *pawn);
                if *at == 0 {
                    format!("{name} off the board")
                } else {
                    format!("{name} on {at}")
                }
            })
            .collect();
        let gate = if seat.right { "gate open" } else { "gate shut" };
        let state = match (seat.left, seat.rank) {
            (true, _) => "has left".into(),
            (false, 0) => gate.to_owned(),
            (false, rank) => format!("rank {rank}"),
        };
        format!(
            "{}, {}: {} ({state}).",
            side_word(*side),
            names.name_of(*side),
            places.join(", ")
        )
    };
    view.sides.iter().map(line).collect()
}

/// Who sits where.
pub(crate) fn who(view: &View, names: &Names, around: Option<&Around>) -> Vec<String> {
    let mut lines: Vec<String> = view
        .chairs
        .iter()
        .map(|(no, chair)| {
            if chair.kind == ChairKind::Empty {
                return format!("Chair {}: free.", counted(*no));
            }
            let mut marks = Vec::new();
            marks.extend(chair.side.map(|side| side_word(side).to_owned()));
            marks.extend(names.is_me(*no).then(|| "you".to_owned()));
            marks.extend((view.host == *no).then(|| "host".to_owned()));
            marks.extend(
                (view.stage == Stage::Readying).then(|| if chair.ready { "ready" } else { "not ready" }.to_owned()),
            );
            marks.extend(chair.more_time.then(|| "with twice the time".to_owned()));
            marks.extend(chair.away.then(|| "away".to_owned()));
            marks.extend(
                chair
                    .stand_in
                    .as_ref()
                    .map(|brain| format!("played by the house bot {brain} meanwhile")),
            );
            let gone = around.is_some_and(|around| around.chairs.get(no) == Some(&false));
            marks.extend(gone.then(|| "not connected".to_owned()));
            let silent = around.is_some_and(|around| around.silent.contains(no));
            marks.extend(silent.then(|| "silent".to_owned()));
            let marks = if marks.is_empty() {
                String::new()
            } else {
                format!(", {}", marks.join(", "))
            };
            format!("Chair {}: {}{marks}.", counted(*no), names.name(*no))
        })
        .collect();
    lines.extend(series(view, names));
    if let Some(around) = around.filter(|around| around.watchers > 0) {
        let named = if around.names.is_empty() {
            String::new()
        } else {
            format!(": {}", around.names.join(", "))
        };
        lines.push(format!(
            "{}{named}.",
            count(around.watchers.into(), "watcher", "watchers")
        ));
    }
    lines
}

/// How much time is left for the open question.
pub(crate) fn time(view: &View, tick: Option<u64>, names: &Names) -> String {
    let Some(turn) = &view.turn else {
        return "No clock runs now.".into();
    };
    let whose = names.to(turn.side);
    let Some(deadline) = turn.deadline else {
        return format!("It is the turn of {whose}; there is no clock.");
    };
    let Some(tick) = tick else {
        return format!("It is the turn of {whose}; the server has not told its time yet.");
    };
    let left = deadline.saturating_sub(tick) / 1000;
    let chair = names.sides().get(&turn.side).and_then(|chair| view.chairs.get(chair));
    let bank = chair.and_then(|chair| chair.bank).map_or_else(String::new, |ms| {
        format!(", and {} in the bank", count(ms / 1000, "second", "seconds"))
    });
    let verb = if names.is_my_side(turn.side) { "have" } else { "has" };
    format!(
        "{} {verb} {}{bank}.",
        names.side(turn.side),
        count(left, "second", "seconds")
    )
}

/// The chairs that nobody has taken.
pub(crate) fn free_chairs(view: &View) -> Vec<ChairNo> {
    view.chairs
        .iter()
        .filter(|(_, chair)| chair.kind == ChairKind::Empty)
        .map(|(no, _)| *no)
        .collect()
}

/// The chair that somebody means, by its number, by a side's letter or by a name.
pub(crate) fn chair_of(view: &View, names: &Names, whom: &Whom) -> Result<ChairNo, String> {
    let sits = |no: &ChairNo| view.chairs.get(no).is_some_and(|chair| chair.kind != ChairKind::Empty);
    let found = match whom {
        Whom::Chair(number) => Some(number - 1).filter(|no| view.chairs.contains_key(no)),
        Whom::Side(side) => names.sides().get(side).copied().filter(sits),
        Whom::Name(_) => None,
    };
    let typed = match whom {
        Whom::Chair(number) => number.to_string(),
        Whom::Side(side) => side.letter().to_owned(),
        Whom::Name(name) => name.clone(),
    };
    let named = || {
        let is = |(_, chair): &(&ChairNo, &chowk_protocol::ChairView)| {
            chair
                .name
                .as_ref()
                .is_some_and(|name| name.to_lowercase() == typed.to_lowercase())
        };
        view.chairs.iter().find(is).map(|(no, _)| *no)
    };
    found.or_else(named).ok_or_else(|| {
        let who: Vec<String> = view
            .chairs
            .keys()
            .filter(|no| sits(no))
            .map(|no| format!("{} {}", counted(*no), names.name(*no)))
            .collect();
        format!("Nobody here is {typed}. Say a chair's number: {}.", who.join(", "))
    })
}

/// How a series stands.
pub(crate) fn series(view: &View, names: &Names) -> Option<String> {
    let series = view.series.as_ref()?;
    let standing: Vec<String> = view
        .chairs
        .iter()
        .filter(|(_, chair)| chair.kind != ChairKind::Empty)
        .map(|(no, _)| {
            let who = if names.is_me(*no) {
                "you".into()
            } else {
                names.name(*no)
            };
            format!("{who} {}", series.wins.get(no).copied().unwrap_or(0))
        })
        .collect();
    let best_of = format!("Best of {}: {}", series.best_of, standing.join(", "));
    Some(match (series.over, series.winner) {
        (false, _) if view.stage == Stage::Playing => format!("{best_of}; this is match {}.", series.number),
        (false, _) if view.stage == Stage::Ended => format!("{best_of}; again begins the next match."),
        (false, _) => format!("{best_of}; match {} is next.", series.number),
        (true, Some(winner)) if names.is_me(winner) => format!("{best_of}. You have won the series."),
        (true, Some(winner)) => format!("{best_of}. {} has won the series.", names.name(winner)),
        (true, None) => format!("{best_of}. Nobody has won the series alone."),
    })
}

/// The wish behind what was typed, or what is missing.
pub(crate) fn wish(act: Act, view: &View, names: &Names) -> Result<Wish, String> {
    let turn = || view.turn.as_ref().ok_or_else(|| "No match is running.".to_owned());
    Ok(match act {
        Act::Throw => Wish::Throw { asked: turn()?.asked },
        Act::Move(pawn, value) => {
            let turn = turn()?;
            let pawn = pawn - 1;
            let value = match value.or_else(|| only_value(turn, pawn)) {
                Some(value) => value,
                None if !names.is_my_side(turn.side) => {
                    return Err(format!("It is the turn of {}.", names.name_of(turn.side)));
                }
                None if turn.phase == TurnPhase::Throw => return Err("Throw first (t).".into()),
                None => {
                    let some = turn.hand.keys().next().copied().unwrap_or(1);
                    return Err(format!(
                        "By which value? As in {} {some}. In hand: {}.",
                        counted(pawn),
                        hand(turn)
                    ));
                }
            };
            Wish::Move {
                asked: turn.asked,
                pawn,
                value,
            }
        }
        Act::Ready => Wish::Ready,
        Act::Unready => Wish::Unready,
        Act::Bots(chair, brain) => {
            let chair = chair
                .map(|chair| chair - 1)
                .or_else(|| free_chairs(view).first().copied());
            Wish::AddBot {
                chair: chair.ok_or_else(|| "No chair is free.".to_owned())?,
                brain,
            }
        }
        Act::Remove(whom) => Wish::Remove {
            chair: chair_of(view, names, &whom)?,
        },
        Act::Hand(whom, brain) => Wish::HandOver {
            chair: chair_of(view, names, &whom)?,
            brain,
        },
        Act::Again => Wish::Again,
        Act::MoreTime => Wish::MoreTime,
        Act::Report(whom, about) => Wish::Report {
            chair: chair_of(view, names, &whom)?,
            about,
        },
        Act::Say(phrase) => Wish::Say { phrase },
        Act::Resign => Wish::Resign,
        Act::Leave => Wish::Leave,
    })
}

/// The one value that a pawn can move by: the value thrown, or the only one in hand that moves it.
fn only_value(turn: &TurnView, pawn: u8) -> Option<u8> {
    if turn.phase == TurnPhase::Throw {
        return None;
    }
    let only = |mut values: Box<dyn Iterator<Item = u8> + '_>| values.next().filter(|_| values.next().is_none());
    let moves = turn
        .moves
        .get(&pawn)
        .into_iter()
        .flat_map(|by_value| by_value.keys().copied());
    // A pawn that cannot move is asked for all the same: the server says why it cannot.
    turn.value
        .or_else(|| only(Box::new(moves)))
        .or_else(|| only(Box::new(turn.hand.keys().copied())))
}
