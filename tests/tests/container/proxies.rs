//! Reverse proxies, by the snippets that operators are given: whose a connection is, a path of one's own, and a silence.

use std::{net::IpAddr, path::Path, time::Duration};

use chowk_tests::{
    house::{House, Plan},
    programs::Programs,
    proxy::{Proxy, changed, snippet},
    seat::{Seat, all_ended, play_on, room},
    wire::{Wire, get, hello},
};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

/// Two strangers, and an address that neither has.
const ASHA: &str = "127.0.0.2";
const RAVI: &str = "127.0.0.3";
const NOBODY: &str = "127.0.0.9";

fn house(folder: &Path, settings: &[&str]) -> House {
    let server = Programs::find().unwrap().server();
    Plan::new(server, &folder.join("data")).with(settings).open().unwrap()
}

/// Opens a socket from an address, perhaps with a header that claims another.
async fn come(proxy: &Proxy, from: &str, claims: Option<&str>) -> anyhow::Result<Wire> {
    let from: IpAddr = from.parse()?;
    let headers: Vec<_> = claims.map(|claims| ("x-forwarded-for", claims)).into_iter().collect();
    Wire::open_from(proxy.at(), Some(from), "/ws", &headers).await
}

/// Whether somebody was sent away with status 429.
fn too_many(come: anyhow::Result<Wire>) -> bool {
    let why = come.unwrap_err().downcast::<tungstenite::Error>().unwrap();
    matches!(why, tungstenite::Error::Http(response) if response.status() == 429)
}

/// Each address has one socket; who claims another is counted by his own.
async fn everybody_is_counted_by_his_own_address(proxy: &Proxy) {
    let first = come(proxy, ASHA, None).await.unwrap();
    assert!(too_many(come(proxy, ASHA, None).await));
    assert!(too_many(come(proxy, ASHA, Some(NOBODY)).await), "a header was believed");
    let second = come(proxy, RAVI, Some(ASHA)).await.unwrap();
    assert!(too_many(come(proxy, RAVI, None).await));
    let third = come(proxy, NOBODY, None).await.unwrap();
    drop((first, second, third));
}

/// Stories O7 and P1, cases C3 and H14.
#[tokio::test]
async fn behind_nginx_everybody_is_counted_by_his_own_address() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(
        folder.path(),
        &["--trusted-proxies", "127.0.0.1", "--max-per-addr", "1"],
    );
    let proxy = Proxy::nginx(&snippet("nginx.conf").unwrap(), house.at(), folder.path()).unwrap();
    everybody_is_counted_by_his_own_address(&proxy).await;
    house.stop().unwrap();
}

#[tokio::test]
async fn behind_caddy_everybody_is_counted_by_his_own_address() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(
        folder.path(),
        &["--trusted-proxies", "127.0.0.1", "--max-per-addr", "1"],
    );
    let proxy = Proxy::caddy(&snippet("Caddyfile").unwrap(), house.at(), folder.path()).unwrap();
    everybody_is_counted_by_his_own_address(&proxy).await;
    house.stop().unwrap();
}

/// A proxy that is not trusted is the address of all who come through it.
#[tokio::test]
async fn a_proxy_that_nobody_trusts_is_one_address() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path(), &["--max-per-addr", "1"]);
    let proxy = Proxy::nginx(&snippet("nginx.conf").unwrap(), house.at(), folder.path()).unwrap();
    let first = come(&proxy, ASHA, None).await.unwrap();
    assert!(too_many(come(&proxy, RAVI, None).await));
    drop(first);
    house.stop().unwrap();
}

/// A whole match through nginx; under a path too.
#[tokio::test]
async fn matches_are_played_through_nginx() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path(), &["--trusted-proxies", "127.0.0.1", "--pace", "0ms"]);
    let site = snippet("nginx.conf").unwrap();
    let proxy = Proxy::nginx(&site, house.at(), folder.path()).unwrap();
    let mut seats = Seat::playing(proxy.at(), room(2)).await.unwrap();
    play_on(&mut seats, "the end of the match", all_ended).await.unwrap();
    drop((seats, proxy));

    let path = snippet("nginx-path.conf").unwrap();
    let site = format!("server {{\nlisten 80;\n{path}\n}}\n");
    let proxy = Proxy::nginx(&site, house.at(), folder.path()).unwrap();
    assert_eq!(get(proxy.at(), "/chowk/api/v1/info").await.unwrap().0, 200);
    assert_eq!(get(proxy.at(), "/readyz").await.unwrap().0, 404);
    let mut wire = Wire::open_from(proxy.at(), None, "/chowk/ws", &[]).await.unwrap();
    wire.say(&hello("0123456789abcdef")).await.unwrap();
    wire.wait_for("welcome").await.unwrap();
    house.stop().unwrap();
}

/// nginx cuts what is silent; the server's pings are no silence. In the snippet 60 s stand against 20 s; here both are
/// shorter.
#[tokio::test]
async fn a_silence_behind_nginx_is_no_silence() {
    let site = changed(
        &snippet("nginx.conf").unwrap(),
        "proxy_read_timeout 60s;",
        "proxy_read_timeout 1s;",
    )
    .unwrap();
    for (ping, lives) in [("300ms", true), ("1h", false)] {
        let folder = tempfile::tempdir().unwrap();
        let mut house = house(folder.path(), &["--ping", ping]);
        let proxy = Proxy::nginx(&site, house.at(), folder.path()).unwrap();
        let mut wire = Wire::open(proxy.at()).await.unwrap();
        wire.say(&hello("0123456789abcdef")).await.unwrap();
        wire.wait_for("welcome").await.unwrap();
        let silence = timeout(Duration::from_secs(3), wire.closed()).await;
        assert_eq!(silence.is_err(), lives, "ping every {ping}");
        house.stop().unwrap();
    }
}
