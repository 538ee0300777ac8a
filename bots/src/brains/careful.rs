//! Weighs each move by what it wins, what it leaves in danger and what it threatens.
//!
//! It looks at the position after the move: how far its pawns are, what each could lose to the opponents' next turn and
//! how likely, and what it could itself hit. No search, only odds.

use chowk_rules::chowka::{Gate, RuleSet, Throws, Victims};

use super::best_by;
use crate::{Camp, Choice, Position};

/// What the hit right is worth to one who meets a shut gate. Like all weights it is measured in steps of a pawn.
const RIGHT: f64 = 20.0;
/// What another throw is worth.
const THROW: f64 = 9.0;
/// What a pawn in the centre is worth beyond its steps.
const ARRIVED: f64 = 6.0;
/// What a safe square is worth by itself, beyond the danger that it spares.
const SAFE: f64 = 0.25;
/// How much of what could be hit next turn counts now.
const THREAT: f64 = 0.8;

/// The move after which the position is worth most.
pub(super) fn choose(position: &Position, choices: &[Choice], _rng: &mut fastrand::Rng) -> usize {
    let odds = Odds::of(&position.rules);
    best_by(choices, |choice| worth(position, choice, &odds))
}

fn worth(position: &Position, choice: &Choice, odds: &Odds) -> f64 {
    let rules = &position.rules;
    let after = after(position, choice);
    let mine = after.mine();
    let won = won_by_hits(position, choice);
    let earns = !choice.hits.is_empty()
        || (rules.throws == Throws::OneByOne && rules.grace.contains(choice.value))
        || (rules.centre_grace && choice.to == rules.board.centre());
    let standing: f64 = mine.pawns.iter().map(|&index| standing(rules, index)).sum();
    let right = if mine.right && rules.gate == Gate::Hit { RIGHT } else { 0.0 };
    let throw = if earns { THROW } else { 0.0 };
    standing + won + right + throw - danger(&after, odds) + THREAT * threat(&after, odds)
}

/// The position after the move, as far as it is certain.
fn after(position: &Position, choice: &Choice) -> Position {
    let mut after = position.clone();
    let start = position.rules.start();
    for camp in &mut after.camps {
        let side = camp.side;
        if side == position.me {
            put(camp, choice.pawn, choice.to);
            camp.right |= !choice.hits.is_empty();
        }
        for hit in choice.hits.iter().filter(|hit| hit.side == side && !choice.hits_drawn) {
            put(camp, hit.pawn, start);
        }
    }
    after
}

fn put(camp: &mut Camp, pawn: u8, index: u8) {
    if let Some(place) = camp.pawns.get_mut(usize::from(pawn)) {
        *place = index;
    }
}

/// The steps that opponents lose; the mean where the victim is drawn.
fn won_by_hits(position: &Position, choice: &Choice) -> f64 {
    let lost: f64 = choice.hits.iter().map(|hit| steps(&position.rules, hit.from)).sum();
    if choice.hits_drawn { lost / choice.hits.len() as f64 } else { lost }
}

fn standing(rules: &RuleSet, index: u8) -> f64 {
    let arrived = if index == rules.board.centre() { ARRIVED } else { 0.0 };
    let safe = if rules.is_safe(index) && index > 1 { SAFE } else { 0.0 };
    f64::from(index) + arrived + safe
}

/// What a pawn at `index` loses when it is hit.
fn steps(rules: &RuleSet, index: u8) -> f64 {
    f64::from(index.saturating_sub(rules.start()))
}

/// What the side that is asked may lose in the opponents' next turns, weighed by the odds.
fn danger(position: &Position, odds: &Odds) -> f64 {
    let mine = position.mine();
    let exposed = mine.pawns.iter().filter(|&&index| !position.rules.is_safe(index) && index > 0);
    let risk = |index| {
        let missed = |camp| 1.0 - hit_odds(position, camp, mine, index, odds);
        1.0 - position.opponents().map(missed).product::<f64>()
    };
    exposed.map(|&index| risk(index) * steps(&position.rules, index)).sum()
}

/// What the side that is asked may win in its own next turn, weighed by the odds.
fn threat(position: &Position, odds: &Odds) -> f64 {
    let mine = position.mine();
    let mut sum = 0.0;
    for camp in position.opponents() {
        for &index in camp.pawns.iter().filter(|&&index| !position.rules.is_safe(index) && index > 0) {
            sum += hit_odds(position, mine, camp, index, odds) * steps(&position.rules, index);
        }
    }
    sum
}

/// How likely `hunter` reaches, in one turn, the square where a pawn of `prey` stands at `index`.
fn hit_odds(position: &Position, hunter: &Camp, prey: &Camp, index: u8, odds: &Odds) -> f64 {
    let rules = &position.rules;
    let there = rules.board.meeting(prey.side, index, hunter.side);
    let may_pass = hunter.right || rules.gate == Gate::Open || there <= rules.board.gate();
    let reach = |&from: &u8| {
        let outside = from <= rules.board.gate();
        if from == 0 || from >= there || (outside && !may_pass) { 0.0 } else { odds.reach(there - from) }
    };
    let missed: f64 = hunter.pawns.iter().map(|from| 1.0 - reach(from)).product();
    let crowd = prey.pawns.iter().filter(|&&other| other == index).count();
    let shared = match rules.victims {
        Victims::MostAdvanced | Victims::Random => crowd as f64,
        Victims::All => 1.0,
    };
    (1.0 - missed) / shared
}

/// How likely a pawn comes to stand some distance on within a turn.
struct Odds {
    reach: [f64; 64],
}

impl Odds {
    /// The odds of a value, and of a grace value followed by the rest.
    fn of(rules: &RuleSet) -> Odds {
        let mut falls = [0.0; 64];
        let up = f64::from(rules.mouth_up_256) / 256.0;
        let shells = i32::from(rules.shells);
        let mut ways = 1.0;
        for mouths in 0..=rules.shells {
            let k = i32::from(mouths);
            falls[usize::from(rules.value_of(mouths))] += ways * up.powi(k) * (1.0 - up).powi(shells - k);
            ways *= f64::from(rules.shells - mouths) / f64::from(mouths + 1);
        }
        let mut reach = falls;
        for grace in rules.grace.iter().map(usize::from) {
            for rest in 1..64 - grace {
                reach[grace + rest] += falls[grace] * falls[rest];
            }
        }
        Odds { reach }
    }

    fn reach(&self, distance: u8) -> f64 {
        self.reach[usize::from(distance)].min(1.0)
    }
}
