//! What the terminal must have shown in the course of a match (page on users, 5.4).

use super::super::seen::{Seen, Sight};
use super::fingers::step;

/// What every full screen must show at some time in a match.
const SIGHTS: [Sight; 16] = [
    ("the room's code and the rules", |text| {
        first(text).contains("  room ") && first(text).contains("-")
    }),
    ("how many throws there were", |text| first(text).contains(" throw ")),
    ("how long an answer takes", |text| {
        first(text).trim_end().ends_with(" ms")
    }),
    ("all home squares, and the centre", |text| {
        text.contains("HOME") || text.contains('H')
    }),
    ("pawns by letters", |text| {
        ["S1", "N1"]
            .iter()
            .all(|pawn| board(text).any(|line| line.contains(pawn)))
    }),
    ("whose turn it is", |text| {
        text.contains("> S ") || text.contains("> N ")
    }),
    ("which gates are shut", |text| text.contains("gate #")),
    ("which gates are open", |text| text.contains("gate open")),
    ("the clock of the turn", |text| text.contains(" 0:")),
    ("the bank of time", |text| text.contains("bank ")),
    ("the cowries, and what they count", |text| {
        text.lines()
            .any(|line| (line.contains("(o)") || line.contains("( )")) && line.contains("= "))
    }),
    ("where pawns may go", |text| {
        text.lines().any(|line| step(line).is_some())
    }),
    ("the same on the board", |text| {
        board(text).any(|line| line.contains('*'))
    }),
    ("whom they hit, on the board", |text| {
        board(text).any(|line| line.contains('!'))
    }),
    ("why a pawn may not go", |text| {
        text.contains("Choose a pawn")
            && [
                "gate shut: hit first",
                "is home",
                "needs an exact throw",
                "your own pawn is there",
            ]
            .iter()
            .any(|why| text.contains(why))
    }),
    ("links and envelope", |text| {
        text.contains("links left") && text.contains("envelope") || text.contains("envelope sealed")
    }),
];

/// What the end of a match must show.
const END: [Sight; 8] = [
    ("who came first", |text| text.contains("The match has ended: 1. ")),
    ("how often each number fell, beside what is usual", |text| {
        text.contains("(4.") || text.contains("usual")
    }),
    ("the average", |text| text.contains("average ")),
    ("luck, in words", |text| text.contains("luck: ")),
    ("grace throws and the longest wait", |text| {
        text.contains("longest wait")
    }),
    ("hits made and suffered", |text| {
        text.contains("hits made") && text.contains("suffered")
    }),
    ("throws without a move", |text| text.contains("no move")),
    ("the envelope, opened and checked", |text| {
        text.contains("Throws checked ✔") || text.contains("Throws checked OK")
    }),
];

/// What a match by lines must say, from the first line to the last.
const LINES: [Sight; 10] = [
    ("the room's code and how to join", |text| {
        text.contains("You have chair 1 in room ") && text.contains("chowk join http://")
    }),
    ("the envelope, sealed", |text| text.contains("are sealed in envelope ")),
    ("the lots", |text| text.contains("Lots are drawn: ")),
    ("questions", |text| {
        text.contains("Your turn: throw (t).") && text.contains("Which pawn? ")
    }),
    ("throws and moves", |text| {
        text.contains("You throw ") && text.contains("You move ")
    }),
    ("why a pawn may not go", |text| text.contains("cannot move ")),
    ("the board", |text| text.contains("+-----") && text.contains("S1")),
    ("who sits there", |text| text.contains("Chair 1: Asha, ")),
    ("the time", |text| {
        text.contains("You have ") && text.contains(" second")
    }),
    ("the rules", |text| text.contains("The centre needs an exact throw.")),
];

/// What the end of a match by lines must say.
const LINES_END: [Sight; 5] = [
    ("who came first", |text| text.contains("The match has ended: 1. ")),
    ("how often each number fell, beside what is usual", |text| {
        text.contains(" (usual ")
    }),
    ("the longest wait", |text| {
        text.contains("longest wait for a grace throw: ")
    }),
    ("hits, and throws without a move", |text| {
        text.contains(" suffered, ") && text.contains(" without a move")
    }),
    ("the envelope, opened and checked", |text| {
        text.contains("Throws checked ✔")
    }),
];

fn first(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// The lines of the board: those that begin with a line of it.
fn board(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| line.starts_with(['│', '|']))
        .filter_map(|line| {
            let edge = line.rfind(['│', '|'])?;
            line.get(..edge)
        })
}

/// Columns and rows of the board that a screen shows; none if it shows none.
pub(super) fn size(text: &str) -> Option<(usize, usize)> {
    let edge = |line: &&str| line.starts_with(['┌', '└', '├', '+']);
    let top = text.lines().find(edge)?;
    let columns = top.chars().take_while(|letter| "┌┬┐─+-├┤#".contains(*letter)).count();
    let first = text.lines().position(|line| line == top)?;
    let last = text.lines().collect::<Vec<_>>().iter().rposition(edge)?;
    Some((columns, last - first + 1))
}

/// Nothing yet, of a match on a full screen, and of its end.
pub(super) fn of_screens() -> (Seen, Seen) {
    (Seen::of(&SIGHTS), Seen::of(&END))
}

/// Nothing yet, of a match by lines, and of its end.
pub(super) fn of_lines() -> (Seen, Seen) {
    (Seen::of(&LINES), Seen::of(&LINES_END))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_measured() {
        let text = " title\n+--+--+ > S Asha\n|S1|  |   1 S1 1 -> 2\n+--+--+ 3\n|  |  |\n+--+--+\nlog\n";
        assert_eq!(size(text), Some((7, 5)));
        assert_eq!(size("Need 80x24\n"), None);
    }

    #[test]
    fn what_was_not_seen_is_told() {
        let (_, mut seen) = of_screens();
        seen.look("The match has ended: 1. you\n luck: lucky, longest wait 3, average 2, no move, usual\n");
        seen.look("hits made 1, suffered 0");
        assert_eq!(seen.missing().as_deref(), Some("the envelope, opened and checked"));
        seen.look("Throws checked ✔");
        assert_eq!(seen.missing(), None);
    }
}
