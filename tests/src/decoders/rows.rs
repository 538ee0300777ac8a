//! Rows of a room's journal, its envelopes and its base: folded, brought back, made into a record.

use bytes::Bytes;
use chowk_protocol::RoomCode;
use chowk_server::{
    clock::Moment,
    fate::Entropy,
    games::record_of,
    journal::{Append, Fence, RoomNo, Row, Stored},
    room::{Guests, Out, Room, RoomLimits},
};

/// Lines are rows from version 1 on; a first line `=V STATE` is a base.
pub(super) fn read(bytes: &[u8]) {
    let stored = stored(bytes);
    if let Ok(kept) = record_of(&stored.rows) {
        assert!(kept.text.ends_with(b"\n"));
        super::record::read(&kept.text);
    }
    look(&stored);
}

/// A room as it is on disk, by its lines.
pub(super) fn stored(bytes: &[u8]) -> Stored {
    let mut lines = super::lines(bytes).peekable();
    let base = lines.next_if(|line| line.starts_with(b"=")).and_then(|line| {
        let at = line.iter().position(|byte| *byte == b' ')?;
        let v = std::str::from_utf8(&line[1..at]).ok()?.parse().ok()?;
        Some(Row {
            v,
            body: Bytes::copy_from_slice(&line[at + 1..]),
        })
    });
    let from = base.as_ref().map_or(0_u64, |base| base.v);
    let rows = lines.filter(|line| !line.is_empty()).zip(1..);
    let rows = rows.map(|(line, no)| Row {
        v: from.saturating_add(no),
        body: Bytes::copy_from_slice(line),
    });
    Stored {
        room: RoomNo(1),
        fence: Fence(2),
        rows: rows.collect(),
        base,
    }
}

/// Folds a room. Either it refuses, or it is itself: folded again with the rows that it made, it is the same, and what a
/// restore makes of it folds as well.
pub(super) fn look(stored: &Stored) {
    let code: RoomCode = "7KQM3FXP".parse().expect("a code");
    let mut out = Vec::new();
    let folded = super::guarded(|| {
        let mut chance = Counting(0);
        Room::fold(
            code,
            stored.clone(),
            RoomLimits::default(),
            guests(&mut chance),
            &mut out,
        )
    });
    let Some(Ok(room)) = folded else { return };
    let rows = out.into_iter().filter_map(Out::into_append).map(|(append, _)| append);
    let with = and_then(stored, rows);
    assert_eq!(room.agrees_with(&with), Ok(true), "a room is what its rows say");
    let (view, hash) = room.view();
    assert_eq!(chowk_protocol::patch::hash(&view), hash);
    assert_eq!(with.v(), room.v());
    let brought = super::guarded(|| {
        let mut chance = Counting(100);
        Room::bring_back(code, stored.clone(), RoomLimits::default(), guests(&mut chance))
    });
    if let Some(Ok((_, appends))) = brought {
        let with = and_then(stored, appends.into_iter().map(|(append, _)| append));
        let mut out = Vec::new();
        let mut chance = Counting(200);
        let again = Room::fold(code, with.clone(), RoomLimits::default(), guests(&mut chance), &mut out);
        assert_eq!(again.map(|room| room.code()), Ok(code), "what a restore wrote folds");
    }
}

fn and_then(stored: &Stored, appends: impl Iterator<Item = Append>) -> Stored {
    let mut with = stored.clone();
    with.rows.extend(appends.map(|append| append.row));
    with
}

/// Chance that anybody can foresee.
pub(super) struct Counting(pub(super) u8);

impl Entropy for Counting {
    fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = self.0;
            self.0 = self.0.wrapping_add(37);
        }
    }
}

fn guests(chance: &mut Counting) -> Guests<'_> {
    Guests {
        now: Moment {
            up: 1_000,
            wall: 1_790_000_000_000,
        },
        entropy: chance,
    }
}
