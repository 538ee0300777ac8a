//! A player that plays a match to its end by what the server tells it, and checks each hash on the way.

use std::net::SocketAddr;

use chowk_protocol::{ClientMsg, Hex, patch};
use chowk_record::fair::{Chain, Digest, chain_start};
use chowk_server::journal::Disk;
use serde_json::{Value, json};

use super::client::{Client, get, server_on, token};

const LINKS: u32 = 8;

/// A seat, its view and its chain.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) view: Value,
    pub(crate) v: u64,
    pub(crate) epoch: Value,
    secret: [u8; 32],
    chair: u64,
    n: u64,
    chain: Option<(String, Chain)>,
    /// Whether the command that was sent last waits for its answer.
    is_waiting: bool,
    pub(crate) throws: u64,
}

impl Player {
    /// A player on a socket that is being seated.
    pub(crate) fn new(client: Client, secret: [u8; 32]) -> Self {
        Self {
            client,
            view: Value::Null,
            v: 0,
            epoch: Value::Null,
            secret,
            chair: 0,
            n: 0,
            chain: None,
            is_waiting: false,
            throws: 0,
        }
    }

    /// Opens a room and sits down.
    pub(crate) async fn host(address: SocketAddr, n: u8, changes: Value) -> Self {
        let mut message = super::client::create(n);
        message
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        let mut client = Client::greeted(address).await;
        client.say(&message).await;
        let mut player = Self::new(client, [n; 32]);
        player.settle().await;
        player
    }

    /// Sits down in a room.
    pub(crate) async fn guest(address: SocketAddr, code: &str, n: u8) -> Self {
        let mut client = Client::greeted(address).await;
        client.say(&super::client::join(code, n)).await;
        let mut player = Self::new(client, [n; 32]);
        player.settle().await;
        player
    }

    pub(crate) fn code(&self) -> String {
        self.view["code"].as_str().unwrap().to_owned()
    }

    /// Reads until there is a view.
    async fn settle(&mut self) {
        while self.view.is_null() {
            self.hear().await;
        }
    }

    /// Hears one frame, and does what it asks of this seat.
    pub(crate) async fn step(&mut self) {
        self.hear().await;
        self.act().await;
    }

    /// Plays until the match has ended; the last view.
    pub(crate) async fn play(&mut self) -> Value {
        self.act().await;
        while self.view["stage"] != "ended" {
            self.step().await;
        }
        self.view.clone()
    }

    /// Says a command and waits until it is acknowledged.
    pub(crate) async fn command(&mut self, mut message: Value) {
        let n = self.n + 1;
        message["n"] = n.into();
        self.client.say(&message).await;
        while self.n < n {
            self.hear().await;
        }
    }

    async fn hear(&mut self) {
        let message = self.client.hear().await;
        self.take(&message);
    }

    /// Keeps what a frame tells.
    pub(crate) fn take(&mut self, message: &Value) {
        match message["t"].as_str().unwrap() {
            "seated" => {
                self.chair = message["chair"].as_u64().unwrap();
                self.n = message["last_n"].as_u64().unwrap();
                self.is_waiting = false;
            }
            "snapshot" => {
                self.view = message["view"].clone();
                self.v = message["v"].as_u64().unwrap();
                self.epoch = message["epoch"].clone();
                assert_eq!(json!(patch::hash(&self.view)), message["hash"]);
            }
            "diff" => self.apply(message),
            "catch_up" => message["diffs"]
                .as_array()
                .unwrap()
                .iter()
                .for_each(|diff| self.apply(diff)),
            "ack" if message["n"] == self.n + 1 => {
                self.n += 1;
                self.is_waiting = false;
                self.throws += u64::from(message["answer"]["value"].is_u64());
            }
            "refused" => {
                let code = message["code"].as_str().unwrap();
                assert!(
                    ["already_played", "answered", "paused", "busy"].contains(&code),
                    "{message}"
                );
                self.is_waiting = false;
            }
            _ => {}
        }
    }

    fn apply(&mut self, diff: &Value) {
        assert_eq!(diff["from"], self.v, "versions without holes");
        self.v = diff["v"].as_u64().unwrap();
        patch::apply(&diff["patch"], &mut self.view);
        assert_eq!(json!(patch::hash(&self.view)), diff["hash"]);
    }

    /// Does what is asked of this seat, unless it waits for an answer.
    pub(crate) async fn act(&mut self) {
        if self.is_waiting {
            return;
        }
        if let Some(message) = self.wish() {
            self.is_waiting = true;
            self.client.say_message(&message).await;
        }
    }

    /// What to do now.
    fn wish(&mut self) -> Option<ClientMsg> {
        let (n, own) = (self.n + 1, &self.view["chairs"][self.chair.to_string()]);
        match self.view["stage"].as_str()? {
            "readying" if own["ready"] == false => {
                let match_id = self.view["match"].as_str()?.to_owned();
                let chain = Chain::new(chain_start(&self.secret, &match_id), LINKS);
                let tip = Hex(*chain.tip().as_bytes());
                self.chain = Some((match_id, chain));
                Some(ClientMsg::Ready { n, tip, links: LINKS })
            }
            "revealing" if own["link"].is_null() => {
                let link = Hex(*self.chain.as_ref()?.1.reveal().as_bytes());
                Some(ClientMsg::Reveal { n, link })
            }
            "playing" if self.view["turn"]["side"] == own["side"] => {
                let v = self.view["turn"]["asked"].as_u64()?;
                if self.view["turn"]["phase"] == "throw" {
                    let link = self.next_link();
                    return Some(ClientMsg::Throw { n, v, link });
                }
                let moves = self.view["turn"]["moves"].as_object()?;
                let (pawn, by) = moves.iter().next_back()?;
                let value = by.as_object()?.keys().next_back()?.parse().ok()?;
                Some(ClientMsg::Move {
                    n,
                    v,
                    pawn: pawn.parse().ok()?,
                    value,
                })
            }
            _ => None,
        }
    }

    fn next_link(&mut self) -> Option<Hex<32>> {
        let own = &self.view["chairs"][self.chair.to_string()];
        if own["links_left"] == 0 {
            return None;
        }
        let shown: Digest = own["link"].as_str()?.parse().ok()?;
        let match_id = self.view["match"].as_str()?;
        if self.chain.as_ref().is_none_or(|(of, _)| of != match_id) {
            self.chain = Some((
                match_id.to_owned(),
                Chain::new(chain_start(&self.secret, match_id), LINKS),
            ));
        }
        let link = self.chain.as_mut()?.1.after(&shown)?;
        Some(Hex(*link.as_bytes()))
    }
}

/// Flags that let a match of two bots run as fast as it can.
pub(crate) const QUICK: [&str; 2] = ["--max-per-addr", "100"];

/// Two seats play whole matches; afterwards a stranger finds the records and the log, and verifies them.
#[tokio::test]
async fn a_whole_match_over_sockets_verifies() {
    let server = server_on(&Disk::new(), &QUICK).await;
    let address = server.address();
    let mut host = Player::host(address, 1, json!({})).await;
    let mut guest = Player::guest(address, &host.code(), 2).await;
    let (mut watcher, code) = (Client::greeted(address).await, host.code());
    watcher.say(&super::client::watch(&code)).await;
    watcher.until("snapshot").await;
    let (view, other) = tokio::join!(host.play(), guest.play());
    assert_eq!(patch::hash(&view), patch::hash(&other));
    assert!(host.throws > 0 && guest.throws > 0);
    let record = get(address, view["result"]["record"].as_str().unwrap()).await;
    let log = get(address, "/fair/log.ndjson").await;
    assert_eq!((record.status, log.status), (200, 200));
    let report = chowk_record::verify::verify(record.text(), Some(log.text()));
    assert!(report.holds(), "{report:?}");
    assert!(!record.text().contains(&token(1)) && !log.text().contains(&code));
}

/// House bots that nobody waits for play as fast as the disk takes it: a reader that reads is never too slow for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_in_a_hurry_loses_no_reader() {
    let server = server_on(&Disk::new(), &QUICK).await;
    let mut host = Player::host(server.address(), 1, json!({"chairs": 4})).await;
    for chair in 1..4 {
        let n = host.n + 1;
        host.client
            .say(&json!({"t": "add_bot", "n": n, "chair": chair, "brain": "random"}))
            .await;
        while host.n < n {
            host.hear().await;
        }
    }
    host.act().await;
    while host.view["stage"] != "playing" {
        host.step().await;
    }
    while host.is_waiting {
        host.hear().await;
    }
    let rows = host.v;
    let n = host.n + 1;
    host.client.say(&json!({"t": "resign", "n": n})).await;
    while host.view["stage"] != "ended" {
        host.hear().await;
    }
    assert!(host.v - rows > 100, "it was a burst of {}", host.v - rows);
}
