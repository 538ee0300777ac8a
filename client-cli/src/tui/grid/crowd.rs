//! The pawns on one square in words, as plainly as the square has room: `S1 S3`, `S13`, `2S 1E`, or letters alone.

use std::collections::BTreeMap;

use chowk_protocol::SideName;

/// A word, where it begins in its line, and whose pawns it names.
pub(super) type Word = (usize, SideName, String);

/// How the pawns of a square may be written, the plainest way first; the second value says whether blanks stand between.
const WAYS: [(Way, bool); 7] = [
    (Way::Names, true),
    (Way::Groups, true),
    (Way::Groups, false),
    (Way::Few, true),
    (Way::Counts, true),
    (Way::Counts, false),
    (Way::Letters, false),
];

#[derive(Clone, Copy)]
enum Way {
    /// `S1` `S3`
    Names,
    /// `S13`
    Groups,
    /// `S1` where it is alone, `2S` where it is not.
    Few,
    /// `2S`: the number stands before the letter, for `S2` is a pawn.
    Counts,
    /// `S`
    Letters,
}

/// The pawns in lines of these widths. Where not even the letters fit, those that do.
pub(super) fn arrange(pawns: &BTreeMap<SideName, Vec<u8>>, widths: &[usize]) -> Vec<Vec<Word>> {
    let mut lines = Vec::new();
    for (way, blanks) in WAYS {
        let words = words(pawns, way);
        let count = words.len();
        lines = place(words, widths, usize::from(blanks));
        if lines.iter().map(Vec::len).sum::<usize>() == count {
            return lines;
        }
    }
    lines
}

fn words(pawns: &BTreeMap<SideName, Vec<u8>>, way: Way) -> Vec<(SideName, String)> {
    let mut words = Vec::new();
    for (side, list) in pawns {
        let letter = side.letter();
        let number = |pawn: &u8| (u16::from(*pawn) + 1).to_string();
        match way {
            Way::Names => words.extend(list.iter().map(|pawn| (*side, format!("{letter}{}", number(pawn))))),
            Way::Few if list.len() == 1 => {
                words.extend(list.iter().map(|pawn| (*side, format!("{letter}{}", number(pawn)))))
            }
            Way::Groups => words.push((*side, letter.to_owned() + &list.iter().map(number).collect::<String>())),
            Way::Few | Way::Counts => words.push((*side, format!("{}{letter}", list.len()))),
            Way::Letters => words.push((*side, letter.to_owned())),
        }
    }
    words
}

/// Each word in the first line that has room for it.
fn place(words: Vec<(SideName, String)>, widths: &[usize], gap: usize) -> Vec<Vec<Word>> {
    let mut lines: Vec<(usize, Vec<Word>)> = vec![(0, Vec::new()); widths.len()];
    for (side, word) in words {
        let begins = |used: usize| if used == 0 { 0 } else { used + gap };
        let free = lines
            .iter_mut()
            .zip(widths)
            .find(|((used, _), width)| begins(*used) + word.len() <= **width);
        if let Some(((used, line), _)) = free {
            let begin = begins(*used);
            *used = begin + word.len();
            line.push((begin, side, word));
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pawns: &[(SideName, &[u8])], widths: &[usize]) -> Vec<String> {
        let pawns = pawns.iter().map(|(side, list)| (*side, list.to_vec())).collect();
        let line = |words: Vec<Word>| {
            words.into_iter().fold(String::new(), |mut line, (at, _, word)| {
                line.push_str(&" ".repeat(at - line.len()));
                line + &word
            })
        };
        arrange(&pawns, widths).into_iter().map(line).collect()
    }

    #[test]
    fn as_plainly_as_there_is_room() {
        use SideName::{E, N, S, W};
        assert_eq!(written(&[(S, &[0, 2])], &[7, 4]), ["S1 S3", ""]);
        assert_eq!(written(&[(S, &[0, 1, 2, 3])], &[6, 4]), ["S1234", ""]);
        let four: [(_, &[u8]); 4] = [(S, &[2]), (E, &[0]), (N, &[1, 2, 3]), (W, &[0])];
        assert_eq!(written(&four, &[6, 4]), ["S3E1W1", "N234"]);
        assert_eq!(written(&four, &[5, 5]), ["S3 E1", "3N W1"]);
        assert_eq!(written(&[(S, &[0, 1, 2, 3, 4, 5])], &[4]), ["6S"]);
        assert_eq!(written(&[(S, &[0, 1]), (E, &[0])], &[4]), ["2S1E"]);
        assert_eq!(written(&[(S, &[0]), (E, &[0]), (N, &[0]), (W, &[0])], &[4]), ["SENW"]);
        assert_eq!(written(&[(S, &[0]), (E, &[0]), (N, &[0]), (W, &[0])], &[2]), ["SE"]);
        assert_eq!(written(&[(S, &[0])], &[]), [] as [&str; 0]);
    }
}
