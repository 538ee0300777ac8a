//! Hardened: read-only, without any privilege, as a user that nobody knows; a match outlives a stop and a kill, the
//! health is told and not logged.

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
    time::Duration,
};

use chowk_tests::{
    docker::{Container, HARDENED},
    swarm::{Running, Swarm},
};

use super::docker;

/// So long bots play before somebody stops their server: seats are taken and throws are made by then, and no match is
/// over.
const WHILE: Duration = Duration::from_millis(1_200);

#[test]
fn matches_outlive_a_stop_and_a_kill() {
    let (docker, image, programs) = docker();
    let folder = tempfile::tempdir().unwrap();
    let flags: Vec<&str> = HARDENED.into_iter().chain(["--user", "12345:12345"]).collect();
    let mut container = Container::run(&docker, &image, &flags, &[]).unwrap();
    let mut swarm = Swarm::on(&programs, &container.address(), 20_261_130)
        .with("--rooms", 3)
        .with("--seats", 2)
        .with("--think", 120)
        .with("--patience", 60)
        .at("--records", &folder.path().join("records"))
        .start()
        .unwrap();
    plays_on(&mut swarm);
    let stopped = container.stop().unwrap();
    assert_eq!(stopped.code, 0);
    assert!(stopped.took < Duration::from_secs(3), "{stopped:?}");
    container.start_again().unwrap();
    plays_on(&mut swarm);
    assert_eq!(container.kill().unwrap().code, 137);
    container.start_again().unwrap();
    let report = swarm.end().unwrap();
    assert!(report.ok(), "{}", report.wrong());
    assert_eq!(report.count("/matches_ended"), 3);
    assert_eq!(report.count("/records/good"), 3);
    assert!(report.count("/reconnects") >= 12, "{}", report.0);
    assert_eq!(
        container.changed().unwrap(),
        "",
        "something was written outside of /data"
    );
}

/// Bots play for a while, and are not done by then.
fn plays_on(swarm: &mut Running) {
    if let Some(report) = swarm.ends_within(WHILE).unwrap() {
        panic!("the matches were over too soon: {} {}", report.wrong(), report.0);
    }
}

#[test]
fn its_health_is_told_and_not_logged() {
    let (docker, image, _) = docker();
    let flags: Vec<&str> = HARDENED.into_iter().chain(["--health-interval", "300ms"]).collect();
    let container = Container::run(&docker, &image, &flags, &[]).unwrap();
    let mut events = docker
        .command()
        .args(["events", "--since", "5m", "--format", "{{.Action}}"])
        .args(["--filter", &format!("container={}", container.name())])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let told = BufReader::new(events.stdout.take().unwrap());
    let mut looks = 0;
    let mut healthy = false;
    for line in told.lines() {
        let line = line.unwrap();
        healthy |= line == "health_status: healthy";
        assert_ne!(line, "health_status: unhealthy");
        // A second look after the first that found it well.
        looks += u32::from(line.starts_with("exec_die") && healthy);
        if looks == 2 {
            break;
        }
    }
    events.kill().unwrap();
    events.wait().unwrap();
    let log = container.log().unwrap();
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.starts_with("listening on http://"), "{log}");
}

#[test]
fn nothing_but_the_programs_is_in_it() {
    let (docker, image, _) = docker();
    let name = docker.run(&["create", &image]).unwrap();
    let mut out = docker
        .command()
        .args(["export", &name])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let list = std::process::Command::new("tar")
        .args(["--list", "--verbose", "--file", "-"])
        .stdin(out.stdout.take().unwrap())
        .output()
        .unwrap();
    assert!(out.wait().unwrap().success());
    docker.run(&["rm", "--volumes", &name]).unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    // Docker itself adds what every container has, all of it empty.
    let ours: Vec<&str> = list
        .lines()
        .filter(|line| line.split_whitespace().nth(2) != Some("0") || line.contains("data"))
        .collect();
    assert_eq!(ours.len(), 3, "{list}");
    for (begins, ends) in [
        ("-rwxr-xr-x root/root", " chowk"),
        ("-rwxr-xr-x root/root", " chowk-server"),
        ("drwxrwxrwt 10001/10001", " data/"),
    ] {
        let is = |line: &&&str| line.starts_with(begins) && line.ends_with(ends);
        assert_eq!(ours.iter().filter(is).count(), 1, "{begins} {ends}: {list}");
    }
}
