//! The settings as an operator meets them: the real program, its lines, and its exit codes.

use std::{
    fs,
    os::unix::ffi::OsStrExt as _,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::tempdir;

use super::{
    client::{Client, get, hello},
    process::{Running, command, ends},
};

/// One of the small commands on this folder.
fn small(data: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chowk-server"));
    command.args(words).arg("--data").arg(data);
    command
}

/// The code, standard output, standard error.
fn run(mut command: Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// "Bad input": each is one line with the path, and code 78; nothing is written, and nothing is begun.
#[test]
fn a_config_that_cannot_be_read_stops_the_start_in_one_line() {
    let big = vec![b'#'; 1 << 20];
    for (bytes, about) in [
        (&b"max_rooms = = 3"[..], "line 1, column 13"),
        (b"ok = 1\nname = \"\xff\"", "line 2, column 9"),
        (b"name = \"a\0b\"", "line 1"),
        (b"\0\0\0\0", "line 1"),
        (&big, "larger"),
        (b"max_rooms = \"many\"", "config.toml:1: max_rooms = \"many\""),
        (b"data = \"x\"", "--data or CHOWK_DATA"),
    ] {
        let data = tempdir().unwrap();
        let path = data.path().join("config.toml");
        fs::write(&path, bytes).unwrap();
        let (code, said) = ends(command(data.path(), &[]));
        assert_eq!((code, said.lines().count()), (78, 1), "{said}");
        assert!(said.contains(about) && said.contains(path.to_str().unwrap()), "{said}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "nothing is written back");
        assert_eq!(fs::read_dir(data.path()).unwrap().count(), 1, "nothing is begun");
    }
    let data = tempdir().unwrap();
    fs::create_dir(data.path().join("config.toml")).unwrap();
    let (code, said) = ends(command(data.path(), &[]));
    assert_eq!((code, said.lines().count()), (78, 1), "{said}");
    let mut odd = command(data.path(), &[]);
    odd.env("CHOWK_MOTD", std::ffi::OsStr::from_bytes(b"\xff"));
    assert_eq!(ends(odd).0, 78);
}

/// Story O6: every value with its source; a typo is warned about; secrets are masked; the server starts by the same.
#[tokio::test]
async fn config_tells_what_the_server_takes() {
    let data = tempdir().unwrap();
    let path = data.path().join("config.toml");
    fs::write(&path, "name = \"From the file\"\nmax_rooms = 5\nmax_room = 6\n").unwrap();
    let mut asked = small(data.path(), &["config", "--queue", "9"]);
    asked
        .env("CHOWK_MAX_ROOMS", "7")
        .env("CHOWK_PASSWORD", "neem tree")
        .env("CHOWK_MAX_ROM", "1");
    let (code, told, warned) = run(asked);
    assert_eq!(code, 0, "{warned}");
    for (key, rest) in [
        ("name", format!("From the file  {}:1", path.display())),
        ("max_rooms", "7 CHOWK_MAX_ROOMS".into()),
        ("password", "(set) CHOWK_PASSWORD".into()),
        ("queue", "9 --queue".into()),
        ("max_spectators", "20 default".into()),
    ] {
        let line = told.lines().find(|line| line.split(' ').next() == Some(key)).unwrap();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(line), words(&format!("{key} {rest}")));
    }
    assert!(!told.contains("neem") && !warned.contains("neem"));
    assert!(
        warned.contains("did you mean CHOWK_MAX_ROOMS?") && warned.contains("did you mean max_rooms?"),
        "{warned}"
    );

    let running = Running::start(data.path(), &[]);
    let info = get(running.address, "/api/v1/info").await.json();
    assert_eq!(
        (&info["name"], &info["rooms"]["most"]),
        (&"From the file".into(), &5.into())
    );

    let mut asked = small(data.path(), &["config", "--json"]);
    asked.env("CHOWK_QUEUE", "lots").env("CHOWK_FRAMES", "none");
    let (code, told, said) = run(asked);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, said.lines().count()), (78, 2), "{said}");
    assert_eq!(told["wrong"].as_array().unwrap().len(), 2);
    let queue = told["settings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["name"] == "queue")
        .unwrap();
    assert_eq!(
        (&queue["value"], &queue["source"], &queue["usable"]),
        (&"lots".into(), &"variable".into(), &false.into())
    );
}

/// The health check asks by itself, and says in one line how it is; the server says nothing about it.
#[test]
fn health_is_one_line_and_a_code() {
    let data = tempdir().unwrap();
    let running = Running::start(data.path(), &["--log", "info"]);
    let port = running.address.port();
    for listen in [
        format!("127.0.0.1:{port}"),
        format!("0.0.0.0:{port}"),
        format!("[::]:{port}"),
    ] {
        let (code, told, said) = run(small(data.path(), &["health", "--listen", &listen]));
        assert_eq!((code, told.as_str(), said.as_str()), (0, "ready\n", ""), "{listen}");
    }
    drop(running);
    let (code, told, said) = run(small(
        data.path(),
        &["health", "--listen", &format!("127.0.0.1:{port}")],
    ));
    assert_eq!((code, told.as_str(), said.lines().count()), (1, "", 1), "{said}");
}

/// What is read anew holds for all who come, or waits for the next start, and a mistake changes nothing.
#[tokio::test]
async fn settings_are_read_anew_while_it_runs() {
    let data = tempdir().unwrap();
    let (path, word) = (data.path().join("config.toml"), data.path().join("word"));
    fs::write(&word, "neem tree\n").unwrap();
    fs::write(&path, "name = \"Morning\"\nmax_rooms = 5\nmax_players = 50\n").unwrap();
    let mut asked = command(data.path(), &["--ping", "10s"]);
    asked.stderr(fs::File::create(data.path().join("log")).unwrap());
    let running = Running::of(asked);
    let told = async || get(running.address, "/api/v1/info").await.json();
    let reload = || run(small(data.path(), &["admin", "reload"]));
    assert_eq!(reload(), (0, "Nothing has changed.\n".into(), String::new()));

    let fresh = format!(
        "name = \"Evening\"\nmax_rooms = 6\nmax_players = 60\npassword_file = {word:?}\nping = \"5s\"\nmotd = \"Hush.\"\nmaxrooms = 1\n"
    );
    fs::write(&path, fresh).unwrap();
    let (code, said, _) = reload();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(code, 0);
    assert_eq!(
        lines[..2],
        [
            "Changed, for all who come from now on: name, motd, password, password_file, max_rooms.",
            "Changed, and waits for the next start: max_players."
        ],
        "the flag for ping wins, and has not changed"
    );
    assert!(
        lines[2].contains("maxrooms is no setting; did you mean max_rooms?"),
        "{said}"
    );
    let info = told().await;
    assert_eq!(
        (&info["name"], &info["motd"], &info["password"]),
        (&"Evening".into(), &"Hush.".into(), &true.into())
    );
    assert_eq!(info["rooms"]["most"], 6);
    let mut client = Client::connect(running.address).await;
    client.say(&hello()).await;
    assert_eq!(client.refusal().await, "password_needed");

    fs::write(&word, "mango tree\n").unwrap();
    assert!(
        reload().1.contains("from now on: password."),
        "another word in the same file"
    );
    fs::write(&path, "name = \"Night\"\nqueue = 1\n").unwrap();
    let (code, _, said) = reload();
    assert!(code == 1 && said.contains("config.toml:2: queue = \"1\""), "{said}");
    assert_eq!(told().await["name"], "Evening", "all stays as it was");

    // The signal does the same.
    fs::write(&path, "name = \"Night\"\nmax_rooms = 5\nmax_players = 50\n").unwrap();
    running.signal("-HUP");
    let by = Instant::now() + Duration::from_secs(10);
    while told().await["name"] != "Night" {
        assert!(Instant::now() < by);
    }
    let log = fs::read_to_string(data.path().join("log")).unwrap();
    assert!(!log.contains("neem") && !log.contains("mango"), "{log}");
}
