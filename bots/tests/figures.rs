//! The figures of section 10 of the rules page: how long random games are, and how much skill wins.
//!
//! Matches are played by the thousand in a release build and by the hundred in a debug build; seeds are fixed, so the
//! answer is the same every time.

use chowk_bots::{Brain, figures};
use chowk_rules::chowka::{End, GraceWithoutMove, RuleSet, preset};

const GAMES: u32 = if cfg!(debug_assertions) { 300 } else { 10_000 };

/// The mean of random games lies within three standard errors of `expected`.
fn check(rules: RuleSet, players: u8, expected: f64) {
    let length = figures::length(rules, players, GAMES, 1);
    let off = (length.mean - expected).abs() / length.error;
    assert!(off < 3.0, "{players} players: {length:?} against {expected}");
}

fn rules(name: &str) -> RuleSet {
    preset(name)
        .map(|preset| preset.rules())
        .expect("a preset of this name")
}

#[test]
fn random_games_are_as_long_as_they_should_be() {
    let pagdi = rules("pagdi");
    check(pagdi, 4, 422.0);
    check(pagdi, 3, 243.8);
    check(pagdi, 2, 112.4);
    check(rules("ashte-kashte"), 4, 648.6);
}

#[test]
fn so_are_they_in_the_variants_that_were_measured() {
    let pagdi = rules("pagdi");
    let keep = RuleSet {
        grace_without_move: GraceWithoutMove::Keep,
        ..pagdi
    };
    check(
        RuleSet {
            end: End::FirstFinisher,
            ..pagdi
        },
        4,
        308.0,
    );
    check(keep, 4, 416.5);
    check(
        RuleSet {
            end: End::FirstFinisher,
            ..keep
        },
        4,
        302.0,
    );
    check(keep, 2, 111.0);
}

#[test]
fn dead_ends_are_as_rare_as_they_should_be() {
    // 0.36 % of two-player games, counted here over ten times as many, since they are so few.
    let games = 10 * GAMES;
    let share = figures::length(rules("pagdi"), 2, games, 2).dead_ends;
    let error = (0.0036 / f64::from(games)).sqrt();
    assert!((share - 0.0036).abs() < 3.0 * error, "{share}");
}

#[test]
fn skill_wins() {
    let matches = if cfg!(debug_assertions) { 300 } else { 2_000 };
    let won = |brain| figures::duel(rules("pagdi"), brain, Brain::Random, matches, 3).won;
    assert!(won(Brain::Careful) > 0.95);
    assert!(won(Brain::Bold) > 0.90);
    assert!(won(Brain::Steady) > 0.80);
    assert!((won(Brain::Random) - 0.5).abs() < 0.1);
}
