//! The settings: each a flag, a `CHOWK_` variable and a key of `config.toml`, with a default that suits a table of
//! friends. Flags win over variables, variables over the file, the file over the defaults; nothing is ever written back.

mod file;
mod grammar;
mod groups;
mod layers;
mod nearest;
#[cfg(test)]
pub(crate) mod page;
mod parts;
mod reload;
mod secret;
mod table;
mod units;

use std::ffi::OsString;

use clap::{Args as _, FromArgMatches as _, Parser, ValueEnum};

pub(crate) use self::units::millis;
pub use self::{
    groups::{Door, Limits, Operation, Place, Records, Rooms, Sockets},
    layers::{Layers, Row, Source},
    reload::{InForce, Reloaded, reload},
    secret::{NoSecret, Secret},
};
use crate::command::Command;

/// A server for Chowka-bara: rooms with a code, every throw judged here, nothing lost that anybody was told.
///
/// Without any setting it serves on port 8080 and keeps its journal in ./data. Each setting is a flag; in capitals with
/// CHOWK_ before it, a variable; and with _ for -, a line `name = value` of config.toml in the data folder. The flag wins
/// over the variable, the variable over the file. Times are written like 600ms, 20s, 30m, 24h; sizes like 64M, 1G.
#[derive(Debug, Clone, Parser)]
#[command(name = "chowk-server", version, max_term_width = 100)]
pub struct Settings {
    /// Where the server is, and what it says of itself.
    #[command(flatten)]
    pub place: Place,
    /// Who may come in.
    #[command(flatten)]
    pub door: Door,
    /// How much of everything.
    #[command(flatten)]
    pub limits: Limits,
    /// How rooms live.
    #[command(flatten)]
    pub rooms: Rooms,
    /// How sockets are treated.
    #[command(flatten)]
    pub sockets: Sockets,
    /// How long records are kept.
    #[command(flatten)]
    pub records: Records,
    /// How the server is looked after.
    #[command(flatten)]
    pub operation: Operation,
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
    pub(crate) line: String,
    /// 64: what was typed makes no sense; 78: what was set cannot be; 0: it was a call for help, which `line` holds.
    pub exit_code: u8,
}

/// What was typed, and where the settings come from.
#[derive(Debug, Clone)]
pub struct Asked {
    /// What is to be done; to serve, if there is no command.
    pub command: Option<Command>,
    /// The settings of all layers.
    pub layers: Layers,
}

impl Asked {
    /// What this process is asked to do.
    ///
    /// # Errors
    /// [`SettingsError`]: it was not understood, or `config.toml` cannot be read.
    pub fn read() -> Result<Self, SettingsError> {
        Self::of(std::env::args_os(), std::env::vars_os())
    }

    /// What these arguments, of which the first is the program's name, and these variables ask for.
    ///
    /// # Errors
    /// As [`Asked::read`].
    pub fn of(
        args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, SettingsError> {
        let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        let typed = grammar::read(&args)?;
        let command = match typed.subcommand() {
            None => None,
            Some(_) => Some(Command::from_arg_matches(&typed).map_err(|error| grammar::not_understood(&error))?),
        };
        let variables = variables.into_iter().collect();
        Ok(Self {
            command,
            layers: Layers::gather(&typed, &variables)?,
        })
    }
}

impl Settings {
    /// The settings of this process, of all layers.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn read() -> Result<Self, SettingsError> {
        Asked::read()?.layers.settings()
    }

    /// The settings by these arguments alone, the first being the program's name: no variable counts.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn from_args(args: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Self, SettingsError> {
        Asked::of(args, [])?.layers.settings()
    }

    /// What no single value shows to be wrong: two keys, and why they do not go together.
    fn clash(&self) -> Option<([&'static str; 2], &'static str)> {
        let frames = self.sockets.frames_close < self.sockets.frames;
        frames.then_some((["frames_close", "frames"], "the first must not be below the second"))
    }
}

/// All settings, as clap reads them: the one definition.
fn definition() -> clap::Command {
    Settings::augment_args(clap::Command::new("chowk-server")).mut_args(|arg| {
        let variable = variable_of(arg.get_id().as_str());
        arg.env(variable)
    })
}

/// The variable of a setting.
fn variable_of(key: &str) -> String {
    format!("CHOWK_{}", key.to_uppercase())
}

#[cfg(test)]
mod tests;
