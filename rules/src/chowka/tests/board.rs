//! Section 1: the boards as drawings.

use super::{Board, RuleSet, Side, preset};

/// The board with each square's index on the route of `side`, as the seed prints it.
fn drawing(board: Board, side: Side) -> Vec<String> {
    let size = board.size();
    let index_of = |row, col| {
        let here = |&index: &u8| board.square(side, index) == Some((row, col));
        (1..=board.centre()).find(here).unwrap()
    };
    let row = |row| {
        (0..size)
            .map(move |col| format!("{:>2}", index_of(row, col)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..size).map(row).collect()
}

#[test]
fn the_small_board_is_the_seeds() {
    assert_eq!(
        drawing(Board::Five, Side::South),
        [
            "11 10  9  8  7", //
            "12 19 20 21  6",
            "13 18 25 22  5",
            "14 17 24 23  4",
            "15 16  1  2  3",
        ]
    );
    assert_eq!(
        drawing(Board::Five, Side::East),
        [
            " 7  6  5  4  3", //
            " 8 21 22 23  2",
            " 9 20 25 24  1",
            "10 19 18 17 16",
            "11 12 13 14 15",
        ]
    );
}

#[test]
fn the_large_board_has_two_rings_inside() {
    assert_eq!(
        drawing(Board::Seven, Side::South),
        [
            "16 15 14 13 12 11 10", //
            "17 29 30 31 32 33  9",
            "18 28 43 44 45 34  8",
            "19 27 42 49 46 35  7",
            "20 26 41 48 47 36  6",
            "21 25 40 39 38 37  5",
            "22 23 24  1  2  3  4",
        ]
    );
}

#[test]
fn each_side_sees_its_own_board_the_same_way_up() {
    for board in Board::ALL {
        for side in Side::ALL {
            let quarter = |lines: &[String]| -> Vec<String> {
                let cells: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
                let size = cells.len();
                let row = |row: usize| (0..size).map(|col| cells[col][size - 1 - row]).collect::<Vec<_>>();
                (0..size)
                    .map(|at| {
                        row(at)
                            .iter()
                            .map(|cell| format!("{cell:>2}"))
                            .collect::<Vec<_>>()
                            .join(" ")
                    })
                    .collect()
            };
            assert_eq!(
                drawing(board, side.next()),
                quarter(&drawing(board, side)),
                "{board:?} {side}"
            );
        }
    }
}

#[test]
fn safe_squares_lie_the_same_for_everybody() {
    let drawn = |name| -> Vec<String> {
        let rules: RuleSet = preset(name).unwrap().rules();
        let board = rules.board;
        let seen_by = |side| {
            let safe_at = |row, col| {
                let index = (1..=board.centre())
                    .find(|&index| board.square(side, index) == Some((row, col)))
                    .unwrap();
                if rules.is_safe(index) { 'x' } else { '.' }
            };
            let row = |row| (0..board.size()).map(move |col| safe_at(row, col)).collect::<String>();
            (0..board.size()).map(row).collect::<Vec<_>>()
        };
        for side in Side::ALL {
            assert_eq!(seen_by(side), seen_by(Side::South));
        }
        seen_by(Side::South)
    };
    assert_eq!(drawn("pagdi"), ["..x..", ".....", "x.x.x", ".....", "..x.."]);
    assert_eq!(
        drawn("ashte-kashte"),
        [
            "...x...", ".x...x.", ".......", "x..x..x", ".......", ".x...x.", "...x..."
        ]
    );
    assert_eq!(
        drawn("ashte-kashte-4"),
        [
            "...x...", ".......", ".......", "x..x..x", ".......", ".......", "...x..."
        ]
    );
}

#[test]
fn routes_meet_on_the_same_square() {
    for board in Board::ALL {
        assert_eq!(board.centre(), board.size().pow(2));
        for mine in Side::ALL {
            for theirs in Side::ALL {
                assert_eq!(board.meeting(mine, 0, theirs), 0);
                for index in 1..=board.centre() {
                    let there = board.meeting(mine, index, theirs);
                    assert_eq!(board.square(mine, index), board.square(theirs, there));
                    assert_eq!(board.meeting(theirs, there, mine), index);
                    let same = mine == theirs || index == board.centre();
                    assert_eq!(there == index, same, "players differ everywhere but in the centre");
                }
            }
        }
        assert_eq!(board.square(Side::West, 0), None);
        assert_eq!(board.square(Side::West, board.centre() + 1), None);
    }
}

#[test]
fn steps_are_to_neighbours_but_for_the_gate_of_the_large_board() {
    for (board, diagonals) in [(Board::Five, vec![]), (Board::Seven, vec![24])] {
        let crosswise = |&index: &u8| {
            let here = board.square(Side::South, index).unwrap();
            let next = board.square(Side::South, index + 1).unwrap();
            here.0.abs_diff(next.0) + here.1.abs_diff(next.1) != 1
        };
        assert_eq!((1..board.centre()).filter(crosswise).collect::<Vec<_>>(), diagonals);
    }
}
