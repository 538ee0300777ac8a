//! Section 5: leavers, and what their leaving does to the others.

use super::check;

#[test]
fn a_leaver_takes_the_worst_rank_and_his_pawns() {
    check("pagdi 4", "E{9,1,1,1} H", "E throws 3, E resigns", "E{0,0,0,0} h; ranks: 0 4 0 0; to throw: N; owed: 0");
    check("pagdi 4", "", "E throws 3, E resigns, W resigns", "ranks: 0 4 0 3; to throw: N");
    check("pagdi 4", "", "E throws 3, E resigns, W resigns, N resigns", "over: finished S N W E; ranks: 1 4 2 3");
    check("pagdi 4", "", "S throws 3, E resigns, E resigns", "refused: not_playing");
    check("pagdi 4", "", "S throws 3, E resigns, E throws 1", "refused: not_playing");
}

#[test]
fn anothers_leaving_disturbs_nothing() {
    check("pagdi 4", "", "S throws 3, E resigns", "to move: S; hand: 3; may move: 1");
    check("pagdi 4", "", "S throws 3, E resigns, S moves 1 by 3", "to throw: N");
    check("pagdi 4", "", "S throws 4, S moves 1 by 4, W resigns", "to throw: S");
    check("pagdi 4 collect", "", "S throws 4, W resigns", "to throw: S; hand: 4");
    let owing = "S{25,25,25,16} H, N{24,1,1,1} H";
    check("pagdi 4 adds", owing, "S throws 4, S moves 16 by 4, N resigns", "to throw: S; owed: 1; S{25,25,25,20} H");
}

#[test]
fn one_in_turn_takes_along_what_was_thrown_and_owed() {
    let owing = "S{25,25,25,16} H, N{24,1,1,1} H";
    check("pagdi 4 adds", owing, "S throws 4, S moves 16 by 4, S resigns", "to throw: E; owed: 0; lost: nothing");
    check("pagdi 4 collect", "", "S throws 4, S throws 8, S resigns", "to throw: E; hand: ; lost: nothing");
}

#[test]
fn rights_that_others_won_stay_and_gone_pawns_hit_nobody() {
    let position = "S h, N{10,1,1,1} H, E{9,1,1,1}";
    let hit = "S throws 1, S moves 1 by 1";
    check("pagdi 4", position, &format!("{hit}, N resigns"), "S{2,1,1,1} H; to throw: S");
    // N10 is S2: nobody stands there any more.
    check("pagdi 4", position, "S throws 1, N resigns, S moves 1 by 1", "hits: none; S{2,1,1,1} h; to throw: E");
}

#[test]
fn the_last_one_left_wins_also_with_a_value_in_hand() {
    check("pagdi 2", "", "S throws 3, N resigns", "over: finished S N; lost: nothing");
    check("pagdi 2", "", "S throws 3, S resigns", "over: finished N S");
    let third = "S{24,25,25,25} H";
    check("pagdi 3", third, "S throws 1, S moves 24 by 1, N resigns", "over: finished S E N");
    // A finisher cannot leave any more.
    check("pagdi 3", third, "S throws 1, S moves 24 by 1, S resigns", "refused: not_playing");
}

#[test]
fn leaving_can_leave_a_dead_end() {
    let position = "S{16,15,14,13} h, E{2,1,1,1} h, N{16,15,14,13} h";
    check("pagdi 3", position, "S throws 3, E resigns", "over: dead_end S=N E; ranks: 1 2 1");
    check("pagdi 3", position, "E throws 3, E resigns", "over: dead_end S=N E");
    let opened = "over: no; S{16,15,14,13} H; N{16,15,14,13} H; E{0,0,0,0} h; to throw: N";
    check("pagdi 3 open-gate", position, "E throws 3, E resigns", opened);
    // Where the match is decided no gate opens any more.
    let stuck = "S{16,15,14,13} h";
    check("pagdi 2 open-gate", stuck, "N throws 3, N resigns", "over: finished S N; S{16,15,14,13} h");
    // One with a value to move can move.
    let moving = "S{16,15,14,12} h, E{2,1,1,1} h, N{16,15,14,13} h";
    check("pagdi 3", moving, "S throws 1, E resigns", "over: no; to move: S");
    check("pagdi 3", moving, "S throws 1, E resigns, S moves 12 by 1", "over: dead_end S=N E");
}

#[test]
fn abandoned_those_still_playing_share_the_best_free_rank() {
    check("pagdi 4", "", "S abandons", "over: abandoned S=E=N=W");
    check("pagdi 4", "", "S throws 3, W resigns, S abandons", "over: abandoned S=E=N W; ranks: 1 1 1 2");
    let third = "S{24,25,25,25} H";
    check("pagdi 4", third, "S throws 1, S moves 24 by 1, E resigns, E abandons", "over: abandoned S N=W E");
}
