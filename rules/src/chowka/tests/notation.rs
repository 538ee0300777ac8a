//! Positions as text, read and written.

use super::{Match, Side, check, table_of};

fn read(table: &str, position: &str) -> String {
    let (rules, players) = table_of(table);
    match Match::parse(rules, players, position, Side::South) {
        Ok(game) => game.to_string(),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn positions_are_read_and_written() {
    let whole = "S{15,1,1,1} h, E{1,1,1,1} h, N{16,2,1,1} H, W{1,1,1,1} h";
    assert_eq!(read("pagdi 4", "S{15,1,1,1} h, N{16,2,1,1} H"), whole);
    assert_eq!(read("pagdi 4", whole), whole);
    assert_eq!(read("pagdi 4", "  N { 16 , 2 }H,S{15}  "), whole);
    assert_eq!(read("quick 2", ""), "S{1,1} h, N{1,1} h");
    assert_eq!(read("quick 2", "N H"), "S{1,1} h, N{1,1} H");
    assert_eq!(read("quick 2", "N{} H, S"), "S{1,1} h, N{1,1} H");
    assert_eq!(read("ashta-chamma 2", "S{1,0,25}"), "S{1,0,25,0} h, N{0,0,0,0} h");
    check("pagdi 3", "", "S throws 3, E resigns", "position: E{0,0,0,0} h");
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (position, fault) in [
        ("X{1,1,1,1}", "expected a side, S, E, N or W at `X{1,1,1,1}`"),
        ("s{1,1,1,1}", "expected a side, S, E, N or W at `s{1,1,1,1}`"),
        ("S{1,1,1,1", "expected `}` at `1,1,1,1`"),
        ("S{1,,1}", "expected the index of a pawn at the end of the position"),
        ("S{1,x}", "expected the index of a pawn at `x`"),
        ("S{-1}", "expected the index of a pawn at `-1`"),
        ("S{99999999}", "expected the index of a pawn at `99999999`"),
        ("S{1} x", "expected `,` or the end at `x`"),
        ("S{1} h h", "expected `,` or the end at `h`"),
        ("S{1},", "expected a side, S, E, N or W at the end of the position"),
        ("S{1},,N{1}", "expected a side, S, E, N or W at `,N{1}`"),
        ("ಸ{1}", "expected a side, S, E, N or W at `ಸ{1}`"),
        ("E{1}", "nobody sits East with so many players"),
        ("S{1}, S{2}", "South is named twice"),
        ("S{1,1,1,1,1}", "South has more pawns than the rules give"),
        ("S{26}", "South cannot have a pawn at 26"),
        ("N{0}", "North cannot have a pawn at 0"),
        ("N{2,2}", "two pawns of North cannot share 2, an outer square"),
        ("N{25,25,25,25} H", "North has finished already"),
    ] {
        assert_eq!(read("pagdi 2", position), fault, "{position}");
    }
    assert_eq!(read("pagdi 2 stack", "N{2,2}"), "S{1,1,1,1} h, N{2,2,1,1} h");
    let (rules, players) = table_of("pagdi 2");
    assert!(Match::parse(rules, players, "", Side::East).is_err());
}
