//! A letter for each seat of four stones, so that nobody is told apart by colour alone: the first of the name that is
//! still free.

use chowk_protocol::View;

use super::Letters;

/// The letters by chair. `O` looks like a stone and `I` like a line: nobody is called so.
pub(crate) fn of(view: &View) -> Letters {
    let mut letters = Letters::new();
    for (chair, seat) in &view.chairs {
        let name = seat.name.as_deref().unwrap_or_default();
        let own = name
            .chars()
            .filter(char::is_ascii_alphabetic)
            .map(|letter| letter.to_ascii_uppercase());
        let free = |letter: &char| !['O', 'I'].contains(letter) && !letters.values().any(|taken| taken == letter);
        let letter = own.chain('A'..='Z').find(free);
        letters.insert(*chair, letter.unwrap_or('?'));
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::court::tests::stones;

    #[test]
    fn every_seat_has_a_letter_of_its_own() {
        let mut view = stones();
        let letters = |view: &View| of(view).into_values().collect::<String>();
        assert_eq!(letters(&view), "ARHFU");
        for (chair, name) in [(0, "ರವಿ"), (1, "Ravi"), (2, "Rao"), (3, "Oo"), (4, "oi")] {
            view.chairs.get_mut(&chair).unwrap().name = Some(name.into());
        }
        assert_eq!(letters(&view), "ARBCD");
    }
}
