//! Prints how innings end between bots: `cargo run --release --example stones -- SETS [field=value …]`.
#![allow(clippy::print_stdout, reason = "it is what it is for")]

use chowk_bots::stones::arena::Player;
use chowk_bots::stones::figures::Tally;
use chowk_bots::stones::{Patwar, Runner};
use chowk_rules::stones::RuleSet;

fn main() {
    let mut args = std::env::args().skip(1);
    let sets = args.next().and_then(|sets| sets.parse().ok()).unwrap_or(200);
    let mut rules = RuleSet::default();
    let mut only = None;
    for arg in args {
        match arg.split_once('=') {
            Some(("only", row)) => only = Some(row.to_owned()),
            Some((field, value)) => {
                *rules.number_mut(field).expect("a field") = value.parse().expect("a number");
            }
            None => panic!("field=value"),
        }
    }
    let with_patwar = |patwar| [Player { patwar, ..Player::GOOD }; 5];
    let with_runner = |runner, n: usize| {
        std::array::from_fn(|seat| Player {
            runner: if seat < n { runner } else { Runner::Fox },
            ..Player::GOOD
        })
    };
    let mixed = |patwar, runner| {
        [Player {
            patwar,
            runner,
            ..Player::GOOD
        }; 5]
    };
    for (name, players, odd) in [
        ("good", [Player::GOOD; 5], 0),
        ("simple", [Player::SIMPLE; 5], 0),
        ("hunter-thieves", mixed(Patwar::Hunter, Runner::Thief), 0),
        ("chaser-foxes", mixed(Patwar::Chaser, Runner::Fox), 0),
        ("still", with_patwar(Patwar::Still), 0),
        ("hover", with_patwar(Patwar::Hover), 0),
        ("uncut", with_patwar(Patwar::Uncut), 0),
        ("sitter", with_runner(Runner::Sitter, 1), 1),
        ("waiters", with_runner(Runner::Waiter, 2), 2),
        ("crosser", with_runner(Runner::Crosser, 1), 1),
    ] {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let tally = Tally::of(rules, &|_| players, sets, 1);
        let odd: Vec<usize> = (0..odd).collect();
        let rest: Vec<usize> = (odd.len()..5).collect();
        println!(
            "{name:<15} catch {:5.1}  tag {:5.1} (steal {:4.1} gumpu {:4.1} chhuttu {:4.1})  clock {:4.1} ({:4.1} {:4.1} {:4.1})  reach {:5.1}  len {:.0}/{:.0}/{:.0} s  odd {:4.1} rest {:4.1}",
            tally.by_tag() + tally.by_clock(),
            tally.by_tag(),
            tally.percent(tally.tags[0]),
            tally.percent(tally.tags[1]),
            tally.percent(tally.tags[2]),
            tally.by_clock(),
            tally.percent(tally.clocks[0]),
            tally.percent(tally.clocks[1]),
            tally.percent(tally.clocks[2]),
            tally.percent(tally.reached),
            f64::from(tally.length(10)) / 30.0,
            f64::from(tally.length(50)) / 30.0,
            f64::from(tally.length(90)) / 30.0,
            tally.caught(&odd),
            tally.caught(&rest),
        );
    }
}
