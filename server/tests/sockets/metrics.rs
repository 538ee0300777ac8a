//! Metrics: what a busy server tells is what the table promises, and nothing of anybody's secrets.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead as _, Write as _},
    net::SocketAddr,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use chowk_server::tally::{ALL, Kind};
use serde_json::json;
use tempfile::tempdir;

use super::{
    client::{Client, get, hello, join, resume, token, watch},
    player::Player,
    process::Running,
};

/// What is told: each line's value by its name with labels; the kinds by name.
struct Told {
    values: BTreeMap<String, f64>,
    kinds: BTreeMap<String, String>,
    text: String,
}

async fn told(address: SocketAddr) -> Told {
    let answer = get(address, "/metrics").await;
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("text/plain; version=0.0.4"), "{}", answer.head);
    let text = answer.text().to_owned();
    let lines = || text.lines().filter(|line| !line.is_empty());
    let values = lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (name, value) = line.rsplit_once(' ').unwrap();
        (name.to_owned(), value.parse().unwrap())
    });
    let kinds = lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    Told {
        values: values.collect(),
        kinds: kinds.map(|(name, kind)| (name.to_owned(), kind.to_owned())).collect(),
        text: text.clone(),
    }
}

impl Told {
    /// The sum of a metric over all its labels that hold these words.
    fn sum(&self, name: &str, labels: &[&str]) -> f64 {
        let fits =
            |line: &&String| line.split('{').next() == Some(name) && labels.iter().all(|label| line.contains(label));
        self.values
            .iter()
            .filter(|(line, _)| fits(line))
            .map(|(_, value)| value)
            .sum()
    }
}

/// Where Prometheus's own tool is installed, it has nothing to say against the page.
fn promtool(text: &str) {
    let tool = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut tool) = tool else { return };
    tool.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = tool.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.is_empty(), "{said}");
}

/// A room that fails with a match in it leaves a seal that nobody can open any more: that is told. While it sleeps, it is
/// taken to be well.
#[tokio::test]
async fn a_seal_that_nobody_can_open_is_overdue() {
    let data = tempdir().unwrap();
    let flags = ["--metrics-addr", "127.0.0.1:0"];
    let first = Running::start(data.path(), &flags);
    let (_host, code) = Client::host(first.address, 1).await;
    let _guest = Client::guest(first.address, &code, 2).await;
    first.signal("-KILL");
    drop(first);
    let journal = rusqlite::Connection::open(data.path().join("chowk.db")).unwrap();
    journal.execute("UPDATE rows SET body = x'00'", []).unwrap();
    drop(journal);

    let mut second = Running::start(data.path(), &flags);
    let metrics = metrics_of(&mut second);
    let before = told(metrics).await;
    assert_eq!(before.sum("chowk_rooms", &["asleep"]), 1.0);
    assert_eq!(before.sum("chowk_fair_overdue", &[]), 0.0);
    let mut visitor = Client::greeted(second.address).await;
    visitor.say(&join(&code, 2)).await;
    assert_eq!(visitor.refusal().await, "room_failed");
    let after = told(metrics).await;
    assert_eq!(after.sum("chowk_rooms", &["failed"]), 1.0);
    assert_eq!(after.sum("chowk_room_failures_total", &[]), 1.0);
    assert_eq!(after.sum("chowk_fair_overdue", &[]), 1.0);
    assert_eq!(after.sum("chowk_rejected_total", &["room_failed"]), 1.0);
}

/// The process tells where it answers.
fn metrics_of(running: &mut Running) -> SocketAddr {
    let mut line = String::new();
    running.stdout.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("metrics on http://").unwrap();
    address.strip_suffix("/metrics").unwrap().parse().unwrap()
}

/// Story O8: every metric of the table is told, and no other; they count what happened; no label tells on anybody.
#[tokio::test]
async fn a_busy_server_tells_what_the_table_promises() {
    let data = tempdir().unwrap();
    let flags = ["--metrics-addr", "127.0.0.1:0", "--max-per-addr", "100", "--pace", "0s"];
    let mut running = Running::start(data.path(), &flags);
    let (at, metrics) = (running.address, metrics_of(&mut running));

    let mut host = Player::host(at, 1, json!({"name": "Lakshmi"})).await;
    let code = host.code();
    let mut guest = Player::guest(at, &code, 2).await;
    let mut watcher = Client::greeted(at).await;
    watcher.say(&watch(&code)).await;
    watcher.until("snapshot").await;
    let before = told(metrics).await;
    assert_eq!(before.sum("chowk_connections", &["bot"]), 2.0);
    assert_eq!(before.sum("chowk_connections", &["watcher"]), 1.0);
    assert_eq!(before.sum("chowk_rooms", &["chowka", "readying"]), 1.0);
    assert_eq!(
        before.sum("chowk_fair_overdue", &[]),
        0.0,
        "the seal is held by its room"
    );

    host.command(json!({"t": "report", "chair": 1, "about": "name"})).await;
    tokio::join!(host.play(), guest.play());
    let mut back = Client::connect(at).await;
    back.say(&resume(&code, 2, &json!({"epoch": guest.epoch, "v": guest.v})))
        .await;
    assert_eq!(back.hear().await["resumed"], true);
    back.say(&json!({"t": "resync"})).await;
    back.until("snapshot").await;
    back.say(&json!({"t": "throw", "n": 10_000, "v": 1})).await;
    back.refusal().await;
    let mut rude = Client::connect(at).await;
    let mut future = hello();
    future["protocols"] = json!([2]);
    rude.say(&future).await;
    assert_eq!(rude.end().await.0, Some(4003));
    let page = [("origin", "https://elsewhere.example")];
    assert_eq!(Client::try_connect(at, &page).await.err(), Some(403));

    // What happens after an answer is counted a moment later.
    let by = Instant::now() + Duration::from_secs(10);
    let after = loop {
        let after = told(metrics).await;
        if after.sum("chowk_matches_total", &["finished"]) == 1.0 && after.sum("chowk_closed_total", &["4003"]) == 1.0 {
            break after;
        }
        assert!(Instant::now() < by, "{}", after.text);
    };
    let throws = (host.throws + guest.throws) as f64;
    assert!(
        after.sum("chowk_throws_total", &["shells=\"4\""]) >= throws,
        "{throws}: {}",
        after.text
    );
    assert!(after.sum("chowk_auto_moves_total", &["forced"]) > 0.0);
    assert!(after.sum("chowk_event_latency_seconds_count", &[]) >= throws);
    assert!(after.sum("chowk_disk_write_seconds_count", &[]) > 0.0);
    assert_eq!(after.sum("chowk_reconnects_total", &[]), 1.0);
    assert_eq!(after.sum("chowk_resyncs_total", &[]), 1.0);
    assert_eq!(after.sum("chowk_rejected_total", &["version_not_spoken"]), 1.0);
    assert_eq!(after.sum("chowk_reports_total", &["about=\"name\""]), 1.0);
    assert_eq!(after.sum("chowk_rejected_total", &["http_origin"]), 1.0);
    assert_eq!(after.sum("chowk_rooms", &["ended"]), 1.0);
    assert_eq!(after.sum("chowk_fair_overdue", &[]), 0.0);
    assert!(after.sum("process_resident_memory_bytes", &[]) > 1e6);

    promtool(&after.text);

    // No set of four stones ran here, so that no tick was late: a histogram without a value has no line.
    let told = ALL.iter().filter(|metric| metric.name != "chowk_tick_late_seconds");
    let promised: BTreeMap<&str, &str> = told.map(|metric| (metric.name, metric.kind.word())).collect();
    let kinds: BTreeMap<&str, &str> = after
        .kinds
        .iter()
        .map(|(name, kind)| (name.as_str(), kind.as_str()))
        .collect();
    assert_eq!(kinds, promised);
    for line in after.values.keys() {
        let (name, labels) = line.split_once('{').unwrap_or((line, ""));
        let metric = ALL.iter().find(|metric| match metric.kind {
            Kind::Histogram => ["_bucket", "_sum", "_count"]
                .iter()
                .any(|end| name == format!("{}{end}", metric.name)),
            Kind::Counter | Kind::Gauge => name == metric.name,
        });
        let metric = metric.unwrap_or_else(|| panic!("{line} is not in the table"));
        let told: BTreeSet<&str> = labels
            .split(',')
            .filter_map(|label| Some(label.split_once('=')?.0))
            .collect();
        let mut promised: BTreeSet<&str> = metric.labels.iter().map(|(label, _)| *label).collect();
        if name.ends_with("_bucket") {
            promised.insert("le");
        }
        assert_eq!(told, promised, "{line}");
    }
    for private in ["Lakshmi", "Ravi", &code, &token(1), "127.0.0.1"] {
        assert!(!after.text.contains(private), "{private} is told");
    }
    assert_eq!(get(at, "/metrics").await.status, 404, "not where players are");
}
