//! Restores that must not be: over a server, over what is there, of what is damaged; and disks that take nothing.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::json;
use tempfile::{TempDir, tempdir};

use super::{admin, command, refused, told};
use crate::{client::Client, process::Running};

/// A backup of a folder with a room, and the folder it is in.
async fn backup() -> (TempDir, String) {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &[]);
    let (_host, _) = Client::host(server.address, 1).await;
    let file = data.path().join("backup.chowk").to_str().unwrap().to_owned();
    told(data.path(), &["ban", "203.0.113.7"]);
    told(data.path(), &["backup", &file]);
    (data, file)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// One line, the code, and a folder that is as it was.
fn is_refused(data: &Path, words: &[&str], code: i32, about: &str) {
    let before = names(data);
    let said = admin(data, words);
    assert_eq!((said.code, said.err.lines().count()), (code, 1), "{words:?}: {said:?}");
    assert!(said.err.contains(about), "{about}: {said:?}");
    assert_eq!(names(data), before, "{words:?}");
}

#[tokio::test]
async fn a_restore_goes_over_nothing_by_a_slip() {
    let (_other, file) = backup().await;
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &[]);
    let (_host, code) = Client::host(server.address, 7).await;
    for force in [&["restore", &file][..], &["restore", &file, "--force"]] {
        is_refused(data.path(), force, 75, "stop it first");
    }
    server.signal("-TERM");
    drop(server);
    is_refused(data.path(), &["restore", &file], 73, "rooms: 1");
    told(data.path(), &["restore", &file, "--force"]);
    let kept = names(data.path())
        .into_iter()
        .find(|name| name.starts_with("chowk.db.until-"))
        .unwrap();
    // What was there can be had again.
    let again = tempdir().unwrap();
    fs::rename(data.path().join(kept), again.path().join("chowk.db")).unwrap();
    let _server = Running::start(again.path(), &[]);
    assert_eq!(told(again.path(), &["rooms"])["rooms"][0]["code"], json!(code));
}

#[tokio::test]
async fn what_is_damaged_is_no_backup() {
    let (_other, file) = backup().await;
    let data = tempdir().unwrap();
    fs::create_dir(data.path().join("files")).unwrap();
    let there = data.path().join("there");
    told(&there, &["restore", &file]);
    let whole = fs::read(&file).unwrap();
    let bad = data.path().join("files/bad");
    let name = bad.to_str().unwrap();
    for length in [0, 10, 5_000, whole.len() / 2, whole.len() - 1] {
        fs::write(&bad, &whole[..length]).unwrap();
        is_refused(&there, &["restore", name, "--force"], 65, "nothing was changed");
    }
    // A bit anywhere, in what is written and in what is empty: either nobody can tell the difference, or it is refused.
    let (empty, written): (Vec<usize>, Vec<usize>) = (16..whole.len()).partition(|at| whole[*at] == 0);
    let some = |places: &[usize], many| places.iter().copied().step_by(places.len() / many).collect::<Vec<_>>();
    let mut damaged = 0;
    for at in [some(&written, 50), some(&empty, 10)].concat() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&bad, &bytes).unwrap();
        let said = admin(&data.path().join(format!("bit-{at}")), &["--json", "restore", name]);
        if said.code != 0 {
            assert_eq!((said.code, said.err.lines().count()), (65, 1), "{at}: {said:?}");
            damaged += 1;
            continue;
        }
        let now: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!((&now["now"]["rooms"], &now["bans"]), (&json!(1), &json!(1)), "{at}");
    }
    assert!(damaged > 30, "{damaged}");
    for (change, about) in [
        ("PRAGMA user_version = 99", "schema 99"),
        ("PRAGMA application_id = 7", "no journal of a chowk-server"),
        ("DROP TABLE backup", "no backup of one"),
        ("UPDATE rooms SET creator = zeroblob(32)", "is damaged"),
        // Found by the fuzzer: a text that is none ended the program.
        ("UPDATE rooms SET code = CAST(x'ff' AS TEXT)", "is no UTF-8"),
        // Found by the fuzzer: what defines a table is in no sum over its rows.
        ("ALTER TABLE rooms RENAME COLUMN creator TO treator", "is damaged"),
        (
            "CREATE TRIGGER guest AFTER INSERT ON rows BEGIN DELETE FROM seals; END",
            "is damaged",
        ),
        (
            "UPDATE backup SET value = '{\"bans\":[]}' WHERE key = 'bans'",
            "is damaged",
        ),
    ] {
        fs::write(&bad, &whole).unwrap();
        rusqlite::Connection::open(&bad).unwrap().execute_batch(change).unwrap();
        is_refused(&there, &["restore", name, "--force"], 65, about);
    }
    fs::write(
        &bad,
        "not a database at all, though long enough for a header. ".repeat(40),
    )
    .unwrap();
    is_refused(&there, &["restore", name, "--force"], 65, "no backup");
    is_refused(&there, &["restore", "nowhere", "--force"], 66, "nowhere");
    // From standard input, whole.
    let mut piped = command(&data.path().join("piped"), &["restore", "-"]);
    let done = piped
        .stdin(Stdio::from(fs::File::open(&file).unwrap()))
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
}

/// The disk is full, on either side: the old file stays, nothing is left over, and the game goes on.
#[tokio::test]
async fn a_backup_that_cannot_be_written_leaves_the_old_one() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &[]);
    let (mut host, _) = Client::host(server.address, 1).await;
    let file = data.path().join("backup.chowk");
    let name = file.to_str().unwrap();
    told(data.path(), &["backup", name]);
    let old = fs::read(&file).unwrap();
    // A file may not grow beyond 4 kB in this process: so a full disk feels.
    let line = "trap '' XFSZ; ulimit -f 4; exec \"$0\" admin --data \"$1\" backup \"$2\"";
    let shell = Command::new("bash")
        .args(["-c", line, env!("CARGO_BIN_EXE_chowk-server")])
        .arg(data.path())
        .arg(name)
        .output();
    let done = shell.unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!((done.status.code(), said.lines().count()), (Some(74), 1), "{said}");
    assert_eq!(fs::read(&file).unwrap(), old);
    assert!(!names(data.path()).iter().any(|name| name.ends_with(".part")));
    for (to, code) in [(data.path().to_str().unwrap(), 64), ("/nowhere/at/all", 74)] {
        assert_eq!(admin(data.path(), &["backup", to]).code, code, "{to}");
    }
    // The server cannot make its copy.
    fs::create_dir(data.path().join("backup.new")).unwrap();
    assert_eq!(refused(data.path(), &["backup", name]), "not_written");
    assert_eq!(fs::read(&file).unwrap(), old);
    host.say(&json!({"t": "say", "n": 1, "phrase": "hello"})).await;
    host.until("ack").await;
}
