//! A session over real sockets on port 0: it comes back after a cut, answers pings, gives up with a sentence.
#![allow(clippy::unwrap_used, reason = "a test stops where something is not as it must be")]

use chowk_cli::{
    address::Address,
    client::{Client, Happening, How, Identity, Intent, Patience, Reason, Settings, Sk},
    socket::{Next, Session},
};
use chowk_protocol::{ClientKind, Hex, patch};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, accept_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

const ROOM: &str = "7Q4KM2XD";

/// One client's socket as the server sees it.
struct Guest(WebSocketStream<TcpStream>);

impl Guest {
    async fn accept(listener: &TcpListener) -> Self {
        let (stream, _) = listener.accept().await.unwrap();
        let config = WebSocketConfig::default().read_buffer_size(4096);
        Self(accept_async_with_config(stream, Some(config)).await.unwrap())
    }

    async fn heard(&mut self) -> Value {
        loop {
            match self.0.next().await.unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Pong(_) => return json!({"t": "a pong of the socket"}),
                Message::Binary(_) | Message::Ping(_) | Message::Close(_) | Message::Frame(_) => {}
            }
        }
    }

    async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn welcome(&mut self, resumed: Option<bool>) -> Value {
        let hello = self.heard().await;
        assert_eq!(hello["t"], "hello");
        let mut welcome = json!({"t": "welcome", "protocol": 1, "server": {"name": "Test", "version": "0"}, "now": 0,
            "seal": "", "limits": {"frame_bytes": 8192, "frames_per_s": 60, "frames_per_s_close": 300,
            "bad_per_10s": 20, "rows_ahead": 64, "queue": 64, "watchers": 100, "name_graphemes": 20,
            "room_idle_s": 600, "match_idle_s": 86400, "ping_s": 25}});
        if let Some(resumed) = resumed {
            welcome["resumed"] = resumed.into();
        }
        self.say(welcome).await;
        hello
    }

    async fn seat(&mut self) {
        self.say(json!({"t": "seated", "room": ROOM, "chair": 0, "gen": 1, "last_n": 0}))
            .await;
    }

    async fn snapshot(&mut self) {
        let view = json!({"code": ROOM, "stage": "gathering", "rules": {}});
        self.say(json!({"t": "snapshot", "room": ROOM, "epoch": "00000000000000e1", "v": 5, "hash": patch::hash(&view), "view": view})).await;
    }
}

async fn server() -> (TcpListener, Address) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string().parse().unwrap();
    (listener, address)
}

fn session(address: Address, tries_max: u32) -> Session {
    let identity = Identity {
        sk: Sk::from_bytes([1; 32]),
        cid: Hex([2; 8]),
    };
    let intent = Intent::Join {
        code: ROOM.parse().unwrap(),
        name: "Asha".into(),
        chair: None,
    };
    let patience = Patience {
        first_ms: 1,
        longest_ms: 2,
        tries_max,
        within_ms: None,
    };
    let settings = Settings {
        patience,
        ..Settings::new(ClientKind::Person, 1)
    };
    Session::new(Client::new(identity, intent, settings), address)
}

/// Runs the session until it tells what is looked for.
async fn until(session: &mut Session, wanted: impl Fn(&Happening) -> bool) -> Happening {
    loop {
        match session.next().await {
            Next::Told(happening) if wanted(&happening) => return happening,
            Next::Told(_) | Next::Frame(_) => {}
            Next::End(reason) => panic!("it ended: {reason}"),
        }
    }
}

#[tokio::test]
async fn a_cut_is_healed_by_a_resume_and_a_ping_is_answered() {
    let (listener, address) = server().await;
    let mut session = session(address, 5);
    let guest = async {
        let mut guest = Guest::accept(&listener).await;
        assert_eq!(guest.welcome(None).await.get("resume"), None);
        assert_eq!(guest.heard().await["t"], "join");
        guest.seat().await;
        guest.snapshot().await;
        guest.0.send(Message::Ping(vec![7].into())).await.unwrap();
        assert_eq!(guest.heard().await["t"], "a pong of the socket");
        // No close frame, no word: the stream is dropped.
        drop(guest);
        let mut guest = Guest::accept(&listener).await;
        let hello = guest.welcome(Some(true)).await;
        assert_eq!(
            (&hello["resume"]["v"], &hello["resume"]["room"]),
            (&json!(5), &json!(ROOM))
        );
        guest.seat().await;
        guest.say(json!({"t": "catch_up", "diffs": []})).await;
        guest
    };
    let player = async {
        until(&mut session, |told| matches!(told, Happening::Dropped { .. })).await;
        until(&mut session, |told| {
            matches!(told, Happening::Changed { how: How::CatchUp, .. })
        })
        .await;
        assert!(session.client().is_fresh());
        assert_eq!(session.client().counts().reconnects, 1);
    };
    let (_guest, ()) = tokio::join!(guest, player);
}

#[tokio::test]
async fn a_cut_of_our_own_loses_a_command_and_sends_it_again() {
    let (listener, address) = server().await;
    let mut session = session(address, 5);
    let guest = async {
        let mut guest = Guest::accept(&listener).await;
        guest.welcome(None).await;
        guest.heard().await;
        guest.seat().await;
        guest.snapshot().await;
        let first = guest.heard().await;
        assert_eq!((&first["t"], &first["n"]), (&json!("again"), &json!(1)));
        let mut guest = Guest::accept(&listener).await;
        guest.welcome(Some(true)).await;
        guest.seat().await;
        guest.say(json!({"t": "catch_up", "diffs": []})).await;
        assert_eq!(guest.heard().await, first);
        guest.say(json!({"t": "ack", "n": 1, "v": 6})).await;
        guest
    };
    let player = async {
        until(&mut session, |told| matches!(told, Happening::Changed { .. })).await;
        session.client_mut().command(chowk_cli::client::Wish::Again).unwrap();
        // The command leaves when the session is polled; then the line is cut, whatever comes.
        tokio::select! {
            biased;
            _ = session.next() => {}
            () = tokio::task::yield_now() => {}
        }
        session.cut();
        let acked = until(&mut session, |told| matches!(told, Happening::Acked { .. })).await;
        assert!(matches!(acked, Happening::Acked { n: 1, resent: true, .. }));
        assert_eq!(session.client().counts().resends, 1);
    };
    let (_guest, ()) = tokio::join!(guest, player);
}

#[tokio::test]
async fn taken_over_ends_and_nobody_there_ends_with_a_sentence() {
    let (listener, address) = server().await;
    let mut first = session(address.clone(), 5);
    let guest = async {
        let mut guest = Guest::accept(&listener).await;
        guest.welcome(None).await;
        guest.heard().await;
        guest
            .say(json!({"t": "bye", "code": 4001, "text": "Your seat is played elsewhere."}))
            .await;
        guest
    };
    let player = async {
        loop {
            if let Next::End(reason) = first.next().await {
                return reason;
            }
        }
    };
    let (_guest, reason) = tokio::join!(guest, player);
    assert_eq!(reason.to_string(), "Your seat is played elsewhere.");
    drop(listener);
    let mut second = session(address, 3);
    let end = loop {
        if let Next::End(reason) = second.next().await {
            break reason;
        }
    };
    assert_eq!(
        end,
        Reason::GaveUp {
            tries: 3,
            seated: false
        }
    );
    assert!(second.trouble().unwrap().contains("nobody answers there"));
}
