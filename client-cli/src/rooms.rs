//! `chowk rooms`: the public list of a server; on a terminal it is kept fresh, and a table in it may be chosen.

use std::process::ExitCode;

use clap::Args;

use crate::{
    address::Address,
    http, out, play, presets,
    tui::{paint::Paint, terminal::is_possible},
    wanted::preset_called,
    watch,
};

mod board;
mod listed;
mod terminal;
#[cfg(test)]
mod tests;

use board::After;
use listed::{Listed, columns, sorted};

/// Where the list is.
const PATH: &str = "/api/v1/rooms";
/// As wide as a line is printed where there is no screen.
const WIDEST: usize = 200;

/// List the public rooms of a server.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct RoomsArgs {
    /// Where the server is
    #[arg(long, value_name = "URL", env = "CHOWK_SERVER", default_value = crate::SERVER)]
    server: Address,
    /// Only rooms of these rules, by any name that they have
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Look for rules by name, as they are called at your home, and for rooms that play them
    #[arg(long, value_name = "TEXT", conflicts_with = "preset")]
    find: Option<String>,
    /// Only rooms with a free chair
    #[arg(long)]
    free: bool,
    /// Print the list once and end, as it does where there is no terminal
    #[arg(long)]
    once: bool,
    /// The server's answer as it is
    #[arg(long)]
    json: bool,
    /// What you are called at a table that you choose here
    #[arg(long, env = "CHOWK_PLAYER")]
    name: Option<String>,
    /// Draw the full screen with letters of ASCII only
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  chowk rooms                    the list, kept fresh; enter sits down, w looks on
  chowk rooms --server http://192.168.1.5:8080 --once
  chowk rooms --preset \"Ashta Chamma\" --free
  chowk rooms --find isto        which rules that is, and who plays them
  chowk rooms --json | jq .rooms

Only rooms that were opened with --listed stand here, and those of chowk play --quick; of others one must know the code.";

/// Which rooms are shown.
#[derive(Debug, Clone, Default)]
struct Filter {
    presets: Option<Vec<String>>,
    free: bool,
}

impl Filter {
    fn of(&self, rooms: Vec<Listed>) -> Vec<Listed> {
        let named = |room: &Listed| {
            self.presets
                .as_ref()
                .is_none_or(|names| room.preset.as_ref().is_some_and(|preset| names.contains(preset)))
        };
        let rooms = rooms.into_iter();
        sorted(
            rooms
                .filter(|room| named(room) && (!self.free || room.is_open()))
                .collect(),
        )
    }

    async fn ask(&self, server: &Address) -> anyhow::Result<Vec<Listed>> {
        Ok(self.of(Listed::all(&http::get(server, PATH).await?)?))
    }
}

/// Shows the list.
pub async fn run(args: RoomsArgs) -> anyhow::Result<ExitCode> {
    if args.json {
        out::line(http::get(&args.server, PATH).await?.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let mut filter = Filter {
        presets: None,
        free: args.free,
    };
    let full = !args.once && is_possible();
    if let Some(typed) = &args.preset {
        filter.presets = Some(vec![preset_called(&args.server, typed).await?]);
    }
    if let Some(typed) = &args.find {
        let found = presets::called(&args.server, typed).await?;
        if !full {
            out::words(format!("“{typed}”:"));
            rules(&found).iter().for_each(|line| {
                out::words(line);
            });
        }
        filter.presets = Some(found.into_iter().map(|preset| preset.name).collect());
    }
    if !full {
        let rooms = filter.ask(&args.server).await?;
        once(&rooms, &filter, &args.server).iter().for_each(|line| {
            out::words(line);
        });
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = filter.presets.as_ref().map(|presets| match presets.as_slice() {
        [] => format!("no rules are called “{}”", args.find.as_deref().unwrap_or_default()),
        presets => presets.join(", "),
    });
    let board = board::Board::new(args.server.to_string(), wanted);
    match terminal::run(board, &filter, &args.server, Paint::of_environment(args.ascii)).await? {
        After::GoOn | After::Quit => Ok(ExitCode::SUCCESS),
        After::Join(code) => play::sit_at(args.server, code, args.name).await,
        After::Watch(code) => watch::look_on(args.server, code, args.name).await,
        After::Quick => {
            let preset = filter.presets.and_then(|presets| presets.into_iter().next());
            play::sit_anywhere(args.server, preset, args.name).await
        }
    }
}

/// The rules that were found, in words.
fn rules(found: &[presets::PresetLine]) -> Vec<String> {
    if found.is_empty() {
        return vec!["  No rules of this server are called so.".into()];
    }
    let line = |preset: &presets::PresetLine| {
        let names = match preset.names.as_slice() {
            [] => String::new(),
            names => format!(" Also called {}.", names.join(", ")),
        };
        format!("  {}: {}{names}", preset.name, preset.summary)
    };
    found.iter().map(line).collect()
}

/// The list as lines.
fn once(rooms: &[Listed], filter: &Filter, server: &Address) -> Vec<String> {
    if rooms.is_empty() {
        let preset = filter.presets.as_ref().and_then(|presets| presets.first());
        let rules = preset.map_or_else(String::new, |preset| format!(" --preset {preset}"));
        let quick = preset.map_or_else(String::new, |preset| format!(" {preset}"));
        return vec![
            "No such public room at present.".into(),
            format!("Open one: chowk play --create --listed{rules}"),
            format!("Or play with whoever comes: chowk play --quick{quick}"),
        ];
    }
    let (head, lines) = columns(rooms, WIDEST);
    let mut all = vec![head];
    all.extend(lines);
    let link = server.page("/r/CODE");
    all.push(format!("Sit down: chowk join {link}  Look on: chowk watch {link}"));
    all
}
