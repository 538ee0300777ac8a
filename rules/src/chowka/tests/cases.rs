//! Section 9 of the page of rules: each case a row, in its order.

use super::check;

#[test]
fn the_cases_of_section_9() {
    // 1, 2: the gate.
    check("pagdi 4", "S{15,1,1,1} h", "S throws 3", "may move: 1; why: 15+3 no_hit_right");
    check("pagdi 4", "S{15,1,1,1} H", "S throws 3", "may move: 1 15");
    // 3, 4: the centre.
    check("pagdi 4", "S{24,25,25,25} H", "S throws 1, S moves 24 by 1", "ranks: 1 0 0 0; to throw: E");
    check("pagdi 4", "S{24,25,25,25} H", "S throws 2", "lost: 2 no_move; to throw: E; S{24,25,25,25} H");
    check("pagdi 4", "S{17,25,25,25} H", "S throws 8, S moves 17 by 8", "ranks: 1 0 0 0; to throw: E; owed: 0");
    // 5, 6: one pawn an outer square.
    check("pagdi 4", "S{2,3,1,1} h", "S throws 1", "may move: 3; why: 1+1 own_pawn; why: 2+1 own_pawn");
    check("pagdi 4", "S{2,3,1,1} h", "S throws 2", "may move: 2 3; why: 1+2 own_pawn");
    // 7, 8: the hit right, won and lost.
    let seven = "hits: N10#0; S{2,1,1,1} H; N{1,1,1,1} h; to throw: S; owed: 0";
    check("pagdi 4", "S h, N{10,1,1,1} H", "S throws 1, S moves 1 by 1", seven);
    let eight = "hits: N10#0; S{2,1,1,1} H; N{1,25,1,1} H; to throw: S";
    check("pagdi 4", "S h, N{10,25,1,1} H", "S throws 1, S moves 1 by 1", eight);
    // 9 to 11: crowds on the inner rim.
    let nine = "hits: W23#0; E{19,1,1,1} H; W{1,2,1,1} H; S{17,1,1,1} H; to throw: S; owed: 0";
    let crowd = "S{16,1,1,1} H, E{19,1,1,1} H, W{23,2,1,1} H";
    check("pagdi 4", crowd, "S throws 1, S moves 16 by 1", nine);
    let ten = "hits: E19#0; E{1,19,19,1} H; S{17,1,1,1} H";
    check("pagdi 4", "S{16,1,1,1} H, E{19,19,19,1} H", "S throws 1, S moves 16 by 1", ten);
    let eleven = "hits: E19#0; E{1,1,1,1} h; S{17,17,1,1} H; to throw: S";
    check("pagdi 4", "S{16,17,1,1} H, E{19,1,1,1} H", "S throws 1, S moves 16 by 1", eleven);
    // 12, 13: the dead end.
    check("pagdi 2", "S{16,15,14,13} h, N{16,15,14,13} h", "", "over: dead_end S=N; ranks: 1 1");
    check("pagdi 2", "S{16,15,14,13} h, N{16,15,14,13} H", "N throws 1", "over: no; may move: 16");
    // 14 to 16: safe squares and others.
    check("pagdi 4", "E{12,1,1,1}", "E throws 1, E moves 12 by 1", "hits: none; E{13,1,1,1} h; to throw: N");
    check("pagdi 4", "S{12,1,1,1}, E{7,1,1,1}", "E throws 1, E moves 7 by 1", "hits: S12#0; to throw: E");
    check("pagdi 4", "S{13,1,1,1}, E{8,1,1,1}", "E throws 1, E moves 8 by 1", "hits: none; to throw: N");
    // 17: a hit by a grace value.
    check("pagdi 4", "S{2,1,1,1}, N{14,1,1,1} H", "S throws 4, S moves 2 by 4", "hits: N14#0; to throw: S; owed: 0");
    // 18: the gate of the large board.
    check("ashte-kashte 4", "S{24,1,1,1} h", "S throws 1", "why: 24+1 no_hit_right; may move: 1");
    let corner = "hits: none; S{25,1,1,1} H; E{31,1,1,1} H; to throw: E";
    check("ashte-kashte 4", "S{24,1,1,1} H, E{31,1,1,1} H", "S throws 1, S moves 24 by 1", corner);
    let safe_for_the_guest = "hits: none; W{37,1,1,1} H; S{25,1,1,1} H; to throw: S";
    check("ashte-kashte 4", "W{36,1,1,1} H, S{25,1,1,1} H", "W throws 1, W moves 36 by 1", safe_for_the_guest);
    // 19: where two routes meet.
    check("pagdi 4", "E{15,1,1,1}, S{4,1,1,1}", "E throws 1, E moves 15 by 1", "hits: S4#0; to throw: E");
    // 20: passing over.
    check("pagdi 4", "S{12,1,1,1} h, N{6,1,1,1}", "S throws 8", "why: 12+8 no_hit_right; may move: 1");
    let over = "hits: none; S{16,1,1,1} h; N{6,1,1,1} h; to throw: S";
    check("pagdi 4", "S{12,1,1,1} h, N{6,1,1,1}", "S throws 4, S moves 12 by 4", over);
}
