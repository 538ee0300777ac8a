//! How somebody plays who sees nothing but the screen: the key that a screen asks for.

use crate::people;

/// What a screen asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// The key.
    pub answer: String,
    /// What tells this question from the next, however alike they look.
    question: String,
}

/// What the full screen asks for.
pub(super) fn asked_by_screen(text: &str) -> Option<Asked> {
    let throws = text.lines().next()?.split("throw ").nth(1)?.split(' ').next()?;
    let steps: Vec<(&str, char)> = text.lines().filter_map(step).collect();
    let hand = text.lines().find(|line| line.contains("in hand ")).unwrap_or_default();
    let (status, answer) = if text.contains("Your turn: space throws.") {
        ("throw", "Space".to_owned())
    } else if text.contains("; space plays it:") {
        ("one", "Space".to_owned())
    } else if let Some((_, values)) = text.split_once(" by which value? Press ") {
        ("value", values.split([' ', '.']).next()?.to_owned())
    } else if text.contains("Choose a pawn to move") {
        // Who hits, or comes home, does so first: matches end sooner.
        let best = steps
            .iter()
            .find(|(line, _)| line.contains(" hits "))
            .or_else(|| steps.iter().find(|(line, _)| line.contains(" home")))
            .or_else(|| steps.last())?;
        ("choose", best.1.to_string())
    } else {
        return None;
    };
    let lines: String = steps.iter().map(|(line, _)| *line).collect();
    Some(Asked {
        answer,
        question: format!("{throws} {status} {lines} {hand}"),
    })
}

/// A line of the panel that says where a pawn may go, `2 S2 6 -> 14 hits N1`, and the number of the pawn.
pub(super) fn step(line: &str) -> Option<(&str, char)> {
    let (before, _) = line.split_once(" -> ")?;
    let mut words = before.split_whitespace().rev().skip(1);
    let mut word = words.next()?;
    if word.ends_with(':') {
        // `2 S2 by 8: 6 -> 14`
        words.next()?;
        word = words.next()?;
    }
    let number = words.next()?.trim_start_matches('>').chars().next()?;
    let is_pawn = word.len() == 2 && word.starts_with(['S', 'E', 'N', 'W']) && word.ends_with(number);
    is_pawn.then_some((line, number))
}

/// What `--plain` asks for: the answer to the question that comes after so many others, if there is one.
pub(super) fn asked_by_lines(text: &str, answered: usize) -> Option<String> {
    text.lines()
        .filter_map(|line| people::answer(line.trim_end()))
        .nth(answered)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(status: &str, choices: &str) -> String {
        format!(" Chowka-bara 5x5  room 7Q4K-M2XD  pagdi    throw 7   2 ms\n| 1 | {status}\n{choices}")
    }

    #[test]
    fn a_screen_is_answered_by_its_keys() {
        let choices =
            "|x |x HOME |  1 S1 1 -> 9 safe\n| 13 |   2 S2 6 -> 14 hits N1\n+--+  3 S3 14 gate shut: hit first\n";
        for (status, choices, key) in [
            ("Your turn: space throws.", "", Some("Space")),
            ("Choose a pawn to move 8:", choices, Some("2")),
            ("One move 8; space plays it:", choices, Some("Space")),
            ("S2 by which value? Press 2 or 8.", "", Some("2")),
            ("Choose a pawn to move:", "| >4 N4 by 8: 1 -> 9\n", Some("4")),
            ("Ravi throws.", "", None),
            ("Moving ..", choices, None),
        ] {
            let asked = asked_by_screen(&screen(status, choices));
            assert_eq!(asked.map(|asked| asked.answer).as_deref(), key, "{status}");
        }
    }

    #[test]
    fn lines_are_answered_once() {
        let text = "Your turn: throw (t).\nt\nYou move by 3. Which pawn? 2: 1 to 4; 3: 5 to 8.\n\n";
        assert_eq!(asked_by_lines(text, 0).as_deref(), Some("t"));
        assert_eq!(asked_by_lines(text, 1).as_deref(), Some("2"));
        assert_eq!(asked_by_lines(text, 2), None);
    }
}
