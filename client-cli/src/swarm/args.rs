//! The command line of a swarm.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, anyhow};
use chowk_protocol::GameKind;
use chowk_record::rules::FOUR_STONES;
use clap::Args;

use super::{Orders, run};
use crate::{
    address::Address,
    brain::{self, AnyBrain},
    out,
    wanted::{Clock, PRESET},
};

/// Play rooms of bots to the end, check everything, and say how fast it was.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct SwarmArgs {
    /// Where the server is
    #[arg(long, value_name = "URL", env = "CHOWK_SERVER", default_value = crate::SERVER)]
    server: Address,
    /// How many rooms at once
    #[arg(long, value_name = "N", default_value_t = 10)]
    rooms: usize,
    /// Which game: chowka or stones; that of the brain unless told otherwise
    #[arg(long, value_name = "GAME", value_parser = brain::game_by_name)]
    game: Option<GameKind>,
    /// How many bots in a room: 2 to 4, in four stones 5 [default: as many as may be]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(2..=5))]
    seats: Option<u8>,
    /// The rules by name [default: pagdi, four-stones]
    #[arg(long, value_name = "P")]
    preset: Option<String>,
    /// A whole rule set instead of a preset: a file of JSON
    #[arg(long, value_name = "FILE", conflicts_with = "preset")]
    rules: Option<PathBuf>,
    /// Four stones in steps of so many ticks, 5 to 60, instead of real time
    #[arg(long, value_name = "TICKS", value_parser = clap::value_parser!(u8).range(5..=60))]
    step: Option<u8>,
    /// How long a turn may take
    #[arg(long, value_enum, default_value = "casual")]
    clock: Clock,
    /// How the bots play: random, bold, careful (the usual) or steady; four stones: chaser, thief, hunter (the usual), fox
    #[arg(long, value_name = "BRAIN", value_parser = brain::by_name)]
    brain: Option<AnyBrain>,
    /// What decides all that bots leave to luck, and when sockets are cut
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Per cent of the sockets that are cut each second, at random moments and without a word
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    drop: f64,
    /// Mean time that a bot thinks before each answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    think: u64,
    /// Fetch the record of each match into this folder, and the log of seals, and verify all
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Append a line {room, match, chair, cid, v, n, t, value} for each throw that was answered
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// How long a client tries to come back, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    patience: u64,
    /// After so many seconds what has not ended is given up
    #[arg(long, value_name = "SECONDS", default_value_t = 900)]
    give_up: u64,
    /// The server's process, for its use of processor and memory, where it cannot be found by its port
    #[arg(long, value_name = "PID")]
    server_pid: Option<u32>,
    /// The figures as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chowk swarm --rooms 50 --seats 4
  Is the server honest while every twentieth socket is cut each second?
    chowk swarm --rooms 200 --seats 4 --drop 5 --records /tmp/records --json
  Does it keep what it said through a kill -9? Bots that think outlast the restart:
    chowk swarm --rooms 20 --think 200 --patience 60 --answers answers.ndjson
  Four stones, a hundred rooms of five in real time, all that was told compared with the records:
    chowk swarm --game stones --rooms 100 --seats 5 --records /tmp/records

Exit code 0 if all is well: every match ended, no view differed from the server's, every link, opened seal and record
held, and with --records every thing that happened on a court and every take, gift and word that was acknowledged is in
its record. A server needs limits that permit so many rooms and sockets from one address.";

/// Runs the swarm and prints what it found.
pub async fn command(args: SwarmArgs) -> anyhow::Result<ExitCode> {
    let brain = AnyBrain::wanted(args.game, args.brain).map_err(|why| anyhow!("{why}"))?;
    let (seats, preset) = match brain.game() {
        GameKind::Chowka => (4, PRESET),
        GameKind::Stones => (5, FOUR_STONES),
    };
    let rules = args.rules.as_deref().map(rules_of).transpose()?;
    let report = run(&Orders {
        server: args.server,
        rooms: args.rooms,
        seats: args.seats.unwrap_or(seats),
        preset: match &rules {
            Some(_) => "of its own".into(),
            None => args.preset.unwrap_or_else(|| preset.to_owned()),
        },
        rules,
        step: args.step,
        clock: args.clock.into(),
        brain,
        seed: args.seed,
        drop: args.drop.clamp(0.0, 10_000.0),
        think_ms: args.think,
        records: args.records,
        answers: args.answers,
        patience: Duration::from_secs(args.patience),
        give_up: Duration::from_secs(args.give_up),
        server_pid: args.server_pid,
    })
    .await?;
    out::line(if args.json {
        serde_json::to_string(&report)?
    } else {
        report.to_string()
    });
    Ok(if report.ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn rules_of(file: &Path) -> anyhow::Result<serde_json::Value> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))
}
