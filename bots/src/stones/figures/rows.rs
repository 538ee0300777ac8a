//! The rows of the balance table: who plays whom, and what is asked of it (section 6 of the page).

use chowk_rules::stones::RuleSet;

use super::Tally;
use crate::stones::arena::Player;
use crate::stones::{Patwar, Runner};

/// One row: five players, of whom the first few may be odd ones out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Who plays.
    pub players: [Player; 5],
    /// How many of them, the first, are other runners than the rest.
    pub odd: usize,
    /// How the row ought to compare.
    pub ought: Ought,
}

/// What ought to be true of a row beside the first, which is that of equals who play well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ought {
    /// The ranges of the page.
    Hold,
    /// Its patwar catches less than a good one.
    CatchLess,
    /// Its odd runners are caught more often than the others.
    BeCaught,
    /// Nothing: it is there to be compared.
    Stand,
}

const GOOD: Player = Player::GOOD;

/// The row of equals who play well.
pub const EQUALS: Row = Row {
    name: "hunter and foxes",
    players: [GOOD; 5],
    odd: 0,
    ought: Ought::Hold,
};

/// All rows, the equals first.
pub fn rows() -> Vec<Row> {
    let pair = |name, patwar, runner| Row {
        name,
        players: [Player { patwar, runner, ..GOOD }; 5],
        odd: 0,
        ought: Ought::Stand,
    };
    let patwar = |name, patwar| Row {
        ought: Ought::CatchLess,
        ..pair(name, patwar, Runner::Fox)
    };
    let runners = |name, runner, odd| Row {
        name,
        players: std::array::from_fn(|seat| Player {
            runner: if seat < odd { runner } else { Runner::Fox },
            ..GOOD
        }),
        odd,
        ought: Ought::BeCaught,
    };
    vec![
        EQUALS,
        pair("chaser and thieves", Patwar::Chaser, Runner::Thief),
        pair("hunter and thieves", Patwar::Hunter, Runner::Thief),
        pair("chaser and foxes", Patwar::Chaser, Runner::Fox),
        patwar("patwar stands still", Patwar::Still),
        patwar("patwar hovers", Patwar::Hover),
        patwar("patwar never cuts", Patwar::Uncut),
        runners("one never leaves his box", Runner::Sitter, 1),
        runners("two wait", Runner::Waiter, 2),
        runners("one only crosses", Runner::Crosser, 1),
    ]
}

/// The equals under changed numbers and unequal delays: what the game is sensitive to.
pub fn sensitivities(shipped: RuleSet) -> Vec<(String, RuleSet, [Player; 5])> {
    let whole = |speed: u32, percent: u32| {
        let hz = shipped.hz.max(1);
        (speed * percent / 100 + hz / 2) / hz * hz
    };
    let with = |change: &dyn Fn(&mut RuleSet)| {
        let mut rules = shipped;
        change(&mut rules);
        rules
    };
    let mut all = Vec::new();
    for percent in [102, 98] {
        let patwar = whole(shipped.patwar, percent);
        all.push((
            format!("patwar {patwar}"),
            with(&|rules| rules.patwar = patwar),
            [GOOD; 5],
        ));
    }
    for percent in [105, 95] {
        let runner = whole(shipped.runner, percent);
        all.push((
            format!("runner {runner}"),
            with(&|rules| rules.runner = runner),
            [GOOD; 5],
        ));
    }
    for take in [shipped.take_ticks.saturating_sub(1), shipped.take_ticks + 1] {
        all.push((
            format!("take_ticks {take}"),
            with(&|rules| rules.take_ticks = take),
            [GOOD; 5],
        ));
    }
    for reach in [700, 800] {
        all.push((
            format!("tag_reach {reach}"),
            with(&|rules| rules.tag_reach = reach),
            [GOOD; 5],
        ));
    }
    let late = |late_chasing, late_running| {
        [Player {
            late_chasing,
            late_running,
            ..GOOD
        }; 5]
    };
    all.push(("patwar sees 8 late, runners 5".to_owned(), shipped, late(8, 5)));
    all.push(("patwar sees 5 late, runners 8".to_owned(), shipped, late(5, 8)));
    all
}

/// Whether a row does what it ought to, beside the equals: each sentence, and whether it holds.
pub fn judge(row: &Row, tally: &Tally, equals: &Tally, hz: u32) -> Vec<(String, bool)> {
    let odd: Vec<usize> = (0..row.odd).collect();
    let rest: Vec<usize> = (row.odd..5).collect();
    match row.ought {
        Ought::Hold => {
            let all = tally.by_tag() + tally.by_clock();
            let median = tally.length(50) as f64 / f64::from(hz);
            vec![
                (
                    format!("35 to 65 of 100 innings end with a catch: {all:.1}"),
                    (35.0..=65.0).contains(&all),
                ),
                (
                    format!("fewer than 10 by a clock: {:.1}", tally.by_clock()),
                    tally.by_clock() < 10.0,
                ),
                (
                    format!(
                        "at least half reach gumpu or chhuttu: {:.1}",
                        tally.percent(tally.reached)
                    ),
                    tally.percent(tally.reached) >= 50.0,
                ),
                (
                    format!("the median innings lasts 30 to 90 s: {median:.1}"),
                    (30.0..=90.0).contains(&median),
                ),
            ]
        }
        Ought::CatchLess => vec![(
            format!(
                "{}: tags {:.1}, a good one {:.1}",
                row.name,
                tally.by_tag(),
                equals.by_tag()
            ),
            tally.by_tag() < equals.by_tag(),
        )],
        Ought::BeCaught => vec![(
            format!(
                "{}: caught in {:.1}, the others in {:.1}",
                row.name,
                tally.caught(&odd),
                tally.caught(&rest)
            ),
            tally.caught(&odd) > tally.caught(&rest),
        )],
        Ought::Stand => Vec::new(),
    }
}
