//! The client core against a scripted server: tables of messages, and what the client says and tells.

use chowk_protocol::{ChairNo, ClientKind, ClientMsg, CloseCode, Hex, RefusalCode, patch};
use chowk_record::fair::{self, Digest, FairFate, Fate as _, Seed};
use serde_json::{Value, json};

use super::*;

mod doors;
mod fairness;
mod numbers;
mod views;

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
        bench.connect();
        bench.hear(&Script::welcome(None, None));
        bench.hear(&Script::seated(0));
        let snapshot = bench.server.snapshot(json!([]));
        bench.hear(&snapshot);
        bench
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

/// A sealed match of the two chairs, played by hand: a server that really draws from its seed.
pub(crate) struct Dealer {
    seed: Seed,
    other: fair::Chain,
    reveals: Vec<Option<Digest>>,
    rules_hash: Digest,
    next_t: u64,
    pub(crate) order: Vec<ChairNo>,
}

impl Dealer {
    pub(crate) fn new(server: &Script) -> Self {
        let seed = Seed::from_bytes(std::array::from_fn(|at| at as u8));
        let start = fair::chain_start(&[0xa1; 32], MATCH);
        Self {
            seed,
            other: fair::Chain::new(start, 4),
            reveals: Vec::new(),
            rules_hash: server.view["rules_hash"].as_str().unwrap().parse().unwrap(),
            next_t: 0,
            order: Vec::new(),
        }
    }

    fn commit(&self) -> String {
        fair::server_commit(MATCH, &self.seed).to_string()
    }

    fn key(&self) -> fair::Key {
        fair::key(&self.seed, MATCH, &self.rules_hash, &self.reveals)
    }

    /// From gathering to the first throw; the client says ready and reveals on its own account.
    pub(crate) fn begin(&mut self, bench: &mut Bench) {
        self.begin_and_tell(bench, &mut |_, _, _| {});
    }

    /// The same; `show` gets all that the client says and tells, when it does, and what a player typed for it.
    pub(crate) fn begin_and_tell(&mut self, bench: &mut Bench, show: &mut dyn FnMut(&mut Bench, &Said, &str)) {
        let commit = self.commit();
        let sealed = json!([
            {"e": "joined", "chair": 1, "name": "Ravi", "kind": "person"},
            {"e": "sealed", "match": MATCH, "server_commit": commit},
        ]);
        let said = bench.change(sealed, |view| {
            view["stage"] = "readying".into();
            view["match"] = MATCH.into();
            view["server_commit"] = commit.clone().into();
            view["chairs"]["1"]["kind"] = "person".into();
            view["chairs"]["1"]["name"] = "Ravi".into();
        });
        show(bench, &said, "");
        let said = bench.wish(Wish::Ready);
        let ready = said.sent[0].clone();
        show(bench, &said, "ready");
        let (mine, theirs) = (ready["tip"].clone(), Value::from(self.other.tip().to_string()));
        let n = ready["n"].as_u64().unwrap();
        let said = bench.change(json!([{"e": "ready", "chair": 0}]), |view| {
            view["chairs"]["0"]["ready"] = true.into();
            view["chairs"]["0"]["tip"] = mine.clone();
        });
        show(bench, &said, "");
        let said = bench.hear(&Script::ack(n, bench.server.v));
        show(bench, &said, "");
        let locked = json!([{"e": "ready", "chair": 1}, {"e": "locked", "tips": {"0": mine, "1": theirs}}]);
        let said = bench.change(locked, |view| {
            view["stage"] = "revealing".into();
            view["reveal_by"] = 10_000.into();
            view["chairs"]["1"]["ready"] = true.into();
            view["chairs"]["1"]["tip"] = theirs.clone();
        });
        let reveal = said.sent.first().expect("the client reveals by itself").clone();
        assert_eq!(reveal["t"], "reveal");
        show(bench, &said, "");
        let (mine, theirs) = (reveal["link"].clone(), self.other.reveal());
        let said = bench.change(json!([{"e": "revealed", "chair": 0, "link": mine}]), |view| {
            view["chairs"]["0"]["link"] = mine.clone();
            view["chairs"]["0"]["links_left"] = 3.into();
        });
        show(bench, &said, "");
        bench.hear(&Script::ack(reveal["n"].as_u64().unwrap(), bench.server.v));
        self.reveals = vec![Some(mine.as_str().unwrap().parse().unwrap()), Some(theirs)];
        let (places, next) = fair::lots(&self.key(), 2);
        self.next_t = next;
        self.order = places.iter().map(|place| *place as ChairNo).collect();
        let (south, north) = (self.order[0], self.order[1]);
        let lots = json!([
            {"e": "revealed", "chair": 1, "link": theirs},
            {"e": "lots", "t": 0, "sides": {"S": south, "N": north}},
        ]);
        let asked = bench.server.v + 1;
        let said = bench.change(lots, |view| {
            view["stage"] = "playing".into();
            view.as_object_mut().unwrap().remove("reveal_by");
            view["chairs"]["1"]["link"] = theirs.to_string().into();
            view["chairs"]["1"]["links_left"] = 3.into();
            for (side, chair) in [("S", south), ("N", north)] {
                view["chairs"][chair.to_string()]["side"] = side.into();
                view["sides"][side] = json!({"chair": chair, "pawns": {"0": 1, "1": 1, "2": 1, "3": 1},
                    "right": false, "rank": 0, "left": false});
            }
            view["turn"] =
                json!({"side": "S", "phase": "throw", "asked": asked, "deadline": 20_000, "owed": 0, "t": next});
        });
        show(bench, &said, "");
    }

    /// The letter of a chair's side.
    pub(crate) fn side(&self, chair: ChairNo) -> &'static str {
        if self.order[0] == chair { "S" } else { "N" }
    }

    /// The next throw by this chair as the seed gives it; `link` as it was sent.
    pub(crate) fn throw(&mut self, bench: &mut Bench, chair: ChairNo, link: Option<&str>, by: &str) -> Said {
        let link: Option<Digest> = link.map(|link| link.parse().unwrap());
        let drawn = FairFate::new(&self.key(), self.next_t, link).cast(4, 128);
        let shells: Vec<u8> = drawn.value.faces().collect();
        let value = if drawn.value.mouths_up() == 0 {
            8
        } else {
            drawn.value.mouths_up()
        };
        self.tell_throw(bench, chair, link, by, &shells, value)
    }

    /// Tells a throw, whether or not the seed gives it; the turn goes to the other side.
    pub(crate) fn tell_throw(
        &mut self,
        bench: &mut Bench,
        chair: ChairNo,
        link: Option<Digest>,
        by: &str,
        shells: &[u8],
        value: u8,
    ) -> Said {
        let (t, side) = (self.next_t, self.side(chair));
        self.next_t += 1;
        let mut thrown = json!({"e": "thrown", "side": side, "t": t, "by": by, "shells": shells, "value": value});
        if let Some(link) = link {
            thrown["link"] = link.to_string().into();
        }
        let (next, asked) = (self.next_t, bench.server.v + 1);
        let other = if side == "S" { "N" } else { "S" };
        let passed = json!({"e": "passed", "side": side, "value": value, "why": "no_move"});
        bench.change(json!([thrown, passed]), |view| {
            if let Some(link) = link {
                let chair = &mut view["chairs"][chair.to_string()];
                chair["link"] = link.to_string().into();
                chair["links_left"] = (chair["links_left"].as_u64().unwrap() - 1).into();
            }
            view["turn"] =
                json!({"side": other, "phase": "throw", "asked": asked, "deadline": 20_000, "owed": 0, "t": next});
        })
    }

    /// The other seat's next link, if it has one, which must follow `last`.
    pub(crate) fn other_link(&mut self, last: &str) -> Option<String> {
        self.other.after(&last.parse().unwrap()).map(|link| link.to_string())
    }

    /// The end, with the seed opened.
    pub(crate) fn end(&self, bench: &mut Bench) -> Said {
        self.end_with(bench, &self.seed.open().to_string())
    }

    pub(crate) fn end_with(&self, bench: &mut Bench, seed: &str) -> Said {
        let ended = json!([{"e": "ended", "ranks": [["S"], ["N"]], "why": "finished", "server_seed": seed}]);
        bench.change(ended, |view| {
            view["stage"] = "ended".into();
            view.as_object_mut().unwrap().remove("turn");
            view["result"] = json!({"ranks": [["S"], ["N"]], "why": "finished", "server_seed": seed,
                "record": format!("/api/v1/records/{MATCH}")});
        })
    }
}
