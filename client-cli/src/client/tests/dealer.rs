//! A sealed match played by hand, with throws that really follow from its seed.

use super::*;

/// A sealed match of the two chairs, played by hand: a server that really draws from its seed.
pub(crate) struct Dealer {
    pub(super) seed: Seed,
    other: fair::Chain,
    reveals: Vec<Option<Digest>>,
    rules_hash: Digest,
    pub(super) next_t: u64,
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

    pub(super) fn commit(&self) -> String {
        fair::server_commit(MATCH, &self.seed).to_string()
    }

    pub(super) fn key(&self) -> fair::Key {
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
