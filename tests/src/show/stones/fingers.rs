//! How somebody plays who sees nothing but the court's screen or lines: what each question is answered by.

/// What a screen asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// The keys.
    pub keys: Vec<String>,
    /// Whether it is the patwar's word.
    pub is_word: bool,
    /// What tells this question from the next.
    question: String,
}

/// What the full screen asks for: the way of a step, by what the screen advises, or the patwar's word.
pub(super) fn asked_by_screen(text: &str) -> Option<Asked> {
    let flat = flat(text);
    let innings = flat.split_once("Innings ")?.1.split_once(" of ")?.0.to_owned();
    let is_word = flat.contains("Your word: g and 1 SW");
    let number = step_of(&flat);
    if is_word {
        // Now this word, now that.
        let keys: &[&str] = if innings.ends_with('2') { &["c"] } else { &["g", "3"] };
        return Some(Asked {
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
            is_word,
            question: format!("{innings} word"),
        });
    }
    let number = number?;
    let mut keys: Vec<&str> = Vec::new();
    if flat.contains("x takes a stone.") || flat.contains("x gives a stone to ") {
        keys.push("x");
    }
    keys.extend([way(&flat), "Enter"]);
    Some(Asked {
        keys: keys.into_iter().map(str::to_owned).collect(),
        is_word,
        question: format!("{innings} step {number}"),
    })
}

/// The step that waits for Enter: its number.
fn step_of(flat: &str) -> Option<&str> {
    let (before, _) = flat.split_once("Enter. ").or_else(|| flat.split_once("Enter."))?;
    let (_, after) = before.rsplit_once("Step ")?;
    after.split_once(':').map(|(number, _)| number)
}

/// The words of the panel in one line: what is drawn beside the court, without the court.
fn flat(text: &str) -> String {
    let panel = |line: &str| {
        let letters: Vec<char> = line.chars().collect();
        letters.get(38..).map(|rest| rest.iter().collect::<String>())
    };
    let words: Vec<String> = text.lines().filter_map(panel).collect();
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The key of the way that the advice asks for.
fn way(flat: &str) -> &'static str {
    for (words, key) in [
        ("back to the centre", "o"),
        ("touch the end line south", "Down"),
        ("touch the end line east", "Right"),
        ("touch the end line north", "Up"),
        ("touch the end line west", "Left"),
        ("touch an end line", "Up"),
        ("come to the centre", "o"),
        ("Run to the circle", "o"),
        ("x takes a stone", "Space"),
        ("in the own box", "v"),
        ("You hold your stone", "v"),
        ("Next box: SE", "Right"),
        ("Next box: NE", "Up"),
        ("Next box: NW", "Left"),
        ("Next box: SW", "Down"),
    ] {
        if flat.contains(words) {
            return key;
        }
    }
    "v"
}

/// What `--plain` asks for: the answer to the question that comes after so many others, if there is one; lines between
/// semicolons.
pub(super) fn asked_by_lines(text: &str, answered: usize) -> Option<String> {
    text.lines().filter_map(|line| answer(line.trim_end())).nth(answered)
}

fn answer(line: &str) -> Option<String> {
    if line.starts_with("Your word: gumpu and a box") {
        return Some("gumpu NE".into());
    }
    let (number, own) = line.strip_prefix("Step ")?.split_once(": which way? ")?;
    let number: usize = number.parse().ok()?;
    let patwar = ["n", "circle", "e", "circle", "s", "circle", "w", "circle"];
    Some(if own.starts_with("You chase") {
        patwar[number / 3 % patwar.len()].into()
    } else if own.starts_with("You are on the circle with no stone") {
        // A button answers no step.
        "take;stop".into()
    } else if own.contains("with no stone") {
        "circle".into()
    } else {
        "home".into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: &str = "\
 Four stones  room F7ZU-JUE5  four-stones                                  5 ms
┌ NW H ────────┐┈┈┈┈┈┈┌ NE F ────────┐  Innings |.. 1 of 3  Steal 1:30
│              │      │              │  Run to the circle (o) and take a stone
│       H      │      │       F      │    (x).
└──────────────┘      └──────────────┘
┊                ▄▄▄▄                ┊  Step 7: stand still, or a direction?
└ SW U ────────┘┈┈┈┈┈┈└ SE A yours ──┘    Enter.  0:18
";

    #[test]
    fn a_step_is_answered_by_what_the_screen_advises() {
        let asked = asked_by_screen(SCREEN).unwrap();
        assert_eq!(asked.keys, ["o", "Enter"]);
        let waits = SCREEN.replace("Enter.", "");
        assert_eq!(asked_by_screen(&waits), None);
        let takes = SCREEN.replace("Run to the circle (o) and take a stone", "x takes a stone.");
        assert_eq!(asked_by_screen(&takes).unwrap().keys, ["x", "Space", "Enter"]);
    }

    #[test]
    fn lines_are_answered_once() {
        let text = "Step 7: which way? You chase, and are on the circle.\nStep 8: which way? You are in your box NW with \
                    no stone; the patwar is on the circle.\n";
        assert_eq!(asked_by_lines(text, 0).as_deref(), Some("e"));
        assert_eq!(asked_by_lines(text, 1).as_deref(), Some("circle"));
        assert_eq!(asked_by_lines(text, 2), None);
    }
}
