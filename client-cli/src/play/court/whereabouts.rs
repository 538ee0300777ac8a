//! Where everybody is, in words and feet; the question of a step; the clocks; who sits where.

use chowk_protocol::{Around, ChairKind, ChairNo, CourtPhase, CourtView, Place, View};

use super::Sight;
use super::advice::{Hand, hand, patrol};
use super::ground::{CENTRE, Spot, box_of, distance, feet, spot, spot_words, towards};
use crate::play::names::{Names, count, verb};
use crate::play::question;

/// Where all are: the one who looks first, then the patwar, then the runners.
pub(crate) fn all(sight: &Sight<'_>) -> Vec<String> {
    if sight.places.is_none() {
        return vec!["The server has not told yet where everybody is.".into()];
    }
    let mut lines: Vec<String> = sight.me.and_then(|_| mine(sight)).into_iter().collect();
    let mut chairs: Vec<ChairNo> = vec![sight.court.patwar];
    chairs.extend(sight.court.runners.keys());
    lines.extend(
        chairs
            .into_iter()
            .filter(|chair| Some(*chair) != sight.me)
            .filter_map(|chair| one(sight, chair)),
    );
    lines.push(circle(sight));
    lines
}

/// `You are in your box SW with 1 stone`, without an end.
fn own(sight: &Sight<'_>) -> Option<String> {
    let at = sight.my_place()?;
    Some(match sight.my_runner() {
        Some(me) => format!(
            "You are {} with {}",
            place_of(at, Some(me.home), "your"),
            stones(me.stones)
        ),
        None => format!("You chase, and are {}", spot_words(at)),
    })
}

fn mine(sight: &Sight<'_>) -> Option<String> {
    let words = own(sight)?;
    let at = sight.my_place()?;
    let away = distance(at, CENTRE);
    Some(if away < 150 {
        format!("{words}.")
    } else {
        format!("{words}, {} {} of the circle.", feet(away), towards(CENTRE, at))
    })
}

fn one(sight: &Sight<'_>, chair: ChairNo) -> Option<String> {
    let at = sight.place(chair)?;
    let name = sight.names.short(chair);
    let from_me = sight
        .my_place()
        .map_or_else(String::new, |me| format!(", {}", from(me, at)));
    Some(match sight.court.runners.get(&chair) {
        Some(runner) => {
            let through = if runner.through { ", through" } else { "" };
            format!(
                "{name} is {} with {}{through}{from_me}.",
                place_of(at, Some(runner.home), "their own"),
                stones(runner.stones)
            )
        }
        None => format!("{name}, the patwar, is {}{from_me}.", spot_words(at)),
    })
}

/// `4 ft north-east of you`.
fn from(me: Place, at: Place) -> String {
    match distance(me, at) {
        0..=99 => "right where you are".into(),
        away => format!("{} {} of you", feet(away), towards(me, at)),
    }
}

fn circle(sight: &Sight<'_>) -> String {
    match sight.court.ground {
        0 => "No stone lies in the circle.".into(),
        1 => "1 stone lies in the circle.".into(),
        ground => format!("{ground} stones lie in the circle."),
    }
}

/// A place, where the native box is called so.
fn place_of(at: Place, home: Option<chowk_protocol::BoxName>, whose: &str) -> String {
    match (spot(at), home) {
        (Spot::Box(name), Some(home)) if name == home => format!("in {whose} box {}", name.letters()),
        (Spot::Box(_) | Spot::Arm(_) | Spot::Middle, _) => spot_words(at),
    }
}

fn stones(held: u8) -> String {
    match held {
        0 => "no stone".into(),
        held => count(held.into(), "stone", "stones"),
    }
}

/// The question of an open step: where one is, and what matters most.
pub(crate) fn step_question(sight: &Sight<'_>) -> String {
    let number = sight
        .step_number()
        .map_or_else(String::new, |number| format!("Step {number}: "));
    let mut words = format!("{number}which way?");
    if let Some(own) = own(sight) {
        words += &format!(" {own}");
    }
    let Some(me) = sight.my_place() else { return words };
    if sight.i_chase() {
        let open = sight.court.runners.iter().filter(|(_, runner)| !runner.through);
        let nearest = open
            .filter_map(|(chair, _)| Some((*chair, sight.place(*chair)?)))
            .filter(|(_, at)| box_of(*at).is_none() || sight.court.phase == CourtPhase::Gumpu)
            .min_by_key(|(_, at)| distance(me, *at));
        words += &match nearest {
            Some((chair, at)) => format!(
                "; {} is {} {} {}.",
                sight.names.short(chair),
                feet(distance(me, at)),
                towards(me, at),
                spot_words(at)
            ),
            None => "; all runners are inside boxes.".into(),
        };
        return words;
    }
    if let Some(at) = sight.place(sight.court.patwar) {
        words += &format!(
            "; the patwar is {} {} {}",
            feet(distance(me, at)),
            towards(me, at),
            spot_words(at)
        );
    }
    if sight.court.phase == CourtPhase::Steal && sight.court.ground > 0 {
        let away = distance(me, CENTRE);
        if away >= 150 {
            words += &format!("; the circle is {} {}", feet(away), towards(me, CENTRE));
        }
    }
    words += ".";
    words += &match hand(sight) {
        Ok(Hand::Take) => " You may take.".to_owned(),
        Ok(Hand::Give(to)) => format!(" You may give to {}.", sight.names.short(to)),
        Err(_) => String::new(),
    };
    words
}

/// The clocks that run.
pub(crate) fn time(sight: &Sight<'_>, room_tick: Option<u64>) -> Vec<String> {
    let court = sight.court;
    let mut lines = Vec::new();
    let seconds = |tick: u32| count(sight.seconds_to(tick).into(), "second", "seconds");
    let phase = phase_word(court.phase);
    lines.push(match court.ends {
        Some(ends) => format!("{phase}: {} left.", seconds(ends)),
        None => format!("{phase}: no clock."),
    });
    if let Some(ends) = court.idle_ends.filter(|_| court.phase == CourtPhase::Steal) {
        lines.push(format!("Somebody must take, give or cross within {}.", seconds(ends)));
    }
    if sight.i_chase() {
        lines.extend(patrol(sight));
    }
    if let (Some(deadline), Some(tick)) = (court.step.as_ref().and_then(|step| step.deadline), room_tick) {
        let left = deadline.saturating_sub(tick).div_ceil(1000);
        lines.push(format!("This step waits {} more.", count(left, "second", "seconds")));
    }
    lines
}

/// How far the set has come, for whoever comes to it.
pub(crate) fn standing(court: &CourtView, names: &Names) -> String {
    let (who, me) = (names.chair(court.patwar), names.is_me(court.patwar));
    format!(
        "Innings {}, {}: {who} {}.",
        court.innings,
        phase_word(court.phase).to_lowercase(),
        verb(me, "chase", "chases")
    )
}

/// A phase as it is called.
pub(crate) fn phase_word(phase: CourtPhase) -> &'static str {
    match phase {
        CourtPhase::Break => "Break",
        CourtPhase::Steal => "Steal",
        CourtPhase::Choice => "Choice",
        CourtPhase::Gumpu => "Gumpu",
        CourtPhase::Chhuttu => "Chhuttu",
        CourtPhase::Over => "Over",
    }
}

/// Who sits where, and how each stands in the set.
pub(crate) fn who(view: &View, sight: Option<&Sight<'_>>, names: &Names, around: Option<&Around>) -> Vec<String> {
    let mut lines = question::who(view, names, around);
    let Some(sight) = sight else { return lines };
    for (chair, seat) in &view.chairs {
        if seat.kind == ChairKind::Empty {
            continue;
        }
        let mut marks = Vec::new();
        if *chair == sight.court.patwar {
            marks.push("the patwar".to_owned());
        }
        if let Some(runner) = sight.court.runners.get(chair) {
            marks.push(format!("box {}, {}", runner.home.letters(), stones(runner.stones)));
        }
        if let Some(score) = sight.court.scores.get(chair) {
            marks.extend(score.may_win.then(|| "never caught so far".to_owned()));
        }
        if let Some(line) = lines.get_mut(usize::from(*chair)) {
            let words = line.trim_end_matches('.').to_owned();
            *line = format!("{words}; {}.", marks.join(", "));
        }
    }
    lines
}
