//! What the operator reads: human text on a terminal, JSON lines by setting, always to standard error. No line holds a
//! token, a player's name, a room's code or an address in clear.

use std::io::IsTerminal as _;

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

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
#[derive(Debug, thiserror::Error)]
#[error("cannot read the log filter `{filter}`: {why}")]
pub struct BadFilter {
    filter: String,
    why: String,
}

/// Begins to write the log. `filter` is a level (`info`), or levels by module (`warn,chowk_server::journal=debug`).
///
/// # Errors
/// [`BadFilter`].
pub fn start(filter: &str, format: LogFormat) -> Result<(), BadFilter> {
    let bad = |why: String| BadFilter {
        filter: filter.to_owned(),
        why,
    };
    // tungstenite traces whole frames, and with them tokens: it is heard no further than this, whatever was asked for.
    let quiet = "tungstenite=warn".parse().map_err(|_| bad("no directive".into()))?;
    let levels = EnvFilter::try_new(filter)
        .map_err(|error| bad(error.to_string()))?
        .add_directive(quiet);
    let lines = fmt::layer().with_writer(std::io::stderr).with_target(false);
    let is_text = match format {
        LogFormat::Text => true,
        LogFormat::Json => false,
        LogFormat::Auto => std::io::stderr().is_terminal(),
    };
    let registry = tracing_subscriber::registry().with(levels);
    let started = if is_text {
        registry.with(lines).try_init()
    } else {
        registry.with(lines.json()).try_init()
    };
    started.map_err(|error| bad(error.to_string()))?;
    // A bug ends a room, not the server: it is told here, once, and where it is.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let payload = panic.payload();
        let said = payload.downcast_ref::<&str>().copied();
        let said = said
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("(no words)");
        tracing::error!(place, said, "a bug");
    }));
    Ok(())
}
