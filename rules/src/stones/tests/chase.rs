//! Rows of section 1 and 2.3 to 2.5: bodies, the word, gumpu and chhuttu, the tag.

use super::check;

#[test]
fn bodies_are_clamped_and_nobody_fouls() {
    check("steal, 1 at 100 100", "1 goes -127 -127; wait 9", "at 1: 0 0");
    check("steal, 0 at 6000 100", "0 goes 0 -127; wait 9", "at 0: 6000 0");
    check("steal, 0 at 6900 3000", "0 goes 127 0; wait 9", "at 0: 7000 3000");
    check("steal, 0 at 6900 3000", "0 goes 127 127; wait 2", "at 0: 7000 3254");
    // Boxes are no walls for runners, and bodies pass through each other.
    check("steal, 0 at 6000 12000, 1 at 4950 3000", "1 goes 127 0; wait 20", "at 1: 7650 3000; never: tagged");
    check("steal", "1 goes 0 0; wait 3", "at 1: 2500 2500");
}

#[test]
fn a_direction_is_kept_until_the_next_and_the_last_of_a_tick_counts() {
    check("steal", "1 goes 127 0; wait 3", "at 1: 2905 2500");
    check("steal", "1 goes 127 0; 1 goes 0 127; wait 1", "at 1: 2500 2635; answer: done");
    check("steal", "1 goes 127 0; wait 1; 1 goes -128 0; wait 1", "answer: bad_direction; at 1: 2770 2500");
    check("steal", "1 goes 0 128; wait 1", "answer: bad_direction; at 1: 2500 2500");
    check("steal", "1 goes -127 -127; wait 1", "at 1: 2405 2405");
}

#[test]
fn the_choice_comes_when_each_holds_one_stone_inside_a_box() {
    check("steal, 1 holds 1, 2 holds 1, 3 holds 1, 4 holds 1", "wait 1", "events: 1 phase choice; at 0: 6000 6000");
    check("steal, 1 holds 1, 2 holds 1, 3 holds 1, 4 holds 1, 0 at 6000 3000", "wait 1", "at 0: 6000 6000");
    check("steal, 1 holds 1, 2 holds 1, 3 holds 1, 4 holds 1, 4 at 5001 9500, 0 at 6000 0", "wait 5", "never: phase");
    check("steal, 1 holds 2, 2 holds 1, 3 holds 1", "wait 5", "never: phase");
    check("steal, 1 holds 2, 2 holds 1, 3 holds 1, 4 at 100 100", "1 gives 4", "told: 1 phase choice");
    // The cutting need not be over, and the boxes need not be different ones.
    check("steal, 1 holds 1, 2 holds 1, 3 holds 1, 4 holds 1, 2 at 10 10, 3 at 10 10, 4 at 10 10", "wait 1", "phase: choice");
}

#[test]
fn nobody_moves_while_the_patwar_thinks() {
    check("choice", "1 goes 127 0; 0 goes 127 0; wait 20", "at 1: 2500 2500; at 0: 6000 6000; void: true");
    check("choice", "wait 299", "phase: choice");
    check("choice", "wait 300", "events: 300 phase chhuttu");
    check("choice", "0 says gumpu SW", "events: 1 phase gumpu SW");
    check("choice", "0 says chhuttu", "events: 1 phase chhuttu");
    check("choice", "0 says chhuttu; 0 says gumpu NE", "events: 1 phase chhuttu; answer: not_now");
}

#[test]
fn of_several_reasons_against_a_word_the_first_is_told() {
    check("steal", "1 says gumpu", "answer: not_now");
    check("choice", "1 says gumpu", "answer: not_yours");
    check("choice", "0 says gumpu", "answer: bad_choice; phase: choice");
    check("chhuttu", "0 says chhuttu", "answer: not_now");
}

#[test]
fn after_the_word_the_runners_have_a_lead() {
    check("choice", "1 goes 127 0; 0 goes 127 0; 0 says chhuttu; wait 2", "at 1: 2635 2500; at 0: 6000 6000; void: true");
    check("choice", "0 goes 127 0; 0 says chhuttu; wait 16", "at 0: 6000 6000; void: false; told: 16 void false");
    check("choice", "0 goes 127 0; 0 says chhuttu; wait 17", "at 0: 6180 6000");
    check("choice, 1 at 5000 5000, tag_reach = 1500", "1 goes 127 127; 0 says chhuttu; wait 16", "never: tagged");
    check("choice, lead_ticks = 0", "0 goes 127 0; 0 says chhuttu; wait 2", "at 0: 6180 6000; void: false");
}

#[test]
fn gumpu_ends_well_when_all_are_in_the_box() {
    check("gumpu NE, 1 at 9000 9000, 2 at 7000 7000, 4 at 12000 12000, 0 at 6000 0", "wait 1", "told: 1 innings_end nobody; patwar: 0");
    check("gumpu NE, 1 at 9000 9000, 2 at 6999 7000, 4 at 12000 12000, 0 at 6000 0", "wait 2", "never: innings_end");
    // Not in the tick of the word itself.
    check("choice, 1 at 9000 9000, 2 at 9000 9000, 4 at 9000 9000", "0 says gumpu NE", "events: 1 phase gumpu NE");
    check("choice, 1 at 9000 9000, 2 at 9000 9000, 4 at 9000 9000", "0 says gumpu NE; wait 2", "told: 2 innings_end nobody");
}

#[test]
fn in_gumpu_he_may_tag_inside_boxes_too() {
    check("gumpu NE, 1 at 4900 3000, 0 at 5600 3000", "wait 1", "told: 1 tagged 1 at 1");
    check("gumpu NE, 3 at 7100 9500, 0 at 6900 9500", "wait 1", "told: 1 tagged 3 at 1");
    check("gumpu NE, 1 at 4900 3000, 0 at 5600 3000, gumpu_reach_in = false", "wait 1", "never: tagged");
    check("steal, 1 at 4900 3000, 0 at 5600 3000", "wait 1", "never: tagged");
    check("chhuttu, 1 at 4900 3000, 0 at 5600 3000", "wait 1", "never: tagged");
}

#[test]
fn in_chhuttu_only_the_next_box_in_his_direction_counts() {
    let far = "chhuttu, 0 at 6000 12000, 1 at 4900 2500";
    check(far, "1 goes 127 0; wait 16", "events: 16 crossed 1 SE 1");
    check(&format!("{far}, 1 made 3"), "1 goes 127 0; wait 16", "told: 16 crossed 1 SE 4");
    check(&format!("{far}, 1 made -3"), "1 goes 127 0; wait 16", "told: 16 crossed 1 SE 2");
    check(&format!("{far}, 1 made -1"), "1 goes 127 0; wait 16", "told: 16 crossed 1 SE 0");
    check("chhuttu, 0 at 6000 12000, 1 at 2500 4900", "1 goes 0 127; wait 16", "told: 16 crossed 1 NW 1");
    // The diagonal box counts nothing, and he counts on from there.
    check("chhuttu, 0 at 6000 0, 1 at 4950 4950, 1 made 3", "1 goes 127 127; wait 22", "told: 22 crossed 1 NE 3");
    // Into the track and back is no crossing.
    check(far, "1 goes 127 0; wait 4; 1 goes -127 0; wait 4", "never: crossed; count 1: 0");
}

#[test]
fn done_is_done_for_good_and_through_is_done_and_at_home() {
    let far = "chhuttu, 0 at 6000 12000";
    check(&format!("{far}, 1 at 7100 2500, 1 made -11"), "1 goes -127 0; wait 16", "events: 16 crossed 1 SW 12, 16 through 1");
    // Done elsewhere he must still go home, and a step back takes nothing away.
    check(&format!("{far}, 1 at 4900 2500, 1 made 11"), "1 goes 127 0; wait 16; 1 goes -127 0; wait 17", "events: 16 crossed 1 SE 12, 32 crossed 1 SW 12, 32 through 1");
    // Who is through walks on and cannot be tagged.
    check("chhuttu, 0 at 5500 2500, 1 at 4900 2500, 1 made 12", "wait 1; 1 goes 127 0; wait 9", "events: 1 through 1");
    check("chhuttu, 0 at 6000 6000, 1 made 12, 2 made 12, 3 made 12, 4 made -12", "wait 1", "events: 1 through 1, 1 through 2, 1 through 3, 1 through 4, 1 innings_end nobody, 1 innings 2 of 0");
    check("chhuttu, 0 at 6000 0, 1 made 3, rounds = 1, 1 at 4900 9500", "1 goes 0 -127; wait 35", "told: 34 crossed 1 SW 4; told: 34 through 1");
}

#[test]
fn the_first_tag_within_a_tick_counts() {
    check("steal, 0 at 6000 3000, 1 at 6000 4000", "0 goes 0 127; wait 2", "told: 2 tagged 1 at 25");
    // One instant: the nearer, then the lower seat.
    check("steal, 0 at 6000 3000, 1 at 6000 3400, 2 at 6000 2700", "wait 1", "told: 1 tagged 2 at 1");
    check("steal, 0 at 6000 3000, 3 at 6000 3400, 2 at 6000 2600", "wait 1", "told: 1 tagged 2 at 1");
    check("steal, 0 at 6000 3000, 1 at 6000 3750", "wait 1", "told: 1 tagged 1 at 1");
    check("steal, 0 at 6000 3000, 1 at 6000 3751", "wait 1", "never: tagged");
    // A tag ends the innings, and nothing else of the tick happens.
    check("steal, 0 at 6000 5300, 1 at 6000 6000", "1 takes", "events: 1 tagged 1 at 1, 1 innings_end 1, 1 innings 2 of 1; answer: lost");
}

#[test]
fn void_counts_as_it_was_at_the_end_of_the_tick_before() {
    check("steal, cut, 0 at 6000 100, 1 at 6000 700", "wait 1", "told: 1 tagged 1 at 1");
    // Void from tick 120, lifted by the touch in 121: the tag comes in 122.
    check("steal, cut, 0 at 6000 180, 1 at 4900 400", "wait 118; 1 goes 127 0; wait 2; 0 goes 0 -127; wait 1", "events: 120 void true, 121 void false");
    check("steal, cut, 0 at 6000 180, 1 at 4900 400", "wait 120; 1 goes 127 0; wait 4; 0 goes 0 -127; wait 2", "told: 125 void false; told: 126 tagged 1 at 1");
}
