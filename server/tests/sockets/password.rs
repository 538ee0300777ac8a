//! A server with a password: nobody comes in without it, and nobody finds it by trying.

use serde_json::{Value, json};

use super::client::{Client, create, get, hello, server};

fn hello_with(password: &str) -> Value {
    let mut hello = hello();
    hello["password"] = json!(password);
    hello
}

/// The refusal of a hello, and the code of the close after it.
async fn refused(address: std::net::SocketAddr, hello: &Value) -> (String, Option<u16>) {
    let mut client = Client::connect(address).await;
    client.say(hello).await;
    let refusal = client.refusal().await;
    let (close, bye) = client.end().await;
    assert!(
        bye["retry_ms"].is_null(),
        "to come again with the same word is of no use: {bye}"
    );
    assert_eq!(bye["why"], refusal.as_str());
    (refusal, close)
}

#[tokio::test]
async fn a_hello_without_the_password_goes_no_further() {
    let server = server(&["--password", "neem tree"]).await;
    let at = server.address();
    assert_eq!(refused(at, &hello()).await, ("password_needed".into(), Some(1008)));
    for word in ["", "neem", "Neem tree", "neem tree "] {
        assert_eq!(
            refused(at, &hello_with(word)).await,
            ("wrong_password".into(), Some(1008)),
            "{word}"
        );
    }
    let mut client = Client::connect(at).await;
    client.say(&hello_with("neem tree")).await;
    assert_eq!(client.hear().await["t"], "welcome");
    client.say(&create(1)).await;
    client.until("seated").await;
    let info = get(at, "/api/v1/info").await;
    assert_eq!(info.json()["password"], true);
    assert!(!info.text().contains("neem"));
}

/// Wrong words count like wrong codes; after a few of them no word is right.
#[tokio::test]
async fn who_tries_words_is_barred() {
    let server = server(&["--password", "neem tree", "--wrong-codes", "3"]).await;
    let at = server.address();
    for n in 0..3 {
        assert_eq!(refused(at, &hello_with("guess")).await.0, "wrong_password", "{n}");
    }
    assert_eq!(refused(at, &hello_with("guess")).await.0, "too_many_tries");
    assert_eq!(
        refused(at, &hello_with("neem tree")).await,
        ("too_many_tries".into(), Some(1008))
    );
    assert_eq!(refused(at, &hello()).await.0, "password_needed", "to ask is no try");
}

#[tokio::test]
async fn the_words_for_everybody_are_told() {
    let url = "https://chowka.example/club";
    let server = server(&["--motd", "Be kind.", "--public-url", "https://chowka.example/club/"]).await;
    let mut client = Client::connect(server.address()).await;
    client.say(&hello()).await;
    assert_eq!(client.hear().await["server"]["motd"], "Be kind.");
    let info = get(server.address(), "/api/v1/info").await.json();
    assert_eq!((&info["motd"], &info["url"]), (&json!("Be kind."), &json!(url)));
}
