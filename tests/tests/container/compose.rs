//! `docker/compose.yaml` comes up, hardened, and goes down.

use std::process::{Command, Output};

use chowk_tests::{
    docker::{files, free_port},
    wire,
};

use super::docker;

#[test]
fn the_compose_file_comes_up_hardened() {
    let (docker, image, _) = docker();
    let port = free_port().unwrap();
    let project = format!("chowk-test-{}", std::process::id());
    let compose = |words: &[&str]| -> Output {
        let mut command = Command::new("docker-compose");
        command
            .arg("--file")
            .arg(files().join("compose.yaml"))
            .args(["--project-name", &project])
            .args(words)
            .env("CHOWK_IMAGE", &image)
            .env("CHOWK_PORT", port.to_string());
        if let Some(host) = docker.host() {
            command.env("DOCKER_HOST", host);
        }
        command.output().expect("docker-compose (Debian: docker-compose)")
    };
    let up = compose(&["up", "--detach", "--no-build"]);
    let name = docker
        .run(&[
            "ps",
            "--quiet",
            "--filter",
            &format!("label=com.docker.compose.project={project}"),
        ])
        .unwrap();
    let how = docker.run(&[
        "inspect",
        "--format",
        "{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} {{.HostConfig.Memory}} \
         {{.HostConfig.RestartPolicy.Name}} {{.Config.StopTimeout}} {{.Config.User}}",
        &name,
    ]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    // It may not listen yet: docker-compose does not wait. Its log tells when it does.
    let log = follow(&docker, &name);
    let ready = runtime.block_on(wire::get(([127, 0, 0, 1], port).into(), "/readyz"));
    let down = compose(&["down", "--volumes", "--timeout", "10"]);
    assert!(up.status.success(), "{up:?}");
    assert_eq!(log, Some(()), "it did not listen");
    assert_eq!(
        how.unwrap(),
        "true [ALL] [no-new-privileges:true] 134217728 unless-stopped 10 10001:10001"
    );
    assert_eq!(ready.unwrap().0, 200);
    assert!(down.status.success(), "{down:?}");
}

/// Reads a container's log until it listens.
fn follow(docker: &chowk_tests::docker::Docker, name: &str) -> Option<()> {
    let mut child = docker
        .command()
        .args(["logs", "--follow", name])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .ok()?;
    let listens = chowk_tests::house::listening(&mut child).ok().map(drop);
    let _ = child.kill();
    let _ = child.wait();
    listens
}
