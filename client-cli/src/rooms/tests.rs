//! The list: what is shown, what is marked while rooms come and go, and what keys do.

use ratatui::{buffer::Buffer, layout::Rect};

use super::board::{After, Board};
use super::*;
use crate::tui::{key::Key, paint::Colours};

fn rooms() -> Vec<Listed> {
    Listed::all(&listed::tests::answer()).unwrap()
}

fn board() -> Board {
    let mut board = Board::new("ws://host:8080".into(), None);
    board.heard(Ok(sorted(rooms())));
    board
}

fn press(board: &mut Board, key: Key) -> After {
    board.key(key)
}

fn screen(board: &Board, (width, height): (u16, u16)) -> String {
    let paint = Paint {
        ascii: true,
        colours: Colours::None,
    };
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    board.draw(paint, area, &mut buffer);
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

#[test]
fn filters_leave_what_was_asked_for() {
    for (presets, free, left) in [
        (None, false, 4),
        (None, true, 2),
        (Some("pagdi"), false, 1),
        (Some("pagdi"), true, 0),
    ] {
        let filter = Filter {
            presets: presets.map(|preset| vec![preset.to_owned()]),
            free,
        };
        assert_eq!(filter.of(rooms()).len(), left, "{filter:?}");
    }
}

#[test]
fn the_list_on_a_screen() {
    insta::assert_snapshot!(screen(&board(), (80, 12)));
}

#[test]
fn the_marked_room_stays_marked_when_others_go() {
    let mut board = board();
    press(&mut board, Key::Down);
    let marked = |board: &Board| {
        let lines = screen(board, (80, 12));
        lines
            .lines()
            .find(|line| line.starts_with('>'))
            .map(|line| line[5..14].to_owned())
    };
    assert_eq!(marked(&board).as_deref(), Some("ABCD-EFGH"));
    let others = rooms().into_iter().skip(2).collect();
    board.heard(Ok(others));
    assert_eq!(marked(&board).as_deref(), Some("ABCD-EFGH"));
    board.heard(Err(anyhow::anyhow!("no server answers there")));
    let lines = screen(&board, (80, 12));
    assert!(
        lines.contains("no server answers there") && lines.contains("ABCD-EFGH"),
        "{lines}"
    );
    board.heard(Ok(Vec::new()));
    assert!(screen(&board, (80, 12)).contains("No public table"));
    assert_eq!(press(&mut board, Key::Enter), After::GoOn);
}

#[test]
fn enter_sits_down_where_a_chair_is_free_and_w_looks_on() {
    let mut board = board();
    assert_eq!(press(&mut board, Key::Letter('w')), After::GoOn, "closed to watchers");
    assert!(screen(&board, (80, 12)).contains("closed to watchers"));
    assert_eq!(press(&mut board, Key::Enter), After::Join("23456789".parse().unwrap()));
    press(&mut board, Key::Letter('3'));
    assert_eq!(press(&mut board, Key::Enter), After::GoOn);
    assert!(screen(&board, (80, 12)).contains("No chair is free there; w looks on"));
    assert_eq!(
        press(&mut board, Key::Letter('w')),
        After::Watch("7Q4KM2XD".parse().unwrap())
    );
    press(&mut board, Key::Letter('9'));
    assert!(screen(&board, (80, 12)).contains("no room 9"));
    assert_eq!(press(&mut board, Key::Letter('p')), After::Quick);
    assert_eq!(press(&mut board, Key::Escape), After::Quit);
}

#[test]
fn any_size_is_drawn() {
    for width in 1..100 {
        for height in 1..12 {
            screen(&board(), (width, height));
        }
    }
}
