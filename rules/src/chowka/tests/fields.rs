//! Section 6: what each field changes; the first value of each is what the other tables play.

use super::check;

#[test]
fn gate_open_lets_everybody_pass() {
    check("pagdi 4 open", "S{15,1,1,1} h", "S throws 3", "may move: 1 15");
    check("pagdi 2 open", "S{16,15,14,13} h, N{16,15,14,13} h", "S throws 1", "over: no; may move: 16");
}

#[test]
fn a_permanent_right_stays() {
    let hit = "S throws 1, S moves 1 by 1";
    check("pagdi 2 permanent", "S h, N{10,1,1,1} H", hit, "N{1,1,1,1} H; S{2,1,1,1} H");
    check("pagdi 2 permanent", "S h, N{10,1,1,1} h", hit, "N{1,1,1,1} h");
}

#[test]
fn all_victims_are_listed_by_side_and_pawn() {
    let crowd = "E{15,1,1,1} H, S{20,4,1,1} H, N{12,1,1,1} H, W{8,1,1,1} H";
    // E16 is S4, N12 and W8.
    let hits = "hits: S4#1 N12#0 W8#0; S{20,1,1,1} H; N{1,1,1,1} h; W{1,1,1,1} h; E{16,1,1,1} H; to throw: E; owed: 0";
    check("pagdi 4 all", crowd, "E throws 1, E moves 15 by 1", hits);
    let pair = "S{16,1,1,1} H, E{19,1,19,1} H, W{23,2,1,1} h";
    check("pagdi 4 all", pair, "S throws 1, S moves 16 by 1", "hits: E19#0 E19#2 W23#0; E{1,1,1,1} h; W{1,2,1,1} h");
}

#[test]
fn a_random_victim_is_picked_only_among_two_or_more() {
    let pair = "S{16,1,1,1} H, E{19,1,19,1} H, W{23,2,1,1} H";
    for (pick, hits) in [("0", "E19#0"), ("1", "E19#2"), ("2", "W23#0")] {
        let actions = format!("S throws 1, S moves 16 by 1 picking {pick}");
        check("pagdi 4 random", pair, &actions, &format!("hits: {hits}; to throw: S; owed: 0"));
    }
    check("pagdi 4 random", "S h, N{10,1,1,1} H", "S throws 1, S moves 1 by 1", "hits: N10#0");
    check("pagdi 4 random", "", "S throws 1, S moves 1 by 1", "hits: none");
}

#[test]
fn a_legal_move_tells_whom_it_would_hit() {
    let position = "S{16,1,1,1} H, E{19,1,19,1} H, W{23,2,1,1} H";
    check("pagdi 4", position, "S throws 1", "would hit: 16 W23#0");
    check("pagdi 4 all", position, "S throws 1", "would hit: 16 E19#0 E19#2 W23#0");
    check("pagdi 4 random", position, "S throws 1", "would hit: 16 one of E19#0 E19#2 W23#0");
    check("pagdi 4 random", "S{16,1,1,1} H, E{19,1,1,1}", "S throws 1", "would hit: 16 E19#0");
    check("pagdi 4", "S{16,1,1,1} H", "S throws 1", "would hit: 16");
}

#[test]
fn hit_grace_adds_earns_two() {
    let position = "S{2,1,1,1}, N{14,1,1,1} H";
    check("pagdi 4 adds", position, "S throws 4, S moves 2 by 4", "to throw: S; owed: 1");
    check("pagdi 4 adds", position, "S throws 4, S moves 1 by 4", "to throw: S; owed: 0");
    check("pagdi 4 adds", "S{2,1,1,1}, N{11,1,1,1} H", "S throws 1, S moves 2 by 1", "to throw: S; owed: 0");
}

#[test]
fn entry_needs_one_of_its_values_and_spends_it_whole() {
    check("ashta-chamma 4", "", "S throws 3", "lost: 3 no_move; to throw: E");
    check("ashta-chamma 4", "", "S throws 4", "forced: #0 by 4; may move: 0");
    check("ashta-chamma 4", "", "S throws 8, S moves 0 by 8", "S{1,0,0,0} h; to throw: S");
    check("pagdi 4 needs-1", "", "S throws 1, S moves 0 by 1", "S{1,0,0,0} h; to throw: E");
    check("pagdi 4 needs-1", "S{1,0,0,0}", "S throws 1", "choices: 0+1 1+1");
    check("pagdi 4 needs-1", "S{1,0,0,0}", "S throws 2", "choices: 1+2; why: 0+2 no_entry");
    // A hit pawn goes off the board, and entering on one's home hits nobody there.
    let position = "S{1,1,0,0} h, N{10,9,0,0} h";
    check("pagdi 4 needs-1", position, "S throws 1, S moves 1 by 1", "hits: N10#0; N{0,9,0,0} h");
    check("pagdi 4 needs-1", position, "S throws 1, S moves 0 by 1", "hits: none; S{1,1,1,0} h; N{10,9,0,0} h");
}

#[test]
fn outer_stack_allowed_lets_own_pawns_share() {
    check("pagdi 4 stack", "S{2,3,1,1} h", "S throws 1, S moves 2 by 1", "S{3,3,1,1} h");
    let stacked = "S h, N{10,10,1,1} H";
    check("pagdi 2 stack", stacked, "S throws 1, S moves 1 by 1", "hits: N10#0; N{1,10,1,1} H; S{2,1,1,1} H");
    check("pagdi 2 stack all", stacked, "S throws 1, S moves 1 by 1", "hits: N10#0 N10#1; N{1,1,1,1} h");
}

#[test]
fn corners_are_safe_only_where_the_rules_say_so() {
    // S25 is E29 and W37.
    let corner = "S{24,1,1,1} H, E{29,1,1,1} H";
    check("ashte-kashte 4", corner, "S throws 1, S moves 24 by 1", "hits: none; E{29,1,1,1} H; to throw: E");
    check("ashte-kashte 4 homes", corner, "S throws 1, S moves 24 by 1", "hits: E29#0; to throw: S");
    check("ashte-kashte-4 4", corner, "S throws 1, S moves 24 by 1", "hits: E29#0; to throw: S");
    let both = "S{24,1,1,1} H, E{29,1,1,1} H, W{37,1,1,1} H";
    check("ashte-kashte 4 homes", both, "S throws 1, S moves 24 by 1", "hits: W37#0; E{29,1,1,1} H");
    // On a corner own pawns may share in any case, as on the whole inner side.
    check("ashte-kashte 4", "S{24,25,1,1} H", "S throws 1, S moves 24 by 1", "S{25,25,1,1} H");
}

#[test]
fn the_centre_earns_one_throw_with_centre_grace() {
    check("pagdi 4", "S{24,1,1,1} H", "S throws 1, S moves 24 by 1", "to throw: E");
    check("pagdi 4 centre", "S{24,1,1,1} H", "S throws 1, S moves 24 by 1", "to throw: S; owed: 0");
    check("pagdi 4 centre", "S{21,1,1,1} H", "S throws 4, S moves 21 by 4", "to throw: S; owed: 0");
    check("pagdi 4 centre adds", "S{21,1,1,1} H", "S throws 4, S moves 21 by 4", "to throw: S; owed: 0");
    check("pagdi 4 centre", "S{24,25,25,25} H", "S throws 1, S moves 24 by 1", "to throw: E; ranks: 1 0 0 0");
}

#[test]
fn the_third_grace_value_in_a_row_burns() {
    let two = "S throws 4, S moves 1 by 4, S throws 8, S moves 1 by 8";
    let third = |more: &str| format!("{two}, {more}");
    check("pagdi 4 burns", "", &third("S throws 4"), "lost: 4 burned; to throw: E; owed: 0");
    check("pagdi 4", "", &third("S throws 4"), "lost: nothing; to move: S");
    // Playable or not, also with keep.
    let stuck = "S{16,15,14,13} h";
    check("pagdi 4 burns keep", stuck, "S throws 4, S throws 8", "lost: 8 no_move; to throw: S");
    check("pagdi 4 burns keep", stuck, "S throws 4, S throws 8, S throws 4", "lost: 4 burned; to throw: E");
    // N2 is S10: a hit by 1 lies between and breaks the row.
    let hitting = "S{2,1,1,1} h, N{2,7,1,1} H";
    let row = "S throws 4, S moves 2 by 4, S throws 4, S moves 6 by 4, S throws 4";
    check("pagdi 2 burns", hitting, row, "lost: 4 burned; to throw: N");
    let broken = "S throws 4, S moves 2 by 4, S throws 8, S moves 1 by 8, S throws 1, S moves 9 by 1, S throws 4";
    check("pagdi 2 burns", hitting, broken, "lost: nothing; to move: S");
    // A new turn begins a new row.
    let turns = "S throws 4, S moves 1 by 4, S throws 4, S moves 1 by 4, S throws 1, S moves 1 by 1, N throws 4, \
                 N moves 1 by 4, N throws 1, N moves 1 by 1, S throws 8";
    check("pagdi 2 burns", "", turns, "lost: nothing; to move: S");
    // What is owed burns too.
    let owing = "S{2,1,1,1}, N{14,1,1,1} H";
    let burned = "S throws 4, S moves 2 by 4, S throws 4, S moves 6 by 4, S throws 8";
    check("pagdi 4 burns adds", owing, burned, "lost: 8 burned; to throw: E; owed: 0");
}
