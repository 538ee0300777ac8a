//! `chowk watch`: a table as a watcher sees it, by lines. Like `play` it lives on the view alone.

use std::process::ExitCode;

use anyhow::Context as _;
use chowk_protocol::{ClientKind, RoomCode};
use clap::Args;

use crate::{
    address::Address,
    chance,
    client::{Client, Intent, Settings},
    play,
    socket::Session,
    typing::Typing,
};

/// Watch a table.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// The code of the room
    #[arg(value_name = "CODE")]
    code: RoomCode,
    /// Where the server is
    #[arg(long, value_name = "URL", env = "CHOWK_SERVER", default_value = crate::SERVER)]
    server: Address,
    /// A name that the players see; without it only your number counts
    #[arg(long)]
    name: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  chowk watch 7Q4K-M2XD
  chowk watch --server ws://192.168.1.5:8080 7Q4K-M2XD --name Grandmother

While you watch, type board, pawns, who, time, last, rules, help or quit. The throws are checked for you too.";

/// Watches until the room ends.
pub async fn run(args: WatchArgs) -> anyhow::Result<ExitCode> {
    let intent = Intent::Watch {
        code: args.code,
        name: args.name,
    };
    let client = Client::new(
        chance::identity()?,
        intent,
        Settings::new(ClientKind::Person, chance::seed()?),
    );
    let typing = Typing::begin().context("cannot read standard input")?;
    play::watch_by_lines(Session::new(client, args.server.clone()), typing, &args.server).await
}
