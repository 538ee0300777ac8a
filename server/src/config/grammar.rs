//! What may be typed: the settings as flags, and the commands.

use std::ffi::{OsStr, OsString};

use clap::{
    Arg, ArgMatches, CommandFactory as _, Subcommand as _,
    builder::{Resettable, ValueParser},
    error::ErrorKind,
    parser::ValueSource,
};

use super::{Settings, SettingsError, definition, variable_of};
use crate::command::Command;

/// What was typed, with all values as mere text.
///
/// # Errors
/// [`SettingsError`], if it is not understood, or asks for help.
pub(super) fn read(args: &[OsString]) -> Result<ArgMatches, SettingsError> {
    let as_text = |arg: Arg| {
        arg.value_parser(ValueParser::os_string())
            .env(Resettable::Reset)
            .default_value(Resettable::Reset)
    };
    whole(as_text).try_get_matches_from(args).map_err(|error| {
        if !is_help(&error) {
            return not_understood(&error);
        }
        // The grammar of mere texts knows neither defaults nor choices: the whole one tells them.
        let told = whole(|arg| arg).try_get_matches_from(args).err().filter(is_help);
        SettingsError {
            line: told.as_ref().unwrap_or(&error).to_string().trim_end().into(),
            exit_code: 0,
        }
    })
}

fn is_help(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// What is typed as a flag, on whichever level.
pub(super) fn flag_of(typed: &ArgMatches, key: &str) -> Option<OsString> {
    let deeper = typed
        .subcommand()
        .filter(|(name, _)| takes_settings(name))
        .and_then(|(_, deeper)| flag_of(deeper, key));
    deeper.or_else(|| {
        let is_typed =
            matches!(typed.try_contains_id(key), Ok(true)) && typed.value_source(key) == Some(ValueSource::CommandLine);
        let values = is_typed.then(|| typed.get_raw(key)).flatten()?;
        Some(values.collect::<Vec<_>>().join(OsStr::new(",")))
    })
}

/// Whether a command takes the settings as flags.
fn takes_settings(command: &str) -> bool {
    matches!(command, "config" | "health")
}

fn whole(as_text: impl Fn(Arg) -> Arg) -> clap::Command {
    // Told in the help of `config` like in the general one; for `health` nobody looks for them.
    let told: Vec<Arg> = definition().get_arguments().cloned().map(&as_text).collect();
    let hidden: Vec<Arg> = told.iter().map(|arg| arg.clone().hide(true)).collect();
    let serve = Settings::command().mut_args(|arg| {
        let variable = variable_of(arg.get_id().as_str());
        as_text(arg.env(variable))
    });
    let (short, long) = (serve.get_about().cloned(), serve.get_long_about().cloned());
    // The commands are described where they are defined, and that must not become the description of the whole.
    Command::augment_subcommands(serve)
        .about(Resettable::from(short))
        .long_about(Resettable::from(long))
        .mut_subcommand("config", |config| config.args(told))
        .mut_subcommand("health", |health| health.args(hidden))
}

/// What was typed is not understood. clap says so in several lines; here it is one.
pub(super) fn not_understood(error: &clap::Error) -> SettingsError {
    let text = error.to_string();
    let told = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:"));
    let line = told.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let line = line
        .trim_start_matches("error: ")
        .replace(" For more information, try '--help'.", "");
    SettingsError {
        line: format!("{line} (see --help)"),
        exit_code: 64,
    }
}
