//! The process: its one line, its exit codes, its signals, and kill -9.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    net::SocketAddr,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::json;
use tempfile::tempdir;

use super::client::{Client, get, resume};

pub(crate) fn command(data: &Path, flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chowk-server"));
    command
        .args(["--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .args(flags);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A process that listens.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    line: String,
    pub(crate) stdout: BufReader<ChildStdout>,
}

impl Running {
    pub(crate) fn start(data: &Path, flags: &[&str]) -> Self {
        Self::of(command(data, flags))
    }

    pub(crate) fn of(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let Some(address) = line
            .strip_prefix("listening on http://")
            .and_then(|rest| rest.split(' ').next())
        else {
            let mut said = String::new();
            if let Some(mut stderr) = child.stderr.take() {
                stderr.read_to_string(&mut said).unwrap();
            }
            panic!("{line}{said}");
        };
        Self {
            address: address.parse().unwrap(),
            child,
            line,
            stdout,
        }
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The exit code and what was said, of a process that ends by itself.
pub(crate) fn ends(mut command: Command) -> (i32, String) {
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Contract 24 and case G7: SIGTERM, and a second one, end in time and with code 0; SIGINT too.
#[tokio::test]
async fn signals_stop_it_in_time_case_g7() {
    for signals in [&["-TERM"][..], &["-INT"], &["-TERM", "-TERM", "-INT"]] {
        let data = tempdir().unwrap();
        let mut running = Running::start(data.path(), &[]);
        let (mut host, _) = Client::host(running.address, 1).await;
        let started = Instant::now();
        signals.iter().for_each(|signal| running.signal(signal));
        let (close, bye) = host.end().await;
        assert_eq!((close, bye["retry_ms"].is_u64()), (Some(1012), true));
        assert_eq!(running.child.wait().unwrap().code(), Some(0));
        assert!(
            started.elapsed() < Duration::from_secs(3),
            "{signals:?}: {:?}",
            started.elapsed()
        );
    }
}

/// A client that does not answer the farewell does not hold up the exit.
#[tokio::test]
async fn nobody_holds_up_the_exit() {
    let data = tempdir().unwrap();
    let mut running = Running::start(data.path(), &[]);
    let _deaf = Client::host(running.address, 1).await;
    let started = Instant::now();
    running.signal("-TERM");
    assert_eq!(running.child.wait().unwrap().code(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}

/// Kill -9 loses nothing that was acknowledged, and the start says what it found.
#[tokio::test]
async fn a_kill_loses_nothing_that_was_told() {
    let data = tempdir().unwrap();
    let first = Running::start(data.path(), &[]);
    assert!(first.line.contains("0 rooms in the journal"), "{}", first.line);
    let (mut host, code) = Client::host(first.address, 1).await;
    let (_guest, snapshot) = Client::guest(first.address, &code, 2).await;
    let mut acked = 0;
    for n in 1..=40 {
        host.say(&json!({"t": "say", "n": n, "phrase": "hello"})).await;
        acked = host.until("ack").await["v"].as_u64().unwrap();
    }
    first.signal("-KILL");
    drop(first);
    let second = Running::start(data.path(), &[]);
    assert!(second.line.contains("1 rooms in the journal"), "{}", second.line);
    let mut back = Client::connect(second.address).await;
    back.say(&resume(&code, 2, &snapshot)).await;
    assert_eq!(back.hear().await["resumed"], true);
    back.say(&json!({"t": "resync"})).await;
    assert!(back.until("snapshot").await["v"].as_u64().unwrap() >= acked);
}

/// Contract 24: a newcomer waits for the old one to end, or ends itself with 75.
#[tokio::test]
async fn one_process_a_folder() {
    let data = tempdir().unwrap();
    let first = Running::start(data.path(), &[]);
    let (code, said) = ends(command(data.path(), &["--no-wait"]));
    assert_eq!((code, said.lines().count()), (75, 1), "{said}");
    let mut second = command(data.path(), &[]).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(second.stderr.take().unwrap())
        .read_line(&mut said)
        .unwrap();
    assert!(said.contains("waiting"), "{said}");
    first.signal("-TERM");
    let mut line = String::new();
    BufReader::new(second.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert!(line.starts_with("listening on"), "{line}");
    second.kill().unwrap();
    second.wait().unwrap();
}

/// Story O4 and "Bad input": each its one line and its code.
#[test]
fn what_stops_the_start_is_one_line_and_a_code() {
    let data = tempdir().unwrap();
    for (flags, expected) in [
        (&["--room-idle", "soon"][..], 64),
        (&["--queue", "0"], 64),
        (&["--log", "=,="], 64),
        (&["--nonsense"], 64),
    ] {
        let (code, said) = ends(command(data.path(), flags));
        assert_eq!((code, said.lines().count()), (expected, 1), "{flags:?}: {said}");
    }
    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    let (code, said) = ends(command(&file.join("data"), &[]));
    assert_eq!((code, said.lines().count()), (78, 1), "{said}");
    std::fs::create_dir(data.path().join("broken")).unwrap();
    std::fs::write(data.path().join("broken/chowk.db"), "no database".repeat(100)).unwrap();
    let (code, said) = ends(command(&data.path().join("broken"), &[]));
    assert_eq!((code, said.lines().count()), (65, 1), "{said}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chowk-server"));
    command
        .args(["--listen", &taken.local_addr().unwrap().to_string(), "--data"])
        .arg(data.path().join("taken"));
    let (code, said) = ends(command);
    assert_eq!((code, said.lines().count()), (69, 1), "{said}");
}

/// Story O4: another owner's folder is told with both owners and the cure. Only root can try it.
#[test]
fn a_folder_of_another_owner_is_told_with_the_cure() {
    let data = tempdir().unwrap();
    let mut other = command(data.path(), &[]);
    other.uid(12345).gid(12345);
    let Ok(output) = other.output() else { return };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(78), 1), "{said}");
    let path = data.path().display().to_string();
    for part in [
        "12345:12345",
        "belongs to 0:0, mode 0",
        "chown -R 12345:12345",
        ":Z",
        "user:",
        path.as_str(),
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // The cure works.
    std::os::unix::fs::chown(data.path(), Some(12345), Some(12345)).unwrap();
    let mut cured = command(data.path(), &[]);
    cured.uid(12345).gid(12345);
    Running::of(cured);
}

#[tokio::test]
async fn settings_come_from_variables_too() {
    let data = tempdir().unwrap();
    let mut child = command(data.path(), &["--max-rooms", "7"])
        .env("CHOWK_NAME", "From a variable")
        .env("CHOWK_MAX_ROOMS", "5")
        .env("CHOWK_MAX_ROOM", "5")
        .env("CHOWK_LOG_FORMAT", "json")
        .spawn()
        .unwrap();
    let mut warned = String::new();
    BufReader::new(child.stderr.take().unwrap())
        .read_line(&mut warned)
        .unwrap();
    let warned: serde_json::Value = serde_json::from_str(&warned).unwrap();
    let words = warned["message"].as_str().unwrap();
    assert_eq!(words, "CHOWK_MAX_ROOM is no setting; did you mean CHOWK_MAX_ROOMS?");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line
        .strip_prefix("listening on http://")
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    let info = get(address.parse().unwrap(), "/api/v1/info").await.json();
    assert_eq!(
        (&info["name"], &info["rooms"]["most"]),
        (&json!("From a variable"), &json!(7)),
        "the flag wins"
    );
    child.kill().unwrap();
    child.wait().unwrap();
}
