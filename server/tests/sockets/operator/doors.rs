//! Bans: one troll, and not everybody behind the proxy (story O7).

use std::{net::SocketAddr, path::Path};

use serde_json::json;
use tempfile::tempdir;

use super::{admin, refused, told};
use crate::{
    client::{Client, create, get_with, hello, join},
    process::Running,
};

const BEHIND_A_PROXY: [&str; 2] = ["--trusted-proxies", "127.0.0.1"];
const WORDS: &str = "The operator has closed this server to your address.";

/// A socket of this address, behind the proxy.
async fn from(server: SocketAddr, address: &str) -> Client {
    Client::try_connect(server, &[("x-forwarded-for", address)])
        .await
        .unwrap()
}

/// One that says hello and is welcomed.
async fn welcomed(server: SocketAddr, address: &str) -> Client {
    let mut client = from(server, address).await;
    client.say(&hello()).await;
    assert_eq!(client.hear().await["t"], "welcome", "{address}");
    client
}

async fn is_shut_out(mut client: Client) {
    let (close, bye) = client.end().await;
    assert_eq!((close, &bye["text"]), (Some(1008), &json!(WORDS)));
    assert_eq!(bye["why"], "banned");
}

/// Opens the socket again and again until it is (not) banned.
async fn ban_ends(server: SocketAddr, address: &str) {
    loop {
        let Ok(mut client) = Client::try_connect(server, &[("x-forwarded-for", address)]).await else {
            continue;
        };
        if client
            .send_maybe(tokio_tungstenite::tungstenite::Message::text(hello().to_string()))
            .await
            && client.frame().await.is_ok_and(|message| message["t"] == "welcome")
        {
            return;
        }
    }
}

fn bans(data: &Path) -> Vec<String> {
    let told = told(data, &["bans"]);
    let bans = told["bans"].as_array().unwrap();
    bans.iter()
        .map(|ban| ban["address"].as_str().unwrap().to_owned())
        .collect()
}

/// Story O7: only he is shut out, at once and when he comes again, also after a crash; and not for ever.
#[tokio::test]
async fn a_ban_hits_one_client_behind_the_proxy() {
    let data = tempdir().unwrap();
    let mut server = Running::start(data.path(), &BEHIND_A_PROXY);
    let (troll, other) = (
        welcomed(server.address, "203.0.113.7").await,
        welcomed(server.address, "203.0.113.8").await,
    );
    let answer = told(data.path(), &["ban", "203.0.113.7", "--for", "7d", "--reason", "rude"]);
    assert_eq!(
        (&answer["closed"], &answer["ban"]["reason"]),
        (&json!(1), &json!("rude"))
    );
    is_shut_out(troll).await;
    is_shut_out(from(server.address, "203.0.113.7").await).await;
    // What he writes into the header himself stands left of what the proxy adds.
    is_shut_out(from(server.address, "198.51.100.1, 203.0.113.7").await).await;
    // Nor does he look at anybody's table through the other door.
    for (address, status) in [("203.0.113.7", 403), ("203.0.113.8", 404)] {
        let header = format!("X-Forwarded-For: {address}\r\n");
        let answer = get_with(server.address, "/api/v1/rooms/22222222", &header).await;
        assert_eq!(answer.status, status, "{}", answer.text());
        assert_eq!(answer.text() == format!("{WORDS}\n"), status == 403);
    }
    welcomed(server.address, "203.0.113.9").await;
    let mut other = other;
    other.say(&create(9)).await;
    other.until("seated").await;

    server.signal("-KILL");
    drop(server);
    server = Running::start(data.path(), &BEHIND_A_PROXY);
    is_shut_out(from(server.address, "203.0.113.7").await).await;
    welcomed(server.address, "203.0.113.8").await;
    assert_eq!(bans(data.path()), ["203.0.113.7"]);
    assert_eq!(
        told(data.path(), &["unban", "203.0.113.0/24"])["lifted"][0]["address"],
        "203.0.113.7"
    );
    welcomed(server.address, "203.0.113.7").await;
    assert_eq!(refused(data.path(), &["unban", "203.0.113.7"]), "not_banned");

    told(data.path(), &["ban", "203.0.113.7", "--for", "1s"]);
    ban_ends(server.address, "203.0.113.7").await;
    assert!(bans(data.path()).is_empty(), "what has ended is not listed");
}

/// A seat stands for its address; the seat itself is kept, and a whole IPv6 household is one.
#[tokio::test]
async fn a_seat_stands_for_its_address() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &BEHIND_A_PROXY);
    let mut host = welcomed(server.address, "203.0.113.8").await;
    host.say(&create(1)).await;
    let code = host.until("seated").await["room"].as_str().unwrap().to_owned();
    let mut guest = welcomed(server.address, "2001:db8:1:2::7").await;
    guest.say(&join(&code, 2)).await;
    guest.until("seated").await;
    let answer = told(data.path(), &["ban", &format!("{code}:2")]);
    assert_eq!(answer["ban"]["address"], "2001:db8:1:2::/64");
    is_shut_out(guest).await;
    is_shut_out(from(server.address, "2001:db8:1:2:3::4").await).await;
    welcomed(server.address, "2001:db8:1:3::7").await;
    let room = told(data.path(), &["room", &code]);
    assert_eq!(
        (&room["room"]["chairs"][1]["name"], &room["room"]["chairs"][1]["here"]),
        (&json!("Ravi"), &json!(false))
    );
    assert_eq!(refused(data.path(), &["ban", &format!("{code}:2")]), "nobody_there");
    told(data.path(), &["unban", "2001:db8:1:2:3::4"]);
    welcomed(server.address, "2001:db8:1:2::7").await;
}

/// Where a gateway hides all addresses, a ban of it is a ban of all.
#[tokio::test]
async fn a_gateway_is_not_banned_by_a_slip() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &BEHIND_A_PROXY);
    let mut host = welcomed(server.address, "172.17.0.1").await;
    host.say(&create(1)).await;
    let code = host.until("seated").await["room"].as_str().unwrap().to_owned();
    let whom = format!("{code}:1");
    let second = welcomed(server.address, "172.17.0.1").await;
    assert_eq!(refused(data.path(), &["ban", &whom]), "gateway");
    // With somebody else there it is one address among others.
    welcomed(server.address, "172.17.0.9").await;
    let _other = welcomed(server.address, "172.17.0.9").await;
    assert_eq!(told(data.path(), &["ban", &whom])["closed"], 2);
    is_shut_out(second).await;
}

/// "Bad input": a ban of the proxy's address, of this machine, of everybody.
#[tokio::test]
async fn a_ban_that_hits_everybody_is_refused() {
    let data = tempdir().unwrap();
    let server = Running::start(data.path(), &["--trusted-proxies", "172.18.0.0/16"]);
    for (whom, expected) in [
        ("172.18.0.3", "proxy"),
        ("172.0.0.0/8", "proxy"),
        ("127.0.0.1", "own_address"),
        ("0.0.0.0/0", "own_address"),
        ("::/0", "own_address"),
        ("::1", "own_address"),
        ("everybody", "bad_request"),
        ("22222222:1", "no_such_room"),
    ] {
        assert_eq!(refused(data.path(), &["ban", whom]), expected, "{whom}");
    }
    assert!(bans(data.path()).is_empty());
    // A header that nobody trusts changes nothing: he is who he is.
    told(data.path(), &["ban", "203.0.113.7"]);
    welcomed(server.address, "203.0.113.7").await;
    let client = welcomed(server.address, "203.0.113.8").await;
    told(data.path(), &["ban", "127.0.0.1", "--force"]);
    is_shut_out(client).await;
    assert!(admin(data.path(), &["bans"]).out.contains("for ever"));
}
