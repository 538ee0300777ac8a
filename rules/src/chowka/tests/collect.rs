//! `throws: collect` (section 6): gathering values, spending them, dropping them.

use super::check;

#[test]
fn values_are_collected_until_one_without_grace_falls() {
    check("karnataka 4", "", "S throws 4", "to throw: S; hand: 4; owed: 0");
    check("karnataka 4", "", "S throws 4, S throws 8", "to throw: S; hand: 4 8");
    check("karnataka 4", "", "S throws 4, S throws 8, S throws 3", "to move: S; hand: 4 8 3");
    check("karnataka 4", "", "S throws 3", "to move: S; hand: 3; forced: #0 by 3");
    check("karnataka 4", "", "S throws 4, S pawn 0 by 4", "refused: nothing_thrown");
    check("karnataka 4", "", "S throws 4, S throws 3, S throws 1", "refused: already_thrown");
}

#[test]
fn values_are_spent_in_any_order_each_on_any_pawn() {
    let thrown = "S throws 4, S throws 8, S throws 3";
    check("karnataka 4", "S{5,1,1,1}", thrown, "choices: 1+3 1+4 1+8 5+3 5+4 5+8; forced: no");
    let spent = |more: &str| format!("{thrown}, {more}");
    check("karnataka 4", "", &spent("S moves 1 by 8"), "to move: S; hand: 4 3; S{9,1,1,1} h");
    check("karnataka 4", "", &spent("S moves 1 by 8, S moves 9 by 3"), "hand: 4; S{12,1,1,1} h");
    let all = spent("S moves 1 by 8, S moves 9 by 3, S moves 1 by 4");
    check("karnataka 4", "", &all, "to throw: E; owed: 0; S{12,5,1,1} h");
    check("karnataka 4", "", &spent("S pawn 0 by 1"), "refused: not_in_hand");
    // Of equal values the one thrown first is spent.
    let twice = "S throws 4, S throws 8, S throws 4, S throws 1, S moves 1 by 4";
    check("karnataka 4", "", twice, "hand: 8 4 1");
}

#[test]
fn values_are_dropped_only_when_none_in_hand_can_be_played() {
    let stuck = "S{16,15,14,13} h";
    let dropped = "lost: 8 no_move, 4 no_move, 2 no_move; to throw: E; owed: 0";
    check("karnataka 4", stuck, "S throws 8, S throws 4, S throws 2", dropped);
    // 8 stays in hand while 1 can be played, and is dropped after it.
    let one = "S{16,15,14,12} h";
    check("karnataka 4", one, "S throws 8, S throws 1", "lost: nothing; choices: 12+1; hand: 8 1; forced: #3 by 1");
    check("karnataka 4", one, "S throws 8, S throws 1, S moves 12 by 1", "lost: 8 no_move; to throw: E");
    // A hit in between opens the gate for a value that could not be played before.
    let opened = "S{16,1,1,1} h, N{10,1,1,1} H";
    check("karnataka 2", opened, "S throws 4, S throws 1", "choices: 1+1 1+4");
    let hit = "S throws 4, S throws 1, S moves 1 by 1";
    check("karnataka 2", opened, hit, "hits: N10#0; choices: 1+4 2+4 16+4; to move: S; owed: 1");
}

#[test]
fn each_hitting_move_earns_one_more_series() {
    // N10 stands on S2; S5 is a home.
    let once = "S throws 4, S throws 1, S moves 1 by 1, S moves 1 by 4";
    check("karnataka 2", "S h, N{10,12,2,1} H", once, "hits: none; to throw: S; owed: 0; hand: ");
    // N14 stands on S6 and N2 on S10.
    let twice = "S throws 4, S throws 1, S moves 2 by 4, S moves 9 by 1";
    let owed = "hits: N2#1; to throw: S; owed: 1; S{6,10,1,1} H; N{1,1,1,1} h";
    check("karnataka 2", "S{2,9,1,1} h, N{14,2,1,1} H", twice, owed);
    // The series starts when the hand is empty, also when the rest was dropped: N17 is S21, from where 8 overshoots.
    let hit = "S throws 8, S throws 1, S moves 20 by 1";
    let dropped = "hits: N17#0; lost: 8 no_move; to throw: S; owed: 0";
    check("karnataka 2", "S{25,25,25,20} H, N{17,1,1,1} H", hit, dropped);
    // Grace values earn nothing further when they are spent.
    check("karnataka 2", "", "S throws 4, S throws 2, S moves 1 by 4, S moves 1 by 2", "to throw: N");
    // Several pawns hit by one move are one series.
    let crowd = "S{16,1,1,1} H, E{19,19,1,1} H";
    check("karnataka 4 all", crowd, "S throws 1, S moves 16 by 1", "hits: E19#0 E19#1; to throw: S; owed: 0");
}

#[test]
fn keep_and_adds_have_no_effect() {
    let stuck = "S{16,15,14,13} h";
    check("karnataka 4 keep", stuck, "S throws 8, S throws 1", "lost: 8 no_move, 1 no_move; to throw: E");
    let hit = "S{2,1,1,1} h, N{14,1,1,1} H";
    let by_four = "S throws 4, S throws 1, S moves 2 by 4, S moves 6 by 1";
    check("karnataka 2 adds", hit, by_four, "to throw: S; owed: 0");
}

#[test]
fn the_centre_earns_a_series_with_centre_grace() {
    let near = "S{24,17,1,1} H";
    let in_and_on = "S throws 4, S throws 1, S moves 24 by 1, S moves 17 by 4";
    check("karnataka 4 centre", near, in_and_on, "to throw: S; owed: 0");
    check("karnataka 4", near, in_and_on, "to throw: E");
    let both = "S{24,21,1,1} H";
    let both_in = "S throws 4, S throws 1, S moves 24 by 1, S moves 21 by 4";
    check("karnataka 4 centre", both, both_in, "to throw: S; owed: 1");
}

#[test]
fn values_of_one_who_finishes_are_void_without_a_word() {
    let last = "S{24,25,25,25} H";
    let fact = "lost: nothing; ranks: 1 0 0 0; to throw: E; owed: 0; hand: ";
    check("karnataka 4", last, "S throws 4, S throws 8, S throws 1, S moves 24 by 1", fact);
}

#[test]
fn a_burn_loses_all_in_hand_and_the_third() {
    let burned = "lost: 4 burned, 8 burned, 4 burned; to throw: E";
    check("karnataka 4 burns", "", "S throws 4, S throws 8, S throws 4", burned);
    // A value without grace breaks the row, also where a hit leads to another series.
    let position = "S{2,1,1,1} h, N{14,1,1,1} H";
    let hit = "S throws 4, S throws 8, S throws 1, S moves 2 by 4, S moves 6 by 8, S moves 14 by 1";
    check("karnataka 2 burns", position, hit, "to throw: S; owed: 0");
    let next = format!("{hit}, S throws 4");
    check("karnataka 2 burns", position, &next, "lost: nothing; hand: 4");
}

#[test]
fn a_dead_end_is_tested_with_an_empty_hand_only() {
    let position = "S{16,15,14,12} h, N{16,15,14,13} h";
    // After 12+1 nobody could ever move, and the 8 in hand is dropped first.
    check("karnataka 2", position, "S throws 8, S throws 1, S moves 12 by 1", "lost: 8 no_move; over: dead_end S=N");
    // An opened gate does not bring the 8 back.
    let opened = "lost: 8 no_move; over: no; S{16,15,14,13} H; N{16,15,14,13} H; to throw: N";
    check("karnataka 2 open-gate", position, "S throws 8, S throws 1, S moves 12 by 1", opened);
    // A dead end that comes while values are collected waits until they are dropped.
    let gone = "S{16,15,14,13} h, E{16,15,14,12} h, N{16,15,14,13} h";
    check("karnataka 3", gone, "S throws 4, E resigns", "over: no; to throw: S; hand: 4");
    let dropped = "lost: 4 no_move, 1 no_move; over: dead_end S=N E";
    check("karnataka 3", gone, "S throws 4, E resigns, S throws 1", dropped);
}
