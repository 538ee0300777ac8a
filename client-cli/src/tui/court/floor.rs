//! The court in cells: boxes of chalk lines, the cross of tracks, the circle of stones, the tag circle, everybody.

use chowk_protocol::{BoxName, SideName};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::map::{Cell, Scale};
use super::{Arm, Body, Ground, Home, Reach};
use crate::play::court::ground::{CENTRE, distance};
use crate::tui::paint::{Colours, Paint};
use crate::tui::scene::Tone;

/// Draws the court into an area of its extent.
pub(super) fn draw(ground: &Ground, scale: Scale, paint: Paint, area: Rect, buffer: &mut Buffer) {
    let mut floor = Floor {
        scale,
        paint,
        area: area.intersection(buffer.area),
        buffer,
    };
    if let Some(reach) = &ground.reach {
        floor.reach(reach);
    }
    for name in BoxName::ALL {
        floor.frame(name, ground.named == Some(name));
    }
    for (side, arm) in &ground.arms {
        floor.end_line(*side, *arm);
    }
    for home in &ground.homes {
        floor.label(home, ground.named == Some(home.of));
    }
    floor.stones(ground.stones);
    if let Some(place) = ground.ghost {
        floor.put(scale.cell(place), paint.glyph("×", "+"), paint.tone(Tone::Mine));
    }
    floor.bodies(&ground.bodies);
}

struct Floor<'a> {
    scale: Scale,
    paint: Paint,
    area: Rect,
    buffer: &'a mut Buffer,
}

/// The first column or row of a box, and of the one beyond it.
fn span(near: bool, of_box: u16, of_track: u16) -> (u16, u16) {
    if near {
        (0, of_box - 1)
    } else {
        (of_box + of_track, 2 * of_box + of_track - 1)
    }
}

impl Floor<'_> {
    fn put(&mut self, (column, row): Cell, glyph: &str, style: Style) {
        let (x, y) = (self.area.x + column, self.area.y + row);
        if x < self.area.right() && y < self.area.bottom() {
            self.buffer[(x, y)].set_symbol(glyph).set_style(style);
        }
    }

    /// Columns and rows of a box: first and last.
    fn corners(&self, name: BoxName) -> ((u16, u16), (u16, u16)) {
        let Scale { of_box, of_track } = self.scale;
        let west = matches!(name, BoxName::SW | BoxName::NW);
        let north = matches!(name, BoxName::NE | BoxName::NW);
        (span(west, of_box.0, of_track.0), span(north, of_box.1, of_track.1))
    }

    /// The chalk line of a box; double where it is named.
    fn frame(&mut self, name: BoxName, named: bool) {
        let ((left, right), (top, bottom)) = self.corners(name);
        let (style, glyphs) = if named {
            let glyphs = ["═", "║", "╔", "╗", "╚", "╝"].map(|glyph| self.paint.glyph(glyph, "#"));
            (self.paint.tone(Tone::Good), glyphs)
        } else {
            let pairs = [("─", "-"), ("│", "|"), ("┌", "+"), ("┐", "+"), ("└", "+"), ("┘", "+")];
            (
                self.paint.faint(),
                pairs.map(|(pretty, ascii)| self.paint.glyph(pretty, ascii)),
            )
        };
        let [flat, upright, upper_left, upper_right, lower_left, lower_right] = glyphs;
        for column in left + 1..right {
            self.put((column, top), flat, style);
            self.put((column, bottom), flat, style);
        }
        for row in top + 1..bottom {
            self.put((left, row), upright, style);
            self.put((right, row), upright, style);
        }
        self.put((left, top), upper_left, style);
        self.put((right, top), upper_right, style);
        self.put((left, bottom), lower_left, style);
        self.put((right, bottom), lower_right, style);
    }

    /// The end line of an arm, as it was cut or not.
    fn end_line(&mut self, side: SideName, arm: Arm) {
        let Scale { of_box, of_track } = self.scale;
        let (width, height) = self.scale.extent();
        let flat = matches!(side, SideName::S | SideName::N);
        let (glyph, style) = match (arm, flat) {
            (Arm::Open, true) => (self.paint.glyph("┈", "."), self.paint.faint()),
            (Arm::Open, false) => (self.paint.glyph("┊", ":"), self.paint.faint()),
            (Arm::Touched, true) => (self.paint.glyph("╍", "~"), self.paint.tone(Tone::Warning)),
            (Arm::Touched, false) => (self.paint.glyph("╏", "!"), self.paint.tone(Tone::Warning)),
            (Arm::Cut, true) => (self.paint.glyph("━", "="), self.paint.tone(Tone::Good)),
            (Arm::Cut, false) => (self.paint.glyph("┃", "#"), self.paint.tone(Tone::Good)),
        };
        let cells: Vec<Cell> = match side {
            SideName::S => (0..of_track.0).map(|at| (of_box.0 + at, height - 1)).collect(),
            SideName::N => (0..of_track.0).map(|at| (of_box.0 + at, 0)).collect(),
            SideName::W => (0..of_track.1).map(|at| (0, of_box.1 + at)).collect(),
            SideName::E => (0..of_track.1).map(|at| (width - 1, of_box.1 + at)).collect(),
        };
        for cell in cells {
            self.put(cell, glyph, style);
        }
    }

    /// The name of a box and its owner, in its outer line.
    fn label(&mut self, home: &Home, named: bool) {
        let ((left, _), (top, bottom)) = self.corners(home.of);
        let row = if matches!(home.of, BoxName::NE | BoxName::NW) {
            top
        } else {
            bottom
        };
        let tone = if named { Tone::Good } else { Tone::Faint };
        let (plain, own) = (self.paint.tone(tone), self.paint.seat(home.seat));
        let head = format!(" {} ", home.of.letters());
        let tail = match (named, home.mine) {
            (true, _) => " GUMPU ",
            (false, true) => " yours ",
            (false, false) => " ",
        };
        let mut column = left + 1;
        let mut letter = [0; 4];
        let parts = [
            (head.as_str(), plain),
            (home.letter.encode_utf8(&mut letter), own),
            (tail, plain),
        ];
        for (text, style) in parts {
            for at in 0..text.len() {
                self.put((column, row), &text[at..=at], style);
                column += 1;
            }
        }
    }

    /// The cells within reach of the patwar: the shape of the rules' circle, to half a cell where there are colours.
    fn reach(&mut self, reach: &Reach) {
        let (width, height) = self.scale.extent();
        let style = if reach.void {
            self.paint.faint()
        } else {
            self.paint.reach()
        };
        for row in 0..height {
            for column in 0..width {
                let within = |quarter: u32| {
                    let place = self
                        .scale
                        .place((4 * u32::from(column) + 2, 4 * u32::from(row) + quarter));
                    distance(place, reach.at) <= reach.radius
                };
                let dots = reach.void || self.paint.ascii || self.paint.colours == Colours::None;
                if dots {
                    if within(2) {
                        self.put((column, row), self.paint.glyph("·", "."), style);
                    }
                    continue;
                }
                let glyph = match (within(1), within(3)) {
                    (false, false) => continue,
                    (true, true) => "█",
                    (true, false) => "▀",
                    (false, true) => "▄",
                };
                self.put((column, row), glyph, style);
            }
        }
    }

    /// The stones in the circle, side by side over the centre.
    fn stones(&mut self, stones: u8) {
        let (column, row) = self.scale.cell(CENTRE);
        let style = self.paint.tone(Tone::Mine);
        for at in 0..u16::from(stones.min(4)) {
            // Two to the left of the middle and two to the right, the inner ones first.
            let column = match at {
                0 => column - 1,
                1 => column,
                2 => column - 2,
                _ => column + 1,
            };
            self.put((column, row), "o", style);
        }
        if stones == 0 {
            let style = self.paint.faint();
            self.put((column - 1, row), self.paint.glyph("(", "("), style);
            self.put((column, row), self.paint.glyph(")", ")"), style);
        }
    }

    /// Everybody: who would stand on somebody else's cell stands beside it, in the same part of the court.
    fn bodies(&mut self, bodies: &[Body]) {
        let mut taken: Vec<Cell> = Vec::new();
        let mut placed: Vec<(Cell, &Body)> = Vec::new();
        for body in bodies {
            let cell = self.free_near(self.scale.cell(body.at), &taken);
            taken.push(cell);
            placed.push((cell, body));
        }
        for (cell, body) in &placed {
            let letter = body.letter.to_string();
            let style = self.paint.body(body.seat, body.mine);
            self.put(*cell, &letter, style);
            if body.chases {
                let style = self.paint.tone(Tone::Bad);
                let (column, row) = *cell;
                let beside = [(column.checked_sub(1), "["), (Some(column + 1), "]")];
                for (column, bracket) in beside {
                    if let Some(column) = column.filter(|column| !taken.contains(&(*column, row))) {
                        self.put((column, row), bracket, style);
                    }
                }
            }
        }
    }

    fn free_near(&self, wanted: Cell, taken: &[Cell]) -> Cell {
        if !taken.contains(&wanted) {
            return wanted;
        }
        let (width, height) = self.scale.extent();
        let part = |(column, row): Cell| {
            let Scale { of_box, of_track } = self.scale;
            let third = |at: u16, of_box: u16, of_track: u16| (at >= of_box, at >= of_box + of_track);
            (third(column, of_box.0, of_track.0), third(row, of_box.1, of_track.1))
        };
        let away = |(column, row): Cell| column.abs_diff(wanted.0) + 2 * row.abs_diff(wanted.1);
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        cells
            .filter(|cell| !taken.contains(cell) && part(*cell) == part(wanted))
            .min_by_key(|cell| away(*cell))
            .unwrap_or(wanted)
    }
}
