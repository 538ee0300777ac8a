//! The data folder at the start: whose it is, what is in it, and what an operator is told (contract 24 and 25).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{fs, sync::mpsc, thread};

use chowk_server::journal::{
    Store as _,
    folder::{DataFolder, FolderError},
};
use tempfile::tempdir;

fn take(path: &std::path::Path) -> Result<DataFolder, FolderError> {
    DataFolder::take(path, false, |_| {})
}

fn code<T>(result: Result<T, FolderError>) -> (u8, String) {
    match result {
        Ok(_) => (0, String::new()),
        Err(error) => {
            let line = error.to_string();
            assert!(!line.contains('\n'), "one line: {line}");
            (error.exit_code(), line)
        }
    }
}

#[test]
fn a_folder_is_made_and_found_again() {
    let there = tempdir().unwrap();
    let path = there.path().join("a/b");
    let room = take(&path).unwrap().open_journal().unwrap().new_room().unwrap();
    let again = take(&path).unwrap().open_journal().unwrap().new_room().unwrap();
    assert_ne!(room, again);
}

#[test]
fn one_process_a_folder() {
    let there = tempdir().unwrap();
    let first = take(there.path()).unwrap();
    let (exit, line) = code(take(there.path()));
    assert_eq!(exit, 75);
    assert!(line.contains(&there.path().display().to_string()));
    let (said, hears) = mpsc::sync_channel(9);
    let path = there.path().to_owned();
    let newcomer = thread::spawn(move || DataFolder::take(&path, true, |line| said.send(line.to_owned()).unwrap()));
    assert!(hears.recv().unwrap().contains("waiting"));
    drop(first);
    newcomer.join().unwrap().unwrap().open_journal().unwrap();
    assert!(hears.recv().is_err(), "it says so once");
}

/// It never starts silently empty.
#[test]
fn a_journal_that_is_gone_stops_the_start() {
    let there = tempdir().unwrap();
    drop(take(there.path()).unwrap().open_journal().unwrap());
    let file = there.path().join("chowk.db");
    fs::remove_file(&file).unwrap();
    assert_eq!(code(take(there.path()).unwrap().open_journal()).0, 65);
    fs::write(&file, b"").unwrap();
    let (exit, line) = code(take(there.path()).unwrap().open_journal());
    assert_eq!(exit, 65);
    assert!(line.contains("backup"), "{line}");
    fs::remove_file(there.path().join("lock")).unwrap();
    take(there.path()).unwrap().open_journal().unwrap();
}

/// A start that was cut short before the journal was on disk begins again.
#[test]
fn a_folder_with_a_lock_and_no_mark_is_new() {
    let there = tempdir().unwrap();
    fs::write(there.path().join("lock"), b"").unwrap();
    take(there.path()).unwrap().open_journal().unwrap();
}

#[test]
fn what_is_newer_broken_or_foreign_stops_the_start_in_one_line() {
    let there = tempdir().unwrap();
    let file = there.path().join("chowk.db");
    drop(take(there.path()).unwrap().open_journal().unwrap());
    rusqlite::Connection::open(&file)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let (exit, line) = code(take(there.path()).unwrap().open_journal());
    assert_eq!(exit, 65);
    assert!(line.contains("schema 99") && line.contains("newer"), "{line}");

    fs::write(
        &file,
        b"this is no database, but it is as long as the header of one would be".repeat(20),
    )
    .unwrap();
    assert_eq!(code(take(there.path()).unwrap().open_journal()).0, 65);

    fs::remove_file(&file).unwrap();
    let foreign = rusqlite::Connection::open(&file).unwrap();
    foreign.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    let (exit, line) = code(take(there.path()).unwrap().open_journal());
    assert_eq!(exit, 65);
    assert!(line.contains("no journal of a chowk-server"), "{line}");
}

#[test]
fn what_cannot_be_written_is_told_with_the_cure() {
    let there = tempdir().unwrap();
    let file = there.path().join("file");
    fs::write(&file, b"").unwrap();
    let (exit, line) = code(take(&file.join("data")));
    assert_eq!(exit, 78);
    let told = format!("{} is a file: name another folder", file.display());
    assert!(line.contains("cannot write") && line.contains(&told), "{line}");
    fs::create_dir_all(there.path().join("data/chowk.db")).unwrap();
    let (exit, line) = code(take(&there.path().join("data")).unwrap().open_journal());
    assert_eq!(exit, 78, "{line}");
}
