//! What each brain does, row by row: the position, what South throws, and the square that is then moved from.

use chowk_rules::chowka::{Action, Match, RuleSet, Side, Throws, Values, Victims, preset};
use chowk_rules::{Drawn, Fate, Game};

use super::*;
use crate::Bot;

/// `brain` plays South in `position`, throws `value`, and moves from `from`, whatever its seed.
fn check(brain: Brain, table: &str, position: &str, value: u8, from: u8) {
    let (position_after, choices) = asked(table, position, value);
    for seed in 0..20 {
        let chosen = &choices[Bot::new(brain, seed).choose(&position_after, &choices)];
        assert_eq!(chosen.from, from, "{brain}: {table} {position} {value}");
    }
}

/// What South is asked after throwing `value`: the position and the choices.
fn asked(table: &str, position: &str, value: u8) -> (Position, Vec<Choice>) {
    let (name, players) = table.split_once(' ').unwrap();
    let rules = preset(name).unwrap().rules();
    let mut game = Match::parse(rules, players.parse().unwrap(), position, Side::South).unwrap();
    let mouths_up = (0..=rules.shells).find(|&up| rules.value_of(up) == value).unwrap();
    let events = game.decide(Side::South, &Action::Throw, &mut Told(mouths_up)).unwrap();
    events.iter().for_each(|event| game.evolve(event));
    (Position::from(&game), game.legal())
}

struct Told(u8);

impl Fate for Told {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<chowk_rules::chowka::Shells> {
        Drawn {
            t: 0,
            value: chowk_rules::chowka::Shells::showing(self.0, shells),
        }
    }

    fn pick(&mut self, _of: u32) -> Drawn<u32> {
        unreachable!("no victim is drawn in these rows")
    }
}

#[test]
fn bold_hits_and_else_runs() {
    // N10 is S2, N14 is S6, N2 is S10.
    check(Brain::Bold, "pagdi 2", "S{9,1,1,1}, N{10,1,1,1}", 1, 1);
    check(Brain::Bold, "pagdi 2", "S{9,1,1,1}", 1, 9);
    check(Brain::Bold, "pagdi 2", "S{9,1,1,1}, N{10,2,1,1}", 1, 1);
    check(Brain::Bold, "pagdi 2", "S{24,17,1,1} H", 1, 24);
}

#[test]
fn steady_hits_else_finishes_else_seeks_safety_else_moves_the_rearmost() {
    let steady = |position, value, from| check(Brain::Steady, "pagdi 2", position, value, from);
    steady("S{24,12,9,3} H, N{2,1,1,1}", 1, 9);
    steady("S{24,12,3,17} H", 1, 24);
    steady("S{12,3,17,18} H", 1, 12);
    steady("S{7,3,17,18} H", 1, 3);
    steady("S{7,9,10,18} H", 1, 7);
    check(Brain::Steady, "ashte-kashte 2", "S{24,2,3,30} H", 1, 24);
    check(Brain::Steady, "ashte-kashte-4 2", "S{24,2,4,30} H", 1, 2);
}

#[test]
fn careful_weighs_hits_danger_and_safety() {
    let careful = |position, value, from| check(Brain::Careful, "pagdi 2", position, value, from);
    // A hit, and of two hits that which costs more.
    careful("S{9,1,1,1}, N{10,2,1,1}", 1, 1);
    // Out of danger: N2 stands one behind S11.
    careful("S{11,5,1,1} H, N{2,25,25,25} H", 2, 11);
    // Not from a safe square to one right before an opponent, if another pawn can go.
    careful("S{9,17,1,1} H, N{1,25,25,25} H", 1, 17);
}

#[test]
fn random_takes_each_square_equally_often() {
    let (position, choices) = asked("pagdi 4", "S{9,5,1,1}", 3);
    assert_eq!(choices.len(), 4);
    let mut bot = Bot::new(Brain::Random, 1);
    let mut counts = [0u32; 16];
    for _ in 0..30_000 {
        counts[usize::from(choices[bot.choose(&position, &choices)].from)] += 1;
    }
    for from in [1, 5, 9] {
        assert!((9_500..10_500).contains(&counts[from]), "{counts:?}");
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let choices_of = |seed| {
        let (position, choices) = asked("pagdi 4", "S{9,5,1,1}", 3);
        let mut bot = Bot::new(Brain::Random, seed);
        (0..50).map(|_| bot.choose(&position, &choices)).collect::<Vec<_>>()
    };
    assert_eq!(choices_of(3), choices_of(3));
    assert_ne!(choices_of(3), choices_of(4));
}

#[test]
fn brains_are_called_by_their_names() {
    let names: Vec<&str> = Brain::ALL.iter().map(|brain| brain.name()).collect();
    assert_eq!(names, ["random", "bold", "careful", "steady"]);
    for &brain in Brain::ALL {
        assert_eq!(brain.to_string().parse(), Ok(brain));
        assert!(brain.summary().ends_with('.'), "{}", brain.summary());
    }
    let unknown = "clever".parse::<Brain>().unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "there is no brain `clever`; there are random, bold, careful, steady"
    );
}

#[test]
fn every_brain_plays_every_variant_to_its_end() {
    let base = RuleSet::default();
    let drawn = RuleSet {
        victims: Victims::Random,
        throws: Throws::Collect,
        ..base
    };
    let eight = RuleSet {
        pawns: 8,
        none_up: 24,
        grace: Values::of(&[24]),
        ..base
    };
    let presets = chowk_rules::chowka::presets().iter().map(|preset| preset.rules());
    for rules in presets.chain([drawn, eight]) {
        for &brain in Brain::ALL {
            for players in 2..=4 {
                let played = crate::arena::play(rules, &vec![brain; players], 5);
                assert!(played.throws > 0, "{brain} of {players}");
            }
        }
    }
}
