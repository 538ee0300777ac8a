//! The client core against a scripted server: tables of messages, and what the client says and tells.

use chowk_protocol::{ChairNo, ClientKind, ClientMsg, CloseCode, Hex, RefusalCode, patch};
use chowk_record::fair::{self, Digest, FairFate, Fate as _, Seed};
use serde_json::{Value, json};

use super::*;

mod court;
mod dealer;
mod doors;
mod fairness;
mod manners;
mod matches;
mod numbers;
mod views;

pub(crate) use dealer::Dealer;

const ROOM: &str = "7Q4KM2XD";
const MATCH: &str = "000102030405060708090a0b0c0d0e0f";
const EPOCH: &str = "00000000000000e1";

/// A server that says what the test wants, and keeps the view that it has told.
pub(crate) struct Script {
    pub(crate) view: Value,
    pub(crate) v: u64,
    epoch: String,
}

/// A client, what it has sent and what it has told.
pub(crate) struct Bench {
    pub(crate) client: Client,
    pub(crate) server: Script,
    pub(crate) now: u64,
}

/// All that a client put out at once.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Said {
    pub(crate) sent: Vec<Value>,
    pub(crate) told: Vec<Happening>,
    pub(crate) waits: Vec<u64>,
    pub(crate) hung_up: bool,
    pub(crate) end: Option<Reason>,
}

impl Said {
    /// The names of the frames that were sent.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.sent.iter().map(|frame| frame["t"].as_str().unwrap()).collect()
    }

    /// The codes of what was told as refused.
    fn refused(&self) -> Vec<&str> {
        let mut codes = Vec::new();
        for happening in &self.told {
            if let Happening::Refused { code, .. } = happening {
                codes.push(code.as_str());
            }
        }
        codes
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.told.iter().find_map(|told| {
            if let Happening::Checked(verdict) = told {
                Some(&**verdict)
            } else {
                None
            }
        })
    }
}

impl Script {
    fn new() -> Self {
        let rules = json!({"board": 5, "pawns": 4, "shells": 4, "mouth_up_256": 128, "none_up": 8, "grace": [4, 8],
            "gate": "hit", "entry": "on_home", "safe": "homes", "throws": "one_by_one"});
        let rules_hash = fair::rules_hash(&patch::canonical(&rules)).to_string();
        let view = json!({
            "game": "chowka", "code": ROOM, "stage": "gathering", "host": 0, "clock": "casual", "listed": false,
            "watch": true, "preset": "pagdi", "rules": rules, "rules_hash": rules_hash, "not_started": 0,
            "chairs": {
                "0": {"kind": "person", "name": "Asha", "gen": 1, "away": false, "ready": false, "by_clock": 0},
                "1": {"kind": "empty", "away": false, "ready": false, "by_clock": 0},
            },
        });
        Self {
            view,
            v: 1,
            epoch: EPOCH.into(),
        }
    }

    pub(crate) fn welcome(resumed: Option<bool>, reason: Option<&str>) -> String {
        let mut welcome = json!({"t": "welcome", "protocol": 1, "server": {"name": "Test", "version": "0"}, "now": 0,
            "seal": "", "limits": {"frame_bytes": 8192, "frames_per_s": 60, "frames_per_s_close": 300,
            "bad_per_10s": 20, "rows_ahead": 64, "queue": 64, "watchers": 100, "name_graphemes": 20,
            "room_idle_s": 600, "match_idle_s": 86400, "ping_s": 25}});
        if let Some(resumed) = resumed {
            welcome["resumed"] = resumed.into();
        }
        if let Some(reason) = reason {
            welcome["reason"] = reason.into();
        }
        welcome.to_string()
    }

    pub(crate) fn seated(last_n: u64) -> String {
        json!({"t": "seated", "room": ROOM, "chair": 0, "gen": 1, "last_n": last_n}).to_string()
    }

    pub(crate) fn snapshot(&self, news: Value) -> String {
        json!({"t": "snapshot", "room": ROOM, "epoch": self.epoch, "v": self.v, "hash": patch::hash(&self.view),
            "view": self.view, "news": news})
        .to_string()
    }

    pub(crate) fn ack(n: u64, v: u64) -> String {
        json!({"t": "ack", "n": n, "v": v}).to_string()
    }

    pub(crate) fn refused(n: Option<u64>, code: RefusalCode, retry_ms: Option<u64>) -> String {
        let mut refusal = chowk_protocol::Refusal::new(code).to(n);
        refusal.retry_ms = retry_ms;
        chowk_protocol::ServerMsg::Refused(refusal).encode()
    }

    /// One diff: the view after `change`, and its events.
    pub(crate) fn diff(&mut self, events: Value, change: impl FnOnce(&mut Value)) -> String {
        let mut diff = self.bare_diff(events, change);
        diff["t"] = "diff".into();
        diff.to_string()
    }

    /// A diff as it stands in a catch-up.
    pub(crate) fn bare_diff(&mut self, events: Value, change: impl FnOnce(&mut Value)) -> Value {
        let old = self.view.clone();
        change(&mut self.view);
        self.v += 1;
        json!({"from": self.v - 1, "v": self.v, "hash": patch::hash(&self.view),
            "patch": patch::diff(&old, &self.view), "events": events})
    }
}

impl Bench {
    /// A client that came to create a room, not connected yet.
    pub(crate) fn new() -> Self {
        let room = NewRoom {
            name: "Asha".into(),
            game: chowk_protocol::GameKind::Chowka,
            preset: Some("pagdi".into()),
            rules: None,
            chairs: 2,
            clock: None,
            listed: false,
            watch: true,
            best_of: None,
            fill: false,
            step: None,
            still: false,
        };
        Self::with(Intent::Create(room))
    }

    fn with(intent: Intent) -> Self {
        let identity = Identity {
            sk: Sk::from_bytes([0xa0; 32]),
            cid: Hex([7; 8]),
        };
        let settings = Settings {
            links: 4,
            ..Settings::new(ClientKind::Person, 1)
        };
        Self {
            client: Client::new(identity, intent, settings),
            server: Script::new(),
            now: 1_000,
        }
    }

    /// The same, seated at a table with a fresh view.
    pub(crate) fn seated() -> Self {
        let mut bench = Self::new();
        bench.sit_down();
        bench
    }

    /// From the first greeting to a fresh view: what was told on the way.
    pub(crate) fn sit_down(&mut self) -> Said {
        let mut all = self.connect();
        let snapshot = self.server.snapshot(json!([]));
        for text in [Script::welcome(None, None), Script::seated(0), snapshot] {
            let said = self.hear(&text);
            all.sent.extend(said.sent);
            all.told.extend(said.told);
        }
        all
    }

    pub(crate) fn connect(&mut self) -> Said {
        self.client.connected(self.now);
        self.said()
    }

    pub(crate) fn hear(&mut self, text: &str) -> Said {
        self.now += 1;
        self.client.received(text, self.now);
        self.said()
    }

    pub(crate) fn cut(&mut self) -> Said {
        self.now += 1;
        self.client.disconnected(self.now, None);
        self.said()
    }

    fn wait(&mut self, ms: u64) -> Said {
        self.now += ms;
        self.client.tick(self.now);
        self.said()
    }

    pub(crate) fn wish(&mut self, wish: Wish) -> Said {
        self.client.command(wish).unwrap();
        self.said()
    }

    /// A diff that the server makes and the client hears.
    pub(crate) fn change(&mut self, events: Value, change: impl FnOnce(&mut Value)) -> Said {
        let text = self.server.diff(events, change);
        self.hear(&text)
    }

    /// Cut and back in, with `missed` heard as a catch-up.
    fn come_back(&mut self, last_n: u64, missed: Value) -> Said {
        self.cut();
        self.connect();
        self.hear(&Script::welcome(Some(true), None));
        self.hear(&Script::seated(last_n));
        self.hear(&json!({"t": "catch_up", "diffs": missed}).to_string())
    }

    pub(crate) fn said(&mut self) -> Said {
        let mut said = Said::default();
        while let Some(output) = self.client.poll() {
            match output {
                Output::Send(text) => {
                    if ClientMsg::decode(&text).is_err() {
                        assert!(text.contains("\"custom\""), "the server would not understand {text}");
                    }
                    said.sent.push(serde_json::from_str(&text).unwrap());
                }
                Output::Told(happening) => said.told.push(happening),
                Output::HangUp => said.hung_up = true,
                Output::Reconnect { after_ms } => said.waits.push(after_ms),
                Output::End(reason) => said.end = Some(reason),
            }
        }
        said
    }
}
