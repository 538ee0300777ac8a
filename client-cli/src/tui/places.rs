//! Where things stand on a screen of so many columns and rows.

use ratatui::layout::Rect;

use super::grid;
use crate::play::board::Board;

/// The smallest screen on which everything fits.
pub const SMALLEST: (u16, u16) = (80, 24);
/// Fewest and most columns of the panel beside the board.
const PANEL: (u16, u16) = (34, 58);
/// Fewest rows of the log below the board, and fewest columns of a log beside the panel.
const LOG_ROWS: u16 = 5;
const LOG_COLUMNS: u16 = 40;

/// Columns between panel and log.
const GAP: u16 = 3;

/// Where things stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) title: Rect,
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) log: Rect,
    /// Room for statistics; empty on small screens.
    pub(crate) stats: Rect,
    pub(crate) banner: Rect,
    pub(crate) keys: Rect,
    /// The size of a square.
    pub(crate) cell: (u16, u16),
}

/// The parts of a screen at its edges, and what is left between them.
pub(crate) fn frame(area: Rect) -> (Rect, Rect, Rect, Rect) {
    let row = |y: u16| Rect { y, height: 1, ..area };
    let body = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(3),
        ..area
    };
    (
        row(area.y),
        body,
        row(area.bottom().saturating_sub(2)),
        row(area.bottom().saturating_sub(1)),
    )
}

impl Places {
    /// For a board, a panel of so many rows, and statistics that take so many in a width; they are shown whole or not.
    pub(crate) fn of(area: Rect, board: Option<&Board>, panel_rows: u16, stats_rows: impl Fn(u16) -> u16) -> Self {
        let (title, body, banner, keys) = frame(area);
        let size = board.map_or(5, Board::size);
        let room = (body.width.saturating_sub(PANEL.0), body.height.saturating_sub(LOG_ROWS));
        let cell = grid::cell_for(size, room);
        let (width, height) = grid::extent(size, cell);
        let (width, height) = (width.min(body.width), height.min(body.height));
        let beside = body.width - width - u16::from(body.width > width);
        let has_column = beside >= PANEL.1 + GAP + LOG_COLUMNS;
        let panel_width = if has_column { PANEL.1 } else { beside };
        let tall = panel_rows > height && !has_column;
        let panel = Rect {
            x: body.right() - beside,
            width: panel_width,
            height: if tall || has_column { body.height } else { height },
            ..body
        };
        let below = Rect {
            y: body.y + height,
            height: body.height - height,
            width: if tall || has_column { width } else { body.width },
            ..body
        };
        let stats_rows = match stats_rows(below.width) {
            0 => 0,
            rows => rows.saturating_add(1),
        };
        let (log, stats) = if has_column {
            let log = Rect {
                x: panel.right() + GAP,
                width: beside - panel_width - GAP,
                ..body
            };
            (
                log,
                if below.height >= stats_rows {
                    below
                } else {
                    Rect::default()
                },
            )
        } else if stats_rows > 0 && below.height > stats_rows.saturating_add(2 * LOG_ROWS) {
            let stats = Rect {
                y: below.bottom() - stats_rows,
                height: stats_rows,
                ..below
            };
            let log = Rect {
                height: below.height - stats.height,
                ..below
            };
            (log, stats)
        } else {
            (below, Rect::default())
        };
        Self {
            title,
            board: Rect { width, height, ..body },
            panel,
            log,
            stats,
            banner,
            keys,
            cell,
        }
    }
}
