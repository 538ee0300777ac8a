//! The commands as an operator types them.

use std::{path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand};

use super::request::{Drain, Request};

/// Speaks to the chowk-server that runs on a data folder, through the socket file in it.
///
/// One request, one answer; no terminal is needed. Ends with 0 if it was done, 1 if the server refused, 64 if the command
/// makes no sense, 69 if no server runs there, 77 if its user may not ask.
#[derive(Debug, Parser)]
#[command(
    name = "chowk-server admin",
    bin_name = "chowk-server admin",
    version,
    max_term_width = 100
)]
pub(super) struct Admin {
    /// The data folder of the server.
    #[arg(long, env = "CHOWK_DATA", default_value = "data", value_name = "DIR", global = true)]
    pub(super) data: PathBuf,
    /// Answer with one JSON object.
    #[arg(long, global = true)]
    pub(super) json: bool,
    /// What to do.
    #[command(subcommand)]
    pub(super) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// How the server is: rooms by stage, persons, bots and watchers apart, the journal's health.
    Status,
    /// All rooms, also those that sleep on disk and those that failed.
    Rooms,
    /// One room: who sits where, who is connected and from where.
    Room {
        /// The room's code.
        code: String,
    },
    /// Words for everybody, shown to them as the operator's.
    Say {
        /// Only for those in this room.
        #[arg(long, value_name = "CODE")]
        room: Option<String>,
        /// The words.
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// Puts somebody out of a room. He may come back; see `ban`.
    ///
    /// In a match his side leaves it, as if he had given up.
    Kick {
        /// The room's code.
        code: String,
        /// A chair as players count them (2), or a session as `room` lists it (s17).
        whom: String,
    },
    /// Closes the server to an address. Whoever is connected from there is shut out at once.
    Ban {
        /// An address (203.0.113.7), a range (203.0.113.0/24), or whoever sits there (CODE:2, CODE:s17).
        whom: String,
        /// For how long, like 30m, 12h, 7d; for ever, if absent.
        #[arg(long = "for", value_name = "TIME", value_parser = duration)]
        span: Option<Duration>,
        /// Why, for yourself.
        #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
        reason: String,
        /// Also if it hits a trusted proxy or this machine.
        #[arg(long)]
        force: bool,
    },
    /// Opens the server to an address again: lifts its ban, or all bans inside a range.
    Unban {
        /// The address or the range.
        address: String,
    },
    /// All bans, until when and why.
    Bans,
    /// Ends a room. A running match is abandoned, and its seed opened.
    End {
        /// The room's code.
        code: String,
        /// The words that are kept with it.
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Reads the settings anew: the file of settings and the files that it names. Says which hold at once and which
    /// wait for the next start.
    Reload,
    /// Closes for the evening: no new match starts, running ones are played to their end, then the server stops.
    Drain(DrainArgs),
    /// Copies the journal and the bans into one file, also while the server runs.
    ///
    /// The file is made whole or not at all, checked to its last byte, and readable by its owner only.
    Backup {
        /// The file; `-` writes it to standard output.
        file: PathBuf,
        /// With the seeds of matches that are not over: whoever has the file can foresee their throws. Without them a
        /// restore cannot open those matches.
        #[arg(long)]
        with_seeds: bool,
    },
    /// Brings a backup back into a data folder on which no server runs.
    ///
    /// Running matches are abandoned and opened, and every client starts from what is there now. The journal that was
    /// there is kept beside it.
    Restore {
        /// The file; `-` reads it from standard input.
        file: PathBuf,
        /// Also if the folder holds rooms, records or a log of seals.
        #[arg(long)]
        force: bool,
    },
    /// Writes out the records of all ended matches and the log of seals, as `chowk verify` reads them, and the rows of
    /// rooms that have failed.
    Export {
        /// The folder; `-` writes a tar file to standard output.
        folder: PathBuf,
        /// Only the rows of this room, whatever state it is in.
        #[arg(long, value_name = "CODE")]
        room: Option<String>,
        /// With the seeds of matches that are not over, in rows of rooms.
        #[arg(long)]
        with_seeds: bool,
    },
}

/// How to close for the evening.
#[derive(Debug, Args)]
pub(super) struct DrainArgs {
    /// Stop after so long at the latest; matches that still run go on after the next start.
    #[arg(long, value_name = "TIME", value_parser = duration, group = "how")]
    wait: Option<Duration>,
    /// Stop now, without waiting.
    #[arg(long, group = "how")]
    stop: bool,
    /// Do not stop at all when the last match has ended.
    #[arg(long, group = "how")]
    stay: bool,
    /// Take it back: matches start again.
    #[arg(long, group = "how")]
    off: bool,
}

impl Command {
    /// What is asked of the server; nothing, if none may run.
    pub(super) fn request(&self) -> Option<Request> {
        Some(match self {
            Self::Status => Request::Status,
            Self::Rooms => Request::Rooms,
            Self::Room { code } => Request::Room { room: code.clone() },
            Self::Say { room, text } => Request::Say {
                room: room.clone(),
                text: text.join(" "),
            },
            Self::Kick { code, whom } => Request::Kick {
                room: code.clone(),
                whom: whom.clone(),
            },
            Self::Ban {
                whom,
                span,
                reason,
                force,
            } => Request::Ban {
                whom: whom.clone(),
                for_s: span.map(|span| span.as_secs()),
                reason: reason.clone(),
                force: *force,
            },
            Self::Unban { address } => Request::Unban {
                address: address.clone(),
            },
            Self::Bans => Request::Bans,
            Self::End { code, reason } => Request::End {
                room: code.clone(),
                reason: reason.clone(),
            },
            Self::Reload => Request::Reload,
            Self::Drain(DrainArgs { wait, stop, stay, off }) => Request::Drain(Drain {
                wait_s: wait.map(|wait| wait.as_secs()),
                stop: *stop,
                stay: *stay,
                off: *off,
            }),
            Self::Backup { with_seeds, .. } => Request::Backup {
                with_seeds: *with_seeds,
            },
            Self::Export { room, with_seeds, .. } => Request::Export {
                room: room.clone(),
                with_seeds: *with_seeds,
            },
            Self::Restore { .. } => return None,
        })
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let words = || format!("`{text}` is no time; write it like 30m, 12h, 7d");
    humantime::parse_duration(text).map_err(|_| words())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parse(line: &str) -> Result<Request, i32> {
        let words = ["chowk-server admin"].into_iter().chain(line.split(' '));
        let admin = Admin::try_parse_from(words).map_err(|error| error.exit_code())?;
        Ok(admin.command.request().expect("it is asked of the server"))
    }

    #[test]
    fn what_is_typed_is_asked() {
        Admin::command().debug_assert();
        let say = |room: Option<&str>, text: &str| Request::Say {
            room: room.map(Into::into),
            text: text.into(),
        };
        assert_eq!(parse("say Good night"), Ok(say(None, "Good night")));
        assert_eq!(parse("say --room 7KQM3FXP hi"), Ok(say(Some("7KQM3FXP"), "hi")));
        assert_eq!(
            parse("ban 10.0.0.1 --for 7d --reason rude"),
            Ok(Request::Ban {
                whom: "10.0.0.1".into(),
                for_s: Some(7 * 86_400),
                reason: "rude".into(),
                force: false,
            })
        );
        let wait = Drain {
            wait_s: Some(900),
            ..Drain::default()
        };
        assert_eq!(parse("--json drain --wait 15m"), Ok(Request::Drain(wait)));
        for bad in ["say", "drain --wait 5m --off", "drain --wait soon", "dance", "ban"] {
            assert_eq!(parse(bad), Err(2), "{bad}");
        }
    }
}
