//! What a player types, and what it means. Short forms are fine; numbers are as people count, from 1.

use chowk_protocol::{ReportAbout, SideName};

use super::words::ABOUT;

/// A typed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Typed {
    /// Nothing.
    Nothing,
    /// Something to look at.
    Look(Look),
    /// Something that the room is to do.
    Act(Act),
    /// Shows the phrases of somebody no longer (true), or again.
    Mute(Whom, bool),
    /// What can be typed.
    Help,
    /// Stops this program; the seat is kept.
    Quit,
    /// Something else: what to say about it.
    Unknown(String),
}

/// Something to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// A drawing of the board.
    Board,
    /// Where all pawns stand, in words.
    Pawns,
    /// Who sits where.
    Who,
    /// How much time is left.
    Time,
    /// What happened last; so many lines.
    Last(usize),
    /// Why pawns may not move.
    Why,
    /// The rules of this table.
    Rules,
    /// The numbers of the match so far.
    Stats,
    /// The link for friends.
    Link,
    /// All phrases.
    Phrases,
}

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Whom {
    /// By the number of the chair, from 1.
    Chair(u8),
    /// By the letter of the side.
    Side(SideName),
    /// By name, in small letters.
    Name(String),
}

/// Something that the room is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    /// Throw the cowries.
    Throw,
    /// Move a pawn, from 1; the value where several are in hand.
    Move(u8, Option<u8>),
    /// Ready.
    Ready,
    /// Not ready.
    Unready,
    /// A house bot on a chair, from 1, or on the first free one.
    Bots(Option<u8>, String),
    /// Empties a chair.
    Remove(Whom),
    /// Lets a house brain play for somebody who is away.
    Hand(Whom, String),
    /// Another match.
    Again,
    /// Twice the time.
    MoreTime,
    /// Tells the operator of somebody.
    Report(Whom, ReportAbout),
    /// Says a phrase.
    Say(String),
    /// Gives the match up.
    Resign,
    /// Leaves the room.
    Leave,
}

/// The brain that plays for an absent seat unless another is named.
const STAND_IN: &str = "careful";

/// The help of `--plain`, by situation.
pub(crate) const HELP: [&str; 23] = [
    "On your turn:",
    "  throw (or t): throw the cowries.",
    "  move N (or just N): move your pawn N; with several values in hand: move N VALUE, as in 2 8.",
    "  why: which pawns may not move, and the rule that forbids it.",
    "At any time:",
    "  board: a drawing. pawns: the same in words. who: who sits where. time: how long you have.",
    "  last: what happened last; last 20 for more. stats: what fell so far. rules: the rules of this table.",
    "  say PHRASE: as in say well played; say alone lists the phrases. mute E, unmute E: whose phrases you see.",
    "  more time: twice the time for you, once, until the match ends.",
    "  report E stalling: tells the operator; nobody at the table hears of it. Or: name, phrases, other.",
    "  link: the link to this table, for friends.",
    "Before a match:",
    "  ready, unready: the match begins when all are ready.",
    "As the host:",
    "  bots N BRAIN: a house bot on chair N, as in bots 2 careful. kick N: takes it, or somebody, off a chair before the start.",
    "  hand N BRAIN: a house bot plays for somebody who is away, until that player is back, as in hand E careful.",
    "After a match:",
    "  again: another match at this table, or the next one of a series.",
    "To go:",
    "  resign: give the match up. leave: leave the room for good.",
    "  quit: stop this program; your seat is kept, and joining again brings you back.",
    "Somebody is named by the number of the chair, the letter of the side or the name: 2, E or ravi.",
    "Squares are counted along each player's own route, from home, 1, to the centre.",
];

/// Reads a line.
pub(crate) fn read(line: &str) -> Typed {
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let unknown = |text: &str| Typed::Unknown(text.to_owned());
    match words.as_slice() {
        [] => Typed::Nothing,
        ["throw" | "t"] => Typed::Act(Act::Throw),
        ["move" | "m"] => unknown("Which pawn? Type move and its number, as in move 2."),
        ["move" | "m", rest @ ..] => pawn(rest).unwrap_or_else(|| unknown("A pawn is a number, as in move 2.")),
        ["board" | "b"] => Typed::Look(Look::Board),
        ["pawns" | "p" | "where"] => Typed::Look(Look::Pawns),
        ["who" | "w"] => Typed::Look(Look::Who),
        ["time" | "clock"] => Typed::Look(Look::Time),
        ["more"] | ["more", "time"] => Typed::Act(Act::MoreTime),
        ["report"] => unknown("Whom, and what about? As in report E stalling; or name, phrases, other."),
        ["report", rest @ ..] => report(rest),
        ["last" | "l"] => Typed::Look(Look::Last(5)),
        ["last" | "l", count] => count.parse().map_or_else(
            |_| unknown("How many? As in last 10."),
            |count| Typed::Look(Look::Last(count)),
        ),
        ["why" | "?"] => Typed::Look(Look::Why),
        ["rules"] => Typed::Look(Look::Rules),
        ["stats" | "statistics"] => Typed::Look(Look::Stats),
        ["ready" | "r"] => Typed::Act(Act::Ready),
        ["unready"] => Typed::Act(Act::Unready),
        ["bots" | "bot"] => unknown("Which brain? As in bots 2 careful, or bots careful for the first free chair."),
        ["bots" | "bot", brain] if brain.parse::<u8>().is_err() => Typed::Act(Act::Bots(None, (*brain).to_owned())),
        ["bots" | "bot", chair, brain] if number(chair).is_some() => {
            Typed::Act(Act::Bots(number(chair), (*brain).to_owned()))
        }
        ["bots" | "bot", ..] => unknown("A chair and a brain, as in bots 2 careful."),
        ["kick" | "remove"] => unknown("Whom? As in kick 2."),
        ["kick" | "remove", rest @ ..] => Typed::Act(Act::Remove(whom(rest))),
        ["hand"] => unknown("Whose seat? As in hand 2, or hand 2 bold."),
        ["hand", one] => Typed::Act(Act::Hand(whom(&[one]), STAND_IN.into())),
        ["hand", rest @ .., brain] => {
            let rest = rest.strip_suffix(&["to"]).unwrap_or(rest);
            Typed::Act(Act::Hand(whom(rest), (*brain).to_owned()))
        }
        ["mute" | "unmute"] => unknown("Whom? As in mute E."),
        ["mute", rest @ ..] => Typed::Mute(whom(rest), true),
        ["unmute", rest @ ..] => Typed::Mute(whom(rest), false),
        ["link" | "invite" | "code"] => Typed::Look(Look::Link),
        ["again"] => Typed::Act(Act::Again),
        ["say"] | ["phrases"] => Typed::Look(Look::Phrases),
        ["say", phrase @ ..] => Typed::Act(Act::Say(key(phrase))),
        ["resign"] => Typed::Act(Act::Resign),
        ["leave"] => Typed::Act(Act::Leave),
        ["quit" | "q" | "exit"] => Typed::Quit,
        ["help" | "h"] => Typed::Help,
        words => pawn(words).unwrap_or_else(|| unknown("That is no command; help lists them.")),
    }
}

/// `2` or `2 8`.
fn pawn(words: &[&str]) -> Option<Typed> {
    match words {
        [pawn] => Some(Typed::Act(Act::Move(number(pawn)?, None))),
        [pawn, value] | [pawn, "by", value] => Some(Typed::Act(Act::Move(number(pawn)?, Some(number(value)?)))),
        _ => None,
    }
}

/// The key of a phrase, typed as its key or as its words: `well played!`.
fn key(words: &[&str]) -> String {
    let letters = |word: &&str| {
        word.chars()
            .filter(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    words.iter().map(letters).collect::<Vec<_>>().join("_")
}

/// Somebody, and at the end what it is about; other if nothing is said.
fn report(words: &[&str]) -> Typed {
    let named = words.split_last().and_then(|(last, whom)| {
        let about = ABOUT.iter().find(|(word, ..)| word == last)?;
        Some((whom, about.1))
    });
    match named {
        Some(([], _)) => Typed::Unknown("Whom? As in report E stalling.".into()),
        Some((who, about)) => Typed::Act(Act::Report(whom(who), about)),
        None => Typed::Act(Act::Report(whom(words), ReportAbout::Other)),
    }
}

/// Somebody: the number of a chair, the letter of a side, or a name.
fn whom(words: &[&str]) -> Whom {
    match words {
        ["s"] => Whom::Side(SideName::S),
        ["e"] => Whom::Side(SideName::E),
        ["n"] => Whom::Side(SideName::N),
        ["w"] => Whom::Side(SideName::W),
        [one] => one
            .parse()
            .ok()
            .filter(|number| *number >= 1)
            .map_or_else(|| Whom::Name((*one).to_owned()), Whom::Chair),
        words => Whom::Name(words.join(" ")),
    }
}

/// A number from 1, also as a pawn is called: `s2`.
fn number(word: &str) -> Option<u8> {
    let digits = word.strip_prefix(['s', 'e', 'n', 'w']).unwrap_or(word);
    digits.parse().ok().filter(|number| *number >= 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_typed() {
        for (line, typed) in [
            ("", Typed::Nothing),
            ("t", Typed::Act(Act::Throw)),
            ("  THROW ", Typed::Act(Act::Throw)),
            ("move 2", Typed::Act(Act::Move(2, None))),
            ("2", Typed::Act(Act::Move(2, None))),
            ("s2", Typed::Act(Act::Move(2, None))),
            ("2 8", Typed::Act(Act::Move(2, Some(8)))),
            ("move 2 by 8", Typed::Act(Act::Move(2, Some(8)))),
            ("last 12", Typed::Look(Look::Last(12))),
            ("bots 2 careful", Typed::Act(Act::Bots(Some(2), "careful".into()))),
            ("bot bold", Typed::Act(Act::Bots(None, "bold".into()))),
            ("remove 3", Typed::Act(Act::Remove(Whom::Chair(3)))),
            (
                "kick mina devi",
                Typed::Act(Act::Remove(Whom::Name("mina devi".into()))),
            ),
            (
                "hand E",
                Typed::Act(Act::Hand(Whom::Side(SideName::E), "careful".into())),
            ),
            ("hand 2 to bold", Typed::Act(Act::Hand(Whom::Chair(2), "bold".into()))),
            ("mute w", Typed::Mute(Whom::Side(SideName::W), true)),
            ("unmute ravi", Typed::Mute(Whom::Name("ravi".into()), false)),
            ("more time", Typed::Act(Act::MoreTime)),
            (
                "report e stalling",
                Typed::Act(Act::Report(Whom::Side(SideName::E), ReportAbout::Stalling)),
            ),
            (
                "report mina devi",
                Typed::Act(Act::Report(Whom::Name("mina devi".into()), ReportAbout::Other)),
            ),
            ("link", Typed::Look(Look::Link)),
            ("say", Typed::Look(Look::Phrases)),
            ("say I am back", Typed::Act(Act::Say("i_am_back".into()))),
            ("say well played!", Typed::Act(Act::Say("well_played".into()))),
            ("?", Typed::Look(Look::Why)),
        ] {
            assert_eq!(read(line), typed, "{line:?}");
        }
        for line in [
            "move",
            "move x",
            "0",
            "xyzzy",
            "bots 2",
            "remove",
            "kick",
            "hand",
            "mute",
            "report",
            "report name",
            "last x",
            "1 2 3",
            "999",
        ] {
            assert!(matches!(read(line), Typed::Unknown(_)), "{line:?}");
        }
    }
}
