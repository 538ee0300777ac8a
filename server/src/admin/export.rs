//! `export`: records as files, the log of seals, and the rows of rooms that failed, as one tar stream.

use std::{
    io::{self, Read, Write},
    path::Path,
};

use chowk_protocol::RoomCode;
use serde_json::{Value, json};

use super::{
    Steward, Told,
    backup::refuse,
    request::{self, No},
};
use crate::{
    journal::{DirectoryEntry, Reader, Row, StoreError, folder::journal_in, gunzip},
    room::{conceal_base, conceal_row},
};

/// The last entry: what there is. Without it, the export was cut off.
pub(super) const SUMMARY: &str = "export.json";
/// Lines of the log that are read at once.
const PAGE: u64 = 1_024;

/// What is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Only this room's rows.
    pub(super) room: Option<&'a str>,
    pub(super) with_seeds: bool,
    /// Now, milliseconds since 1970.
    pub(super) made: u64,
}

impl Steward {
    pub(super) fn pour_export(&self, room: Option<&str>, with_seeds: bool, out: &mut impl Write) -> io::Result<()> {
        let wanted = Wanted {
            room,
            with_seeds,
            made: self.wall(),
        };
        match begin(&self.folder, wanted) {
            Err(no) => refuse(no, out),
            Ok(begun) => {
                tracing::info!("an export is made");
                out.write_all(request::answer(Ok(Told::new())).as_bytes())?;
                begun.pour(out)
            }
        }
    }
}

/// An export that can be made.
pub(super) struct Begun {
    reader: Reader,
    rooms: Vec<DirectoryEntry>,
    only_rooms: bool,
    with_seeds: bool,
    made: u64,
}

/// Opens the journal, and finds the rooms.
pub(super) fn begin(folder: &Path, wanted: Wanted<'_>) -> Result<Begun, No> {
    let failed = |error: StoreError| No::new("failed", format!("the journal cannot be read: {error}"));
    let reader = Reader::open(&journal_in(folder)).map_err(failed)?;
    let mut rooms = reader.directory().map_err(failed)?;
    match wanted.room {
        None => rooms.retain(|entry| entry.quarantined),
        Some(text) => {
            let code: Option<RoomCode> = text.parse().ok();
            rooms.retain(|entry| Some(entry.row.code) == code);
            if rooms.is_empty() {
                return Err(No::new("no_such_room", "There is no room of this code in the journal."));
            }
        }
    }
    Ok(Begun {
        reader,
        rooms,
        only_rooms: wanted.room.is_some(),
        with_seeds: wanted.with_seeds,
        made: wanted.made,
    })
}

impl Begun {
    /// Writes it all. Records come before the log, so that each has its line there.
    pub(super) fn pour(self, out: &mut impl Write) -> io::Result<()> {
        let mut tar = tar::Builder::new(out);
        let at = self.made / 1_000;
        let (mut records, mut seals) = (0, 0);
        if !self.only_rooms {
            let mut place = 0;
            while let Some((next, match_id, packed)) = self.reader.record_after(place).map_err(io::Error::other)? {
                place = next;
                records += 1;
                match gunzip(&packed) {
                    Ok(plain) => add(&mut tar, &format!("records/{match_id}.chowk.ndjson"), &plain, at)?,
                    Err(_) => add(&mut tar, &format!("records/{match_id}.broken.gz"), &packed, at)?,
                }
            }
            let (lines, bytes) = self.reader.seals_size().map_err(io::Error::other)?;
            seals = lines;
            let log = LogText {
                reader: &self.reader,
                next: 1,
                page: io::Cursor::default(),
            };
            // Lines that are written meanwhile are for the next export.
            tar.append_data(&mut header(bytes, at), "log.ndjson", log.take(bytes))?;
        }
        for entry in &self.rooms {
            let text = self.rows_of(entry).map_err(io::Error::other)?;
            add(
                &mut tar,
                &format!("rooms/{}.ndjson", entry.row.code),
                text.as_bytes(),
                at,
            )?;
        }
        let told = json!({ "records": records, "seals": seals, "rooms": self.rooms.len(), "made": crate::bans::moment(self.made) });
        add(&mut tar, SUMMARY, format!("{told}\n").as_bytes(), at)?;
        tar.into_inner()?.flush()
    }

    /// A room as it lies in the journal, a line a row.
    fn rows_of(&self, entry: &DirectoryEntry) -> Result<String, StoreError> {
        let (base, rows) = self.reader.raw_room(entry.room)?;
        let told = |body: &[u8], conceal: fn(&[u8]) -> Vec<u8>| {
            let body = if self.with_seeds { body.to_vec() } else { conceal(body) };
            serde_json::from_slice(&body).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&body).into_owned()))
        };
        let mut lines = vec![json!({
            "room": entry.room, "code": entry.row.code, "listed": entry.row.listed, "failed": entry.quarantined,
        })];
        lines.extend(base.map(|Row { v, body }| json!({ "v": v, "base": told(&body, conceal_base) })));
        lines.extend(
            rows.iter()
                .map(|Row { v, body }| json!({ "v": v, "row": told(body, conceal_row) })),
        );
        Ok(lines.iter().map(|line| format!("{line}\n")).collect())
    }
}

fn add(tar: &mut tar::Builder<&mut impl Write>, name: &str, bytes: &[u8], at: u64) -> io::Result<()> {
    tar.append_data(&mut header(bytes.len() as u64, at), name, bytes)
}

fn header(bytes: u64, at: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o644);
    header.set_mtime(at);
    header
}

/// The log of seals as text, read page by page.
struct LogText<'a> {
    reader: &'a Reader,
    next: u64,
    page: io::Cursor<Vec<u8>>,
}

impl Read for LogText<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.page.read(bytes)?;
        if read > 0 || bytes.is_empty() {
            return Ok(read);
        }
        let lines = self.reader.seals(self.next, PAGE).map_err(io::Error::other)?;
        self.next += lines.len() as u64;
        let text = lines
            .iter()
            .flat_map(|line| [line.as_bytes(), b"\n"])
            .flatten()
            .copied();
        self.page = io::Cursor::new(text.collect());
        self.page.read(bytes)
    }
}
