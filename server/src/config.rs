//! The settings: each a flag and a `CHOWK_` variable, each with a default that suits a table of friends.

mod limits;
mod units;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use clap::{CommandFactory as _, Parser, ValueEnum, error::ErrorKind};

pub(crate) use self::units::millis;
use self::units::{bytes, duration};
use crate::{http::Range, telemetry::LogFormat};

/// Variables of the command `chowk`, which may share our environment.
const OF_THE_CLIENT: [&str; 3] = ["CHOWK_SERVER", "CHOWK_PLAYER", "CHOWK_STATE"];

/// A server for Chowka-bara: rooms with a code, every throw judged here, nothing lost that anybody was told.
///
/// Without any setting it serves on port 8080 and keeps its journal in ./data. Each setting is a flag and, in capitals
/// with CHOWK_ before it, a variable; the flag wins. Times are written like 600ms, 20s, 30m, 24h; sizes like 64M, 1G.
#[derive(Debug, Clone, Parser)]
#[command(name = "chowk-server", version, max_term_width = 100)]
pub struct Settings {
    /// Where to listen. Port 0 takes any free port; the line "listening on" tells which.
    #[arg(long, env = "CHOWK_LISTEN", default_value = "0.0.0.0:8080", value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// The data folder, used by one server at a time. All that is to be backed up is in it.
    #[arg(long, env = "CHOWK_DATA", default_value = "data", value_name = "DIR")]
    pub data: PathBuf,
    /// If the data folder is in use, end with code 75 rather than wait for the other server to end.
    #[arg(long, env = "CHOWK_NO_WAIT")]
    pub no_wait: bool,
    /// The name that players see.
    #[arg(long, env = "CHOWK_NAME", default_value = "Chowka-bara server", value_name = "NAME")]
    pub name: String,
    /// Pages that may open a socket here, beside this server's own: origins like `https://example.org`, with commas.
    #[arg(long, env = "CHOWK_ORIGINS", value_delimiter = ',', value_name = "ORIGINS")]
    pub origins: Vec<String>,
    /// Proxies whose X-Forwarded-For is believed: addresses or ranges like 10.0.0.0/8, with commas. None by default;
    /// without it, all who come through one proxy count as one address.
    #[arg(long, env = "CHOWK_TRUSTED_PROXIES", value_delimiter = ',', value_name = "RANGES")]
    pub trusted_proxies: Vec<Range>,

    /// Most rooms.
    #[arg(
        long,
        env = "CHOWK_MAX_ROOMS",
        default_value_t = 200,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub max_rooms: usize,
    /// Most sockets: players and watchers.
    #[arg(
        long,
        env = "CHOWK_MAX_PLAYERS",
        default_value_t = 1000,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub max_players: u32,
    /// Most sockets of one address.
    #[arg(
        long,
        env = "CHOWK_MAX_PER_ADDR",
        default_value_t = 20,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub max_per_addr: usize,
    /// Most rooms opened by one address.
    #[arg(
        long,
        env = "CHOWK_MAX_ROOMS_PER_ADDR",
        default_value_t = 10,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub max_rooms_per_addr: usize,
    /// Most watchers of a room.
    #[arg(
        long,
        env = "CHOWK_MAX_SPECTATORS",
        default_value_t = 20,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub max_spectators: usize,
    /// Wrong room codes a minute of one address, before it must wait.
    #[arg(
        long,
        env = "CHOWK_WRONG_CODES",
        default_value_t = 5,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub wrong_codes: u32,
    /// Web requests a second of one address, sockets being opened among them.
    #[arg(
        long,
        env = "CHOWK_REQUESTS",
        default_value_t = 30,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub requests: u32,
    /// Web connections at one time that are no sockets.
    #[arg(
        long,
        env = "CHOWK_MAX_CONNECTIONS",
        default_value_t = 256,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub max_connections: usize,

    /// An empty room ends after so long.
    #[arg(long, env = "CHOWK_ROOM_IDLE", default_value = "30m", value_parser = duration, value_name = "TIME", help_heading = "Rooms")]
    pub room_idle: Duration,
    /// A running match that nobody visits is abandoned after so long.
    #[arg(long, env = "CHOWK_MATCH_IDLE", default_value = "24h", value_parser = duration, value_name = "TIME", help_heading = "Rooms")]
    pub match_idle: Duration,
    /// An absent player's chair is free, and an absent host passes on, after so long (before a match).
    #[arg(long, env = "CHOWK_CHAIR_KEPT", default_value = "60s", value_parser = duration, value_name = "TIME", help_heading = "Rooms")]
    pub chair_kept: Duration,
    /// How long players have to reveal their first link after the lock.
    #[arg(long, env = "CHOWK_REVEAL", default_value = "10s", value_parser = duration, value_name = "TIME", help_heading = "Rooms")]
    pub reveal: Duration,
    /// The pace of forced moves while somebody looks on.
    #[arg(long, env = "CHOWK_PACE", default_value = "600ms", value_parser = duration, value_name = "TIME", help_heading = "Rooms")]
    pub pace: Duration,
    /// The pace of house bots while somebody looks on.
    #[arg(long, env = "CHOWK_HOUSE_PACE", default_value = "400ms", value_parser = duration, value_name = "TIME", help_heading = "Rooms")]
    pub house_pace: Duration,
    /// How long a decision for an absent player takes.
    #[arg(long, env = "CHOWK_AWAY_PACE", default_value = "1s", value_parser = duration, value_name = "TIME", help_heading = "Rooms")]
    pub away_pace: Duration,
    /// Who may seat bots of the server.
    #[arg(
        long,
        env = "CHOWK_BOTS",
        default_value = "host",
        value_name = "WHO",
        help_heading = "Rooms"
    )]
    pub bots: Bots,
    /// Most rows that a room runs ahead of the disk before it answers "busy".
    #[arg(
        long,
        env = "CHOWK_ROWS_AHEAD",
        default_value_t = 64,
        value_name = "N",
        help_heading = "Rooms"
    )]
    pub rows_ahead: usize,

    /// A socket says hello within so long.
    #[arg(long, env = "CHOWK_HELLO", default_value = "10s", value_parser = duration, value_name = "TIME", help_heading = "Sockets")]
    pub hello: Duration,
    /// The server pings each socket as often; one that is silent for three pings is closed.
    #[arg(long, env = "CHOWK_PING", default_value = "20s", value_parser = duration, value_name = "TIME", help_heading = "Sockets")]
    pub ping: Duration,
    /// A write may wait so long before its reader is too slow.
    #[arg(long, env = "CHOWK_WRITE_WAIT", default_value = "10s", value_parser = duration, value_name = "TIME", help_heading = "Sockets")]
    pub write_wait: Duration,
    /// Frames that may wait for one reader before it is too slow.
    #[arg(
        long,
        env = "CHOWK_QUEUE",
        default_value_t = 64,
        value_name = "N",
        help_heading = "Sockets"
    )]
    pub queue: usize,
    /// Frames a second of one socket before it is told "too fast"; answers to what was asked do not count.
    #[arg(
        long,
        env = "CHOWK_FRAMES",
        default_value_t = 60,
        value_name = "N",
        help_heading = "Sockets"
    )]
    pub frames: usize,
    /// Frames a second of one socket before it is closed.
    #[arg(
        long,
        env = "CHOWK_FRAMES_CLOSE",
        default_value_t = 300,
        value_name = "N",
        help_heading = "Sockets"
    )]
    pub frames_close: usize,
    /// Bad messages in ten seconds before a socket is closed.
    #[arg(
        long,
        env = "CHOWK_BAD_MESSAGES",
        default_value_t = 20,
        value_name = "N",
        help_heading = "Sockets"
    )]
    pub bad_messages: usize,

    /// Records of ended matches are kept for so long …
    #[arg(long, env = "CHOWK_RECORDS_FOR", default_value = "365d", value_parser = duration, value_name = "TIME", help_heading = "Records")]
    pub records_for: Duration,
    /// … and only the newest of them, so much in all.
    #[arg(long, env = "CHOWK_RECORDS_SIZE", default_value = "1G", value_parser = bytes, value_name = "SIZE", help_heading = "Records")]
    pub records_size: u64,

    /// What to log: error, warn, info, debug, trace, or by module.
    #[arg(
        long,
        env = "CHOWK_LOG",
        default_value = "info",
        value_name = "LEVEL",
        help_heading = "Operation"
    )]
    pub log: String,
    /// How to log.
    #[arg(
        long,
        env = "CHOWK_LOG_FORMAT",
        default_value = "auto",
        value_name = "FORMAT",
        help_heading = "Operation"
    )]
    pub log_format: LogFormat,
    /// How long stopping may take. What is acknowledged is on disk anyway.
    #[arg(long, env = "CHOWK_STOP_GRACE", default_value = "2500ms", value_parser = duration, value_name = "TIME", help_heading = "Operation")]
    pub stop_grace: Duration,
    /// Threads that serve; as many as there are cores, if absent.
    #[arg(long, env = "CHOWK_THREADS", value_name = "N", help_heading = "Operation")]
    pub threads: Option<usize>,
}

/// Who may seat house bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Bots {
    /// Nobody.
    Off,
    /// A room's host.
    Host,
}

/// Settings that cannot be used: one line, and the exit code (BSD's sysexits).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}")]
pub struct SettingsError {
    line: String,
    /// 64: what was typed makes no sense; 78: what was set cannot be; 0: it was a call for help, which `line` holds.
    pub exit_code: u8,
}

impl Settings {
    /// The settings of this process: defaults, then variables, then flags.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn read() -> Result<Self, SettingsError> {
        Self::from_args(std::env::args_os())
    }

    /// The settings by these arguments, the first being the program's name.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn from_args(
        args: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>,
    ) -> Result<Self, SettingsError> {
        let settings = Self::try_parse_from(args).map_err(|error| SettingsError::of_clap(&error))?;
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), SettingsError> {
        let millis = |time: Duration| time.as_millis();
        let day = 86_400_000;
        let rules = [
            (self.max_rooms == 0, "--max-rooms must be at least 1"),
            (self.max_players == 0, "--max-players must be at least 1"),
            (self.max_per_addr == 0, "--max-per-addr must be at least 1"),
            (self.wrong_codes == 0, "--wrong-codes must be at least 1"),
            (self.requests == 0, "--requests must be at least 1"),
            (self.max_connections == 0, "--max-connections must be at least 1"),
            (
                !(1..=1024).contains(&self.rows_ahead),
                "--rows-ahead must be from 1 to 1024",
            ),
            (!(8..=4096).contains(&self.queue), "--queue must be from 8 to 4096"),
            (self.frames == 0, "--frames must be at least 1"),
            (
                self.frames_close < self.frames,
                "--frames-close must not be below --frames",
            ),
            (
                !(100..=day).contains(&millis(self.ping)),
                "--ping must be from 100ms to 1d",
            ),
            (
                !(100..=day).contains(&millis(self.hello)),
                "--hello must be from 100ms to 1d",
            ),
            (
                !(100..=day).contains(&millis(self.write_wait)),
                "--write-wait must be from 100ms to 1d",
            ),
            (
                !(1_000..=3_600_000).contains(&millis(self.reveal)),
                "--reveal must be from 1s to 1h",
            ),
            (self.room_idle.is_zero(), "--room-idle must not be 0"),
            (self.match_idle.is_zero(), "--match-idle must not be 0"),
            (self.threads == Some(0), "--threads must be at least 1"),
        ];
        match rules.into_iter().find(|(is_broken, _)| *is_broken) {
            Some((_, line)) => Err(SettingsError {
                line: line.into(),
                exit_code: 78,
            }),
            None => Ok(()),
        }
    }

    /// Variables that look like settings and are none.
    pub fn unknown_variables(names: impl Iterator<Item = String>) -> Vec<String> {
        let command = Self::command();
        let known: Vec<_> = command.get_arguments().filter_map(clap::Arg::get_env).collect();
        names
            .filter(|name| name.starts_with("CHOWK_") && !OF_THE_CLIENT.contains(&name.as_str()))
            .filter(|name| !known.contains(&std::ffi::OsStr::new(name)))
            .collect()
    }
}

impl SettingsError {
    fn of_clap(error: &clap::Error) -> Self {
        let text = error.to_string();
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            return Self {
                line: text.trim_end().into(),
                exit_code: 0,
            };
        }
        // clap says the same in several lines, and repeats its usage.
        let told = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:"));
        let line = told.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let line = line
            .trim_start_matches("error: ")
            .replace(" For more information, try '--help'.", "");
        Self {
            line: format!("{line} (see --help)"),
            exit_code: 64,
        }
    }
}

#[cfg(test)]
mod tests;
