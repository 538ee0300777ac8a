//! `chowk replay`: a match of either game from its record, verified first, to step through or as lines.

use std::{fs, io::Read as _, path::Path, process::ExitCode};

use clap::Args;

use crate::{
    http, out,
    tui::{paint::Paint, terminal::is_possible},
};

pub(crate) mod court;
mod desk;
mod film;
mod keys;
mod plain;
mod record;
mod show;
mod terminal;
#[cfg(test)]
mod tests;
mod told;

use chowk_record::rules::Game;
use film::Film;
use record::Record;
use told::Told;

/// Most bytes of a record: a match of 20,000 throws has some 12 million.
const RECORD_MAX: u64 = 256 << 20;

/// See a match again, from its record.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// The record: a file, - for standard input, or its address at a server (http://HOST/api/v1/records/MATCH)
    #[arg(value_name = "FILE")]
    file: String,
    /// Print the match as lines, also where there is a terminal to step through it
    #[arg(long)]
    plain: bool,
    /// Print the board, the moves and what was done at throw N; of four stones where everybody was at the end of tick N
    #[arg(long, value_name = "N", conflicts_with = "to")]
    at: Option<u32>,
    /// Print the match up to throw N, or tick N; on the full screen, begin there
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// Draw the full screen with letters of ASCII only
    #[arg(long)]
    ascii: bool,
    /// Whose side is at the bottom of the board: S, E, N, W or a player's name
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  chowk replay MATCH.chowk.ndjson           step through it: arrows, p plays, j jumps, ? tells all keys
  chowk replay MATCH.chowk.ndjson --plain   the whole match as lines
  chowk replay MATCH.chowk.ndjson --at 57   the board, the moves and what was done at throw 57
  chowk replay MATCH.chowk.ndjson --plain --to 20
  chowk replay STONES.chowk.ndjson          tick by tick or event by event; t shows the last 1.5 s before a tag
  chowk replay http://127.0.0.1:8080/api/v1/records/MATCH --side Asha

The record is verified before it is shown. Exit code 65 if it does not hold or is of other rules, 66 if there is none.";

/// The record does not hold (EX_DATAERR).
const NOT_HELD: u8 = 65;
/// There is no record (EX_NOINPUT).
const NOT_THERE: u8 = 66;
/// The record holds, but not what was asked of it.
const NOT_SO: u8 = 2;

/// Shows the match.
pub async fn run(args: ReplayArgs) -> anyhow::Result<ExitCode> {
    Ok(match show(&args).await {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, why)) => {
            out::note(format!("chowk: {}.", why.trim_end_matches('.')));
            ExitCode::from(code)
        }
    })
}

async fn show(args: &ReplayArgs) -> Result<(), (u8, String)> {
    let bytes = read(&args.file).await.map_err(|why| (NOT_THERE, why))?;
    let record = Record::read(&bytes).map_err(|why| (NOT_HELD, format!("{}: {why}", args.file)))?;
    let empty = || (NOT_HELD, format!("{}: the record holds no match", args.file));
    match record.header.rules.game() {
        Game::Chowka => show_board(args, Film::of(record).ok_or_else(empty)?).await,
        Game::Stones => show_court(args, court::Film::of(record).ok_or_else(empty)?).await,
    }
}

/// Shows a set of four stones.
async fn show_court(args: &ReplayArgs, film: court::Film) -> Result<(), (u8, String)> {
    if args.side.is_some() {
        return Err((NOT_SO, "a court is not turned; --side is for boards".into()));
    }
    for wanted in [args.at, args.to].into_iter().flatten() {
        if wanted > film.last() {
            return Err((
                NOT_SO,
                format!("this set has no tick {wanted}; its ticks are 0 to {}", film.last()),
            ));
        }
    }
    if !args.plain && args.at.is_none() && is_possible() {
        let show = court::Show::new(film, args.to.unwrap_or(0));
        return on_a_terminal(show, args.ascii).await;
    }
    let lines = match args.at {
        Some(tick) => court::at(&film, tick),
        None => court::whole(&film, args.to),
    };
    // A reader that has seen enough, as `head`, is no trouble.
    let _ = lines.iter().all(out::words);
    Ok(())
}

/// Shows a match of Chowka-bara.
async fn show_board(args: &ReplayArgs, film: Film) -> Result<(), (u8, String)> {
    let told = Told::of(&film);
    let bottom = match &args.side {
        None => film.sides.keys().next().copied(),
        Some(typed) => Some(told::side_of(&told, &film, typed).ok_or_else(|| {
            let names: Vec<String> = film.sides.keys().map(|side| told.names.name_of(*side)).collect();
            let letters: Vec<String> = film.sides.keys().map(|side| side.letter().to_string()).collect();
            let why = format!(
                "nobody here is called “{typed}”; say {} or {}",
                letters.join(", "),
                names.join(", ")
            );
            (NOT_SO, why)
        })?),
    };
    for wanted in [args.at, args.to].into_iter().flatten() {
        if film.at_throw(wanted).is_none() {
            return Err((
                NOT_SO,
                format!(
                    "this match has no throw {wanted}; its throws are 1 to {}",
                    film.throws()
                ),
            ));
        }
    }
    let full = !args.plain && args.at.is_none() && is_possible();
    if let (true, Some(bottom)) = (full, bottom) {
        let at = args.to.and_then(|throw| film.at_throw(throw)).unwrap_or(0);
        let show = show::Show::new(film, told, bottom, at);
        return on_a_terminal(show, args.ascii).await;
    }
    let lines = match (args.at, bottom) {
        (Some(throw), Some(bottom)) => plain::table(&film, &told, throw, bottom),
        _ => plain::whole(&film, &told, args.to),
    };
    // A reader that has seen enough, as `head`, is no trouble.
    let _ = lines.iter().all(out::words);
    Ok(())
}

async fn on_a_terminal(show: impl terminal::Shown, ascii: bool) -> Result<(), (u8, String)> {
    let shown = terminal::run(show, Paint::of_environment(ascii)).await;
    shown.map_err(|error| {
        let why = format!("this terminal cannot show it ({error}); --plain prints it as lines");
        (NOT_SO, why)
    })
}

/// The bytes of a record, wherever it is.
async fn read(file: &str) -> Result<Vec<u8>, String> {
    if file == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(RECORD_MAX).read_to_end(&mut bytes);
        return read
            .map(|_| bytes)
            .map_err(|error| format!("cannot read standard input: {error}"));
    }
    if file.starts_with("http://") || file.starts_with("https://") {
        let (address, path) = at_a_server(file)?;
        return http::get(&address, &path)
            .await
            .map(String::into_bytes)
            .map_err(|error| format!("{error:#}"));
    }
    let path = Path::new(file);
    let about = fs::metadata(path).map_err(|error| format!("cannot read {file}: {}", reason(&error)))?;
    if about.is_dir() {
        return Err(format!("cannot read {file}: it is a folder"));
    }
    if about.len() > RECORD_MAX {
        return Err(format!("cannot read {file}: no record of a match is so long"));
    }
    fs::read(path).map_err(|error| format!("cannot read {file}: {}", reason(&error)))
}

/// The server and the path in the address of a record.
fn at_a_server(url: &str) -> Result<(crate::address::Address, String), String> {
    let example = "an address of a record is like http://127.0.0.1:8080/api/v1/records/MATCH";
    let place = url.find("/api/v1/records/").ok_or_else(|| example.to_owned())?;
    let (server, path) = url.split_at(place);
    let address = server.parse().map_err(|error| format!("{error}"))?;
    Ok((address, path.to_owned()))
}

fn reason(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::NotFound {
        return "there is no such file".into();
    }
    error.to_string()
}
