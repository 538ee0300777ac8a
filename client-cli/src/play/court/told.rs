//! Each event of the court as one plain sentence.

use chowk_protocol::{ChairNo, CourtEvent, CourtPhase, CourtView, CutBy};

use super::ground::{arm_word, fine_feet};
use crate::play::names::{Names, count, verb};

/// The sentence of an event, with what the view after it adds; `None` for what nobody needs to hear.
pub(crate) fn sentence(event: &CourtEvent, names: &Names, court: Option<&CourtView>) -> Option<String> {
    let who = |chair: &ChairNo| (subject(*chair, names), names.is_me(*chair));
    Some(match event {
        CourtEvent::Lots { chairs, .. } => lots(*chairs, names),
        CourtEvent::Innings { number, patwar } => {
            if names.is_me(*patwar) {
                format!("Innings {number}: you chase. You are the patwar.")
            } else {
                format!("Innings {number}: {} chases.", names.short(*patwar))
            }
        }
        CourtEvent::Phase { phase, r#box } => {
            let patwar = court.is_some_and(|court| names.is_me(court.patwar));
            match phase {
                CourtPhase::Break | CourtPhase::Over => return None,
                CourtPhase::Steal => "Go! The stones in the circle may be taken.".into(),
                CourtPhase::Choice if patwar => {
                    "Each runner holds one stone. Your word: gumpu and a box, or chhuttu?".into()
                }
                CourtPhase::Choice => "Each runner holds one stone: the patwar says gumpu or chhuttu.".into(),
                CourtPhase::Gumpu => {
                    let name = r#box.map_or("the named box", |name| name.letters());
                    format!("Gumpu (together) in {name}: all four runners must gather in that box.")
                }
                CourtPhase::Chhuttu => {
                    "Chhuttu (around): each runner makes the rounds of the four boxes and comes home.".into()
                }
            }
        }
        CourtEvent::Cut { arm, by } => {
            let arm = arm_word(*arm);
            let cuts = court.map(|court| court.cut.values().filter(|cut| **cut).count());
            let cuts = cuts.map_or_else(String::new, |cuts| format!(" ({cuts} of 4)"));
            match by {
                CutBy::Run if court.is_some_and(|court| names.is_me(court.patwar)) => {
                    format!("You have cut the {arm} arm{cuts}.")
                }
                CutBy::Run => format!("The patwar has cut the {arm} arm{cuts}."),
                CutBy::Credit => format!("The {arm} arm is credited as cut{cuts}."),
            }
        }
        CourtEvent::Taken { seat, left } => {
            let (who, me) = who(seat);
            let left = match left {
                0 => "none is left in the circle".into(),
                1 => "1 lies in the circle".into(),
                left => format!("{left} lie in the circle"),
            };
            format!("{who} {} a stone; {left}.", verb(me, "take", "takes"))
        }
        CourtEvent::Given { seat, to } => {
            let (who, me) = who(seat);
            let to = whom(*to, names);
            format!("{who} {} a stone to {to}.", verb(me, "give", "gives"))
        }
        CourtEvent::Crossed { seat, r#box, progress } => {
            let (who, me) = who(seat);
            let rounds = match *progress {
                0 => String::new(),
                made => format!("; {} of the rounds", count(made.into(), "crossing", "crossings")),
            };
            format!("{who} {} to {}{rounds}.", verb(me, "cross", "crosses"), r#box.letters())
        }
        CourtEvent::Void { void: true } => "Tags do not count now: the patwar has not kept moving.".into(),
        CourtEvent::Void { void: false } => "Tags count again.".into(),
        CourtEvent::Through { seat } => {
            let (who, me) = who(seat);
            format!(
                "{who} {} through: all rounds are made, and nobody can catch {} any more.",
                verb(me, "are", "is"),
                verb(me, "you", "them")
            )
        }
        CourtEvent::Tagged {
            seat,
            by,
            distance,
            reach,
            ..
        } => tagged(*seat, *by, *distance, *reach, names),
        CourtEvent::ClockOut { seat, among, t } => {
            let by_lot = if t.is_some() {
                let among: Vec<String> = among.iter().map(|one| whom(*one, names)).collect();
                format!(", drawn by lot among {}", listed(&among))
            } else {
                String::new()
            };
            format!("The clock catches {}{by_lot}.", whom(*seat, names))
        }
        CourtEvent::InningsEnd { caught: Some(seat) } => {
            let me = names.is_me(*seat);
            format!(
                "The innings is over: {} {} caught.",
                whom(*seat, names),
                verb(me, "are", "is")
            )
        }
        CourtEvent::InningsEnd { caught: None } => "The innings is over: nobody was caught.".into(),
    })
}

/// `Ravi tagged Asha — 0.57 ft, reach 0.75 ft`.
pub(crate) fn tagged(seat: ChairNo, by: ChairNo, distance: u32, reach: u32, names: &Names) -> String {
    format!(
        "{} tagged {} — {}, reach {}.",
        subject(by, names),
        whom(seat, names),
        fine_feet(distance),
        fine_feet(reach)
    )
}

/// `you` or a name, inside a sentence.
pub(crate) fn whom(chair: ChairNo, names: &Names) -> String {
    if names.is_me(chair) {
        "you".into()
    } else {
        names.short(chair)
    }
}

/// `You` or a name, at the beginning of a sentence.
fn subject(chair: ChairNo, names: &Names) -> String {
    if names.is_me(chair) {
        "You".into()
    } else {
        names.short(chair)
    }
}

/// `Asha, Ravi and you`.
pub(crate) fn listed(words: &[String]) -> String {
    match words.split_last() {
        None => "nobody".into(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// `you` or a name with the mark of a bot: where it is said once.
pub(super) fn marked(chair: ChairNo, names: &Names) -> String {
    if names.is_me(chair) {
        "you".into()
    } else {
        names.name(chair)
    }
}

fn lots([patwar, sw, se, ne, nw]: [ChairNo; 5], names: &Names) -> String {
    let me = names.is_me(patwar);
    let homes = [("SW", sw), ("SE", se), ("NE", ne), ("NW", nw)];
    let homes: Vec<String> = homes
        .iter()
        .map(|(name, chair)| format!("{name} {}", marked(*chair, names)))
        .collect();
    format!(
        "Lots are drawn: {} {} the first patwar. The boxes: {}.",
        names.chair(patwar),
        verb(me, "are", "is"),
        homes.join(", ")
    )
}
