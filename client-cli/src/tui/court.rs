//! The court of four stones on a full screen, as plain values: whoever has a court makes a [`CourtScene`] of it, and
//! [`draw`] draws it. Like a board's scene it knows no socket, no view and no record.

use chowk_protocol::{BoxName, Place, SideName};
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::draw::{banner, keys, lines, log, too_small};
use super::paint::Paint;
use super::panel::stack;
use super::places::frame;
use super::scene::{Said, Scene};

mod floor;
mod map;
mod panel;
mod sight;

pub(crate) use sight::ground;

/// Fewest and most columns of the panel.
const PANEL: (u16, u16) = (34, 58);
/// Rows of the log that the court leaves free below it, on a small screen and on others.
const LOG_ROWS: (u16, u16) = (2, 4);
/// A screen with fewer rows than this between its edges is small.
const SMALL: u16 = 24;
/// Fewest columns of a log beside the panel, and the gap between them.
const LOG_COLUMNS: u16 = 40;
const GAP: u16 = 2;

/// A court, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct CourtScene {
    /// The left part of the top line.
    pub title: String,
    /// The right part of the top line.
    pub corner: String,
    /// The court itself.
    pub ground: Ground,
    /// Sections of the panel, from the top.
    pub panel: Vec<Vec<PanelLine>>,
    /// What happened, oldest first.
    pub log: Vec<Said>,
    /// A line across the screen.
    pub banner: Option<Said>,
    /// The keys that do something now.
    pub keys: Vec<(String, String)>,
}

/// What lies and stands on the court.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ground {
    /// Everybody, the most important first: two who would share a cell stand side by side.
    pub bodies: Vec<Body>,
    /// Stones in the circle.
    pub stones: u8,
    /// The arms of the cross.
    pub arms: Vec<(SideName, Arm)>,
    /// The named box, in gumpu.
    pub named: Option<BoxName>,
    /// Whose box is whose.
    pub homes: Vec<Home>,
    /// The circle within which the patwar tags.
    pub reach: Option<Reach>,
    /// Where the player would come to in this step.
    pub ghost: Option<Place>,
}

/// Somebody on the court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// The letter.
    pub letter: char,
    /// The seat, for its colour.
    pub seat: u8,
    /// Where.
    pub at: Place,
    /// Whether this is the patwar.
    pub chases: bool,
    /// Whether this is the player.
    pub mine: bool,
}

/// An arm of the cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// Not cut.
    Open,
    /// Touched: it counts when the patwar is back at the centre.
    Touched,
    /// Cut.
    Cut,
}

/// A native box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    /// Which.
    pub of: BoxName,
    /// The letter of its owner.
    pub letter: char,
    /// The owner's seat.
    pub seat: u8,
    /// Whether it is the player's.
    pub mine: bool,
}

/// The tag circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Its middle.
    pub at: Place,
    /// Its radius, in thousandths of a foot.
    pub radius: u32,
    /// Whether a tag counts for nothing.
    pub void: bool,
}

/// A line of the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PanelLine {
    /// Words, broken where they are too long.
    Words(Said),
    /// A seat.
    Seat(SeatLine),
}

/// A seat in the panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatLine {
    /// The letter.
    pub letter: char,
    /// The seat, for its colour.
    pub seat: u8,
    /// The name.
    pub name: String,
    /// What stands after the name: you, house bot.
    pub kind: String,
    /// Whether this is the patwar.
    pub chases: bool,
    /// Whether this is the player.
    pub mine: bool,
    /// The native box.
    pub home: Option<BoxName>,
    /// Stones held.
    pub stones: u8,
    /// `away`, `picking`, `5/12`, `through`.
    pub state: String,
    /// Whether the state is a warning.
    pub warns: bool,
    /// Whether the open step waits for this seat; none without steps.
    pub waits: Option<bool>,
}

/// Draws a court: title, court, panel, log, a banner and the keys.
pub fn draw(scene: &CourtScene, paint: Paint, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    if too_small(paint, area, buffer) {
        return;
    }
    let (top, body, low, bottom) = frame(area);
    let rows = if body.height < SMALL { LOG_ROWS.0 } else { LOG_ROWS.1 };
    let scale = map::Scale::for_room(
        body.width.saturating_sub(PANEL.0 + GAP),
        body.height.saturating_sub(rows),
    );
    let (width, height) = scale.extent();
    let court = Rect { width, height, ..body }.intersection(body);
    floor::draw(&scene.ground, scale, paint, court, buffer);
    let beside = body.right().saturating_sub(court.right() + GAP);
    let has_column = beside >= PANEL.1 + GAP + LOG_COLUMNS;
    let columns = if has_column { PANEL.1 } else { beside };
    let sections: Vec<Vec<Line<'static>>> = scene
        .panel
        .iter()
        .map(|section| panel::section(section, paint, columns.into()))
        .filter(|section| !section.is_empty())
        .collect();
    let needed = sections.iter().map(Vec::len).sum::<usize>();
    let tall = has_column || needed > usize::from(court.height);
    let place = Rect {
        x: court.right() + GAP,
        y: body.y,
        width: columns,
        height: if tall { body.height } else { court.height },
    };
    lines(stack(sections, place.height.into()), place, buffer);
    let below = Rect {
        y: court.bottom(),
        height: body.bottom().saturating_sub(court.bottom()),
        width: if tall { court.width } else { body.width },
        ..body
    };
    let log_at = if has_column {
        Rect {
            x: place.right() + GAP,
            width: body.right().saturating_sub(place.right() + GAP),
            ..body
        }
    } else {
        below
    };
    log(&scene.log, paint, log_at, buffer);
    let edges = Scene {
        title: scene.title.clone(),
        corner: scene.corner.clone(),
        ..Scene::of_board(None, SideName::S)
    };
    super::draw::title(&edges, paint, top, buffer);
    banner(scene.banner.as_ref(), paint, low, buffer);
    keys(&scene.keys, paint, bottom, buffer);
}

/// The court alone as lines of ASCII, at its smallest size.
pub(crate) fn picture(ground: &Ground) -> Vec<String> {
    let paint = Paint {
        ascii: true,
        colours: super::paint::Colours::None,
    };
    let scale = map::Scale::SMALLEST;
    let (width, height) = scale.extent();
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    floor::draw(ground, scale, paint, area, &mut buffer);
    let row = |y: u16| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    (0..height).map(|y| row(y).trim_end().to_owned()).collect()
}
