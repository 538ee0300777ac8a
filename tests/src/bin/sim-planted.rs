//! `sim-planted`: the simulation with a fault planted in the server: `sim --fault NAME`, and `faults` for all of them.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use chowk_server::fault::Fault;
use chowk_tests::sim::{
    command::Sim,
    planted::{find, law_of},
};
use clap::{Parser, Subcommand};

/// Simulated worlds are mostly small pieces of memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The simulation, where it must find something.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lives worlds with a fault planted
    Sim(Sim),
    /// Looks for each fault, and prints a line of JSON of each: its name, its law, the seed that finds it
    Faults,
}

fn main() -> anyhow::Result<ExitCode> {
    let met = match Cli::parse().command {
        Command::Sim(sim) => sim.run()?,
        Command::Faults => faults()?,
    };
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn faults() -> anyhow::Result<bool> {
    let mut all = true;
    for fault in Fault::ALL {
        let finding = find(fault);
        all &= finding.is_some();
        let (seed, text) = finding.map(|finding| (finding.seed, finding.text)).unzip();
        let line = serde_json::json!({
            "fault": format!("{fault:?}"), "law": law_of(fault).to_string(), "seed": seed, "found": text,
        });
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(all)
}
