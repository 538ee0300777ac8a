//! What a terminal must have shown in the course of a set (page on users, 5.4; rules, 5).

use super::super::seen::{Seen, Sight};

/// What every full screen must show at some time in a set.
const SIGHTS: [Sight; 17] = [
    ("the room's code and the rules", |text| {
        let first = text.lines().next().unwrap_or_default();
        first.contains("Four stones  room ") && first.contains("four-stones")
    }),
    ("how long an answer takes", |text| {
        text.lines()
            .next()
            .is_some_and(|first| first.trim_end().ends_with(" ms"))
    }),
    ("the four boxes by name", |text| {
        ["NW ", "NE ", "SW ", "SE "].iter().all(|name| text.contains(name))
    }),
    ("which box is mine", |text| text.contains(" yours ")),
    ("the patwar, marked", |text| {
        court(text).any(|line| line.contains('[') && line.contains(']'))
    }),
    ("how far he reaches, in half blocks", |text| {
        court(text).any(|line| line.contains('▄')) && court(text).any(|line| line.contains('▀'))
    }),
    ("the innings, its phase and clock", |text| {
        text.contains("Innings |") && text.contains(" of 3  Steal ")
    }),
    ("another phase", |text| {
        text.contains(" of 3  Gumpu ") || text.contains(" of 3  Chhuttu ")
    }),
    ("stones in the circle", |text| text.contains("Stones in the circle: o")),
    ("how far he is with cutting", |text| {
        text.contains(" is cutting ") && text.contains("/4")
    }),
    ("everybody's name, letter and box", |text| {
        text.contains(" you ")
            && ["SW", "SE", "NE", "NW"]
                .iter()
                .all(|name| panel(text).any(|line| line.ends_with(name)))
    }),
    ("who chases", |text| panel(text).any(|line| line.ends_with("patwar"))),
    ("what can be done now", |text| {
        text.contains("Run to the circle") || text.contains("touch the end line")
    }),
    ("the step, its question and its clock", |text| {
        text.contains("Step ") && text.contains("Enter.  0:")
    }),
    ("the keys", |text| {
        text.contains("arrows go") && text.contains("space stop") && text.contains("x take")
    }),
    ("the envelope", |text| text.contains(" sealed")),
    ("the last tag once more", |text| {
        text.contains("The last tag, frame ") && text.contains(" apart")
    }),
];

/// What the end of a set must show.
const END: [Sight; 4] = [
    ("who was never caught", |text| {
        text.contains(" never caught.") || text.contains("never caught")
    }),
    ("what counts, in numbers", |text| {
        ["caught", "survived", "carried", "crossings"]
            .iter()
            .all(|word| text.contains(word))
    }),
    ("who was caught when", |text| text.contains("Caught: innings 1")),
    ("the envelope, opened and checked; the record", |text| {
        text.contains("Lots checked ✔") && text.contains("/api/v1/records/")
    }),
];

/// What a set by lines must say, from the first line to the last.
const LINES: [Sight; 14] = [
    ("the room's code and how to join", |text| {
        text.contains("You have chair 1 in room ") && text.contains("chowk join http://")
    }),
    ("that it goes in steps", |text| text.contains("It goes in steps of ")),
    ("the envelope, sealed", |text| text.contains("are sealed in envelope ")),
    ("the lots", |text| {
        text.contains("Lots are drawn: ") && text.contains("The boxes: SW ")
    }),
    ("questions that say where one is", |text| {
        text.contains(": which way? You are ") || text.contains(": which way? You chase")
    }),
    ("when the stones may be taken", |text| {
        text.contains("Go! The stones in the circle may be taken.")
    }),
    ("who takes a stone", |text| text.contains(" takes a stone")),
    ("a catch, and how near it was", |text| {
        text.contains(" tagged ") && text.contains(" ft, reach 0.75 ft.")
    }),
    ("who is where", |text| {
        text.contains(" of you.") && text.contains(" with no stone, ")
    }),
    ("a drawing", |text| {
        text.contains("+......+") && text.contains("Letters are players")
    }),
    ("what can be typed", |text| text.contains("Going: n, s, e, w")),
    ("who sits there", |text| text.contains("Chair 1: Asha, ")),
    ("what can be done", |text| {
        text.contains("Run to the circle") || text.contains("Cut: touch the end line")
    }),
    ("how the last tag came", |text| {
        text.contains("The last second and a half before the tag")
    }),
];

/// What the end of a set by lines must say.
const LINES_END: [Sight; 3] = [
    ("the ranks", |text| text.contains("The set has ended: 1. ")),
    ("what counts, in numbers", |text| {
        text.contains(" survived, ") && text.contains(" carried home, ")
    }),
    ("the envelope, opened and checked; the record", |text| {
        text.contains("Lots checked ✔") && text.contains("chowk replay http")
    }),
];

/// Rows of the court: those below its upper wall, with their walls.
fn court(text: &str) -> impl Iterator<Item = String> {
    let rows = text.lines().skip(1).take(19);
    rows.map(|line| line.chars().take(38).collect())
}

/// The panel beside the court.
fn panel(text: &str) -> impl Iterator<Item = String> {
    let rows = text.lines().skip(1).take(19);
    rows.map(|line| line.chars().skip(38).collect::<String>().trim_end().to_owned())
}

/// Columns and rows of the court that a screen shows; none if it shows none.
pub(super) fn size(text: &str) -> Option<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let top = lines.iter().position(|line| line.starts_with('┌'))?;
    let bottom = lines.iter().rposition(|line| line.starts_with('└'))?;
    let edge = lines[top]
        .chars()
        .collect::<Vec<_>>()
        .iter()
        .rposition(|letter| *letter == '┐')?;
    Some((edge + 1, bottom - top + 1))
}

/// Nothing yet, of a set on a full screen, and of its end.
pub(super) fn of_screens() -> (Seen, Seen) {
    (Seen::of(&SIGHTS), Seen::of(&END))
}

/// Nothing yet, of a set by lines, and of its end.
pub(super) fn of_lines() -> (Seen, Seen) {
    (Seen::of(&LINES), Seen::of(&LINES_END))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_court_is_measured() {
        let text = " title\n┌ NW ─┐┈┈┌ NE ─┐  Innings\n│     │  │     │\n└ SW ─┘┈┈└ SE ─┘\nlog\n";
        assert_eq!(size(text), Some((16, 3)));
        assert_eq!(size("Need 80x24\n"), None);
    }
}
