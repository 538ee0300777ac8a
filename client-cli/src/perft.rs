//! `chowk perft`: how many courses a match can take, to compare two implementations of the rules.

use std::process::ExitCode;

use anyhow::{anyhow, bail};
use chowk_rules::chowka::{Match, Side, find_presets, perft, preset};
use clap::Args;

use crate::out;

/// Count the courses a match can take, ply by ply.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    /// The rules by name
    #[arg(long, value_name = "NAME", default_value = "pagdi")]
    preset: String,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: u8,
    /// How many plies
    #[arg(long, value_name = "D")]
    depth: u32,
    /// Where the pawns stand, by index of their own route; H with the hit right, h without. Who is not named stands at
    /// the start
    #[arg(long, value_name = "POSITION", default_value = "")]
    position: String,
    /// Who throws: S, E, N or W
    #[arg(long, value_name = "SIDE", default_value = "S")]
    to_throw: char,
}

const EXAMPLES: &str = "\
Examples:
  chowk perft --preset pagdi --players 2 --depth 6
  chowk perft --preset pagdi --players 2 --depth 4 --position \"S{15,1,1,1} h, N{16,2,1,1} H\" --to-throw S

Prints `depth count` lines. A ply is a value that can fall with the start square of the pawn that moves by it, or with a
pass where none can; where throws are collected, a ply is one throw or one value spent.";

/// Prints the counts.
pub fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let Some(preset) = preset(&args.preset) else {
        let near: Vec<&str> = find_presets(&args.preset).iter().map(|preset| preset.name).collect();
        if near.is_empty() {
            let all: Vec<&str> = find_presets("").iter().map(|preset| preset.name).collect();
            bail!("there is no preset {}; there are {}", args.preset, all.join(", "));
        }
        bail!("there is no preset {}; do you mean {}?", args.preset, near.join(" or "));
    };
    let side = Side::from_letter(args.to_throw.to_ascii_uppercase());
    let side = side.ok_or_else(|| anyhow!("{} is no side: S, E, N or W", args.to_throw))?;
    let game = Match::parse(preset.rules(), args.players, &args.position, side)
        .map_err(|fault| anyhow!("this position cannot be: {fault}"))?;
    for depth in 1..=args.depth {
        if !out::line(format!("{depth} {}", perft(&game, depth))) {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
