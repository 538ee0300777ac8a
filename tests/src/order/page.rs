//! What a page of the journal's tables tells: which rows, bases, rooms and seals are on it (SQLite's file format, 1.6
//! and 2.1).

/// Something that a page holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// A room's row of this version.
    Row {
        /// The room's number.
        room: u64,
        /// The version.
        v: u64,
    },
    /// A room's base: it stands for all rows up to this version.
    Base {
        /// The room's number.
        room: u64,
        /// The version.
        v: u64,
    },
    /// A room of the directory.
    Room {
        /// The room's number.
        room: u64,
        /// Its code.
        code: String,
    },
    /// A line of the log of seals.
    Seal {
        /// The line.
        line: String,
    },
}

/// A leaf of a table.
const TABLE_LEAF: u8 = 13;

/// All that a page holds and we know; nothing for pages of other kinds. `first` is the first page of the file, which
/// begins with the file's own header.
pub fn cells(page: &[u8], first: bool) -> Vec<Cell> {
    let header = if first { 100 } else { 0 };
    if page.get(header) != Some(&TABLE_LEAF) {
        return Vec::new();
    }
    let two = |at: usize| Some(usize::from(u16::from_be_bytes([*page.get(at)?, *page.get(at + 1)?])));
    let count = two(header + 3).unwrap_or(0);
    (0..count)
        .filter_map(|n| cell(page, two(header + 8 + 2 * n)?))
        .collect()
}

fn cell(page: &[u8], at: usize) -> Option<Cell> {
    let mut reader = Reader { page, at };
    let _payload_bytes = reader.varint()?;
    let id = reader.varint()?;
    let begin = reader.at;
    let header_bytes = usize::try_from(reader.varint()?).ok()?;
    let mut types = Vec::new();
    while reader.at < begin + header_bytes {
        types.push(reader.varint()?);
    }
    // The shape of a row tells its table: no two of the journal's have the same.
    match types.as_slice() {
        [0, body] if is_blob(*body) => Some(Cell::Row {
            room: id >> 32,
            v: id & 0xffff_ffff,
        }),
        [0, v, state] if is_blob(*state) => Some(Cell::Base {
            room: id,
            v: reader.integer(*v)?,
        }),
        [0, code, creator, ..] if types.len() == 6 && is_text(*code) && is_blob(*creator) => Some(Cell::Room {
            room: id,
            code: reader.text(*code)?,
        }),
        [0, at, line] if is_text(*line) => {
            reader.integer(*at)?;
            Some(Cell::Seal {
                line: reader.text(*line)?,
            })
        }
        _ => None,
    }
}

fn is_blob(kind: u64) -> bool {
    kind >= 12 && kind.is_multiple_of(2)
}

fn is_text(kind: u64) -> bool {
    kind >= 13 && !kind.is_multiple_of(2)
}

struct Reader<'a> {
    page: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// A number of one to nine bytes.
    fn varint(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for n in 0..9 {
            let byte = *self.page.get(self.at)?;
            self.at += 1;
            if n == 8 {
                return Some(value << 8 | u64::from(byte));
            }
            value = value << 7 | u64::from(byte & 0x7f);
            if byte & 0x80 == 0 {
                break;
            }
        }
        Some(value)
    }

    fn integer(&mut self, kind: u64) -> Option<u64> {
        let bytes = match kind {
            1..=4 => usize::try_from(kind).ok()?,
            5 => 6,
            6 => 8,
            8 => return Some(0),
            9 => return Some(1),
            _ => return None,
        };
        let read = self.page.get(self.at..self.at + bytes)?;
        self.at += bytes;
        Some(read.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    fn text(&mut self, kind: u64) -> Option<String> {
        let bytes = usize::try_from((kind - 13) / 2).ok()?;
        let read = self.page.get(self.at..self.at + bytes)?;
        self.at += bytes;
        String::from_utf8(read.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use chowk_protocol::Hex;
    use chowk_server::journal::{Append, Besides, DirectoryRow, Row, SealNews, SqliteStore, Store as _, Throws, gzip};

    use super::*;

    /// What the journal itself writes is read back from the pages of its log.
    #[test]
    fn a_journal_of_the_server_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chowk.db");
        let mut store = SqliteStore::open(&path).unwrap();
        let (room, fence) = store.new_room().unwrap();
        let code = "7Q4KM2XD".parse().unwrap();
        let append = |v: u64, besides: Vec<Besides>| Append {
            room,
            fence,
            expected_v: v - 1,
            row: Row {
                v,
                body: format!("{{\"row\":{v},\"long\":\"{}\"}}", "x".repeat(3000 * (v as usize - 1))).into(),
            },
            besides,
        };
        let open = Besides::Open(DirectoryRow {
            code,
            creator: [7; 32],
            listed: false,
        });
        let sealed = Besides::Seal(SealNews::Sealed {
            server_commit: [3; 32],
            at: 1_700_000_000_000,
        });
        store
            .commit(&[append(1, vec![open]), append(2, vec![sealed]), append(3, Vec::new())])
            .unwrap();
        let wal = std::fs::read(folder.path().join("chowk.db-wal")).unwrap();
        let found = all(&wal);
        for v in 1..=3 {
            assert!(found.contains(&Cell::Row { room: room.0, v }), "{found:?}");
        }
        let the_room = Cell::Room {
            room: room.0,
            code: code.to_string(),
        };
        assert!(found.contains(&the_room), "{found:?}");
        let line = store.seals(1, 9).unwrap().remove(0);
        assert!(found.contains(&Cell::Seal { line }), "{found:?}");
        let record = Besides::Record {
            match_id: Hex([9; 16]),
            gzip: gzip(b"a record"),
            throws: Throws::default(),
        };
        store
            .commit(&[append(4, vec![record, Besides::Base(vec![1; 90].into())])])
            .unwrap();
        let wal = std::fs::read(folder.path().join("chowk.db-wal")).unwrap();
        let base = Cell::Base { room: room.0, v: 4 };
        assert!(all(&wal).contains(&base), "{:?}", all(&wal));
    }

    fn all(wal: &[u8]) -> Vec<Cell> {
        let size = u32::from_be_bytes([wal[8], wal[9], wal[10], wal[11]]) as usize;
        let frames = wal[32..].chunks_exact(24 + size);
        frames
            .flat_map(|frame| cells(&frame[24..], frame[..4] == [0, 0, 0, 1]))
            .collect()
    }
}
