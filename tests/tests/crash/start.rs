//! A server started on a disk that does not work, or on a damaged journal, says why in one line and never begins empty.

use std::{fs, path::Path};

use chowk_tests::{
    crash::{
        death::left_by,
        failing::Mount,
        scratch,
        start::{Refused, refused},
    },
    house::Plan,
    programs::Programs,
    seat::{Seat, room},
};

/// Plays a little in a data folder, kills the server, and gives what the journal holds.
async fn played(data: &Path) -> u64 {
    let programs = Programs::find().unwrap();
    let mut house = Plan::new(programs.server(), data).open().unwrap();
    drop(Seat::playing(house.at(), room(2)).await.unwrap());
    house.kill().unwrap();
    held(data)
}

fn held(data: &Path) -> u64 {
    let copy = scratch().unwrap();
    left_by(data, copy.path()).unwrap().sum()
}

fn start(data: &Path) -> Refused {
    refused(&Programs::find().unwrap().server(), data).unwrap()
}

fn one_line(refused: &Refused, code: i32, words: &[&str]) {
    assert_eq!(refused.code, code, "{refused:?}");
    assert_eq!(refused.said.trim_end().lines().count(), 1, "{refused:?}");
    for word in words {
        assert!(refused.said.contains(word), "{word}: {refused:?}");
    }
}

#[tokio::test]
async fn on_a_read_only_disk_it_says_so_and_goes_on_where_it_was_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mount = Mount::new(&data, 3 << 20).unwrap();
    mount.read_only(true).await.unwrap();
    one_line(&start(&data), 78, &["is mounted read-only", "data"]);
    mount.read_only(false).await.unwrap();
    let held_before = played(&data).await;
    mount.read_only(true).await.unwrap();
    one_line(&start(&data), 78, &["is mounted read-only", "data"]);
    mount.read_only(false).await.unwrap();
    assert_eq!(held(&data), held_before);
    let mut house = Plan::new(Programs::find().unwrap().server(), &data).open().unwrap();
    assert!(house.stop().unwrap().success());
}

#[tokio::test]
async fn on_a_full_disk_it_says_so_and_goes_on_where_it_was_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mount = Mount::new(&data, 3 << 20).unwrap();
    mount.fill().unwrap();
    one_line(&start(&data), 74, &["data"]);
    mount.free().unwrap();
    let held_before = played(&data).await;
    mount.fill().unwrap();
    one_line(&start(&data), 74, &["full", "data"]);
    mount.free().unwrap();
    assert_eq!(held(&data), held_before);
    let open = || Plan::new(Programs::find().unwrap().server(), &data).open();
    assert!(open().unwrap().stop().unwrap().success());
    // Now there is no log: what it is short of is what the log would take.
    mount.fill().unwrap();
    one_line(&start(&data), 74, &["No space left on device", "data"]);
    mount.free().unwrap();
    assert!(open().unwrap().stop().unwrap().success());
}

/// All that was ever written may lie in the log only: where it is gone or damaged from its first byte, the main file alone
/// is an empty database.
#[tokio::test]
async fn without_its_log_a_journal_is_never_begun_anew() {
    for damage in ["gone", "header", "first frame"] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        played(&data).await;
        let log = data.join("chowk.db-wal");
        let mut bytes = fs::read(&log).unwrap();
        match damage {
            "gone" => fs::remove_file(&log).unwrap(),
            "header" => {
                bytes[20] ^= 1;
                fs::write(&log, bytes).unwrap();
            }
            _ => {
                bytes[100] ^= 1;
                fs::write(&log, bytes).unwrap();
            }
        }
        one_line(&start(&data), 65, &["chowk.db"]);
    }
}
