//! Where a room stands on disk, and which append fits it (contract 29). Both stores ask here.

use crate::fault::{Fault, is_planted};

use super::{Append, Besides, DirectoryRow, Fence, RoomNo};

/// Highest room number and version: together they make one integer key.
pub(super) const ROOM_MAX: u64 = (1 << 31) - 1;
/// See [`ROOM_MAX`].
pub(super) const V_MAX: u64 = (1 << 32) - 1;

/// Where a room stands: who may write it, and its newest version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    /// The newest right to write.
    pub(super) fence: Fence,
    /// The newest version.
    pub(super) v: u64,
}

/// Whether the append fits: a new room follows nothing, any other row follows its room's newest, written by the newest
/// fence. Numbers from `next_room` on were never given to anybody.
pub(super) fn fits(head: Option<Head>, next_room: RoomNo, append: &Append) -> bool {
    let follows = append.row.v == append.expected_v + 1 && append.row.v <= V_MAX;
    let opens = append.besides.iter().any(|beside| beside.opens().is_some());
    follows
        && match head {
            None => opens && append.expected_v == 0 && append.room < next_room,
            Some(head) => !opens && may_write(head, append) && head.v == append.expected_v,
        }
}

/// Whether the writer's right is the newest that was given.
fn may_write(head: Head, append: &Append) -> bool {
    head.fence == append.fence || is_planted(Fault::FenceIgnored)
}

impl Besides {
    /// The directory row of a new room.
    pub(super) fn opens(&self) -> Option<&DirectoryRow> {
        if let Self::Open(row) = self { Some(row) } else { None }
    }
}
