//! Sections 2 to 4: turns, reasons and consequences that section 9 leaves out.

use super::*;

#[test]
fn a_match_begins_at_home_with_south() {
    for (players, sides) in [(2, "SN"), (3, "SEN"), (4, "SENW")] {
        let game = Match::new(RuleSet::default(), players);
        assert_eq!(game.sides().map(Side::letter).collect::<String>(), sides);
        assert!(
            game.sides()
                .all(|side| game.pawns(side) == [1, 1, 1, 1] && !game.has_right(side))
        );
        let turn = game.turn().unwrap();
        assert_eq!((turn.side, turn.phase, turn.owed), (Side::South, Phase::Throw, 0));
        assert!(game.legal().is_empty() && game.blocked().is_empty() && game.forced().is_none());
    }
}

#[test]
fn a_throw_counts_its_mouths() {
    for (faces, value) in [
        ([0, 0, 0, 0], 8),
        ([0, 1, 0, 0], 1),
        ([1, 0, 1, 0], 2),
        ([1, 1, 1, 1], 4),
    ] {
        let shells = Shells::from_faces(&faces).unwrap();
        assert_eq!(RuleSet::default().value_of(shells.mouths_up()), value);
        assert_eq!(shells.faces().collect::<Vec<_>>(), faces);
    }
    let large = preset("ashte-kashte").unwrap().rules();
    assert_eq!(
        (0..=6).map(|up| large.value_of(up)).collect::<Vec<_>>(),
        [12, 1, 2, 3, 4, 5, 6]
    );
    assert_eq!(large.values(), [1, 2, 3, 4, 5, 6, 12]);
    assert_eq!(Shells::from_faces(&[0, 2]), None);
    assert_eq!(Shells::from_faces(&[0; 7]), None);
    assert_eq!(Shells::showing(2, 4), Shells::from_faces(&[1, 1, 0, 0]).unwrap());
}

#[test]
fn turns_go_anticlockwise_over_those_still_playing() {
    check("pagdi 4", "", "S throws 1, S moves 1 by 1", "to throw: E");
    check("pagdi 4", "", "E throws 1, E moves 1 by 1", "to throw: N");
    check("pagdi 4", "", "W throws 1, W moves 1 by 1", "to throw: S");
    check("pagdi 3", "", "N throws 1, N moves 1 by 1", "to throw: S");
    check("pagdi 2", "", "S throws 1, S moves 1 by 1", "to throw: N");
    let finished = "E{24,25,25,25} H";
    let around = "E throws 1, E moves 24 by 1, N throws 1, N moves 1 by 1, W throws 1, W moves 1 by 1, S throws 1, \
                  S moves 1 by 1";
    check("pagdi 4", finished, around, "to throw: N");
}

#[test]
fn each_answer_to_the_wrong_question_is_refused() {
    check("pagdi 4", "", "S pawn 0 by 3", "refused: nothing_thrown");
    check("pagdi 4", "", "S throws 3, S throws 3", "refused: already_thrown; hand: 3");
    check("pagdi 4", "", "S throws 3, E throws 3", "refused: not_your_turn");
    check("pagdi 4", "", "S throws 3, E pawn 0 by 3", "refused: not_your_turn");
    check("pagdi 4", "", "S throws 3, S pawn 4 by 3", "refused: no_such_pawn");
    check("pagdi 4", "", "S throws 3, S pawn 255 by 3", "refused: no_such_pawn");
    check("pagdi 4", "", "S throws 3, S pawn 0 by 2", "refused: not_in_hand");
    check("pagdi 4", "", "S throws 3, S pawn 0 by 0", "refused: not_in_hand");
    check("pagdi 4", "", "S throws 3, S pawn 0 by 255", "refused: not_in_hand");
    check("pagdi 4", "S{2,3,1,1}", "S throws 1, S pawn 0 by 1", "refused: own_pawn");
    check("pagdi 2", "", "S throws 3, E throws 3", "refused: not_playing");
    check("pagdi 4", "S{24,25,25,25} H", "S throws 1, S moves 24 by 1, S throws 1", "refused: not_playing");
    let dead_end = "S{16,15,14,13} h, N{16,15,14,13} h";
    check("pagdi 2", dead_end, "S throws 1", "refused: over");
    check("pagdi 2", dead_end, "S resigns", "refused: over");
    check("pagdi 2", dead_end, "S abandons", "refused: over");
}

#[test]
fn the_reason_is_the_first_rule_that_fails() {
    check("pagdi 4", "S{25,24,1,1} H", "S throws 1", "why: 25+1 finished; why: 24+1 legal");
    check("pagdi 4", "S{25,24,1,1} H", "S throws 2", "why: 25+2 finished; why: 24+2 overshoot");
    check("pagdi 4 needs-1", "S{0,16,1,1} h", "S throws 2", "why: 0+2 no_entry; why: 16+2 no_hit_right");
    // Only a great value can overshoot from the outer rim; then that is the reason.
    check("pagdi 4 none-up-12", "S{14,1,1,1} h", "S throws 12", "why: 14+12 overshoot; may move: 1");
    // On the inner rim, on homes and in the centre own pawns share.
    check("pagdi 4", "S{17,18,1,1} H", "S throws 1, S moves 17 by 1", "S{18,18,1,1} H");
    check("pagdi 4", "S{4,5,1,1} h", "S throws 1, S moves 4 by 1", "S{5,5,1,1} h");
    check("pagdi 4", "S{24,25,1,1} H", "S throws 1, S moves 24 by 1", "S{25,25,1,1} H");
    // A pawn at 16 without the right waits.
    check("pagdi 4", "S{16,1,1,1} h", "S throws 1", "why: 16+1 no_hit_right; may move: 1");
}

#[test]
fn no_legal_move_ends_the_turn_also_after_a_grace_value() {
    let stuck = "S{16,15,14,13} h";
    check("pagdi 4", stuck, "S throws 3", "lost: 3 no_move; to throw: E; owed: 0");
    check("pagdi 4", stuck, "S throws 8", "lost: 8 no_move; to throw: E");
    check("pagdi 4 keep", stuck, "S throws 8", "lost: 8 no_move; to throw: S; owed: 0");
    check("pagdi 4 keep", stuck, "S throws 8, S throws 4, S throws 8", "lost: 8 no_move; to throw: S");
    check("pagdi 4 keep", stuck, "S throws 8, S throws 3", "lost: 3 no_move; to throw: E");
}

#[test]
fn grace_and_hits_earn_one_throw() {
    check("pagdi 4", "", "S throws 4, S moves 1 by 4", "to throw: S; owed: 0");
    check("pagdi 4", "", "S throws 8, S moves 1 by 8", "to throw: S; owed: 0");
    check("pagdi 4", "", "S throws 3, S moves 1 by 3", "to throw: E");
    check("pagdi 4", "", "S throws 4, S moves 1 by 4, S throws 8, S moves 1 by 8", "to throw: S; owed: 0");
    check("ashte-kashte 4", "", "S throws 4, S moves 1 by 4", "to throw: E");
    check("ashte-kashte 4", "", "S throws 12, S moves 1 by 12", "to throw: S");
    check("pagdi 4 no-grace", "", "S throws 8, S moves 1 by 8", "to throw: E");
    check("pagdi 4", "S{2,1,1,1}, N{11,1,1,1}", "S throws 1, S moves 2 by 1", "hits: N11#0; to throw: S; owed: 0");
}

#[test]
fn owed_throws_stay_owed_with_keep_and_are_lost_without() {
    // S20 is N24. The hit by a grace value earns two; by 8 the pawn on 20 cannot move, by 2 it can.
    let position = "S{25,25,25,16} H, N{24,1,1,1} H";
    let hit = "S throws 4, S moves 16 by 4";
    let then = |more: &str| format!("{hit}, {more}");
    check("pagdi 4 adds", position, hit, "hits: N24#0; to throw: S; owed: 1");
    check("pagdi 4 adds", position, &then("S throws 2, S moves 20 by 2"), "to throw: S; owed: 0");
    check("pagdi 4 adds", position, &then("S throws 8"), "lost: 8 no_move; to throw: E; owed: 0");
    check("pagdi 4 adds keep", position, &then("S throws 8"), "lost: 8 no_move; to throw: S; owed: 1");
    check("pagdi 4 adds keep", position, &then("S throws 8, S throws 8, S throws 8"), "to throw: S; owed: 1");
    check("pagdi 4 adds keep", position, &then("S throws 8, S throws 2, S moves 20 by 2"), "to throw: S; owed: 0");
    let out = "S{25,25,25,24} H, N{24,1,1,1} H";
    check("pagdi 4 adds keep", out, "S throws 4", "lost: 4 no_move; to throw: S; owed: 0");
    check("pagdi 4 adds keep", out, "S throws 3", "lost: 3 no_move; to throw: E; owed: 0");
    // Without a move, by a value without grace, all that is owed is lost.
    let inside = then("S throws 8, S throws 4, S moves 20 by 4, S throws 3");
    check("pagdi 4 adds keep", position, &inside, "lost: 3 no_move; to throw: E; owed: 0");
}

#[test]
fn the_pawn_furthest_along_is_hit() {
    // S17 is E19, N21 and W23: the furthest along is West's, whatever the order of sides.
    let all = "S{16,1,1,1} H, E{19,1,1,1} H, N{21,21,1,1} H, W{1,23,1,1} H";
    check("pagdi 4", all, "S throws 1, S moves 16 by 1", "hits: W23#1; N{21,21,1,1} H; E{19,1,1,1} H");
    let without_west = "S{16,1,1,1} H, E{19,1,1,1} H, N{1,21,21,1} H";
    check("pagdi 4", without_west, "S throws 1, S moves 16 by 1", "hits: N21#1; N{1,1,21,1} H");
}

#[test]
fn the_loser_loses_the_right_before_the_hitter_wins_it() {
    check("pagdi 2", "S h, N{10,1,1,1} h", "S throws 1, S moves 1 by 1", "S{2,1,1,1} H; N{1,1,1,1} h");
    check("pagdi 2", "S h, N{10,2,1,1} H", "S throws 1, S moves 1 by 1", "N{1,2,1,1} H");
    check("pagdi 2 needs-1", "S{1,1} h, N{10} H", "S throws 1, S moves 1 by 1", "N{0,0,0,0} h; S{2,1,0,0} H");
    check("pagdi 2 needs-1", "S{1,1} h, N{10,1,0,1} H", "S throws 1, S moves 1 by 1", "N{0,1,0,1} h");
    // Standing on another's home is not standing on one's own.
    check("pagdi 2", "S h, N{10,5,1,1} H", "S throws 1, S moves 1 by 1", "N{1,5,1,1} H");
}

#[test]
fn finishers_take_the_best_free_rank_and_others_play_on() {
    let close = "S{24,25,25,25} H, E{24,25,25,25} H, N{24,25,25,25} H";
    let first = "S throws 1, S moves 24 by 1";
    check("pagdi 3", close, first, "ranks: 1 0 0; to throw: E; over: no");
    let both = format!("{first}, E throws 1, E moves 24 by 1");
    check("pagdi 3", close, &both, "over: finished S E N; ranks: 1 2 3");
    check("pagdi 3 first", close, first, "over: finished S E=N; ranks: 1 2 2");
    check("pagdi 2", "S{24,25,25,25} H", first, "over: finished S N");
    check("quick 4", "S{24,25} H", first, "over: finished S E=N=W");
}

#[test]
fn a_dead_end_is_shared_or_opens_the_gate() {
    let dead = "S{16,15,14,13} h, N{16,15,14,12} h";
    let last = "N throws 1, N moves 12 by 1";
    check("pagdi 2", dead, last, "over: dead_end S=N");
    // A grace value does not go on for ever.
    let by_grace = "S{16,15,14,13} h, N{16,15,14,9} h";
    check("pagdi 2", by_grace, "N throws 4, N moves 9 by 4", "over: dead_end S=N");
    check("pagdi 2 open-gate", dead, last, "over: no; S{16,15,14,13} H; N{16,15,14,13} H; to throw: S");
    check("pagdi 2 open-gate", "S{16,15,14,13} h, N{16,15,14,13} h", "", "over: no; S{16,15,14,13} H; to throw: S");
    // Who has finished keeps his rank; the others share the next.
    let third = "S{16,15,14,13} h, E{24,25,25,25} H, N{16,15,14,13} h";
    check("pagdi 3", third, "E throws 1, E moves 24 by 1", "over: dead_end E S=N; ranks: 2 1 2");
    check("pagdi 3 open-gate", third, "E throws 1, E moves 24 by 1", "over: no; S{16,15,14,13} H; to throw: N");
    // One player who cannot move is no dead end.
    check("pagdi 2", "S{16,15,14,13} h", "S throws 4", "lost: 4 no_move; over: no; to throw: N");
    // With one pawn fewer, 16 is not blocked from behind by 13.
    check("pagdi 2 three-pawns", "S{16,15,14} h, N{16,15,14} h", "", "over: dead_end S=N");
    check("pagdi 2 two-pawns", "S{16,15} h, N{16,15} h", "", "over: dead_end S=N");
    check("pagdi 2 stack", "S{16,15,14,13} h, N{16,15,14,13} h", "S throws 1", "over: no; may move: 13 14 15");
}

/// A fate that gives the same value always, and counts how often it was asked.
struct Always {
    mouths_up: u8,
    asked: u32,
}

impl Fate for Always {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        self.asked += 1;
        Drawn { t: u64::from(self.asked), value: Shells::showing(self.mouths_up, shells) }
    }

    fn pick(&mut self, _of: u32) -> Drawn<u32> {
        unreachable!("nothing is picked here")
    }
}

fn evolve_all(game: &mut Match, action: Action, fate: &mut Always) -> Vec<Event> {
    let events = game.decide(game.turn().unwrap().side, &action, fate).unwrap();
    events.iter().for_each(|event| game.evolve(event));
    events
}

#[test]
fn no_throw_follows_the_twenty_thousandth() {
    // By 8 nobody can move, by 1 somebody could: not dead, only unlucky.
    let stuck = "S{16,15,14,12} h, N{16,15,14,12} h";
    let mut game = Match::parse(RuleSet::default(), 2, stuck, Side::South).unwrap();
    let mut eights = Always { mouths_up: 0, asked: 0 };
    while game.throws() < THROWS_MAX - 1 {
        evolve_all(&mut game, Action::Throw, &mut eights);
    }
    let shared = Event::Ended { ranks: vec![vec![Side::South, Side::North]], why: Ending::Exhausted };
    // The last throw is lost, and the match ends after it.
    let passed = Event::Passed { side: game.turn().unwrap().side, value: 8, why: PassWhy::NoMove };
    assert_eq!(evolve_all(&mut game.clone(), Action::Throw, &mut eights)[1..], [passed, shared.clone()]);
    assert_eq!(eights.asked, THROWS_MAX);
    // Or its move is still made, and then nobody is asked again.
    let mut ones = Always { mouths_up: 1, asked: 0 };
    assert_eq!(evolve_all(&mut game, Action::Throw, &mut ones).len(), 1);
    assert_eq!(evolve_all(&mut game, Action::Move { pawn: 3, value: 1 }, &mut ones)[1..], [shared]);
    assert!(game.is_over() && game.throws() == THROWS_MAX);
}

#[test]
fn an_exhausted_match_voids_the_hand_without_a_word() {
    let (rules, players) = table_of("karnataka 2");
    let mut game = Match::new(rules, players);
    let mut eights = Always { mouths_up: 0, asked: 0 };
    while game.throws() < THROWS_MAX - 1 {
        evolve_all(&mut game, Action::Throw, &mut eights);
    }
    assert_eq!(game.turn().unwrap().hand.len(), 19_999);
    let last = evolve_all(&mut game.clone(), Action::Throw, &mut eights);
    assert!(matches!(last[..], [Event::Thrown { .. }, Event::Ended { why: Ending::Exhausted, .. }]));
    // A value without grace ends the series in time, and the hand is played.
    let mut ones = Always { mouths_up: 1, asked: 0 };
    assert_eq!(evolve_all(&mut game, Action::Throw, &mut ones).len(), 1);
    assert_eq!(evolve_all(&mut game, Action::Move { pawn: 0, value: 1 }, &mut ones).len(), 1);
    assert_eq!(game.turn().map(|turn| (turn.phase, turn.hand.len())), Some((Phase::Move, 19_999)));
}
