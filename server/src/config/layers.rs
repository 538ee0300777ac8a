//! The layers: which text counts for each setting, where it comes from, and whether it can be used.
//!
//! What is typed is first taken as mere text. Once the layers are laid over each other, each text that counts is read
//! alone, as if it were a flag, so that whatever is wrong is told with its source; then all together make the settings.

mod pile;

use std::{collections::BTreeMap, ffi::OsString, fmt, path::PathBuf};

use clap::ArgMatches;

use self::pile::Pile;
use super::{Settings, SettingsError};

/// Variables by name.
pub(super) type Variables = BTreeMap<OsString, OsString>;

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Nobody has set it.
    Default,
    /// A line of `config.toml`.
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A variable.
    Variable(String),
    /// A flag.
    Flag(String),
}

/// A setting in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its key, as in `config.toml`.
    pub key: String,
    /// Its value as text, if it has one; a secret's is "(set)".
    pub value: Option<String>,
    /// Where that comes from.
    pub source: Source,
    /// Whether the server starts with it.
    pub is_usable: bool,
}

/// All layers, laid over each other.
#[derive(Debug, Clone)]
pub struct Layers {
    rows: Vec<Row>,
    warnings: Vec<String>,
    read: Result<Settings, Vec<SettingsError>>,
}

impl Layers {
    /// Lays the layers over each other.
    ///
    /// # Errors
    /// [`SettingsError`], if `config.toml` cannot be read at all.
    pub(super) fn gather(typed: &ArgMatches, variables: &Variables) -> Result<Self, SettingsError> {
        let mut pile = Pile::new(typed, variables)?;
        pile.read_files_of_words();
        let read = pile.read();
        Ok(Self {
            warnings: pile.warnings(variables),
            rows: pile.rows(),
            read,
        })
    }

    /// The settings.
    ///
    /// # Errors
    /// [`SettingsError`]: the first value that cannot be used.
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        self.read.clone().map_err(|wrong| match &wrong[..] {
            [first, rest @ ..] if !rest.is_empty() => SettingsError {
                line: format!("{first} (and {} more: see `chowk-server config`)", rest.len()),
                exit_code: first.exit_code,
            },
            [only, ..] => only.clone(),
            [] => unreachable!("settings that are not there have a reason"),
        })
    }

    /// The keys whose values are others than in these layers, whatever their sources.
    pub(super) fn changed(&self, before: &Self) -> Vec<String> {
        let password = |layers: &Self| layers.read.as_ref().ok().and_then(|read| read.door.password.clone());
        let is_other = |(new, old): &(&Row, &Row)| {
            new.value != old.value || (new.key == "password" && password(self) != password(before))
        };
        let both = self.rows.iter().zip(&before.rows).filter(is_other);
        both.map(|(row, _)| row.key.clone()).collect()
    }

    /// What is wrong, each with its source.
    pub fn wrong(&self) -> &[SettingsError] {
        self.read.as_ref().err().map_or(&[], Vec::as_slice)
    }

    /// Names that look like settings and are none.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Every setting, in the order of the help.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{}:{line}", path.display()),
            Self::Variable(name) | Self::Flag(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests;
