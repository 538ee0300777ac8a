//! Rows of section 2.1 and 2.2: the break, taking and giving, cutting, and nobody guards.

use super::check;

#[test]
fn an_innings_begins_with_a_break_in_which_nobody_moves() {
    check("break", "1 goes 127 0; 0 goes 0 127; wait 90", "events: 90 phase steal; at 1: 2500 2500; at 0: 6000 6000; ground: 4");
    check("break", "1 goes 127 0; wait 91", "at 1: 2635 2500");
    check("break", "wait 1", "home 0: none; home 1: SW; home 2: SE; home 3: NE; home 4: NW");
    check("break", "1 takes", "answer: not_now; ground: 4");
}

#[test]
fn a_runner_in_reach_takes_one_stone_and_is_rooted() {
    check("steal, 0 at 6000 0, 1 at 6000 6400", "1 takes", "events: 1 taken 1 left 3; holds 1: 1; ground: 3");
    check("steal, 0 at 6000 0, 1 at 6000 6401", "1 takes", "answer: out_of_reach");
    check("steal, 0 at 6000 0, 1 at 6000 6400", "1 takes; wait 1; 1 goes 0 127; wait 18", "at 1: 6000 6535");
    // The direction counts before the take: he steps out of reach first.
    check("steal, 0 at 6000 0, 1 at 6000 6400, take_ticks = 3", "1 goes 0 127; 1 takes", "answer: out_of_reach");
    check("steal, 0 at 6000 0, 1 at 6000 6535", "1 goes 0 -127; 1 takes", "answer: done");
    check("steal, 0 at 6000 0, 1 at 6000 6400", "1 takes; wait 16; 1 takes", "answer: too_soon");
    check("steal, 0 at 6000 0, 1 at 6000 6400", "1 takes; wait 17; 1 takes", "answer: done; holds 1: 2");
    check("steal, 0 at 6000 0, 1 at 6000 6400", "1 takes; wait 17; 1 goes 0 127; 1 takes; wait 17", "at 1: 6000 6400");
    check("steal, 0 at 6000 0, 1 at 6000 6400", "1 takes; wait 17; 1 takes; wait 17; 1 takes; wait 17; 1 takes", "holds 1: 4; ground: 0");
    check("steal, 0 at 6000 0, 1 at 6000 6400, take_ticks = 0", "1 takes; 1 takes", "holds 1: 2; ground: 2");
}

#[test]
fn of_several_reasons_against_a_take_the_first_is_told() {
    check("chhuttu", "0 takes", "answer: not_now");
    check("steal, 1 holds 4", "0 takes", "answer: not_yours");
    check("steal, 2 holds 4", "1 takes", "answer: no_stone");
    check("steal, 0 at 6000 0, 1 at 6000 6390", "1 takes; 1 goes 0 127; wait 17; 1 goes 127 127; wait 4; 1 takes", "answer: out_of_reach");
    check("steal, 0 at 6000 0, 1 at 6000 6000", "1 takes; wait 3; 1 takes", "answer: too_soon");
}

#[test]
fn who_has_more_than_one_gives_one_to_a_runner_in_the_same_box_who_has_none() {
    check("steal, 1 holds 2, 2 at 100 100", "1 gives 2", "events: 1 given 1 to 2; holds 1: 1; holds 2: 1");
    check("steal, 1 holds 2, 2 at 5000 5000", "1 gives 2", "answer: done");
    check("steal, 1 holds 2, 2 at 5001 5000", "1 gives 2", "answer: not_together");
    check("steal, 1 holds 3, 2 at 100 100, 3 at 200 200", "1 gives 2; 1 gives 3", "holds 1: 1; holds 3: 1");
    check("steal, 1 holds 2, 2 at 100 100, 3 at 200 200", "1 gives 2; 1 gives 3", "answer: last_stone");
    // Also in a box that is neither's own.
    check("steal, 1 holds 2, 1 at 9500 9000, 2 at 9500 9100", "1 gives 2", "answer: done");
}

#[test]
fn of_several_reasons_against_a_gift_the_first_is_told() {
    check("chhuttu", "0 gives 0", "answer: not_now");
    check("steal", "0 gives 1", "answer: not_yours");
    check("steal", "1 gives 1", "answer: not_yours");
    check("steal", "1 gives 0", "answer: not_yours");
    check("steal", "1 gives 2", "answer: nothing_to_give");
    check("steal, 1 holds 1", "1 gives 2", "answer: last_stone");
    check("steal, 1 holds 2, 2 holds 1", "1 gives 2", "answer: not_together");
    check("steal, 1 holds 2, 2 holds 1, 2 at 100 100", "1 gives 2", "answer: has_stone");
}

#[test]
fn an_arm_is_cut_by_touching_its_end_line_and_coming_back() {
    check("steal, 0 at 6000 180", "0 goes 0 -127; wait 1; 0 goes 0 127; wait 28", "events: 29 cut S run");
    check("steal, 0 at 6000 1", "0 goes 0 127; wait 40", "never: cut");
    check("steal, 0 at 6000 180, cut_near = 5900", "0 goes 0 -127; wait 1; 0 goes 0 127", "events: 2 cut S run");
    check("steal, cut S, 0 at 6000 180", "0 goes 0 -127; wait 1; 0 goes 0 127; wait 28", "never: cut");
}

#[test]
fn who_has_not_cut_in_twenty_seconds_is_frozen_until_the_rest_is_credited() {
    // He runs to an end line and stays there, so that it is not for want of a patrol that his tags are void.
    let out = |rest: &str| format!("0 goes 0 127; wait 480; {rest}");
    check("steal, idle_s = 60", &out("wait 119"), "frozen: false; void: false");
    check("steal, idle_s = 60", &out("wait 120"), "frozen: true; told: 600 void true");
    check("steal, idle_s = 60", &out("0 goes 0 -127; wait 120; 0 goes 0 -127; wait 60"), "told: 660 cut S credit; frozen: true");
    check("steal, idle_s = 60", &out("wait 120; 0 goes 0 -127; wait 240"), "at 0: 6000 12000; frozen: false");
    check("steal, idle_s = 60", &out("wait 120; 0 goes 0 -127; wait 241"), "at 0: 6000 11820");
    check("steal, idle_s = 60", &out("wait 361"), "told: 660 cut S credit; told: 720 cut E credit; told: 780 cut N credit; told: 840 cut W credit; told: 840 void false");
    check("steal, idle_s = 60, cut N, cut W", &out("wait 240"), "told: 660 cut S credit; told: 720 cut E credit; frozen: false");
    check("steal, idle_s = 60, cut", &out("wait 361"), "frozen: false; never: void");
    // What he owes he owes, frozen or not.
    check("steal, idle_s = 60, 0 at 6000 3000", "wait 900", "events: 120 void true, 660 cut S credit, 720 cut E credit, 780 cut N credit, 840 cut W credit");
}

#[test]
fn nobody_guards() {
    check("steal, cut", "wait 119", "void: false");
    check("steal, cut", "wait 120", "events: 120 void true");
    check("steal, cut, 0 at 6000 180", "wait 119; 0 goes 0 -127; wait 1", "void: false");
    check("steal, cut, 0 at 6000 180", "wait 120; 0 goes 0 -127; wait 2", "events: 120 void true, 121 void false");
    // An end line that he stands on is touched every tick.
    check("steal, cut, 0 at 6000 0, idle_s = 60", "wait 400", "never: void");
    // Without a stone in the circle he must visit the centre instead.
    check("steal, cut, 1 holds 2, 2 holds 2, idle_s = 60", "wait 400", "never: void");
    check("steal, cut, 1 holds 2, 2 holds 2, 0 at 6000 0, idle_s = 60", "wait 130", "events: 120 void true");
    check("chhuttu, 0 at 6000 4999", "wait 120", "events: 120 void true");
    check("chhuttu, 0 at 6000 5000", "wait 400", "never: void");
    check("gumpu NE, 0 at 6000 4999", "wait 120; 0 goes 0 127; wait 1", "events: 120 void true, 121 void false");
}

#[test]
fn the_last_stones_leaving_does_not_lift_it() {
    // He stands by the circle, his tags void: whoever takes the last stone under his eyes is safe, until he has
    // touched an end line.
    let take = "wait 121; 1 goes 127 127; wait 8; 1 takes; wait 30";
    check("steal, cut, 1 at 4980 4980, 2 holds 3", take, "events: 120 void true, 130 taken 1 left 0; ground: 0; void: true");
    check("steal, cut, 1 at 4980 4980, 2 holds 3", "wait 121; 1 goes 127 127; wait 8; 1 takes; 0 goes 0 -127; wait 34", "told: 163 void false");
    // A change of phase lifts it.
    check("steal, cut, 1 holds 1, 2 holds 1, 3 holds 1, 4 holds 1, 4 at 5100 9500, 0 at 6000 0", "wait 121; 4 goes -127 0; wait 1", "told: 122 phase choice; void: true");
    check("steal, cut, 1 holds 1, 2 holds 1, 3 holds 1, 4 holds 1, 4 at 5100 9500, 0 at 6000 0", "wait 121; 4 goes -127 0; wait 1; 0 says chhuttu; wait 20", "void: false");
}

#[test]
fn a_seat_that_is_away_stands_still_and_its_spare_stones_can_be_taken() {
    check("steal, 1 holds 3, 2 at 100 100", "1 goes 127 0; wait 1; 1 away; wait 5", "at 1: 2635 2500");
    check("steal, 1 holds 3, 2 at 100 100", "1 away; wait 1; 2 takes", "told: 2 given 1 to 2; holds 2: 1; holds 1: 2; answer: done");
    check("steal, 1 holds 3, 2 at 100 100", "1 away; 2 takes; wait 1; 2 takes", "holds 2: 1; answer: out_of_reach");
    check("steal, 1 holds 3, 2 at 7100 100", "1 away; 2 takes", "answer: out_of_reach");
    check("steal, 1 holds 1, 2 at 100 100", "1 away; 2 takes", "answer: out_of_reach");
    check("steal, 1 holds 3, 2 at 100 100", "2 takes", "answer: out_of_reach");
    // Any wish of its own brings the seat back.
    check("steal, 1 holds 3, 2 at 100 100", "1 away; wait 1; 1 goes 0 0; wait 1; 2 takes", "answer: out_of_reach");
    check("steal, 0 at 6000 3000, 1 at 6000 4000", "1 away; 0 goes 0 127; wait 2", "told: 2 innings_end 1");
}
