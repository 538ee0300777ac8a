//! The socket file itself: whose it is, what it takes, and what stands in its place.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    os::unix::{
        fs::{FileTypeExt as _, PermissionsExt as _},
        net::UnixStream,
        process::CommandExt as _,
    },
    path::Path,
};

use serde_json::Value;
use tempfile::tempdir;

use super::{admin, command, told};
use crate::{client::get, process::Running};

fn connect(data: &Path) -> UnixStream {
    UnixStream::connect(data.join("admin.sock")).unwrap()
}

/// Sends this, and reads one line.
fn say(data: &Path, bytes: &[u8]) -> String {
    let mut stream = connect(data);
    // The server may have heard enough before all is said.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line
}

#[tokio::test]
async fn garbage_is_told_and_changes_nothing() {
    let data = tempdir().unwrap();
    let _server = Running::start(data.path(), &[]);
    for (bytes, expected) in [
        (&b"GET / HTTP/1.1\r\n\r\n"[..], "bad_request"),
        (b"\x00\xff\xfe\n", "bad_request"),
        (b"{\"admin\":2,\"command\":\"status\"}\n", "version"),
        (b"{\"admin\":1,\"command\":\"dance\"}\n", "bad_request"),
        (b"{\"admin\":1,\"command\":\"kick\"}\n", "bad_request"),
        (&[b'['; 10_000], "bad_request"),
        (&[b'x'; 40_000], "bad_request"),
    ] {
        let line = say(data.path(), bytes);
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(
            (&answer["ok"], answer["code"].as_str()),
            (&false.into(), Some(expected)),
            "{line}"
        );
    }
    assert_eq!(say(data.path(), b""), "");
    // Without a line end, closed: a whole request all the same.
    assert!(say(data.path(), b"{\"admin\":1,\"command\":\"bans\"}").contains("\"ok\":true"));
    told(data.path(), &["status"]);
}

/// Eight that say nothing hold up neither the game nor, once they are gone, the operator.
#[tokio::test]
async fn connections_are_bounded() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &[]);
    let silent: Vec<UnixStream> = (0..8).map(|_| connect(data.path())).collect();
    let mut line = String::new();
    BufReader::new(connect(data.path())).read_line(&mut line).unwrap();
    assert!(line.contains("\"busy\""), "{line}");
    assert_eq!(get(server.address, "/readyz").await.status, 200);
    drop(silent);
    while admin(data.path(), &["status"]).code != 0 {}
}

/// Nobody else may open it, and one that a dead server left is replaced.
#[tokio::test]
async fn the_file_is_the_servers_own() {
    let data = tempdir().unwrap();
    let file = data.path().join("admin.sock");
    let server = Running::start(data.path(), &[]);
    let found = fs::metadata(&file).unwrap();
    assert!(found.file_type().is_socket());
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
    // Nor read the journal, in which the seeds are.
    for name in ["chowk.db", "chowk.db-wal"] {
        let mode = fs::metadata(data.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mut other = command(data.path(), &["status"]);
    other.uid(12345).gid(12345);
    // Only root can try it.
    if let Ok(done) = other.output() {
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(
            (done.status.code(), said.contains("belongs to 0:0")),
            (Some(77), true),
            "{said}"
        );
    }
    server.signal("-KILL");
    drop(server);
    assert!(file.exists(), "a crash leaves it");
    let said = admin(data.path(), &["status"]);
    assert_eq!((said.code, said.err.lines().count()), (69, 1), "{said:?}");
    let _server = Running::start(data.path(), &[]);
    told(data.path(), &["status"]);
    assert_eq!(admin(&data.path().join("elsewhere"), &["status"]).code, 69);
}

/// What cannot be a socket: the server serves without it, and says so; a long path is no hindrance.
#[tokio::test]
async fn where_the_file_cannot_be() {
    let data = tempdir().unwrap();
    fs::create_dir_all(data.path().join("admin.sock/inside")).unwrap();
    let mut server = Running::start(data.path(), &[]);
    assert_eq!(get(server.address, "/readyz").await.status, 200);
    let said = admin(data.path(), &["status"]);
    assert_eq!((said.code, said.err.contains("is a folder")), (69, true), "{said:?}");
    server.signal("-TERM");
    let mut log = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("is a folder"), "{log}");

    let long = data.path().join("a".repeat(100)).join("b".repeat(100));
    let _server = Running::start(&long, &[]);
    told(&long, &["status"]);
}
