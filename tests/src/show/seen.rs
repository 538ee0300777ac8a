//! What a terminal must have shown in the course of a game, and what of it was seen so far.

use super::Part;

/// Something that must be seen, and how it is known on a screen.
pub(super) type Sight = (&'static str, fn(&str) -> bool);

/// What was seen so far.
#[derive(Debug)]
pub(super) struct Seen {
    missing: Vec<Sight>,
    all: usize,
}

impl Seen {
    /// Nothing of these yet.
    pub(super) fn of(sights: &[Sight]) -> Self {
        Self {
            missing: sights.to_vec(),
            all: sights.len(),
        }
    }

    /// Looks at a screen.
    pub(super) fn look(&mut self, text: &str) {
        self.missing.retain(|(_, is_there)| !is_there(text));
    }

    /// What was not seen, in words; none if all was.
    pub(super) fn missing(&self) -> Option<String> {
        let missing: Vec<&str> = self.missing.iter().map(|(what, _)| *what).collect();
        (!missing.is_empty()).then(|| missing.join(", "))
    }

    /// Demands that all was seen.
    pub(super) fn demand(&self, part: &mut Part, what: String) {
        let missing = self.missing();
        part.demand(
            what,
            format!("all {} things that are named", self.all),
            missing
                .as_ref()
                .map_or("all".into(), |missing| format!("not: {missing}")),
            missing.is_none(),
        );
    }
}
