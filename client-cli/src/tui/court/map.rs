//! From places of the court to cells of a screen and back. Boxes and tracks are mapped each by itself, so that a letter
//! stands in the cells of a box exactly if somebody is inside it.

use chowk_protocol::Place;

use crate::play::court::ground::{BOX, COURT};

/// The size of the court in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    /// Columns and rows of a box.
    pub(super) of_box: (u16, u16),
    /// Columns and rows of a track's width.
    pub(super) of_track: (u16, u16),
}

/// A cell of the court: column and row from its upper left corner.
pub(super) type Cell = (u16, u16);

impl Scale {
    /// 38 by 19 cells.
    pub(super) const SMALLEST: Self = Self {
        of_box: (16, 8),
        of_track: (6, 3),
    };

    /// The largest court that fits into so many columns and rows; the smallest one if none does.
    pub(super) fn for_room(columns: u16, rows: u16) -> Self {
        let sizes = (8..=60).map(Self::of_height).rev();
        let fits = |scale: &Self| {
            let (width, height) = scale.extent();
            width <= columns && height <= rows
        };
        sizes.into_iter().find(fits).unwrap_or(Self::SMALLEST)
    }

    /// Boxes of so many rows; a cell is twice as high as wide, and a track has an odd number of rows, so that the circle
    /// lies in one.
    fn of_height(rows: u16) -> Self {
        let track = (2 * rows / 5) / 2 * 2 + 1;
        Self {
            of_box: (2 * rows, rows),
            of_track: (2 * track, track),
        }
    }

    /// Columns and rows of the whole.
    pub(super) fn extent(self) -> (u16, u16) {
        (2 * self.of_box.0 + self.of_track.0, 2 * self.of_box.1 + self.of_track.1)
    }

    /// The cell of a place.
    pub(super) fn cell(self, [x, y]: Place) -> Cell {
        (
            along(x, self.of_box.0, self.of_track.0),
            along(COURT - y, self.of_box.1, self.of_track.1),
        )
    }

    /// The place under a point of the screen, given in quarters of a cell from the upper left corner.
    pub(super) fn place(self, (quarter_column, quarter_row): (u32, u32)) -> Place {
        [
            back(quarter_column, self.of_box.0, self.of_track.0),
            COURT - back(quarter_row, self.of_box.1, self.of_track.1),
        ]
    }
}

/// The cell of a coordinate.
fn along(at: i32, of_box: u16, of_track: u16) -> u16 {
    let at = at.clamp(0, COURT);
    let share = |at: i32, cells: u16, length: i32| {
        let cell = at * i32::from(cells) / length;
        u16::try_from(cell).unwrap_or(0).min(cells - 1)
    };
    if at <= BOX {
        share(at, of_box, BOX)
    } else if at < COURT - BOX {
        of_box + share(at - BOX, of_track, COURT - 2 * BOX)
    } else {
        of_box + of_track + share(at - (COURT - BOX), of_box, BOX)
    }
}

/// The coordinate of a quarter of a cell.
fn back(quarter: u32, of_box: u16, of_track: u16) -> i32 {
    let (first, second) = (4 * u32::from(of_box), 4 * u32::from(of_track));
    let share = |quarter: u32, of: u32, length: i32| {
        i32::try_from(quarter).unwrap_or(0) * length / i32::try_from(of.max(1)).unwrap_or(1)
    };
    if quarter <= first {
        share(quarter, first, BOX)
    } else if quarter < first + second {
        BOX + share(quarter - first, second, COURT - 2 * BOX)
    } else {
        COURT - BOX + share(quarter - first - second, first, BOX)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::play::court::ground::box_of;

    #[test]
    fn courts_grow_with_the_room() {
        for ((columns, rows), extent) in [
            ((0, 0), (38, 19)),
            ((44, 19), (38, 19)),
            ((84, 33), (66, 33)),
            ((164, 53), (106, 53)),
        ] {
            assert_eq!(Scale::for_room(columns, rows).extent(), extent);
        }
        let small = Scale::SMALLEST;
        assert_eq!(Scale::of_height(8), small);
        assert_eq!(small.cell([0, 0]), (0, 18));
        assert_eq!(small.cell([12_000, 12_000]), (37, 0));
        assert_eq!(small.cell([6_000, 6_000]), (19, 9));
        assert_eq!(small.cell([5_000, 5_000]), (15, 11));
        assert_eq!(small.cell([5_001, 7_001]), (16, 7));
    }

    proptest! {
        /// What the drawing says of a place is what the rules say: inside a box, or not.
        #[test]
        fn a_cell_is_in_a_box_exactly_if_its_place_is(x in 0..=COURT, y in 0..=COURT, rows in 8u16..40) {
            let scale = Scale::of_height(rows);
            let (column, row) = scale.cell([x, y]);
            let (width, height) = scale.extent();
            prop_assert!(column < width && row < height);
            let west = column < scale.of_box.0;
            let east = column >= scale.of_box.0 + scale.of_track.0;
            let north = row < scale.of_box.1;
            let south = row >= scale.of_box.1 + scale.of_track.1;
            prop_assert_eq!(box_of([x, y]).is_some(), (west || east) && (north || south));
            let back = scale.place((4 * u32::from(column) + 2, 4 * u32::from(row) + 2));
            prop_assert_eq!(scale.cell(back), (column, row));
        }
    }
}
