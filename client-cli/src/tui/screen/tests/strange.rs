//! Servers that say what no server of ours would: whatever can be read is drawn, and nothing is a panic.

use proptest::collection::{btree_map, vec};
use serde_json::Map;

use super::keys::key;
use super::*;

fn side() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["S", "E", "N", "W"]).prop_map(str::to_owned)
}

fn by_number<V: Into<Value> + std::fmt::Debug>(value: impl Strategy<Value = V>) -> impl Strategy<Value = Value> {
    let map = btree_map(prop_oneof![0u8..7, any::<u8>()], value, 0..7);
    map.prop_map(|map| {
        let fields = map
            .into_iter()
            .map(|(number, value)| (number.to_string(), value.into()));
        Value::Object(fields.collect::<Map<String, Value>>())
    })
}

fn step() -> impl Strategy<Value = Value> {
    (
        any::<u8>(),
        any::<u8>(),
        prop::option::of((side(), any::<u8>())),
        any::<bool>(),
    )
        .prop_map(|(from, to, hit, drawn)| {
            let hits: Map<String, Value> = hit.into_iter().map(|(side, pawn)| (side, pawn.into())).collect();
            json!({"from": from, "to": to, "hits": hits, "drawn": drawn})
        })
}

prop_compose! {
    fn turn()(side in side(), phase in prop::sample::select(vec!["throw", "move"]), asked: u32, deadline: Option<u32>,
        shells in prop::option::of(vec(0u8..3, 0..9)), value: Option<u8>, hand in by_number(0u8..9), t: u32,
        moves in by_number(by_number(step())), blocked in by_number(by_number("[a-z_]{0,30}"))) -> Value {
        let mut turn = json!({"side": side, "phase": phase, "asked": asked, "hand": hand, "t": t, "owed": 0,
            "moves": moves, "blocked": blocked});
        for (name, field) in [("deadline", deadline.map(Value::from)), ("shells", shells.map(Value::from)), ("value", value.map(Value::from))] {
            if let Some(field) = field {
                turn[name] = field;
            }
        }
        turn
    }
}

prop_compose! {
    fn chair()(kind in prop::sample::select(vec!["person", "bot", "house", "empty"]), name in prop::option::of("\\PC{0,30}"), away: bool,
        ready: bool, links_left in 0u32..2000, bank in 0u64..1 << 50, stand_in in prop::option::of("[a-z]{0,40}")) -> Value {
        let mut chair = json!({"kind": kind, "away": away, "ready": ready, "links_left": links_left, "bank": bank});
        if let Some(name) = name { chair["name"] = name.into(); }
        if let Some(brain) = stand_in { chair["stand_in"] = brain.into(); }
        chair
    }
}

prop_compose! {
    fn seat()(chair: u8, pawns in by_number(any::<u8>()), right: bool, rank in 0u8..9, left: bool) -> Value {
        json!({"chair": chair, "pawns": pawns, "right": right, "rank": rank, "left": left})
    }
}

prop_compose! {
    fn view()(stage in prop::sample::select(vec!["gathering", "readying", "revealing", "playing", "ended"]),
        chairs in by_number(chair()), sides in btree_map(side(), seat(), 0..5), turn in prop::option::of(turn()), host: u8,
        fill_at: Option<u32>, best_of: Option<u8>, wins in by_number(any::<u8>()), size in 4u8..9, preset in prop::option::of("\\PC{0,40}"),
        ranks in vec(vec(side(), 0..3), 0..4), not_started in 0u32..3) -> Map<String, Value> {
        let mut view = json!({"stage": stage, "chairs": chairs, "sides": sides, "host": host, "not_started": not_started});
        view["rules"] = json!({"board": size, "shells": 4, "mouth_up_256": 128, "none_up": 8, "grace": [4, 8]});
        if let Some(turn) = turn { view["turn"] = turn; }
        if let Some(tick) = fill_at { view["fill_at"] = tick.into(); view["reveal_by"] = tick.into(); }
        if let Some(best_of) = best_of { view["series"] = json!({"best_of": best_of, "number": 1, "wins": wins, "over": true, "winner": host}); }
        if let Some(preset) = preset { view["preset"] = preset.into(); }
        if stage == "ended" {
            view["result"] = json!({"ranks": ranks, "why": "exhausted", "server_seed": "00".repeat(32), "record": "/r"});
        }
        view.as_object().unwrap().clone()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn no_view_is_a_panic(views in vec((view(), vec(key(), 0..8)), 1..4), ascii: bool,
        size in prop_oneof![(1u16..90, 1u16..30), (80u16..220, 24u16..70)]) {
        let mut player = Player::new(Paint { ascii, ..PLAIN });
        player.hear(&around(5));
        for (fields, keys) in views {
            player.change(json!([]), |view| view.as_object_mut().unwrap().extend(fields));
            prop_assert!(!player.screen.newer_told, "what is strange here can be read: {:?}", player.screen.log.back());
            player.buffer(size.0, size.1);
            for key in keys {
                player.press(&[key]);
                player.buffer(size.0, size.1);
            }
        }
    }
}
