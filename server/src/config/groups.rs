//! Every setting, once: a field is a flag, a `CHOWK_` variable and a key of `config.toml`. All else is derived from here.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use clap::{ArgAction, Args};

use super::{
    Bots, Secret,
    units::{address, bytes, long_text, number, origin, short_text, span, url, yes},
};
use crate::{http::Range, telemetry::LogFormat};

/// Where the server is, and what it says of itself.
#[derive(Debug, Clone, Args)]
pub struct Place {
    /// Where to listen. Port 0 takes any free port; the line "listening on" tells which.
    #[arg(long, default_value = "0.0.0.0:8080", value_parser = address, value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// The data folder, used by one server at a time. All that is to be backed up is in it.
    #[arg(long, default_value = "data", value_name = "DIR")]
    pub data: PathBuf,
    /// If the data folder is in use, end with code 75 rather than wait for the other server to end.
    #[arg(long, default_value = "false", default_missing_value = "true", num_args = 0..=1, require_equals = true,
        action = ArgAction::Set, value_parser = yes, value_name = "YES")]
    pub no_wait: bool,
    /// The name that players see.
    #[arg(long, default_value = "Chowka-bara server", value_parser = short_text, value_name = "NAME")]
    pub name: String,
    /// Words for everybody who comes in: plain text.
    #[arg(long, value_parser = long_text, value_name = "TEXT")]
    pub motd: Option<String>,
    /// A file with these words, instead.
    #[arg(long, value_name = "FILE")]
    pub motd_file: Option<PathBuf>,
    /// Where players reach this server, if not under the address they see: like `https://chowka.example.org`.
    #[arg(long, value_parser = url, value_name = "URL")]
    pub public_url: Option<String>,
}

/// Who may come in.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Door")]
pub struct Door {
    /// A password that everybody must say who comes in to play or to watch. What the server tells over HTTP stays public.
    #[arg(long, hide_env_values = true, value_name = "WORD")]
    pub password: Option<Secret>,
    /// A file with the password, instead; other users of the machine can read flags and variables, but not this.
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// Pages that may open a socket here, beside this server's own: origins like `https://example.org`, with commas.
    #[arg(long, value_delimiter = ',', value_parser = origin, value_name = "ORIGINS")]
    pub origins: Vec<String>,
    /// Proxies whose X-Forwarded-For is believed: addresses or ranges like 10.0.0.0/8, with commas. None by default;
    /// without it, all who come through one proxy count as one address.
    #[arg(long, value_delimiter = ',', value_name = "RANGES")]
    pub trusted_proxies: Vec<Range>,
}

/// How much of everything.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Most rooms.
    #[arg(long, default_value = "200", value_parser = number(1..=1_000_000), value_name = "N")]
    pub max_rooms: usize,
    /// Most sockets: players and watchers.
    #[arg(long, default_value = "1000", value_parser = number(1..=1_000_000), value_name = "N")]
    pub max_players: usize,
    /// Most sockets of one address.
    #[arg(long, default_value = "20", value_parser = number(1..=1_000_000), value_name = "N")]
    pub max_per_addr: usize,
    /// Most rooms opened by one address.
    #[arg(long, default_value = "10", value_parser = number(0..=1_000_000), value_name = "N")]
    pub max_rooms_per_addr: usize,
    /// Most watchers of a room.
    #[arg(long, default_value = "20", value_parser = number(0..=1_000_000), value_name = "N")]
    pub max_spectators: usize,
    /// Wrong room codes and passwords a minute of one address, before it must wait.
    #[arg(long, default_value = "5", value_parser = number(1..=1_000_000), value_name = "N")]
    pub wrong_codes: usize,
    /// Web requests a second of one address, sockets being opened among them; ten files of the page
    /// count as one. Above it the answer is 429, after 250 ms.
    #[arg(long, default_value = "30", value_parser = number(1..=1_000_000), value_name = "N")]
    pub requests: usize,
    /// Web connections at one time that are no sockets.
    #[arg(long, default_value = "256", value_parser = number(1..=1_000_000), value_name = "N")]
    pub max_connections: usize,
}

/// How rooms live.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Rooms")]
pub struct Rooms {
    /// An empty room ends after so long.
    #[arg(long, default_value = "30m", value_parser = span("1ms", "365d"), value_name = "TIME")]
    pub room_idle: Duration,
    /// A running match that nobody visits is abandoned after so long.
    #[arg(long, default_value = "24h", value_parser = span("1ms", "365d"), value_name = "TIME")]
    pub match_idle: Duration,
    /// An absent player's chair is free, and an absent host passes on, after so long (before a match).
    #[arg(long, default_value = "60s", value_parser = span("0s", "365d"), value_name = "TIME")]
    pub chair_kept: Duration,
    /// House bots take the chairs that are free so long after a room was opened that they fill.
    #[arg(long, default_value = "20s", value_parser = span("0s", "1h"), value_name = "TIME")]
    pub fill_after: Duration,
    /// How long players have to reveal their first link after the lock.
    #[arg(long, default_value = "10s", value_parser = span("1s", "1h"), value_name = "TIME")]
    pub reveal: Duration,
    /// The pace of forced moves while somebody looks on.
    #[arg(long, default_value = "600ms", value_parser = span("0s", "1h"), value_name = "TIME")]
    pub pace: Duration,
    /// The pace of house bots while somebody looks on.
    #[arg(long, default_value = "400ms", value_parser = span("0s", "1h"), value_name = "TIME")]
    pub house_pace: Duration,
    /// How long a decision for an absent player takes.
    #[arg(long, default_value = "1s", value_parser = span("0s", "1h"), value_name = "TIME")]
    pub away_pace: Duration,
    /// Who may seat bots of the server.
    #[arg(long, default_value = "host", value_name = "WHO")]
    pub bots: Bots,
    /// Most rows that a room runs ahead of the disk before it answers "busy".
    #[arg(long, default_value = "64", value_parser = number(1..=1024), value_name = "N")]
    pub rows_ahead: usize,
}

/// How sockets are treated.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Sockets")]
pub struct Sockets {
    /// A socket says hello within so long.
    #[arg(long, default_value = "10s", value_parser = span("100ms", "1d"), value_name = "TIME")]
    pub hello: Duration,
    /// The server pings each socket as often; one that is silent for three pings is closed.
    #[arg(long, default_value = "20s", value_parser = span("100ms", "1d"), value_name = "TIME")]
    pub ping: Duration,
    /// A write may wait so long before its reader is too slow.
    #[arg(long, default_value = "10s", value_parser = span("100ms", "1d"), value_name = "TIME")]
    pub write_wait: Duration,
    /// Frames that may wait for one reader before it is too slow.
    #[arg(long, default_value = "64", value_parser = number(8..=4096), value_name = "N")]
    pub queue: usize,
    /// Frames a second of one socket before it is told "too fast"; answers to what was asked do not count.
    #[arg(long, default_value = "60", value_parser = number(1..=1_000_000), value_name = "N")]
    pub frames: usize,
    /// Frames a second of one socket before it is closed; what answered a question does not count.
    #[arg(long, default_value = "300", value_parser = number(1..=1_000_000), value_name = "N")]
    pub frames_close: usize,
    /// Bad messages in ten seconds before a socket is closed.
    #[arg(long, default_value = "20", value_parser = number(0..=1_000_000), value_name = "N")]
    pub bad_messages: usize,
}

/// How long records are kept.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Records")]
pub struct Records {
    /// Records of ended matches are kept for so long …
    #[arg(long, default_value = "365d", value_parser = span("0s", "36500d"), value_name = "TIME")]
    pub records_for: Duration,
    /// … and only the newest of them, so much in all.
    #[arg(long, default_value = "1G", value_parser = bytes, value_name = "SIZE")]
    pub records_size: u64,
}

/// How the server is looked after.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Operation")]
pub struct Operation {
    /// Where to answer Prometheus at /metrics: an address of its own, like 127.0.0.1:9100. Off if absent.
    #[arg(long, value_parser = address, value_name = "ADDR:PORT")]
    pub metrics_addr: Option<SocketAddr>,
    /// What to log: error, warn, info, debug, trace, or by module.
    #[arg(long, default_value = "info", value_parser = crate::telemetry::filter, value_name = "LEVEL")]
    pub log: String,
    /// How to log.
    #[arg(long, default_value = "auto", value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// How long stopping may take. What is acknowledged is on disk anyway.
    #[arg(long, default_value = "2500ms", value_parser = span("0s", "1h"), value_name = "TIME")]
    pub stop_grace: Duration,
    /// Threads that serve; as many as there are cores, if absent.
    #[arg(long, value_parser = number(1..=1024), value_name = "N")]
    pub threads: Option<usize>,
}
