//! What a player of four stones types besides the words of every table.

use chowk_protocol::{BoxName, Word};

use super::ground::box_called;

/// A typed line of the court.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CourtTyped {
    /// Goes this way: east and north, each -1 to 1; nought is standing still.
    Way(i8, i8),
    /// Goes to the circle and stops there.
    Circle,
    /// Goes to the middle of a box; to the own one if none is named.
    Box(Option<BoxName>),
    /// As before: the same way again.
    Same,
    /// Takes a stone.
    Take,
    /// Gives one to somebody; to whom it is possible, if nobody is named.
    Give(Option<String>),
    /// The patwar's word.
    Word(Word, Option<BoxName>),
    /// Where everybody is.
    Where,
    /// A drawing.
    Court,
    /// What can be done now, and why the hand can do nothing.
    Why,
    /// How the last tag came, in words.
    Film,
    /// What can be typed.
    Help,
    /// Something incomplete: what to say about it.
    Unknown(&'static str),
}

/// The help of `--plain` on a court.
pub(crate) const HELP: [&str; 12] = [
    "Going: n, s, e, w, ne, se, sw, nw; stop stands still. In step mode that answers the step, and an empty line goes on as before.",
    "  circle: to the circle of stones, and stop there. home: to the middle of your box. box NE: to the middle of that box.",
    "Stones: take. give, or give RAVI: to a runner without a stone in the same box.",
    "As the patwar, when you are asked: gumpu NE (or another box), or chhuttu.",
    "At any time:",
    "  where: who is where, in words and feet. court: a drawing. who: who sits where. time: the clocks.",
    "  why: what you can do now. film: how the last tag came. last: what happened last; last 20 for more. rules: the rules.",
    "  say PHRASE; mute 2, unmute 2; link: the link to this table, for friends.",
    "Before a set: ready, unready. After it: again.",
    "As the host: bots N BRAIN (fox, hunter, thief, chaser), kick N, hand N BRAIN.",
    "To go: resign gives the set up, leave leaves the room for good; quit stops this program, and your seat is kept.",
    "Somebody is named by the number of the chair or by the name: 2 or ravi.",
];

/// Reads a line; `None` for what is a word of every table.
pub(crate) fn read(line: &str) -> Option<CourtTyped> {
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let [way] | ["go", way] = words.as_slice()
        && let Some((east, north)) = way_of(way)
    {
        return Some(CourtTyped::Way(east, north));
    }
    Some(match words.as_slice() {
        [] | ["same" | "on"] => CourtTyped::Same,
        ["circle" | "centre" | "center" | "middle" | "o"] => CourtTyped::Circle,
        ["to" | "go", "circle" | "centre" | "center" | "middle"] => CourtTyped::Circle,
        ["home"] | ["to" | "go", "home"] => CourtTyped::Box(None),
        ["box" | "to", name] => match box_called(name) {
            Some(name) => CourtTyped::Box(Some(name)),
            None => CourtTyped::Unknown("Which box? SW, SE, NE or NW, as in box NE."),
        },
        ["box" | "to" | "go"] => CourtTyped::Unknown("Where to? As in box NE, circle or home."),
        ["take" | "t" | "x"] => CourtTyped::Take,
        ["give" | "g"] => CourtTyped::Give(None),
        ["give" | "g", "to", whom @ ..] | ["give" | "g", whom @ ..] => CourtTyped::Give(Some(whom.join(" "))),
        ["gumpu" | "together", "in" | "to", name] | ["gumpu" | "together", name] => match box_called(name) {
            Some(name) => CourtTyped::Word(Word::Gumpu, Some(name)),
            None => CourtTyped::Unknown("Gumpu in which box? SW, SE, NE or NW, as in gumpu NE."),
        },
        ["gumpu" | "together"] => CourtTyped::Unknown("Gumpu in which box? As in gumpu NE."),
        ["chhuttu" | "chuttu" | "chhutu" | "chutu" | "around"] => CourtTyped::Word(Word::Chhuttu, None),
        ["where" | "p" | "scan"] => CourtTyped::Where,
        ["court" | "board" | "b" | "c"] => CourtTyped::Court,
        ["why" | "?" | "now"] => CourtTyped::Why,
        ["film" | "replay" | "r"] => CourtTyped::Film,
        ["help" | "h"] => CourtTyped::Help,
        _ => return None,
    })
}

/// East and north of a way.
fn way_of(word: &str) -> Option<(i8, i8)> {
    Some(match word {
        "n" | "north" | "up" => (0, 1),
        "ne" | "north-east" | "northeast" => (1, 1),
        "e" | "east" | "right" => (1, 0),
        "se" | "south-east" | "southeast" => (1, -1),
        "s" | "south" | "down" => (0, -1),
        "sw" | "south-west" | "southwest" => (-1, -1),
        "w" | "west" | "left" => (-1, 0),
        "nw" | "north-west" | "northwest" => (-1, 1),
        "stop" | "stay" | "stand" | "still" | "0" => (0, 0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_typed() {
        for (line, typed) in [
            ("NE", CourtTyped::Way(1, 1)),
            (" go west ", CourtTyped::Way(-1, 0)),
            ("stop", CourtTyped::Way(0, 0)),
            ("", CourtTyped::Same),
            ("circle", CourtTyped::Circle),
            ("box ne", CourtTyped::Box(Some(BoxName::NE))),
            ("home", CourtTyped::Box(None)),
            ("take", CourtTyped::Take),
            ("give", CourtTyped::Give(None)),
            ("give to Ravi", CourtTyped::Give(Some("ravi".into()))),
            ("give mina devi", CourtTyped::Give(Some("mina devi".into()))),
            ("gumpu NE", CourtTyped::Word(Word::Gumpu, Some(BoxName::NE))),
            ("chuttu", CourtTyped::Word(Word::Chhuttu, None)),
            ("where", CourtTyped::Where),
        ] {
            assert_eq!(read(line), Some(typed), "{line:?}");
        }
        for line in ["gumpu", "gumpu x", "box", "box q"] {
            assert!(matches!(read(line), Some(CourtTyped::Unknown(_))), "{line:?}");
        }
        for line in [
            "ready",
            "say hello",
            "last 20",
            "who",
            "time",
            "quit",
            "xyzzy",
            "go to the moon",
        ] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }
}
