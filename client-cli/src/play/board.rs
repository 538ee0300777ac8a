//! The board as a drawing in plain letters: squares and routes are geometry; nothing here judges a move.

use std::collections::BTreeMap;

use chowk_protocol::{SideName, View};
use serde_json::Value;

/// A square: row and column, row 0 at the top.
type Square = (u8, u8);

/// A board of 5 x 5 or 7 x 7 squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    size: u8,
    /// South's route, from its home to the centre.
    route: Vec<Square>,
    /// Indices of South's route that are safe for everybody; the same on everyone's route.
    safe: Vec<u8>,
}

impl Board {
    /// The board that a rule set names, if it is one of the two.
    pub fn of_rules(rules: &Value) -> Option<Self> {
        let size = rules.get("board")?.as_u64().and_then(|size| u8::try_from(size).ok())?;
        if !matches!(size, 5 | 7) {
            return None;
        }
        let side = 4 * (size - 1) / 4;
        let mut safe: Vec<u8> = (0..4).map(|home| 1 + home * side).collect();
        if rules.get("safe").and_then(Value::as_str) == Some("homes_and_corners") {
            let ring = size - 3;
            safe.extend((0..4).map(|corner| 4 * side + 1 + corner * ring));
        }
        let route = route(size);
        safe.push(u8::try_from(route.len()).unwrap_or(u8::MAX));
        Some(Self { size, route, safe })
    }

    /// The index of the centre.
    pub fn centre(&self) -> u8 {
        self.size * self.size
    }

    /// The last index of the outer rim.
    pub fn gate(&self) -> u8 {
        4 * (self.size - 1)
    }

    /// Whether nobody is hit at this index.
    pub fn is_safe(&self, index: u8) -> bool {
        self.safe.contains(&index)
    }

    /// The square of an index on a side's route; `None` for 0, off the board.
    pub fn square(&self, side: SideName, index: u8) -> Option<Square> {
        let square = *self.route.get(usize::from(index.checked_sub(1)?))?;
        Some((0..quarters(side)).fold(square, |square, _| self.turn(square)))
    }

    /// How many squares a side has.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The square of an index on a side's route, row and column, seen with another side's home at the bottom.
    pub fn seen(&self, side: SideName, index: u8, bottom: SideName) -> Option<(u8, u8)> {
        let square = self.square(side, index)?;
        Some((0..(4 - quarters(bottom)) % 4).fold(square, |square, _| self.turn(square)))
    }

    /// The index of a square on the route of the side at the bottom; 0 outside the board.
    pub fn index_at(&self, square: (u8, u8)) -> u8 {
        let at = self.route.iter().position(|other| *other == square);
        at.and_then(|at| u8::try_from(at + 1).ok()).unwrap_or(0)
    }

    /// The quarter turn that leads from one side's route to the next side's.
    fn turn(&self, (row, column): Square) -> Square {
        (self.size - 1 - column, row)
    }

    /// The drawing, with `bottom` at the bottom and the squares numbered along its route.
    pub(crate) fn draw(&self, view: &View, bottom: SideName) -> Vec<String> {
        let mut pawns: BTreeMap<Square, BTreeMap<SideName, Vec<u8>>> = BTreeMap::new();
        for (side, seat) in view.sides.iter().filter(|(_, seat)| !seat.left) {
            for (pawn, index) in &seat.pawns {
                if let Some(seen) = self.seen(*side, *index, bottom) {
                    pawns
                        .entry(seen)
                        .or_default()
                        .entry(*side)
                        .or_default()
                        .push(pawn.saturating_add(1));
                }
            }
        }
        let width = if self.size == 5 { 11 } else { 9 };
        let rule = format!("+{}", format!("{}+", "-".repeat(width)).repeat(usize::from(self.size)));
        let mut lines = vec![rule.clone()];
        for row in 0..self.size {
            let cells: Vec<Vec<String>> = (0..self.size)
                .map(|column| {
                    let mut cell = vec![self.label((row, column))];
                    let here = pawns.get(&(row, column));
                    let words: Vec<String> = here
                        .into_iter()
                        .flatten()
                        .map(|(side, list)| group(*side, list))
                        .collect();
                    cell.extend(wrap(&words, width));
                    cell
                })
                .collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(1).max(2);
            for line in 0..height {
                let texts = cells.iter().map(|cell| cell.get(line).map_or("", String::as_str));
                lines.push(texts.fold("|".to_owned(), |row, text| format!("{row}{text:<width$}|")));
            }
            lines.push(rule.clone());
        }
        lines
    }

    /// The number of a square on the route of the side at the bottom, `x` before it where nobody is hit.
    fn label(&self, square: Square) -> String {
        let index = self.index_at(square);
        if index == self.centre() {
            return "x centre".into();
        }
        format!("{} {index}", if self.is_safe(index) { "x" } else { " " })
    }
}

/// South's route: the outer rim anticlockwise from its middle, then each inner ring clockwise from its corner.
fn route(size: u8) -> Vec<Square> {
    let last = size - 1;
    let middle = size / 2;
    let mut route = Vec::new();
    route.extend((middle..last).map(|column| (last, column)));
    route.extend((1..=last).rev().map(|row| (row, last)));
    route.extend((1..=last).rev().map(|column| (0, column)));
    route.extend((0..last).map(|row| (row, 0)));
    route.extend((0..middle).map(|column| (last, column)));
    for ring in 1..middle {
        let (near, far) = (ring, last - ring);
        route.extend((near + 1..=far).rev().map(|row| (row, near)));
        route.extend((near..far).map(|column| (near, column)));
        route.extend((near..far).map(|row| (row, far)));
        route.extend((near + 1..=far).rev().map(|column| (far, column)));
    }
    route.push((middle, middle));
    route
}

fn quarters(side: SideName) -> u8 {
    match side {
        SideName::S => 0,
        SideName::E => 1,
        SideName::N => 2,
        SideName::W => 3,
    }
}

/// Pawns of one side on one square: `S13` are S1 and S3.
fn group(side: SideName, pawns: &[u8]) -> String {
    pawns
        .iter()
        .fold(side.letter().to_owned(), |text, pawn| text + &pawn.to_string())
}

/// As many words in a line as fit.
fn wrap(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.chars().take(width).collect()),
        }
    }
    lines
}
