//! Words cut and broken by the width that they take in a terminal, so that no name breaks a line of the drawing.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text in at most so many columns; what is cut off is marked by a dot or two.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    let text = visible(text);
    if width(&text) <= columns {
        return text;
    }
    let mark = &".."[..columns.min(2)];
    let mut kept = take(&text, columns - mark.len());
    kept.push_str(mark);
    kept
}

/// The text in exactly so many columns.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let mut text = cut(text, columns);
    text.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&text))));
    text
}

/// Whole letters from the beginning, as many as fit.
fn take(text: &str, columns: usize) -> String {
    let mut kept = String::new();
    for letter in text.graphemes(true) {
        if width(&kept) + width(letter) > columns {
            break;
        }
        kept.push_str(letter);
    }
    kept
}

/// Without what steers a terminal or turns a line around.
fn visible(text: &str) -> String {
    let steers = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
    };
    text.chars().filter(|letter| !steers(*letter)).collect()
}

/// The text broken into lines between its words; a word that is too long is broken anywhere. Further lines begin with
/// so many blanks.
pub(crate) fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let text = visible(text);
    if columns == 0 {
        return Vec::new();
    }
    let indent = if indent + 4 > columns { 0 } else { indent };
    // What stands before the first word belongs to the drawing of the first line.
    let head = text.len() - text.trim_start_matches(' ').len();
    let mut lines = Vec::new();
    let mut line = " ".repeat(head.min(columns.saturating_sub(4)));
    let mut fresh = true;
    let mut blanks = 0;
    for word in text.trim_start_matches(' ').split(' ') {
        // Several blanks in a row are a table's; they hold as long as the line does.
        blanks += 1;
        if word.is_empty() {
            continue;
        }
        let mut word = word.to_owned();
        let wanted = std::mem::take(&mut blanks);
        loop {
            let gap = if fresh { 0 } else { wanted };
            if width(&line) + gap + width(&word) <= columns {
                line.push_str(&" ".repeat(gap));
                line.push_str(&word);
                fresh = false;
                break;
            }
            if !fresh {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                fresh = true;
                continue;
            }
            let part = take(&word, columns - width(&line));
            line.push_str(&part);
            if part.is_empty() {
                // A letter wider than the line.
                let letter = word.graphemes(true).next().map_or(0, str::len);
                word = word[letter..].to_owned();
                line.push('?');
            } else {
                word = word[part.len()..].to_owned();
            }
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            if word.is_empty() {
                break;
            }
        }
    }
    if !fresh || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_cut_by_their_width() {
        assert_eq!(cut("Grandmother", 11), "Grandmother");
        assert_eq!(cut("Grandmother", 6), "Gran..");
        assert_eq!(cut("漢字漢字", 5), "漢..");
        assert_eq!(fit("ab", 4), "ab  ");
        assert_eq!(cut("a\u{1b}[2Jb\u{202e}c", 20), "a[2Jbc");
        assert_eq!(cut("abc", 1), ".");
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two three", 7, 2), ["one two", "  three"]);
        assert_eq!(wrap("abcdefghij", 4, 0), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4, 0), [""]);
        assert_eq!(wrap("a    b c", 6, 0), ["a    b", "c"]);
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_asked(text in "[ a-zಅ-ಹಾ-ೌ漢字é\u{200d}]{0,60}", columns in 2usize..30, indent in 0usize..5) {
            prop_assert!(width(&cut(&text, columns)) <= columns);
            prop_assert_eq!(width(&fit(&text, columns)), columns);
            for line in wrap(&text, columns, indent) {
                prop_assert!(width(&line) <= columns, "{:?}", line);
            }
        }
    }
}
