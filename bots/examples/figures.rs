//! Prints the figures of the page of rules beside those of this engine: `cargo run --release --example figures`.
#![allow(clippy::print_stdout, reason = "it is what it is for")]

use chowk_bots::{Brain, figures};
use chowk_rules::chowka::{End, GraceWithoutMove, RuleSet, preset};

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|number| number.parse().expect("GAMES and MATCHES are numbers"));
    let games = numbers.next().unwrap_or(10_000);
    let matches = numbers.next().unwrap_or(2_000);
    let named = |name| preset(name).expect("a preset of this name").rules();
    let pagdi = named("pagdi");
    let keep = RuleSet {
        grace_without_move: GraceWithoutMove::Keep,
        ..pagdi
    };
    let first = |rules| RuleSet {
        end: End::FirstFinisher,
        ..rules
    };

    println!("{games} random games             expected     mean    error   sigmas  dead ends");
    for (name, rules, players, expected) in [
        ("pagdi", pagdi, 4, 422.0),
        ("pagdi, first finisher", first(pagdi), 4, 308.0),
        ("pagdi, keep", keep, 4, 416.5),
        ("pagdi, keep, first", first(keep), 4, 302.0),
        ("pagdi", pagdi, 3, 243.8),
        ("pagdi", pagdi, 2, 112.4),
        ("pagdi, keep", keep, 2, 111.0),
        ("ashte-kashte", named("ashte-kashte"), 4, 648.6),
    ] {
        let length = figures::length(rules, players, games, 1);
        let sigmas = (length.mean - expected) / length.error;
        let dead_ends = 100.0 * length.dead_ends;
        let (mean, error) = (length.mean, length.error);
        println!("{name:<23} of {players} {expected:>9.1} {mean:>9.2} {error:>8.2} {sigmas:>+8.2} {dead_ends:>8.2} %");
    }

    println!("\n{matches} matches of two, pagdi      won   shared");
    for &brain in Brain::ALL {
        let duel = figures::duel(pagdi, brain, Brain::Random, matches, 2);
        println!(
            "{brain:<8} against random    {:>6.2} % {:>6.2} %",
            100.0 * duel.won,
            100.0 * duel.shared
        );
    }
    let duel = figures::duel(pagdi, Brain::Careful, Brain::Bold, matches, 3);
    println!(
        "careful  against bold      {:>6.2} % {:>6.2} %",
        100.0 * duel.won,
        100.0 * duel.shared
    );
}
