//! Each event as one plain sentence.

use chowk_protocol::{By, EndedWhy, Event, LeftWhy, PassedWhy, ReportAbout, SideName, WireVictim, phrase::PHRASES};

use super::board::Board;
use super::court;
use super::names::{Names, count, counted, pawn_name, side_word, verb};
use crate::client::Wish;

/// What a sentence may refer to.
pub(crate) struct Around<'a> {
    /// Who is called what.
    pub(crate) names: &'a Names,
    /// The board, if the rules name one that we can draw.
    pub(crate) board: Option<&'a Board>,
    /// The room's tick, as far as it is known.
    pub(crate) tick: Option<u64>,
}

/// The sentence of an event; `None` for what nobody needs to hear.
pub(crate) fn sentence(event: &Event, around: &Around<'_>) -> Option<String> {
    let names = around.names;
    let chair = |no: &u8| (names.chair(*no), names.is_me(*no));
    Some(match event {
        Event::Opened { .. } | Event::Revealed { .. } | Event::Control { .. } => return None,
        Event::Court { happened, .. } => return court::told::sentence(happened, names, None),
        Event::Joined { chair: no, name, .. } => {
            let (_, me) = chair(no);
            format!(
                "{} down on chair {}.",
                if me { "You sit".into() } else { format!("{name} sits") },
                counted(*no)
            )
        }
        Event::Left { chair: no } => {
            let (who, me) = chair(no);
            format!(
                "{who} {} chair {}; it is free.",
                verb(me, "leave", "leaves"),
                counted(*no)
            )
        }
        Event::Host { chair: no } => {
            let (who, me) = chair(no);
            format!("{who} {} the host now.", verb(me, "are", "is"))
        }
        Event::Sealed { server_commit, .. } => sealed(&server_commit.to_string(), names),
        Event::Ready { chair: no } => {
            let (who, me) = chair(no);
            format!("{who} {} ready.", verb(me, "are", "is"))
        }
        Event::Unready { chair: no } => {
            let (who, me) = chair(no);
            format!("{who} {} not ready after all.", verb(me, "are", "is"))
        }
        Event::Locked { .. } => "All are ready: the table is locked.".into(),
        Event::NotStarted { silent, .. } => {
            let silent: Vec<String> = silent.iter().map(|no| names.name(*no)).collect();
            format!(
                "The match was not started: {} did not answer in time. A new envelope is sealed.",
                if silent.is_empty() {
                    "somebody".into()
                } else {
                    silent.join(" and ")
                }
            )
        }
        Event::Lots { sides, .. } => {
            let seats: Vec<String> = sides
                .iter()
                .map(|(side, no)| {
                    let who = if names.is_me(*no) {
                        "you play".into()
                    } else {
                        format!("{} plays", names.name(*no))
                    };
                    format!("{who} {}", side_word(*side))
                })
                .collect();
            format!("Lots are drawn: {}. South begins.", seats.join(", "))
        }
        Event::Thrown {
            side,
            by,
            shells,
            value,
            ..
        } => thrown(*side, *by, shells, *value, names),
        Event::Moved {
            side,
            pawn,
            from,
            to,
            hits,
            by,
            ..
        } => moved(*side, *pawn, (*from, *to), hits, *by, around),
        Event::Passed { side, value, why } => {
            let me = names.is_my_side(*side);
            let whose = if me { "you".into() } else { names.name_of(*side) };
            match why {
                PassedWhy::NoMove => format!("No pawn of {whose} can move by {value}: it is lost."),
                PassedWhy::Burned => format!("The third grace throw in a row burns: {value} is lost."),
            }
        }
        Event::Gone { side, why } => {
            let (who, me) = (names.side(*side), names.is_my_side(*side));
            match why {
                LeftWhy::Resigned => format!("{who} {} the match up.", verb(me, "give", "gives")),
                LeftWhy::TimedOut => format!("{who} {} out of time and out of the match.", verb(me, "are", "is")),
                LeftWhy::Kicked => format!("{who} {} removed from the match.", verb(me, "are", "is")),
            }
        }
        Event::GateOpened {} => "Nobody could move any more: the gate opens for all.".into(),
        Event::Ended { seats, why, .. } if !seats.is_empty() => court::ended::ranks(seats, *why, names),
        Event::Ended { ranks, why, .. } => ended(ranks, *why, names),
        Event::Dropped { chair: no, deadline } => {
            let left = around.tick.map(|tick| deadline.saturating_sub(tick) / 1000);
            let time = left.map_or_else(String::new, |s| {
                format!(" There are {} to come back.", count(s, "second", "seconds"))
            });
            let (_, me) = chair(no);
            // Who reads this about himself is back already.
            if me {
                "Your connection was lost; your turn has waited for you.".into()
            } else {
                format!("The connection of {} is lost.{time}", names.name(*no))
            }
        }
        Event::MoreTime { chair: no, .. } => {
            let (who, me) = chair(no);
            format!("{who} {} twice the time until the match ends.", verb(me, "have", "has"))
        }
        Event::Away { chair: no } => {
            let (who, me) = chair(no);
            if me {
                "You are away: the server plays for you until you do.".into()
            } else {
                format!("{who} is away: the server plays meanwhile.")
            }
        }
        Event::Back { chair: no } => {
            let (who, me) = chair(no);
            format!("{who} {} back.", verb(me, "are", "is"))
        }
        Event::Removed { chair: no } => {
            let (who, me) = chair(no);
            format!(
                "The host has asked {} to leave the table.",
                if me { "you".into() } else { who }
            )
        }
        Event::HandedOver { chair: no, brain } => {
            let (who, me) = chair(no);
            if me {
                format!("The house bot {brain} plays for you until you do.")
            } else {
                format!("The house bot {brain} plays for {who} meanwhile.")
            }
        }
        Event::NoChain { chair: no } => {
            let (who, me) = chair(no);
            format!(
                "{who} {} the own links and {} without them from now on.",
                verb(me, "have lost", "has lost"),
                verb(me, "throw", "throws")
            )
        }
        Event::Again { chair: no } => {
            let (who, me) = chair(no);
            format!(
                "{who} {} another match: the table is set anew.",
                verb(me, "want", "wants")
            )
        }
        Event::Said { chair: no, phrase } => {
            let (who, me) = chair(no);
            format!("{who} {}: {}", verb(me, "say", "says"), phrase_words(phrase))
        }
        Event::Resumed { why } => format!("The room stood still, and no clock ran: {why} It goes on."),
        Event::Closed { why } => format!("The room has ended: {why}"),
    })
}

/// A phrase of somebody who watches, as those who watch hear it.
pub(crate) fn aside(phrase: &str, name: Option<&str>) -> String {
    let who = name.unwrap_or("Somebody");
    format!("{who}, watching, says: {}", phrase_words(phrase))
}

/// What is to be said of a command that was applied, and that no event tells of.
pub(crate) fn done(wish: &Wish, names: &Names) -> Option<String> {
    if let Wish::Report { chair, .. } = wish {
        let who = names.name(*chair);
        Some(format!(
            "The operator of this server is told of {who}; nobody at the table hears of it."
        ))
    } else {
        None
    }
}

/// What a report may be about, by the word that is typed for it.
pub(crate) const ABOUT: [(&str, ReportAbout, &str); 4] = [
    ("name", ReportAbout::Name, "the name"),
    ("phrases", ReportAbout::Phrases, "the phrases"),
    ("stalling", ReportAbout::Stalling, "letting others wait on purpose"),
    ("other", ReportAbout::Other, "something else"),
];

/// The table is full, and what comes next.
pub(crate) fn sealed(commit: &str, names: &Names) -> String {
    let next = if names.sits() {
        "Type ready when you are."
    } else {
        "The match begins when all are ready."
    };
    let envelope = commit.get(..8).unwrap_or(commit);
    format!("The table is full. The throws of this match are sealed in envelope {envelope}. {next}")
}

fn thrown(side: SideName, by: By, shells: &[u8], value: u8, names: &Names) -> String {
    let (who, me) = (names.side(side), names.is_my_side(side));
    let up: u8 = shells.iter().sum();
    // Where the value is not the number of mouths it needs a word.
    let how = if up == value {
        String::new()
    } else {
        " (no mouth up)".into()
    };
    match by {
        By::Clock => format!("The clock throws for {}: {value}{how}.", names.to(side)),
        By::Away => format!(
            "The server throws for {}, who {} away: {value}{how}.",
            names.to(side),
            verb(me, "are", "is")
        ),
        By::Seat | By::NoChain | By::House | By::Forced => {
            format!("{who} {} {value}{how}.", verb(me, "throw", "throws"))
        }
    }
}

fn moved(side: SideName, pawn: u8, (from, to): (u8, u8), hits: &[WireVictim], by: By, around: &Around<'_>) -> String {
    let names = around.names;
    let (who, me) = (names.side(side), names.is_my_side(side));
    let name = pawn_name(side, pawn);
    let step = match around.board {
        Some(board) if to == board.centre() => format!("from {from} into the centre"),
        _ if from == 0 => format!("onto the board, to {to}"),
        Some(board) if from <= board.gate() && to > board.gate() => format!("from {from} through the gate to {to}"),
        _ => format!("from {from} to {to}"),
    };
    let mut text = format!("{who} {} {name} {step}", verb(me, "move", "moves"));
    let victims: Vec<String> = hits.iter().map(|hit| names.pawn(hit.side, hit.pawn)).collect();
    if !victims.is_empty() {
        text += &format!(" and {} {}", verb(me, "hit", "hits"), victims.join(" and "));
        text += if victims.len() == 1 {
            ", which goes home"
        } else {
            ", which go home"
        };
    }
    text + match by {
        By::Seat | By::House | By::NoChain => ".",
        By::Forced => ": the only move there was.",
        By::Clock => ". The clock chose it.",
        By::Away => ". The server chose it meanwhile.",
    }
}

pub(crate) fn ended(ranks: &[Vec<SideName>], why: EndedWhy, names: &Names) -> String {
    let mut place = 1;
    let mut places = Vec::new();
    for rank in ranks {
        let who: Vec<String> = rank.iter().map(|side| names.to(*side)).collect();
        places.push(format!("{place}. {}", who.join(" and ")));
        place += rank.len();
    }
    let why = match why {
        EndedWhy::Finished => "",
        EndedWhy::DeadEnd => " Nobody could ever have moved again.",
        EndedWhy::Exhausted => " The last throw that a match may have was made.",
        EndedWhy::Abandoned => " It was abandoned.",
    };
    format!("The match has ended: {}.{why}", places.join(", "))
}

/// A phrase of the house's list in English; what a newer server adds is said by its key.
pub(crate) fn phrase_words(key: &str) -> &str {
    match key {
        "hello" => "Hello!",
        "good_luck" => "Good luck!",
        "thanks" => "Thanks!",
        "please" => "Please!",
        "well_played" => "Well played!",
        "nice_hit" => "Nice hit!",
        "nice_throw" => "Nice throw!",
        "close_one" => "That was close!",
        "ouch" => "Ouch!",
        "oh_no" => "Oh no!",
        "wow" => "Wow!",
        "hurry" => "Hurry up, please.",
        "wait" => "One moment, please.",
        "thinking" => "I am thinking.",
        "back_soon" => "I am back soon.",
        "i_am_back" => "I am back.",
        "sorry" => "Sorry!",
        "no_problem" => "No problem.",
        "your_turn" => "It is your turn.",
        "yes" => "Yes!",
        "no" => "No!",
        "again" => "Another one?",
        "last_one" => "My last match for today.",
        "bye" => "Goodbye!",
        key => key,
    }
}

/// All phrases, a few on a line: what is typed, and what that says.
pub(crate) fn phrases() -> Vec<String> {
    let said = |key: &&str| {
        let words = phrase_words(key);
        let plain = words.trim_end_matches(['!', '.', '?']).to_lowercase();
        let typed = key.replace('_', " ");
        if plain == typed {
            typed
        } else {
            format!("{typed} (“{words}”)")
        }
    };
    let all: Vec<String> = PHRASES.iter().map(said).collect();
    let mut lines = vec!["Say one of these, as in say well played:".to_owned()];
    lines.extend(all.chunks(6).map(|some| format!("  {}", some.join(", "))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_has_words() {
        for key in PHRASES {
            assert_ne!(phrase_words(key), key);
        }
        assert_eq!(phrase_words("a_newer_one"), "a_newer_one");
        assert_eq!(phrases().len(), 5);
    }
}
