//! What a player can do now, in a sentence or two for each phase, and what the hand does: take or give, or why neither.
//! So the rules are learned by playing.

use chowk_protocol::{BoxName, ChairNo, CourtPhase, Patrol, Place, RunnerView};

use super::Sight;
use super::ground::{CENTRE, arm_word, box_of, distance, feet};
use super::told::listed;
use crate::play::names::count;

/// So much further than the reach a take is still wished: its tick moves first, and the server judges.
const NEARLY: u32 = 300;

/// How a player speaks: by keys or by typed words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hands {
    /// Keys of a full screen.
    Keys,
    /// Words of a line.
    Words,
}

/// What the hand can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hand {
    /// Take a stone.
    Take,
    /// Give one to this seat.
    Give(ChairNo),
}

/// What the hand of the one who looks can do, or why it can do nothing.
pub(crate) fn hand(sight: &Sight<'_>) -> Result<Hand, String> {
    let (runner, at) = stealer(sight)?;
    let here = box_of(at);
    if let (Some(to), true) = (without_in(sight, here).first(), runner.stones >= 2) {
        return Ok(Hand::Give(*to));
    }
    let why = match take(sight) {
        Ok(()) => return Ok(Hand::Take),
        Err(why) => why,
    };
    Err(match (runner.stones, here) {
        (2.., Some(name)) => format!("Nobody without a stone is in {} with you.", name.letters()),
        (2.., None) => "You give a stone inside a box, to a runner there who has none.".into(),
        (0 | 1, _) => why,
    })
}

/// Whether the one who looks may try to take a stone, or why not.
pub(crate) fn take(sight: &Sight<'_>) -> Result<(), String> {
    let (_, at) = stealer(sight)?;
    let away = distance(at, CENTRE);
    match sight.court.ground {
        0 => Err("No stone lies in the circle.".into()),
        1.. if away <= sight.numbers.pick_reach + NEARLY => Ok(()),
        1.. => Err(format!(
            "The circle is {} away and you reach {}: go there first.",
            feet(away),
            feet(sight.numbers.pick_reach)
        )),
    }
}

/// The one who looks as a runner who may steal now, and where.
fn stealer<'a>(sight: &Sight<'a>) -> Result<(&'a RunnerView, Place), String> {
    let Some(runner) = sight.my_runner() else {
        return Err(if sight.i_chase() {
            "The patwar takes no stones.".into()
        } else {
            "A watcher sees and does not play.".into()
        });
    };
    if sight.court.phase != CourtPhase::Steal {
        return Err("Stones are taken and given while the runners steal.".into());
    }
    match sight.my_place() {
        Some(at) => Ok((runner, at)),
        None => Err("The server has not told yet where you are.".into()),
    }
}

/// The runners without a stone who are inside this box.
fn without_in(sight: &Sight<'_>, name: Option<BoxName>) -> Vec<ChairNo> {
    let Some(name) = name else { return Vec::new() };
    let empty = sight.court.runners.iter().filter(|(_, runner)| runner.stones == 0);
    empty
        .map(|(chair, _)| *chair)
        .filter(|chair| Some(*chair) != sight.me && sight.place(*chair).and_then(box_of) == Some(name))
        .collect()
}

/// What can be done now, the most useful first.
pub(crate) fn now(sight: &Sight<'_>, hands: Hands) -> Vec<String> {
    let mut words = match (sight.i_chase(), sight.my_runner()) {
        (true, _) => patwar(sight, hands),
        (false, Some(_)) => runner(sight, hands),
        (false, None) => watcher(sight),
    };
    let dangerous = matches!(
        sight.court.phase,
        CourtPhase::Steal | CourtPhase::Gumpu | CourtPhase::Chhuttu
    );
    if sight.court.void && dangerous {
        words.push(if sight.i_chase() {
            "Your tags do not count.".into()
        } else {
            "Tags do not count now: run.".into()
        });
    }
    words
}

fn patwar(sight: &Sight<'_>, hands: Hands) -> Vec<String> {
    let court = sight.court;
    let frozen = court.still_until > sight.tick();
    match court.phase {
        CourtPhase::Break => {
            vec!["You chase. First cut: touch the four end lines, each time coming back to the centre.".into()]
        }
        CourtPhase::Steal if frozen => vec!["You are frozen until the missing arms are credited.".into()],
        CourtPhase::Steal if sight.cuts() < 4 => {
            let missing: Vec<String> = court
                .cut
                .iter()
                .filter(|(_, cut)| !**cut)
                .map(|(arm, _)| arm_word(*arm).to_owned())
                .collect();
            vec![match court.touched {
                Some(arm) => format!("The {} line is touched: back to the centre.", arm_word(arm)),
                None => format!(
                    "Cut: touch the end line {}, and come back to the centre.",
                    any_of(&missing)
                ),
            }]
        }
        CourtPhase::Steal | CourtPhase::Gumpu | CourtPhase::Chhuttu => {
            let mut words = Vec::new();
            if frozen {
                words.push("You stand still for a moment.".into());
            }
            words.push(match (court.phase, sight.numbers.gumpu_reach_in) {
                (CourtPhase::Gumpu, true) => "Tag a runner who comes close, also inside a box.".into(),
                (CourtPhase::Chhuttu, _) => "Tag a runner outside the boxes who is not through.".into(),
                _ => "Tag a runner outside the boxes.".to_owned(),
            });
            words.extend(patrol(sight));
            words
        }
        CourtPhase::Choice => vec![match hands {
            Hands::Keys => "Your word: g and 1 SW, 2 SE, 3 NE, 4 NW for gumpu; c for chhuttu.".into(),
            Hands::Words => "Your word: gumpu and a box (gumpu NE), or chhuttu.".into(),
        }],
        CourtPhase::Over => Vec::new(),
    }
}

/// What the patwar owes to keep his tags good.
pub(crate) fn patrol(sight: &Sight<'_>) -> Option<String> {
    let what = match sight.court.patrol? {
        Patrol::EndLine => "touch an end line",
        Patrol::Centre => "come to the centre",
    };
    let in_time = sight.court.patrol_by.filter(|_| !sight.court.void);
    Some(match in_time {
        Some(by) => format!(
            "Keep moving: {what} within {}.",
            count(sight.seconds_to(by).into(), "second", "seconds")
        ),
        None => format!("To make tags count: {what}."),
    })
}

fn runner(sight: &Sight<'_>, hands: Hands) -> Vec<String> {
    let (court, Some(me)) = (sight.court, sight.my_runner()) else {
        return Vec::new();
    };
    let home = me.home.letters();
    match court.phase {
        CourtPhase::Break => vec![format!(
            "Your box is {home}; inside a box nobody tags you. Four stones lie in the middle."
        )],
        CourtPhase::Steal => stealing(sight, hands),
        CourtPhase::Choice => vec!["Nobody moves. Gumpu: all gather in one box. Chhuttu: rounds of all boxes.".into()],
        CourtPhase::Gumpu => {
            let name = court.r#box.map_or("the named box", BoxName::letters);
            let inside = sight.my_place().and_then(box_of) == court.r#box;
            let mut words = vec![if inside {
                format!("You are in {name}: stay until all four are.")
            } else {
                format!("Run to the box {name}; all four must be inside.")
            }];
            if sight.numbers.gumpu_reach_in {
                words.push("The patwar may reach into boxes now: keep away from the tracks.".into());
            }
            words
        }
        CourtPhase::Chhuttu => vec![match (me.through, me.done) {
            (true, _) => "You are through: nobody can catch you.".into(),
            (false, true) => format!("Your rounds are done: come home to {home}."),
            (false, false) => next_box(sight),
        }],
        CourtPhase::Over => Vec::new(),
    }
}

fn stealing(sight: &Sight<'_>, hands: Hands) -> Vec<String> {
    let Some(me) = sight.my_runner() else { return Vec::new() };
    if me.rooted_until > sight.tick() {
        return vec!["You are picking up a stone, and stand until it is done.".into()];
    }
    let key = match hands {
        Hands::Keys => "x",
        Hands::Words => "take",
    };
    match hand(sight) {
        Ok(Hand::Take) => vec![format!("{key} takes a stone.")],
        Ok(Hand::Give(to)) => {
            let name = sight.names.short(to);
            vec![match hands {
                Hands::Keys => format!("x gives a stone to {name}."),
                Hands::Words => format!("give gives a stone to {name}."),
            }]
        }
        Err(_) => {
            let without = sight
                .court
                .runners
                .iter()
                .filter(|(chair, runner)| runner.stones == 0 && Some(**chair) != sight.me);
            let without: Vec<String> = without.map(|(chair, _)| sight.names.short(*chair)).collect();
            vec![match (me.stones, sight.court.ground, without.is_empty()) {
                (2.., _, false) => format!("Give a stone inside a box to one without: {}.", any_of(&without)),
                (0, 0, _) => "No stone lies there: meet one who has two, inside a box.".into(),
                (0, _, _) => format!("Run to the circle and take a stone ({key}).")
                    .replace("circle and take a stone (x)", "circle (o) and take a stone (x)"),
                (_, 1.., false) => "You hold your stone. Take another for one without, or stay in a box.".into(),
                (..) => "You hold your stone: be inside a box when all four are.".into(),
            }]
        }
    }
}

/// The box that counts next in chhuttu.
fn next_box(sight: &Sight<'_>) -> String {
    let Some(me) = sight.my_runner() else {
        return String::new();
    };
    let at = BoxName::ALL.iter().position(|name| *name == me.last).unwrap_or(0);
    let (next, before) = (
        BoxName::ALL[(at + 1) % 4].letters(),
        BoxName::ALL[(at + 3) % 4].letters(),
    );
    let left = sight.numbers.crossings().saturating_sub(me.rounds.into());
    let left = count(left.into(), "crossing", "crossings");
    match me.direction {
        1 => format!("Next box: {next}; {left} to go."),
        -1 => format!("Next box: {before}; {left} to go."),
        _ => format!("Next box: {next} or {before}, as you like; {left} to go."),
    }
}

fn watcher(sight: &Sight<'_>) -> Vec<String> {
    vec![match sight.court.phase {
        CourtPhase::Break => "The innings is about to begin.".into(),
        CourtPhase::Steal => "The runners steal the four stones; the patwar cuts and tags.".into(),
        CourtPhase::Choice => "The patwar chooses: gumpu or chhuttu.".into(),
        CourtPhase::Gumpu => format!(
            "All runners must gather in {}.",
            sight.court.r#box.map_or("the named box", BoxName::letters)
        ),
        CourtPhase::Chhuttu => "Each runner makes the rounds of all boxes and comes home.".into(),
        CourtPhase::Over => return Vec::new(),
    }]
}

fn any_of(words: &[String]) -> String {
    listed(words).replace(" and ", " or ")
}
