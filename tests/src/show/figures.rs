//! Figures that an honest engine reproduces: how long random games are (`chowka-bara.md` 10), and that skill wins.

use std::path::Path;

use anyhow::Context as _;
use chowk_bots::{Brain, figures};
use chowk_rules::chowka::preset;

use super::{Part, Setting};

/// Games for each mean.
const GAMES: u32 = 10_000;
/// Matches of skill against luck.
const MATCHES: u32 = 2_000;
/// Where the dice of these games begin; always there, since an honest mean lies outside of three standard errors once in
/// 370 runs.
const SEED: u64 = 1;
/// Preset, players, mean number of throws.
const LENGTHS: [(&str, u8, f64); 4] = [
    ("pagdi", 2, 112.4),
    ("pagdi", 3, 243.8),
    ("pagdi", 4, 422.0),
    ("ashte-kashte", 4, 648.6),
];

pub(super) fn run(_: &Setting, _: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    for (name, players, expected) in LENGTHS {
        let rules = preset(name).context("no such preset")?.rules();
        let length = figures::length(rules, players, GAMES, SEED);
        let off = (length.mean - expected) / length.error;
        part.demand(
            format!("mean throws of {GAMES} random games, {name}, {players} players"),
            format!("{expected} ± 3 standard errors"),
            format!(
                "{:.2} ± {:.2}, that is {off:+.2} standard errors",
                length.mean, length.error
            ),
            off.abs() <= 3.0,
        );
    }
    let rules = preset("pagdi").context("no such preset")?.rules();
    let duel = figures::duel(rules, Brain::Careful, Brain::Random, MATCHES, SEED);
    part.demand(
        format!("careful against random, {MATCHES} matches of two"),
        "more than 95 %",
        format!("{:.2} % won, {:.2} % shared", duel.won * 100.0, duel.shared * 100.0),
        duel.won > 0.95,
    );
    Ok(part)
}
