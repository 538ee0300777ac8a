//! A journal's file in which bytes are others than were written, and a backup likewise: as a server opens it, as `restore`
//! reads it.

use std::{fs, path::Path};

use chowk_server::journal::{Reader, SqliteStore, Store as _, back_up, become_journal, examine, gunzip};
use tempfile::TempDir;

use super::{rows, seeds};

/// A journal that was written by a room, and a backup of it.
struct Files {
    folder: TempDir,
    journal: Vec<u8>,
    backup: Vec<u8>,
}

/// The first byte says what is read: `w`, a whole file; `b`, a backup; anything else, a journal. In these two, each four
/// bytes are a place, what is done there, and with what.
pub(super) fn read(bytes: &[u8]) {
    thread_local! {
        static FILES: Files = Files::new();
    }
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    FILES.with(|files| {
        let file = match first {
            b'w' => rest.to_vec(),
            b'b' => altered(&files.backup, rest),
            _ => altered(&files.journal, rest),
        };
        let path = files.folder.path().join("chowk.db");
        for end in ["", "-wal", "-shm", "-journal"] {
            // What is not there needs no removing.
            let _ = fs::remove_file(format!("{}{end}", path.display()));
        }
        fs::write(&path, &file).expect("a file is written");
        if *first == b'b' {
            restored(&path, file == files.backup);
        } else {
            opened(&path);
        }
    });
}

fn altered(file: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    for edit in edits.chunks_exact(4).take(200) {
        let at = (usize::from(edit[0]) << 8 | usize::from(edit[1])) * 2 % file.len().max(1);
        let rest = file.get_mut(at..).unwrap_or_default();
        let (what, with) = (edit[2], edit[3]);
        match what % 8 {
            0 if what == 0 => file.truncate(at),
            1 => rest.iter_mut().take(usize::from(with)).for_each(|byte| *byte = 0),
            2 => rest.iter_mut().take(8).for_each(|byte| *byte = with),
            3 => rest.iter_mut().take(1).for_each(|byte| *byte = byte.wrapping_add(with)),
            4 => rest.iter_mut().skip(1).take(1).for_each(|byte| *byte = with),
            _ => rest.iter_mut().take(1).for_each(|byte| *byte = with),
        }
        if file.is_empty() {
            break;
        }
    }
    file
}

/// A server on this journal: it refuses it, or gives out all that is in it. Rooms fold or are kept aside.
fn opened(path: &Path) {
    let Ok(mut store) = SqliteStore::open(path) else { return };
    if let Ok(rooms) = store.directory() {
        for entry in rooms.iter().take(8) {
            if let Ok(stored) = store.open_room(entry.room) {
                rows::look(&stored);
            } else {
                // A store that failed is closed, and opened again by its writer.
                let _ = store.reopen();
            }
            let _ = store.rows_from(entry.room, 1);
        }
        let _ = store.new_room();
        if let Some(entry) = rooms.first() {
            let _ = store.quarantine(entry.room);
        }
    }
    let _ = (store.probe(), store.seals(1, 100), store.seal_sum());
    let _ = store.drop_records(1, 1 << 20);
    drop(store);
    let Ok(reader) = Reader::open(path) else { return };
    let _ = (
        reader.counts(),
        reader.directory(),
        reader.seals_size(),
        reader.seals(1, 100),
    );
    let mut after = 0;
    for _ in 0..20 {
        let Ok(Some((place, _, packed))) = reader.record_after(after) else {
            return;
        };
        assert!(place > after, "each record once");
        after = place;
        let _ = gunzip(&packed);
    }
}

/// A restore: whatever passes is what was backed up.
fn restored(path: &Path, is_whole: bool) {
    let backup = match examine(path) {
        Ok(backup) => backup,
        Err(error) => {
            assert!(!is_whole && !error.to_string().is_empty(), "{error}");
            return;
        }
    };
    assert_eq!((backup.made, backup.seeds), (seeds::WALL, true));
    become_journal(path).expect("a backup that was examined becomes a journal");
    let mut store = SqliteStore::open(path).expect("and is opened");
    for entry in store.directory().expect("a directory") {
        rows::look(&store.open_room(entry.room).expect("a room that is there"));
    }
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("template.db");
        let mut store = SqliteStore::open(&path).expect("a journal");
        let (room, _) = store.new_room().expect("a number");
        for mut append in seeds::journal() {
            append.room = room;
            store.commit(&[append]).expect("the disk works");
        }
        drop(store);
        let copy = folder.path().join("backup.db");
        back_up(&path, &copy, seeds::WALL, true, None).expect("a backup");
        Self {
            journal: fs::read(&path).expect("a journal"),
            backup: fs::read(&copy).expect("a backup"),
            folder,
        }
    }
}
