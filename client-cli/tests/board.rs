//! The board that `play` draws is the board that is played on: its geometry equals that of the rules.

use chowk_cli::play::board::Board;
use chowk_protocol::SideName;
use chowk_record::rules_json;
use chowk_rules::chowka::{Side, presets};

#[test]
fn every_square_of_every_route_and_every_safe_one() {
    for preset in presets() {
        let rules = preset.rules();
        let drawn = Board::of_rules(&rules_json::to_value(&rules)).unwrap();
        assert_eq!(
            (drawn.centre(), drawn.gate()),
            (rules.board.centre(), rules.board.gate()),
            "{}",
            preset.name
        );
        for (name, side) in [
            (SideName::S, Side::South),
            (SideName::E, Side::East),
            (SideName::N, Side::North),
            (SideName::W, Side::West),
        ] {
            for index in 0..=rules.board.centre() {
                let square = drawn.square(name, index);
                assert_eq!(
                    square,
                    rules.board.square(side, index),
                    "{}: {side} {index}",
                    preset.name
                );
                if index > 0 {
                    assert_eq!(drawn.is_safe(index), rules.is_safe(index), "{}: {index}", preset.name);
                }
            }
        }
    }
    assert_eq!(Board::of_rules(&serde_json::json!({"board": 9})), None);
}
