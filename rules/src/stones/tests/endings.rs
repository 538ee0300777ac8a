//! Rows of sections 3 and 4: what follows a catch, who wins, and the clocks.

use super::*;

#[test]
fn the_caught_chases_next_and_the_old_patwar_has_his_box() {
    check("steal, 0 at 6000 3000, 3 at 6000 3400", "wait 1", "told: 1 innings 2 of 3; patwar: 3; home 0: NE; home 1: SW; home 2: SE; home 4: NW");
    check("steal, 0 at 6000 3000, 3 at 6000 3400", "wait 1", "at 3: 6000 6000; at 0: 9500 9500; ground: 4; phase: break");
    check("gumpu NE, 1 at 9000 9000, 2 at 9000 9000, 4 at 9000 9000", "wait 1", "told: 1 innings 2 of 0; home 1: SW");
}

#[test]
fn directions_are_kept_from_one_innings_to_the_next() {
    check("steal, 0 at 6000 3000, 3 at 6000 3400, break_s = 1", "1 goes 127 0; wait 32", "at 1: 2635 2500");
}

#[test]
fn a_set_ends_after_its_innings() {
    check("steal, idle_s = 1, break_s = 1, innings = 1", "wait 30", "told: 30 clock_out 3 among 1+2+3+4 by 0; told: 30 ended 1+2+4 0+3 finished; phase: over");
    check("steal, idle_s = 1, break_s = 1, innings = 2", "wait 90", "told: 90 innings_end 2; told: 90 ended 1+4 0+2 3 finished");
    // After the end nothing happens any more.
    check("steal, idle_s = 1, innings = 1", "wait 30; 1 goes 127 0; wait 20", "answer: not_now; tick: 30");
    check("steal, idle_s = 1, innings = 1", "wait 30; 1 takes", "answer: not_now");
}

#[test]
fn the_rest_rank_by_innings_survived_then_stones_then_crossings() {
    // 4 is caught by the clock at once: all else is equal but what they did before.
    let court = "steal, 0 at 6000 0, 1 at 6000 6400, 2 at 6300 6000, 3 at 5700 6000, innings = 1, idle_s = 2";
    check(court, "wait 60", "told: 60 clock_out 3 among 1+2+3+4 by 0");
    check(court, "1 takes; 2 takes; 3 takes; wait 60", "never: clock_out");
    check(court, "1 takes; 2 takes; 3 takes; wait 61", "told: 61 clock_out 4 among 4; told: 61 ended 1+2+3 0+4 finished");
    // A stone counts when it is home.
    check(court, "1 takes; wait 18; 1 goes -127 127; wait 9", "carried 1: 0");
    check(court, "1 takes; wait 18; 1 goes -127 127; wait 12", "carried 1: 1");
    check("steal, 0 at 6000 12000, 1 at 4900 2500", "1 goes 127 0; wait 16", "crossings 1: 1");
}

#[test]
fn steal_has_two_clocks() {
    check("steal, cut", "wait 449", "never: clock_out");
    check("steal, cut", "wait 450", "told: 450 clock_out 3 among 1+2+3+4 by 0; draws: 1");
    // A take, a gift or a crossing starts the short one anew.
    check("steal, cut, 0 at 6000 0, 1 at 6000 6400", "wait 400; 1 takes; wait 450", "never: clock_out");
    check("steal, cut, 0 at 6000 0, 1 at 6000 6400", "wait 400; 1 takes; wait 451", "told: 851 clock_out 3 among 2+3+4 by 0");
    check("steal, cut, 1 holds 2, 2 at 100 100", "wait 400; 1 gives 2; wait 450", "never: clock_out");
    check("steal, cut, 0 at 6000 12000, 1 at 4900 2500", "wait 400; 1 goes 127 0; wait 300", "told: 416 crossed 1 SE 0; never: clock_out");
    // The long one runs whatever they do.
    check("steal, cut, steal_s = 2, 0 at 6000 0, 1 at 6000 6400", "wait 40; 1 takes; wait 20", "told: 60 clock_out 3 among 2+3+4 by 0");
}

#[test]
fn the_clock_of_steal_catches_who_keeps_stones_then_who_did_least() {
    check("steal, 1 holds 3", "wait 450", "told: 450 clock_out 1 among 1; draws: 0");
    check("steal, 1 holds 2, 2 holds 2", "wait 450", "told: 450 clock_out 2 among 1+2 by 0");
    // Handled stones first, then crossings.
    check("steal, 0 at 6000 12000, 1 at 4900 2500, 2 at 4900 2600, 3 at 4900 2700", "1 goes 127 0; 2 goes 127 0; 3 goes 127 0; wait 466", "told: 466 clock_out 4 among 4");
    check("steal, 1 holds 2, 2 at 100 100, 3 holds 1, 4 holds 1, 4 at 5001 9500, 0 at 6000 0", "1 gives 2; wait 451", "told: 451 clock_out 3 among 2+3+4 by 0");
}

#[test]
fn the_clock_of_gumpu_catches_one_outside_the_box() {
    check("gumpu NE", "wait 899", "never: clock_out");
    check("gumpu NE", "wait 900", "told: 900 clock_out 2 among 1+2+4 by 0");
    check("gumpu NE, 1 at 9000 9000, 2 at 9000 9000", "wait 900", "told: 900 clock_out 4 among 4");
}

#[test]
fn the_clock_of_chhuttu_catches_who_counts_fewest() {
    check("chhuttu, 1 made 3, 2 made -2, 3 made 2, 4 made 5", "wait 1350", "told: 1350 clock_out 3 among 2+3 by 0");
    // Done is twelve, and who is through is safe.
    check("chhuttu, 1 made 12, 2 made 12, 3 made 12, 4 made 12, 4 at 7100 9500", "wait 1350", "told: 1350 clock_out 4 among 4");
}

#[test]
fn a_set_can_be_given_up() {
    let mut set = Set::new(RuleSet::default(), Lots::of(Seat::ALL).unwrap());
    let ended = set.abandon().unwrap();
    assert_eq!(word(&ended), "ended 0+1+2+3+4 abandoned");
    assert!(set.is_over() && set.abandon().is_none());
    assert_eq!(set.result().unwrap().why, Ending::Abandoned);
}

#[test]
fn the_opening_tells_the_first_innings() {
    let set = Set::new(RuleSet::default(), Lots::of(Seat::ALL).unwrap());
    assert_eq!(word(&set.opening()), "innings 1 of 0");
}
