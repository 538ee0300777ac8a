//! The engine counts the same trees as a separate implementation.
//!
//! A debug build stops each row at a size that takes about a second; a release build counts all of it.

use chowk_rules::chowka::{Match, Side, perft, preset};
use serde_json::Value;

/// The greatest count that is worth the wait.
const COUNT_MAX: u64 = if cfg!(debug_assertions) { 300_000 } else { u64::MAX };

#[test]
fn perft_equals_the_vectors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/perft.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut compared = 0;
    for row in vectors["rows"].as_array().unwrap() {
        let rules = preset(row["preset"].as_str().unwrap()).unwrap().rules();
        let players = row["players"].as_u64().unwrap() as u8;
        let position = row["position"].as_str().unwrap();
        let to_throw = Side::from_letter(row["to_throw"].as_str().unwrap().chars().next().unwrap()).unwrap();
        let game = Match::parse(rules, players, position, to_throw).unwrap();
        assert_eq!(
            game.sides().map(Side::letter).collect::<String>(),
            row["sides"].as_str().unwrap()
        );
        assert_eq!(game.to_string(), position);
        for (depth, count) in row["counts"].as_object().unwrap() {
            let count = count.as_u64().unwrap();
            if count <= COUNT_MAX {
                assert_eq!(perft(&game, depth.parse().unwrap()), count, "depth {depth} of {row}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "only {compared} counts were compared");
}
