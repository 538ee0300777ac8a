//! The routes: public facts, health, and connections that dawdle.

use chowk_server::journal::{Besides, Disk, SealNews, Throws};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::client::{Client, create, get, get_with, server, server_on, soon, write_foreign};

#[tokio::test]
async fn the_facts_of_the_server() {
    let server = server(&["--name", "Under <the> neem"]).await;
    let (_host, code) = Client::host(server.address(), 1).await;
    let info = get(server.address(), "/api/v1/info").await;
    assert!(info.head.contains("access-control-allow-origin: *"));
    let told = info.json();
    assert_eq!(
        (&told["name"], &told["sockets"], &told["bots"]),
        (&json!("Under <the> neem"), &json!(1), &json!(1))
    );
    assert_eq!(
        told["rooms"],
        json!({"awake": 1, "asleep": 0, "failed": 0, "most": 200})
    );
    assert!(!info.text().contains(&code), "a private room's code is its secret");
    assert_eq!(
        get(server.address(), "/api/v1/rooms").await.json(),
        json!({"rooms": []})
    );
    let page = get(server.address(), "/").await;
    assert!(page.text().contains("/js/main.js") && page.text().contains("chowk play"));
    let invitation = get(server.address(), "/r/7q4k-m2xd").await;
    let one_level_up = |page: &str| page.replace("\"./page/", "\"../page/");
    assert_eq!(
        (invitation.status, invitation.text()),
        (200, one_level_up(page.text()).as_str()),
        "one page, which reads its address"
    );
    let (there, nowhere) = (format!("/r/{code}"), "/r/22222222");
    let status = |answer: super::client::Answer| (answer.status, answer.text().len());
    assert_eq!(
        status(get(server.address(), &there).await),
        status(get(server.address(), nowhere).await),
        "an invitation tells nobody which rooms there are"
    );
    assert_eq!(get(server.address(), "/r/ludo%3Cscript%3E").await.status, 404);
    let schema = get(server.address(), "/api/v1/schema").await.json();
    assert_eq!(schema, chowk_protocol::schema::schema());
    assert_eq!(get(server.address(), "/healthz").await.text(), "alive\n");
    assert_eq!(get(server.address(), "/nowhere").await.status, 404);
}

#[tokio::test]
async fn files_of_the_page_are_kept_for_ever_and_never_mixed() {
    let server = server(&[]).await;
    let page = get(server.address(), "/").await;
    assert!(
        page.head.contains("content-security-policy: default-src 'none'"),
        "{}",
        page.head
    );
    assert!(page.head.contains("cache-control: no-cache"), "{}", page.head);
    let (_, rest) = page.text().split_once("\"./page/").unwrap();
    let (content, _) = rest.split_once('/').unwrap();
    let main = format!("/page/{content}/js/main.js");
    let plain = get(server.address(), &main).await;
    assert!(plain.head.contains("max-age=31536000, immutable"), "{}", plain.head);
    let packed = get_with(server.address(), &main, "Accept-Encoding: br, gzip\r\n").await;
    assert!(packed.head.contains("content-encoding: gzip") && packed.body.len() < plain.body.len());
    let again = get_with(server.address(), "/", &format!("If-None-Match: \"{content}\"\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    for other in [
        "/page/0000000000000000/js/main.js",
        &format!("/page/{content}/js/nothing.js"),
        &format!("/page/{content}/../Cargo.toml"),
        &format!("/page/{content}/index.html"),
    ] {
        assert_eq!(get(server.address(), other).await.status, 404, "{other}");
    }
}

#[tokio::test]
async fn presets_are_found_by_regional_names() {
    let server = server(&[]).await;
    let all = get(server.address(), "/api/v1/presets").await.json();
    let known = chowk_rules::chowka::presets();
    let all = all["presets"].as_array().unwrap();
    assert_eq!(all.len(), known.len() + 1, "and four stones");
    assert_eq!(all.iter().filter(|preset| preset["name"] == "four-stones").count(), 1);
    let name = known[0].names[0];
    let query: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let found = get(server.address(), &format!("/api/v1/presets?q={query}"))
        .await
        .json();
    assert!(
        found["presets"]
            .as_array()
            .unwrap()
            .iter()
            .any(|preset| preset["name"] == known[0].name)
    );
}

#[tokio::test]
async fn listed_rooms_are_listed_while_they_last() {
    let server = server(&[]).await;
    let mut host = Client::greeted(server.address()).await;
    let mut listed = create(1);
    listed["listed"] = json!(true);
    host.say(&listed).await;
    let code = host.until("seated").await["room"].clone();
    let rooms = get(server.address(), "/api/v1/rooms").await.json();
    assert_eq!(
        (&rooms["rooms"][0]["code"], &rooms["rooms"][0]["free"]),
        (&code, &json!(1))
    );
    assert!(!rooms.to_string().contains("Asha"), "names are not in the list");
}

/// The log of seals is sent whole, however long, and from a number on.
#[tokio::test]
async fn the_log_of_seals_is_sent_in_pages() {
    let disk = Disk::new();
    let seals = (0..700).map(|at| {
        Besides::Seal(SealNews::Sealed {
            server_commit: [1; 32],
            at,
        })
    });
    write_foreign(&disk, "x", seals);
    let server = server_on(&disk, &[]).await;
    let log = get(server.address(), "/fair/log.ndjson").await;
    assert_eq!((log.status, log.text().lines().count()), (200, 700));
    let last = log.text().lines().last().unwrap().to_owned();
    let hash = chowk_record::seals::line_hash(&last).to_string();
    assert_eq!(
        get(server.address(), "/api/v1/info").await.json()["seal"],
        hash.as_str()
    );
    let tail = get(server.address(), "/fair/log.ndjson?from=700").await;
    assert_eq!(tail.text(), format!("{last}\n"));
    assert_eq!(get(server.address(), "/fair/log.ndjson?from=701").await.text(), "");
}

#[tokio::test]
async fn records_are_files() {
    use chowk_protocol::Hex;
    let disk = Disk::new();
    let gzip = chowk_server::journal::gzip(b"{\"kind\":\"header\"}\n");
    let record = Besides::Record {
        match_id: Hex([0xab; 16]),
        gzip,
        throws: Throws::default(),
    };
    write_foreign(&disk, "x", [record]);
    // A record without a seal has no age of its own; no match ends so.
    let server = server_on(&disk, &["--records-for", "36500d"]).await;
    let path = format!("/api/v1/records/{}", "ab".repeat(16));
    let plain = get(server.address(), &path).await;
    assert_eq!((plain.status, plain.text()), (200, "{\"kind\":\"header\"}\n"));
    assert!(
        plain
            .head
            .contains(&format!("filename=\"{}.chowk.ndjson\"", "ab".repeat(16))),
        "{}",
        plain.head
    );
    assert_eq!(
        get(server.address(), &format!("{path}.chowk.ndjson")).await.body,
        plain.body
    );
    let packed = get_with(server.address(), &path, "Accept-Encoding: br, gzip\r\n").await;
    assert!(packed.head.contains("content-encoding: gzip"));
    assert_eq!(chowk_server::journal::gunzip(&packed.body).unwrap(), plain.body);
    for missing in ["cd".repeat(16), "rubbish".into(), "../lock".into(), "AB".repeat(16)] {
        assert_eq!(
            get(server.address(), &format!("/api/v1/records/{missing}"))
                .await
                .status,
            404,
            "{missing}"
        );
    }
}

/// Records are kept for a stated time; what is older is dropped at the start, and then from time to time.
#[tokio::test]
async fn old_records_are_dropped() {
    let disk = Disk::new();
    let match_id = chowk_protocol::Hex([0xab; 16]);
    let record = Besides::Record {
        match_id,
        gzip: chowk_server::journal::gzip(b"old"),
        throws: Throws::default(),
    };
    let seal = Besides::Seal(SealNews::Sealed {
        server_commit: [1; 32],
        at: 1_000,
    });
    write_foreign(&disk, "x", [seal, record]);
    let server = server_on(&disk, &["--records-for", "30d"]).await;
    let path = format!("/api/v1/records/{match_id}");
    soon(async { while get(server.address(), &path).await.status != 404 {} }).await;
}

/// Case H4 and slow clients: a request that never ends is given up, and a head that is too long is refused.
#[tokio::test]
async fn a_request_that_dawdles_is_given_up_case_h4() {
    let server = server(&["--hello", "200ms"]).await;
    for head in ["", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "] {
        let mut slow = TcpStream::connect(server.address()).await.unwrap();
        slow.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // Closed, or reset: it is given up.
        let _ = soon(slow.read_to_end(&mut answer)).await;
    }
    let mut long = TcpStream::connect(server.address()).await.unwrap();
    let head = format!("GET / HTTP/1.1\r\nHost: x\r\nX-Long: {}\r\n\r\n", "x".repeat(100_000));
    let _ = long.write_all(head.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = soon(long.read_to_end(&mut answer)).await;
    assert!(
        answer.is_empty() || answer.starts_with(b"HTTP/1.1 431"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
}

/// Case H17: compression contexts eat memory, so none is agreed on.
#[tokio::test]
async fn no_compression_is_agreed_on_case_h17() {
    let server = server(&[]).await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
        Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(soon(stream.read_u8()).await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    assert!(
        head.starts_with("http/1.1 101") && !head.contains("extensions"),
        "{head}"
    );
}

#[tokio::test]
async fn requests_are_paced_by_address_and_health_is_not() {
    let server = server(&["--requests", "1"]).await;
    let mut refused = None;
    for _ in 0..10 {
        let answer = get(server.address(), "/api/v1/presets").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    assert!(refused.unwrap().head.contains("retry-after: "));
    for _ in 0..10 {
        assert_eq!(get(server.address(), "/readyz").await.status, 200);
    }
}
