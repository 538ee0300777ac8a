//! `chowk`: the command line of players, bot authors and verifiers.

use std::process::ExitCode;

use chowk_cli::{balance, bot, out, perft, play, replay, rooms, swarm, verify, watch};
use clap::{Parser, Subcommand};

/// A swarm makes and drops some hundred thousand small pieces of JSON a second.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Chowka-bara at a table of people and bots, with throws that everybody can check.
#[derive(Debug, Parser)]
#[command(name = "chowk", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(Box<play::PlayArgs>),
    Join(Box<play::JoinArgs>),
    Watch(watch::WatchArgs),
    Replay(replay::ReplayArgs),
    Rooms(rooms::RoomsArgs),
    Bot(Box<bot::BotArgs>),
    Swarm(Box<swarm::SwarmArgs>),
    Verify(verify::VerifyArgs),
    Perft(perft::PerftArgs),
    Balance(balance::BalanceArgs),
}

const EXAMPLES: &str = "\
A first match in a minute:
  chowk-server                                    in one terminal
  chowk play --create --bot careful --ready       in another

A friend's link leads to his table:
  chowk join http://192.168.1.5:8080/r/7Q4KM2XD
With whoever is there:
  chowk play --server http://192.168.1.5:8080 --quick

`chowk play --help` tells more; each command has examples.";

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(code) => code,
        Err(error) => {
            out::note(format!("chowk: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    // One thread is enough for every command, a swarm of a thousand sockets included.
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build();
    match command {
        Command::Play(args) => runtime()?.block_on(play::run(*args)),
        Command::Join(args) => runtime()?.block_on(play::join(*args)),
        Command::Watch(args) => runtime()?.block_on(watch::run(args)),
        Command::Replay(args) => runtime()?.block_on(replay::run(args)),
        Command::Rooms(args) => runtime()?.block_on(rooms::run(args)),
        Command::Bot(args) => runtime()?.block_on(bot::run(*args)),
        Command::Swarm(args) => runtime()?.block_on(swarm::command(*args)),
        Command::Verify(args) => verify::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Balance(args) => balance::run(&args),
    }
}
