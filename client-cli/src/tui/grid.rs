//! The board on the screen: squares with their numbers, pawns, the gate, and where a pawn may go.

use std::collections::BTreeMap;

use chowk_protocol::SideName;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::paint::Paint;
use super::scene::{Choice, Scene};
use crate::play::board::Board;
use crate::play::names::pawn_name;

mod crowd;

/// The size of a square with one of its borders, the smallest first: 5x5 begins at the second.
const CELLS: [(u16, u16); 4] = [(6, 2), (9, 3), (11, 4), (13, 5)];

/// The size of a square for so much room, with one of its borders. The smallest is taken where nothing fits.
pub(crate) fn cell_for(size: u8, room: (u16, u16)) -> (u16, u16) {
    let sizes = if size == 5 { &CELLS[1..] } else { &CELLS[..] };
    let fits = |cell: &&(u16, u16)| {
        let (width, height) = extent(size, **cell);
        width <= room.0 && height <= room.1
    };
    sizes.iter().rev().find(fits).copied().unwrap_or(sizes[0])
}

/// Columns and rows of the whole board.
pub(crate) fn extent(size: u8, (width, height): (u16, u16)) -> (u16, u16) {
    (u16::from(size) * width + 1, u16::from(size) * height + 1)
}

/// What lies on one square.
#[derive(Debug, Default)]
struct Cell {
    pawns: BTreeMap<SideName, Vec<u8>>,
    targets: Vec<Target>,
    /// The picked pawn, if it stands here.
    picked: Option<(SideName, u8)>,
    /// Whether the last step began here, or ended here.
    last: bool,
}

#[derive(Debug)]
struct Target {
    pawn: u8,
    hits: bool,
    picked: bool,
}

/// Draws the board of a scene into the top left corner of `area`; what does not fit is left out.
pub(crate) fn draw(scene: &Scene, board: &Board, cell: (u16, u16), paint: Paint, area: Rect, buffer: &mut Buffer) {
    let grid = Grid {
        board,
        cell,
        paint,
        area: area.intersection(buffer.area),
    };
    grid.lines(buffer);
    grid.gate(scene, buffer);
    let cells = cells(scene, board);
    let empty = Cell::default();
    for row in 0..board.size() {
        for column in 0..board.size() {
            grid.square((row, column), cells.get(&(row, column)).unwrap_or(&empty), buffer);
        }
    }
}

fn cells(scene: &Scene, board: &Board) -> BTreeMap<(u8, u8), Cell> {
    let mut cells: BTreeMap<(u8, u8), Cell> = BTreeMap::new();
    for seat in scene.seats.iter().filter(|seat| !seat.left) {
        for (pawn, index) in &seat.pawns {
            if let Some(square) = board.seen(seat.side, *index, scene.bottom) {
                let cell = cells.entry(square).or_default();
                cell.pawns.entry(seat.side).or_default().push(*pawn);
                let is = |choice: &Choice| choice.picked && (choice.side, choice.pawn) == (seat.side, *pawn);
                if scene.choices.iter().any(is) {
                    cell.picked = Some((seat.side, *pawn));
                }
            }
        }
    }
    let picked = scene
        .choices
        .iter()
        .find(|choice| choice.picked)
        .map(|choice| choice.pawn);
    for choice in &scene.choices {
        if picked.is_none_or(|pawn| pawn == choice.pawn)
            && let Some(to) = choice.to
            && let Some(square) = board.seen(choice.side, to, scene.bottom)
        {
            cells.entry(square).or_default().targets.push(Target {
                pawn: choice.pawn,
                hits: choice.hits,
                picked: choice.picked,
            });
        }
    }
    if let Some((side, from, to)) = scene.last {
        for square in [from, to]
            .into_iter()
            .filter_map(|at| board.seen(side, at, scene.bottom))
        {
            cells.entry(square).or_default().last = true;
        }
    }
    cells
}

struct Grid<'a> {
    board: &'a Board,
    cell: (u16, u16),
    paint: Paint,
    area: Rect,
}

impl Grid<'_> {
    /// Words at a place of the board, as far as they lie on the screen.
    fn put(&self, (x, y): (u16, u16), words: &str, columns: u16, style: Style, buffer: &mut Buffer) {
        let (x, y) = (self.area.x.saturating_add(x), self.area.y.saturating_add(y));
        if x < self.area.right() && y < self.area.bottom() {
            let columns = columns.min(self.area.right() - x);
            buffer.set_stringn(x, y, words, columns.into(), style);
        }
    }

    fn lines(&self, buffer: &mut Buffer) {
        let (width, height) = extent(self.board.size(), self.cell);
        for y in 0..height {
            for x in 0..width {
                let (on_x, on_y) = (x % self.cell.0 == 0, y % self.cell.1 == 0);
                let line = match (on_x, on_y) {
                    (false, false) => continue,
                    (true, true) => self.corner((x, width - 1), (y, height - 1)),
                    (true, false) => self.paint.glyph("│", "|"),
                    (false, true) => self.paint.glyph("─", "-"),
                };
                self.put((x, y), line, 1, self.paint.faint(), buffer);
            }
        }
    }

    fn corner(&self, (x, right): (u16, u16), (y, bottom): (u16, u16)) -> &'static str {
        if self.paint.ascii {
            return "+";
        }
        match (x == 0, x == right, y == 0, y == bottom) {
            (true, _, true, _) => "┌",
            (_, true, true, _) => "┐",
            (true, _, _, true) => "└",
            (_, true, _, true) => "┘",
            (true, ..) => "├",
            (_, true, ..) => "┤",
            (_, _, true, _) => "┬",
            (_, _, _, true) => "┴",
            (false, false, false, false) => "┼",
        }
    }

    /// The gate of the side at the bottom, between the last square of the rim and the first one inside.
    fn gate(&self, scene: &Scene, buffer: &mut Buffer) {
        let at = |index| self.board.seen(scene.bottom, index, scene.bottom);
        let (Some(outside), Some(inside)) = (at(self.board.gate()), at(self.board.gate() + 1)) else {
            return;
        };
        let Some(seat) = scene.seats.iter().find(|seat| seat.side == scene.bottom) else {
            return;
        };
        let (width, height) = self.cell;
        let y = u16::from(outside.0.max(inside.0)) * height;
        let (x, columns) = if outside.1 == inside.1 {
            (u16::from(outside.1) * width + width / 2 - 1, 3)
        } else {
            (u16::from(outside.1.max(inside.1)) * width, 1)
        };
        let (words, style) = if seat.right {
            (&"   "[..columns], self.paint.faint())
        } else {
            // The line below it is dim; the gate is not.
            let style = self.paint.tone(super::scene::Tone::Warning);
            (&"###"[..columns], style.remove_modifier(Modifier::DIM))
        };
        if columns > 1 || !seat.right {
            self.put((x, y), words, columns as u16, style, buffer);
        }
    }

    fn square(&self, (row, column): (u8, u8), cell: &Cell, buffer: &mut Buffer) {
        let index = self.board.index_at((row, column));
        let (width, height) = (self.cell.0 - 1, self.cell.1 - 1);
        let (x, y) = (u16::from(column) * self.cell.0 + 1, u16::from(row) * self.cell.1 + 1);
        let centre = index == self.board.centre();
        let mark = match (self.board.is_safe(index), centre, height) {
            (_, true, 1) => "H",
            (_, true, _) => "x HOME",
            (true, false, _) => "x",
            (false, false, _) => "",
        };
        self.put((x, y), mark, width, self.paint.faint(), buffer);
        let (target, style) = self.target_words(
            &cell.targets,
            match (height, cell.pawns.is_empty()) {
                (1, true) => width - 1,
                (1, false) | (_, true) => width - 3,
                (_, false) => 4,
            },
        );
        let bottom = y + height - 1;
        let after_target = width - target.len() as u16;
        if !target.is_empty() {
            self.put((x + after_target, bottom), &target, width, style, buffer);
        }
        let mut number = if centre { String::new() } else { index.to_string() };
        if centre && height == 1 && cell.pawns.is_empty() && target.is_empty() {
            number = "ome".into();
        }
        let slots = if height == 1 {
            vec![(x + 1, y, after_target - 1)]
        } else {
            let begin = if mark.is_empty() { 1 } else { mark.len() as u16 + 1 };
            let number = if number.is_empty() { 1 } else { 4 };
            let mut slots = vec![(x + begin, y, width.saturating_sub(begin))];
            slots.extend((1..height - 1).map(|line| (x + 1, y + line, width - 1)));
            let gap = u16::from(!target.is_empty());
            slots.push((x + number, bottom, after_target.saturating_sub(number + gap)));
            slots
        };
        let has_room = height > 1 || (cell.pawns.is_empty() && target.len() <= 2);
        if has_room {
            let style = if cell.last {
                self.paint.faint().add_modifier(Modifier::UNDERLINED)
            } else {
                self.paint.faint()
            };
            let at = match (height, number.len()) {
                (1, 3) => x + 1,
                (1, _) => x + 3 - number.len() as u16,
                _ => x + 3 - number.len().min(2) as u16,
            };
            self.put((at, bottom), &number, width, style, buffer);
        }
        self.pawns(cell, &slots, buffer);
    }

    fn pawns(&self, cell: &Cell, slots: &[(u16, u16, u16)], buffer: &mut Buffer) {
        let widths: Vec<usize> = slots.iter().map(|(.., width)| usize::from(*width)).collect();
        for ((x, y, _), words) in slots.iter().zip(crowd::arrange(&cell.pawns, &widths)) {
            for (at, side, word) in words {
                let mut style = self.paint.side(side);
                // The picked pawn's own word, or the one that it shares with others of its side.
                let others = cell.pawns.get(&side).into_iter().flatten();
                let others: Vec<String> = others
                    .filter(|other| cell.picked != Some((side, **other)))
                    .map(|other| pawn_name(side, *other))
                    .collect();
                if cell.picked.is_some_and(|(picked, _)| picked == side) && !others.contains(&word) {
                    style = style.add_modifier(Modifier::REVERSED);
                }
                if cell.last {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                self.put((x + at as u16, *y), &word, u16::MAX, style, buffer);
            }
        }
    }

    /// `*2`: pawn 2 may come here; `!2`: it hits somebody here.
    fn target_words(&self, targets: &[Target], columns: u16) -> (String, Style) {
        let hits = targets.iter().any(|target| target.hits);
        let mut style = self.paint.target(hits);
        if targets.iter().any(|target| target.picked) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        if targets.is_empty() {
            return (String::new(), style);
        }
        let mut pawns: Vec<u16> = targets.iter().map(|target| u16::from(target.pawn) + 1).collect();
        pawns.sort_unstable();
        pawns.dedup();
        let mark = if hits { "!" } else { "*" };
        let numbers: String = pawns.iter().map(u16::to_string).collect();
        let words = format!("{mark}{numbers}");
        if words.len() > usize::from(columns) {
            return (mark.into(), style);
        }
        (words, style)
    }
}
