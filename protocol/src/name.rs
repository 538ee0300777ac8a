//! Names of players: any script, nothing that hides or turns the text around.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Most characters (extended grapheme clusters, UAX 29) a name may have.
pub const NAME_GRAPHEMES_MAX: usize = 20;
/// Most bytes: 20 long Indic clusters fit, a tower of combining marks does not.
const NAME_BYTES_MAX: usize = 240;

/// A name that is refused (`bad_name`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadName;

/// The name as it is kept: trimmed, NFC, blanks made single. Refused when empty, over 20 graphemes, or with control,
/// direction-changing or invisible characters; U+200C and U+200D are fine between letters or signs of an Indic script.
pub fn clean_name(name: &str) -> Result<String, BadName> {
    if name.len() > 4 * NAME_BYTES_MAX {
        return Err(BadName);
    }
    // Some blanks are control characters too, as a line end is; at the ends they are trimmed like others.
    if name
        .trim()
        .chars()
        .any(|letter| letter.is_whitespace() && is_hidden(letter))
    {
        return Err(BadName);
    }
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect();
    let letters: Vec<char> = name.chars().collect();
    let fine = |at: usize| match letters[at] {
        '\u{200C}' | '\u{200D}' => {
            at > 0 && is_indic(letters[at - 1]) && letters.get(at + 1).copied().is_some_and(is_indic)
        }
        letter => !is_hidden(letter),
    };
    let count = name.graphemes(true).count();
    let seen = letters.iter().any(|letter| !letter.is_whitespace());
    if seen && count <= NAME_GRAPHEMES_MAX && name.len() <= NAME_BYTES_MAX && (0..letters.len()).all(fine) {
        Ok(name)
    } else {
        Err(BadName)
    }
}

/// The Indic blocks from Devanagari to Sinhala.
fn is_indic(letter: char) -> bool {
    ('\u{0900}'..='\u{0DFF}').contains(&letter)
}

/// Control, format and filler characters: what a reader cannot see, or what turns text around (UAX 9).
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
            | '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_scripts_are_fine() {
        for (name, kept) in [
            ("Asha", "Asha"),
            ("  Asha   Rao ", "Asha Rao"),
            ("ಶ್ರೀನಿವಾಸ", "ಶ್ರೀನಿವಾಸ"),
            ("ಕ್\u{200D}ಷ", "ಕ್\u{200D}ಷ"),
            ("రామ్\u{200C}కుమార్", "రామ్\u{200C}కుమార్"),
            ("e\u{301}", "\u{e9}"),
            ("क्षमा", "क्षमा"),
            ("Ānanda ♟", "Ānanda ♟"),
            ("20 graphemes, exactly".get(..20).unwrap(), "20 graphemes, exactl"),
        ] {
            assert_eq!(clean_name(name).as_deref(), Ok(kept), "{name}");
        }
    }

    #[test]
    fn names_that_hide_or_turn_text_are_not() {
        for name in [
            "",
            "   ",
            "\u{200D}",
            "a\u{200D}b",
            "ಕ\u{200D}",
            "\u{200C}ಕ",
            "a\u{202E}b",
            "a\u{2066}b",
            "\u{200F}a",
            "a\u{0}b",
            "a\u{7f}b",
            "a\u{200B}b",
            "\u{2800}",
            "\u{3164}",
            "a\u{FE0F}",
            "a\u{E0041}",
            "a\u{AD}b",
            "a\u{FEFF}b",
            "a\nb",
            "a\tb",
            "a\u{2028}b",
            "more than twenty graphemes",
        ] {
            assert_eq!(clean_name(name), Err(BadName), "{name:?}");
        }
        assert_eq!(
            clean_name(&format!("a{}", "\u{301}".repeat(300))),
            Err(BadName),
            "a tower of marks"
        );
    }
}
