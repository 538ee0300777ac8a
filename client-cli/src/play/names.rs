//! What people and pawns are called in words: you, Asha, Ravi (bot), S1.

use std::collections::BTreeMap;

use chowk_protocol::{ChairKind, ChairNo, SideName, View};

/// The names at a table, also of those who have just left.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    /// The name on a chair, and the mark of a bot.
    chairs: BTreeMap<ChairNo, (String, &'static str)>,
    sides: BTreeMap<SideName, ChairNo>,
    me: Option<ChairNo>,
}

impl Names {
    /// Reads a view; who left is remembered until somebody else sits there.
    pub(crate) fn look(&mut self, view: &View, me: Option<ChairNo>) {
        self.me = me;
        for (no, chair) in &view.chairs {
            if let Some(name) = &chair.name {
                // A name that says so itself needs no mark.
                let says_so = name.to_lowercase().contains("bot");
                let mark = match chair.kind {
                    ChairKind::Bot | ChairKind::House if says_so => "",
                    ChairKind::Bot => " (bot)",
                    ChairKind::House => " (house bot)",
                    ChairKind::Person | ChairKind::Empty => "",
                };
                self.chairs.insert(*no, (name.clone(), mark));
            }
        }
        if !view.sides.is_empty() {
            self.sides = view.sides.iter().map(|(side, seat)| (*side, seat.chair)).collect();
        }
    }

    /// A new name, told before the view that holds it.
    pub(crate) fn sat_down(&mut self, chair: ChairNo, name: &str) {
        self.chairs.insert(chair, (name.to_owned(), ""));
    }

    /// Which sides are whose, told before the view that holds them.
    pub(crate) fn lots(&mut self, sides: &BTreeMap<SideName, ChairNo>) {
        self.sides.clone_from(sides);
    }

    /// Whether we sit at the table, and do not only watch.
    pub(crate) fn sits(&self) -> bool {
        self.me.is_some()
    }

    /// Whether this chair is ours.
    pub(crate) fn is_me(&self, chair: ChairNo) -> bool {
        self.me == Some(chair)
    }

    /// Whether this side is ours.
    pub(crate) fn is_my_side(&self, side: SideName) -> bool {
        self.sides.get(&side).is_some_and(|chair| self.is_me(*chair))
    }

    /// Our side.
    pub(crate) fn my_side(&self) -> Option<SideName> {
        self.sides
            .iter()
            .find(|(_, chair)| self.is_me(**chair))
            .map(|(side, _)| *side)
    }

    /// The sides of the match and their chairs.
    pub(crate) fn sides(&self) -> &BTreeMap<SideName, ChairNo> {
        &self.sides
    }

    /// The name on a chair, also our own.
    pub(crate) fn name(&self, chair: ChairNo) -> String {
        match self.chairs.get(&chair) {
            Some((name, mark)) => format!("{name}{mark}"),
            None => format!("chair {}", counted(chair)),
        }
    }

    /// The name on a chair without the mark of a bot, for where it is said again and again.
    pub(crate) fn short(&self, chair: ChairNo) -> String {
        match self.chairs.get(&chair) {
            Some((name, _)) => name.clone(),
            None => format!("chair {}", counted(chair)),
        }
    }

    /// The name of a side, also our own.
    pub(crate) fn name_of(&self, side: SideName) -> String {
        self.sides
            .get(&side)
            .map_or_else(|| side_word(side).to_owned(), |chair| self.name(*chair))
    }

    /// `You` or a name, at the beginning of a sentence.
    pub(crate) fn chair(&self, chair: ChairNo) -> String {
        if self.is_me(chair) {
            "You".into()
        } else {
            self.name(chair)
        }
    }

    /// `You` or a name, at the beginning of a sentence.
    pub(crate) fn side(&self, side: SideName) -> String {
        if self.is_my_side(side) {
            "You".into()
        } else {
            self.name_of(side)
        }
    }

    /// `you` or a name, inside a sentence.
    pub(crate) fn to(&self, side: SideName) -> String {
        if self.is_my_side(side) {
            "you".into()
        } else {
            self.name_of(side)
        }
    }

    /// `your S1` or `Ravi's N2`.
    pub(crate) fn pawn(&self, side: SideName, pawn: u8) -> String {
        let pawn = pawn_name(side, pawn);
        if self.is_my_side(side) {
            return format!("your {pawn}");
        }
        match self.sides.get(&side).and_then(|chair| self.chairs.get(chair)) {
            Some((name, _)) => format!("{name}'s {pawn}"),
            None => pawn,
        }
    }
}

/// A chair's or a pawn's number as people count, from 1.
pub(crate) fn counted(number: u8) -> u16 {
    u16::from(number) + 1
}

/// The name of a pawn: the letter of its side and its number, counted from 1 as people do.
pub(crate) fn pawn_name(side: SideName, pawn: u8) -> String {
    format!("{}{}", side.letter(), counted(pawn))
}

/// The word for a side.
pub(crate) fn side_word(side: SideName) -> &'static str {
    match side {
        SideName::S => "South",
        SideName::E => "East",
        SideName::N => "North",
        SideName::W => "West",
    }
}

/// The verb for you, or for somebody else.
pub(crate) fn verb<'a>(you: bool, mine: &'a str, theirs: &'a str) -> &'a str {
    if you { mine } else { theirs }
}

/// A room's code as people read it aloud: two times four letters.
pub(crate) fn spoken_code(code: chowk_protocol::RoomCode) -> String {
    let text = code.as_str();
    format!("{}-{}", &text[..4], &text[4..])
}

/// A number of things, in the singular or the plural.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{number} {many}")
    }
}
