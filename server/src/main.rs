//! `chowk-server`: reads its settings, opens its journal, serves until it is told to stop.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
    sync::Arc,
};

use chowk_server::{
    admin::{AdminSocket, client},
    clock::{Clock as _, MachineClock},
    command::Command,
    config::{self, Asked, Layers, Reloaded, SettingsError},
    health,
    http::House,
    journal::folder::DataFolder,
    life::Server,
    telemetry,
};
use tokio::signal::unix::{SignalKind, signal};

/// A tenth to a fifth less CPU a command than the system's allocator, measured with `chowk swarm`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(end) => {
            if end.code == 0 {
                drop(say(&format!("{}\n", end.line)));
            } else {
                complain(&end.line);
            }
            ExitCode::from(end.code)
        }
    }
}

/// `chowk-server admin …`: one request to the server that runs on the folder.
fn admin(words: impl IntoIterator<Item = OsString>) -> Result<(), End> {
    let client::Done { text, code } = client::run(words);
    if code == 0 && text.is_empty() {
        Ok(())
    } else if code == 0 {
        say(&format!("{text}\n"))
    } else {
        Err(End::new(code, text))
    }
}

/// Why the process ends: one line, and the exit code (BSD's sysexits).
struct End {
    line: String,
    code: u8,
}

impl End {
    fn new(code: u8, why: impl ToString) -> Self {
        Self {
            line: why.to_string(),
            code,
        }
    }
}

impl From<SettingsError> for End {
    fn from(error: SettingsError) -> Self {
        Self::new(error.exit_code, &error)
    }
}

fn run() -> Result<(), End> {
    // Whatever is wrong with the settings, the operator can speak to a server that runs.
    if std::env::args_os().nth(1).is_some_and(|word| word == "admin") {
        return admin(std::env::args_os().skip(1));
    }
    let Asked { command, layers } = Asked::read()?;
    match command {
        None => serve(&layers),
        Some(Command::Admin { words }) => {
            let mut data = OsString::from("--data=");
            data.push(layers.settings()?.place.data);
            admin(["admin".into(), data].into_iter().chain(words))
        }
        Some(Command::Config { json }) => tell_settings(&layers, json),
        Some(Command::Health) => {
            let place = layers.settings().map_err(|error| End::new(1, error))?.place;
            let said = health::ask(place.listen, &place.data).map_err(|why| End::new(1, why))?;
            say(&format!("{said}\n"))
        }
    }
}

/// Every setting, its value and its source. What is odd or wrong goes to standard error, a line each.
fn tell_settings(layers: &Layers, json: bool) -> Result<(), End> {
    if json {
        say(&format!("{:#}\n", layers.as_json()))?;
    } else {
        say(&layers.as_text())?;
        for warning in layers.warnings() {
            complain(&format!("warning: {warning}"));
        }
    }
    match layers.wrong() {
        [] => Ok(()),
        [rest @ .., last] => {
            rest.iter().for_each(|wrong| complain(&wrong.to_string()));
            Err(End::new(78, last))
        }
    }
}

fn say(text: &str) -> Result<(), End> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| End::new(74, error))
}

/// Nobody may be there to read it; then the exit code says what is left to say.
fn complain(line: &str) {
    drop(writeln!(io::stderr(), "chowk-server: {line}"));
}

/// SIGHUP, as `admin reload`: what can hold at once holds, and the log tells what changed.
fn read_anew(house: &House) {
    match config::reload(house) {
        Ok(Reloaded {
            now,
            after_restart,
            warnings,
        }) => {
            warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
            tracing::info!(?now, ?after_restart, "settings were read anew");
        }
        Err(error) => tracing::error!(%error, "settings were not read anew, and all stays as it was"),
    }
}

fn serve(layers: &Layers) -> Result<(), End> {
    let started = MachineClock::new(0);
    let settings = layers.settings()?;
    telemetry::start(&settings.operation.log, settings.operation.log_format).map_err(|error| End::new(78, error))?;
    for warning in layers.warnings() {
        tracing::warn!("{warning}");
    }
    let mut folder = DataFolder::take(&settings.place.data, !settings.place.no_wait, complain)
        .map_err(|error| End::new(error.exit_code(), &error))?;
    let store = folder
        .open_journal()
        .map_err(|error| End::new(error.exit_code(), &error))?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(threads) = settings.operation.threads {
        runtime.worker_threads(threads);
    }
    let runtime = runtime.enable_all().build().map_err(|error| End::new(71, error))?;
    let served = runtime.block_on(async {
        // Before anything is told, so that a signal is never missed.
        let mut term = signal(SignalKind::terminate()).map_err(|error| End::new(71, error))?;
        let mut hang_up = signal(SignalKind::hangup()).map_err(|error| End::new(71, error))?;
        let mut int = signal(SignalKind::interrupt()).map_err(|error| End::new(71, error))?;
        let server = Server::start(&settings, store)
            .await
            .map_err(|error| End::new(69, error))?;
        // Without it the server still serves.
        let admin = AdminSocket::open(Arc::clone(server.house()), &settings.place.data)
            .map_err(|why| tracing::error!(why, "no admin commands"));
        let rooms = server.house().lobby.world().directory.count();
        say(&format!(
            "listening on http://{} ({} rooms in the journal, started in {} ms)\n",
            server.address(),
            rooms.asleep + rooms.failed,
            started.now().up
        ))?;
        if let Some(address) = server.metrics() {
            say(&format!("metrics on http://{address}/metrics\n"))?;
        }
        server.house().in_force.begin(layers);
        loop {
            tokio::select! {
                _ = term.recv() => break,
                _ = int.recv() => break,
                () = server.house().evening.is_over() => break,
                _ = hang_up.recv() => read_anew(server.house()),
            }
        }
        drop(admin);
        tracing::info!("stopping");
        // A second signal finds the handlers in place and changes nothing: to stop is bounded in time.
        server.stop().await;
        Ok(())
    });
    // A task that still waits for a socket is not waited for.
    runtime.shutdown_background();
    drop(folder);
    served
}
