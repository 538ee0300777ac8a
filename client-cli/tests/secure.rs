//! A server behind TLS: reached by people who trust its certificate, told apart from one that is not who it says.
#![allow(clippy::unwrap_used, reason = "a test stops where something is not as it must be")]

use std::{path::Path, process::Stdio, sync::Arc};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    process::Command,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
    server::TlsStream,
};
use tokio_tungstenite::{
    accept_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// A listener that speaks TLS as `localhost`, and the file of the certificate to trust.
async fn house(folder: &Path) -> (TcpListener, TlsAcceptor, String) {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let file = folder.join("trust.pem");
    std::fs::write(&file, made.cert.pem()).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    (
        listener,
        TlsAcceptor::from(Arc::new(config)),
        file.display().to_string(),
    )
}

async fn guest(listener: &TcpListener, tls: &TlsAcceptor) -> std::io::Result<TlsStream<TcpStream>> {
    let (stream, _) = listener.accept().await.unwrap();
    tls.accept(stream).await
}

fn chowk(args: &[&str], trust: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chowk"));
    command
        .args(args)
        .env("SSL_CERT_FILE", trust)
        .stdin(Stdio::piped())
        .kill_on_drop(true);
    command
}

#[tokio::test]
async fn the_list_comes_through_tls() {
    let folder = tempfile::tempdir().unwrap();
    let (listener, tls, trust) = house(folder.path()).await;
    let server = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let answer = async {
        let mut guest = guest(&listener, &tls).await.unwrap();
        let mut asked = vec![0; 4096];
        let read = guest.read(&mut asked).await.unwrap();
        let asked = String::from_utf8_lossy(&asked[..read]).into_owned();
        let body =
            json!({"rooms": [{"code": "7Q4KM2XD", "preset": "pagdi", "chairs": 2, "free": 1, "stage": "gathering"}]});
        let body = body.to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        guest.write_all((head + &body).as_bytes()).await.unwrap();
        guest.shutdown().await.unwrap();
        asked
    };
    let args = ["rooms", "--once", "--server", &server];
    let mut command = chowk(&args, &trust);
    let (asked, output) = tokio::join!(answer, command.output());
    let output = output.unwrap();
    assert!(asked.starts_with("GET /api/v1/rooms "), "{asked}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && told.contains("7Q4K-M2XD"), "{told}");
    assert!(told.contains(&format!("chowk join {server}/r/CODE")), "{told}");
}

#[tokio::test]
async fn a_link_leads_through_tls_to_the_socket() {
    let folder = tempfile::tempdir().unwrap();
    let (listener, tls, trust) = house(folder.path()).await;
    let link = format!(
        "https://localhost:{}/r/7Q4K-M2XD",
        listener.local_addr().unwrap().port()
    );
    let door = async {
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let guest = guest(&listener, &tls).await.unwrap();
        let mut socket = accept_async_with_config(guest, Some(config)).await.unwrap();
        let hello = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let bye = json!({"t": "bye", "code": 4002, "text": "This room has ended."});
        socket.send(Message::text(bye.to_string())).await.unwrap();
        serde_json::from_str::<Value>(&hello).unwrap()
    };
    let mut watcher = chowk(&["watch", &link], &trust).stdout(Stdio::piped()).spawn().unwrap();
    // Whose standard input ends wants to go.
    let _typing = watcher.stdin.take();
    let (hello, output) = tokio::join!(door, watcher.wait_with_output());
    assert_eq!(hello["t"], "hello");
    let told = String::from_utf8(output.unwrap().stdout).unwrap();
    assert_eq!(told, "This room has ended.\n");
}

#[tokio::test]
async fn whoever_is_not_who_was_asked_for_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let (listener, tls, trust) = house(folder.path()).await;
    let port = listener.local_addr().unwrap().port();
    let other = folder.path().join("other.pem");
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    std::fs::write(&other, made.cert.pem()).unwrap();
    let other = other.display().to_string();
    for (host, trust) in [("localhost", other.as_str()), ("127.0.0.1", trust.as_str())] {
        let server = format!("https://{host}:{port}");
        let args = ["rooms", "--once", "--server", &server];
        let mut command = chowk(&args, trust);
        let (guest, output) = tokio::join!(guest(&listener, &tls), command.output());
        let told = String::from_utf8(output.unwrap().stderr).unwrap();
        assert!(guest.is_err(), "nothing was asked of {server}");
        assert!(told.contains("as far as TLS can tell"), "{server}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}
