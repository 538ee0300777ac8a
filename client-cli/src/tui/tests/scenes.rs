//! The drawing of scenes: what the players' page names stands where it says, and no size is a panic.

use chowk_protocol::SideName;
use proptest::prelude::*;
use ratatui::{buffer::Buffer, layout::Rect};
use serde_json::json;

use crate::play::board::Board;
use crate::tui::{
    draw,
    paint::{Colours, Paint},
    scene::{Choice, Clock, Said, Scene, Seat, Tone},
};

pub(super) const PLAIN: Paint = Paint {
    ascii: true,
    colours: Colours::None,
};

/// The rows of a buffer as text.
pub(crate) fn rows(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut skip = 0;
        for x in 0..buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            // A wide letter covers the cells after it.
            if skip == 0 {
                line.push_str(symbol);
                skip = crate::tui::text::width(symbol).max(1);
            }
            skip -= 1;
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn drawn(scene: &Scene, paint: Paint, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    draw(scene, paint, area, &mut buffer);
    buffer
}

fn board(size: u8) -> Option<Board> {
    Board::of_rules(&json!({"board": size, "safe": "homes"}))
}

fn seat(side: SideName, name: &str, kind: &str, pawns: &[u8]) -> Seat {
    Seat {
        side,
        name: name.into(),
        kind: kind.into(),
        pawns: (0..).zip(pawns.iter().copied()).collect(),
        right: matches!(side, SideName::S | SideName::W),
        rank: 0,
        left: false,
        absent: String::new(),
    }
}

fn choice(pawn: u8, to: Option<u8>, hits: bool, words: &str) -> Choice {
    Choice {
        side: SideName::S,
        pawn,
        value: None,
        to,
        hits,
        words: words.into(),
        picked: false,
    }
}

/// The table of the players' page, 5.4.
fn page() -> Scene {
    use SideName::{E, N, S, W};
    let mut away = seat(N, "Ravi", "", &[9, 9, 9, 1]);
    away.absent = "away, auto".into();
    Scene {
        title: "Chowka-bara 5x5  room 7Q4K-M2XD  preset pagdi".into(),
        corner: "throw 57   24 ms".into(),
        seats: vec![
            seat(S, "Asha", "you", &[2, 14, 25, 19]),
            seat(E, "bot careful", "", &[1, 12, 1, 1]),
            away,
            seat(W, "Mina", "", &[22, 25, 1, 1]),
        ],
        turn: Some(S),
        clock: Some(Clock {
            left_ms: 13_400,
            bank_ms: Some(60_000),
        }),
        shells: vec![true, false, true, true],
        value: Some(3),
        status: vec!["Choose a pawn to move 3:".into()],
        choices: vec![
            choice(0, Some(5), false, "2 -> 5 safe"),
            choice(1, Some(17), true, "14 -> 17 through the gate, hits E2"),
            choice(2, None, false, "25 is home"),
            choice(3, Some(22), false, "19 -> 22"),
        ],
        notes: vec!["links 1021 left, envelope sealed d72dd7b5".into()],
        last: Some((W, 20, 22)),
        log: (1..40)
            .map(|n| Said::new(format!("Line {n} of the log."), Tone::Plain))
            .collect(),
        stats: vec!["Asha: 12 throws".into()],
        keys: [("space", "throw"), ("1-4", "pawn"), ("?", "help"), ("q", "leave")]
            .map(|(key, word)| (key.to_owned(), word.to_owned()))
            .into(),
        ..Scene::of_board(board(5), S)
    }
}

#[test]
fn the_table_of_the_players_page() {
    insta::assert_snapshot!("page_5x5_80x24", rows(&drawn(&page(), PLAIN, (80, 24))));
    let mut picked = page();
    picked.choices[1].picked = true;
    let pretty = Paint {
        ascii: false,
        colours: Colours::Sixteen,
    };
    insta::assert_snapshot!("page_5x5_picked", rows(&drawn(&picked, pretty, (80, 24))));
    insta::assert_snapshot!("page_5x5_200x60", rows(&drawn(&page(), pretty, (200, 60))));
}

#[test]
fn the_big_board_in_the_smallest_screen() {
    use SideName::{N, S};
    let mut scene = Scene {
        board: board(7),
        seats: vec![
            seat(S, "Asha", "you", &[1, 1, 1, 1, 1, 1]),
            seat(N, "ರವಿ ಶಂಕರ್ ಹೆಗಡೆ ಅವರು", "house bot", &[1, 13, 24, 25, 30, 49]),
        ],
        choices: (0..6)
            .map(|pawn| choice(pawn, Some(pawn + 2), pawn == 3, "1 -> 7"))
            .collect(),
        ..page()
    };
    insta::assert_snapshot!("page_7x7_80x24", rows(&drawn(&scene, PLAIN, (80, 24))));
    scene.board = None;
    assert!(rows(&drawn(&scene, PLAIN, (80, 24))).contains("none that this client can draw"));
}

#[test]
fn a_small_screen_says_what_it_needs() {
    assert_eq!(rows(&drawn(&page(), PLAIN, (24, 3))), "\n Need 80x24 (now 24x3)\n\n");
    assert_eq!(rows(&drawn(&page(), PLAIN, (12, 2))), " Need 80x24\n (now 12x2)\n");
    assert_eq!(rows(&drawn(&page(), PLAIN, (1, 1))), "N\n");
}

fn side() -> impl Strategy<Value = SideName> {
    prop_oneof![
        Just(SideName::S),
        Just(SideName::E),
        Just(SideName::N),
        Just(SideName::W)
    ]
}

prop_compose! {
    fn any_seat()(side in side(), name in "\\PC{0,24}|[ಅ-ಹ漢字]{0,20}", kind in "[a-z ]{0,12}", rank in 0u8..9, left: bool, right: bool,
        absent in "[a-z]{0,12}", pawns in prop::collection::vec((any::<u8>(), any::<u8>()), 0..8)) -> Seat {
        Seat { side, name, kind, pawns, right, rank, left, absent }
    }
}

prop_compose! {
    fn any_choice()(side in side(), pawn: u8, value: Option<u8>, to: Option<u8>, hits: bool, words in "\\PC{0,60}", picked: bool) -> Choice {
        Choice { side, pawn, value, to, hits, words, picked }
    }
}

prop_compose! {
    fn any_scene()(seats in prop::collection::vec(any_seat(), 0..5), choices in prop::collection::vec(any_choice(), 0..20),
        words in prop::collection::vec("\\PC{0,120}", 8), bottom in side(), turn in prop::option::of(side()),
        last in prop::option::of((side(), any::<u8>(), any::<u8>())), size in 0u8..9, shells in prop::collection::vec(any::<bool>(), 0..9),
        hand in prop::collection::vec((any::<u8>(), any::<u8>()), 0..5), left_ms: u64, bank_ms in prop::option::of(0u64..1 << 40)) -> Scene {
        let said = |text: &String| Said::new(text.clone(), Tone::Bad);
        Scene {
            title: words[0].clone(), corner: words[1].clone(), seats, turn, choices, shells, hand, last, value: Some(9),
            clock: Some(Clock { left_ms: left_ms >> 4, bank_ms }), status: words[2..4].to_vec(), notes: words[3..6].to_vec(),
            log: words.iter().map(said).collect(), stats: words.clone(), banner: Some(said(&words[7])),
            keys: words.iter().map(|word| (word.chars().take(3).collect(), word.clone())).collect(),
            ..Scene::of_board(board(size), bottom)
        }
    }
}

proptest! {
    #[test]
    fn no_scene_and_no_size_is_a_panic(scene in any_scene(), ascii: bool, colours in prop_oneof![Just(Colours::None), Just(Colours::True)],
        size in prop_oneof![(1u16..250, 1u16..90), (80u16..200, 24u16..60)]) {
        drawn(&scene, Paint { ascii, colours }, size);
    }

    #[test]
    fn in_ascii_nothing_else_is_drawn(size in (1u16..250, 1u16..90), big: bool) {
        let scene = Scene { board: board(if big { 7 } else { 5 }), ..page() };
        prop_assert!(rows(&drawn(&scene, PLAIN, size)).is_ascii());
    }
}
