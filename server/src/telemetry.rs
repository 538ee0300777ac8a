//! What the operator reads: human text on a terminal, JSON lines by setting, always to standard error. No line holds a
//! token, a player's name, a room's code or an address in clear.

use std::{io::IsTerminal as _, sync::OnceLock};

use tracing::Level;
use tracing_subscriber::{
    EnvFilter, Registry,
    filter::{LevelFilter, filter_fn},
    fmt,
    layer::SubscriberExt as _,
    reload,
    util::SubscriberInitExt as _,
};

use crate::tally;

/// How lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum LogFormat {
    /// Text on a terminal, JSON elsewhere.
    #[default]
    Auto,
    /// Text.
    Text,
    /// One JSON object a line.
    Json,
}

/// A filter that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected error, warn, info, debug or trace, or levels by module like warn,chowk_server::journal=debug")]
pub struct BadFilter;

/// Reads a filter of the log: a level (`info`), or levels by module (`warn,chowk_server::journal=debug`).
///
/// # Errors
/// [`BadFilter`].
pub fn filter(text: &str) -> Result<String, BadFilter> {
    // A word that is no level would be taken for a module, and nothing else be heard; no word at all for `error`.
    let is_level = |word: &str| !word.is_empty() && word.parse::<LevelFilter>().is_ok();
    let is_plain = |part: &str| part.contains('=') || is_level(part.trim());
    let is_filter = text.split(',').all(is_plain) && EnvFilter::try_new(text).is_ok();
    is_filter.then(|| text.to_owned()).ok_or(BadFilter)
}

/// What is heard, as long as nothing else is said.
static LEVELS: OnceLock<reload::Handle<EnvFilter, Registry>> = OnceLock::new();

/// Hears by another [`filter`] from now on.
pub fn listen_to(filter: &str) {
    if let (Some(levels), Ok(filter)) = (LEVELS.get(), EnvFilter::try_new(filter))
        && levels.reload(filter).is_err()
    {
        tracing::warn!("the log goes on by the filter before");
    }
}

/// Begins to write the log, by a [`filter`].
///
/// # Errors
/// [`BadFilter`].
pub fn start(filter: &str, format: LogFormat) -> Result<(), BadFilter> {
    // tungstenite traces whole frames, and with them tokens, and who carries its bytes traces each of them: they are
    // heard no further than this, whatever was asked for.
    let quiet = filter_fn(|line| {
        let speaks = ["tungstenite", "tokio_tungstenite"];
        *line.level() <= Level::WARN || !speaks.iter().any(|name| line.target().starts_with(name))
    });
    let levels = EnvFilter::try_new(filter).map_err(|_| BadFilter)?;
    let is_colourful = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        .with_target(false)
        .with_ansi(is_colourful);
    let is_text = match format {
        LogFormat::Text => true,
        LogFormat::Json => false,
        LogFormat::Auto => std::io::stderr().is_terminal(),
    };
    let (levels, handle) = reload::Layer::new(levels);
    let registry = tracing_subscriber::registry().with(levels).with(quiet);
    let started = if is_text {
        registry.with(lines).try_init()
    } else {
        registry.with(lines.json().flatten_event(true)).try_init()
    };
    // Only a program that writes its own log has begun one before; ours then goes the same way.
    if started.is_ok() {
        drop(LEVELS.set(handle));
    }
    // A bug ends a room, not the server: it is told here, once, and where it is.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let payload = panic.payload();
        let said = payload.downcast_ref::<&str>().copied();
        let said = said
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("(no words)");
        tally::bug();
        tracing::error!(place, said, "a bug");
    }));
    Ok(())
}
