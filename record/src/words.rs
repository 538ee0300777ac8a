//! The words that stand for choices in rule sets and record lines, both ways.

use chowk_rules::chowka::{
    DeadEnd, End, Ending, Gate, GraceWithoutMove, HitRight, LeaveWhy, OuterStack, PassWhy, Safe, Side, Throws, Victims,
};
use chowk_rules::stones::{self, Arm, Corner, CutBy};

/// A choice that is written as one of a few words.
pub(crate) trait Word: Copy + 'static {
    /// All choices, the usual one first.
    const ALL: &'static [Self];

    /// The word for this one.
    fn word(self) -> &'static str;

    /// The choice of this word.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.word() == word)
    }

    /// The words as a sentence ends: `"a", "b" or "c"`.
    fn or_list() -> String {
        let quoted: Vec<String> = Self::ALL
            .iter()
            .map(|choice| format!("\"{}\"", choice.word()))
            .collect();
        match quoted.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, before)) => format!("{} or {last}", before.join(", ")),
            None => String::new(),
        }
    }
}

/// Words for an enum. The match has no wildcard, so a new variant stops the build here.
macro_rules! words {
    ($($choice:ty { $($variant:ident = $word:literal),+ $(,)? })+) => { $(
        impl $crate::words::Word for $choice {
            const ALL: &'static [Self] = &[$(<$choice>::$variant),+];

            fn word(self) -> &'static str {
                match self { $(<$choice>::$variant => $word),+ }
            }
        }
    )+ };
}
pub(crate) use words;

words! {
    Gate { Hit = "hit", Open = "open" }
    HitRight { LostWhenAllHome = "lost_when_all_home", Permanent = "permanent" }
    Victims { MostAdvanced = "most_advanced", Random = "random", All = "all" }
    GraceWithoutMove { Pass = "pass", Keep = "keep" }
    Throws { OneByOne = "one_by_one", Collect = "collect" }
    OuterStack { Forbidden = "forbidden", Allowed = "allowed" }
    Safe { Homes = "homes", HomesAndCorners = "homes_and_corners" }
    End { LastPlace = "last_place", FirstFinisher = "first_finisher" }
    DeadEnd { Share = "share", OpenGate = "open_gate" }
    Side { South = "S", East = "E", North = "N", West = "W" }
    PassWhy { NoMove = "no_move", Burned = "burned" }
    LeaveWhy { Resigned = "resigned", TimedOut = "timed_out", Kicked = "kicked" }
    Ending { Finished = "finished", DeadEnd = "dead_end", Exhausted = "exhausted", Abandoned = "abandoned" }
    Corner { SouthWest = "SW", SouthEast = "SE", NorthEast = "NE", NorthWest = "NW" }
    Arm { South = "S", East = "E", North = "N", West = "W" }
    CutBy { Run = "run", Credit = "credit" }
    stones::Ending { Finished = "finished", Abandoned = "abandoned" }
}

/// A text from a file that a stranger wrote, made fit for a sentence: quoted, escaped and short.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN_CHARS_MAX: usize = 40;
    match text.char_indices().nth(SHOWN_CHARS_MAX) {
        Some((cut, _)) => format!("{:?}…", &text[..cut]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_rules() {
        assert!(PassWhy::ALL.iter().all(|why| why.word() == why.code()));
        assert!(LeaveWhy::ALL.iter().all(|why| why.word() == why.code()));
        assert!(Ending::ALL.iter().all(|why| why.word() == why.code()));
        assert!(Side::ALL.iter().all(|side| side.word() == side.letter().to_string()));
        assert!(Corner::ALL.iter().all(|corner| corner.word() == corner.name()));
        assert!(Arm::ALL.iter().all(|arm| arm.word() == arm.name()));
        assert!(<CutBy as Word>::ALL.iter().all(|by| by.word() == by.code()));
        assert!(<stones::Ending as Word>::ALL.iter().all(|why| why.word() == why.code()));
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(Gate::or_list(), "\"hit\" or \"open\"");
        assert_eq!(Victims::or_list(), "\"most_advanced\", \"random\" or \"all\"");
    }

    #[test]
    fn a_stranger_s_text_cannot_play_with_the_terminal() {
        assert_eq!(quoted("a\u{1b}[2J\u{202e}"), "\"a\\u{1b}[2J\\u{202e}\"");
        assert_eq!(quoted(&"é".repeat(50)), format!("\"{}\"…", "é".repeat(40)));
    }
}
