//! The end of a set in words: who was never caught, and how the others rank.

use chowk_protocol::{ChairNo, CourtView, EndedWhy};

use super::told::{listed, marked, whom};
use crate::play::names::{Names, count};

/// The ranks as one sentence.
pub(crate) fn ranks(seats: &[Vec<ChairNo>], why: EndedWhy, names: &Names) -> String {
    let mut place = 1;
    let mut places = Vec::new();
    for rank in seats {
        let who: Vec<String> = rank.iter().map(|chair| marked(*chair, names)).collect();
        places.push(format!("{place}. {}", listed(&who)));
        place += rank.len();
    }
    let why = match why {
        EndedWhy::Finished => "",
        EndedWhy::DeadEnd => " Nobody could go on.",
        EndedWhy::Exhausted => " It was as long as a set may be.",
        EndedWhy::Abandoned => " It was abandoned.",
    };
    format!("The set has ended: {}.{why}", places.join(", "))
}

/// Who won, to be said first.
pub(crate) fn winners(seats: &[Vec<ChairNo>], names: &Names) -> Option<String> {
    let first = seats.first()?;
    let who: Vec<String> = first.iter().map(|chair| whom(*chair, names)).collect();
    let were = if first.len() == 1 && !first.iter().any(|chair| names.is_me(*chair)) {
        "was"
    } else {
        "were"
    };
    let mut words = listed(&who);
    if let Some(you) = words.strip_prefix("you") {
        words = format!("You{you}");
    }
    Some(format!("{words} {were} never caught."))
}

/// Each seat in numbers, in the order of the ranks: name, and what counts.
pub(crate) fn numbers(seats: &[Vec<ChairNo>], court: &CourtView, names: &Names) -> Vec<String> {
    let line = |chair: &ChairNo| {
        let score = court.scores.get(chair)?;
        let caught: Vec<String> = court
            .caught
            .iter()
            .filter(|(_, caught)| *caught == chair)
            .map(|(innings, _)| format!("caught in innings {innings}"))
            .collect();
        let caught = if caught.is_empty() && score.may_win {
            "never caught".into()
        } else if caught.is_empty() {
            "chased".into()
        } else {
            caught.join(", ")
        };
        Some(format!(
            "{}: {caught}; {} survived, {} carried home, {}.",
            names.chair(*chair),
            count(score.survived.into(), "innings", "innings"),
            count(score.carried.into(), "stone", "stones"),
            count(score.crossings.into(), "crossing", "crossings")
        ))
    };
    seats.iter().flatten().filter_map(line).collect()
}
