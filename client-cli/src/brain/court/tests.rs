//! Five players at the ends of wires, against the rules themselves as a server.

use std::collections::BTreeMap;

use chowk_bots::arena::Luck;
use chowk_protocol::{BoxName, ClientKind, ClientMsg, CourtView, StepView, patch};
use chowk_rules::stones::{Answer, Corner, Lots, Phase, Set};
use serde_json::{Value, json};

use super::*;
use crate::client::{Identity, Intent, Output, Settings, Sk};
use chowk_wire::stones as wire;

const ROOM: &str = "7Q4KM2XD";

/// The court as the wire tells it, with a question in it.
fn court(set: &Set, v: u64, step: bool) -> CourtView {
    let mut court = wire::court(set, &BTreeMap::new());
    let choice = set.phase() == Phase::Choice;
    court.asked = choice.then_some(u64::from(set.since()));
    if step && !choice && set.phase() != Phase::Break {
        court.step = Some(StepView {
            asked: v,
            deadline: None,
            asks: (0..5).map(|chair| (chair, true)).collect(),
        });
    }
    court
}

fn places(set: &Set) -> Value {
    json!(wire::places(&Seat::ALL.map(|seat| set.place(seat))))
}

/// A seat at the end of a wire.
struct Wire {
    client: Client,
    player: CourtPlayer,
    sent: Vec<ClientMsg>,
}

/// The rules as a server: a view, and wishes for the next tick.
struct House {
    set: Set,
    luck: Luck,
    view: Value,
    v: u64,
    epoch: u64,
    step: bool,
    wires: Vec<Wire>,
    asked: Vec<(Seat, Wish, u64)>,
    /// What wires wished for, by word.
    heard: BTreeMap<&'static str, u32>,
    refused: BTreeMap<&'static str, u32>,
}

impl House {
    fn open(seed: u64, brains: [Brain; 5], step: bool) -> House {
        let mut luck = Luck::new(seed);
        let set = Set::new(RuleSet::default(), Lots::draw(&mut luck).value);
        let rules = Rules::Stones(*set.rules());
        let mut view = json!({"game": "stones", "code": ROOM, "stage": "playing", "host": 0, "rules": rules.to_value(),
            "rules_hash": rules.hash().to_string(), "match": "00".repeat(16), "chairs": {}});
        for chair in 0..5 {
            view["chairs"][chair.to_string()] = json!({"kind": "bot", "name": "Fox", "away": false, "ready": true});
        }
        if step {
            view["step"] = 15.into();
        }
        let seat = |chair: u8, brain| {
            let identity = Identity {
                cid: chowk_protocol::Hex([chair; 8]),
                sk: Sk::from_bytes([chair; 32]),
            };
            let join = Intent::Join {
                code: ROOM.parse().unwrap(),
                name: "Fox".into(),
                chair: None,
            };
            Wire {
                client: Client::new(identity, join, Settings::new(ClientKind::Bot, 1)),
                player: CourtPlayer::new(brain, seed + u64::from(chair)),
                sent: Vec::new(),
            }
        };
        let mut house = House {
            set,
            luck,
            view,
            v: 1,
            epoch: 1,
            step,
            wires: (0..).zip(brains).map(|(chair, brain)| seat(chair, brain)).collect(),
            asked: Vec::new(),
            heard: BTreeMap::new(),
            refused: BTreeMap::new(),
        };
        house.greet();
        house
    }

    /// All come in, or back in.
    fn greet(&mut self) {
        self.view["court"] = serde_json::to_value(court(&self.set, self.v, self.step)).unwrap();
        let snapshot = json!({"t": "snapshot", "room": ROOM, "epoch": format!("{:016x}", self.epoch), "v": self.v,
            "hash": patch::hash(&self.view), "view": self.view, "news": []});
        let motion = json!({"t": "motion", "tick": self.set.tick(), "at": places(&self.set)});
        for (chair, wire) in self.wires.iter_mut().enumerate() {
            wire.client.connected(0);
            let welcome = json!({"t": "welcome", "protocol": 1, "server": {"name": "Test", "version": "0"}, "now": 0,
                "seal": "", "limits": {"frame_bytes": 8192, "frames_per_s": 60, "frames_per_s_close": 300,
                "bad_per_10s": 20, "rows_ahead": 64, "queue": 64, "watchers": 100, "name_graphemes": 20,
                "room_idle_s": 600, "match_idle_s": 86400, "ping_s": 25}, "resumed": self.epoch > 1});
            wire.client.received(&welcome.to_string(), 0);
            let seated = json!({"t": "seated", "room": ROOM, "chair": chair, "gen": 1, "last_n": 0});
            for frame in [&seated, &snapshot, &motion] {
                wire.hear(frame);
            }
        }
    }

    /// Tells all a frame and hears what they answer.
    fn tell(&mut self, frame: &Value) {
        for wire in &mut self.wires {
            wire.hear(frame);
        }
    }

    fn tell_view(&mut self) {
        let from = self.v;
        self.v += 1;
        let mut next = self.view.clone();
        next["court"] = serde_json::to_value(court(&self.set, self.v, self.step)).unwrap();
        let diff = json!({"t": "diff", "from": from, "v": self.v, "hash": patch::hash(&next),
            "patch": patch::diff(&self.view, &next), "events": []});
        self.view = next;
        self.tell(&diff);
    }

    fn collect(&mut self) {
        for (seat, wire) in Seat::ALL.into_iter().zip(&mut self.wires) {
            for message in std::mem::take(&mut wire.sent) {
                let (wish, n) = wish_of(&message);
                *self.heard.entry(wish.code()).or_default() += 1;
                self.asked.push((seat, wish, n));
            }
        }
    }

    /// One tick: what was wished is judged and answered, and all see where all are.
    fn tick(&mut self) {
        self.collect();
        let asked = std::mem::take(&mut self.asked);
        let wishes: Vec<(Seat, Wish)> = asked.iter().map(|(seat, wish, _)| (*seat, *wish)).collect();
        let beat = self.set.advance(&wishes, &mut self.luck);
        let mut counted = [None; 5];
        for ((seat, wish, n), answer) in asked.iter().zip(&beat.answers) {
            let wire = &mut self.wires[seat.index()];
            match (wish, answer) {
                (Wish::Steer { .. }, _) => counted[seat.index()] = Some(*n),
                (_, Answer::Done) => wire.hear(&json!({"t": "ack", "n": n, "v": self.v})),
                (_, Answer::Refused(illegal)) => {
                    *self.refused.entry(illegal.code()).or_default() += 1;
                    wire.hear(&json!({"t": "refused", "n": n, "code": illegal.code(), "text": "No."}));
                }
                (_, Answer::Lost) => wire.hear(&json!({"t": "refused", "n": n, "code": "not_now", "text": "No."})),
            }
        }
        if !self.step || beat.tick.is_multiple_of(15) {
            for (wire, i) in self.wires.iter_mut().zip(counted) {
                let mut motion = json!({"t": "motion", "tick": beat.tick, "at": places(&self.set)});
                if let Some(i) = i {
                    motion["i"] = i.into();
                }
                wire.hear(&motion);
            }
        }
        if !self.step && (!beat.events.is_empty() || beat.tick.is_multiple_of(7)) {
            self.tell_view();
        }
    }
}

/// The wish that a message is, and its number.
fn wish_of(message: &ClientMsg) -> (Wish, u64) {
    if let ClientMsg::Input { i, dx, dy } = *message {
        let (dx, dy) = (dx.into(), dy.into());
        return (Wish::Steer { dx, dy }, i);
    }
    let n = message.n().unwrap();
    if let ClientMsg::Give { to, .. } = *message {
        let to = Seat::new(to).unwrap();
        return (Wish::Give { to }, n);
    }
    if let ClientMsg::Choose { word, r#box, .. } = *message {
        let corner = |name: BoxName| Corner::from_name(name.letters()).unwrap();
        let word = match word {
            WireWord::Gumpu => Word::Gumpu(r#box.map(corner)),
            WireWord::Chhuttu => Word::Chhuttu,
        };
        return (Wish::Choose(word), n);
    }
    assert!(
        matches!(message, ClientMsg::Take { .. }),
        "nobody asked for {message:?}"
    );
    (Wish::Take, n)
}

impl Wire {
    fn hear(&mut self, frame: &Value) {
        self.client.received(&frame.to_string(), 0);
        self.player.play(&mut self.client);
        while let Some(output) = self.client.poll() {
            if let Output::Send(text) = output {
                let message = ClientMsg::decode(&text).unwrap();
                if !matches!(message, ClientMsg::Hello { .. } | ClientMsg::Join { .. }) {
                    self.sent.push(message);
                }
            }
        }
        assert_eq!(self.client.counts().mismatches, 0);
    }
}

#[test]
fn a_player_sees_over_the_wire_what_a_bot_of_the_house_sees() {
    let mut house = House::open(3, [Brain::Fox; 5], false);
    let mut looked = 0;
    while !house.set.is_over() {
        house.tick();
        let wire = &mut house.wires[1];
        if wire.client.table().unwrap().court().unwrap().tick < house.set.tick() {
            continue;
        }
        let mut whole = Sight::of(&house.set);
        let patwar = &mut whole.bodies[house.set.patwar().index()];
        patwar.last = Corner::SouthWest;
        assert_eq!(wire.player.look(&wire.client), Some(whole), "tick {}", house.set.tick());
        looked += 1;
    }
    assert!(looked > 100);
    assert!(
        house.heard["take"] >= 4 && house.heard["input"] > 100,
        "{:?}",
        house.heard
    );
}

impl Wire {
    fn inputs(&self) -> usize {
        let inputs = self
            .sent
            .iter()
            .filter(|message| matches!(message, ClientMsg::Input { .. }));
        inputs.count()
    }
}

#[test]
fn a_set_is_played_over_the_wire_by_every_brain() {
    for (seed, step) in [(5, false), (6, true)] {
        let mut house = House::open(
            seed,
            [Brain::Fox, Brain::Hunter, Brain::Thief, Brain::Chaser, Brain::Fox],
            step,
        );
        let mut asks = 0;
        while !house.set.is_over() {
            if step && house.set.tick().is_multiple_of(15) {
                house.tell_view();
                let answered = house.wires.iter().filter(|wire| wire.inputs() == 1).count();
                let steps = house.view["court"]["step"].is_object();
                assert_eq!(answered, if steps { 5 } else { 0 }, "tick {}", house.set.tick());
                asks += usize::from(steps);
            }
            house.tick();
        }
        assert_eq!(house.set.number(), 3);
        assert_eq!(asks > 10, step);
        let (heard, refused): (u32, u32) = (house.heard.values().sum(), house.refused.values().sum());
        assert!(
            heard >= 30 && refused * 10 <= heard,
            "{:?} {:?}",
            house.heard,
            house.refused
        );
    }
}

#[test]
fn a_player_reckons_with_the_delay_that_it_has() {
    let mut house = House::open(8, [Brain::Fox; 5], false);
    for _ in 0..400 {
        house.tick();
    }
    assert!(
        house.wires.iter().all(|wire| wire.player.lag == 1),
        "what is answered at once counts in the next tick"
    );
    let wire = &mut house.wires[0];
    for _ in 0..20 {
        wire.player.on_its_way = Some((0, 100));
        wire.player.measure(&wire.client, 106);
    }
    assert_eq!(wire.player.lag, 6);
}

#[test]
fn after_a_crash_a_player_goes_on_from_the_last_tick_that_is_known() {
    let mut house = House::open(4, [Brain::Hunter; 5], false);
    for _ in 0..300 {
        house.tick();
    }
    let known = (house.set.clone(), house.luck.clone());
    for _ in 0..6 {
        house.tick();
    }
    (house.set, house.luck) = known;
    (house.epoch, house.asked) = (2, Vec::new());
    for wire in &mut house.wires {
        wire.client.disconnected(0, None);
        wire.sent.clear();
    }
    house.greet();
    // Whoever wants to move says so anew, since nobody knows which of the last directions was heard.
    assert_eq!(house.wires.iter().filter(|wire| wire.inputs() == 1).count(), 5);
    while !house.set.is_over() {
        house.tick();
    }
    assert_eq!(house.set.number(), 3);
}
