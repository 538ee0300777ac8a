//! Four stones between bots: the same seed plays the same set, good players beat their simple twins, and the numbers hold.
//!
//! A debug build plays a few sets a row, a release build hundreds; `chowk balance` plays thousands.

use chowk_bots::stones::arena::{self, Player};
use chowk_bots::stones::figures::{self, TWINS, Tally, Twins};
use chowk_bots::stones::{Brain, Patwar, Runner};
use chowk_rules::stones::RuleSet;

const SETS: u32 = if cfg!(debug_assertions) { 12 } else { 400 };

fn tally(patwar: Patwar, runner: Runner) -> Tally {
    let player = Player {
        patwar,
        runner,
        ..Player::GOOD
    };
    Tally::of(RuleSet::default(), [player; 5], SETS, 5)
}

#[test]
fn the_same_seed_plays_the_same_set() {
    let play = |seed| arena::play(RuleSet::default(), [Player::GOOD; 5], seed);
    assert_eq!(play(11), play(11));
    assert!((0..4).any(|seed| play(seed) != play(seed + 1)));
}

#[test]
fn a_set_has_three_innings_and_a_winner() {
    for seed in 0..4 {
        let played = arena::play(RuleSet::default(), [Player::SIMPLE; 5], seed);
        assert_eq!(played.innings.len(), 3);
        assert!(!played.outcome.ranks[0].is_empty());
        for pair in played.innings.windows(2) {
            assert_eq!(pair[1].patwar, pair[0].caught.unwrap_or(pair[0].patwar));
        }
    }
}

#[test]
fn a_hunter_catches_more_thieves_than_a_chaser_and_a_fox_is_caught_less_than_a_thief() {
    let rows = Twins::rows();
    let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    assert_eq!(names, ["chaser and thieves", "hunter and thieves", "chaser and foxes"]);
    let tallies: Vec<Tally> = rows
        .iter()
        .map(|row| Tally::of(RuleSet::default(), row.players, SETS, 5))
        .collect();
    for (twins, least) in TWINS.iter().zip([4.0, if cfg!(debug_assertions) { 2.0 } else { 4.0 }]) {
        let of = |name: &str| names.iter().position(|row| *row == name).map(|at| &tallies[at]);
        let compared = twins.compare(of).unwrap();
        assert!(compared.sigmas() > least, "{}: {compared:?}", twins.good);
        assert_eq!(twins.compare(|_| None), None);
    }
}

#[test]
fn the_error_of_a_share_is_that_of_its_sets() {
    let mut tally = tally(Patwar::Chaser, Runner::Thief);
    tally.sets = 100;
    tally.lengths = vec![1; 300];
    // 50 sets of three catches and 50 of none: as uncertain as 100 throws of a coin, not as 300.
    (tally.tags, tally.clocks, tally.squares) = ([150, 0, 0], [0; 3], 450);
    let (caught, error) = tally.catches();
    assert_eq!((caught, error.round()), (50.0, 5.0));
}

#[test]
fn who_stands_still_or_hovers_by_the_circle_catches_hardly_anybody() {
    for patwar in [Patwar::Still, Patwar::Hover] {
        let tally = tally(patwar, Runner::Fox);
        assert!(tally.by_tag() < 5.0, "{patwar:?}: {}", tally.by_tag());
        assert!(tally.percent(tally.reached) > 95.0);
    }
}

#[test]
fn the_shipped_numbers_make_a_good_game() {
    if cfg!(debug_assertions) {
        return;
    }
    let equals = tally(Patwar::Hunter, Runner::Fox);
    for (text, holds) in figures::judge(&figures::EQUALS, &equals, &equals, 30).iter().take(3) {
        assert!(holds, "{text}");
    }
}

#[test]
fn another_hz_is_played_too() {
    let rules = RuleSet::default().at_hz(15);
    assert_eq!(rules.check(), Ok(()));
    let played = arena::play(rules, [Player::GOOD; 5], 3);
    assert_eq!(played.innings.len(), 3);
}

#[test]
fn every_brain_has_a_name_and_a_line() {
    for &brain in Brain::ALL {
        assert_eq!(Brain::from_name(brain.name()), Some(brain));
        assert!(brain.summary().ends_with('.'));
    }
    assert_eq!(Brain::from_name("dragon"), None);
}

/// In steps a direction holds for many ticks: who is not asked in between must stop at the circle by himself, or nobody
/// ever takes a stone.
#[test]
fn bots_play_in_steps_too() {
    use chowk_bots::arena::Luck;
    use chowk_bots::stones::{Bot, Sight};
    use chowk_rules::stones::{Event, Lots, Phase, Seat, Set, Wish};

    for step in [5, 10, 15] {
        let (mut innings, mut chosen) = (0, 0);
        for number in 0..10 {
            let mut luck = Luck::new(number);
            let mut set = Set::new(RuleSet::default(), Lots::draw(&mut luck).value);
            let seed = |seat: Seat| 10 * number + u64::from(seat.number());
            let mut bots = Seat::ALL.map(|seat| Bot::of(seat, Brain::Fox, seed(seat)));
            while !set.is_over() {
                let sight = Sight::of(&set);
                let mut asked: Vec<(Seat, Wish)> = Vec::new();
                for (bot, seat) in bots.iter_mut().zip(Seat::ALL) {
                    let wishes = bot.wishes(set.tick() + 1, sight);
                    asked.extend(wishes.into_iter().map(|wish| (seat, wish)));
                }
                let phase = set.phase();
                for tick in 0..step {
                    let beat = set.advance(if tick == 0 { &asked } else { &[] }, &mut luck);
                    let is = |wanted: fn(&Event) -> bool| beat.events.iter().filter(|event| wanted(event)).count();
                    innings += is(|event| matches!(event, Event::InningsEnd { .. }));
                    chosen += is(|event| matches!(event, Event::Phase(Phase::Choice)));
                    if set.phase() != phase {
                        break;
                    }
                }
            }
        }
        assert_eq!(innings, 30);
        assert!(chosen >= 15, "steps of {step}: of 30 innings {chosen} came to a choice");
    }
}
