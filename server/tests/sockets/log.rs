//! The log: one JSON object a line, no word that is anybody's secret at any level, and no noise.

use std::{
    fs::{self, File},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use super::{
    client::{Client, get, get_with, hello, join, token},
    player::Player,
    process::{Running, command},
};

/// A player's address, as the proxy tells it.
const AFAR: &str = "203.0.113.77";

/// A server whose log goes into a file.
struct Logged {
    running: Running,
    log: PathBuf,
    data: TempDir,
}

impl Logged {
    fn start(flags: &[&str]) -> Self {
        let data = tempdir().unwrap();
        let log = data.path().join("log");
        let mut command = command(data.path(), flags);
        command
            .env("CHOWK_LOG_FORMAT", "json")
            .stderr(File::create(&log).unwrap());
        Self {
            running: Running::of(command),
            log,
            data,
        }
    }

    fn at(&self) -> SocketAddr {
        self.running.address
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    fn admin(&self, words: &[&str]) -> String {
        let mut admin = Command::new(env!("CARGO_BIN_EXE_chowk-server"));
        let output = admin
            .arg("admin")
            .args(words)
            .arg("--data")
            .arg(self.data.path())
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    }
}

/// The second line of standard output tells where metrics are.
fn metrics_of(running: &mut Running) -> SocketAddr {
    let mut line = String::new();
    std::io::BufRead::read_line(&mut running.stdout, &mut line).unwrap();
    let address = line.trim().strip_prefix("metrics on http://").unwrap();
    address.strip_suffix("/metrics").unwrap().parse().unwrap()
}

/// Section 3.1 of the operators' page: no token, no name, no code, no address, no password, at the most talkative level.
#[tokio::test]
async fn at_trace_level_nothing_is_told_of_anybody() {
    let data = tempdir().unwrap();
    let word = data.path().join("word");
    fs::write(&word, "neem-tree-42\n").unwrap();
    let mut server = Logged::start(&[
        "--log",
        "trace,tungstenite::protocol=trace,tokio_tungstenite=trace,hyper=trace",
        "--trusted-proxies",
        "127.0.0.1",
        "--password-file",
        word.to_str().unwrap(),
        "--metrics-addr",
        "127.0.0.1:0",
        "--max-per-addr",
        "100",
        "--pace",
        "0s",
    ]);
    let metrics = metrics_of(&mut server.running);
    let at = server.at();
    let greeted = async |hello: &Value| {
        let mut client = Client::try_connect(at, &[("x-forwarded-for", AFAR)]).await.unwrap();
        client.say(hello).await;
        client
    };
    let mut welcome = hello();
    welcome["password"] = json!("neem-tree-42");
    let mut host = greeted(&welcome).await;
    host.until("welcome").await;
    host.say(
        &json!({"t": "create", "token": token(0xa1), "name": "Lakshmi", "game": "chowka", "preset": "pagdi",
        "chairs": 2}),
    )
    .await;
    let code = host.until("seated").await["room"].as_str().unwrap().to_owned();
    let mut guest = greeted(&welcome).await;
    guest.until("welcome").await;
    guest.say(&join(&code, 0xb2)).await;
    let mut host = Player::new(host, [0xa1; 32]);
    let mut guest = Player::new(guest, [0xb2; 32]);
    host.client.say(&json!({"t": "resync"})).await;
    let (view, _) = tokio::join!(host.play(), guest.play());
    get(at, view["result"]["record"].as_str().unwrap()).await;

    let mut wrong = hello();
    wrong["password"] = json!("guessed-word");
    assert_eq!(greeted(&wrong).await.refusal().await, "wrong_password");
    let mut lost = greeted(&welcome).await;
    lost.until("welcome").await;
    lost.say(&join("22223333", 0xc3)).await;
    lost.refusal().await;
    get(metrics, "/metrics").await;
    get_with(at, &format!("/r/{code}"), &format!("X-Forwarded-For: {AFAR}\r\n")).await;
    get_with(at, "/api/v1/rooms", &format!("X-Forwarded-For: {AFAR}, rubbish\r\n")).await;
    for words in [
        &["status"][..],
        &["rooms"],
        &["room", &code],
        &["say", "Supper at nine."],
        &["say", "--room", &code, "Supper at ten."],
        &["kick", &code, "Ravi"],
        &["ban", AFAR, "--reason", "rudeness"],
        &["unban", AFAR],
        &["end", &code],
    ] {
        server.admin(words);
    }
    drop(server.running);

    let log = fs::read_to_string(&server.log).unwrap();
    assert!(
        log.contains("a room is opened") && log.contains("\"level\":\"DEBUG\""),
        "it was talkative"
    );
    let seed = view["result"]["server_seed"].as_str().unwrap();
    let tokens = [0xa1, 0xb2, 0xc3].map(token);
    let dashed = format!("{}-{}", &code[..4], &code[4..]);
    let secrets = [
        "neem-tree-42",
        "guessed-word",
        "Lakshmi",
        "Ravi",
        "Supper",
        "22223333",
        AFAR,
        "203.0.113",
        &code,
        &dashed,
        seed,
        "rubbish",
    ];
    for secret in secrets.into_iter().chain(tokens.iter().map(String::as_str)) {
        let line = log
            .lines()
            .find(|line| line.to_lowercase().contains(&secret.to_lowercase()));
        assert_eq!(line, None, "{secret} is in the log");
    }
    assert!(
        !log.contains("127.0.0.1:") && !log.contains("\"127.0.0.1\""),
        "no peer's address"
    );
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        let at = line["timestamp"].as_str().unwrap();
        assert!(
            at.ends_with('Z') && line["level"].is_string() && line["message"].is_string(),
            "{line}"
        );
    }
}

/// Story O8: who only asks how the server is leaves no trace in the log, not even at debug level.
#[tokio::test]
async fn health_and_metrics_make_no_noise() {
    let mut server = Logged::start(&["--log", "debug", "--metrics-addr", "127.0.0.1:0"]);
    let metrics = metrics_of(&mut server.running);
    let before = server.log();
    for _ in 0..20 {
        assert_eq!(get(server.at(), "/readyz").await.status, 200);
        assert_eq!(get(server.at(), "/healthz").await.status, 200);
        assert_eq!(get(metrics, "/metrics").await.status, 200);
        health(server.at(), server.data.path());
    }
    assert_eq!(server.log(), before);
}

fn health(at: SocketAddr, data: &Path) {
    let mut health = Command::new(env!("CARGO_BIN_EXE_chowk-server"));
    health.args(["health", "--listen", &at.to_string(), "--data"]).arg(data);
    assert!(health.output().unwrap().status.success());
    // By the socket file, for a server that chose its port itself.
    let mut health = Command::new(env!("CARGO_BIN_EXE_chowk-server"));
    health.args(["health", "--listen", "127.0.0.1:0", "--data"]).arg(data);
    assert!(health.output().unwrap().status.success());
}

/// Case H14: a forwarding header of a stranger is not believed, and the operator hears of it, once.
#[tokio::test]
async fn a_proxy_that_is_not_named_is_told_once_case_h14() {
    let server = Logged::start(&[]);
    for _ in 0..3 {
        get_with(server.at(), "/api/v1/info", "X-Forwarded-For: 203.0.113.9\r\n").await;
    }
    let log = server.log();
    let told: Vec<&str> = log.lines().filter(|line| line.contains("forwarding header")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(
        told[0].contains("--trusted-proxies 127.0.0.0/8") && !told[0].contains("203.0.113"),
        "{}",
        told[0]
    );
}
