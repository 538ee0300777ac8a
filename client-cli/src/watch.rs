//! `chowk watch`: a table as a watcher sees it, on a full screen or by lines. Like `play` it lives on the view alone.

use std::process::ExitCode;

use anyhow::Context as _;
use chowk_protocol::{ClientKind, RoomCode};
use clap::Args;

use crate::{
    address::{Address, Invitation},
    chance,
    client::{Client, Intent, Settings},
    password::PasswordArgs,
    play,
    socket::Session,
    tui::terminal::{self, ScreenWanted},
    typing::Typing,
};

/// Watch a table.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// The table: its code, or its link
    #[arg(value_name = "CODE")]
    table: Invitation,
    /// Where the server is
    #[arg(long, value_name = "URL", env = "CHOWK_SERVER", default_value = crate::SERVER)]
    server: Address,
    /// A name that the players see; without it only your number counts
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    password: PasswordArgs,
    /// Lines of plain words, for screen readers and scripts (also where standard input or output is no terminal)
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    screen: ScreenWanted,
}

const EXAMPLES: &str = "\
Examples:
  chowk watch 7Q4K-M2XD
  chowk watch http://192.168.1.5:8080/r/7Q4KM2XD --name Grandmother

While you watch, press ? for the keys; with --plain type board, pawns, who, time, last, rules, help or quit. The throws are checked for you too.";

/// Watches a room of this server until it ends.
pub(crate) async fn look_on(server: Address, code: RoomCode, name: Option<String>) -> anyhow::Result<ExitCode> {
    let args = WatchArgs {
        table: Invitation { server: None, code },
        server,
        name,
        password: PasswordArgs::default(),
        plain: false,
        screen: ScreenWanted::default(),
    };
    run(args).await
}

/// Watches until the room ends.
pub async fn run(args: WatchArgs) -> anyhow::Result<ExitCode> {
    let intent = Intent::Watch {
        code: args.table.code,
        name: args.name,
    };
    let server = args.table.server.unwrap_or(args.server);
    let full = !args.plain && terminal::is_possible();
    let mut settings = Settings {
        password: args.password.read()?,
        ..Settings::new(ClientKind::Person, chance::seed()?)
    };
    if full {
        settings.patience = terminal::PATIENCE;
    }
    let client = Client::new(chance::identity()?, intent, settings);
    let session = Session::new(client, server.clone());
    if full {
        return play::watch_on_screen(session, &server, args.screen).await;
    }
    let typing = Typing::begin().context("cannot read standard input")?;
    play::watch_by_lines(session, typing, &server).await
}
