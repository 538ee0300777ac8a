//! `chowk-tests`: shows what the project promises, measured.

use std::{path::PathBuf, process::ExitCode};

use chowk_tests::{
    abuse::attack::Attack,
    decoders::seeds,
    fixture,
    programs::Programs,
    show::{self, Setting, Show},
    sim::command::Sim,
};
use clap::{Parser, Subcommand};

/// Simulated worlds are mostly small pieces of memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What the project promises, measured.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs a show and prints its table; exit code 1 if a demand is not met
    Show {
        /// Which: heart, opening, stones, proof
        name: String,
        /// Only these parts
        parts: Vec<String>,
        /// Where results go
        #[arg(long, default_value = "target/show")]
        out: PathBuf,
        /// What decides all that is left to luck; a new one each time unless given
        #[arg(long)]
        seed: Option<u64>,
    },
    Abuse(Attack),
    /// Makes a data folder with rooms in many states, to be kept and read by every later build
    Fixture {
        /// Where; it must be empty
        folder: PathBuf,
    },
    /// Lives simulated worlds; exit code 1 if a law is broken
    Sim(Sim),
    /// Writes what the corpora of the fuzzer began with
    Seeds {
        /// A folder of its own for each target is made here
        into: PathBuf,
    },
}

fn main() -> anyhow::Result<ExitCode> {
    let (name, parts, out, seed) = match Cli::parse().command {
        Command::Show { name, parts, out, seed } => (name, parts, out, seed),
        Command::Abuse(attack) => {
            attack.run()?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Fixture { folder } => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(fixture::make(&Programs::find()?, &folder))?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Sim(sim) => return Ok(code(sim.run()?)),
        Command::Seeds { into } => {
            seeds::write(&into)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let show = Show::named(&name)?;
    let setting = Setting {
        programs: Programs::find()?,
        out,
        seed: seed.map_or_else(chowk_cli::chance::seed, Ok)?,
    };
    Ok(code(show::run(show, &setting, &parts)?))
}

fn code(met: bool) -> ExitCode {
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
