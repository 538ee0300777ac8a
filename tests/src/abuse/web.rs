//! Requests: too many of them, and those whose answers nobody reads.

use std::net::{IpAddr, SocketAddr};

use super::{Answers, REQUESTS, SOCKETS, add, once, raw::Raw, slow::DRIP};

/// What is asked for.
const PATHS: [&str; 5] = [
    "/api/v1/info",
    "/api/v1/rooms",
    "/api/v1/schema",
    "/fair/log.ndjson?from=1",
    "/",
];
/// Answers of 65 kB each that wait for who does not read: far more than the system keeps by itself.
const UNREAD: usize = 55;

fn request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: chowk\r\n\r\n")
}

/// One connection's share of a flood.
pub(super) async fn requests(at: SocketAddr, from: IpAddr, place: usize) -> anyhow::Result<Answers> {
    let mut all = Answers::new();
    let mut raw = Raw::open(at, from, false).await?;
    for turn in 0..REQUESTS / SOCKETS {
        let path = PATHS[(place + turn) % 3];
        raw.write(request(path).as_bytes()).await?;
        add(
            &mut all,
            match raw.status().await? {
                Some((429, false)) => once("status 429 that does not say until when"),
                Some((status, _)) => once(format!("status {status}")),
                None => once("cut"),
            },
        );
    }
    Ok(all)
}

/// Asks for what is large, again and again over one connection, and reads nothing.
pub(super) async fn unread(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let mut raw = Raw::open(at, from, true).await?;
    raw.write(request("/api/v1/schema").repeat(UNREAD).as_bytes()).await?;
    raw.say_until_broken(b"G", DRIP).await?;
    Ok(once("cut"))
}
