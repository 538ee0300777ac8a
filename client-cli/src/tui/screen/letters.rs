//! A room's code in letters of five rows, to be read across a room.

/// The rows of each letter that a code may have; the bits of a row from its left, three or five of them.
const LETTERS: [(char, [&str; 5]); 32] = [
    ('2', ["## ", "  #", " # ", "#  ", "###"]),
    ('3', ["###", "  #", " ##", "  #", "###"]),
    ('4', ["# #", "# #", "###", "  #", "  #"]),
    ('5', ["###", "#  ", "## ", "  #", "## "]),
    ('6', [" ##", "#  ", "###", "# #", "###"]),
    ('7', ["###", "  #", " # ", " # ", " # "]),
    ('8', ["###", "# #", "###", "# #", "###"]),
    ('9', ["###", "# #", "###", "  #", "## "]),
    ('A', [" # ", "# #", "###", "# #", "# #"]),
    ('B', ["## ", "# #", "## ", "# #", "## "]),
    ('C', [" ##", "#  ", "#  ", "#  ", " ##"]),
    ('D', ["## ", "# #", "# #", "# #", "## "]),
    ('E', ["###", "#  ", "## ", "#  ", "###"]),
    ('F', ["###", "#  ", "## ", "#  ", "#  "]),
    ('G', [" ##", "#  ", "# #", "# #", " ##"]),
    ('H', ["# #", "# #", "###", "# #", "# #"]),
    ('J', ["  #", "  #", "  #", "# #", " # "]),
    ('K', ["# #", "# #", "## ", "# #", "# #"]),
    ('L', ["#  ", "#  ", "#  ", "#  ", "###"]),
    ('M', ["#   #", "## ##", "# # #", "#   #", "#   #"]),
    ('N', ["#   #", "##  #", "# # #", "#  ##", "#   #"]),
    ('P', ["## ", "# #", "## ", "#  ", "#  "]),
    ('Q', ["### ", "# # ", "# # ", "# ##", "### "]),
    ('R', ["## ", "# #", "## ", "# #", "# #"]),
    ('S', [" ##", "#  ", " # ", "  #", "## "]),
    ('T', ["###", " # ", " # ", " # ", " # "]),
    ('U', ["# #", "# #", "# #", "# #", "###"]),
    ('V', ["# #", "# #", "# #", "# #", " # "]),
    ('W', ["#   #", "#   #", "# # #", "## ##", "#   #"]),
    ('X', ["# #", "# #", " # ", "# #", "# #"]),
    ('Y', ["# #", "# #", " # ", " # ", " # "]),
    ('Z', ["###", "  #", " # ", "#  ", "###"]),
];

/// The code in five rows; `None` where a letter has no drawing.
pub(super) fn large(code: &str, block: &str) -> Option<[String; 5]> {
    let mut rows: [String; 5] = Default::default();
    for letter in code.chars() {
        let drawing = if letter == '-' {
            &["  ", "  ", "##", "  ", "  "]
        } else {
            &LETTERS.iter().find(|(known, _)| *known == letter)?.1
        };
        for (row, part) in rows.iter_mut().zip(drawing) {
            row.push_str(&part.replace('#', block));
            row.push(' ');
        }
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_code_has_a_drawing_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for letter in "23456789ABCDEFGHJKMNPQRSTUVWXYZ".chars() {
            let rows = large(&letter.to_string(), "#").unwrap();
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{letter}");
            assert!(seen.insert(rows), "{letter} looks like another");
        }
        assert_eq!(large("é", "#"), None);
        assert!(large("WWMM-NNWM", "#").unwrap()[0].len() <= 53);
    }
}
