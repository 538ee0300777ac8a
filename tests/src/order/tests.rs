//! The check of order against traces made by hand: it passes the right order and finds each wrong one.

use std::{fmt::Write as _, fs, path::Path};

use chowk_server::journal::{Append, Besides, DirectoryRow, Row, SqliteStore, Store as _};

use super::check;

const CODE: &str = "7Q4KM2XD";
const SOCKET: &str = "TCP:[127.0.0.1:80->127.0.0.1:99]";

/// The log of a real journal with a room and three rows, and where its frames end.
fn log() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let mut store = SqliteStore::open(&folder.path().join("chowk.db")).unwrap();
    let (room, fence) = store.new_room().unwrap();
    for v in 1..=3 {
        let open = Besides::Open(DirectoryRow {
            code: CODE.parse().unwrap(),
            creator: [7; 32],
            listed: false,
        });
        let append = Append {
            room,
            fence,
            expected_v: v - 1,
            row: Row {
                v,
                body: "{\"row\":1}".into(),
            },
            besides: if v == 1 { vec![open] } else { Vec::new() },
        };
        store.commit(&[append]).unwrap();
    }
    read_log(folder.path())
}

fn read_log(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("chowk.db-wal")).unwrap()
}

fn c(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "\\x{byte:02x}");
        text
    })
}

/// Lines of a trace.
struct Trace(Vec<String>);

impl Trace {
    fn begin() -> Self {
        let head = c(b"HTTP/1.1 101 Switching Protocols\r\n\r\n");
        Self(vec![format!("2 sendto(9<{SOCKET}>, \"{head}\", 36, 0, NULL, 0) = 36")])
    }

    fn write(mut self, bytes: &[u8], at: usize) -> Self {
        let length = bytes.len();
        self.0.push(format!(
            "1 pwrite64(4</d/chowk.db-wal>, \"{}\", {length}, {at}) = {length}",
            c(bytes)
        ));
        self
    }

    fn sync(mut self, result: i32) -> Self {
        self.0.push(format!("1 fdatasync(4</d/chowk.db-wal>) = {result}"));
        self
    }

    fn line(mut self, line: &str) -> Self {
        self.0.push(line.to_owned());
        self
    }

    fn send(mut self, text: &str) -> Self {
        let mut frame = vec![0x81, u8::try_from(text.len()).unwrap()];
        frame.extend(text.as_bytes());
        let length = frame.len();
        self.0.push(format!(
            "2 sendto(9<{SOCKET}>, \"{}\", {length}, 0, NULL, 0) = {length}",
            c(&frame)
        ));
        self
    }

    fn early(&self) -> Vec<String> {
        let report = check(self.0.join("\n").as_bytes()).unwrap();
        assert!(report.compared() > 0);
        report
            .early
            .iter()
            .map(|early| format!("{} {}", early.kind, early.on))
            .collect()
    }
}

fn seated() -> String {
    format!("{{\"t\":\"seated\",\"room\":\"{CODE}\",\"chair\":0,\"last_n\":0}}")
}

const SNAPSHOT: &str = "{\"t\":\"snapshot\",\"v\":1}";
const DIFF: &str = "{\"t\":\"diff\",\"from\":1,\"v\":3}";

#[test]
fn the_right_order_passes() {
    let log = log();
    let trace = Trace::begin()
        .write(&log, 0)
        .sync(0)
        .send(&seated())
        .send(SNAPSHOT)
        .send(DIFF);
    assert_eq!(trace.early(), [""; 0]);
}

#[test]
fn without_a_sync_all_is_early() {
    let trace = Trace::begin()
        .write(&log(), 0)
        .send(&seated())
        .send(SNAPSHOT)
        .send(DIFF);
    assert_eq!(
        trace.early(),
        ["seated 7Q4KM2XD v1", "snapshot 7Q4KM2XD v1", "diff 7Q4KM2XD v3"]
    );
}

#[test]
fn a_sync_that_fails_covers_nothing() {
    let trace = Trace::begin().write(&log(), 0).sync(-1).send(&seated()).send(SNAPSHOT);
    assert_eq!(trace.early().len(), 2);
}

#[test]
fn a_sync_that_comes_after_the_frame_is_too_late() {
    let trace = Trace::begin()
        .write(&log(), 0)
        .send(&seated())
        .send(SNAPSHOT)
        .sync(0)
        .send(DIFF);
    assert_eq!(trace.early(), ["seated 7Q4KM2XD v1", "snapshot 7Q4KM2XD v1"]);
}

#[test]
fn a_sync_that_began_before_the_row_was_written_does_not_cover_it() {
    let log = log();
    let frame = log.len() - 24 - 4096;
    let trace = Trace::begin()
        .write(&log[..frame], 0)
        .line("3 fdatasync(4</d/chowk.db-wal> <unfinished ...>")
        .write(&log[frame..frame + 24], frame)
        .write(&log[frame + 24..], frame + 24)
        .line("3 <... fdatasync resumed>) = 0")
        .send(&seated())
        .send(SNAPSHOT)
        .send(DIFF);
    assert_eq!(trace.early(), ["diff 7Q4KM2XD v3"]);
    assert_eq!(
        trace.sync(0).send("{\"t\":\"ack\",\"n\":1,\"v\":3}").early(),
        ["diff 7Q4KM2XD v3"]
    );
}

#[test]
fn a_frame_of_another_rooms_row_is_early() {
    let other = seated().replace(CODE, "22222222");
    let trace = Trace::begin().write(&log(), 0).sync(0).send(&other).send(SNAPSHOT);
    assert_eq!(trace.early().len(), 2);
}

#[test]
fn a_frame_that_nobody_knows_is_no_trace_of_ours() {
    let trace = Trace::begin().send("{\"t\":\"secret\"}");
    assert!(check(trace.0.join("\n").as_bytes()).is_err());
}
