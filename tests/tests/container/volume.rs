//! Volumes: of another owner, and in use by another container.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
    process::{Command, Stdio},
};

use chowk_tests::{
    docker::{Container, HARDENED},
    wire,
};

use super::docker;

/// Story O4: the line names the path, who we are, whose it is and the cure; the cure works.
#[test]
fn a_volume_of_another_owner_is_told_with_its_cure() {
    let (docker, image, _) = docker();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let owner = fs::metadata(&data).unwrap();
    let mount = format!("{}:/data", data.display());
    let out = docker
        .command()
        .args(["run", "--rm", "--volume", &mount, &image])
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(78));
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    let whose = format!("it belongs to {}:{}", owner.uid(), owner.gid());
    for part in [
        "/data",
        "this process is 10001:10001",
        &whose,
        "chown -R 10001:10001 /data",
    ] {
        assert!(said.contains(part), "{part} is not in: {said}");
    }
    // The cure, on this side of the mount.
    chown(&data, Some(10_001), Some(10_001)).unwrap();
    let flags: Vec<&str> = HARDENED.into_iter().chain(["--volume", &mount]).collect();
    let container = Container::run(&docker, &image, &flags, &[]).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let (status, _) = runtime.block_on(wire::get(container.at(), "/readyz")).unwrap();
    assert_eq!(status, 200);
}

/// Bad input: a second container on the volume waits and says so, and goes on when the first has ended.
#[test]
fn a_second_container_on_a_volume_waits() {
    let (docker, image, _) = docker();
    let volume = format!("chowk-test-shared-{}", std::process::id());
    let mount = format!("{volume}:/data");
    let mut first = Container::run(&docker, &image, &["--volume", &mount], &[]).unwrap();
    let mut second: std::process::Child = docker
        .command()
        .args(["run", "--rm", "--volume", &mount, &image])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut complained = BufReader::new(second.stderr.take().unwrap()).lines();
    let line = complained.next().unwrap().unwrap();
    assert!(line.contains("/data is in use by another chowk-server"), "{line}");
    let none = docker
        .command()
        .args(["run", "--rm", "--volume", &mount, &image, "--no-wait"])
        .output();
    let none = none.unwrap();
    assert_eq!(none.status.code(), Some(75), "{none:?}");
    assert_eq!(String::from_utf8_lossy(&none.stderr).lines().count(), 1, "{none:?}");
    assert_eq!(first.stop().unwrap().code, 0);
    let mut said = BufReader::new(second.stdout.take().unwrap()).lines();
    let line = said.next().unwrap().unwrap();
    assert!(line.starts_with("listening on http://"), "{line}");
    let pid = second.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(
        second.wait().unwrap().code(),
        Some(0),
        "a stop by docker run's own signal"
    );
    drop(first);
    docker.run(&["volume", "rm", &volume]).unwrap();
}
